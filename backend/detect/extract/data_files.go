package extract

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// dataFile is a text that names a database's file by its whole path: SQLite's, H2's,
// bolt's.
const dataFile language.Pattern = `["'\x60](?:sqlite:///)?(/[\w-][\w.-]*(?:/[\w.-]+)+\.(?:db|sqlite3?|db3|bolt))["'\x60]`

// maxDataFolders is how many of them a program may have.
const maxDataFolders = 4

// DataFolders lists the folders in which the program keeps a database's file, where
// its sources say the whole path.
func (f *Facts) DataFolders() (out []finding.Finding[string]) {
	asked := source.Question{Patterns: source.These(dataFile), Anchors: []string{".db", ".sqlite", ".bolt"}}
	seen := map[string]bool{}
	for _, h := range f.Sources.Ask(asked) {
		dir := path.Dir(path.Clean(h.Groups[1]))
		if seen[dir] || isAside(h.Name) || isTest(h.Text) || strings.Contains(strings.ToLower(h.Name), "test") || len(out) == maxDataFolders {
			continue
		}
		seen[dir] = true
		out = append(out, finding.Of(dir, finding.Likely, f.Sources.Evidence("source.data", h)))
	}
	return out
}
