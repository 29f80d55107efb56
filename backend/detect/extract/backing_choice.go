package extract

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/handed"
	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// embedded stands for a database in a file or in memory, which needs no
// service.
const embedded = "embedded"

// embeddedDrivers are libraries that bring a database along. A trailing star
// matches a prefix.
var embeddedDrivers = []string{
	"sqlite3", "better-sqlite3", "sqlite", "@louislam/sqlite3", "@libsql/client", "@mikro-orm/sqlite",
	"@mikro-orm/better-sqlite", "@prisma/adapter-better-sqlite3", "@prisma/adapter-libsql", "connect-sqlite3", "sql.js",
	"aiosqlite", "activerecord-jdbcsqlite3-adapter", "exqlite", "ecto_sqlite3", "ext-pdo_sqlite", "ext-sqlite3",
	"github.com/mattn/go-sqlite3", "modernc.org/sqlite", "github.com/glebarez/*", "gorm.io/driver/sqlite",
	"github.com/ncruces/go-sqlite3*", "zombiezen.com/go/sqlite", "github.com/jinzhu/gorm/dialects/sqlite",
	"rusqlite", "libsqlite3-sys", "sqlx-sqlite", "Microsoft.EntityFrameworkCore.Sqlite", "Microsoft.Data.Sqlite*",
	"com.h2database:h2", "org.hsqldb:hsqldb", "org.apache.derby:*", "org.xerial:sqlite-jdbc",
}

// embeddedWords are those by which programs name a database in a file or in memory.
var embeddedWords = language.Words("sqlite sqlite3 better-sqlite3 better-sqlite libsql h2 hsqldb memory bolt bbolt badger file")

// dialect gives the kind of database that a program's word means, "" for none.
func dialect(word string) string {
	word = strings.ToLower(word)
	if embeddedWords[word] {
		return embedded
	}
	return backing.OfDialect(word)
}

// dialectWords are those that a default is looked for by.
var dialectWords = []string{"sqlite", "libsql", "postgres", `"pg`, "'pg", "mysql", "mariadb", "mongodb", "memcached"}

// Where a program says which database it takes unless it is told otherwise: a
// setting of a telling name and a word for it, in its sources or in a
// configuration that is shipped; an address of a file.
const (
	dialectDefault language.Pattern = `(?i)(?:dialect|driver|engine|database|(?:db|storage|store|sql)[_.-]?type|client|db_?connection)["'\x60\])]{0,3}\s*(?:,|=|:|\|\||\?\?|default)[^\n!]{0,60}?["'\x60](sqlite3?|better-sqlite3|libsql|h2|postgres(?:ql)?|pgx?|mysql2?|mariadb|mongodb|memcached|redis)["'\x60]`
	tagDialect     language.Pattern = `(?i)\b(?:dialect|driver|\w*type)\s+string\s+\x60[^\x60\n]*\bdefault:"(sqlite3?|postgres(?:ql)?|mysql|mariadb)"`
	fileAddress    language.Pattern = `["'](sqlite)(?:\+\w+)?://`
	shippedDialect language.Pattern = `(?i)^\s*["']?(?:db[_.]?)?(?:type|driver|dialect|client|engine|database)["']?\s*[:=]\s*["']?(sqlite3?|better-sqlite3|h2|postgres(?:ql)?|pgx?|mysql2?|mariadb|mongodb)["']?\s*,?\s*$`
)

// maxChoiceFiles is how many sources are asked for it, the likeliest first.
const maxChoiceFiles = 48

// maxAlternatives is how many kinds of data services a program's drivers may be
// for: one with more is a tool that speaks with those of its users.
const maxAlternatives = 4

// decide takes off what only a driver speaks for and the program does without:
// alternatives that its default connection does not take, and what it uses only
// where it is told where that is.
func (f *Facts) decide(b *backingTable) {
	weak := b.weak()
	if len(weak) > maxAlternatives {
		b.drop(weak...)
		return
	}
	f.decideMain(b)
	for _, kind := range b.weak() {
		if !backing.Known(kind).Main && f.optional(kind) {
			b.drop(kind)
		}
	}
}

func (f *Facts) decideMain(b *backingTable) {
	var weak, strong []string
	for _, kind := range backing.Main() {
		if found, ok := b.at[kind]; ok && found.Confidence > driverConfidence {
			strong = append(strong, kind)
		} else if ok {
			weak = append(weak, kind)
		}
	}
	if len(strong) > 1 && f.shipsEmbedded() { // started to try each
		b.drop(slices.DeleteFunc(slices.Clone(strong), func(kind string) bool { return b.at[kind].Confidence >= finding.Certain })...)
	}
	choice := ""
	if b.embedded && len(strong) == 0 {
		choice = embedded
	} else if len(b.weak()) > 1 || f.shipsEmbedded() || len(weak) == 1 && f.Sources.mentions("sqlite") {
		choice = f.choice()
	}
	switch _, known := b.at[choice]; {
	case choice == embedded:
		b.drop(weak...)
	case known && backing.Known(choice).Main:
		b.drop(slices.DeleteFunc(weak, func(kind string) bool { return kind == choice })...)
	case known: // a cache or queue of which drivers are alternatives
		b.drop(slices.DeleteFunc(b.weak(), func(kind string) bool { return kind == choice })...)
	case len(strong) == 0 && f.defaulted(weak) != "": // what comes along is for tests
		kept := f.defaulted(weak)
		b.drop(slices.DeleteFunc(weak, func(kind string) bool { return kind == kept })...)
	case len(strong) > 0 || f.shipsEmbedded() && !handed.LeavesEmbedded(f.Project, f.Sources.Set):
		b.drop(weak...)
	case len(weak) > 1 && len(strong) == 0:
		if addressed := f.addressed(weak); addressed != "" {
			b.drop(slices.DeleteFunc(weak, func(kind string) bool { return kind == addressed })...)
		}
	}
}

func (b *backingTable) weak() []string {
	var out []string
	for kind, found := range b.at {
		if found.Confidence <= driverConfidence {
			out = append(out, kind)
		}
	}
	slices.Sort(out)
	return out
}

func (b *backingTable) drop(kinds ...string) {
	for _, kind := range kinds {
		delete(b.at, kind)
	}
}

// shipsEmbedded reports whether a driver of a database in a file is among what
// the program runs with.
func (f *Facts) shipsEmbedded() bool {
	_, ok := f.Project.FirstShipped(embeddedDrivers...)
	return ok
}

// choice is the kind of database that the program takes by itself, "" where it
// does not say.
func (f *Facts) choice() string {
	for _, name := range deployment.EnvExamples {
		d, ok := deployment.Dotenv(f.Project.Folder, name)
		if !ok {
			continue
		}
		for _, e := range d.Entries {
			if kind := dialect(e.Value); kind != "" && !e.Off && dialectName(e.Name) {
				return kind
			}
		}
	}
	asked := source.Question{Patterns: source.These(tagDialect, dialectDefault, fileAddress), Files: maxChoiceFiles, Anchors: dialectWords}
	for _, h := range f.Sources.Ask(asked) {
		file := f.Sources.file(h.Name)
		before, _ := statement.Around(source.Hit{Line: h.Line, Match: h.Match, Groups: h.Groups}, file.Lines())
		if strings.Contains(h.Match, "==") || statement.IsTest(h.Text) || statement.IsTest(before) || source.Aside(h.Name) || strings.Contains(strings.ToLower(h.Name+h.Text), "test") {
			continue
		}
		if within, _ := file.branchAround(file.Lines(), h.Line); within {
			continue
		}
		return dialect(h.Groups[1])
	}
	return f.shippedChoice()
}

func dialectName(name string) bool {
	for _, end := range []string{"DB_CONNECTION", "DB_TYPE", "DATABASE_TYPE", "DB_CLIENT", "DATABASE_CLIENT", "DB_DRIVER", "DATABASE_DRIVER", "DB_DIALECT", "DATABASE_DIALECT", "DB_ENGINE", "DATABASE_ENGINE", "DATABASE_PROVIDER", "DB_PROVIDER", "TYPEORM_CONNECTION"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// Configuration files that are shipped: how they are called, and how many and
// how much of them is read.
const (
	configName   language.Pattern = `(?i)^(?:\w+[.-])?(?:app|application|config|configuration|settings?|default|conf|ormconfig|knexfile)(?:[.-](?:sample|example|default|dist|prod|production))?\.(?:ya?ml|toml|ini|json|conf|cfg)$`
	maxConfigs                    = 6
	maxConfigLen                  = 64 << 10
)

// configs lists the configuration files in the places where programs keep them.
func (f *Facts) configs() []string {
	var out []string
	for _, dir := range []string{"", "config/", "conf/", "configs/", "etc/"} {
		at := f.Project.Folder
		if dir != "" {
			at = at.Sub(strings.TrimSuffix(dir, "/"))
		}
		for _, name := range at.Files() {
			if len(out) < maxConfigs && configName.Regexp().MatchString(name) {
				out = append(out, dir+name)
			}
		}
	}
	return out
}

func (f *Facts) shippedChoice() string {
	for _, name := range f.configs() {
		text, ok := f.Project.Folder.Text(name)
		if !ok || len(text) > maxConfigLen {
			continue
		}
		for line := range strings.Lines(text) {
			if m := shippedDialect.Regexp().FindStringSubmatch(line); m != nil && !strings.HasPrefix(strings.TrimSpace(line), "#") {
				return dialect(m[1])
			}
		}
	}
	return ""
}

// addressed is the only one of several kinds of which the sources hold an
// address.
func (f *Facts) addressed(kinds []string) string {
	found := ""
	for _, kind := range kinds {
		if f.Sources.mentions(addresses(kind)...) {
			if found != "" {
				return ""
			}
			found = kind
		}
	}
	return found
}

// addresses are the texts of which one stands in an address of a data service, those whose
// scheme names a driver, too: postgresql+asyncpg://
// (https://docs.sqlalchemy.org/en/20/core/engines.html#database-urls).
func addresses(kind string) []string {
	known := backing.Known(kind)
	out := slices.Clone(known.Addresses)
	for _, scheme := range known.Schemes {
		if strings.Contains(scheme, "+") {
			out = append(out, scheme+"://")
		}
	}
	return out
}

// mentions reports whether one of the texts stands in the sources, comments aside.
func (s *Sources) mentions(texts ...string) bool {
	files := s.Files()
	for i := range files {
		for _, text := range texts {
			if files[i].says(text) {
				return true
			}
		}
	}
	return false
}

// says reports whether a text stands in a line that is no comment, and no help of a
// flag that is empty unless it is given.
func (f *Source) says(text string) bool {
	for from := 0; ; {
		at := strings.Index(f.Text()[from:], text)
		if at < 0 {
			return false
		}
		at += from
		line := f.Text()[strings.LastIndexByte(f.Text()[:at], '\n')+1 : source.LineEnd(f.Text(), at)]
		if !source.IsComment(strings.TrimLeft(line, " \t"), f.Name) && !emptyFlag.Matches(line) {
			return true
		}
		from = at + len(text)
	}
}

// optional reports whether a program does without a data service that only a
// driver speaks for: it looks whether it is told where that is, or leaves its
// setting empty, and knows no address by itself.
func (f *Facts) optional(kind string) bool {
	says, copes := false, false
	for name, v := range f.variables().at {
		if !namesKind(name, kind) || !v.inCode && v.Default == "" && !v.placeholder {
			continue
		}
		switch {
		case switchName(name) && (v.Default == "" || v.Default == "false" || v.Default == "0"):
			return true
		case v.thrown, v.asserted:
			return false
		case (v.plain || v.placeholder) && !v.allowed: // what checks it may let it be missing
			says = true
		case v.copes || v.allowed || v.hasDefault && v.Default == "":
			copes = true
		}
	}
	address := f.Sources.mentions(addresses(kind)...)
	if !backing.Known(kind).AtOnce {
		return !address || copes
	}
	return !says && !address && (copes || f.leftEmpty(kind) || f.Sources.flagLeftEmpty(kind) || f.Sources.askedFor(kind))
}

func namesKind(name, kind string) bool {
	upper := strings.ToUpper(name)
	return slices.ContainsFunc(backing.Known(kind).Settings, func(word string) bool { return strings.Contains(upper, word) })
}

// switchName reports whether a variable turns something on: REDIS_ENABLED,
// USE_REDIS.
func switchName(name string) bool {
	return strings.HasSuffix(name, "_ENABLED") || strings.HasPrefix(name, "USE_") || strings.HasPrefix(name, "ENABLE_") || strings.HasSuffix(name, "_ENABLE")
}

// leftEmpty reports whether a setting of the service is shipped without a
// value.
func (f *Facts) leftEmpty(kind string) bool {
	empty := func(text string) bool {
		line, rest, _ := strings.Cut(text, "\n")
		trimmed := strings.TrimSpace(line)
		return namesKind(line, kind) && (strings.Contains(line, `""`) || strings.Contains(line, "''") || strings.HasSuffix(trimmed, "=") || strings.HasSuffix(trimmed, "= none") || emptyValue.Matches(rest))
	}
	for _, name := range f.configs() {
		if text, ok := f.Project.Folder.Text(name); ok && len(text) <= maxConfigLen && slices.ContainsFunc(strings.Split(text, "\n"), empty) {
			return true
		}
	}
	files := f.Sources.Files()
	for i := range files {
		for _, word := range backing.Known(kind).Settings {
			for _, spelt := range []string{word, strings.ToLower(word), word[:1] + strings.ToLower(word[1:])} {
				if at := strings.Index(files[i].Text(), spelt); at >= 0 && empty(spelt+threeLines(files[i].Text(), at)) {
					return true
				}
			}
		}
	}
	return false
}

// emptyValue is a value of a table that is left empty.
const emptyValue language.Pattern = `(?i)\b(?:value|default)["']?\s*[:=]\s*(?:""|'')`

// threeLines gives the line of a place and the two after it.
func threeLines(s string, at int) string {
	return s[at:source.LineEnd(s, source.LineEnd(s, source.LineEnd(s, at)))]
}

// djangoEngines adds the engine that Django's settings take unless a branch
// takes another; where each stands in a branch, that of "else".
// https://docs.djangoproject.com/en/stable/ref/settings/#databases
func (f *Facts) djangoEngines(b *backingTable) {
	type engine struct {
		kind string
		why  finding.Evidence
	}
	var always, otherwise, branches []engine
	for _, h := range f.Sources.Grep(djangoEngine) {
		file := f.Sources.file(h.Name)
		lines := file.Lines()
		e := engine{backing.OfScheme(h.Groups[1]), f.Sources.Evidence("backing.adapter", h)}
		switch within, prod := file.branchAround(lines, h.Line); {
		case strings.Contains(strings.ToLower(h.Name), "test"):
		case !within || prod:
			always = append(always, e)
		case strings.HasPrefix(branchOf(lines, h.Line), "else"):
			otherwise = append(otherwise, e)
		default:
			branches = append(branches, e)
		}
	}
	for _, list := range [][]engine{always, otherwise, branches} {
		if len(list) == 0 {
			continue
		}
		for _, e := range list {
			b.add(e.kind, configurationConfidence, e.why)
		}
		if list[0].kind == "" { // a file, unless told otherwise
			b.embedded = true
		}
		return
	}
}

// branchOf is the nearest line above that opens a branch around a line.
func branchOf(lines []string, line int) string {
	indent := source.Indent(lines[line-1])
	for i := line - 2; i >= 0 && i > line-blockLines; i-- {
		if text := strings.TrimSpace(lines[i]); text != "" && source.Indent(lines[i]) < indent {
			indent = source.Indent(lines[i])
			if branch.Regexp().MatchString(lines[i]) {
				return text
			}
		}
	}
	return ""
}
