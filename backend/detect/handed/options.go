package handed

import (
	"slices"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

const (
	// passwordOption is the password among the options of a client, a line each, as all of
	// them write it: TypeORM, Sequelize, pg and mysql2 (password:), psycopg and PyMySQL
	// (password=), Django ("PASSWORD":), Go's driver of MySQL (Passwd:).
	passwordOption language.Pattern = `(?i)^\s*["']?(?:password|passwd)["']?\s*[:=]\s*\S`
	// oneOption is any of these options with its value.
	oneOption language.Pattern = `^\s*["']?(\w+)["']?\s*[:=]\s*([^,\n]+(?:,\s*\d+\s*\))?)\s*,?\s*(?://.*|#.*)?$`
	// inNumber is what a value is read as a number by.
	inNumber language.Pattern = `^(?:parseInt|Number|int|\+)\(?\s*(.*?)(?:,\s*10\s*)?\)?$`
)

// optionFields are the fields that options are, by their names in lower case.
var optionFields = map[string]string{
	"host": "host", "hostname": "host", "server": "host", "addr": "address", "port": "port",
	"user": "user", "username": "user", "password": "password", "passwd": "password",
	"database": "database", "dbname": "database", "db": "database",
}

// dialectOptions say which database a client is for.
var dialectOptions = map[string]bool{"type": true, "dialect": true, "client": true, "driver": true, "engine": true, "drivername": true}

// mostOptions is how many lines above and below the password belong to it.
const mostOptions = 14

// optionParts adds the variables that a client is given by its options: those of one
// call or table that has a host, an account and the name of a database, which a client
// of mail does not. It is for the database that the table names, else for the program's
// only one.
func optionParts(set *source.Set, stores []string, out map[string]Part, left *int) {
	var main []string
	for _, id := range stores {
		if backing.Known(id).Main {
			main = append(main, id)
		}
	}
	for _, h := range set.Ask(source.Question{Patterns: source.These(passwordOption), Anchors: []string{"assw", "ASSW"}}) {
		if source.Aside(h.Name) {
			continue
		}
		given, named := options(set.File(h.Name).Lines(), h.Line-1)
		store := ""
		switch {
		case named == "" && len(main) == 1:
			store = main[0]
		case slices.Contains(main, backing.OfDialect(named)):
			store = backing.OfDialect(named)
		case slices.Contains(main, backing.Twin(backing.OfDialect(named))):
			store = backing.Twin(backing.OfDialect(named))
		}
		if store == "" || given["host"] == "" && given["address"] == "" || given["user"] == "" || given["database"] == "" {
			continue
		}
		for _, field := range []string{"host", "address", "user", "password", "database", "port"} {
			name, ok := put(set, h, given[field], left)
			if _, known := out[name]; ok && !known && name != "PORT" {
				out[name] = Part{store, field, set.Evidence("wiring.option", h)}
			}
		}
	}
}

// options are the fields beside a line that stand as deep as it does, and the word by
// which they name a database.
func options(lines []string, at int) (given map[string]string, named string) {
	given = map[string]string{}
	depth := source.Indent(lines[at])
	for _, step := range []int{-1, 1} {
		for i := at; i >= 0 && i < len(lines) && i > at-mostOptions && i < at+mostOptions; i += step {
			if strings.TrimSpace(lines[i]) != "" && source.Indent(lines[i]) < depth {
				break
			}
			m := oneOption.Regexp().FindStringSubmatch(lines[i])
			if m == nil || source.Indent(lines[i]) != depth {
				continue
			}
			key, value := strings.ToLower(m[1]), strings.TrimSpace(m[2])
			if dialectOptions[key] {
				named = strings.ToLower(strings.Trim(value[strings.LastIndexByte(value, '.')+1:], `"'`))
				continue
			}
			field := optionFields[key]
			if field == "" && key == "name" && m[1] == "NAME" { // Django's
				field = "database"
			}
			if n := inNumber.Regexp().FindStringSubmatch(value); n != nil && field == "port" {
				value = n[1]
			}
			if field != "" && given[field] == "" {
				given[field] = strings.TrimSuffix(value, "!")
			}
		}
	}
	return given, named
}
