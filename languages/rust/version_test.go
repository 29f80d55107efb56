package rust

import (
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/dockerfile"
)

// A version that Cargo.toml or a container file names is the least that works; a
// toolchain file says exactly which one.
func TestNewestThatCompiles(t *testing.T) {
	const (
		plain  = "[package]\nname = \"x\"\nedition = \"2021\"\n"
		before = "version = 4\n[[package]]\nname = \"time\"\nversion = \"0.3.34\"\n"
		after  = "version = 4\n[[package]]\nname = \"time\"\nversion = \"0.3.36\"\n"
	)
	for name, c := range map[string]struct {
		manifest, lock, main, built, file, image, flags string
	}{
		"none":                       {plain, "", "", "", "", "rust:1.95-bookworm", ""},
		"a minimum":                  {plain + "rust-version = \"1.74\"\n", "", "", "", "", "rust:1.95-bookworm", ""},
		"a minimum above ours":       {plain + "rust-version = \"1.97\"\n", "", "", "", "", "rust:1.97-bookworm", ""},
		"the makers' image":          {plain, "", "", "rust:1.74-slim", "", "rust:1.95-bookworm", ""},
		"the makers' image is newer": {plain, "", "", "rust:1.97.1", "", "rust:1.97-bookworm", ""},
		"both, the image is newer":   {plain + "rust-version = \"1.74\"\n", "", "", "rust:1.97.1", "", "rust:1.97-bookworm", ""},
		"pinned":                     {plain + "rust-version = \"1.74\"\n", "", "", "rust:1.90", "1.76.0\n", "rust:1.76-bookworm", ""},
		"warnings are errors":        {plain, "", "#![deny(warnings)]\n", "rust:1.74", "", "rust:1.95-bookworm", "--cap-lints=warn"},
		"in a list":                  {plain, "", "#![forbid(unsafe_code, warnings)]\n", "", "", "rust:1.95-bookworm", "--cap-lints=warn"},
		"another lint":               {plain, "", "#![deny(unsafe_code)] // no warnings\n", "rust:1.74", "", "rust:1.95-bookworm", ""},
		"time before the break":      {plain, before, "", "", "", "rust:1.79-bookworm", ""},
		"and the makers' image":      {plain, before, "", "rust:1.75", "", "rust:1.79-bookworm", ""},
		"made after the break":       {plain, before, "", "rust:1.85", "", "rust:1.85-bookworm", ""},
		"time after the break":       {plain, after, "", "rust:1.75", "", "rust:1.95-bookworm", ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"Cargo.toml": c.manifest, "src/main.rs": c.main + "fn main() {}\n"}
			if c.lock != "" {
				files["Cargo.lock"] = c.lock
			}
			if c.file != "" {
				files["rust-toolchain"] = c.file
			}
			p, _ := languagetest.Project(t, &Language, files, ".", "")
			if c.built != "" {
				d, _ := dockerfile.Parse("FROM " + c.built + "\nRUN cargo build --release\n")
				p.Built = language.Built{Path: "Dockerfile", Stages: d.Stages}
			}
			p.Version = versionOf(p)
			for _, image := range p.Built.Images() {
				if v := imageVersion(p, image); v != "" && !p.Version.Found() {
					p.Version.Value = v
				}
			}
			if p.Version.Value == "" {
				p.Version.Value = Language.DefaultVersion
			}
			if got := Language.Recipe(p).Build.Environment["CARGO_BUILD_RUSTFLAGS"]; got != c.flags {
				t.Errorf("flags %q", got)
			}
			if got, _ := imageOf(p); got != c.image {
				t.Errorf("%s (version %q), want %s", got, p.Version.Value, c.image)
			}
		})
	}
}

// Flags of a target take the place of those that a variable adds: there the makers'
// compiler is kept, whose warnings they know.
func TestTargetsOwnFlags(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"Cargo.toml": "[package]\nname = \"x\"\nrust-version = \"1.88\"\n", "src/main.rs": "#![deny(warnings)]\nfn main() {}\n",
		".cargo/config.toml": "[target.x86_64-unknown-linux-gnu]\nrustflags = [\"-C\", \"target-cpu=x86-64-v2\"]\n",
	}, ".", "")
	if r.Build.BaseImage != "rust:1.88-bookworm" || r.Build.Environment["CARGO_BUILD_RUSTFLAGS"] != "" {
		t.Errorf("version %q, build %+v", p.Version.Value, r.Build)
	}
}
