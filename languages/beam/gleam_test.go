package beam

import (
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

func TestGleamRoles(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		role   language.Role
		kind   universalbuild.Kind
	}{
		"server":  {"pub fn main() {\n  handler |> mist.new |> mist.port(3000) |> mist.start_http\n}\n", language.Service, universalbuild.Web},
		"worker":  {"pub fn main() {\n  process.sleep_forever()\n}\n", language.Service, universalbuild.Worker},
		"command": {"pub fn main() {\n  io.println(\"x\")\n}\n", language.Program, ""},
		"library": {"pub fn add(a, b) { a + b }\n", language.Library, ""},
	} {
		t.Run(name, func(t *testing.T) {
			claim, _ := Gleam.Claim(languagetest.Reader(t, files{"gleam.toml": "name = \"shop\"\n", "src/shop.gleam": c.source}).Folder("."))
			if claim.Role != c.role || claim.Kind != c.kind {
				t.Errorf("role %d, kind %q", claim.Role, claim.Kind)
			}
		})
	}
}

func TestGleamCompiler(t *testing.T) {
	for constraint, want := range map[string]string{"": gleamDefault, ">= 1.4.0": gleamDefault, "1.13.0": "1.13.0", ">= 2.1.0": "2.1.0"} {
		_, r := languagetest.Service(t, &Gleam, files{"gleam.toml": "name = \"shop\"\ngleam = \"" + constraint + "\"\n", "src/shop.gleam": "pub fn main() {}\n"})
		if got := r.Build.Tools[0].Image; got != "ghcr.io/gleam-lang/gleam:v"+want+"-scratch" {
			t.Errorf("%q: %s", constraint, got)
		}
	}
	_, r := languagetest.Service(t, &Gleam, files{"gleam.toml": "name = \"shop\"\ntarget = \"javascript\"\n", "src/shop.gleam": "pub fn main() {}\n"})
	if r.Runtime.BaseImage != "node:22-bookworm-slim" {
		t.Errorf("JavaScript runs on %s", r.Runtime.BaseImage)
	}
}
