// Package statement says what the text around a place of a source does with it: whether
// it is a test, whether the program ends there, what stands before and behind. It knows no
// variable and no project: lines in, answers out.
package statement

import (
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// How far is looked: for the refusal behind a place, into a block.
const (
	RefusalLines = 12
	BodyLines    = 4
	tailLines    = 5 // that an expression may go on for
)

// Stops is a statement that ends the program; Kotlin's and Julia's error() throws.
// Production is a condition that says where the program runs. UnlessSet is one that holds
// where a value is missing.
const (
	Stops      language.Pattern = `^(?:await\s+)?(?:(?:throw|raise|panic!?|abort!?|fail|bail!|die)\b|(?:os\.Exit|process\.exit|sys\.exit|System\.exit|exit|exitProcess)\(|error\("[^"]*"\)$|(?:\w+\.)*(?:Fatal|Panic)\w*\(|return\b.*(?:\b[Ee]rr(?:or)?s?\b|\bErr[A-Z]\w*|errors\.|Errorf\())`
	Production language.Pattern = `(?i:\bprod|is_?prod)|NODE_ENV|config_env|Rails\.env|APP_ENV|DEBUG|__name__|require\.main`
	UnlessSet  language.Pattern = `![^=]|\bnot\b|\bunless\b|[^!=]={2,3}\s*(?:""|''|undefined|null|nil|None|0)|\bis\s+None|\bis_err\(|\bis_none\(|isEmpty|isBlank|isNullOr(?:Empty|Blank)|\.nil\?|\.blank\?|\.empty\?|len\([^)]*\)\s*==\s*0|\bnot\s+in\b|!ok\b|\berr\s*!=\s*nil`
)

// Around gives the text before the match on its line, and what follows the
// name within the match and on the lines after it.
func Around(h source.Hit, lines []string) (before, tail string) {
	first, _, _ := strings.Cut(strings.TrimLeft(h.Match, " \t\r\n"), "\n")
	text := lines[h.Line-1]
	if at := strings.Index(text, first); at >= 0 {
		before = text[:at]
	}
	name := strings.Index(h.Match, h.Groups[1]) + len(h.Groups[1])
	tail = h.Match[max(name, 0):] + h.After
	end := min(h.Line+strings.Count(strings.TrimSpace(h.Match), "\n"), len(lines))
	open := !strings.ContainsAny(strings.TrimSpace(before), " =(") || Unclosed(strings.Join(lines[h.Line-1:end], " "))
	for _, next := range lines[end:min(end+tailLines, len(lines))] {
		next = strings.TrimSpace(next)
		if !open && (strings.HasPrefix(next, "if ") || strings.HasPrefix(next, "unless ")) {
			break // a statement of its own
		}
		tail += " " + next
	}
	return before, strings.TrimLeft(tail, "\"'`")
}

// Unclosed reports whether more round or square brackets are opened than closed.
func Unclosed(text string) bool {
	return strings.Count(text, "(")+strings.Count(text, "[") > strings.Count(text, ")")+strings.Count(text, "]")
}

// IsTest reports whether a line, or what stands before a read on it, begins a test.
func IsTest(before string) bool {
	lead := strings.TrimLeft(before, " \t})")
	for _, word := range []string{"if ", "if(", "elif ", "unless ", "else if", "while ", "assert ", "case ", "guard "} {
		if strings.HasPrefix(lead, word) {
			return true
		}
	}
	return false
}

// IsTernary reports whether the value only decides something: X ? a : b, X && y.
func IsTernary(tail string) bool {
	tail = strings.TrimLeft(tail, ")] ")
	return strings.HasPrefix(tail, "? ") || strings.HasPrefix(tail, "&& ") || strings.HasPrefix(tail, "and ") || strings.HasPrefix(tail, "== ") || strings.HasPrefix(tail, "=== ") || strings.HasPrefix(tail, "!== ") || strings.HasPrefix(tail, "!= ") || strings.HasPrefix(tail, "?.")
}

// Refuses reports whether a test stops the program, on its line or as one of
// the first things in its block.
func Refuses(lines []string, at int) bool {
	for _, end := range []string{") ", ": ", "{ ", "then "} { // if (!x) throw …
		if i := strings.LastIndex(lines[at], end); i >= 0 && Stops.Regexp().MatchString(strings.TrimSpace(lines[at][i+len(end):])) {
			return true
		}
	}
	if rest := strings.Index(lines[at], "throw new "); rest > 0 || strings.Contains(lines[at], ": raise ") {
		return true
	}
	for i := at + 1; i < min(at+BodyLines, len(lines)) && source.Indent(lines[i]) > source.Indent(lines[at]); i++ {
		if Stops.Regexp().MatchString(strings.TrimSpace(lines[i])) {
			return true
		}
	}
	return false
}

// Refused reports whether a name that holds the value is looked at soon after
// and the program stops where it is empty.
func Refused(lines []string, line int, name string) bool {
	return RefusedWithin(lines, line, RefusalLines, name)
}

// RefusedWithin is Refused over as many lines as are said.
func RefusedWithin(lines []string, line, reach int, name string) bool {
	for i := line; i < min(line+reach, len(lines)); i++ {
		if m := insistedOn.Regexp().FindStringSubmatch(lines[i]); m != nil && m[1]+m[2]+m[3] == name {
			return true
		}
		if IsTest(lines[i]) && HoldsWord(lines[i], name) && UnlessSet.Regexp().MatchString(lines[i]) && Refuses(lines, i) && !BesideAnother(lines[i]) {
			return true
		}
	}
	return IsTest(lines[line-1]) && UnlessSet.Regexp().MatchString(lines[line-1]) && Refuses(lines, line-1) && !BesideAnother(lines[line-1]) // if v := os.Getenv("X"); v == "" {
}

// insistedOn is a call that ends the program where a value is not there: Kotlin's
// preconditions (https://kotlinlang.org/api/core/kotlin-stdlib/kotlin/require.html),
// Java's (https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/Objects.html)
// and Node's (https://nodejs.org/api/assert.html).
const insistedOn language.Pattern = `^\s*(?:require|check)\(\s*(?:!\s*(\w+)\.isNullOr(?:Blank|Empty)\(\)|(\w+)\s*!=\s*null)\s*\)|^\s*(?:requireNotNull|checkNotNull|Objects\.requireNonNull|assert(?:\.ok)?)\(\s*(\w+)\s*[,)]`

// Literals are texts that a line quotes.
const (
	Literals language.Pattern = `"[^"\n]*"|'[^'\n]*'|\x60[^\x60\n]*\x60`
	both     language.Pattern = `&&|\band\b`
)

// BesideAnother reports whether a test holds only together with another: the
// program stops without the variable in some cases, or takes either of two.
func BesideAnother(line string) bool {
	return both.Regexp().MatchString(Literals.Regexp().ReplaceAllString(line, `""`)) && !Production.Regexp().MatchString(line)
}

const nothing language.Pattern = `^(?:default\s*=\s*)?(?:""|''|None|null|nil|undefined)?\s*[,)]`

// HandsAlong reports whether a call that reads a variable is given another value
// for it, and one that is more than nothing.
func HandsAlong(tail string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(tail, " "), ",")
	return ok && !nothing.Regexp().MatchString(strings.TrimLeft(rest, " "))
}

// HoldsWord reports whether a line holds a word as one of its own.
func HoldsWord(line, word string) bool {
	for from := 0; ; {
		at := strings.Index(line[from:], word)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(word)
		if (at == 0 || !source.IsNameByte(line[at-1])) && (end == len(line) || !source.IsNameByte(line[end])) {
			return true
		}
		from = end
	}
}
