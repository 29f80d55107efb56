package spelled

import (
	"slices"
	"strings"

	"aipack/backend/language"
)

const (
	settings language.Pattern = `(?i)^(?:default|dev|devel|development|test|testing|local|stage|staging|prod|production|live)$`
	key      language.Pattern = `^["'](\w+)["']\s*:|^(\w+)\s*=[^=]`
)

// Settings gives the key of a table of settings that a deployment takes: that of production,
// else the default one, else the first that is not for tests; "" where none of the keys is
// an environment's name.
func Settings(keys []string) string {
	if !slices.ContainsFunc(keys, settings.Matches) {
		return ""
	}
	for _, usual := range []string{"production", "prod", "live", "default"} {
		if i := slices.IndexFunc(keys, func(k string) bool { return strings.EqualFold(k, usual) }); i >= 0 {
			return keys[i]
		}
	}
	if i := slices.IndexFunc(keys, func(k string) bool { return !strings.HasPrefix(strings.ToLower(k), "test") }); i >= 0 {
		return keys[i]
	}
	return ""
}

// maxKeys is how many keys of a table are read.
const maxKeys = 24

// mostTable is how many bytes of a table are read.
const mostTable = 4000

// Keys are the keys of a table, up to the bracket that ends it.
func Keys(text string) (keys []string) {
	text = text[:min(len(text), mostTable)]
	depth, begins := 0, true
	for i := 0; i < len(text) && len(keys) < maxKeys; i++ {
		switch c := text[i]; {
		case c == '{' || c == '(' || c == '[':
			depth++
		case c == '}' || c == ')' || c == ']':
			if depth--; depth < 0 {
				return keys
			}
		case c == ',' && depth == 0:
			begins = true
			continue
		case c == '#':
			if end := strings.IndexByte(text[i:], '\n'); end > 0 {
				i += end
			}
			continue
		case strings.IndexByte(" \t\r\n", c) >= 0:
			continue
		case begins && depth == 0:
			if m := key.Regexp().FindStringSubmatch(text[i:min(len(text), i+80)]); m != nil {
				keys = append(keys, m[1]+m[2])
			}
		}
		begins = false
	}
	return keys
}
