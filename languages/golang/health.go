package golang

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// pings are middlewares that answer a path of their own, by the package that
// has them (pkg.go.dev/github.com/go-pkgz/rest#Ping).
var pings = []struct {
	imported, path string
	used           language.Pattern
}{
	{"github.com/go-pkgz/rest", "/ping", `\b(?:rest|R)\.Ping\b`},
	{"github.com/gofiber/fiber/v2/middleware/healthcheck", "/livez", `\.Use\(\s*healthcheck\.New\(\s*\)`}, // docs.gofiber.io/api/middleware/healthcheck
}

// health finds the path that a middleware of the chosen command answers.
func health(p *language.Project) finding.Finding[string] {
	mains := mainsOf(p)
	if len(mains) == 0 {
		return finding.Finding[string]{}
	}
	root := p.Reader().Folder(".")
	for _, ping := range pings {
		if _, ok := imports(mains[0], ping.imported); !ok {
			continue
		}
		for _, name := range mains[0].files {
			content, _ := root.Text(name)
			if !strings.Contains(content, ping.imported) {
				continue
			}
			if at := root.AtCode("go.ping", name, content, ping.used); at.Rule != "" {
				return finding.Of(ping.path, finding.Likely, at)
			}
		}
	}
	return finding.Finding[string]{}
}
