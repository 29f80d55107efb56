package extract

import (
	"path"
	"strings"

	"aipack/backend/detect/deployment"
	"aipack/backend/language"
)

// dotenvSafe is the package that stops a program unless each name of an example
// is set, to more than nothing if not said otherwise.
// https://github.com/rolodato/dotenv-safe
const (
	dotenvSafe    language.Pattern = `(?:\brequire\(\s*|\bfrom\s+|\bimport\s+)["']dotenv-safe(?:/config)?["']`
	safeExample   language.Pattern = `\bexample\s*:[^\n]*?["']([^"'\n]+)["']\s*\)?\s*[,}\n]`
	allowsNothing language.Pattern = `\ballowEmptyValues\s*:\s*true\b`
)

// envSafe marks what such an example names.
func (f *Facts) envSafe(e *envTable) {
	for _, h := range f.Sources.Grep(dotenvSafe) {
		if f.Sources.aside(h.Name) {
			continue
		}
		text := f.Sources.file(h.Name).Text()
		example := ".env.example"
		if m := safeExample.Regexp().FindStringSubmatch(text); m != nil {
			example = path.Base(m[1])
		}
		d, ok := deployment.Dotenv(f.Project.Folder, example)
		if !ok {
			continue
		}
		for _, entry := range d.Entries {
			if entry.Off || allowsNothing.Matches(text) && strings.TrimSpace(entry.Value) == "" {
				continue
			}
			if v := e.entry(entry.Name, configurationConfidence, f.Project.Evidence("env.safe", example, entry.Line, entry.Name+"=")); v != nil {
				v.inCode, v.listed = true, true
			}
		}
		return
	}
}
