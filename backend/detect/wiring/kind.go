package wiring

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/universalbuild"
)

// kindWords are the last words of names that ask which sort of database it is.
var kindWords = words("type connection engine driver dialect client adapter provider kind vendor backend platform")

// kind gives the value of a variable that asks which database it is: by the
// word that a file or the source has for that of the plan.
func (p Program) kind(v universalbuild.Variable) (string, bool) {
	parts := wordsOf(v.Name)
	last := parts[len(parts)-1]
	id := meant(parts, p.Stores)
	if text, ok := p.class(v, parts, id); ok || asksClass(parts) {
		return text, ok
	}
	asks := kindWords[last] && len(parts) > 1 || fieldOf(parts) == "" && kindDefault(v.Default) || strings.EqualFold(v.Name, "DB")
	if id == "" || !asks || !isDatabase(id) {
		return "", false
	}
	texts := []string{v.Default}
	for _, g := range p.Given[v.Name] {
		texts = append([]string{g.Text}, texts...)
	}
	for _, text := range texts {
		if strings.Contains(text, "://") {
			return "", false
		}
		if slices.Contains(backing.Known(id).Names, text) {
			return text, true
		}
	}
	if last == "backend" || last == "provider" || last == "platform" { // of many things
		return "", false
	}
	switch {
	case p.Framework == "Laravel" || p.Framework == "Lumen":
		return backing.Known(id).NameIn("laravel"), true
	case last == "connection":
		return "", false
	}
	for _, text := range texts { // the vocabulary of the word that is the default
		if module, ok := strings.CutPrefix(text, "django.db.backends."); ok && module != "" {
			return "django.db.backends." + strings.TrimSuffix(id, "db"), true
		}
	}
	spoken, mapped := "", p.mapper(id)
	if p.Speaks != nil && (mapped == "" || len(parts) == 1 || slices.ContainsFunc(texts, func(t string) bool { return t != "" })) {
		spoken = p.Speaks(backing.Known(id).Names...)
	}
	word := cmp.Or(spoken, mapped)
	return word, word != ""
}

// isDatabase reports whether a data service is a program's database.
func isDatabase(id string) bool { return backing.Known(id).Main }

// asksClass reports whether a name asks for a class of Java's by its name.
func asksClass(parts []string) bool {
	return parts[len(parts)-1] == "class" || len(parts) > 1 && parts[len(parts)-1] == "name" && parts[len(parts)-2] == "class"
}

// class gives the class by which a program for the JVM speaks to its database,
// a driver's or a dialect's, as the project names it where it speaks to the one
// of the plan. A driver in between, which logs or measures, is the program's own.
func (p Program) class(v universalbuild.Variable, parts []string, id string) (string, bool) {
	id = cmp.Or(id, p.relational())
	if !asksClass(parts) && parts[len(parts)-1] != "dialect" || !isDatabase(id) {
		return "", false
	}
	texts := []string{v.Default}
	for _, g := range p.Given[v.Name] {
		texts = append(texts, g.Text)
	}
	for _, text := range texts {
		at := strings.LastIndex(text, ".")
		if at <= 0 || strings.ContainsAny(text, " /:$@") {
			continue
		}
		word := strings.ToLower(text[at+1:])
		if slices.Contains(backing.Known(id).Names, text) || slices.ContainsFunc(backing.Known(id).Names, func(name string) bool { return strings.Contains(word, strings.ToLower(name)) }) {
			return text, true
		}
	}
	return "", false
}

// mapper gives a database's name in the configuration of the object mapper or
// query builder that the program uses.
func (p Program) mapper(id string) string {
	for _, tool := range []string{"typeorm", "sequelize", "knex", "django"} {
		if slices.ContainsFunc(p.Packages, func(have string) bool { return strings.EqualFold(have, tool) }) {
			word := backing.Known(id).NameIn(tool)
			if has := func(name string) bool { return slices.Contains(p.Packages, name) }; word == "mysql2" && has("mysql") && !has("mysql2") {
				word = "mysql"
			}
			return word
		}
	}
	return ""
}

// kindDefault reports whether a default is the name of a sort of database:
// DB=sqlite asks for one, whatever else the variable is called.
func kindDefault(text string) bool {
	if strings.HasPrefix(text, "sqlite") && !strings.ContainsAny(text, ":/.") {
		return true
	}
	for _, id := range backing.Main() {
		if slices.Contains(backing.Known(id).Names, text) && text != "" {
			return true
		}
	}
	return false
}

// withScheme gives a variable the default whose scheme its address keeps: what
// the sources take, or what the framework's own client calls the database.
func (p Program) withScheme(v universalbuild.Variable) universalbuild.Variable {
	if strings.Contains(v.Default, "://") {
		return v
	}
	for _, g := range p.Given[v.Name] {
		if strings.Contains(g.Text, "://") {
			v.Default = g.Text
			return v
		}
	}
	if scheme := p.scheme(); scheme != "" && isDatabase(meant(wordsOf(v.Name), p.Stores)) {
		v.Default = scheme + "://localhost/app"
	}
	return v
}

// scheme is that which the framework or the driver wants in the address of the
// plan's relational database, "" where the usual one will do.
func (p Program) scheme() string {
	uses := func(names ...string) bool {
		return slices.ContainsFunc(p.Packages, func(have string) bool { return slices.Contains(names, strings.ToLower(have)) })
	}
	mysql := slices.Contains(p.Stores, "mysql") || slices.Contains(p.Stores, "mariadb")
	postgres := slices.Contains(p.Stores, "postgresql")
	switch {
	case p.Framework == "Rails" && mysql: // ActiveRecord's adapter of that name
		if uses("trilogy") {
			return "trilogy"
		}
		return "mysql2"
	case mysql && p.Language == "python" && uses("sqlalchemy", "flask-sqlalchemy", "sqlmodel", "databases"):
		switch {
		case uses("aiomysql"):
			return "mysql+aiomysql"
		case uses("asyncmy"):
			return "mysql+asyncmy"
		case uses("pymysql"):
			return "mysql+pymysql"
		}
	case postgres && p.Language == "python" && uses("sqlalchemy", "flask-sqlalchemy", "sqlmodel"):
		switch {
		case uses("psycopg2", "psycopg2-binary"): // the one that is taken without a driver's name
			return ""
		case uses("asyncpg"):
			return "postgresql+asyncpg"
		case uses("psycopg", "psycopg-binary"):
			return "postgresql+psycopg"
		}
	}
	return ""
}
