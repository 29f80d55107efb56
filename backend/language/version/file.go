package version

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// File reads a file that holds one version and nothing else.
func File(f *language.Folder, rule, file string) finding.Finding[string] {
	content, _ := f.Text(file)
	version := strings.TrimSpace(content)
	if version == "" || len(version) > 40 || strings.ContainsAny(version, "\n ") {
		return finding.Finding[string]{}
	}
	return finding.Of(version, finding.Certain, f.At(rule, file, version))
}
