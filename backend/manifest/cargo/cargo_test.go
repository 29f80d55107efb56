package cargo

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseCargo(t *testing.T) {
	c, err := Parse(`
[package]
name = "api"
edition = "2021"
rust-version.workspace = true
default-run = "serve"

[[bin]]
name = "serve"
path = "src/serve.rs"

[dependencies]
axum = "0.7"
shared = { path = "../shared" }
db = { package = "sqlx", version = "0.8", features = ["postgres"], optional = true }
serde.workspace = true

[target.'cfg(unix)'.dependencies]
nix = "0.29"

[dev-dependencies]
criterion = "0.5"

[workspace]
members = ["crates/*"]
exclude = ["crates/old"]
package = { rust-version = "1.80" }
`)
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "api" || c.RustVersion != "" || c.DefaultRun != "serve" || !c.Autobins || c.Inherited.RustVersion != "1.80" {
		t.Errorf("%+v", c)
	}
	if !reflect.DeepEqual(c.Bins, []Bin{{"serve", "src/serve.rs"}}) || !reflect.DeepEqual(c.Members, []string{"crates/*"}) {
		t.Errorf("bins %v, members %v", c.Bins, c.Members)
	}
	var names []string
	for _, d := range c.Dependencies {
		names = append(names, d.Name)
	}
	if want := []string{"axum", "criterion", "nix", "serde", "shared", "sqlx"}; !reflect.DeepEqual(names, want) {
		t.Errorf("dependencies %v", names)
	}
}

func TestParseCargoToleratesOddTypes(t *testing.T) {
	for _, content := range []string{
		"package = 3\n", "[package]\nname = 1\nautobins = \"x\"\n", "dependencies = []\n", "[dependencies]\na = 1\nb = []\n",
		"bin = 1\n", "[workspace]\nmembers = 3\n", "[target]\nx = 1\n", "[lib]\ncrate-type = \"cdylib\"\n",
	} {
		if _, err := Parse(content); err != nil {
			t.Errorf("%q: %v", content, err)
		}
	}
	if _, err := Parse("[package\n"); err == nil {
		t.Error("a broken file is read without an error")
	}
}

func TestParseRustToolchain(t *testing.T) {
	for content, want := range map[string]string{
		"nightly-2024-08-12\n":                  "nightly-2024-08-12",
		"[toolchain]\nchannel = \"1.79\"\n":     "1.79",
		"[toolchain]\npath = \"/opt/rust\"\n":   "",
		"[toolchain]\nchannel = [\"stable\"]\n": "",
	} {
		if got, err := ParseToolchain(content); err != nil || got != want {
			t.Errorf("%q: %q, %v", content, got, err)
		}
	}
}

func TestParseCargoLock(t *testing.T) {
	lock, err := ParseLock("version = 4\n\n[[package]]\nname = \"ring\"\nversion = \"0.17.8\"\n")
	if err != nil || lock.Format != 4 || lock.Packages["ring"] != "0.17.8" {
		t.Errorf("%+v, %v", lock, err)
	}
}

func FuzzCargo(f *testing.F) {
	f.Add("[package]\nname = \"a\"\n[[bin]]\n[dependencies]\nb = {path = 1}\n")
	f.Add("[[package]]\nname = \"ring\"\nversion = 1\n")
	f.Fuzz(func(t *testing.T, content string) {
		_, _ = Parse(content)
		_, _ = ParseLock(content)
		_, _ = ParseToolchain(content)
	})
}

func TestLinkers(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"[target.x86_64-unknown-linux-gnu]\nrustflags = [\"-C\", \"linker=clang\", \"-C\", \"link-arg=-fuse-ld=lld\"]\n[target.x86_64-pc-windows-msvc]\nlinker = \"rust-lld\"\n": "clang lld",
		"[target.'cfg(target_os = \"linux\")']\nlinker = \"clang\"\nrustflags = \"-Clink-arg=-fuse-ld=/usr/bin/mold\"\n":                                                         "clang /usr/bin/mold",
		"[build]\nrustflags = [\"-C\", \"target-cpu=native\"]\n":                                                                                                                 "",
		"[target.'cfg(not(target_os = \"linux\"))']\nlinker = \"clang\"\n[target.aarch64-apple-darwin]\nlinker = \"x\"\n":                                                        "",
	} {
		config, err := ParseConfig(content)
		if got := strings.Join(config.Linkers, " "); err != nil || got != want {
			t.Errorf("%q, %v, want %q of\n%s", got, err, want, content)
		}
	}
}
