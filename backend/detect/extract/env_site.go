package extract

import (
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/detect/without"
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
	blockLines = 80
)

const (
	branch   language.Pattern = `^[\s}]*(?:else\s+if|elif|elsif|if|unless|else|case|when|switch|match|rescue|except|catch|on)\b`
	request  language.Pattern = `^\s*@(?:\w+\.)*(?:route|get|post|put|patch|delete|head|websocket|api_route|before_request|after_request|task|shared_task|command)\b`
	assigned language.Pattern = `(?:^|[\s;({])(?:const|let|var|val|final)?\s*([A-Za-z_]\w*)\s*(?::[^=\n]{1,40})?(?:,\s*(\w+)\s*)?:?=\s*(?:await\s+)?[\w.(!]*$`
)

// needAt judges the place of a read. from is where the name ends in the match.
func (f *Source) needAt(h source.Hit) need {
	lines := f.Lines()
	if h.Line < 1 || h.Line > len(lines) {
		return plain
	}
	before, tail := statement.Around(h, lines)
	strict := f.strictness(h, before, tail)
	if strict == thrown && (f.ofRequest(lines, h.Line) || lazily(lines, h.Line)) {
		return plain // the program starts without it
	}
	if alternativeTo.Matches(before) {
		return tested // the first of several is asked for
	}
	switch within, prod := f.branchAround(lines, h.Line); {
	case strict == thrown && statement.IsTest(before) && !statement.UnlessSet.Regexp().MatchString(before):
		return tested
	case within && !prod && !f.takenAnyway(lines, h.Line):
		return tested
	case strict == thrown:
		return thrown
	}
	if statement.IsTest(before) || strings.HasPrefix(strings.TrimLeft(h.After, ")] "), "if ") || strings.HasPrefix(strings.TrimLeft(h.After, ")] "), "unless ") {
		if statement.UnlessSet.Regexp().MatchString(lines[h.Line-1]) && statement.Refuses(lines, h.Line-1) && !statement.BesideAnother(lines[h.Line-1]) && !f.ofRequest(lines, h.Line) {
			return thrown
		}
		return tested
	}
	if strict == tested && statement.HandsAlong(tail) {
		return tested
	}
	if strict == tested && onlyVariables(tail) {
		strict = plain
	}
	m, name := assigned.Regexp().FindStringSubmatch(before), ""
	if m != nil {
		name = m[1]
	}
	if strict == plain && without.RefusedClient(f.File, h.Line, before, name) {
		return thrown
	}
	if m != nil && !f.ofRequest(lines, h.Line) && (statement.Refused(lines, h.Line, m[1]) || m[2] != "" && statement.Refused(lines, h.Line, m[2])) {
		return thrown
	}
	if strict == plain && statement.IsTernary(tail) {
		return tested
	}
	return strict
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
			if !statement.Production.Regexp().MatchString(text) {
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
