// Package spelled reads what a source spells out of a name: the texts that it is put together
// of, the constant that it is given, the elements of a list, the keys of a table. It looks at
// one text, and knows no project.
package spelled

import (
	"regexp"
	"slices"

	"aipack/backend/language"
)

// Name is a name that is put together of texts and one other name, or is that: "DB_" + name,
// f"{PREFIX}_URL", ${prefix}_URL, "#{prefix}_URL", "DB_" . $name, KEY.
type Name struct {
	Before, Of, Behind string
	Upper              bool   // Of stands in capitals in it
	Rest               string // behind it, from the bracket on
}

const (
	behind language.Pattern = `^\s*["'\x60]([A-Z][A-Z0-9_]*)["'\x60]\s*[+.]\s*\$?([A-Za-z_]\w*)(\.upper\(\)|\.toUpperCase\(\)|\.upcase)?\s*([\]),].*)$`
	before language.Pattern = `^\s*\$?([A-Za-z_]\w*)(\.upper\(\)|\.toUpperCase\(\)|\.upcase)?\s*[+.]\s*["'\x60]([A-Z0-9_]+)["'\x60]\s*([\]),].*)$`
	within language.Pattern = `^\s*(?:f["']|["\x60])([A-Z0-9_]*)[$#]?\{\s*\$?([A-Za-z_]\w*)(\.upper\(\)|\.toUpperCase\(\)|\.upcase)?\s*\}([A-Z0-9_]*)["'\x60]\s*([\]),].*)$`
	whole  language.Pattern = `^\s*&?([A-Za-z_]\w*)\s*([\]),].*)$`
)

// NameOf reads the name that a text begins with.
func NameOf(text string) (Name, bool) {
	if m := behind.Regexp().FindStringSubmatch(text); m != nil {
		return Name{m[1], m[2], "", m[3] != "", m[4]}, true
	}
	if m := within.Regexp().FindStringSubmatch(text); m != nil {
		return Name{m[1], m[2], m[4], m[3] != "", m[5]}, true
	}
	if m := before.Regexp().FindStringSubmatch(text); m != nil {
		return Name{"", m[1], m[3], m[2] != "", m[4]}, true
	}
	if m := whole.Regexp().FindStringSubmatch(text); m != nil {
		return Name{"", m[1], "", false, m[2]}, true
	}
	return Name{}, false
}

// Alone reports whether nothing is put beside the other name.
func (n Name) Alone() bool { return n.Before+n.Behind == "" }

// Constant gives the texts in capitals that a name is given; two empty ones where it is
// given something else, too.
func Constant(text, name string) (found []string) {
	given := regexp.MustCompile(`(?m)^[ \t]*(?:(?:export|public|private|protected|internal|static|final|readonly|const|let|var|val|String|string)\s+)*\$?` + regexp.QuoteMeta(name) +
		`\b\s*(?::\s*\w+|\s+string)?\s*:?=\s*["'\x60]([A-Z][A-Z0-9_]*)["'\x60]\s*[;,]?\s*(?:(?://|#)[^\n]*)?$`)
	for _, m := range given.FindAllStringSubmatch(text, 4) {
		if !slices.Contains(found, m[1]) {
			found = append(found, m[1])
		}
	}
	if len(found) == 0 {
		return nil
	}
	otherwise := regexp.MustCompile(`(?m)(?:^|[^\w.$])\$?` + regexp.QuoteMeta(name) + `\b\s*(?::\s*\w+|\s+string)?\s*:?=[^=>]`)
	if len(otherwise.FindAllStringIndex(text, 4)) > 1 {
		return []string{"", ""}
	}
	return found
}
