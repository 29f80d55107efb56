package extract

import (
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// need is what one place of the sources says of a variable that it reads.
type need int

const (
	plain    need = iota // it is read, and that is all
	tested               // the program looks whether it is set, and copes
	allowed              // a schema lets it be left out
	asserted             // it is taken to be set: process.env.X!
	thrown               // the program stops without it
)

// How far around a read is looked: for the refusal behind it, for the block
// before it.
const (
	refusalLines = 12
	bodyLines    = 4
	blockLines   = 80
	tailLines    = 5 // that an expression may go on for
)

// stops is a statement that ends the program; Kotlin's and Julia's error() throws.
const (
	stops      language.Pattern = `^(?:await\s+)?(?:(?:throw|raise|panic!?|abort!?|fail|bail!|die)\b|(?:os\.Exit|process\.exit|sys\.exit|System\.exit|exit|exitProcess)\(|error\("[^"]*"\)$|(?:\w+\.)*(?:Fatal|Panic)\w*\(|return\b.*(?:\b[Ee]rr(?:or)?s?\b|\bErr[A-Z]\w*|errors\.|Errorf\())`
	branch     language.Pattern = `^[\s}]*(?:else\s+if|elif|elsif|if|unless|else|case|when|switch|match|rescue|except|catch|on)\b`
	production language.Pattern = `(?i:\bprod|is_?prod)|NODE_ENV|config_env|Rails\.env|APP_ENV|DEBUG|__name__|require\.main`
	unlessSet  language.Pattern = `![^=]|\bnot\b|\bunless\b|[^!=]={2,3}\s*(?:""|''|undefined|null|nil|None|0)|\bis\s+None|\bis_err\(|\bis_none\(|isEmpty|isBlank|isNullOr(?:Empty|Blank)|\.nil\?|\.blank\?|\.empty\?|len\([^)]*\)\s*==\s*0|\bnot\s+in\b|!ok\b|\berr\s*!=\s*nil`
	request    language.Pattern = `^\s*@(?:\w+\.)*(?:route|get|post|put|patch|delete|head|websocket|api_route|before_request|after_request|task|shared_task|command)\b`
	assigned   language.Pattern = `(?:^|[\s;({])(?:const|let|var|val|final)?\s*([A-Za-z_]\w*)\s*(?::[^=\n]{1,40})?(?:,\s*(\w+)\s*)?:?=\s*(?:await\s+)?[\w.(!]*$`
)

// needAt judges the place of a read. from is where the name ends in the match.
func (f *Source) needAt(h source.Hit) need {
	lines := f.Lines()
	if h.Line < 1 || h.Line > len(lines) {
		return plain
	}
	before, tail := around(h, lines)
	strict := f.strictness(h, before, tail)
	if strict == thrown && (f.ofRequest(lines, h.Line) || lazily(lines, h.Line)) {
		return plain // the program starts without it
	}
	if alternativeTo.Matches(before) {
		return tested // the first of several is asked for
	}
	switch within, prod := f.branchAround(lines, h.Line); {
	case strict == thrown && isTest(before) && !unlessSet.Regexp().MatchString(before):
		return tested
	case within && !prod && !f.takenAnyway(lines, h.Line):
		return tested
	case strict == thrown:
		return thrown
	}
	if isTest(before) || strings.HasPrefix(strings.TrimLeft(h.After, ")] "), "if ") || strings.HasPrefix(strings.TrimLeft(h.After, ")] "), "unless ") {
		if unlessSet.Regexp().MatchString(lines[h.Line-1]) && refuses(lines, h.Line-1) && !besideAnother(lines[h.Line-1]) && !f.ofRequest(lines, h.Line) {
			return thrown
		}
		return tested
	}
	if strict == tested && handsAlong(tail) {
		return tested
	}
	if strict == tested && onlyVariables(tail) {
		strict = plain
	}
	if m := assigned.Regexp().FindStringSubmatch(before); m != nil && !f.ofRequest(lines, h.Line) && (refused(lines, h.Line, m[1]) || m[2] != "" && refused(lines, h.Line, m[2])) {
		return thrown
	}
	if strict == plain && isTernary(tail) {
		return tested
	}
	return strict
}

// around gives the text before the match on its line, and what follows the
// name within the match and on the lines after it.
func around(h source.Hit, lines []string) (before, tail string) {
	first, _, _ := strings.Cut(strings.TrimLeft(h.Match, " \t\r\n"), "\n")
	text := lines[h.Line-1]
	if at := strings.Index(text, first); at >= 0 {
		before = text[:at]
	}
	name := strings.Index(h.Match, h.Groups[1]) + len(h.Groups[1])
	tail = h.Match[max(name, 0):] + h.After
	end := min(h.Line+strings.Count(strings.TrimSpace(h.Match), "\n"), len(lines))
	open := !strings.ContainsAny(strings.TrimSpace(before), " =(") || unclosed(strings.Join(lines[h.Line-1:end], " "))
	for _, next := range lines[end:min(end+tailLines, len(lines))] {
		next = strings.TrimSpace(next)
		if !open && (strings.HasPrefix(next, "if ") || strings.HasPrefix(next, "unless ")) {
			break // a statement of its own
		}
		tail += " " + next
	}
	return before, strings.TrimLeft(tail, "\"'`")
}

// unclosed reports whether more round or square brackets are opened than closed.
func unclosed(text string) bool {
	return strings.Count(text, "(")+strings.Count(text, "[") > strings.Count(text, ")")+strings.Count(text, "]")
}

func isTest(before string) bool {
	lead := strings.TrimLeft(before, " \t})")
	for _, word := range []string{"if ", "if(", "elif ", "unless ", "else if", "while ", "assert ", "case ", "guard "} {
		if strings.HasPrefix(lead, word) {
			return true
		}
	}
	return false
}

// isTernary reports whether the value only decides something: X ? a : b, X && y.
func isTernary(tail string) bool {
	tail = strings.TrimLeft(tail, ")] ")
	return strings.HasPrefix(tail, "? ") || strings.HasPrefix(tail, "&& ") || strings.HasPrefix(tail, "and ") || strings.HasPrefix(tail, "== ") || strings.HasPrefix(tail, "=== ") || strings.HasPrefix(tail, "!== ") || strings.HasPrefix(tail, "!= ") || strings.HasPrefix(tail, "?.")
}

// refuses reports whether a test stops the program, on its line or as one of
// the first things in its block.
func refuses(lines []string, at int) bool {
	for _, end := range []string{") ", ": ", "{ ", "then "} { // if (!x) throw …
		if i := strings.LastIndex(lines[at], end); i >= 0 && stops.Regexp().MatchString(strings.TrimSpace(lines[at][i+len(end):])) {
			return true
		}
	}
	if rest := strings.Index(lines[at], "throw new "); rest > 0 || strings.Contains(lines[at], ": raise ") {
		return true
	}
	for i := at + 1; i < min(at+bodyLines, len(lines)) && source.Indent(lines[i]) > source.Indent(lines[at]); i++ {
		if stops.Regexp().MatchString(strings.TrimSpace(lines[i])) {
			return true
		}
	}
	return false
}

// refused reports whether a name that holds the value is looked at soon after
// and the program stops where it is empty.
func refused(lines []string, line int, name string) bool {
	return refusedWithin(lines, line, refusalLines, name)
}

func refusedWithin(lines []string, line, reach int, name string) bool {
	for i := line; i < min(line+reach, len(lines)); i++ {
		if m := insistedOn.Regexp().FindStringSubmatch(lines[i]); m != nil && m[1]+m[2]+m[3] == name {
			return true
		}
		if isTest(lines[i]) && holdsWord(lines[i], name) && unlessSet.Regexp().MatchString(lines[i]) && refuses(lines, i) && !besideAnother(lines[i]) {
			return true
		}
	}
	return isTest(lines[line-1]) && unlessSet.Regexp().MatchString(lines[line-1]) && refuses(lines, line-1) && !besideAnother(lines[line-1]) // if v := os.Getenv("X"); v == "" {
}

// insistedOn is a call that ends the program where a value is not there: Kotlin's
// preconditions (https://kotlinlang.org/api/core/kotlin-stdlib/kotlin/require.html),
// Java's (https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/Objects.html)
// and Node's (https://nodejs.org/api/assert.html).
const insistedOn language.Pattern = `^\s*(?:require|check)\(\s*(?:!\s*(\w+)\.isNullOr(?:Blank|Empty)\(\)|(\w+)\s*!=\s*null)\s*\)|^\s*(?:requireNotNull|checkNotNull|Objects\.requireNonNull|assert(?:\.ok)?)\(\s*(\w+)\s*[,)]`

const (
	literals language.Pattern = `"[^"\n]*"|'[^'\n]*'|\x60[^\x60\n]*\x60`
	both     language.Pattern = `&&|\band\b`
)

// besideAnother reports whether a test holds only together with another: the
// program stops without the variable in some cases, or takes either of two.
func besideAnother(line string) bool {
	return both.Regexp().MatchString(literals.Regexp().ReplaceAllString(line, `""`)) && !production.Regexp().MatchString(line)
}

const nothing language.Pattern = `^(?:default\s*=\s*)?(?:""|''|None|null|nil|undefined)?\s*[,)]`

// handsAlong reports whether a call that reads a variable is given another value
// for it, and one that is more than nothing.
func handsAlong(tail string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(tail, " "), ",")
	return ok && !nothing.Regexp().MatchString(strings.TrimLeft(rest, " "))
}

func holdsWord(line, word string) bool {
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

// branchAround reports whether a line runs only under some condition, told by
// indentation, and whether that condition is that of production.
func (f *Source) branchAround(lines []string, line int) (within, prod bool) {
	indent := source.Indent(lines[line-1])
	for i := line - 2; i >= 0 && i > line-blockLines && indent > 0; i-- {
		text := strings.TrimRight(lines[i], "\r \t")
		if text == "" || source.Indent(text) >= indent || source.IsComment(strings.TrimSpace(text), f.Name) {
			continue
		}
		indent = source.Indent(text)
		if strings.HasPrefix(strings.TrimSpace(text), ")") || strings.HasPrefix(strings.TrimSpace(text), "]") {
			continue
		}
		if strings.TrimSpace(text) == "try:" {
			return true, false
		}
		if branch.Regexp().MatchString(text) {
			if !production.Regexp().MatchString(text) {
				return true, false
			}
			prod = true
		}
		if source.FunctionHead.Regexp().MatchString(text) {
			return prod, prod
		}
	}
	return prod, prod
}

// Reads that follow each other, each taken where those before it give nothing, and
// no other value behind the last: process.env.A || process.env.B.
const (
	alternativeTo language.Pattern = `(?:environ\.get\(\s*["']\w+["']\s*\)|getenv\(\s*["']\w+["']\s*\)|process\.env(?:\??\.\w+|\[["']\w+["']\]))\s*(?:\|\||\?\?|or)\s*(?:os\.)?$`
	alternatives  language.Pattern = `^[)\] ]*(?:\|\||\?\?|or)\s*(?:(?:os\.)?environ\.get\(\s*["']\w+["']\s*\)|os\.getenv\(\s*["']\w+["']\s*\)|process\.env(?:\??\.\w+|\[["']\w+["']\]))`
)

// onlyVariables reports whether what a read falls back to are other variables alone.
func onlyVariables(tail string) bool {
	rest := tail
	for {
		at := alternatives.Regexp().FindStringIndex(rest)
		if at == nil {
			break
		}
		rest = rest[at[1]:]
	}
	next := strings.TrimLeft(rest, ")] ")
	return len(rest) < len(tail) && !strings.HasPrefix(next, "||") && !strings.HasPrefix(next, "??") && !strings.HasPrefix(next, "or ")
}

// lazily reports whether a line gives a value that is made when it is first asked
// for (https://doc.rust-lang.org/std/sync/struct.OnceLock.html#method.get_or_init).
func lazily(lines []string, line int) bool {
	for i := line - 1; i >= 0 && i > line-5; i-- {
		if strings.Contains(lines[i], ".get_or_init(") || strings.Contains(lines[i], ".get_or_try_init(") {
			return true
		}
		if source.FunctionHead.Regexp().MatchString(lines[i]) {
			break
		}
	}
	return false
}

// handler begins a function that answers a request, by its parameters: Express',
// Fastify's and Next's, net/http's, gin's, Echo's, Fiber's, Django's.
const handler language.Pattern = `\(\s*_?(?:req|request)\b[^,()]{0,60},\s*_?(?:res|reply|response|rep|h)\b[^()]{0,80}\)|\bhttp\.ResponseWriter\b|\*gin\.Context\b|\becho\.Context\b|\bfiber\.Ctx\b|\bdef\s+\w+\(\s*(?:self,\s*)?request\b`

// ofRequest reports whether a line stands in a function whose parameters are a
// request's, or that a decorator makes a handler of requests, a task or a command
// of its own.
func (f *Source) ofRequest(lines []string, line int) bool {
	indent := source.Indent(lines[line-1])
	for i := line - 2; i >= 0 && i > line-blockLines && indent > 0; i-- {
		if text := strings.TrimRight(lines[i], "\r \t"); text != "" && source.Indent(text) < indent {
			indent = source.Indent(text)
			if handler.Matches(text) {
				return true
			}
			if source.FunctionHead.Regexp().MatchString(text) {
				return i > 0 && request.Regexp().MatchString(lines[i-1])
			}
		}
	}
	return false
}

// ownEnvironment tells the process's environment from that of a request, which
// WSGI hands to an application under the same name (PEP 3333).
func (f *Source) ownEnvironment(h source.Hit, before string) bool {
	if !strings.HasPrefix(strings.TrimSpace(h.Match), "environ") {
		return true
	}
	return strings.HasSuffix(before, "os.") || importsEnviron.Matches(f.Text())
}

const importsEnviron language.Pattern = `(?m)^\s*from\s+os\s+import\b[^\n]*\benviron\b|\benviron\s*=\s*os\.environ`
