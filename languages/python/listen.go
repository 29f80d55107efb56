package python

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/shipped"
	"aipack/backend/manifest/pysource"
	"aipack/languages/python/module"
)

// Bounds on following a port to where it comes from.
const (
	maxFollowed = 4 // names that stand for another
	maxServers  = 12
)

// servedPort follows the port that a server is given to the constant, setting or
// option that it comes from: in the file that is started and what it imports, else
// in another that starts a server. deep says that the file itself is run, so that
// the call may be further away.
func servedPort(p *projectFacts, first sourceFile, deep bool) (port int, why finding.Evidence) {
	files := []sourceFile{first}
	if deep {
		files = reach(p.Folder, first)
	}
	if n, why := portGiven(p, files, files); n != 0 {
		return n, why
	}
	judged := 0
	for _, f := range sources(p.Folder) {
		if !calls(f) || f.path == first.path {
			continue
		}
		if judged++; judged > maxServers {
			break
		}
		if n, why := portGiven(p, []sourceFile{f}, nil); n != 0 {
			return n, why
		}
	}
	return 0, finding.Evidence{}
}

// calls reports whether a file calls one of the servers that a program embeds.
func calls(f sourceFile) bool {
	for _, c := range f.Calls {
		if _, ok := portOfServer(f, c); ok {
			return true
		}
	}
	return false
}

// portGiven finds the first port that one of the files gives to a server. What a
// name stands for is looked up in the file, in what it imports, in what it
// reaches, and in others that are known.
func portGiven(p *projectFacts, files, others []sourceFile) (port int, why finding.Evidence) {
	for _, f := range files {
		for _, c := range f.Calls {
			tokens, ok := portOfServer(f, c)
			if !ok {
				continue
			}
			near := append([]string{f.path}, module.Imports(p.Folder, f.path, f.Source)...)
			for _, wide := range []bool{false, true} {
				w := &followed{p: p, why: p.AtLine("python.served_port", f.path, c.Line), files: near}
				if wide {
					for _, far := range slices.Concat(reach(p.Folder, f), others) {
						w.files = append(w.files, far.path)
					}
				}
				if n := w.number(tokens, maxFollowed); n != 0 {
					return n, w.why
				}
			}
		}
	}
	return 0, finding.Evidence{}
}

// portOfServer gives what a call tells a server to listen on, by the signatures
// of uvicorn, hypercorn, waitress, Werkzeug, aiohttp, Tornado, gevent and the
// standard library.
func portOfServer(f sourceFile, c pysource.Call) (tokens []pysource.Token, ok bool) {
	if !startsOrSets(f, c) {
		return nil, false
	}
	last := c.Full[strings.LastIndexByte(c.Full, '.')+1:]
	for _, name := range []string{"port", "bind", "listen"} {
		if a, given := c.Arg(name); given {
			return a.Tokens, true
		}
	}
	if len(c.Args) > 0 && c.Args[0].Name == "" {
		switch t := c.Args[0].Tokens; {
		case last == "listen":
			return t, true
		case len(t) > 2 && t[0].Op("("): // ("", 8000)
			pair := pysource.Args(t[1:])
			if len(pair) == 2 {
				return pair[1].Tokens, true
			}
		}
	}
	if last == "make_server" && len(c.Args) > 1 {
		return c.Args[1].Tokens, true
	}
	return nil, false
}

// startsOrSets reports whether a call starts a server, or makes its configuration.
func startsOrSets(f sourceFile, c pysource.Call) bool {
	last := c.Full[strings.LastIndexByte(c.Full, '.')+1:]
	_, known := servers[c.Full]
	head, _, _ := strings.Cut(c.Name, ".")
	runs := last == "run" && (f.appNamed(head) || head == "socketio" || head == "mcp") || last == "listen" && f.Imports("tornado")
	configures := c.Full == "uvicorn.Config" || c.Full == "aiohttp.web.TCPSite" || last == "run_app" || last == "create_server" || last == "start_server"
	return known || runs || configures
}

// followed looks for where names of a few files get their values.
type followed struct {
	p     *projectFacts
	files []string
	names map[string]bool
	why   finding.Evidence // where the number was found
}

// number reads an expression: a literal in it, or what its last name stands for.
func (w *followed) number(tokens []pysource.Token, depth int) int {
	name := ""
	for _, t := range tokens {
		switch t.Kind {
		case pysource.Number, pysource.String:
			text := t.Text
			if i := strings.LastIndexByte(text, ':'); i >= 0 { // host:port
				text = text[i+1:]
			}
			if n := portText(text); n != 0 {
				return n
			}
			if t.Kind == pysource.String && settingName.Regexp().MatchString(t.Text) {
				name = t.Text // config["port"]
			}
		case pysource.Name:
			if t.Text != "int" && t.Text != "str" {
				name = t.Text
			}
		}
	}
	if depth == 0 || !settingName.Regexp().MatchString(name) {
		return 0
	}
	if n := w.defined(name, depth-1); n != 0 {
		return n
	}
	return w.shipped(tokens, name)
}

// shipped reads a setting out of a file that the project brings along and a
// source names: config["server"]["port"] of config.yaml.
func (w *followed) shipped(tokens []pysource.Token, name string) int {
	keys := []string{name}
	for _, t := range tokens {
		if t.Text != name && (t.Kind == pysource.String || t.Kind == pysource.Name && t.Text != "config" && t.Text != "settings" && t.Text != "int") && t.Text != "" {
			keys = []string{t.Text, name}
		}
	}
	for _, file := range shipped.Files(w.p.Folder) {
		named := slices.ContainsFunc(w.files, func(f string) bool {
			text, _ := w.p.Text(f)
			return strings.Contains(text, path.Base(file))
		})
		if !named {
			continue
		}
		if s, ok := shipped.Find(w.p.Folder, []string{file}, keys...); ok {
			w.why = s.Why
			return portText(s.Text[strings.LastIndexByte(s.Text, ':')+1:])
		}
	}
	return 0
}

// settingName is how what is listened on is called.
const settingName = language.Pattern(`(?i)^\w*(?:port|bind|listen|hosts?|address|addr)\w*$`)

// comment is a line that says nothing to Python; its end stays.
const comment = language.Pattern(`(?m)^[ \t]*#.*$`)

// defined finds the value of a name: what is assigned to it or to a field of a
// class, an option's default (argparse, Click, Typer, tornado.options), a key of
// a table.
func (w *followed) defined(name string, depth int) int {
	if w.names == nil {
		w.names = map[string]bool{}
	}
	if w.names[name] {
		return 0
	}
	w.names[name] = true
	quoted := regexp.QuoteMeta(name)
	dashed := strings.ReplaceAll(regexp.QuoteMeta(strings.ToLower(name)), "_", "[-_]")
	option := regexp.MustCompile(`["']--` + dashed + `(?:/[^"'\n]*)?["'][^#]{0,400}?\bdefault\s*=\s*([^\n]{1,120})`)
	defines := regexp.MustCompile(`\bdefine\(\s*["']` + quoted + `["'][^#]{0,200}?\bdefault\s*=\s*([^\n]{1,120})`)
	assigned := regexp.MustCompile(`(?m)(?:^[ \t]*(?:(?:self|args|options|opts)\.)?|[(,]\s*)` + quoted + `[ \t]*(?::[^=\n#]{1,80})?=[ \t]*([^=\n][^\n]{0,160}(?:\n[^\n]{0,120}){0,3})`)
	keyed := regexp.MustCompile(`["']` + quoted + `["']\s*[:,]\s*(?:\{\s*["'](?:value|default)["']\s*:\s*)?([^\n]{1,80})`)
	for _, f := range w.files {
		content, _ := w.p.Text(f)
		content = comment.Regexp().ReplaceAllString(content, "")
		if !strings.Contains(strings.ToLower(content), strings.ToLower(name)) && !strings.Contains(content, strings.ReplaceAll(strings.ToLower(name), "_", "-")) {
			continue
		}
		for _, re := range []*regexp.Regexp{option, defines, assigned, keyed} {
			for _, m := range re.FindAllStringSubmatchIndex(content, 8) {
				w.why = w.p.AtLine("python.served_port", f, 1+strings.Count(content[:m[2]], "\n"))
				if n := w.value(content[m[2]:m[3]], name, depth); n != 0 {
					return n
				}
			}
		}
	}
	return 0
}

// namedDefault is the default that a field or option names among what else it
// says; anyPort a number that can be a port, alone or behind a host.
const (
	namedDefault = language.Pattern(`\bdefault\s*=\s*["']?(?:[\w.]*:)?(\d{2,5})\b`)
	anyPort      = language.Pattern(`(?:^|[\s(,="':\[])(\d{2,5})(?:$|[\s"'),\]])`)
	nextName     = language.Pattern(`\bdefault\s*=\s*(?:\w+\.)*([A-Za-z_]\w*)\b`)
	lastName     = language.Pattern(`^\(?(?:int\(|str\()?(?:\w+\.)*(\w+)\)?\s*(?:,|$|\n|#)`)
)

// value reads the text of an expression: its default, its number, or the name
// that it consists of.
func (w *followed) value(text, name string, depth int) int {
	if line, _, _ := strings.Cut(text, "\n"); strings.Count(line, "(") <= strings.Count(line, ")") {
		text = line // it ends there
	}
	for _, pattern := range []language.Pattern{namedDefault, anyPort} {
		for _, m := range pattern.Regexp().FindAllStringSubmatch(text, 4) {
			if n := portText(m[1]); n != 0 {
				return n
			}
		}
	}
	for _, pattern := range []language.Pattern{nextName, lastName} {
		if m := pattern.Regexp().FindStringSubmatch(text); m != nil && m[1] != name && depth > 0 && settingName.Regexp().MatchString(m[1]) {
			return w.defined(m[1], depth-1)
		}
	}
	return 0
}

// portText is a port, 0 for a number that is rather a count or a time-out.
func portText(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n > 65535 || n != 80 && n != 443 && n < 1000 {
		return 0
	}
	return n
}

// gunicornBind is what gunicorn.conf.py binds to, which gunicorn reads by itself
// (https://docs.gunicorn.org/en/stable/configure.html#configuration-file).
const gunicornBind = language.Pattern(`(?m)^bind\s*=\s*([^\n]+(?:\n[^\n]+){0,2})`)

func gunicornPort(p *projectFacts) int {
	n, _ := gunicornBinds(p, "")
	return n
}

// gunicornConfig is the file that a command names for gunicorn to read instead.
const gunicornConfig = language.Pattern(`(?:^|\s)(?:-c|--config)[= ](?:python:|file:)?([\w./-]+)`)

// gunicornBinds is the port that gunicorn's settings give to a command that names
// none itself, and where.
func gunicornBinds(p *projectFacts, line string) (int, finding.Evidence) {
	text, why := gunicornSays(p, line)
	if text == "" {
		return 0, finding.Evidence{}
	}
	w := &followed{p: p, files: []string{gunicornFile(line)}}
	return w.value(text, "bind", maxFollowed), why
}

// gunicornSays is what gunicorn's settings bind to, "" where nothing does.
func gunicornSays(p *projectFacts, line string) (text string, why finding.Evidence) {
	file := gunicornFile(line)
	content, _ := p.Text(file)
	m := gunicornBind.Regexp().FindStringSubmatchIndex(content)
	if m == nil {
		return "", finding.Evidence{}
	}
	return content[m[2]:m[3]], p.AtLine("python.gunicorn_bind", file, 1+strings.Count(content[:m[2]], "\n"))
}

// gunicornFile is the file of settings that a command of gunicorn's reads.
func gunicornFile(line string) string {
	if m := gunicornConfig.Regexp().FindStringSubmatch(line); m != nil {
		return path.Clean(m[1])
	}
	return "gunicorn.conf.py"
}
