package extract

import (
	"path"
	"regexp"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// onlyUnused reports whether all that names a package are modules of NestJS that nothing
// imports: Nest makes what its root module reaches, and nothing else.
// https://docs.nestjs.com/modules
func (s *Sources) onlyUnused(name string) bool {
	found := false
	for _, h := range s.inScripts(language.Pattern(`["']` + regexp.QuoteMeta(name) + `["'/]`)) {
		if source.Aside(h.Name) {
			continue
		}
		if !s.file(h.Name).Contains("@Module(") || s.imported(h.Name) {
			return false
		}
		found = true
	}
	return found
}

// commentedOut reports whether a package of Node's is imported in comments alone, by a
// program all of whose sources are read: it was used once. One that an object mapper loads
// by itself needs no import: Sequelize, TypeORM, Knex and their like
// (https://sequelize.org/docs/v6/getting-started/#installing).
func (f *Facts) commentedOut(name string) bool {
	if f.Project.Uses("sequelize", "sequelize-typescript", "typeorm", "knex", "objection", "bookshelf", "waterline", "keystone", "@mikro-orm/core") || !f.Sources.Whole() {
		return false
	}
	quoted := regexp.MustCompile(`(?:require\(\s*|\bfrom\s+|\bimport\s+)["']` + regexp.QuoteMeta(name) + `["'/]`)
	found := false
	for _, file := range f.Sources.Files() {
		if !file.Contains(name) {
			continue
		}
		for _, line := range file.Lines() {
			if !strings.Contains(line, `"`+name) && !strings.Contains(line, "'"+name) {
				continue
			}
			if !source.IsComment(strings.TrimSpace(line), file.Name) {
				return false
			}
			found = found || quoted.MatchString(line)
		}
	}
	return found
}

// imported reports whether another source names a file as imports do, without its ending.
func (s *Sources) imported(name string) bool {
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	for _, f := range s.Files() {
		if f.Name == name {
			continue
		}
		for _, q := range []string{`"`, "'", "`"} {
			if f.Contains("/"+stem+q) || f.Contains("/"+stem+".js"+q) {
				return true
			}
		}
	}
	return false
}
