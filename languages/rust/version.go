package rust

import (
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/cargo"
)

// versionOf follows rustup and Cargo: the toolchain file decides what is
// run, rust-version is the least that works.
func versionOf(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{toolchain(p.Folder), version.Tool(p.Folder, "rust")}
	crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
	if crate.RustVersion != "" {
		candidates = append(candidates, finding.Of(crate.RustVersion, finding.Certain, p.At("rust.rust_version", "Cargo.toml", "rust-version")))
	} else if root, shared := rootOf(p.Folder); shared.Inherited.RustVersion != "" {
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

// toolchain reads the toolchain file of the folder or the nearest above,
// as rustup does. The channel "stable" says no version.
func toolchain(f *language.Folder) finding.Finding[string] {
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
