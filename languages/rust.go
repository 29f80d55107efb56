package languages

import (
	"path"
	"sort"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/cargo"
	"aipack/backend/universalbuild"
)

// Rust is Cargo: packages, workspaces and toolchain files.
var Rust = language.Language{
	ID:         "rust",
	Name:       "Rust",
	Extensions: []string{".rs"},
	Manifests: []language.Manifest{
		{Name: "Cargo.toml", Priority: 1},
		{Name: "Cargo.lock", Priority: 3, Lock: true},
	},
	SkipDirs: []string{"target"},
	Systems: []language.System{
		{
			ID: "cargo", Name: "Cargo",
			Files:  []string{"Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "rust-toolchain"},
			Caches: []string{"/usr/local/cargo/registry", "/usr/local/cargo/git", "target"},
			Practices: language.Practices{
				BuildImage: "rust:1.95-bookworm", RuntimeImage: "debian:bookworm-slim",
				Build:     []string{"cargo build --release --locked", "cargo build --release --locked -p PACKAGE"},
				Test:      []string{"cargo test", "cargo clippy -- -D warnings", "cargo fmt --check"},
				Caches:    []string{"/usr/local/cargo/registry", "/usr/local/cargo/git", "target"},
				Artifacts: []string{"target/release/PACKAGE"},
				Ports:     []int{8080},
				Health:    "/health",
				Notes: []string{
					"With target in a cache mount the binary must be copied out of it in the same command.",
					"Where no cache mount survives between builds, cargo-chef keeps the dependencies in a layer of their own.",
					"A crate that links OpenSSL needs libssl-dev to build and libssl3 to run; rustls needs neither.",
					"Build one member of a workspace with -p and send the whole workspace as context.",
				},
			},
		},
		{ID: "rustc", Name: "rustc", Practices: language.Practices{
			BuildImage: "rust:1-bookworm", RuntimeImage: "debian:bookworm-slim",
			Build: []string{"rustc -O -o app main.rs"},
			Notes: []string{"Without Cargo.toml there are no crates and no lock; cargo init makes both."},
		}},
	},
	Frameworks: []language.Framework{
		{Name: "Loco", Needs: []string{"loco-rs"}, Port: 5150, Health: []string{"/_health", "/_ping"}},
		{Name: "Leptos", Needs: []string{"leptos"}, Port: 3000},
		{Name: "Actix Web", Needs: []string{"actix-web"}, Port: 8080},
		{Name: "Axum", Needs: []string{"axum"}, Port: 3000},
		{Name: "Rocket", Needs: []string{"rocket"}, Port: 8000},
		{Name: "Warp", Needs: []string{"warp"}, Port: 3030},
		{Name: "Poem", Needs: []string{"poem"}, Port: 3000},
		{Name: "Salvo", Needs: []string{"salvo"}, Port: 8698},
		{Name: "Tide", Needs: []string{"tide"}, Port: 8080},
		{Name: "Gotham", Needs: []string{"gotham"}, Port: 7878},
		{Name: "Ntex", Needs: []string{"ntex"}, Port: 8080},
		{Name: "Dropshot", Needs: []string{"dropshot"}, Port: 8080},
		{Name: "Rouille", Needs: []string{"rouille"}, Port: 8000},
		{Name: "tiny_http", Needs: []string{"tiny_http"}, Port: 8000},
		{Name: "Yew", Needs: []string{"yew"}, Port: 8080},
		{Name: "Dioxus", Needs: []string{"dioxus"}, Port: 8080},
		{Name: "Sycamore", Needs: []string{"sycamore"}, Port: 8080},
		{Name: "Tonic", Needs: []string{"tonic"}, Port: 50051},
		{Name: "Serenity", Needs: []string{"serenity", "poise"}, Kind: universalbuild.Worker},
		{Name: "Twilight", Needs: []string{"twilight-gateway"}, Kind: universalbuild.Worker},
		{Name: "Teloxide", Needs: []string{"teloxide"}, Kind: universalbuild.Worker},
		{Name: "Hyper", Needs: []string{"hyper", "hyper-util", "hyper_wasi"}, Port: 8080, Library: true},
		{Name: "Clap", Needs: []string{"clap", "structopt", "argh"}, Kind: universalbuild.CLI, Library: true},
	},
	EnvReads: []language.Pattern{
		`\benv::var(?:_os)?\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\)[^;\n]{0,60}?\bunwrap_or(?:_else)?\([^"\n;]*"([^"\n]*)"`,
		`\benv::var(?:_os)?\(\s*"([A-Za-z_][A-Za-z0-9_]*)"`,
		`\bdotenv!\(\s*"([A-Z][A-Z0-9_]*)"`,
		`#\[(?:arg|clap)\([^\]\n]*\benv\s*=\s*"([A-Z][A-Z0-9_]*)"(?:[^\]\n]*\bdefault_value(?:_t)?\s*=\s*"?([^"\n,)\]]*))?`,
	},
	PortUses: []language.Pattern{
		`\.bind\(\s*&?\(?\s*"[^"\n]*:(\d{2,5})"`,
		`\.bind\(\s*\(\s*"[^"\n]*"\s*,\s*(\d{2,5})\s*\)`,
		`\b(?:TcpListener|UdpSocket|Server|TcpAcceptor)::(?:try_)?(?:bind|new|http)\(\s*&?"[^"\n]*:(\d{2,5})"`,
		`\(\s*\[\s*\d+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\]\s*,\s*(\d{2,5})\s*\)`,
		`\benv::var\(\s*"[A-Z_]*PORT"\s*\)[^;]{0,160}?unwrap_or(?:_else)?\([^)"\d;]*"?(\d{2,5})`,
		`\bSocketAddr(?:V[46])?::(?:new|from)\([^\n]*,\s*(\d{2,5})\s*\)`,
		`"(?:0\.0\.0\.0|\[::\]):(\d{2,5})"`,
		`(?i)\b(?:const\s+|let\s+(?:mut\s+)?)\w*port\s*(?::\s*\w+)?\s*=\s*"?(\d{2,5})"?\s*;`,
		`(?i)\bdefault_value(?:_t)?\s*=\s*"?(\d{2,5})"?[^\n]*\n\s*(?:pub\s+)?port\s*:`,
		`(?i)"(?:127\.0\.0\.1|localhost):(\d{2,5})"[^\n]*(?:bind|listen|parse)`,
	},
	Routes: []language.Pattern{
		`\.route\(\s*"(/[^"\n]*)"\s*,\s*(?:web::|axum::routing::|routing::)?(?:get|any)\b`,
		`#\[(?:get|rocket::get|actix_web::get)\(\s*"(/[^"\n]*)"`,
		`\.at\(\s*"(/[^"\n]*)"`,
		`web::resource\(\s*"(/[^"\n]*)"`,
		`Method::GET\s*,\s*"(/[^"\n]*)"`,
		`"GET (/[^"\s]*)`,
	},
	Workspace:      rustWorkspace,
	Claim:          rustClaim,
	Dependencies:   rustDependencies,
	Version:        rustVersion,
	DefaultVersion: "1.95",
	ImageVersion:   imageVersion("rust"),
	Framework:      rustFramework,
	Start:          rustStart,
	Port:           rustPort,
	Recipe:         rustRecipe,
}

func rustWorkspace(f *language.Folder) (language.Workspace, bool) {
	crate, ok := language.Parse(f, "Cargo.toml", cargo.Parse)
	if !ok || !crate.HasWorkspace {
		return language.Workspace{}, false
	}
	members := map[string]bool{}
	for _, file := range f.Reader().Index.NamedUnder(f.Path, "Cargo.toml") {
		dir := path.Dir(file)
		rel := relativeTo(f, dir)
		if dir != f.Path && (f.Path == "." || rel != dir) && matchesAny(crate.Members, rel) && !rustExcluded(crate.Exclude, rel) {
			members[dir] = true
		}
	}
	if crate.HasPackage {
		members[f.Path] = true
		for _, d := range crate.Dependencies {
			if d.Path != "" && f.Sub(d.Path).Has("Cargo.toml") && strings.HasPrefix(f.Sub(d.Path).Path, strings.TrimPrefix(f.Path+"/", "./")) {
				members[f.Sub(d.Path).Path] = true
			}
		}
	}
	return language.Workspace{
		Root: f.Path, Tool: "cargo", Manager: "cargo", Members: sortedKeys(members),
		Why: f.At("rust.workspace", "Cargo.toml", "[workspace"),
	}, true
}

func matchesAny(globs []string, rel string) bool {
	for _, glob := range globs {
		glob = path.Clean(glob)
		if ok, err := doublestar.Match(glob, rel); glob == rel || err == nil && ok {
			return true
		}
	}
	return false
}

// rustExcluded follows Cargo: an excluded folder takes all below it along.
func rustExcluded(exclude []string, rel string) bool {
	for _, e := range exclude {
		e = path.Clean(e)
		if rel == e || strings.HasPrefix(rel, e+"/") {
			return true
		}
	}
	return false
}

func rustClaim(f *language.Folder) (language.Claim, bool) {
	crate, ok := language.Parse(f, "Cargo.toml", cargo.Parse)
	switch {
	case ok && crate.HasPackage:
		claim := language.Claim{System: "cargo", Name: crate.Name, Confidence: finding.Certain}
		claim.Why = append(claim.Why, f.At("rust.package", "Cargo.toml", "[package]"))
		if crate.HasWorkspace {
			claim.Variant = "workspace"
		}
		rustRole(f, crate, &claim)
		return claim, true
	case ok && crate.HasWorkspace:
		why := f.At("rust.workspace", "Cargo.toml", "[workspace")
		return language.Claim{System: "cargo", Variant: "workspace", Role: language.Library, Confidence: finding.Certain, Why: []finding.Evidence{why}, RoleWhy: why}, true
	case f.Has("Cargo.toml"):
		return language.Claim{System: "cargo", Confidence: finding.Unsure, Why: []finding.Evidence{f.Evidence("rust.package", "Cargo.toml", 0, "")}}, true
	case f.Has("main.rs") && !f.Sub("..").Has("Cargo.toml"):
		return rustBareClaim(f), true
	}
	return language.Claim{}, false
}

// rustBareClaim takes a main.rs without any Cargo.toml. Only rustc can build
// it, and only if it needs no crates.
func rustBareClaim(f *language.Folder) language.Claim {
	why := f.At("rust.main_without_manifest", "main.rs", "fn main")
	return language.Claim{
		System: "rustc", Role: language.Program, Kind: universalbuild.CLI, Confidence: finding.Unsure,
		Why: []finding.Evidence{why}, RoleWhy: why,
		Warnings: []universalbuild.Warning{{
			Code: "manifest_missing", Path: f.Join("main.rs"),
			Message: "there is no Cargo.toml: the program is compiled with rustc alone, without any crate",
			Fix:     "run `cargo init` and commit Cargo.toml and Cargo.lock",
		}},
	}
}

func rustRole(f *language.Folder, crate cargo.Manifest, claim *language.Claim) {
	bins := rustChosen(f, crate)
	switch {
	case f.Has("tauri.conf.json") || f.Has("Tauri.toml"):
		claim.Role, claim.RoleWhy = language.Library, f.Evidence("rust.desktop", f.FirstOf("tauri.conf.json", "Tauri.toml"), 0, "")
	case rustTrunk(f, crate):
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Static, f.Evidence("rust.trunk", f.FirstOf("Trunk.toml", "index.html"), 0, "")
	case len(bins) == 0:
		claim.Role, claim.RoleWhy = language.Library, f.Evidence("rust.no_binary", "Cargo.toml", 0, "")
	case crate.Name == "xtask":
		claim.Role, claim.RoleWhy = language.Aside, f.At("rust.xtask", "Cargo.toml", "xtask")
	case bins[0].serves.Rule != "":
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, bins[0].serves
	case bins[0].waits.Rule != "":
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Worker, bins[0].waits
	default:
		claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("rust.binary", bins[0].file, "fn main")
	}
}

func rustDependencies(p *language.Project) []language.Dependency {
	crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
	root, shared := rustRoot(p.Folder)
	var deps []language.Dependency
	for _, d := range crate.Dependencies {
		at := p.Folder
		if d.Inherited {
			for _, s := range shared.Shared {
				if s.Key == d.Key {
					d.Name, d.Version, d.Path, at = s.Name, s.Version, s.Path, root
					d.Features = append(d.Features, s.Features...)
				}
			}
		}
		where := p.At("rust.dependency", "Cargo.toml", d.Key)
		dep := language.Dependency{Name: d.Name, Version: d.Version, Dev: d.Dev || d.Build, Path: where.Path, Line: where.Line}
		if d.Path != "" {
			dep.Local = at.Sub(d.Path).Path
		}
		deps = append(deps, dep)
		for _, feature := range d.Features {
			if driver := rustDriver(d.Name, feature); driver != "" {
				deps = append(deps, language.Dependency{Name: driver, Dev: dep.Dev, Path: dep.Path})
			}
		}
	}
	sort.SliceStable(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

// rustDriver names the crate that a feature of a database library brings.
func rustDriver(crate, feature string) string {
	kind := strings.TrimPrefix(feature, "sqlx-")
	if kind != "postgres" && kind != "mysql" && kind != "sqlite" {
		return ""
	}
	switch crate {
	case "sqlx", "sea-orm":
		return "sqlx-" + kind
	case "diesel":
		return map[string]string{"postgres": "pq-sys", "mysql": "mysqlclient-sys", "sqlite": "libsqlite3-sys"}[kind]
	}
	return ""
}

// rustRoot finds the workspace above a package, or the package itself.
func rustRoot(f *language.Folder) (*language.Folder, cargo.Manifest) {
	for at := f; ; at = at.Sub("..") {
		if crate, ok := language.Parse(at, "Cargo.toml", cargo.Parse); ok && crate.HasWorkspace {
			return at, crate
		}
		if at.IsRoot() {
			return f, cargo.Manifest{}
		}
	}
}

// rustVersion follows rustup and Cargo: the toolchain file decides what is
// run, rust-version is the least that works.
func rustVersion(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{rustToolchain(p.Folder), toolVersion(p.Folder, "rust")}
	crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
	if crate.RustVersion != "" {
		candidates = append(candidates, finding.Of(crate.RustVersion, finding.Certain, p.At("rust.rust_version", "Cargo.toml", "rust-version")))
	} else if root, shared := rustRoot(p.Folder); shared.Inherited.RustVersion != "" {
		candidates = append(candidates, finding.Of(shared.Inherited.RustVersion, finding.Certain, root.At("rust.rust_version", "Cargo.toml", "rust-version")))
	}
	for _, file := range []string{".rust-version", "rust-version.txt"} {
		content, _ := p.Text(file)
		if v := strings.TrimSpace(content); v != "" && len(v) < 40 && !strings.Contains(v, "\n") {
			candidates = append(candidates, finding.Of(v, finding.Certain, p.Evidence("rust.version_file", file, 1, v)))
		}
	}
	return finding.First(strings.Clone, candidates...)
}

// rustToolchain reads the toolchain file of the folder or the nearest above,
// as rustup does. The channel "stable" says no version.
func rustToolchain(f *language.Folder) finding.Finding[string] {
	for at := f; ; at = at.Sub("..") {
		for _, file := range []string{"rust-toolchain", "rust-toolchain.toml"} {
			channel, ok := language.Parse(at, file, cargo.ParseToolchain)
			if ok && channel != "" && channel != "stable" {
				return finding.Of(channel, finding.Certain, at.At("rust.toolchain", file, channel))
			}
		}
		if at.IsRoot() {
			return finding.Finding[string]{}
		}
	}
}

// rustFramework takes the first framework that the package itself declares,
// else one that a local crate it depends on declares.
func rustFramework(p *language.Project) finding.Finding[string] {
	for _, library := range []bool{false, true} {
		for _, f := range p.Language.Frameworks {
			if f.Library != library || f.Kind == universalbuild.CLI && p.Claim.Role == language.Service {
				continue
			}
			for _, at := range rustCrates(p.Folder) {
				crate, _ := language.Parse(at, "Cargo.toml", cargo.Parse)
				if d, ok := rustDeclares(crate, f.Needs...); ok {
					return finding.Of(f.Name, finding.Certain, at.At("rust.framework", "Cargo.toml", d.Name))
				}
			}
		}
	}
	return finding.Finding[string]{}
}

// rustDeclares finds one of the names among the dependencies a program is
// made of: no test or build ones.
func rustDeclares(crate cargo.Manifest, names ...string) (cargo.Dependency, bool) {
	for _, d := range crate.Dependencies {
		for _, name := range names {
			if !d.Dev && !d.Build && d.Name == name {
				return d, true
			}
		}
	}
	return cargo.Dependency{}, false
}

// rustPort knows Rocket's own configuration.
func rustPort(p *language.Project) finding.Finding[int] {
	if p.Framework.Value != "Rocket" {
		return finding.Finding[int]{}
	}
	port, ok := language.Parse(p.Folder, "Rocket.toml", cargo.ParseRocket)
	if !ok || port == 0 {
		return finding.Finding[int]{}
	}
	return finding.Of(port, finding.Certain, p.At("rust.rocket_port", "Rocket.toml", strconv.Itoa(port)))
}
