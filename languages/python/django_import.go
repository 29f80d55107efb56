package python

import (
	"aipack/backend/language"
	"aipack/languages/python/listing"
	"aipack/languages/python/querying"
)

// asksAtImport reports whether one of the project's modules runs a query as it is imported.
func asksAtImport(p *projectFacts) bool {
	for _, file := range listing.Paths(p.Folder) {
		if text, ok := p.Text(file); ok && querying.AtImport(text) {
			return true
		}
	}
	return false
}

// beforeThree is a version of Django that knows no --skip-checks for all commands.
const beforeThree language.Pattern = `(?:==|~=|<=|<)\s*[12]\.|<\s*3(?:\.0)*(?:,|$)`

// migrateLine is the command that migrates, without the checks where those need the tables.
func migrateLine(p *projectFacts) string {
	const line = "python manage.py migrate --noinput"
	if n, ok := p.need("django"); ok && !beforeThree.Matches(n.Specifier) && asksAtImport(p) {
		return line + " --skip-checks"
	}
	return line
}
