package rust

import (
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/manifest/cargo"
)

// bin is one binary of a package.
type bin struct {
	name   string
	file   string           // of fn main, relative to the package's folder
	serves finding.Evidence // where it starts to serve
	waits  finding.Evidence // where it shows that it runs for ever
}

const (
	serves = language.Pattern(`\b(?:TcpListener|UnixListener|UdpSocket)::bind\(|\bHttpServer::new\(|\baxum::serve\(|\baxum::Server::bind|\brocket::(?:build|ignite|custom)\(|#\[(?:rocket::)?launch\]|\bwarp::serve\(|\bServer::(?:builder|bind|new|http)\(|\btide::(?:new|with_state)\(|\bgotham::start|\brouille::start_server|\bHttpServerStarter::new|\blambda_(?:http|runtime)::run`)
	waits  = language.Pattern(`\bserenity::|\bpoise::|\bteloxide::|\btwilight_gateway::|\bStreamConsumer\b|\bbasic_consume\(|\bJobScheduler::new|\bapalis::|\btokio::time::interval\(|\bsignal::ctrl_c\(`)
	loop   = language.Pattern(`\bloop\s*\{`)
	runs   = language.Pattern(`(?i)\b(?:serve|server|listen|start|launch|bind|startup|app::run|run_app)\w*\s*(?:::\w+\s*)*\(`)
)

// servers are crates that nobody depends on but to serve.
func servers() []string {
	return []string{
		"actix-web", "axum", "rocket", "warp", "poem", "salvo", "tide", "gotham", "ntex", "dropshot", "rouille",
		"tiny_http", "loco-rs", "leptos_axum", "leptos_actix", "pingora", "lambda_http", "lambda_runtime", "shuttle-runtime",
	}
}

// binsOf lists the binaries of a package the way Cargo finds them: src/main.rs,
// src/bin/ and the [[bin]] tables.
// https://doc.rust-lang.org/cargo/guide/project-layout.html
func binsOf(f *language.Folder, crate cargo.Manifest) []bin {
	byName := map[string]string{}
	if crate.Autobins {
		if f.Has("src/main.rs") {
			byName[crate.Name] = "src/main.rs"
		}
		for _, file := range f.Sub("src/bin").Files() {
			if name, ok := strings.CutSuffix(file, ".rs"); ok {
				byName[name] = "src/bin/" + file
			}
		}
		for _, dir := range f.Sub("src/bin").Dirs() {
			if f.Has("src/bin/" + dir + "/main.rs") {
				byName[dir] = "src/bin/" + dir + "/main.rs"
			}
		}
	}
	for _, bin := range crate.Bins {
		if file := binFile(f, crate, bin); bin.Name != "" && file != "" {
			for name, known := range byName {
				if known == file {
					delete(byName, name)
				}
			}
			byName[bin.Name] = file
		}
	}
	var out []bin
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		out = append(out, bin{name: name, file: byName[name]})
	}
	return out
}

func binFile(f *language.Folder, crate cargo.Manifest, bin cargo.Bin) string {
	switch {
	case bin.Path != "":
		if file := path.Clean(bin.Path); f.Has(file) {
			return file
		}
		return ""
	case bin.Name == crate.Name && f.Has("src/main.rs"):
		return "src/main.rs"
	}
	return f.FirstOf("src/bin/"+bin.Name+".rs", "src/bin/"+bin.Name+"/main.rs", "src/main.rs")
}

// chosen lists the binaries, the one to run first: default-run, then what
// serves, then what runs for ever, then the one named like the package.
func chosen(f *language.Folder, crate cargo.Manifest) []bin {
	return language.Once(f, "rust.binaries", func() []bin { return rank(f, crate) })
}

func rank(f *language.Folder, crate cargo.Manifest) []bin {
	bins := binsOf(f, crate)
	note(f, crate, bins)
	rank := func(b bin) int {
		r := 40
		switch {
		case b.name == crate.DefaultRun:
			return -1
		case b.serves.Rule != "":
			r = 0
		case b.waits.Rule != "":
			r = 20
		}
		if b.name != crate.Name {
			r += 1 + binary.Rank(b.name)
		}
		return r
	}
	sort.SliceStable(bins, func(i, j int) bool { return rank(bins[i]) < rank(bins[j]) })
	return bins
}

// note finds out what each binary does. What its own file does is its
// alone; what the package's other sources do counts for every binary that
// does not look like a tool for another purpose.
func note(f *language.Folder, crate cargo.Manifest, bins []bin) {
	own := map[string]bool{}
	for i := range bins {
		own[bins[i].file] = true
		content, _ := f.Text(bins[i].file)
		bins[i].serves = f.AtCode("rust.listens", bins[i].file, content, serves)
		if bins[i].waits = f.AtCode("rust.runs_for_ever", bins[i].file, content, waits); bins[i].waits.Rule == "" {
			bins[i].waits = f.AtLoop("rust.runs_for_ever", bins[i].file, content, loop, "sleep(")
		}
	}
	shared := sharedState(f, crate, own)
	if shared.Rule == "" {
		return
	}
	for i := range bins {
		content, _ := f.Text(bins[i].file)
		if bins[i].serves.Rule == "" && !seaORMTool.Matches(content) && (len(bins) == 1 || runs.Matches(content)) {
			bins[i].serves = shared
		}
	}
}

// sharedState looks for a server in the sources that the binaries share: the
// package's own, the crates it names, then those of local crates. A crate that
// is optional says nothing: a library offers it to those who want it.
func sharedState(f *language.Folder, crate cargo.Manifest, own map[string]bool) finding.Evidence {
	const most = 300
	for i, file := range f.Glob("src/**/*.rs") {
		if i == most {
			break
		}
		if own[file] || strings.HasPrefix(file, "src/bin/") {
			continue
		}
		content, _ := f.Text(file)
		if at := f.AtCode("rust.listens", file, content, serves); at.Rule != "" {
			return at
		}
	}
	if d, ok := declares(crate, servers()...); ok && !d.Optional {
		return f.At("rust.server_crate", "Cargo.toml", d.Name)
	}
	if _, tool := declares(crate, "clap", "structopt", "argh"); tool {
		return finding.Evidence{}
	}
	for _, at := range crates(f)[1:] {
		local, _ := language.Parse(at, "Cargo.toml", cargo.Parse)
		if d, ok := declares(local, servers()...); ok && !d.Optional {
			return at.At("rust.server_crate", "Cargo.toml", d.Name)
		}
	}
	return finding.Evidence{}
}

// crates lists a package's folder and those of the local crates it is made
// of, near ones first.
func crates(f *language.Folder) []*language.Folder {
	const most = 64
	out, seen := []*language.Folder{f}, map[string]bool{f.Path: true}
	for i := 0; i < len(out) && len(out) < most; i++ {
		crate, _ := language.Parse(out[i], "Cargo.toml", cargo.Parse)
		root, shared := rootOf(out[i])
		for _, d := range crate.Dependencies {
			at, local := out[i], d.Path
			if d.Inherited {
				for _, s := range shared.Shared {
					if s.Key == d.Key {
						at, local = root, s.Path
					}
				}
			}
			if local == "" || d.Dev || d.Build {
				continue
			}
			if next := at.Sub(local); !seen[next.Path] && next.Has("Cargo.toml") {
				seen[next.Path] = true
				out = append(out, next)
			}
		}
	}
	return out
}

// trunk reports whether Trunk builds the package into files for a web
// server: a page that names its assets and a front-end crate without a server.
func trunk(f *language.Folder, crate cargo.Manifest) bool {
	if _, frontend := declares(crate, "yew", "leptos", "sycamore", "dioxus", "seed", "wasm-bindgen"); !frontend || crate.Leptos {
		return false
	}
	if _, server := declares(crate, servers()...); server {
		return false
	}
	page, _ := f.Text("index.html")
	return f.Has("Trunk.toml") || strings.Contains(page, "data-trunk") || page != "" && f.Has("src/main.rs")
}
