package spelled

import (
	"regexp"
	"strings"

	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// The bounds of a list, and of the name of one.
const (
	maxListLines = 40
	maxLength    = 40
)

// inCapitals is a text in capitals, as the names of variables are.
const inCapitals language.Pattern = `["'\x60]([A-Z][A-Z0-9_]+)["'\x60]`

// List gives the names in the list that a variable is declared with.
func List(lines []string, name string) []string {
	if name == "" || len(name) > maxLength {
		return nil
	}
	declared := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\s*(?::[^=\n]{1,60})?:?=\s*(?:\[\]string\s*\{|map\[string\]string\s*\{|new\s+Set\(\s*\[|[\[({])`)
	for i, line := range lines {
		if at := declared.FindStringIndex(line); at != nil {
			return Capitals(lines, i, at[1]-1)
		}
	}
	return nil
}

// Capitals gives the names in a list that begins on a line, nil where anything in it
// is written in another way.
func Capitals(lines []string, at, from int) (names []string) {
	text := strings.Replace(lines[at][max(from, 0):], "[]string", "", 1)
	for i := at + 1; i < min(at+maxListLines, len(lines)) && !closed(text); i++ {
		text += "\n" + lines[i]
	}
	open := strings.IndexAny(text, "[{(")
	if open < 0 {
		return nil
	}
	end := End(text[open+1:])
	if end < 0 {
		return nil
	}
	list := text[open+1 : open+1+end]
	for _, m := range inCapitals.Regexp().FindAllStringSubmatch(list, 100) {
		names = append(names, m[1])
	}
	if len(names) != len(statement.Literals.Regexp().FindAllString(list, 101)) {
		return nil
	}
	return names
}

// closed reports whether every bracket that a text opens is closed in it again.
func closed(text string) bool {
	open := strings.IndexAny(text, "[{(")
	return open >= 0 && End(text[open+1:]) >= 0
}

// End is where the bracket is closed that stands open before a text, -1 for
// nowhere in it.
func End(text string) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}
