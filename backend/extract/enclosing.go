package extract

import (
	"strings"

	"aipack/backend/language"
)

// Blocks that give all routes within a prefix, in the spelling that routers
// share: chi's Route, Echo's and Laravel's group, Phoenix's and Rails' scope and
// namespace. What stands within is told by its indentation, which formatters
// and four of the languages themselves prescribe.
const (
	blockPrefix language.Pattern = `\b(?:Route|Group|route|group|scope|namespace|prefix|path)\(?\s*(?:["'](/?[\w./-]+)["']|:(\w+))[^\n]*(?:\{|\bdo\b[^\n]*|\()\s*$`
	blockOwner  language.Pattern = `^\s*(?:pub\s+|async\s+|export\s+|public\s+|static\s+)*(?:func(?:\s*\([^)]*\))?|def|fn|function)\s+(\w+)\s*\(([^)]*)`
)

// maxBlockLines is how far up the blocks around a route are looked for.
const maxBlockLines = 400

// block is what stands around a route.
type block struct {
	prefix   string
	function string // the function it is in
	params   string
}

// enclosing reads the blocks around a line of a file.
func (s *Sources) enclosing(name string, line int) (b block) {
	lines := strings.Split(s.file(name).content, "\n")
	if line < 1 || line > len(lines) {
		return b
	}
	indent := indentOf(lines[line-1])
	for i := line - 2; i >= 0 && i > line-maxBlockLines && indent > 0; i-- {
		text := strings.TrimRight(lines[i], "\r \t")
		if text == "" || indentOf(text) >= indent {
			continue
		}
		indent = indentOf(text)
		if m := blockOwner.Regexp().FindStringSubmatch(text); m != nil {
			b.function, b.params = m[1], m[2]
			return b
		}
		if m := blockPrefix.Regexp().FindStringSubmatch(text); m != nil {
			b.prefix = joinRoute(m[1]+m[2], b.prefix)
		}
	}
	return b
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// mountedBy finds where the router is mounted that a function makes:
// r.Mount("/api", routes()). ok is false where the function makes none that is
// mounted by its name.
func (s *Sources) mountedBy(function string) (prefix string, ok bool) {
	if function == "" {
		return "", false
	}
	for _, m := range s.mounts() {
		if strings.HasPrefix(m.target, function+"(") || strings.Contains(m.target, "."+function+"(") {
			return m.prefix, true
		}
	}
	return "", false
}

// takes reports whether a function is handed what its routes are added to, so
// that the prefix is the caller's.
func (b block) takes(receiver string) bool {
	for _, param := range strings.FieldsFunc(b.params, func(c rune) bool { return c == ',' }) {
		if word := firstWordOf(strings.TrimLeft(param, " *&")); word == receiver && receiver != "" {
			return true
		}
	}
	return false
}

// handed finds the prefix of the router that a function is called with: v1 of
// health.Register(v1), made with a prefix in the file of the call.
func (s *Sources) handed(function string) (prefix string, ok bool) {
	for _, f := range s.Files() {
		rest := f.content
		for range maxHitsPerFile {
			at := strings.Index(rest, function+"(")
			if at < 0 {
				break
			}
			before, argument := rest[:at], rest[at+len(function)+1:]
			line := before[strings.LastIndexByte(before, '\n')+1:]
			if word := firstWordOf(argument); word != "" && !blockOwner.Regexp().MatchString(line+function+"(") {
				prefix, _ = s.routing(f.Name).prefixOf(word)
				return prefix, true
			}
			rest = argument
		}
	}
	return "", false
}
