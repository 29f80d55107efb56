package rust

import (
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/cargo"
)

// versionOf follows rustup and Cargo: the toolchain file decides what is
// run, rust-version is the least that works.
// https://doc.rust-lang.org/cargo/reference/rust-version.html
func versionOf(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{toolchain(p.Folder), version.Tool(p.Folder, "rust")}
	for _, file := range []string{".rust-version", "rust-version.txt"} {
		content, _ := p.Text(file)
		if v := strings.TrimSpace(content); v != "" && len(v) < 40 && !strings.Contains(v, "\n") {
			candidates = append(candidates, finding.Of(v, finding.Certain, p.Evidence("rust.version_file", file, 1, v)))
		}
	}
	makers, from := makersVersion(p)
	least := func(v string, why ...finding.Evidence) {
		if version.MinorOfOne(makers) > version.MinorOfOne(v) {
			v, why = makers, append(why, from)
		}
		value, more := newestFrom(p, v)
		candidates = append(candidates, finding.Of(value, finding.Certain, append(why, more...)...))
	}
	crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
	if crate.RustVersion != "" {
		least(crate.RustVersion, p.At("rust.rust_version", "Cargo.toml", "rust-version"))
	} else if root, shared := rootOf(p.Folder); shared.Inherited.RustVersion != "" {
		least(shared.Inherited.RustVersion, root.At("rust.rust_version", "Cargo.toml", "rust-version"))
	} else if why, old := lockedTime(p.Folder); old && makers == "" {
		candidates = append(candidates, finding.Of(beforeTime, finding.Likely, why))
	}
	return finding.First(strings.Clone, candidates...)
}

// makersVersion is that of the image on which the project's own container file builds.
func makersVersion(p *language.Project) (string, finding.Evidence) {
	for _, image := range p.Built.Images() {
		if v := version.Image("rust")(p, image); version.MinorOfOne(v) > 0 {
			return v, p.Built.At(p.Reader(), "dockerfile.from", image.Line, "")
		}
	}
	return "", finding.Evidence{}
}

// imageVersion is the version of the image that a container file builds on: its
// makers' compiler, and like rust-version the least that is known to work.
func imageVersion(p *language.Project, image language.Image) string {
	v := version.Image("rust")(p, image)
	if version.MinorOfOne(v) == 0 {
		return ""
	}
	newest, _ := newestFrom(p, v)
	return newest
}

// newestFrom is the newest stable release for a program that an older one compiles:
// Rust promises that every later one does too (https://blog.rust-lang.org/2014/10/30/Stability/),
// and what builds for a project's own image and not for the next one is what says
// itself that it does not hold to that.
func newestFrom(p *language.Project, v string) (string, []finding.Evidence) {
	newest := p.Language.DefaultVersion
	if minor := version.MinorOfOne(v); minor == 0 || minor >= version.MinorOfOne(newest) {
		return v, nil
	}
	if why, old := lockedTime(p.Folder); old {
		if version.MinorOfOne(v) < version.MinorOfOne(beforeTime) {
			return beforeTime, []finding.Evidence{why}
		}
		return v, []finding.Evidence{why}
	}
	if config, _ := configOf(workspaceRoot(p.Folder)); config.Flagged {
		if why := deniesWarnings(p); why.Rule != "" {
			return v, []finding.Evidence{why}
		}
	}
	return newest, nil
}

// beforeTime is the last release that compiles the crate time before 0.3.35: 1.80
// made one of its type annotations ambiguous, the one break of the promise that many
// lock files still hold (https://github.com/rust-lang/rust/issues/127343).
const beforeTime = "1.79"

// lockedTime reports whether the lock file holds such a version.
func lockedTime(f *language.Folder) (finding.Evidence, bool) {
	root, _ := rootOf(f)
	lock, _ := language.Parse(root, "Cargo.lock", cargo.ParseLock)
	patch, ok := strings.CutPrefix(lock.Packages["time"], "0.3.")
	if n, err := strconv.Atoi(patch); !ok || err != nil || n >= 35 {
		return finding.Evidence{}, false
	}
	return root.At("rust.breaking_release", "Cargo.lock", `name = "time"`), true
}

// warnsAsErrors makes errors of a compiler's warnings, of which each release has new
// ones. Those of other crates are never shown
// (https://doc.rust-lang.org/rustc/lints/levels.html#capping-lints).
const warnsAsErrors = language.Pattern(`(?m)^\s*#!\[\s*(?:deny|forbid)\(\s*(?:[\w:]+\s*,\s*)*warnings\b`)

// showWarnings lets warnings be shown and no more. Cargo puts these flags beside those
// of the table [build], and uses neither where the target has its own
// (https://doc.rust-lang.org/cargo/reference/config.html#buildrustflags).
func showWarnings(p *language.Project, r *language.Recipe) {
	why := deniesWarnings(p)
	if config, _ := configOf(workspaceRoot(p.Folder)); why.Rule == "" || config.Flagged || toolchain(p.Folder).Found() {
		return
	}
	r.Build.Environment["CARGO_BUILD_RUSTFLAGS"] = "--cap-lints=warn"
	r.Why = append(r.Why, language.Reason{Field: "/build/environment", Confidence: finding.Likely, Evidence: why})
}

func workspaceRoot(f *language.Folder) *language.Folder {
	root, _ := rootOf(f)
	return root
}

// deniesWarnings finds it in the crate that is built and in the local ones beside it.
func deniesWarnings(p *language.Project) finding.Evidence {
	for _, at := range crates(p.Folder) {
		crate, _ := language.Parse(at, "Cargo.toml", cargo.Parse)
		files := []string{"src/lib.rs"}
		for _, b := range binsOf(at, crate) {
			files = append(files, b.file)
		}
		for _, file := range files {
			text, _ := at.Text(file)
			if why := at.AtCode("rust.warnings_denied", file, text, warnsAsErrors); why.Rule != "" {
				return why
			}
		}
	}
	return finding.Evidence{}
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
