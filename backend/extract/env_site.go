package extract

import (
	"strings"

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

const (
	stops      language.Pattern = `^(?:await\s+)?(?:(?:throw|raise|panic!?|abort!?|fail|bail!|die)\b|(?:os\.Exit|process\.exit|sys\.exit|System\.exit|exit)\(|(?:\w+\.)*(?:Fatal|Panic)\w*\(|return\b.*(?:\b[Ee]rr(?:or)?s?\b|\bErr[A-Z]\w*|errors\.|Errorf\())`
	branch     language.Pattern = `^[\s}]*(?:else\s+if|elif|elsif|if|unless|else|case|when|switch|match|rescue|except|catch|on)\b`
	production language.Pattern = `(?i:\bprod|is_?prod)|NODE_ENV|config_env|Rails\.env|APP_ENV|DEBUG|__name__|require\.main`
	unlessSet  language.Pattern = `![^=]|\bnot\b|\bunless\b|[^!=]={2,3}\s*(?:""|''|undefined|null|nil|None|0)|\bis\s+None|\bis_err\(|\bis_none\(|isEmpty|isBlank|\.nil\?|\.blank\?|\.empty\?|len\([^)]*\)\s*==\s*0|\bnot\s+in\b|!ok\b|\berr\s*!=\s*nil`
	request    language.Pattern = `^\s*@(?:\w+\.)*(?:route|get|post|put|patch|delete|head|websocket|api_route|before_request|after_request|task|shared_task|command)\b`
	assigned   language.Pattern = `(?:^|[\s;({])(?:const|let|var|val|final)?\s*([A-Za-z_]\w*)\s*(?::[^=\n]{1,40})?(?:,\s*(\w+)\s*)?:?=\s*(?:await\s+)?[\w.(!]*$`
)

// needAt judges the place of a read. from is where the name ends in the match.
func (f *Source) needAt(h Hit) need {
	lines := f.textLines()
	if h.Line < 1 || h.Line > len(lines) {
		return plain
	}
	before, tail := h.around(lines)
	strict := f.strictness(h, before, tail)
	if strict == thrown && f.ofRequest(lines, h.Line) {
		return plain // the program starts without it
	}
	switch within, prod := f.branchAround(lines, h.Line); {
	case strict == thrown && isTest(before) && !unlessSet.Regexp().MatchString(before):
		return tested
	case within && !prod:
		return tested
	case strict == thrown:
		return thrown
	}
	if isTest(before) || strings.HasPrefix(strings.TrimLeft(h.After, ")] "), "if ") || strings.HasPrefix(strings.TrimLeft(h.After, ")] "), "unless ") {
		if unlessSet.Regexp().MatchString(lines[h.Line-1]) && refuses(lines, h.Line-1) {
			return thrown
		}
		return tested
	}
	if m := assigned.Regexp().FindStringSubmatch(before); m != nil && (refused(lines, h.Line, m[1]) || m[2] != "" && refused(lines, h.Line, m[2])) {
		return thrown
	}
	if strict == plain && isTernary(tail) {
		return tested
	}
	return strict
}

// around gives the text before the match on its line, and what follows the
// name within the match and on the lines after it.
func (h Hit) around(lines []string) (before, tail string) {
	first, _, _ := strings.Cut(strings.TrimLeft(h.Match, " \t\r\n"), "\n")
	text := lines[h.Line-1]
	if at := strings.Index(text, first); at >= 0 {
		before = text[:at]
	}
	name := strings.Index(h.Match, h.Groups[1]) + len(h.Groups[1])
	tail = h.Match[max(name, 0):] + h.After
	end := min(h.Line+strings.Count(strings.TrimSpace(h.Match), "\n"), len(lines))
	for _, next := range lines[end:min(end+tailLines, len(lines))] {
		tail += " " + strings.TrimSpace(next)
	}
	return before, strings.TrimLeft(tail, "\"'`")
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
	for i := at + 1; i < min(at+bodyLines, len(lines)) && indentOf(lines[i]) > indentOf(lines[at]); i++ {
		if stops.Regexp().MatchString(strings.TrimSpace(lines[i])) {
			return true
		}
	}
	return false
}

// refused reports whether a name that holds the value is looked at soon after
// and the program stops where it is empty.
func refused(lines []string, line int, name string) bool {
	for i := line; i < min(line+refusalLines, len(lines)); i++ {
		if isTest(lines[i]) && holdsWord(lines[i], name) && unlessSet.Regexp().MatchString(lines[i]) && refuses(lines, i) {
			return true
		}
	}
	return isTest(lines[line-1]) && unlessSet.Regexp().MatchString(lines[line-1]) && refuses(lines, line-1) // if v := os.Getenv("X"); v == "" {
}

func holdsWord(line, word string) bool {
	for from := 0; ; {
		at := strings.Index(line[from:], word)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(word)
		if (at == 0 || !isNameByte(line[at-1])) && (end == len(line) || !isNameByte(line[end])) {
			return true
		}
		from = end
	}
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// branchAround reports whether a line runs only under some condition, told by
// indentation, and whether that condition is that of production.
func (f *Source) branchAround(lines []string, line int) (within, prod bool) {
	indent := indentOf(lines[line-1])
	for i := line - 2; i >= 0 && i > line-blockLines && indent > 0; i-- {
		text := strings.TrimRight(lines[i], "\r \t")
		if text == "" || indentOf(text) >= indent || isComment(strings.TrimSpace(text), f.Name) {
			continue
		}
		indent = indentOf(text)
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
		if blockOwner.Regexp().MatchString(text) {
			return prod, prod
		}
	}
	return prod, prod
}

// ofRequest reports whether a line stands in a function that a decorator makes a
// handler of requests, a task or a command of its own.
func (f *Source) ofRequest(lines []string, line int) bool {
	indent := indentOf(lines[line-1])
	for i := line - 2; i > 0 && i > line-blockLines && indent > 0; i-- {
		if text := strings.TrimRight(lines[i], "\r \t"); text != "" && indentOf(text) < indent {
			indent = indentOf(text)
			if blockOwner.Regexp().MatchString(text) {
				return request.Regexp().MatchString(lines[i-1])
			}
		}
	}
	return false
}

// ownEnvironment tells the process's environment from that of a request, which
// WSGI hands to an application under the same name (PEP 3333).
func (f *Source) ownEnvironment(h Hit, before string) bool {
	if !strings.HasPrefix(strings.TrimSpace(h.Match), "environ") {
		return true
	}
	return strings.HasSuffix(before, "os.") || importsEnviron.Matches(f.content)
}

const importsEnviron language.Pattern = `(?m)^\s*from\s+os\s+import\b[^\n]*\benviron\b|\benviron\s*=\s*os\.environ`

// textLines are the lines of a file, split once.
func (f *Source) textLines() []string {
	if f.lines == nil {
		f.lines = strings.Split(f.content, "\n")
	}
	return f.lines
}

// readers are calls and subscripts that stop the program where the variable is not
// set and no other value is given.
var readers = []string{"environ[", "ENV.fetch(", "fetch_env!(", "fetch_env(", "mustGetenv(", "MustGetenv(", "mustGetEnv(", "requireEnv(", "env!(", "getOrThrow(", "getOrThrow<"}

// strictness says what the reading expression itself does without the
// variable: os.environ["X"], ENV.fetch("X"), env::var("X").expect(…).
func (f *Source) strictness(h Hit, before, tail string) need {
	for _, s := range readers {
		if !strings.Contains(h.Match, s) {
			continue
		}
		tail = strings.TrimLeft(tail, " ")
		if strings.HasPrefix(strings.TrimLeft(tail, ")] "), "if ") { // x["A"] if "A" in x else …
			return tested
		}
		for _, otherwise := range []string{",", ") {", "){", ") do", ") ||", "] = ", "]= ", "] if", ") if"} {
			if strings.HasPrefix(tail, otherwise) {
				return tested
			}
		}
		return thrown
	}
	switch {
	case strings.HasSuffix(f.Name, ".py") && settingsCall.Regexp().MatchString(h.Match):
		return f.settingsStrictness(h.Groups[1], tail)
	case strings.Contains(h.Match, "env::var"), strings.Contains(h.Match, "dotenvy::var"), strings.Contains(h.Match, "dotenv::var"):
		return rustStrictness(tail)
	case strings.HasSuffix(before, "requireNonNull("), strings.HasSuffix(before, "invariant("), strings.HasSuffix(before, "assert("):
		return thrown
	case structTag.Regexp().MatchString(h.Match):
		return tagStrictness(h.Text)
	}
	rest := strings.TrimLeft(tail, ")] ")
	if quoted := strings.Contains(h.Match, `"`+h.Groups[1]) || strings.Contains(h.Match, "'"+h.Groups[1]); quoted && strings.HasPrefix(strings.TrimLeft(tail, " "), ",") {
		return tested // another value is handed along
	}
	if calledOn.Regexp().MatchString(rest) && !strings.HasSuffix(f.Name, ".go") {
		return asserted // there is nothing to call it on
	}
	n := strictTail(rest)
	if m := wrapper.Regexp().FindStringSubmatch(h.Match); m != nil && n == plain {
		return f.sources.wrapperStrictness(m[1], tail)
	}
	return n
}

// calledOn matches a method that is called on the value: X.split(",").
const calledOn language.Pattern = `^\.(?:split|replace\w*|trim|toLowerCase|toUpperCase|startsWith|endsWith|includes|strip|lower|upper|startswith|encode|rstrip|match)\(`

// strictTail reads what follows an expression that gives nothing where the
// variable is not set.
func strictTail(rest string) need {
	for _, s := range []string{"?:throw", "?: throw", "?: error(", "?? throw", "|| raise", "or raise", "?:exit", "or die", "?? die", "|| fail", "?? fail", ".orElseThrow", "?? (() => { throw", "|| (() => { throw"} {
		if strings.HasPrefix(rest, s) {
			return thrown
		}
	}
	for _, empty := range []string{"|| \"\"", "?? \"\"", "|| ''", "?? ''", "or None", `or ""`} {
		if strings.HasPrefix(rest, empty) {
			return plain
		}
	}
	switch {
	case strings.HasPrefix(rest, ".expect("), strings.HasPrefix(rest, ".unwrap()"):
		return thrown
	case strings.HasPrefix(rest, "!") && !strings.HasPrefix(rest, "!="):
		return asserted
	case strings.HasPrefix(rest, "||"), strings.HasPrefix(rest, "??"), strings.HasPrefix(rest, "or "), strings.HasPrefix(rest, "?:"):
		return tested
	}
	return plain
}

// settingsCall are the calls of django-environ, environs, python-decouple and
// Starlette: they raise where nothing is set and no default is given.
// https://django-environ.readthedocs.io, https://pypi.org/project/python-decouple
const settingsCall language.Pattern = `^\s*(?:config|env(?:\.\w+)?)\(`

func (f *Source) settingsStrictness(name, tail string) need {
	arguments := callRest(tail)
	first, _, _ := strings.Cut(strings.TrimLeft(arguments, ", "), ",")
	positional := strings.TrimSpace(first)
	switch {
	case strings.Contains(arguments, "default"), positional != "" && !strings.Contains(positional, "="), strings.Contains(f.content, name+"=("):
		return tested
	}
	return thrown
}

// callRest cuts what follows an argument off where the call ends.
func callRest(tail string) string {
	depth := 0
	for i, c := range tail {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return strings.TrimLeft(tail[:i], "\"' ")
			}
		}
	}
	return strings.TrimLeft(tail, "\"' ")
}

// Struct tags by which a variable is read, and what they say of its need:
// github.com/caarlos0/env, kelseyhightower/envconfig, sethvargo/go-envconfig,
// ilyakaznacheev/cleanenv.
const (
	structTag   language.Pattern = `^(?:env|envconfig|mapstructure):"`
	tagDefault  language.Pattern = `\b(?:envDefault|default|env-default):"|[, ]default=`
	tagRequired language.Pattern = `\benv:"[^"]*,\s*(?:required|notEmpty)|\b(?:required|env-required):"true"`
)

func tagStrictness(tag string) need {
	switch {
	case tagDefault.Regexp().MatchString(tag):
		return tested
	case tagRequired.Regexp().MatchString(tag):
		return thrown
	case strings.Contains(tag, "mapstructure:"):
		return plain
	}
	return tested // whoever wants it set writes so
}

// wrapper is a function of the program's own that reads a variable by its name.
const wrapper language.Pattern = `^\s*(?:\w+\.)*([A-Za-z_]*[eE]nv[A-Za-z_0-9]*|[rR]equired?[A-Z]\w*|[mM]ust[A-Z]\w*)(?:<[^>\n]*>)?\(`

// wrapperStrictness reads what such a function does where it finds nothing.
func (s *Sources) wrapperStrictness(name, tail string) need {
	if rest := callRest(tail); strings.HasPrefix(strings.TrimSpace(rest), ",") {
		return tested
	}
	n, ok := s.wrappers[name]
	if !ok {
		n = s.wrapperOf(name, true)
		if s.wrappers == nil {
			s.wrappers = map[string]need{}
		}
		s.wrappers[name] = n
	}
	return n
}

// furtherWrapper is a call of such a function by another.
const furtherWrapper language.Pattern = `\b(\w*env_?get\w*|\w*get_?env\w*|env_\w+|require_?env\w*|requireEnv\w*)\(`

// wrapperOf looks the function up; deep: and one that it calls.
func (s *Sources) wrapperOf(name string, deep bool) need {
	if standardReaders[name] {
		return plain
	}
	for i := range s.Files() {
		f := &s.files[i]
		at := f.definition(name)
		if at < 0 {
			continue
		}
		lines := strings.SplitN(f.content[at:min(at+maxWrapper, len(f.content))], "\n", wrapperLines+1)
		for n, line := range lines[:min(len(lines), wrapperLines)] {
			if m := furtherWrapper.Regexp().FindStringSubmatch(line); m != nil && n > 0 && deep && m[1] != name {
				return s.wrapperOf(m[1], false)
			}
			if line = strings.TrimSpace(line); stops.Regexp().MatchString(line) || strings.Contains(line, "panic!(") || strings.Contains(line, ".expect(") || strings.Contains(line, "throw new") {
				return thrown
			}
		}
		return plain
	}
	return plain
}

// How much of a function is looked through.
const (
	maxWrapper   = 600
	wrapperLines = 14
)

// standardReaders are functions of the languages' own, which give nothing where
// nothing is set.
var standardReaders = map[string]bool{"getenv": true, "Getenv": true, "LookupEnv": true, "get_env": true, "fetch_env": true, "env": true}

// definition is where a function is declared in the file, -1 for nowhere.
func (f *Source) definition(name string) int {
	for from := 0; ; {
		at := strings.Index(f.content[from:], name)
		if at < 0 {
			return -1
		}
		at += from
		from = at + len(name)
		if from < len(f.content) && isNameByte(f.content[from]) {
			continue
		}
		for _, keyword := range []string{"func ", "fn ", "def ", "function ", "const "} {
			if strings.HasSuffix(f.content[:at], keyword) {
				return at
			}
		}
	}
}

// rustStrictness reads what is done with the Result of env::var.
func rustStrictness(tail string) need {
	rest := strings.TrimLeft(tail, "\")] ")
	if strings.HasPrefix(rest, ".unwrap_or_else(") && strings.Contains(rest, "panic!") { // but for debugging
		return thrown
	}
	for _, s := range []string{".expect(", ".unwrap()", "?", ".context(", ".with_context(", ".unwrap_or_else(|_| panic", ".map_err("} {
		if strings.HasPrefix(rest, s) {
			return thrown
		}
	}
	for _, s := range []string{".ok()", ".is_ok()", ".unwrap_or", ".map(", ".map_or", ".or(", ".or_else(", ".is_err()"} {
		if strings.HasPrefix(rest, s) {
			return tested
		}
	}
	return plain
}
