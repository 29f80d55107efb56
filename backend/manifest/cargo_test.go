package manifest

import (
	"reflect"
	"testing"
)

func TestParseCargo(t *testing.T) {
	c, err := ParseCargo(`
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
	if !reflect.DeepEqual(c.Bins, []CargoBin{{"serve", "src/serve.rs"}}) || !reflect.DeepEqual(c.Members, []string{"crates/*"}) {
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
		if _, err := ParseCargo(content); err != nil {
			t.Errorf("%q: %v", content, err)
		}
	}
	if _, err := ParseCargo("[package\n"); err == nil {
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
		if got, err := ParseRustToolchain(content); err != nil || got != want {
			t.Errorf("%q: %q, %v", content, got, err)
		}
	}
}

func TestParseCargoLock(t *testing.T) {
	lock, err := ParseCargoLock("version = 4\n\n[[package]]\nname = \"ring\"\nversion = \"0.17.8\"\n")
	if err != nil || lock.Format != 4 || lock.Packages["ring"] != "0.17.8" {
		t.Errorf("%+v, %v", lock, err)
	}
}

func TestParseGoModAndWork(t *testing.T) {
	mod, err := ParseGoMod("module example.com/a\n\ngo 1.24.1\n\ntoolchain go1.25.0\n\nrequire (\n\tb.c/d v1.0.0\n\te.f/g v2.0.0+incompatible // indirect\n)\n\nreplace b.c/d => ../d\n")
	if err != nil || mod.Module != "example.com/a" || mod.Go != "1.24.1" || mod.GoLine != 3 || mod.Toolchain != "1.25.0" {
		t.Errorf("%+v, %v", mod, err)
	}
	if len(mod.Requires) != 2 || !mod.Requires[1].Indirect || len(mod.Replaces) != 1 || mod.Replaces[0].Folder != "../d" {
		t.Errorf("%+v", mod)
	}
	if mod, err := ParseGoMod("module x\n\ngo 1.19.x\n\nnonsense y\n"); err != nil || mod.Module != "x" {
		t.Errorf("odd lines: %+v, %v", mod, err)
	}
	work, err := ParseGoWork("go 1.22\n\nuse (\n\t./a\n\t./b\n)\n")
	if err != nil || len(work.Uses) != 2 || work.Go != "1.22" {
		t.Errorf("%+v, %v", work, err)
	}
}

func TestParseGoFile(t *testing.T) {
	file, _ := ParseGoFile("//go:build !linux\n\npackage main\n\nimport (\n\t\"C\"\n\tx \"a.b/c\"\n)\n\nfunc main() {")
	if file.Package != "main" || !file.Excluded || !reflect.DeepEqual(file.Imports, []string{"C", "a.b/c"}) {
		t.Errorf("%+v", file)
	}
	if file, _ := ParseGoFile("\x00\xff not go"); file.Package != "" {
		t.Errorf("%+v", file)
	}
}
