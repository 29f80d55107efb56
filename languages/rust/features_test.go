package rust

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/dockerfile"
)

func TestFeatures(t *testing.T) {
	const cargo = "[package]\nname = \"vault\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[features]\ndefault = []\nsqlite = []\npostgresql = []\n[dependencies]\nmetrics = { version = \"1\", optional = true }\n"
	for name, c := range map[string]struct{ lines, want string }{
		"none":                 {"RUN cargo build --release", ""},
		"an argument":          {"ARG DB=sqlite,postgresql\nRUN cargo build --features ${DB} --release", " --features postgresql,sqlite"},
		"a compiler's wrapper": {"RUN . /env && if xx-info is-cross; then export A=b; fi && xx-cargo build --features sqlite", " --features sqlite"},
		"an optional crate":    {"RUN cargo install --path . -F metrics", " --features metrics"},
		"another crate":        {"RUN cargo install some_cli --no-default-features --features sqlite\nRUN cargo build --release", ""},
		"without the others":   {"RUN cargo build --no-default-features --features=sqlite", " --no-default-features --features sqlite"},
		"all":                  {"RUN cargo build --all-features", " --all-features"},
		"unknown ones":         {"RUN cargo build --features 'magic $X'", ""},
		"a choice":             {"RUN if [ $M = all ]; then cargo build --all-features; else cargo build; fi", ""},
		"the default ones":     {"RUN cargo build --features default", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Project(t, &Language, map[string]string{"Cargo.toml": cargo, "src/main.rs": "fn main() {}\n", "Cargo.lock": "version = 4\n"}, ".", "")
			d, _ := dockerfile.Parse("FROM rust:1.90\n" + c.lines + "\n")
			p.Built = language.Built{Path: "Dockerfile", Stages: d.Stages}
			want := newerThan("target") + "cargo build --release --locked" + c.want + " && mkdir"
			if got := Language.Recipe(p).Build.BuildCommands[0]; !strings.HasPrefix(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
