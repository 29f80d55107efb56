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
		if !strings.Contains(s.file(h.Name).Text(), "@Module(") || s.imported(h.Name) {
			return false
		}
		found = true
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
			if strings.Contains(f.Text(), "/"+stem+q) || strings.Contains(f.Text(), "/"+stem+".js"+q) {
				return true
			}
		}
	}
	return false
}
