package rust

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/language/nginx"
	"aipack/backend/language/node"
	"aipack/backend/language/version"
	"aipack/backend/manifest/cargo"
	"aipack/backend/universalbuild"
)

// start runs the chosen binary; further ones that run for ever become
// further processes.
func start(p *language.Project) finding.Finding[language.Start] {
	if p.Claim.System == "rustc" {
		return finding.Of(language.Start{Command: []string{"/app/bin/app"}}, finding.Guess, p.At("rust.binary", "main.rs", "fn main"))
	}
	crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
	bins := chosen(p.Folder, crate)
	if len(bins) == 0 || trunk(p.Folder, crate) {
		return finding.Finding[language.Start]{}
	}
	first := bins[0]
	start := language.Start{Command: []string{binaryPath(first)}}
	confidence, why := finding.Certain, []finding.Evidence{p.At("rust.binary", first.file, "fn main")}
	switch {
	case first.name == crate.DefaultRun:
		why = append(why, p.At("rust.default_run", "Cargo.toml", "default-run"))
	case len(bins) > 1:
		confidence = finding.Likely
	}
	if first.serves.Rule != "" {
		if words, at := servingWords(p, bins); len(words) > 0 {
			start.Command = append(start.Command, words...)
			why = append(why, at)
		} else if at, ok := servedPath(p, bins); ok {
			start.Command = append(start.Command, ".")
			why = append(why, at)
		}
	}
	migrates, ok := migratorOf(p, crate)
	if ok {
		start.Release, why = []string{strings.Join(migrates.command, " ")}, append(why, migrates.why)
	}
	found := finding.Of(start, confidence, why...)
	for _, b := range bins[1:] {
		if b.name == migrates.binary {
			continue
		}
		if b.serves.Rule != "" || b.waits.Rule != "" {
			found.Value.Processes = append(found.Value.Processes, universalbuild.Process{Name: language.ImageName(b.name), Command: []string{binaryPath(b)}})
		}
		found.Alternatives = append(found.Alternatives, finding.Alternative{Value: binaryPath(b), Confidence: finding.Guess, Evidence: p.At("rust.binary", b.file, "fn main")})
	}
	return found
}

func binaryPath(b bin) string { return "/app/bin/" + binary.FileName(b.name) }

func recipe(p *language.Project) language.Recipe {
	crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
	base := p.ContextAround(crates(p.Folder)...)
	if root, shared := rootOf(p.Folder); shared.HasWorkspace {
		base = p.ContextAround(append(crates(p.Folder), root)...)
	}
	image, why := imageOf(p)
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: image, Workdir: "/app", Environment: map[string]string{},
			CachePaths: []string{"/usr/local/cargo/registry", "/usr/local/cargo/git", "target"},
		},
		Runtime: universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{}},
		Why:     []language.Reason{{Field: "/build/base_image", Confidence: p.Version.Confidence, Evidence: why}},
	}
	if base.Path != p.Path {
		r.Build.Context = base.Path
	}
	if p.Claim.System == "rustc" {
		r.Build.CachePaths = nil
		r.Build.BuildCommands = []string{"mkdir -p /out && rustc --edition 2021 -O -o /out/app main.rs"}
		binary.Take(p, &r, "app")
		return r
	}
	if trunk(p.Folder, crate) {
		return trunkRecipe(p, r)
	}
	compile(p, base, crate, &r)
	if crate.Leptos {
		leptosCompile(p, crate, &r)
	}
	showWarnings(p, &r)
	givenByCargo(p, crate, &r)
	system(p, base, &r)
	runtimeNeeds(p, base, &r)
	if migrates, ok := migratorOf(p, crate); ok {
		takeMigrations(p, base, migrates, &r)
	}
	if !node.AddMoved(p, &r) {
		p.AddAssets(&r)
	}
	return r
}

// leptosCompile replaces plain cargo by cargo-leptos, which builds the server
// and the page's WebAssembly together and leaves the page in target/site.
// https://book.leptos.dev/deployment/ssr.html
func leptosCompile(p *language.Project, crate cargo.Manifest, r *language.Recipe) {
	bins := chosen(p.Folder, crate)
	if len(bins) == 0 {
		return
	}
	target := r.Build.CachePaths[2]
	r.Build.PreBuildCommands = append(r.Build.PreBuildCommands, "rustup target add wasm32-unknown-unknown && cargo install --locked cargo-leptos@0.2.44")
	r.Build.BuildCommands = []string{newerThan(target) + "cargo leptos build --release && mkdir -p /out && cp " + language.ShellWord(path.Join(target, "release", bins[0].name)) + " /out/ && cp -r " + path.Join(target, "site") + " /out/site"}
	r.Build.Artifacts = append(r.Build.Artifacts, "/out/site")
	r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: "/out/site", To: "site"})
	r.Runtime.Environment["LEPTOS_OUTPUT_NAME"] = crate.Name
	r.Runtime.Environment["LEPTOS_SITE_ROOT"] = "site"
	if p.Port.Found() {
		r.Runtime.Environment["LEPTOS_SITE_ADDR"] = "0.0.0.0:" + strconv.Itoa(p.Port.Value)
	}
}

// trunkRecipe builds a front end for the browser with Trunk, which cargo
// installs in the version that is known to work.
func trunkRecipe(p *language.Project, r language.Recipe) language.Recipe {
	r.Build.CachePaths = []string{"/usr/local/cargo/registry", "/usr/local/cargo/git"}
	r.Build.PreBuildCommands = []string{"rustup target add wasm32-unknown-unknown && cargo install --locked trunk@0.21.14"}
	r.Build.BuildCommands = []string{"trunk build --release"}
	r.Build.Artifacts = []string{"dist"}
	r.Runtime = nginx.Runtime(p, "dist", true)
	r.Static = true
	return r
}

// imageOf names the official image of the minor version. Images on Debian 12
// start with Rust 1.70; rustup in the image fetches whatever the toolchain
// file names beside that. A lock file of format 4 and the 2024 edition need a
// newer Cargo than an older rust-version admits.
func imageOf(p *language.Project) (string, finding.Evidence) {
	minor := version.MinorOfOne(p.Version.Value)
	if minor == 0 { // nightly, beta: the toolchain is fetched by rustup
		minor = version.MinorOfOne(p.Language.DefaultVersion)
	}
	minor = max(minor, 70)
	why := finding.Evidence{Rule: "rust.default_version"}
	if len(p.Version.Evidence) > 0 {
		why = p.Version.Evidence[0]
	}
	crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
	root, shared := rootOf(p.Folder)
	if crate.Edition == "2024" || crate.Edition == "" && shared.Inherited.Edition == "2024" {
		minor = max(minor, 85)
	}
	if lock, ok := language.Parse(root, "Cargo.lock", cargo.ParseLock); ok && lock.Format >= 4 {
		minor = max(minor, 78)
	}
	return fmt.Sprintf("rust:1.%d-bookworm", minor), why
}

// compile writes the build line. target/ is a cache, so the binaries are
// copied out of it by the same command.
func compile(p *language.Project, base *language.Folder, crate cargo.Manifest, r *language.Recipe) {
	root, shared := rootOf(p.Folder)
	flags, manifestPath := " --release", ""
	if root.Has("Cargo.lock") {
		flags += " --locked"
	} else {
		p.Warn("Cargo.toml", "lock_missing", "Cargo.lock is missing: every build takes the newest crates that fit",
			"run `cargo generate-lockfile` and commit Cargo.lock")
	}
	if dir := language.Below(base.Path, root.Path); dir != "." {
		manifestPath = " --manifest-path " + language.ShellWord(path.Join(dir, "Cargo.toml"))
		r.Build.CachePaths[2] = path.Join(dir, "target")
	}
	if shared.HasWorkspace {
		flags += " -p " + language.ShellWord(crate.Name)
	}
	out := path.Join(r.Build.CachePaths[2], "release")
	if config, _ := configOf(root); config.Target != "" && !strings.ContainsAny(config.Target, "/ ") {
		out = path.Join(r.Build.CachePaths[2], config.Target, "release")
		r.Build.PreBuildCommands = append(r.Build.PreBuildCommands, "rustup target add "+language.ShellWord(config.Target))
	}
	if channel := toolchain(p.Folder); channel.Found() {
		r.Build.PreBuildCommands = append([]string{"rustup toolchain install --profile minimal " + language.ShellWord(channel.Value)}, r.Build.PreBuildCommands...)
	}
	if features, why := featuresOf(p, crate); features != "" {
		flags += features
		r.Why = append(r.Why, language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: why})
	}
	bins := chosen(p.Folder, crate)
	command, copies := "cargo build"+flags+manifestPath, ""
	migrates, migrated := migratorOf(p, crate)
	for _, b := range bins {
		if b.name != bins[0].name && b.serves.Rule == "" && b.waits.Rule == "" && !p.Has("Procfile") && b.name != migrates.binary {
			continue
		}
		if len(bins) > 1 {
			command += " --bin " + language.ShellWord(b.name)
		}
		copies += " " + language.ShellWord(path.Join(out, b.name))
		binary.Take(p, r, binary.FileName(b.name))
	}
	if migrates.crate != "" {
		command += " -p " + language.ShellWord(migrates.crate)
		if len(bins) > 1 {
			command += " --bin " + language.ShellWord(migrates.binary)
		}
		copies += " " + language.ShellWord(path.Join(out, migrates.binary))
		binary.Take(p, r, binary.FileName(migrates.binary))
	}
	if migrated {
		takeMigrator(p, migrates, r)
		if migrates.install != "" {
			copies += " /usr/local/cargo/bin/" + migrates.binary
		}
	}
	renewed := strings.ReplaceAll(renew(p, root, r.Build.BaseImage, r), "cargo update", "cargo update"+manifestPath)
	r.Build.BuildCommands = []string{newerThan(r.Build.CachePaths[2]) + renewed + command + " && mkdir -p /out && cp" + copies + " /out/"}
}

// newerThan makes every source newer than what the cache holds: cargo builds
// anew what is younger than its last output, and a checkout or an archive may
// bring sources that are older than that, but other ones
// (https://doc.rust-lang.org/nightly/nightly-rustc/cargo/core/compiler/fingerprint).
func newerThan(target string) string {
	return "find . -path ./" + language.ShellWord(target) + " -prune -o -type f -exec touch {} + && "
}

func configOf(root *language.Folder) (cargo.Config, bool) {
	for _, file := range []string{".cargo/config.toml", ".cargo/config"} {
		if config, ok := language.Parse(root, file, cargo.ParseConfig); ok {
			return config, true
		}
	}
	return cargo.Config{}, false
}

// natives says what crates with C code inside need beyond the official
// image; names are those of Cargo.lock. The libraries' own build scripts are
// the source.
func natives() []language.Native {
	return []language.Native{
		{Needs: []string{"openssl-sys", "openssl", "native-tls"}, Build: []string{"libssl-dev", "pkg-config"}, Runtime: []string{"libssl3"}},
		{Needs: []string{"pq-sys"}, Build: []string{"libpq-dev"}, Runtime: []string{"libpq5"}},
		{Needs: []string{"mysqlclient-sys"}, Build: []string{"libmariadb-dev"}, Runtime: []string{"libmariadb3"}},
		{Needs: []string{"rdkafka-sys", "aws-lc-sys", "libz-ng-sys", "libgit2-sys"}, Build: []string{"cmake"}},
		{Needs: []string{"librocksdb-sys", "clang-sys", "bindgen"}, Build: []string{"clang", "libclang-dev"}},
		{Needs: []string{"prost-build", "tonic-build", "tonic-prost-build", "protobuf-codegen"}, Build: []string{"protobuf-compiler"}},
		{Needs: []string{"zmq-sys", "zeromq-src"}, Build: []string{"libzmq3-dev", "pkg-config"}, Runtime: []string{"libzmq5"}},
		{Needs: []string{"alsa-sys"}, Build: []string{"libasound2-dev", "pkg-config"}, Runtime: []string{"libasound2"}},
		{Needs: []string{"libudev-sys"}, Build: []string{"libudev-dev", "pkg-config"}, Runtime: []string{"libudev1"}},
		{Needs: []string{"magick_rust"}, Build: []string{"libmagickwand-dev", "clang", "libclang-dev"}, Runtime: []string{"libmagickwand-6.q16-6"}},
		{Needs: []string{"reqwest", "ureq", "rustls", "hyper-rustls", "hyper-tls", "tokio-rustls", "native-tls", "openssl", "openssl-sys", "aws-config"},
			Runtime: []string{"ca-certificates"}},
	}
}

// system finds the system packages: in Cargo.lock, which names every
// crate, else among what the package declares itself.
func system(p *language.Project, base *language.Folder, r *language.Recipe) {
	root, _ := rootOf(p.Folder)
	lock, locked := language.Parse(root, "Cargo.lock", cargo.ParseLock)
	crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
	for _, native := range natives() {
		name, why := "", finding.Evidence{}
		for _, need := range native.Needs {
			if _, ok := lock.Packages[need]; ok {
				name, why = need, root.At("rust.native", "Cargo.lock", `"`+need+`"`)
				break
			}
		}
		if !locked {
			name, why = needs(p, crate, native.Needs)
		}
		if name == "" {
			continue
		}
		r.Build.SystemPackages = append(r.Build.SystemPackages, native.Build...)
		r.Runtime.SystemPackages = append(r.Runtime.SystemPackages, native.Runtime...)
		field := "/build/system_packages"
		if len(native.Build) == 0 {
			field = "/runtime/system_packages"
		}
		r.Why = append(r.Why, language.Reason{Field: field, Confidence: finding.Likely, Evidence: why})
	}
	if linksSQLite(lock) {
		r.Runtime.SystemPackages = append(r.Runtime.SystemPackages, "libsqlite3-0")
		r.Why = append(r.Why, language.Reason{Field: "/runtime/system_packages", Confidence: finding.Likely, Evidence: root.At("rust.native", "Cargo.lock", `"libsqlite3-sys"`)})
	}
	linker(root, r)
	if _, sqlx := p.Dep("sqlx"); sqlx {
		checkedQueries(p, root, r)
	}
}

// linksSQLite reports whether SQLite is the system's: libsqlite3-sys compiles its own with
// the feature "bundled", for which it needs cc. The image to build in has the headers.
// https://github.com/rusqlite/rusqlite/blob/master/libsqlite3-sys/Cargo.toml,
// https://github.com/docker-library/buildpack-deps
func linksSQLite(lock cargo.Lock) bool {
	at := slices.IndexFunc(lock.All, func(c cargo.Locked) bool { return c.Name == "libsqlite3-sys" })
	return at >= 0 && len(lock.All[at].Needs) > 0 && !slices.ContainsFunc(lock.All[at].Needs, func(n string) bool { return n == "cc" || strings.HasPrefix(n, "cc ") })
}

// needs looks at the declared crates where there is no lock file: reqwest
// and its like bring OpenSSL unless their default features are chosen away.
func needs(p *language.Project, crate cargo.Manifest, needs []string) (string, finding.Evidence) {
	for _, d := range crate.Dependencies {
		for _, need := range needs {
			diesel := d.Name == "diesel" && (need == "pq-sys" && slices.Contains(d.Features, "postgres") || need == "mysqlclient-sys" && slices.Contains(d.Features, "mysql"))
			brings := need == "openssl-sys" && d.Name == "reqwest" && !slices.Contains(d.Features, "rustls-tls")
			if (d.Name == need || diesel || brings) && !d.Dev {
				return d.Name, p.At("rust.native", "Cargo.toml", d.Name)
			}
		}
	}
	return "", finding.Evidence{}
}

// runtimeNeeds sets what the frameworks read and brings along the files
// that the program opens while it runs.
func runtimeNeeds(p *language.Project, base *language.Folder, r *language.Recipe) {
	if p.Framework.Value == "Rocket" {
		r.Runtime.Environment["ROCKET_ADDRESS"] = "0.0.0.0"
		if p.Port.Found() {
			r.Runtime.Environment["ROCKET_PORT"] = strconv.Itoa(p.Port.Value)
		}
	}
	if name, why, ok := production(p); ok {
		r.Runtime.Environment[name] = "production"
		r.Why = append(r.Why, language.Reason{Field: "/runtime/environment/" + name, Confidence: finding.Likely, Evidence: why})
	}
	var texts []string
	for _, file := range p.Glob("src/**/*.rs") {
		content, _ := p.Text(file)
		texts = append(texts, content)
	}
	if p.Framework.Value == "Rocket" { // found by Rocket itself, without a word in the source
		texts = append(texts, `"./Rocket.toml"`)
		if _, templates := p.Dep("rocket_dyn_templates"); templates {
			texts = append(texts, `"./templates"`)
		}
	}
	if p.Framework.Value == "Loco" {
		texts = append(texts, `"./config"`)
	}
	binary.TakeAssets(p, language.Below(base.Path, p.Path), texts, r)
	binary.TakeCopied(p, base.Path, func(string) bool { return false }, r)
}
