package rust

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestBrokenCrates: a crate that the compiler refuses is taken to a release that it takes.
func TestBrokenCrates(t *testing.T) {
	t.Parallel()
	const socket2 = "[[package]]\nname = \"socket2\"\nversion = \"V\"\nsource = \"registry+https://github.com/rust-lang/crates.io-index\"\n"
	for name, c := range map[string]struct{ lock, toolchain, want string }{
		"refused":        {strings.Replace(socket2, "V", "0.3.12", 1), "", "cargo update --package socket2@0.3.12 --precise 0.3.19 && "},
		"taken":          {strings.Replace(socket2, "V", "0.3.16", 1), "", ""},
		"another line":   {strings.Replace(socket2, "V", "0.4.1", 1), "", ""},
		"both":           {strings.Replace(socket2, "V", "0.3.12", 1) + strings.Replace(socket2, "V", "0.4.1", 1), "", "cargo update --package socket2@0.3.12 --precise 0.3.19 && "},
		"an older pin":   {strings.Replace(socket2, "V", "0.3.12", 1), "1.60.0", ""},
		"three of them":  {strings.Replace(socket2, "V", "0.3.12", 1) + strings.NewReplacer("socket2", "net2", "V", "0.2.33").Replace(socket2) + strings.NewReplacer("socket2", "mio", "V", "0.6.21").Replace(socket2), "", "cargo update --package net2@0.2.33 --precise 0.2.39 && cargo update --package mio@0.6.21 --precise 0.6.23 && cargo update --package socket2@0.3.12 --precise 0.3.19 && "},
		"no such crates": {"[[package]]\nname = \"shop\"\nversion = \"0.3.1\"\n", "", ""},
	} {
		files := map[string]string{"Cargo.toml": "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2018\"\n", "Cargo.lock": c.lock, "src/main.rs": "fn main() {}\n"}
		if c.toolchain != "" {
			files["rust-toolchain"] = c.toolchain
		}
		_, r := languagetest.Project(t, &Language, files, ".", "")
		_, after, _ := strings.Cut(strings.Join(r.Build.BuildCommands, "\n"), "touch {} + && ")
		got, _, _ := strings.Cut(after, "cargo build")
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
