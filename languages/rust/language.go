// Package rust knows Rust with Cargo. It offers Language.
package rust

import (
	"strconv"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/cargo"
	"aipack/backend/universalbuild"
)

// Language is Cargo: packages, workspaces and toolchain files.
var Language = language.Language{
	ID:         "rust",
	Name:       "Rust",
	Extensions: []string{".rs"},
	Manifests: []language.Manifest{
		{Name: "Cargo.toml", Priority: 1},
		{Name: "Cargo.lock", Priority: 3, Lock: true},
	},
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
	Frameworks: frameworks,
	Execs:      []language.Pattern{`\bCommand::new\(\s*"([\w.+-]+)"`}, // doc.rust-lang.org/std/process
	EnvReads: []language.Pattern{
		`\benv::var(?:_os)?\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\)[^;\n]{0,60}?\bunwrap_or(?:_else)?\([^"\n;]*"([^"\n]*)"`,
		`\benv::var(?:_os)?\(\s*"([A-Za-z_][A-Za-z0-9_]*)"`,
		`\b(?:env_\w+\(|\w+_env\(|get_env\w+\()\s*"([A-Z][A-Z0-9_]{2,})"\s*\)`,
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
		`\bwarp::path!?\(\s*"([\w/-]+)"\s*\)`,
		`\bwarp::path!\(\s*"([\w-]+"(?:\s*/\s*"[\w-]+")+)`,
		`\bscope\(\s*"(/[^"\n]*)"\s*\)\s*\.route\(\s*""\s*,\s*(?:web::)?get\b`,
	},
	Workspace:      workspace,
	Claim:          claim,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: "1.95",
	ImageVersion:   imageVersion,
	Framework:      framework,
	Start:          start,
	Port:           port,
	Address:        told,
	Variables:      variables,
	SignsIn:        signsIn,
	Recipe:         recipe,
}

// framework takes the first framework that the package itself declares,
// else one that a local crate it depends on declares.
func framework(p *language.Project) finding.Finding[string] {
	for _, library := range []bool{false, true} {
		for _, f := range p.Language.Frameworks {
			if f.Library != library || f.Kind == universalbuild.CLI && p.Claim.Role == language.Service {
				continue
			}
			for _, at := range crates(p.Folder) {
				crate, _ := language.Parse(at, "Cargo.toml", cargo.Parse)
				if d, ok := declares(crate, f.Needs...); ok {
					return finding.Of(f.Name, finding.Certain, at.At("rust.framework", "Cargo.toml", d.Name))
				}
			}
		}
	}
	return finding.Finding[string]{}
}

// declares finds one of the names among the dependencies a program is
// made of: no test or build ones.
func declares(crate cargo.Manifest, names ...string) (cargo.Dependency, bool) {
	for _, d := range crate.Dependencies {
		for _, name := range names {
			if !d.Dev && !d.Build && d.Name == name {
				return d, true
			}
		}
	}
	return cargo.Dependency{}, false
}

// port knows Rocket's own configuration, and follows other addresses to where
// they come from.
func port(p *language.Project) finding.Finding[int] {
	if p.Framework.Value == "Rocket" {
		port, ok := language.Parse(p.Folder, "Rocket.toml", cargo.ParseRocket)
		if !ok || port == 0 {
			return finding.Finding[int]{}
		}
		return finding.Of(port, finding.Certain, p.At("rust.rocket_port", "Rocket.toml", strconv.Itoa(port)))
	}
	if a := listening(p); a.port != 0 {
		return finding.Of(a.port, finding.Likely+0.01, a.why)
	}
	return finding.Finding[int]{}
}

// told says by which variables the program is told where to listen.
func told(p *language.Project) language.Address {
	if p.Framework.Value == "Rocket" { // the recipe sets its variables
		return language.Address{}
	}
	a := listening(p)
	out := language.Address{Host: a.host, HostVariable: a.hostVariable, Open: a.open, PortVariable: a.portVariable, Why: a.why}
	out.ByFlag(p.Start.Value.Command, a.option.name, a.option.text)
	return out
}
