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
	blockOwner  language.Pattern = `^\s*(?:pub\s+|async\s+|export\s+|public\s+|static\s+)*(?:func(?:\s*\((?:\w+\s+)?\*?(\w*)[^)]*\))?|def|fn|function)\s+(\w+)\s*\(([^)]*)`
	scopeMade   language.Pattern = `\bscope\(\s*"([^"\n]*)"\s*\)\s*$` // actix-web's, with what follows below it
	listMade    language.Pattern = `^(\w+)\s*(?::[^=\n]+)?=\s*\[\s*$` // of Django's routes
)

// maxBlockLines is how far up the blocks around a route are looked for.
const maxBlockLines = 400

// block is what stands around a route.
type block struct {
	prefix   string
	function string // the function it is in
	owner    string // the type that it is a method of
	params   string
	list     string // the list it stands in
}

// enclosing reads the blocks around a line of a file.
func (s *Sources) enclosing(name string, line int) (b block) {
	lines := s.file(name).textLines()
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
			b.owner, b.function, b.params = m[1], m[2], m[3]
			return b
		}
		if m := listMade.Regexp().FindStringSubmatch(text); m != nil {
			b.list = m[1]
			return b
		}
		if m := scopeMade.Regexp().FindStringSubmatch(text); m != nil {
			b.prefix = joinRoute(m[1], b.prefix)
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

// takes gives the place of the parameter by which a function is handed what its
// routes are added to, so that the prefix is the caller's; -1 for none.
func (b block) takes(receiver string) int {
	for i, param := range strings.Split(b.params, ",") {
		if word := firstWordOf(strings.TrimLeft(param, " *&")); word == receiver && receiver != "" {
			return i
		}
	}
	return -1
}

// listed finds where a list of routes is included in its own file: Django's
// include(api_urls). Of several versions of an API the last one is the newest.
func (s *Sources) listed(file, list string) (prefix string, ok bool) {
	for _, m := range s.mounts() {
		if m.file == file && firstWordOf(m.target) == list {
			prefix, ok = m.prefix, true
		}
	}
	return prefix, ok
}

// handed finds the prefix of the router that a function is called with: v1 of
// health.Register(v1), made with a prefix, or mounted, in the file of the call.
// Of a method the call counts that is made on something named like its type.
func (s *Sources) handed(b block, place int) (prefix string, ok bool) {
	for _, f := range s.Files() {
		rest := f.content
		for range maxHitsPerFile {
			at := strings.Index(rest, b.function+"(")
			if at < 0 {
				break
			}
			before, argument := rest[:at], rest[at+len(b.function)+1:]
			rest = argument
			line := before[strings.LastIndexByte(before, '\n')+1:]
			word := argumentAt(argument, place)
			if word == "" || blockOwner.Regexp().MatchString(line+b.function+"(") {
				continue
			}
			on := lettersOf(line[strings.LastIndexAny(strings.TrimSuffix(line, "."), " \t.(")+1:])
			same := b.owner != "" && on != "" && (strings.Contains(lettersOf(b.owner), on) || strings.Contains(on, lettersOf(b.owner)))
			if ok && !same {
				continue
			}
			prefix, _ = s.routing(f.Name).prefixOf(word)
			if below, mounted := s.mountOf(f.Name, word, 0); mounted {
				prefix = joinedPrefix(below, prefix)
			}
			if ok = true; same || b.owner == "" {
				return prefix, true
			}
		}
	}
	return prefix, ok
}

// argumentAt is the name that a call gives as one of its arguments, "" for what
// is none.
func argumentAt(arguments string, place int) string {
	arguments, _, _ = strings.Cut(arguments, "\n")
	list := strings.Split(arguments, ",")
	if place >= len(list) {
		return ""
	}
	return firstWordOf(strings.TrimSpace(list[place]))
}
