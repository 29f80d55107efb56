package rust

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

const server = "use std::net::TcpListener;\n\nfn main() {\n    TcpListener::bind(\"0.0.0.0:8080\").unwrap();\n}\n"

func TestBinaries(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"Cargo.toml":           "[package]\nname = \"shop\"\nedition = \"2021\"\n\n[[bin]]\nname = \"front\"\npath = \"src/front.rs\"\n",
		"Cargo.lock":           "version = 4\n",
		"src/main.rs":          "fn main() {}\n",
		"src/front.rs":         server,
		"src/bin/queue.rs":     "fn main() { loop { work(); std::thread::sleep(second); } }\n",
		"src/bin/tool/main.rs": "fn main() {}\n",
		"src/bin/readme.md":    "x",
	}, ".", "")
	if p.Claim.Role != language.Service || p.Claim.Kind != universalbuild.Web {
		t.Errorf("claim %+v", p.Claim)
	}
	start := p.Start.Value
	if !reflect.DeepEqual(start.Command, []string{"/app/bin/front"}) || len(start.Processes) != 1 || start.Processes[0].Name != "queue" {
		t.Errorf("start %+v", start)
	}
	if len(p.Start.Alternatives) != 3 {
		t.Errorf("alternatives %+v", p.Start.Alternatives)
	}
	want := newerThan("target") + "cargo build --release --locked --bin front --bin queue && mkdir -p /out && cp target/release/front target/release/queue /out/"
	if got := r.Build.BuildCommands[0]; got != want {
		t.Errorf("command %s", got)
	}
}

func TestDefaultRunWins(t *testing.T) {
	p, _ := languagetest.Project(t, &Language, map[string]string{
		"Cargo.toml":     "[package]\nname = \"a\"\ndefault-run = \"b\"\n",
		"src/main.rs":    server,
		"src/bin/b.rs":   "fn main() {}\n",
		"src/bin/b2.txt": "",
	}, ".", "")
	if got := p.Start.Value.Command[0]; got != "/app/bin/b" {
		t.Errorf("command %s", got)
	}
}

func TestRoles(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		role  language.Role
		kind  universalbuild.Kind
	}{
		"program":       {map[string]string{"src/main.rs": "fn main() {}\n"}, language.Program, universalbuild.CLI},
		"library":       {map[string]string{"src/lib.rs": "pub fn x() {}\n"}, language.Library, ""},
		"server":        {map[string]string{"src/main.rs": server}, language.Service, universalbuild.Web},
		"server module": {map[string]string{"src/main.rs": "mod http;\nfn main() { http::run() }\n", "src/http.rs": server}, language.Service, universalbuild.Web},
		"bot":           {map[string]string{"src/main.rs": "use serenity::prelude::*;\nfn main() {}\n"}, language.Service, universalbuild.Worker},
		"a tool beside a library that offers a server": {map[string]string{
			"Cargo.toml":  "[package]\nname = \"x\"\n\n[dependencies]\naxum = { version = \"0.8\", optional = true }\n",
			"src/main.rs": "fn main() { x::migrate() }\n", "src/lib.rs": "pub fn migrate() {}\n",
		}, language.Program, universalbuild.CLI},
		"desktop": {map[string]string{"src/main.rs": "fn main() {}\n", "tauri.conf.json": "{}"}, language.Library, ""},
	} {
		if c.files["Cargo.toml"] == "" {
			c.files["Cargo.toml"] = "[package]\nname = \"x\"\n"
		}
		claim, ok := Language.Claim(languagetest.Reader(t, c.files).Folder("."))
		if !ok || claim.Role != c.role || claim.Kind != c.kind {
			t.Errorf("%s: %v %q", name, claim.Role, claim.Kind)
		}
	}
}

func TestWorkspace(t *testing.T) {
	files := map[string]string{
		"Cargo.toml":             "[workspace]\nmembers = [\"crates/*\", \"apps/api\"]\nexclude = [\"crates/old\"]\n\n[workspace.package]\nrust-version = \"1.82\"\n\n[workspace.dependencies]\ncore = { path = \"crates/core\" }\n",
		"Cargo.lock":             "version = 3\n\n[[package]]\nname = \"openssl-sys\"\nversion = \"0.9.0\"\n",
		"crates/core/Cargo.toml": "[package]\nname = \"core\"\n\n[dependencies]\naxum = \"0.7\"\n",
		"crates/core/src/lib.rs": "pub fn serve() {}\n",
		"crates/old/Cargo.toml":  "[package]\nname = \"old\"\n",
		"apps/api/Cargo.toml":    "[package]\nname = \"api\"\nrust-version.workspace = true\n\n[dependencies]\ncore.workspace = true\n",
		"apps/api/src/main.rs":   "fn main() { core::serve() }\n",
	}
	p, r := languagetest.Project(t, &Language, files, "apps/api", ".")
	if want := []string{"apps/api", "crates/core"}; !reflect.DeepEqual(p.Workspace.Members, want) {
		t.Errorf("members %v", p.Workspace.Members)
	}
	if p.Version.Value != "1.95" || p.Framework.Value != "Axum" || p.Deps[0].Local != "crates/core" || p.Claim.Role != language.Service {
		t.Errorf("version %q, framework %q, dependencies %v, role %v", p.Version.Value, p.Framework.Value, p.Deps, p.Claim.Role)
	}
	if !strings.HasPrefix(r.Build.BuildCommands[0], newerThan("target")+"cargo build --release --locked -p api && ") || r.Build.Context != "." || r.Build.BaseImage != "rust:1.95-bookworm" {
		t.Errorf("build %+v", r.Build)
	}
	if !reflect.DeepEqual(r.Runtime.SystemPackages, []string{"libssl3", "ca-certificates"}) {
		t.Errorf("packages %v", r.Runtime.SystemPackages)
	}
	root, ok := Language.Claim(languagetest.Reader(t, files).Folder("."))
	if !ok || root.Role != language.Library || root.Variant != "workspace" {
		t.Errorf("root %+v", root)
	}
}

func TestVersions(t *testing.T) {
	base := map[string]string{"Cargo.toml": "[package]\nname = \"x\"\nedition = \"2021\"\nrust-version = \"1.56.0\"\n", "src/main.rs": "fn main() {}\n"}
	for name, c := range map[string]struct{ file, content, version, image string }{
		"rust-version": {"README.md", "", "1.95", "rust:1.95-bookworm"},
		"toolchain":    {"rust-toolchain.toml", "[toolchain]\nchannel = \"1.79.0\"\n", "1.79.0", "rust:1.79-bookworm"},
		"nightly":      {"rust-toolchain", "nightly-2024-08-12\n", "nightly-2024-08-12", "rust:1.95-bookworm"},
		"stable":       {"rust-toolchain", "stable\n", "1.95", "rust:1.95-bookworm"},
		"lock format":  {"rust-toolchain", "1.74.1\n", "1.74.1", "rust:1.74-bookworm"},
	} {
		files := map[string]string{c.file: c.content}
		for k, v := range base {
			files[k] = v
		}
		p, r := languagetest.Project(t, &Language, files, ".", "")
		if p.Version.Value != c.version || r.Build.BaseImage != c.image {
			t.Errorf("%s: %q on %s", name, p.Version.Value, r.Build.BaseImage)
		}
	}
}

func TestProcfileDecidesThePlace(t *testing.T) {
	_, r := languagetest.Project(t, &Language, map[string]string{
		"Cargo.toml": "[package]\nname = \"site\"\n", "src/main.rs": server, "src/bin/clean.rs": "fn main() {}\n",
		"Procfile": "web: ROCKET_PORT=$PORT ./target/release/site\nrelease: clean --all\nother: ../site /etc/site\n",
	}, ".", "")
	var places []string
	for _, c := range r.Runtime.Copy {
		places = append(places, c.To)
	}
	if want := []string{"bin/site", "target/release/site", "bin/clean"}; !reflect.DeepEqual(places, want) {
		t.Errorf("places %v", places)
	}
	if !strings.HasPrefix(r.Runtime.Environment["PATH"], "/app/bin:") {
		t.Errorf("PATH %q", r.Runtime.Environment["PATH"])
	}
}

func TestLeptosBringsItsSite(t *testing.T) {
	_, r := languagetest.Project(t, &Language, map[string]string{
		"Cargo.toml": "[package]\nname = \"app\"\n\n[dependencies]\nleptos = \"0.7\"\nleptos_axum = { version = \"0.7\", optional = true }\n\n[package.metadata.leptos]\nsite-root = \"target/site\"\n",
		"Cargo.lock": "version = 4\n", "src/main.rs": "fn main() {}\n",
	}, ".", "")
	if want := []string{newerThan("target") + "cargo leptos build --release && mkdir -p /out && cp target/release/app /out/ && cp -r target/site /out/site"}; !reflect.DeepEqual(r.Build.BuildCommands, want) {
		t.Errorf("commands %v", r.Build.BuildCommands)
	}
	if r.Runtime.Environment["LEPTOS_SITE_ROOT"] != "site" || !slices.Contains(r.Runtime.Copy, universalbuild.Copy{From: "/out/site", To: "site"}) {
		t.Errorf("runtime %+v", r.Runtime)
	}
}

func TestWithoutManifest(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{"src/main.rs": "fn main() {}\n"}, "src", "")
	if p.Claim.System != "rustc" || p.Claim.Confidence >= 0.5 || len(p.Claim.Warnings) != 1 {
		t.Errorf("claim %+v", p.Claim)
	}
	if len(r.Build.BuildCommands) != 1 || !strings.Contains(r.Build.BuildCommands[0], "rustc") {
		t.Errorf("build %v", r.Build.BuildCommands)
	}
}

func TestPatterns(t *testing.T) {
	for text, want := range map[string]string{
		`.bind(("0.0.0.0", 8080))?`:                                      "8080",
		`TcpListener::bind("0.0.0.0:3001").await`:                        "3001",
		`let addr = SocketAddr::from(([0, 0, 0, 0], 3002));`:             "3002",
		`let port = env::var("PORT").unwrap_or_else(|_| "3003".into());`: "3003",
		`let addr = "0.0.0.0:3004".parse().unwrap();`:                    "3004",
		`const PORT: u16 = 3005;`:                                        "3005",
		"#[arg(long, default_value_t = 3006)]\n    port: u16,":           "3006",
		`SocketAddr::new(IpAddr::V4(Ipv4Addr::new(0, 0, 0, 0)), 3007)`:   "3007",
		`let url = "redis://127.0.0.1:6379";`:                            "",
	} {
		if got := languagetest.FirstGroup(Language.PortUses, text); got != want {
			t.Errorf("port of %s: %q", text, got)
		}
	}
	for text, want := range map[string]string{
		`.route("/health", get(health))`:        "/health",
		`.route("/healthz", web::get().to(ok))`: "/healthz",
		`#[get("/up")]`:                         "/up",
		`if line.starts_with("GET /livez ") {`:  "/livez",
		`(&Method::GET, "/ready") => ok(),`:     "/ready",
	} {
		if got := languagetest.FirstGroup(Language.Routes, text); got != want {
			t.Errorf("route of %s: %q", text, got)
		}
	}
	if got := languagetest.FirstGroup(Language.EnvReads, `std::env::var("DATABASE_URL")`); got != "DATABASE_URL" {
		t.Errorf("variable %q", got)
	}
}

func TestLinkerOfTheConfiguration(t *testing.T) {
	_, r := languagetest.Project(t, &Language, map[string]string{
		"Cargo.toml": "[package]\nname = \"x\"\n", "src/main.rs": "fn main() {}\n",
		".cargo/config.toml": "[target.x86_64-unknown-linux-gnu]\nlinker = \"/usr/bin/clang\"\nrustflags = [\"-C\", \"link-arg=-fuse-ld=mold\"]\n",
	}, ".", "")
	if !slices.Equal(r.Build.SystemPackages, []string{"clang", "mold"}) {
		t.Errorf("packages %v", r.Build.SystemPackages)
	}
}
