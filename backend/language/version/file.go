package version

import (
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// File reads a version from a file of one line.
func File(f *language.Folder, rule, name string) finding.Finding[string] {
	text, ok := f.Text(name)
	if v := strings.TrimSpace(text); ok && v != "" && !strings.Contains(v, "\n") {
		return finding.Of(v, finding.Certain, f.AtLine(rule, name, 1))
	}
	return finding.Finding[string]{}
}

// OneLine reads a file that holds one version and nothing else.
func OneLine(f *language.Folder, rule, file string) finding.Finding[string] {
	content, _ := f.Text(file)
	version := strings.TrimSpace(content)
	if version == "" || len(version) > 40 || strings.ContainsAny(version, "\n ") {
		return finding.Finding[string]{}
	}
	return finding.Of(version, finding.Certain, f.At(rule, file, version))
}
