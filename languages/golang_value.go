package languages

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
)

// goValue is what an expression comes to when nothing is configured, and the
// environment variables that would change it.
type goValue struct {
	text      string
	known     bool
	variables []string
	why       finding.Evidence
}

// goPortAtEnd is a port, or an address that ends in one.
const goPortAtEnd = language.Pattern(`(?:^|:)[1-9]\d{0,4}$`)

// or keeps a value that says something, and else takes the other; a port goes
// before what is none, such as the path of a socket. The variables of both count.
func (v goValue) or(other goValue) goValue {
	port := func(v goValue) bool { return goPortAtEnd.Regexp().MatchString(v.text) }
	if !v.known || v.text == "" || v.text == "0" || other.known && port(other) && !port(v) {
		return other.with(v)
	}
	return v.with(other)
}

// How far a value is followed.
const (
	goMaxDepth      = 9
	goMaxCandidates = 12
)

// goEval evaluates expressions of one command.
type goEval struct {
	tree *goTree
	p    *language.Project
	left int // steps
}

func (v goValue) with(others ...goValue) goValue {
	for _, o := range others {
		for _, name := range o.variables {
			if !slices.Contains(v.variables, name) {
				v.variables = append(v.variables, name)
			}
		}
		if v.why.Rule == "" {
			v.why = o.why
		}
	}
	return v
}

// value follows an expression. within is the function around it.
func (e *goEval) value(x ast.Expr, in *goTreeFile, within string, depth int) goValue {
	if e.left--; e.left < 0 || depth > goMaxDepth {
		return goValue{}
	}
	switch x := x.(type) {
	case *ast.BasicLit:
		text := x.Value
		if x.Kind == token.STRING {
			text, _ = stringLiteral(x)
		}
		return goValue{text: text, known: true, why: e.tree.at("go.listens_on", in, x)}
	case *ast.ParenExpr:
		return e.value(x.X, in, within, depth)
	case *ast.StarExpr:
		return e.value(x.X, in, within, depth)
	case *ast.UnaryExpr:
		return e.value(x.X, in, within, depth)
	case *ast.BinaryExpr:
		if x.Op != token.ADD {
			return goValue{}
		}
		left, right := e.value(x.X, in, within, depth+1), e.value(x.Y, in, within, depth+1)
		return goValue{text: left.text + right.text, known: right.known}.with(right, left)
	case *ast.Ident:
		return e.named(x.Name, in, within, depth)
	case *ast.SelectorExpr:
		return e.field(x, in, within, depth)
	case *ast.CallExpr:
		return e.call(x, in, within, depth)
	}
	return goValue{}
}

// named follows a variable, a constant or a parameter.
func (e *goEval) named(name string, in *goTreeFile, within string, depth int) goValue {
	var out goValue
	if v, ok := e.parameter(name, in, within, depth); ok {
		return v
	}
	candidates := slices.Clone(e.tree.valuesOf(name, in.dir))
	other := func(c goExpr) int {
		if c.in == in {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(candidates, func(a, b goExpr) int { return other(a) - other(b) })
	for _, c := range candidates[:min(len(candidates), goMaxCandidates)] {
		if c.owner != "" {
			continue // a field's
		}
		out = out.or(e.result(c, within, depth+1))
	}
	return out
}

// result follows a value, one of several results where a call gives them.
func (e *goEval) result(c goExpr, within string, depth int) goValue {
	if call, ok := c.expr.(*ast.CallExpr); ok && c.result > 0 {
		return e.returned(lastName(call.Fun), c.result, depth)
	}
	return e.value(c.expr, c.in, within, depth)
}

// parameter follows a parameter to what the function is called with.
func (e *goEval) parameter(name string, in *goTreeFile, within string, depth int) (goValue, bool) {
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
					if at < len(c.call.Args) {
						if v := e.value(c.call.Args[at], c.in, c.from, depth+1); v.known || len(v.variables) > 0 {
							return v, true
						}
					}
				}
				return goValue{}, true
			}
		}
	}
	return goValue{}, false
}

// goOthers are what has a port and an address beside a web server: a field of
// one of these is not where the program listens.
const goOthers = language.Pattern(`(?i)db|database|redis|cache|smtp|mail|mysql|maria|postgres|\bpg|_pg_|mongo|kafka|amqp|rabbit|nats|elastic|ldap|proxy|client|remote|upstream|ssh|ssl|tls|metric|pprof|debug|prom|cluster|peer|turn|stun|mqtt|grpc`)

// field follows cfg.Server.Port to the default of that field: what is written
// for its key in a shipped file of settings, its struct tag, or what a literal,
// an assignment or a flag gives it.
func (e *goEval) field(x *ast.SelectorExpr, in *goTreeFile, within string, depth int) goValue {
	name, parent := x.Sel.Name, lastName(x.X)
	fits := func(owner string) bool {
		return strings.EqualFold(owner, parent) || !goOthers.Regexp().MatchString(owner) || strings.Contains(strings.ToLower(owner), strings.ToLower(parent)) && parent != ""
	}
	var out goValue
	for _, tag := range e.tree.tagsOf(name) {
		if fits(tag.owner) && !out.known {
			out = e.tagged(tag).with(out)
		}
	}
	for _, g := range e.tree.givenTo(name) {
		if v := e.value(g.expr, g.in, "", depth+1); strings.EqualFold(g.owner, parent) && goVariableName.Regexp().MatchString(v.text) {
			out = out.with(goValue{variables: []string{v.text}})
		}
	}
	candidates := slices.Clone(e.tree.valuesOf(name, ""))
	slices.SortStableFunc(candidates, func(a, b goExpr) int {
		same := func(c goExpr) int {
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
	for _, c := range candidates[:min(len(candidates), goMaxCandidates)] {
		if !fits(c.owner) || c.expr == ast.Expr(x) {
			continue
		}
		out = out.or(e.value(c.expr, c.in, "", depth+1))
	}
	return out
}

// What tags of struct fields say about a default and an environment variable:
// caarlos0/env (env, envDefault), cleanenv (env, env-default), envconfig
// (envconfig, default), go-defaults (default), ini.v1 (ini).
const (
	goTagDefault  = language.Pattern(`\b(?:envDefault|env-default|default):"([^"]+)"`)
	goTagVariable = language.Pattern(`\b(?:env|envconfig):"([A-Z][A-Z0-9_]*)`)
	goTagINI      = language.Pattern(`\bini:"([A-Za-z0-9_]+)`)
)

func (e *goEval) tagged(tag goTag) goValue {
	var out goValue
	if m := goTagVariable.Regexp().FindStringSubmatch(tag.tag); m != nil {
		out.variables = []string{m[1]}
	}
	if m := goTagINI.Regexp().FindStringSubmatch(tag.tag); m != nil {
		if v := e.shipped(m[1]); v.known {
			return v.with(out)
		}
	}
	if m := goTagDefault.Regexp().FindStringSubmatch(tag.tag); m != nil {
		out.text, out.known, out.why = m[1], true, e.tree.at("go.field_default", tag.in, tag.field)
	}
	return out
}

// goSettingsFiles are the INI files that a project ships with its defaults.
var goSettingsFiles = []string{"conf/app.ini", "conf/app.conf", "config/app.ini", "config/config.ini", "app.ini", "conf/config.ini", "config.ini"}

// shipped reads a key out of a shipped file of settings.
func (e *goEval) shipped(key string) goValue {
	for _, name := range goSettingsFiles {
		sections, ok := language.Parse(e.p.Folder, name, keyvalue.ParseINI)
		if !ok {
			continue
		}
		for _, section := range []string{"server", "web", "http", "app", "default"} {
			if text := sections[section][strings.ToLower(key)]; text != "" && !strings.Contains(text, "%(") {
				return goValue{text: text, known: true, why: goLineOfKey(e.p.Folder, name, key, text)}
			}
		}
	}
	return goValue{}
}
