package javascript

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/npm"
	"aipack/languages/javascript/source"
)

// migrationScripts are names under which packages keep the line that brings a
// database up to date, what is made for production first.
var migrationScripts = []string{
	"migrate:deploy", "db:migrate:deploy", "prisma:migrate:deploy", "prisma:deploy", "db:deploy", "migrate:prod", "migration:run:prod", "db:migrate:prod",
	"migrate:up", "migration:up", "migration:run", "migrations:run", "migration:latest", "typeorm:migration:run", "typeorm:migrate", "typeorm:run", "migrations:up", "db:migration:run",
	"migrate:latest", "db:migrate", "db:migrations:run", "database:migrate", "migrate", "db:init",
}

// migrationTool is a package that changes a database's schema from a folder
// that is committed.
type migrationTool struct {
	packages []string
	sources  []string // patterns of what it runs, relative to the package
	line     string   // "" where only the package's own script knows how
	itself   []string // how a program that does it at its own start calls it
}

// https://www.prisma.io/docs/orm/prisma-client/deployment/deploy-database-changes-with-prisma-migrate,
// https://knexjs.org/guide/migrations.html, https://sequelize.org/docs/v6/other-topics/migrations/,
// https://typeorm.io/docs/migrations/executing, https://orm.drizzle.team/docs/migrations,
// https://mikro-orm.io/docs/migrations, https://kysely.dev/docs/migrations
var migrationTools = []migrationTool{
	{[]string{"prisma"}, []string{
		"prisma/migrations/*/migration.sql", "migrations/*/migration.sql",
		"src/prisma/migrations/*/migration.sql", "prisma/schema/migrations/*/migration.sql",
	}, "prisma migrate deploy", []string{"prisma migrate deploy"}},
	{[]string{"knex"}, []string{"knexfile.*", "db/knexfile.*", "src/knexfile.*"}, "knex migrate:latest", []string{".migrate.latest("}},
	// The program is called sequelize in every version of the package, sequelize-cli since its fifth (npm, bin).
	{[]string{"sequelize-cli"}, []string{"migrations/*.js", "**/*migrat*/*.js", "**/*migrat*/*.cjs", "**/*migrat*/*.ts"}, "sequelize db:migrate", []string{"umzug", ".sync("}},
	{[]string{"drizzle-orm", "drizzle-kit"}, []string{
		"drizzle/meta/_journal.json", "migrations/meta/_journal.json", "src/db/migrations/meta/_journal.json",
		"src/drizzle/meta/_journal.json", "drizzle/migrations/meta/_journal.json", "*/migrations/meta/_journal.json",
	}, "drizzle-kit migrate", []string{"/migrator"}},
	{[]string{"typeorm"}, []string{"**/migrations/*.ts", "**/migrations/*.js", "**/migration/*.ts"},
		"", []string{"migrationsRun: true", "migrationsRun:true", ".runMigrations("}},
	{[]string{"@mikro-orm/migrations"}, []string{"**/migrations/Migration*"}, "mikro-orm migration:up", []string{".getMigrator().up("}},
	{[]string{"kysely", "node-pg-migrate", "db-migrate", "postgrator", "umzug", "migrate-mongo"},
		[]string{"**/migrations/*", "**/migrations/*/*"}, "", []string{"migrateToLatest(", "new Umzug(", "umzug.up("}},
	{[]string{"@fastify/postgres", "@fastify/mysql"}, []string{"**/migrations/*.sql"}, "", nil},
}

// migrations are the lines that bring the database up to date once per release:
// the package's own script, else its tool's command. None where the program
// does it when it starts.
func (pl plan) migrations() []string {
	return language.Once(pl.p.Folder, "node.migrations", func() []string {
		if lines := pl.migrationsOf(pl.p.Folder, pl.pkg); lines != nil || !pl.member() {
			return lines
		}
		for _, dir := range pl.localFirst() {
			f := pl.root.Sub(dir)
			pkg, _ := node.Package(f)
			if lines := pl.migrationsOf(f, pkg); len(lines) > 0 {
				return lines
			}
		}
		if pl.isNx { // its workspace has one package.json, in the root
			pkg, _ := node.Package(pl.root)
			return pl.migrationsOf(pl.root, pkg)
		}
		return nil
	})
}

func (pl plan) migrationsOf(f *language.Folder, pkg npm.Package) []string {
	for _, tool := range migrationTools {
		if !pkg.Has(tool.packages...) || !slices.ContainsFunc(tool.sources, func(pattern string) bool { return len(f.Glob(pattern)) > 0 }) {
			continue
		}
		if pl.migratesItself(tool.itself) {
			return []string{}
		}
		line := pl.migrationScript(f, pkg)
		if line == "" {
			line = tool.line
			if line != "" {
				line = pl.bin(line)
				if tool.packages[0] == "prisma" {
					line = prismaLine(f, line)
				}
			}
		}
		switch {
		case line == "":
			continue
		case f.Path != pl.p.Path: // the line is run in the program's folder
			line = "cd " + language.ShellWord(path.Join("/app", pl.root.Rel(f.Path))) + " && " + line
		}
		return []string{line}
	}
	return nil
}

// migrationScript is the package's own line, as one that needs no manager.
func (pl plan) migrationScript(f *language.Folder, pkg npm.Package) string {
	for _, name := range migrationScripts {
		script := pkg.Script(name)
		if script == "" || strings.Contains(script, "migrate dev") || strings.Contains(script, "docker") || strings.Contains(script, "reset") || strings.Contains(script, ":make") {
			continue
		}
		own := pl
		own.pkg = pkg
		steps, ok := source.SplitSteps(withoutEnvFile(script))
		if !ok {
			continue
		}
		var lines []string
		for _, step := range steps {
			words, simple := source.ShellWords(step)
			if !simple {
				return ""
			}
			if own.builds(words, 0) && !own.migrates(words, 0) { // the image is built
				continue
			}
			lines = append(lines, toldToMigrate(own.releaseLine(words, 0)))
		}
		return strings.Join(lines, " && ")
	}
	return ""
}

// withoutEnvFile takes off files of variables: the platform sets them, and
// Node.js stops where the file is not there.
func withoutEnvFile(script string) string {
	words := strings.Fields(script)
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return strings.HasPrefix(w, "--env-file") && strings.Contains(w, "=") }), " ")
}

// databaseWords are in the names of files that open a database; startWords are
// those of files that start a program.
var (
	databaseWords = []string{"database", "migrat", "db.", "umzug", "knex", "sequelize", "orm", "drizzle", "storage"}
	startWords    = map[string]bool{"index": true, "main": true, "server": true, "app": true, "start": true, "init": true, "bootstrap": true}
)

// maxMigrationSources is how many of them are read.
const maxMigrationSources = 60

// opensDatabase reports whether a script is likely to open the database of a
// program that runs, by its name: no test, no list of settings, none of the
// migrations themselves.
func opensDatabase(name string) bool {
	dir, base := path.Split(name)
	switch path.Ext(base) {
	case ".ts", ".js", ".mjs", ".cjs", ".mts":
	default:
		return false
	}
	stem, kind, _ := strings.Cut(strings.ToLower(base), ".")
	if strings.HasPrefix(kind, "test") || strings.HasPrefix(kind, "spec") || strings.HasPrefix(kind, "d.") || stem == "migrate" || strings.Contains(stem, "config") || strings.Contains(stem, "data-source") {
		return false
	}
	for _, part := range strings.Split(dir, "/") {
		switch part {
		case "script", "scripts", "test", "tests", "__tests__", "e2e", "migration", "migrations":
			return false
		}
	}
	lower := strings.ToLower(base)
	return startWords[stem] && strings.Count(name, "/") <= 2 || slices.ContainsFunc(databaseWords, func(word string) bool { return strings.Contains(lower, word) })
}

// migratesItself reports whether the program brings its database up to date when
// it starts. Programs of their own, lists of settings and tests are passed over.
func (pl plan) migratesItself(calls []string) bool {
	if len(calls) == 0 {
		return false
	}
	root, left := pl.p.Reader().Folder("."), maxMigrationSources
	for _, file := range pl.p.Reader().Index.Under(pl.p.Path) {
		name := language.Below(pl.p.Path, file.Path)
		if !opensDatabase(name) || pl.runsApart(name) {
			continue
		}
		if left--; left < 0 {
			return false
		}
		text := root.Content(file.Path)
		if slices.ContainsFunc(calls, func(call string) bool { return strings.Contains(text, call) }) {
			return true
		}
	}
	return false
}

// runsApart reports whether a script other than the start runs a file: it is a
// program of its own.
func (pl plan) runsApart(name string) bool {
	for script, line := range pl.pkg.Scripts {
		if !strings.HasPrefix(script, "start") && !strings.HasPrefix(script, "dev") && script != "serve" && strings.Contains(line, name) {
			return true
		}
	}
	return false
}
