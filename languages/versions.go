package languages

import (
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest"
)

// toolFiles are where mise and asdf look in one folder, strongest first
// (mise's configuration documentation).
var toolFiles = []string{"mise.toml", ".mise.toml", "mise/config.toml", ".mise/config.toml", ".config/mise.toml", ".config/mise/config.toml", ".tool-versions"}

// toolVersion finds the version that mise or asdf would install for one of the
// names, in the project's folder or the nearest one above it.
func toolVersion(f *language.Folder, names ...string) finding.Finding[string] {
	for _, dir := range upward(f) {
		for _, file := range toolFiles {
			if !dir.Has(file) {
				continue
			}
			parse, rule := manifest.ParseMise, "versions.mise"
			if file == ".tool-versions" {
				parse, rule = manifest.ParseToolVersions, "versions.asdf"
			}
			tools, _ := language.Parse(dir, file, parse)
			for _, name := range names {
				for _, t := range tools {
					if t.Tool == name && t.Version != "system" {
						return finding.Of(t.Version, finding.Certain, dir.Evidence(rule, file, t.Line, t.Tool+" "+t.Version))
					}
				}
			}
		}
	}
	return finding.Finding[string]{}
}

// fileVersion reads a version file such as .ruby-version: the first line that
// is neither empty nor a comment, in the folder or the nearest one above it.
func fileVersion(f *language.Folder, rule string, names ...string) finding.Finding[string] {
	for _, dir := range upward(f) {
		for _, name := range names {
			content, ok := dir.Text(name)
			if !ok {
				continue
			}
			for i, line := range strings.Split(content, "\n") {
				line, _, _ = strings.Cut(line, "#")
				if line = strings.TrimSpace(line); line != "" && printable(line) {
					return finding.Of(line, finding.Certain, dir.Evidence(rule, name, i+1, line))
				}
			}
		}
	}
	return finding.Finding[string]{}
}

// upward lists a folder and those above it, up to the repository's root.
func upward(f *language.Folder) []*language.Folder {
	dirs := []*language.Folder{f}
	for !f.IsRoot() {
		f = f.Sub("..")
		dirs = append(dirs, f)
	}
	return dirs
}

// printable keeps binary files from being taken for a version.
func printable(s string) bool {
	if len(s) > 64 {
		return false
	}
	for _, c := range s {
		if c < ' ' || c == '\uFFFD' {
			return false
		}
	}
	return true
}
