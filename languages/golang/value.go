package golang

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/shipped"
	"aipack/backend/manifest/keyvalue"
)

// value is what an expression comes to when nothing is configured, and the
// environment variables that would change it.
type value struct {
	text      string
	known     bool
	variables []string
	alone     []string // of the variables, those whose text is taken as it is, in place of all of this
	flags     []option // of the command line that would change it
	why       finding.Evidence
}

// option is a flag of the command line and its default.
type option struct{ name, text string }

// portAtEnd is a port, or an address that ends in one.
const portAtEnd = language.Pattern(`(?:^|:)[1-9]\d{0,4}$`)

// or keeps a value that says something, and else takes the other; a port goes
// before what is none, such as the path of a socket. The variables of both count.
func (v value) or(other value) value {
	port := func(v value) bool { return portAtEnd.Regexp().MatchString(v.text) }
	alone := slices.Concat(v.alone, other.alone)
	v.alone, other.alone = alone, alone
	if !v.known || v.text == "" || v.text == "0" || other.known && port(other) && !port(v) {
		return other.with(v)
	}
	return v.with(other)
}

// How far a value is followed.
const (
	maxDepth      = 9
	maxCandidates = 12
)

// evaluation evaluates expressions of one command.
type evaluation struct {
	tree *tree
	p    *language.Project
	left int // steps
}

func (v value) with(others ...value) value {
	for _, o := range others {
		for _, name := range o.variables {
			if !slices.Contains(v.variables, name) {
				v.variables = append(v.variables, name)
			}
		}
		v.flags = append(v.flags[:len(v.flags):len(v.flags)], o.flags...)
		if v.why.Rule == "" {
			v.why = o.why
		}
	}
	return v
}

// value follows an expression. within is the function around it.
func (e *evaluation) value(x ast.Expr, in *treeFile, within string, depth int) value {
	if e.left--; e.left < 0 || depth > maxDepth {
		return value{}
	}
	switch x := x.(type) {
	case *ast.BasicLit:
		text := x.Value
		if x.Kind == token.STRING {
			text, _ = stringLiteral(x)
		}
		return value{text: text, known: true, why: e.tree.at("go.listens_on", in, x)}
	case *ast.ParenExpr:
		return e.value(x.X, in, within, depth)
	case *ast.StarExpr:
		return e.value(x.X, in, within, depth)
	case *ast.UnaryExpr:
		return e.value(x.X, in, within, depth)
	case *ast.BinaryExpr:
		if x.Op != token.ADD {
			return value{}
		}
		left, right := e.value(x.X, in, within, depth+1), e.value(x.Y, in, within, depth+1)
		return value{text: left.text + right.text, known: right.known}.with(right, left)
	case *ast.Ident:
		return e.named(x.Name, in, within, depth)
	case *ast.SelectorExpr:
		return e.field(x, in, within, depth)
	case *ast.CallExpr:
		return e.call(x, in, within, depth)
	}
	return value{}
}

// named follows a variable, a constant or a parameter.
func (e *evaluation) named(name string, in *treeFile, within string, depth int) value {
	var out value
	if v, ok := e.parameter(name, in, within, depth); ok {
		return v
	}
	candidates := slices.Clone(e.tree.valuesOf(name, in.dir))
	other := func(c expr) int {
		if c.in == in {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(candidates, func(a, b expr) int { return other(a) - other(b) })
	for _, c := range candidates[:min(len(candidates), maxCandidates)] {
		if c.owner != "" {
			continue // a field's
		}
		out = out.or(e.result(c, within, depth+1))
	}
	return out
}

// result follows a value, one of several results where a call gives them.
func (e *evaluation) result(c expr, within string, depth int) value {
	if call, ok := c.expr.(*ast.CallExpr); ok && c.result > 0 {
		return e.returned(lastName(call.Fun), c.result, depth)
	}
	return e.fallback(c, within, depth)
}

// fallback follows a value that may be the default of a flag.
func (e *evaluation) fallback(c expr, within string, depth int) value {
	v := e.value(c.expr, c.in, within, depth)
	if c.flag != "" && v.known {
		v.flags = append(v.flags[:len(v.flags):len(v.flags)], option{c.flag, v.text})
	}
	return v
}

// parameter follows a parameter to what the function is called with.
func (e *evaluation) parameter(name string, in *treeFile, within string, depth int) (value, bool) {
	for _, f := range e.tree.funcsOf(within) {
		if f.in.dir != in.dir || f.decl.Type.Params == nil {
			continue
		}
		at := 0
		for _, group := range f.decl.Type.Params.List {
			for _, p := range group.Names {
				if p.Name != name {
					at++
					continue
				}
				for _, c := range e.tree.callsOf(within) {
					if at < len(c.call.Args) && c.mayReach(f) {
						if v := e.value(c.call.Args[at], c.in, c.from, depth+1); v.known || len(v.variables) > 0 {
							return v, true
						}
					}
				}
				return value{}, true
			}
		}
	}
	return value{}, false
}

// others are what has a port and an address beside a web server: a field of
// one of these is not where the program listens.
const others = language.Pattern(`(?i)db|database|redis|cache|smtp|mail|mysql|maria|postgres|\bpg|_pg_|mongo|kafka|amqp|rabbit|nats|elastic|ldap|proxy|client|remote|upstream|ssh|ssl|tls|metric|pprof|debug|prom|cluster|peer|turn|stun|mqtt|grpc`)

// field follows cfg.Server.Port to the default of that field: what is written
// for its key in a shipped file of settings, its struct tag, or what a literal,
// an assignment or a flag gives it.
func (e *evaluation) field(x *ast.SelectorExpr, in *treeFile, within string, depth int) value {
	name, parent := x.Sel.Name, lastName(x.X)
	fits := func(owner string) bool {
		return strings.EqualFold(owner, parent) || !others.Regexp().MatchString(owner) || strings.Contains(
			strings.ToLower(owner), strings.ToLower(parent)) && parent != ""
	}
	var out value
	for _, tag := range e.tree.tagsOf(name) {
		if fits(tag.owner) && !out.known {
			out = e.tagged(tag).with(out)
		}
	}
	for _, g := range e.tree.givenTo(name) {
		if v := e.value(g.expr, g.in, "", depth+1); strings.EqualFold(g.owner, parent) && variableName.Regexp().MatchString(v.text) {
			out = out.with(value{variables: []string{v.text}})
		}
	}
	candidates := slices.Clone(e.tree.valuesOf(name, ""))
	slices.SortStableFunc(candidates, func(a, b expr) int {
		same := func(c expr) int {
			switch {
			case strings.EqualFold(c.owner, parent):
				return 0
			case c.owner != "" && parent != "" && strings.Contains(strings.ToLower(c.owner), strings.ToLower(parent)):
				return 1
			}
			return 2
		}
		return same(a) - same(b)
	})
	for _, c := range candidates[:min(len(candidates), maxCandidates)] {
		if !fits(c.owner) || c.expr == ast.Expr(x) {
			continue
		}
		out = out.or(e.fallback(c, c.around(), depth+1))
	}
	return out
}

// What tags of struct fields say about a default and an environment variable:
// caarlos0/env (env, envDefault), cleanenv (env, env-default), envconfig
// (envconfig, default), sethvargo/go-envconfig (env, default=), go-defaults
// (default), ini.v1 (ini); and by which key a file of settings is read.
const (
	tagDefault  = language.Pattern(`\b(?:envDefault|env-default|default):"([^"]+)"`)
	tagVariable = language.Pattern(`\b(?:env|envconfig):"([A-Z][A-Z0-9_]*)`)
	tagWithin   = language.Pattern(`\benv:"[A-Z0-9_]+,(?:[^"]*,\s*)?default=([^",]+)`)
	tagOption   = language.Pattern(`\bconf:"(?:[^"]*,\s*)?default:([^",]+)`) // ardanlabs/conf's
	tagKey      = language.Pattern(`\b(?:yaml|toml|mapstructure|koanf|json):"([A-Za-z0-9_-]+)`)
	tagINI      = language.Pattern(`\bini:"([A-Za-z0-9_]+)`)
)

func (e *evaluation) tagged(tag structTag) value {
	var out value
	if m := tagVariable.Regexp().FindStringSubmatch(tag.tag); m != nil {
		out.variables = []string{e.tree.prefix() + tag.prefix + m[1]}
	}
	if m := tagINI.Regexp().FindStringSubmatch(tag.tag); m != nil {
		if v := e.shipped(m[1]); v.known {
			return v.with(out)
		}
	}
	for _, p := range []language.Pattern{tagDefault, tagWithin, tagOption} {
		if m := p.Regexp().FindStringSubmatch(tag.tag); m != nil {
			out.text, out.known, out.why = m[1], true, e.tree.at("go.field_default", tag.in, tag.field)
			return out
		}
	}
	if m := tagKey.Regexp().FindStringSubmatch(tag.tag); m != nil {
		return e.file(strings.TrimSuffix(strings.TrimSuffix(tag.owner, "Config"), "Settings"), m[1]).with(out)
	}
	return out
}

// tagPrefix is what a program puts before the variables of its tags: go-envconfig's
// PrefixLookuper, kelseyhightower's Process, caarlos0's Options, go-env's New
// (https://github.com/qiangxue/go-env).
const tagPrefix = language.Pattern(`\bPrefixLookuper\(\s*"([A-Z0-9_]+)"|\benvconfig\.(?:Must)?Process\(\s*"(\w+)"|\benv\.Options\{[^}]*\bPrefix:\s*"([A-Z0-9_]+)"|\benv\.New\(\s*"([A-Z0-9_]+)"\s*,`)

// prefix finds it, once.
func (t *tree) prefix() string {
	if t.tagPrefix == nil {
		text := ""
		for _, s := range t.files {
			if !strings.Contains(s.content, "PrefixLookuper(") && !strings.Contains(s.content, "Process(") && !strings.Contains(s.content, "env.Options{") && !strings.Contains(s.content, "/go-env\"") {
				continue
			}
			if m := tagPrefix.Regexp().FindStringSubmatch(s.content); m != nil {
				if text = m[1] + m[3] + m[4]; m[2] != "" {
					text = strings.ToUpper(m[2]) + "_"
				}
				break
			}
		}
		t.tagPrefix = &text
	}
	return *t.tagPrefix
}

// mentions reports whether a source names a file of settings, with its ending or
// without.
func (t *tree) mentions(file string) bool {
	known, ok := t.mentioned[file]
	if !ok {
		base := path.Base(file)
		stem, _, _ := strings.Cut(base, ".")
		known = slices.ContainsFunc(t.files, func(s treeSource) bool {
			return strings.Contains(s.content, `"`+stem) || strings.Contains(s.content, base+`"`)
		})
		t.mentioned[file] = known
	}
	return known
}

// file reads a key out of a shipped file of settings that a source names.
func (e *evaluation) file(keys ...string) value {
	for _, name := range shipped.Files(e.p.Folder, path.Base(e.p.Claim.Name)) {
		if !e.tree.mentions(name) {
			continue
		}
		if s, ok := shipped.Find(e.p.Folder, []string{name}, keys...); ok && !strings.ContainsAny(s.Text, "${}%") {
			return value{text: s.Text, known: true, why: s.Why}
		}
	}
	return value{}
}

// settingsFiles are the INI files that a project ships with its defaults.
var settingsFiles = []string{"conf/app.ini", "conf/app.conf", "config/app.ini", "config/config.ini", "app.ini", "conf/config.ini", "config.ini"}

// shipped reads a key out of a shipped file of settings.
func (e *evaluation) shipped(key string) value {
	for _, name := range settingsFiles {
		sections, ok := language.Parse(e.p.Folder, name, keyvalue.ParseINI)
		if !ok {
			continue
		}
		for _, section := range []string{"server", "web", "http", "app", "default"} {
			if text := sections[section][strings.ToLower(key)]; text != "" && !strings.Contains(text, "%(") {
				return value{text: text, known: true, why: lineOfKey(e.p.Folder, name, key, text)}
			}
		}
	}
	return value{}
}
