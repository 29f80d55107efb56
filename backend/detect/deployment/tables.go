package deployment

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// tableFolders are where a repository keeps the SQL that a person runs once, from
// its root. What lies among sources and migrations is run by something.
var tableFolders = []string{
	"sql", "db", "database", "db/sql", "doc/sql", "docs/sql", "doc/db", "docs/db", "document/sql",
	"doc", "docs", "script/sql", "scripts/sql", "script/db", "scripts/db", ".",
}

// Words in the names of files that change what is there, or are for another
// occasion.
var otherOccasions = language.Words("update upgrade migrate migration patch alter change drop rollback undo clean test tests demo delta incremental")

// The bounds of what is read.
const (
	maxTables    = 6
	maxTableText = 1 << 20
)

// Tables finds the SQL of the repository that makes a data service's tables, for
// a program that leaves that to a person. Two files that make the same table are
// for different occasions, and which is for this one nobody knows.
func (f *Files) Tables(id string, by finding.Evidence) finding.Finding[universalbuild.DataSetup] {
	b, _ := backing.Of(id)
	root := f.Project.Reader().Folder(".")
	if b.Initial == "" || b.Scheme != "mysql" && b.Scheme != "postgres" && b.Scheme != "postgresql" {
		return finding.Finding[universalbuild.DataSetup]{}
	}
	for _, dir := range tableFolders {
		setup := universalbuild.DataSetup{Service: id}
		why := []finding.Evidence{by}
		made := map[string]bool{}
		for _, name := range root.Glob(path.Join(dir, "*.sql")) {
			if hasWord(name, otherOccasions) || elsewhere(name, id) {
				continue
			}
			tables := tablesOf(root.Head(name, maxTableText), b)
			if len(tables) == 0 {
				continue
			}
			if len(setup.Files) == maxTables || slices.ContainsFunc(tables, func(t string) bool { return made[t] }) {
				return finding.Finding[universalbuild.DataSetup]{}
			}
			for _, t := range tables {
				made[t] = true
			}
			setup.Files = append(setup.Files, universalbuild.InitialFile{From: name, To: path.Join(b.Initial, path.Base(name))})
			why = append(why, root.AtMatch("sql.tables", name, `(?im)^\s*create\s+table\b`))
		}
		if len(setup.Files) > 0 {
			setup.Database = databaseOf(root.Reader(), setup.Files, b)
			return finding.Of(setup, finding.Likely, why...)
		}
	}
	return finding.Finding[universalbuild.DataSetup]{}
}

// otherEngines are words in the names of files for databases that no plan has.
var otherEngines = language.Words("h2 sqlite dm kingbase db2")

// elsewhere reports whether a file's name says that it is for another database.
func elsewhere(name, id string) bool {
	for _, word := range nameWords(name) {
		if is := backing.OfDialect(word); otherEngines[word] || is != "" && is != id && is != backing.Twin(id) {
			return true
		}
	}
	return false
}

func hasWord(name string, list map[string]bool) bool {
	return slices.ContainsFunc(nameWords(name), func(word string) bool { return list[word] })
}

// nameWords are the words of a file's name, in lower case.
func nameWords(name string) []string {
	stem := strings.ToLower(strings.TrimSuffix(path.Base(name), path.Ext(name)))
	return strings.FieldsFunc(stem, func(c rune) bool { return c == '_' || c == '-' || c == '.' || c == ' ' })
}

// tablesOf lists the tables that a text makes, nil where it is in the words of
// another database.
func tablesOf(text string, b backing.Service) (tables []string) {
	mysql := strings.Contains(text, "`") || engineWord().MatchString(text)
	if mysql != (b.Scheme == "mysql") {
		return nil
	}
	for _, m := range createsTable().FindAllStringSubmatch(text, 2000) {
		tables = append(tables, strings.ToLower(m[1]))
	}
	return tables
}

var (
	createsTable = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("(?im)^[ \\t]*create\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?((?:[`\"\\w]+\\.)?[`\"]?\\w+[`\"]?)")
	})
	engineWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\bengine\s*=|\bauto_increment\b`) })
)
