package extract

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

const (
	// dataFile is a text that names a database's file: SQLite's, H2's, bolt's, by
	// itself or in an address (group 1 its slashes, group 2 the path).
	dataFile language.Pattern = `(?i)["'\x60](?:(?:jdbc:)?sqlite3?(?:\+\w+)?:(/{0,4})|file:(?://)?|(?:data source|filename)=)?((?:\./|/)?[\w-][\w.-]*(?:/[\w.-]+)+\.(?:db|sqlite3?|db3|bolt))(?:[?;][^"'\x60\s]*)?["'\x60]`
	// joinedFile is one whose path is joined of its parts: group 1 the folder it
	// begins in, group 2 the parts, quoted.
	joinedFile language.Pattern = `\b(?:path|filepath|os\.path)\.(?:join|Join|resolve)\(\s*(?:(__dirname|process\.cwd\(\))\s*,\s*)?((?:["'][\w.-]+["']\s*,\s*)+["'][\w.-]+\.(?:db|sqlite3?|db3|bolt)["'])\s*,?\s*\)`
)

// maxDataFolders is how many of them a program may have.
const maxDataFolders = 4

// DataFolders lists the folders in which the program keeps a database's file, where
// its sources say the path: absolute, or relative to the folder that it starts in.
// SQLite makes the file and no folder (sqlite.org/c3ref/open.html).
func (f *Facts) DataFolders() (out []finding.Finding[string]) {
	seen := map[string]bool{}
	add := func(h source.Hit, file string) {
		dir := path.Dir(path.Clean(file))
		if name := path.Base(file); strings.HasPrefix(name, "vnd.") || strings.HasPrefix(name, "x-") {
			return // a media type: application/vnd.sqlite3 (RFC 6838)
		}
		if seen[dir] || dir == "." || language.Outside(dir) || source.Aside(h.Name) || statement.IsTest(h.Text) || strings.Contains(strings.ToLower(h.Name), "test") || len(out) == maxDataFolders {
			return
		}
		seen[dir] = true
		out = append(out, finding.Of(dir, finding.Likely, f.Sources.Evidence("source.data", h)))
	}
	for _, h := range f.Sources.Ask(source.Question{Patterns: source.These(dataFile), Anchors: []string{".db", ".sqlite", ".bolt"}}) {
		file := h.Groups[2]
		if slashes := h.Groups[1]; len(slashes) == 4 || len(slashes) == 3 && path.Ext(h.Name) != ".py" {
			file = "/" + file // of SQLAlchemy's addresses the third slash ends the empty host
		}
		add(h, file)
	}
	for _, h := range f.Sources.Ask(source.Question{Patterns: source.These(joinedFile), Anchors: []string{".db", ".sqlite", ".bolt"}}) {
		parts := []string{}
		if h.Groups[1] == "__dirname" {
			parts = append(parts, path.Dir(h.Name))
		}
		for _, quoted := range strings.Split(h.Groups[2], ",") {
			parts = append(parts, strings.Trim(strings.TrimSpace(quoted), `"'`))
		}
		add(h, path.Join(parts...))
	}
	return out
}
