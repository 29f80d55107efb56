package golang

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/language/tasks"
)

// migrateSwitch is a switch of a command line (pkg.go.dev of flag and pflag) with
// which the program brings its database up to date.
const migrateSwitch = language.Pattern(`(?:\b(\w+)\s*:?=\s*)?\bp?flag\.Bool(?:Var)?P?\(\s*(?:&(\w+)\s*,\s*)?"(migrate|migrations|run-migrations|migrate-up)"`)

// migration finds such a switch and gives the line that runs once per release: where
// the program ends behind it, and does not go on to serve.
func migration(p *language.Project, m mainPackage) (string, finding.Evidence) {
	root := p.Reader().Folder(".")
	for _, file := range m.files {
		content, _ := root.Text(file)
		if !migrateSwitch.MayMatch(content) {
			continue
		}
		found := migrateSwitch.Regexp().FindStringSubmatch(content)
		if found == nil || found[1]+found[2] == "" || !endsAfter(content, found[1]+found[2]) {
			continue
		}
		return binaryPath(m) + " -" + found[3], root.At("go.migrate_switch", file, `"`+found[3]+`"`)
	}
	return "", finding.Evidence{}
}

// endsAfter reports whether what stands under a switch ends the program.
func endsAfter(content, name string) bool {
	at := regexp.MustCompile(`(?m)^([\t ]*)if \*?` + name + ` \{$`).FindStringSubmatchIndex(content)
	if at == nil {
		return false
	}
	body, _, ok := strings.Cut(content[at[1]:], "\n"+content[at[2]:at[3]]+"}\n")
	return ok && (strings.HasSuffix(strings.TrimSpace(body), "return") || strings.HasPrefix(lastLine(body), "os.Exit("))
}

func lastLine(body string) string {
	body = strings.TrimSpace(body)
	return strings.TrimSpace(body[strings.LastIndexByte(body, '\n')+1:])
}

// The names by which a module's own command for its database goes.
var migratorNames = []string{"migrate", "migrator", "migration", "migrations", "db-migrate", "dbmigrate", "migrate-db"}

// What such a command is made with: database/sql, what stands on it, and the
// libraries that apply migrations.
const databaseImport = language.Pattern(`^(?:database/sql|gorm\.io/|entgo\.io/|xorm\.io/|github\.com/(?:jinzhu/gorm|jmoiron/sqlx|jackc/pgx|lib/pq|go-pg/|uptrace/bun|golang-migrate/migrate|pressly/goose|rubenv/sql-migrate|go-gormigrate/|amacneil/dbmate|go-sql-driver/mysql))`)

// Programs that bring their database up to date as they start need no command for it.
const (
	migrationImport = language.Pattern(`^(?:github\.com/(?:golang-migrate/migrate|pressly/goose|rubenv/sql-migrate|go-gormigrate/gormigrate|amacneil/dbmate|lopezator/migrator)|.*/migrat(?:e|or|ions?)$)`)
	autoMigrates    = language.Pattern(`\.(?:AutoMigrate|Schema\.Create)\(`)
)

// How the command is told to go up rather than down: a switch of its own (pkg.go.dev
// of flag and pflag), or its first argument.
const (
	upSwitch    = language.Pattern(`\bp?flag\.Bool(?:Var)?P?\(\s*(?:&\w+\s*,\s*)?"(up|migrate)"\s*,[^\n]*\bfalse\b`)
	upArgument  = language.Pattern(`\bcase\s+(?:"\w+"\s*,\s*)*"up"|==\s*"up"|\bUse:\s*"up\b|\bName:\s*"up"`)
	takesChoice = language.Pattern(`\bos\.Args\b|\b(?:flag|pflag)\.(?:Args?\(|NArg\(|Bool)|\bcobra\.|\bcli\.(?:App|Command)\b|\bp?flag\.String(?:Var)?\((?:[^",\n]*,)?\s*"[^"\n]*"\s*,\s*""`)
	undoes      = language.Pattern(`(?i)\b\w*(?:DropTable|DropSchema|\.Drop\(|Truncate|\.Down\(|\.Reset\()`)
)

// migratorOf finds the command of a module that brings its database up to date and
// ends, beside one that serves and does not do so itself, with the line that runs
// it once a release: as the Makefile runs it, or as its own source takes it.
// Nothing is guessed: one that wants a choice that nobody names is not run.
func migratorOf(p *language.Project) (m mainPackage, line string, why finding.Evidence) {
	if p.Home != nil {
		return m, "", why
	}
	mains := mainsOf(p)
	if len(mains) < 2 || !mains[0].serves() && !mains[0].works() {
		return m, "", why
	}
	for _, m := range mains[1:] {
		if m.serves() || m.works() || !slices.Contains(migratorNames, m.name) || !slices.ContainsFunc(slices.Collect(maps.Keys(m.imports)), databaseImport.Matches) {
			continue
		}
		if migratesItself(p, mains[0]) {
			break
		}
		if arguments, why, ok := upwards(p, m); ok {
			m.name = builtAs(p, m)
			return m, strings.TrimSpace(binaryPath(m) + " " + arguments), why
		}
	}
	return m, "", why
}

// builtAs is what the project's own container file calls a command that it builds:
// whoever runs it by hand knows it by that name.
func builtAs(p *language.Project, m mainPackage) string {
	for _, s := range p.Built.Steps("go") {
		outputs := s.Options("-o")
		if s.Maybe || !s.Has("build") || len(outputs) != 1 || path.Clean(s.Words[len(s.Words)-1]) != m.dir {
			continue
		}
		taken := func(other mainPackage) bool { return other.name == path.Base(outputs[0]) }
		if name := path.Base(outputs[0]); name == binary.FileName(name) && !slices.ContainsFunc(mainsOf(p), taken) {
			return name
		}
	}
	return m.name
}

func migratesItself(p *language.Project, m mainPackage) bool {
	for imported := range m.imports {
		if migrationImport.Matches(imported) {
			return true
		}
	}
	return m.firstCode(p.Reader().Folder("."), "go.migrates", autoMigrates).Rule != ""
}

// upwards gives the arguments with which a command goes up.
func upwards(p *language.Project, m mainPackage) (string, finding.Evidence, bool) {
	if arguments, why, ok := upwardsByTask(p, m); ok {
		return arguments, why, true
	}
	root, own := p.Reader().Folder("."), p.Sub(m.dir)
	var choice, undone bool
	for _, file := range m.files {
		if path.Dir(file) != own.Path {
			continue
		}
		content, _ := root.Text(file)
		if found := upSwitch.Regexp().FindStringSubmatch(content); found != nil {
			return "-" + found[1], root.AtCode("go.migration_command", file, content, upSwitch), true
		}
		if why := root.AtCode("go.migration_command", file, content, upArgument); why.Rule != "" {
			return "up", why, true
		}
		choice, undone = choice || takesChoice.Matches(content), undone || undoes.Matches(content)
	}
	if choice || undone {
		return "", finding.Evidence{}, false
	}
	return "", p.At("go.migration_command", m.file, "func main()"), true
}

// upwardsByTask reads them from a line of the project's Makefile, justfile or Taskfile.
func upwardsByTask(p *language.Project, m mainPackage) (string, finding.Evidence, bool) {
	for _, target := range tasks.Of(p.Folder) {
		if backwards(target.Name) {
			continue
		}
		for _, step := range target.Steps() {
			if step.Program() != "go" || len(step.Words) < 3 || step.Words[1] != "run" || step.Dir != p.Path {
				continue
			}
			arguments := slices.Clone(step.Words[3:])
			if at := path.Clean(step.Words[2]); at != m.dir && at != m.file || len(arguments) == 0 || slices.ContainsFunc(arguments, unfit) {
				continue
			}
			for i, word := range arguments {
				arguments[i] = language.ShellWord(word)
			}
			return strings.Join(arguments, " "), target.Why, true
		}
	}
	return "", finding.Evidence{}, false
}

func backwards(word string) bool {
	return slices.ContainsFunc([]string{
		"down", "drop", "rollback", "reset", "create", "new", "force", "fresh", "status", "version",
		"seed",
	}, func(w string) bool { return strings.Contains(word, w) })
}

func unfit(word string) bool { return strings.ContainsAny(word, "$`{<>|") || backwards(word) }
