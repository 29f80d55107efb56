package rust

import (
	"strings"

	"aipack/backend/language"
)

// checkedQuery is a query that SQLx checks while it is compiled, against the database of
// DATABASE_URL or what `cargo sqlx prepare` has kept of it.
// https://docs.rs/sqlx/latest/sqlx/macro.query.html#requirements
const checkedQuery = language.Pattern(`(?m)^[^\n/]*\b(query(?:_as|_scalar|_file|_file_as|_file_scalar)?(?:_unchecked)?!)\s*[({\[]`)

// mostChecked is how many sources are looked at for such queries.
const mostChecked = 300

// checkedQueries has such queries compiled by what is kept of the database, and says where
// nothing is: no database is there while an image is built.
func checkedQueries(p *language.Project, root *language.Folder, r *language.Recipe) {
	if root.HasDir(".sqlx") || p.HasDir(".sqlx") || p.Has("sqlx-data.json") || root.Has("sqlx-data.json") {
		r.Build.Environment["SQLX_OFFLINE"] = "true"
		return
	}
	if text, _ := p.Text(".env"); strings.Contains(text, "DATABASE_URL=sqlite") || strings.Contains(text, `DATABASE_URL="sqlite`) {
		return // of a file
	}
	left := mostChecked
	for _, at := range crates(p.Folder) {
		for _, file := range at.Glob("src/**/*.rs") {
			if left--; left < 0 {
				return
			}
			text, _ := at.Text(file)
			if !strings.Contains(text, "query") || !strings.Contains(text, "sqlx") {
				continue
			}
			text = withoutTests(blockComment.Regexp().ReplaceAllStringFunc(text, func(c string) string { return strings.Repeat("\n", strings.Count(c, "\n")) }))
			place := checkedQuery.Regexp().FindStringSubmatchIndex(text)
			if place == nil {
				continue
			}
			r.Doubtful = true
			at.WarnAt(file, 1+strings.Count(text[:place[2]], "\n"), "sqlx_unprepared",
				"SQLx checks "+text[place[2]:place[3]]+" against a database while it is compiled, and none is there while an image is built",
				"run `cargo sqlx prepare` (with --workspace for several crates) beside the database and commit the folder .sqlx")
			return
		}
	}
}
