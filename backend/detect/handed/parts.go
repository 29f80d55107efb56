package handed

import (
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Part is what a variable is of the address of a data service.
type Part struct {
	Store string // id of a data service
	Field string // user, password, host, port or database
	Why   finding.Evidence
}

// composedAddress is an address that the program puts together of what it has read, in
// the order of a URI (RFC 3986, 3.2): postgresql://{user}:{password}@{host}:{port}/{name}.
// What is put in stands in braces: f"{A}" (Python), `${A}` (JavaScript, Kotlin), "#{A}"
// (Ruby), "{$a}" (PHP).
const composedAddress language.Pattern = `\b([a-z][a-z0-9+]+)://(?:` + element + `(?::` + element + `)?@)?` + element + `(?::` + element + `)?(?:/` + element + `)?`

// element is one part: what is put in, or the text that stands there.
const element = `(?:[$#]?\{\s*([^{}\n]{1,80})\}|[\w.%-]*)`

// elements are the parts in the order of the pattern's groups.
var elements = []string{"user", "password", "host", "port", "database"}

// lastName is the name at the end of an expression: settings.user, $user.
const lastName language.Pattern = `^\$?(?:\w+\.)*([A-Za-z_]\w*)\s*$`

// Parts gives the variables of which the sources put together the address of one of some
// data services, directly or through one name, whatever they are called, or
// give its client the parts one by one. One that is a part of two is left out.
func Parts(set *source.Set, stores []string) map[string]Part {
	out, twice, left := map[string]Part{}, map[string]bool{}, maxHandedOn
	if len(stores) == 0 {
		return out
	}
	for _, h := range set.Grep(composedAddress) {
		store := speaks(h.Groups[1], stores)
		if store == "" || source.Aside(h.Name) {
			continue
		}
		for i, field := range elements {
			name, ok := put(set, h, h.Groups[i+2], &left)
			if !ok {
				continue
			}
			if known, there := out[name]; there && (known.Store != store || known.Field != field) {
				twice[name] = true
			}
			out[name] = Part{store, field, set.Evidence("wiring.part", h)}
		}
	}
	for name := range twice {
		delete(out, name)
	}
	optionParts(set, stores, out, &left)
	return out
}

// speaks gives the data service that is reached by a scheme, "" for none.
func speaks(scheme string, stores []string) string {
	first, _, _ := strings.Cut(scheme, "+")
	for _, id := range slices.Concat(backing.SpeaksTo(scheme), backing.SpeaksTo(first)) {
		if slices.Contains(stores, id) {
			return id
		}
	}
	return ""
}

// put gives the variable behind what is put into a text: one that is read there, or a
// name that was read in this file, or in the one that it is imported from.
func put(set *source.Set, h source.Hit, expression string, left *int) (string, bool) {
	file := set.File(h.Name)
	if expression == "" || file.Owner == nil {
		return "", false
	}
	if name, ok := readHere(file.Owner, expression); ok {
		return name, true
	}
	name := source.Group(lastName, expression)
	if name == "" || *left == 0 {
		return "", false
	}
	*left--
	if variable, ok := fieldRead(set, h.Name, name); ok && strings.Contains(expression, ".") {
		return variable, true
	}
	if variable, ok := readAs(file, name); ok {
		return variable, true
	}
	word := regexp.MustCompile(`\b` + name + `\b\s*:?=`)
	for _, other := range set.Files() {
		if other == file || source.Aside(other.Name) || source.Ext(other.Name) != source.Ext(h.Name) || !other.Contains(name) || !word.MatchString(other.Text()) {
			continue
		}
		if variable, ok := readAs(other, name); ok {
			return variable, true
		}
	}
	return "", false
}
