package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/language"
)

// treeFile is one source as syntax, with what gives names their values:
// constants, variables, fields of structs, flags and settings.
type treeFile struct {
	name    string
	dir     string
	fset    *token.FileSet
	values  map[string][]expr      // by name: what is declared, assigned, or given for a key of a literal
	tags    map[string][]structTag // by field's name: its struct tag
	funcs   map[string][]function  // by name
	calls   map[string][]call      // by the called function's own name
	keys    map[string][]expr      // defaults of settings and flags, by key in lower case
	envs    map[string]string      // environment variable of a setting or flag, by key in lower case
	given   map[string][]expr      // by field: the environment variable that a call reads into it
	imports map[string]string      // paths by the names that they go by here
	prefix  string                 // of viper's environment variables
	auto    bool                   // viper reads the environment for every key
}

// expr is an expression, the file it stands in, and the name of what it
// belongs to: the struct type or the variable around it.
type expr struct {
	expr   ast.Expr
	in     *treeFile
	owner  string
	result int    // which of a call's results it is
	flag   string // of the command line whose default it is; "" for none
	option bool   // what an option of the command line takes unless it is given
}

type structTag struct {
	tag    string
	owner  string
	prefix string // of its variable
	in     *treeFile
	field  *ast.Field
}

type function struct {
	decl *ast.FuncDecl
	in   *treeFile
}

type call struct {
	call *ast.CallExpr
	in   *treeFile
	from string // name of the function around it
}

// mayReach reports whether a call may be one of that function, as far as the file's
// imports tell: others have functions of the same name, New above all.
func (c call) mayReach(f function) bool {
	switch called := c.call.Fun.(type) {
	case *ast.Ident:
		return f.decl.Recv == nil && c.in.dir == f.in.dir
	case *ast.SelectorExpr:
		name, ok := called.X.(*ast.Ident)
		if !ok {
			return f.decl.Recv != nil
		}
		at, imported := c.in.imports[name.Name]
		return !imported || f.decl.Recv == nil && (f.in.dir == "." || at == f.in.dir || strings.HasSuffix(at, "/"+f.in.dir) || strings.HasSuffix(f.in.dir, "/"+path.Base(at)))
	}
	return true
}

// parsed reads one source. A file that does not parse gives what could be
// read before the error. Commands of one module share their files.
func parsed(root *language.Folder, name string) *treeFile {
	return language.Once(root, "go.syntax "+name, func() *treeFile {
		t := &treeFile{
			name: name, dir: path.Dir(name), fset: token.NewFileSet(), values: map[string][]expr{}, tags: map[string][]structTag{},
			funcs: map[string][]function{}, calls: map[string][]call{}, keys: map[string][]expr{}, envs: map[string]string{}, given: map[string][]expr{}, imports: map[string]string{},
		}
		content, _ := root.Text(name)
		if file, _ := bounded.GoSource(t.fset, name, content, parser.SkipObjectResolution); file != nil {
			t.read(file)
		}
		return t
	})
}

// read notes what the file says. Each node knows the function and the type or
// variable around it.
func (t *treeFile) read(file *ast.File) {
	for _, spec := range file.Imports {
		at, _ := stringLiteral(spec.Path)
		name := path.Base(at)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		t.imports[name] = at
	}
	for _, decl := range file.Decls {
		around := ""
		if d, ok := decl.(*ast.FuncDecl); ok {
			around = d.Name.Name
			t.funcs[around] = append(t.funcs[around], function{d, t})
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			t.note(n, around)
			return true
		})
	}
}

func (t *treeFile) note(n ast.Node, around string) {
	switch n := n.(type) {
	case *ast.ValueSpec:
		if s, ok := n.Type.(*ast.StructType); ok { // var cli struct{…} of Kong
			t.fields(s, n.Names[0].Name, "")
		}
		for i, name := range n.Names {
			if i < len(n.Values) {
				t.value(name.Name, n.Values[i], "")
			}
		}
	case *ast.TypeSpec:
		if s, ok := n.Type.(*ast.StructType); ok {
			t.fields(s, n.Name.Name, "")
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			right, result := n.Rhs[0], i // host, port := split(…)
			if len(n.Rhs) > 1 {
				right, result = n.Rhs[min(i, len(n.Rhs)-1)], 0
			}
			switch l := left.(type) {
			case *ast.Ident:
				if made, ok := right.(*ast.CompositeLit); ok { // cfg := struct{…}{}
					if s, ok := made.Type.(*ast.StructType); ok {
						t.fields(s, l.Name, "")
					}
				}
				t.values[l.Name] = append(t.values[l.Name], expr{expr: right, in: t, result: result})
			case *ast.SelectorExpr:
				t.value(l.Sel.Name, right, lastName(l.X))
			}
		}
	case *ast.CompositeLit:
		t.literal(n)
	case *ast.CallExpr:
		name := lastName(n.Fun)
		t.calls[name] = append(t.calls[name], call{n, t, around})
		t.setting(n, name)
	}
}

func (t *treeFile) value(name string, e ast.Expr, owner string) {
	t.values[name] = append(t.values[name], expr{expr: e, in: t, owner: owner})
}

// fields notes the tags of a struct's fields, with the name of the type or, in
// a struct within, of the field around it.
// prefix is what the structs around put before its variables.
func (t *treeFile) fields(s *ast.StructType, owner, prefix string) {
	for _, f := range s.Fields.List {
		tag := ""
		if f.Tag != nil {
			tag, _ = strconv.Unquote(f.Tag.Value)
		}
		for _, name := range f.Names {
			if tag != "" {
				t.tags[name.Name] = append(t.tags[name.Name], structTag{tag, owner, prefix, t, f})
			}
			if inner, ok := f.Type.(*ast.StructType); ok {
				t.fields(inner, name.Name, prefix+prefixWithin(tag))
			}
		}
	}
}

// nestedPrefix is what a field that holds a struct puts before the variables of
// its fields: envPrefix of caarlos0/env, env-namespace of go-flags, env-prefix of
// cleanenv.
const nestedPrefix = language.Pattern(`\b(?:envPrefix|env-prefix):"([A-Z0-9_]+)"|\benv-namespace:"([A-Z0-9_]+)"`)

func prefixWithin(tag string) string {
	m := nestedPrefix.Regexp().FindStringSubmatch(tag)
	switch {
	case m == nil:
		return ""
	case m[2] != "":
		return m[2] + "_"
	}
	return m[1]
}

// literal notes the keys of a literal: Config{Port: 3000}, and flags of
// urfave/cli: &cli.IntFlag{Name: "port", Value: 3000, EnvVars: []string{"PORT"}}.
func (t *treeFile) literal(n *ast.CompositeLit) {
	owner, named := lastName(n.Type), map[string]ast.Expr{}
	for _, element := range n.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		switch key := pair.Key.(type) {
		case *ast.Ident:
			named[key.Name] = pair.Value
			inner, isLiteral := pair.Value.(*ast.CompositeLit)
			if isLiteral && lastName(inner.Type) == "" { // Server: struct{…}{Port: 80}
				t.literalOf(inner, key.Name)
			}
			t.value(key.Name, pair.Value, owner)
		case *ast.BasicLit: // confmap.Provider(map[string]any{"server.port": 3000})
			if text, err := strconv.Unquote(key.Value); err == nil {
				t.keys[strings.ToLower(text)] = append(t.keys[strings.ToLower(text)], expr{expr: pair.Value, in: t})
			}
		}
	}
	if !strings.HasSuffix(owner, "Flag") {
		return
	}
	key, _ := stringLiteral(named["Name"])
	if value := named["Value"]; value != nil && key != "" {
		t.keys[strings.ToLower(key)] = append(t.keys[strings.ToLower(key)], expr{expr: value, in: t, flag: key})
	}
	for _, field := range []string{"EnvVars", "Sources", "EnvVar"} {
		ast.Inspect(orNothing(named[field]), func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok && key != "" {
				if name, ok := stringLiteral(e); ok && t.envs[strings.ToLower(key)] == "" {
					t.envs[strings.ToLower(key)] = name
				}
			}
			return true
		})
	}
}

func (t *treeFile) literalOf(n *ast.CompositeLit, owner string) {
	for _, element := range n.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok {
				t.value(key.Name, pair.Value, owner)
			}
		}
	}
}

// setting notes the defaults that calls give: viper.SetDefault("port", 3000),
// flag.Int("port", 3000, …), flags.StringVarP(&c.addr, "listen", "l", ":80", …)
// (pkg.go.dev of flag, spf13/pflag and spf13/viper).
func (t *treeFile) setting(n *ast.CallExpr, name string) {
	switch name {
	case "SetEnvPrefix":
		if len(n.Args) == 1 {
			t.prefix, _ = stringLiteral(n.Args[0])
		}
		return
	case "AutomaticEnv":
		t.auto = true
		return
	case "BindEnv":
		if len(n.Args) > 1 {
			key, _ := stringLiteral(n.Args[0])
			t.envs[strings.ToLower(key)], _ = stringLiteral(n.Args[1])
		}
		return
	}
	if len(n.Args) == 2 { // parseInt(&c.Server.Port, "SHOP_PORT")
		if target, ok := n.Args[0].(*ast.UnaryExpr); ok {
			if field, ok := target.X.(*ast.SelectorExpr); ok {
				t.given[field.Sel.Name] = append(t.given[field.Sel.Name], expr{expr: n.Args[1], in: t, owner: lastName(field.X)})
			}
		}
	}
	if field, ok := strings.CutSuffix(name, "Var"); ok && len(n.Args) == 1 && field != "" { // kingpin's ….Default(":80").StringVar(&cfg.listen)
		t.chained(n)
	}
	at := -1 // of the key
	switch strings.TrimSuffix(name, "P") {
	case "SetDefault", "Int", "String", "Uint", "Uint16", "Int64":
		at = 0
	case "IntVar", "StringVar", "UintVar", "Uint16Var", "Int64Var":
		at = 1
	}
	if at < 0 || len(n.Args) < at+2 {
		return
	}
	key, ok := stringLiteral(n.Args[at])
	value := at + 1
	if strings.HasSuffix(name, "P") { // the short name stands between
		value++
	}
	if !ok || value >= len(n.Args) {
		return
	}
	given := expr{expr: n.Args[value], in: t}
	if name != "SetDefault" && len(n.Args) == value+2 { // and its help: slog.String has none
		given.flag = key
	}
	t.keys[strings.ToLower(key)] = append(t.keys[strings.ToLower(key)], given)
	if target, ok := n.Args[0].(*ast.UnaryExpr); ok && at == 1 {
		if s, ok := target.X.(*ast.SelectorExpr); ok {
			given.owner = lastName(s.X)
		}
		t.values[lastName(target.X)] = append(t.values[lastName(target.X)], given)
	}
}

// chained notes the default that a chain of calls gives to a variable.
func (t *treeFile) chained(n *ast.CallExpr) {
	target, ok := n.Args[0].(*ast.UnaryExpr)
	if !ok {
		return
	}
	owner := ""
	if s, ok := target.X.(*ast.SelectorExpr); ok {
		owner = lastName(s.X)
	}
	for range maxDepth {
		method, ok := n.Fun.(*ast.SelectorExpr)
		if !ok {
			return
		}
		if n, ok = method.X.(*ast.CallExpr); !ok {
			return
		}
		if lastName(n.Fun) == "Default" && len(n.Args) > 0 {
			t.value(lastName(target.X), n.Args[0], owner)
		}
	}
}

// lastName is the last part of a name: Port of cfg.Server.Port.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return lastName(e.X)
	case *ast.ParenExpr:
		return lastName(e.X)
	case *ast.UnaryExpr:
		return lastName(e.X)
	case *ast.CallExpr:
		return lastName(e.Fun)
	case *ast.IndexExpr:
		return lastName(e.X)
	}
	return ""
}

func stringLiteral(e ast.Expr) (string, bool) {
	if b, ok := e.(*ast.BasicLit); ok && b.Kind == token.STRING {
		text, err := strconv.Unquote(b.Value)
		return text, err == nil
	}
	return "", false
}

// orNothing makes a missing expression one that holds nothing.
func orNothing(e ast.Expr) ast.Node {
	if e == nil {
		return &ast.BadExpr{}
	}
	return e
}
