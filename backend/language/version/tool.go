package version

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/mise"
)

// Tool finds what .tool-versions (asdf) or mise.toml asks for, under
// any of the tool's names. The folder's own files count before those of the
// folders above it, as both tools look upwards.
func Tool(f *language.Folder, names ...string) finding.Finding[string] {
	for at := f; ; at = at.Sub("..") {
		if v := toolIn(at, names); v.Found() || at.IsRoot() {
			return v
		}
	}
}

func toolIn(f *language.Folder, names []string) finding.Finding[string] {
	files := []struct {
		name  string
		parse func(string) (mise.Versions, error)
	}{
		{"mise.toml", mise.Parse},
		{".mise.toml", mise.Parse},
		{"mise/config.toml", mise.Parse},
		{".config/mise.toml", mise.Parse},
		{".tool-versions", mise.ParseToolVersions},
	}
	for _, file := range files {
		tools, ok := language.Parse(f, file.name, file.parse)
		if !ok {
			continue
		}
		for _, n := range names {
			if v := strings.TrimSpace(tools[n]); v != "" && v != "system" {
				return finding.Of(v, finding.Certain, f.At("tool_versions", file.name, n))
			}
		}
	}
	return finding.Finding[string]{}
}

// Pinned is what mise or asdf pins, where it is a version: "latest" and
// "lts" say nothing that holds.
func Pinned(f *language.Folder, names ...string) finding.Finding[string] {
	v := Tool(f, names...)
	if _, _, ok := ParseNumber(v.Value); !ok {
		return finding.Finding[string]{}
	}
	return v
}
