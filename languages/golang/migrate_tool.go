package golang

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/manifest/gomod"
	"aipack/backend/universalbuild"
)

// migrateTool is a program of the ecosystem's that applies migrations from files,
// which a project runs beside its own.
type migrateTool struct {
	name    string
	install string           // its module, with the last release that the oldest image of Go compiles, and the tags that leave PostgreSQL
	files   string           // the names of migrations, as a glob
	holds   language.Pattern // what each of them says; "" for anything
	told    language.Pattern // a line of the project's own that runs it with the variable, where it is not called that way
	called  language.Pattern // how the project's own files run it, where its migrations do not say whose they are
	line    string           // with the folder and the variable that holds the database's address
}

// https://github.com/golang-migrate/migrate/tree/master/cmd/migrate and its
// MIGRATIONS.md, https://pressly.github.io/goose/documentation/cli-commands/.
var migrateTools = []migrateTool{
	{
		name: "migrate", install: "-tags postgres github.com/golang-migrate/migrate/v4/cmd/migrate@v4.17.1",
		files: "**/[0-9]*_*.up.sql", called: `^[^#\n]*\bmigrate\b[^#\n]*\s--?(?:path|source)[= ]`,
		line: `/app/bin/migrate -path %s -database "$%s" up`,
	},
	{
		name: "goose", install: "-tags 'no_clickhouse no_mssql no_mysql no_sqlite3 no_vertica no_ydb' github.com/pressly/goose/v3/cmd/goose@v3.11.2",
		files: "**/[0-9]*_*.sql", told: `\bgoose\b[^\n]*(?:\n[^\n]*){0,5}?` + addressName + `\b`, holds: `(?m)^--\s*\+goose Up`,
		line: `/app/bin/goose -dir %s postgres "$%s" up`,
	},
}

// appliedBy is such a tool with what it is to apply.
type appliedBy struct {
	migrateTool
	folder   string // relative to the module's
	variable string
	why      finding.Evidence
	found    bool
}

// The variable in which the project's own line has the address, as shells and
// Taskfiles (https://taskfile.dev, Go's templates) name it, or the program.
const (
	toldWhere   = language.Pattern(addressName + `\b`)
	addressName = `(?:\$[({]*|\{\{\s*\.)([A-Z][A-Z0-9_]*(?:URL|URI|DSN|CONN(?:ECTION)?(?:_?STR(?:ING)?)?))`
	ownWhere    = language.Pattern(`"((?:[A-Z][A-Z0-9_]*_)?(?:DATABASE|DB|POSTGRES|PG|POSTGRESQL)_(?:URL|URI|DSN|CONN_?STR|CONN(?:ECTION)?_STRING))\b`)
)

// postgres are the drivers whose address such a tool understands as it is.
var postgres = []string{"github.com/lib/pq", "github.com/jackc/pgx", "gorm.io/driver/postgres", "github.com/go-pg/pg", "github.com/uptrace/bun/driver/pgdriver"}

// toolOf finds the tool that brings the program's database up to date, where the
// program does not do it itself and all of its migrations lie in one folder.
func toolOf(p *language.Project) appliedBy {
	return language.Once(p.Folder, "go.migrate_tool "+p.Program, func() appliedBy {
		mains := mainsOf(p)
		if p.Home != nil || len(mains) == 0 || !mains[0].serves() && !mains[0].works() || migratesItself(p, mains[0]) ||
			!slices.ContainsFunc(postgres, func(module string) bool { _, ok := imports(mains[0], module); return ok }) ||
			slices.ContainsFunc(mains, func(m mainPackage) bool { return slices.Contains(migratorNames, m.name) }) {
			return appliedBy{}
		}
		mod, _ := language.Parse(p.Folder, "go.mod", gomod.ParseModule)
		for _, t := range migrateTools {
			imported := slices.ContainsFunc(mod.Requires, func(r gomod.Require) bool { return !r.Indirect && strings.Contains(t.install, r.Path+"/") })
			folder, why := t.migrations(p)
			if imported || folder == "" { // in a file that only a tag builds, for one
				continue
			}
			one := appliedBy{migrateTool: t, folder: folder, why: why, found: true}
			if t.called != "" {
				one.why, one.variable = t.call(p)
			} else {
				one.variable = t.toldBy(p)
			}
			if one.why.Rule != "" {
				one.variable = cmp.Or(one.variable, databaseVariable(p, mains[0]), "DATABASE_URL")
				return one
			}
		}
		return appliedBy{}
	})
}

// migrations finds the one folder in which all of them lie.
func (t migrateTool) migrations(p *language.Project) (folder string, why finding.Evidence) {
	for _, file := range p.Glob(t.files) {
		dir := path.Dir(file)
		if strings.Contains("/"+dir+"/", "/testdata/") {
			continue
		}
		if folder != "" && dir != folder || !language.SafeFolder(dir) {
			return "", finding.Evidence{}
		}
		if folder != "" {
			continue
		}
		folder, why = dir, p.Evidence("go.migrations", file, 0, "")
		if t.holds != "" {
			text, _ := p.Text(file)
			if !t.holds.Matches(text) {
				return "", finding.Evidence{}
			}
			why = p.AtCode("go.migrations", file, text, t.holds)
		}
	}
	return folder, why
}

// runnersOf lists the project's own files that run tools.
func runnersOf(p *language.Project) []string {
	const most = 30 // files
	files := []string{"Makefile", "makefile", "GNUmakefile", "justfile", "Justfile", "Taskfile.yml", "Taskfile.yaml", "README.md"}
	files = append(files, p.Glob("{docker-,}compose*.{yml,yaml}")...)
	files = append(files, p.Glob("**/{*.sh,Dockerfile*}")...)
	return files[:min(len(files), most)]
}

// toldBy is the variable with which the project's own files run the tool; "" for none.
func (t migrateTool) toldBy(p *language.Project) string {
	for _, file := range runnersOf(p) {
		text, _ := p.Text(file)
		if name, ok := t.told.Find(text); ok {
			return name
		}
	}
	return ""
}

// call finds the line that runs the tool, and the variable that it reads.
func (t migrateTool) call(p *language.Project) (finding.Evidence, string) {
	for _, file := range runnersOf(p) {
		text, _ := p.Text(file)
		if why := p.AtCode("go.migrations", file, text, t.called); why.Rule != "" {
			if m := toldWhere.Regexp().FindStringSubmatch(why.Excerpt); m != nil {
				return why, m[1]
			}
			return why, ""
		}
	}
	return finding.Evidence{}, ""
}

// databaseVariable is the one variable in which the program itself has the address; "" for
// none and for several.
func databaseVariable(p *language.Project, m mainPackage) (variable string) {
	root := p.Reader().Folder(".")
	for _, file := range m.files {
		text, _ := root.Text(file)
		if !ownWhere.MayMatch(text) {
			continue
		}
		for _, found := range ownWhere.Regexp().FindAllStringSubmatch(text, 20) {
			if variable != "" && variable != found[1] {
				return ""
			}
			variable = found[1]
		}
	}
	return variable
}

// release is the line that runs it.
func (a appliedBy) release() string {
	return fmt.Sprintf(a.line, language.ShellWord(a.folder), a.variable)
}

// take puts the tool into the image, and its migrations.
func (a appliedBy) take(p *language.Project, r *language.Recipe) {
	r.Build.PreBuildCommands = append(r.Build.PreBuildCommands, "GOBIN=/out go install "+a.install)
	binary.Take(p, r, a.name)
	r.Why = append(r.Why, language.Reason{Field: "/build/pre_build_commands", Confidence: finding.Likely, Evidence: a.why})
	if slices.ContainsFunc(r.Runtime.Copy, func(c universalbuild.Copy) bool {
		return c.To == a.folder || strings.HasPrefix(a.folder, c.To+"/")
	}) {
		return
	}
	from := path.Join(language.Below(context(p).Path, p.Path), a.folder)
	r.Build.Artifacts = append(r.Build.Artifacts, from)
	r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: from, To: a.folder})
}

// variables names the one in which such a tool is told where the database is.
func variables(p *language.Project) []finding.Finding[universalbuild.Variable] {
	a := toolOf(p)
	if _, line, _ := migratorOf(p); !a.found || line != "" {
		return nil
	}
	return []finding.Finding[universalbuild.Variable]{finding.Of(universalbuild.Variable{
		Name: a.variable, Required: true, Secret: true, Description: "the database's address, for " + a.name, Path: a.why.Path, Line: a.why.Line,
	}, finding.Likely, a.why)}
}
