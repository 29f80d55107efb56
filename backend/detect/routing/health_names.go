package routing

import (
	"regexp"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Routes whose path is put together or given by a name: a prefix in a template or
// in front of a sum; a setting whose name speaks of health; a wrapper or
// middleware that is handed the path.
const (
	routeTemplate language.Pattern = "\\.(?:get|GET|Get|all|route|HandleFunc|Handle|add_api_route|add_route|add_get)\\(\\s*f?[\"'`]\\$?\\{(?:self\\.|this\\.)?([\\w.]+)\\}(/[^\"'`\\n]*)[\"'`]\\s*[,)]"
	routeSum      language.Pattern = `\.(?:get|GET|Get|all|route|HandleFunc|Handle|add_route|add_get)\(\s*([A-Za-z_][\w.]*)\s*\+\s*["'](/[^"'\n]*)["']\s*,`
	routeNamed    language.Pattern = `(?:\.(?:route|get|GET|Get|Handle|HandleFunc|add_route|all)\(\s*&?|\(\s*)(?:\w+(?:\.|::))*(\w*(?:health|Health|HEALTH|liveness|LIVENESS)\w*)\s*[,)]`
	routeWrapper  language.Pattern = `\b(?:app|application|handler|server)\s*=\s*[\w.]*[hH]ealth\w*\(\s*\w+\s*,\s*["'](/[^"'\n]*)["']`
	routeMiddle   language.Pattern = `\.(?:use|Use|add_middleware)\(\s*[\w.]*[hH]ealth\w*(?:\(|,)\s*(?:\w+\s*[=:]\s*)?["'](/[^"'\n]*)["']`
	healthLiteral language.Pattern = `["'](/?[\w./-]*[hH]ealth\w*)["']`
)

// healthNames lists the routes of health that no literal alone gives.
func (t *Table) healthNames() (out []source.Hit) {
	for _, h := range t.onHealth(routeTemplate, routeSum) {
		if value, ok := t.named(h.Groups[1]); ok {
			h.Groups = []string{h.Groups[0], joinRoute(value, h.Groups[2])}
			out = append(out, h)
		}
	}
	out = append(out, t.onHealth(routeWrapper, routeMiddle)...)
	for _, h := range t.Ask(source.Question{Patterns: source.These(routeNamed), Anchors: []string{"ealth", "EALTH", "iveness"}}) {
		name := h.Groups[1]
		if strings.HasPrefix(h.Match, "(") && !strings.Contains(h.Text, "andler") || !pathName.Regexp().MatchString(name) && !strings.Contains(strings.ToLower(name), "endpoint") {
			continue // a handler, or what no framework calls a table of routes
		}
		value, ok := t.named(name)
		if !ok {
			value, ok = t.beside(name)
		}
		if value = strings.TrimSuffix(value, "/?"); ok && value != "" {
			h.Groups = []string{h.Groups[0], "/" + strings.TrimPrefix(value, "/")}
			out = append(out, h)
		}
	}
	return out
}

// maxBeside is how many lines below a name its value may stand.
const maxBeside = 14

// beside finds the path of health that stands near the place where a name is
// given its value together with others.
func (t *Table) beside(name string) (value string, ok bool) {
	given := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b[^\n]*=[^=\n]`)
	for _, f := range t.Files() {
		at := given.FindStringIndex(f.Text())
		if at == nil {
			continue
		}
		lines := strings.SplitN(f.Text()[at[0]:], "\n", maxBeside)
		for _, line := range lines[:min(len(lines), maxBeside-1)] {
			if m := healthLiteral.Regexp().FindStringSubmatch(line); m != nil {
				return m[1], true
			}
		}
	}
	return "", false
}

// versionParameter is a part of a path that takes the version of an API.
const versionParameter language.Pattern = `(?:\{|:|<)(?:api_?)?(?:version|ver)(?::\w+)?[}>]?`

// versioned fills the version of an API in that a route takes as a parameter,
// where the sources tell it by its usual text.
func (t *Table) versioned(route string) string {
	if !versionParameter.Matches(route) {
		return route
	}
	for _, f := range t.Files() {
		if f.Contains(`"v1"`) || f.Contains(`'v1'`) {
			return versionParameter.Regexp().ReplaceAllString(route, "v1")
		}
	}
	return route
}
