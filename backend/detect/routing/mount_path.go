package routing

import (
	"regexp"
	"slices"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// location is where something is added to a router: a route, or another router.
type location struct {
	file     string
	line     int
	receiver string // what it is added to, "" for a chain of calls without a name
	prefix   string // what the call itself puts in front
}

// whereabouts says what is known about the place of a router.
type whereabouts int

const (
	itself   whereabouts = iota // nothing says that another has it: it is taken for the program's own
	followed                    // it was followed to where it is mounted
	lost                        // it is mounted somewhere that is not known
)

// place finds the prefix below which a spot's router answers: what it is made
// with, the blocks around it, and where the function or the file that makes it
// is mounted, up to the program's own router.
func (t *Table) place(at location, depth int) (prefix string, where whereabouts) {
	if depth > deepestMount {
		return "", lost
	}
	if at.receiver == "" {
		at.receiver = t.ownerOf(at)
	}
	file := t.prefixes(at.file)
	around := t.enclosing(at.file, at.line)
	own, origin, made := file.prefixOf(at.receiver)
	prefix = joinedPrefix(around.prefix, joinedPrefix(own, at.prefix))
	if around.unknown {
		return prefix, lost
	}
	if m, ok := t.mountedBy(around.function, at.file); ok {
		return t.up(m, prefix, depth)
	}
	if around.list != "" {
		if m, ok := t.listed(at.file, around.list); ok {
			return t.up(m, prefix, depth)
		}
	}
	for _, receiver := range []string{at.receiver, origin} {
		if nth := around.takes(receiver); nth >= 0 {
			if call, ok := t.handed(around, at.file, nth); ok {
				above, where := t.place(call, depth+1)
				return joinedPrefix(above, prefix), max(where, followed)
			}
		}
	}
	entry := t.File(at.file).Entry
	for _, receiver := range []string{at.receiver, origin} {
		if m, ok := t.mountOf(at.file, receiver); ok {
			above, where := t.up(m, prefix, depth)
			if where == lost && !m.unknown && t.File(m.file).Entry {
				where = followed
			}
			return above, where
		}
	}
	if (made || isRouter(at.receiver) && isRouter(origin)) && !entry && !t.packaged(at) {
		return prefix, lost
	}
	return prefix, itself
}

// routerOfPackage is a router that a package gives ready-made, as AdonisJS' does:
// it is the program's own.
const routerOfPackage language.Pattern = `\bimport\s+(\w+)\s+from\s+["'][@\w][^"'\n]*/router["']`

func (t *Table) packaged(at location) bool {
	m := routerOfPackage.Regexp().FindStringSubmatch(t.File(at.file).Text())
	return m != nil && m[1] == at.receiver
}

// up goes on where a router is mounted.
func (t *Table) up(m mount, inner string, depth int) (string, whereabouts) {
	inner = joinedPrefix(m.prefix, inner)
	if m.unknown {
		return inner, lost
	}
	above, where := t.place(location{file: m.file, line: m.hit.Line, receiver: m.receiver}, depth+1)
	return joinedPrefix(above, inner), max(where, followed)
}

// chainStart is what a chain of calls is given to, or begins with.
const chainStart language.Pattern = `^\s*(?:export\s+)?(?:let\s+(?:mut\s+)?|const\s+|var\s+|return\s+)?([a-z_$][\w$]*)\s*(?::\s[^=\n]+)?(?::?=[^=]|\.|$)`

const maxChainLines = 60

// ownerOf finds the variable of a chain of calls that a spot stands in:
// let api = Router::new() with .route(…) below it.
func (t *Table) ownerOf(at location) string {
	lines := t.File(at.file).Lines()
	for i := at.line - 1; i >= 0 && i < len(lines) && i > at.line-maxChainLines; i-- {
		text := strings.TrimSpace(lines[i])
		if text == "" || strings.HasPrefix(text, ".") || strings.HasPrefix(text, ")") || strings.HasPrefix(text, "}") || strings.HasPrefix(text, "//") || source.Indent(lines[i]) > source.Indent(lines[at.line-1]) {
			continue
		}
		if m := chainStart.Regexp().FindStringSubmatch(text); m != nil && text != m[1] {
			return m[1]
		}
		return ""
	}
	return ""
}

// Handlers that carry their route themselves and are registered by their name:
// actix-web's service, Rocket's routes!.
const (
	handlerNamed language.Pattern = `\bfn\s+(\w+)`
	rocketMount  language.Pattern = `\.mount\(\s*"([^"\n]*)"\s*,\s*$`
	scopeInLine  language.Pattern = `\bscope\(\s*"([^"\n]*)"\s*\)`
)

// registered finds where the handler below an attribute with a route is added to
// a router.
func (t *Table) registered(h source.Hit) (at location, ok bool) {
	if !strings.HasPrefix(strings.TrimSpace(h.Text), "#[") {
		return at, false
	}
	lines := t.File(h.Name).Lines()
	name := ""
	for i := h.Line; i < min(len(lines), h.Line+8) && name == ""; i++ {
		name = source.Group(handlerNamed, lines[i])
	}
	if name == "" {
		return at, false
	}
	adds := regexp.MustCompile(`\.service\(\s*(?:\w+::)*` + name + `\s*[,)]|routes!\[[^\]]*\b` + name + `\b`)
	for _, f := range t.Files() {
		if !f.Contains(name) {
			continue
		}
		if m := adds.FindStringIndex(f.Text()); m != nil {
			lead := f.Text()[max(0, m[0]-200):m[0]]
			at = location{file: f.Name, line: 1 + strings.Count(f.Text()[:m[0]], "\n"), prefix: source.Group(rocketMount, lead)}
			if at.prefix == "" {
				for _, scope := range scopeInLine.Regexp().FindAllStringSubmatch(lead[strings.LastIndexByte(lead, '\n')+1:], 4) {
					at.prefix = joinedPrefix(at.prefix, scope[1])
				}
			}
			return at, true
		}
	}
	return at, false
}

// named finds the path that a name stands for: a constant, a setting's default,
// nothing for a variable of Go that is told later and is empty until then.
// ok is false where nothing says it.
func (t *Table) named(name string) (value string, ok bool) {
	name = name[strings.LastIndexByte(name, '.')+1:]
	if len(name) < 3 {
		return "", false
	}
	if known, asked := t.paths[name]; asked {
		return known.text, known.ok
	}
	assigned := regexp.MustCompile(`(?im)\b` + regexp.QuoteMeta(name) + "[\"']?\\s*(?:(?::\\s*&?(?:'static )?[A-Za-z][\\w<>|. \\[\\]]*)?(?::=|=|:)[^\\n=]*?|,\\s*r?|:\\s*\\{[^{}]{0,300}?\\bdefault\\s*:\\s*)[\"'`](/?[\\w/.-]*\\??)[\"'`]\\s*(?:[,;)]|(?:as const)?;?\\s*(?:$|//|#))")
	for _, f := range t.Files() {
		if !f.ContainsFold(name) {
			continue
		}
		if at := assigned.FindStringSubmatchIndex(f.Text()); at != nil {
			if value, ok = f.Text()[at[2]:at[3]], true; ofVariable.Matches(value) { // getenv("SHOP_PREFIX", "/shop")
				line, _, _ := strings.Cut(f.Text()[at[3]+1:], "\n")
				value, ok = otherwise.Find(line)
			}
			break
		}
	}
	if !ok {
		unset := regexp.MustCompile(`(?m)^var (?:\([^)]*\n\s+|\s*)` + regexp.QuoteMeta(name) + `\s+string\s*$`)
		ok = pathName.Regexp().MatchString(name) && slices.ContainsFunc(t.Files(), func(f *source.File) bool {
			return strings.HasSuffix(f.Name, ".go") && f.ContainsFold(name) && unset.MatchString(f.Text())
		})
	}
	if t.paths == nil {
		t.paths = map[string]pathText{}
	}
	t.paths[name] = pathText{value, ok}
	return value, ok
}

// pathText is what is known of a name.
type pathText struct {
	text string
	ok   bool
}

// A variable's name in the place of a path, and the path that stands behind it where
// nothing sets the variable.
const (
	ofVariable language.Pattern = `^[A-Z][A-Z0-9]*_[A-Z0-9_]+$`
	otherwise  language.Pattern = `^\s*(?:,|\)\s*(?:\|\||\?\?|or))\s*r?["'\x60](/?[\w/.-]*)["'\x60]`
)
