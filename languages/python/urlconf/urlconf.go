// Package urlconf reads a list of paths of Django's: where it is, which lines it has, at which
// path one of them mounts something (docs.djangoproject.com/en/stable/topics/http/urls).
package urlconf

import (
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
)

const (
	rootURLConf = language.Pattern(`(?m)^ROOT_URLCONF\s*(?::[^=\n]*)?=\s*["']([\w.]+)["']`)
	urlPatterns = language.Pattern(`(?m)^urlpatterns\s*(?::[^=\n]*)?=\s*\[`)
)

// Module is the module with the paths of the whole project that settings name, "" for none.
func Module(settings string) string {
	if m := rootURLConf.Regexp().FindStringSubmatch(settings); m != nil {
		return m[1]
	}
	return ""
}

// Route is the fixed path that path(), re_path() or url() mounts at, with the slash
// that it ends with.
func Route(c pysource.Call) (route string, ok bool) {
	route, ok = c.Args[0].Text()
	switch c.Name {
	case "path":
	case "re_path", "url":
		route = strings.TrimPrefix(route, "^")
	default:
		return "", false
	}
	return route, ok && route != "" && !strings.ContainsAny(route, `<>()[]{}\^$|?*+. `)
}

// Lines gives the lines of the list of paths, from its first to the bracket that ends it.
func Lines(text string) (first, last int) {
	at := urlPatterns.Regexp().FindStringIndex(text)
	if at == nil {
		return 1, 0
	}
	first = 1 + strings.Count(text[:at[0]], "\n")
	end := strings.Index(text[at[1]:], "\n]")
	if end < 0 {
		return first, first
	}
	return first, first + strings.Count(text[at[0]:at[1]+end], "\n")
}
