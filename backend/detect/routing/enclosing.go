package routing

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Blocks that give all routes within a prefix, in the spelling that routers
// share: chi's Route, Echo's and Laravel's group, Phoenix's and Rails' scope and
// namespace. What stands within is told by its indentation, which formatters
// and four of the languages themselves prescribe.
const (
	blockPrefix language.Pattern = `\b(?:Route|Group|route|group|scope|namespace|prefix|path)\(?\s*(?:["'](/?[\w./-]+)["']|:(\w+))[^\n]*(?:\{|\bdo\b[^\n]*|\()\s*$`
	blockNamed  language.Pattern = `\b(?:Route|Group|route|group|scope|prefix)\(\s*([A-Za-z_][\w.]*)(?:\s*\+\s*["'](/?[\w./-]*)["'])?\s*,[^\n]*(?:\{|\bdo\b[^\n]*|\()\s*$` // by a constant
	scopeMade   language.Pattern = `\bscope\(\s*"([^"\n]*)"\s*\)\s*$`                                                                                                      // actix-web's, with what follows below it
	spaceMade   language.Pattern = `\b(?:NewNamespace|NSNamespace)\(\s*"([^"\n]*)"\s*,\s*$`                                                                                // Beego's
	listMade    language.Pattern = `^(\w+)\s*(?::[^=\n]+)?=\s*\[\s*$`                                                                                                      // of Django's routes
)

// maxBlockLines is how far up the blocks around a route are looked for.
const maxBlockLines = 400

// maxHeadLines is over how many lines the head of a function goes.
const maxHeadLines = 20

// block is what stands around a route.
type block struct {
	prefix   string
	unknown  bool   // a part of the prefix is not known
	function string // the function it is in
	owner    string // the type that it is a method of
	params   string
	list     string // the list it stands in
}

// enclosing reads the blocks around a line of a file.
func (t *Table) enclosing(name string, line int) (b block) {
	lines := t.File(name).Lines()
	if line < 1 || line > len(lines) {
		return b
	}
	indent := source.Indent(lines[line-1])
	for i := line - 2; i >= 0 && i > line-maxBlockLines && indent > 0; i-- {
		text := strings.TrimRight(lines[i], "\r \t")
		if text == "" || source.Indent(text) >= indent {
			continue
		}
		indent = source.Indent(text)
		for above := i - 1; strings.HasPrefix(strings.TrimSpace(text), ")") && above >= 0 && i-above < maxHeadLines; above-- { // of a head over several lines
			if lines[above] != "" && source.Indent(lines[above]) <= indent {
				text = strings.Join(strings.Fields(strings.Join(lines[above:i], " ")), " ")
			}
		}
		if m := source.FunctionHead.Regexp().FindStringSubmatch(text); m != nil {
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
		if m := spaceMade.Regexp().FindStringSubmatch(text); m != nil {
			b.prefix = joinRoute(m[1], b.prefix)
		}
		if m := blockPrefix.Regexp().FindStringSubmatch(text); m != nil {
			b.prefix = joinRoute(m[1]+m[2], b.prefix)
		} else if m := blockNamed.Regexp().FindStringSubmatch(text); m != nil {
			value, ok := t.named(m[1])
			b.prefix, b.unknown = joinRoute(joinRoute(value, m[2]), b.prefix), b.unknown || !ok
		}
	}
	return b
}

// mountedBy finds where the router is mounted that a function makes, by its
// name: r.Mount("/api", routes()), .configure(handlers::config). Of functions that
// several files have the one counts that the file's name is called by.
func (t *Table) mountedBy(function, file string) (found mount, ok bool) {
	if function == "" || function == "main" {
		return mount{}, false
	}
	stem := stemOf(file)
	for _, m := range t.mounts() {
		at := strings.Index(m.target, function)
		if at < 0 || at > 0 && !strings.ContainsAny(m.target[at-1:at], ".:") || !strings.HasPrefix(m.target[at+len(function):], "(") && !m.calls {
			continue
		}
		owner := lettersOf(strings.Trim(m.target[:at], ".:"))
		same := owner == "" && m.file == file || owner != "" && strings.Contains(owner, stem)
		if same {
			return m, true
		}
		if !ok && (owner == "" || !t.has(owner)) {
			found, ok = m, true
		}
	}
	return found, ok
}

// has reports whether one of the files is named like a module.
func (t *Table) has(module string) bool {
	return slices.ContainsFunc(t.Files(), func(f *source.File) bool { return stemOf(f.Name) == module })
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
func (t *Table) listed(file, list string) (found mount, ok bool) {
	for _, m := range t.mounts() {
		if m.file == file && firstWordOf(m.target) == list {
			found, ok = m, true
		}
	}
	return found, ok
}

// maxCallsPerFile bounds the calls of a function that are looked at in one file.
const maxCallsPerFile = 200

// handed finds the call that gives a function its router: health.Register(v1).
// Of a method the call counts that is made on something named like its type.
// In Go a call with the name of the function's package goes before others.
func (t *Table) handed(b block, file string, nth int) (call location, ok bool) {
	for _, f := range t.Files() {
		rest, line := f.Text(), 1
		for range maxCallsPerFile {
			at := strings.Index(rest, b.function+"(")
			if at < 0 {
				break
			}
			before, argument := rest[:at], rest[at+len(b.function)+1:]
			rest, line = argument, line+strings.Count(before, "\n")
			lead := before[strings.LastIndexByte(before, '\n')+1:]
			word := argumentAt(argument, nth)
			if word == "" || source.FunctionHead.Regexp().MatchString(lead+b.function+"(") || lead != "" && isAlphanumeric(lead[len(lead)-1]) {
				continue
			}
			on := lettersOf(lead[strings.LastIndexAny(strings.TrimSuffix(lead, "."), " \t.(")+1:])
			same := b.owner != "" && on != "" && (strings.Contains(lettersOf(b.owner), on) || strings.Contains(on, lettersOf(b.owner)))
			inGo := b.owner == "" && strings.HasSuffix(file, ".go")
			if inGo && (path.Dir(f.Name) == path.Dir(file) && strings.HasSuffix(lead, ".") || path.Dir(f.Name) != path.Dir(file) && !strings.HasSuffix(lead, ".")) {
				continue
			}
			same = same || inGo && (on == "" || on == lettersOf(path.Base(path.Dir(file))))
			if ok && !same {
				continue
			}
			call = location{file: f.Name, line: line, receiver: word}
			if ok = true; same || b.owner == "" && !inGo {
				return call, true
			}
		}
	}
	return call, ok
}

// argumentAt is the name that a call gives as one of its arguments, "" for what
// is none.
func argumentAt(arguments string, nth int) string {
	arguments, _, _ = strings.Cut(arguments, "\n")
	list := strings.Split(arguments, ",")
	if nth >= len(list) {
		return ""
	}
	return firstWordOf(strings.TrimSpace(list[nth]))
}
