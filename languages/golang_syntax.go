package languages

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// Bounds on how much of a command is read as a syntax tree.
const (
	goMaxTrees     = 160
	goMaxTreeBytes = 3 << 20
)

// goTree is a command's sources as syntax, with what gives names their values:
// constants, variables, fields of structs, flags and settings.
type goTree struct {
	root   *language.Folder
	fset   *token.FileSet
	files  []goTreeFile
	values map[string][]goExpr // by name: what is declared, assigned, or given for a key of a literal
	tags   map[string][]goTag  // by field's name: its struct tag
	funcs  map[string][]goFunc // by name
	calls  map[string][]goCall // by the called function's own name
	keys   map[string][]goExpr // defaults of settings and flags, by key in lower case
	envs   map[string]string   // environment variable of a setting or flag, by key in lower case
	given  map[string][]goExpr // by field: the environment variable that a call reads into it
	prefix string              // of viper's environment variables
	auto   bool                // viper reads the environment for every key
}

type goTreeFile struct {
	name string
	dir  string
	file *ast.File
}

// goExpr is an expression, the file it stands in, and the name of what it
// belongs to: the struct type or the variable around it.
type goExpr struct {
	expr   ast.Expr
	in     *goTreeFile
	owner  string
	result int // which of a call's results it is
}

type goTag struct {
	tag   string
	owner string
	in    *goTreeFile
	pos   token.Pos
}

type goFunc struct {
	decl *ast.FuncDecl
	in   *goTreeFile
}

type goCall struct {
	call *ast.CallExpr
	in   *goTreeFile
	from string // name of the function around it
}

// goSyntax parses what a command is made of. A file that does not parse gives
// what could be read before the error.
func goSyntax(p *language.Project, m goMain) *goTree {
	return language.Once(p.Folder, "go.syntax "+m.dir, func() *goTree {
		t := &goTree{
			root: p.Reader().Folder("."), fset: token.NewFileSet(), values: map[string][]goExpr{}, tags: map[string][]goTag{},
			funcs: map[string][]goFunc{}, calls: map[string][]goCall{}, keys: map[string][]goExpr{}, envs: map[string]string{}, given: map[string][]goExpr{},
		}
		left := goMaxTreeBytes
		for _, name := range m.files[:min(len(m.files), goMaxTrees)] {
			content, _ := t.root.Text(name)
			if left -= len(content); left < 0 {
				break
			}
			if file, _ := parser.ParseFile(t.fset, name, content, parser.SkipObjectResolution); file != nil {
				t.files = append(t.files, goTreeFile{name, path.Dir(name), file})
			}
		}
		for i := range t.files {
			t.read(&t.files[i])
		}
		return t
	})
}

// read notes what one file says. Each node knows the function and the type or
// variable around it.
func (t *goTree) read(in *goTreeFile) {
	for _, decl := range in.file.Decls {
		around := ""
		switch d := decl.(type) {
		case *ast.FuncDecl:
			around = d.Name.Name
			t.funcs[around] = append(t.funcs[around], goFunc{d, in})
		case *ast.GenDecl:
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			t.note(n, in, around)
			return true
		})
	}
}

func (t *goTree) note(n ast.Node, in *goTreeFile, around string) {
	switch n := n.(type) {
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if i < len(n.Values) {
				t.value(name.Name, n.Values[i], in, "")
			}
		}
	case *ast.TypeSpec:
		if s, ok := n.Type.(*ast.StructType); ok {
			t.fields(s, n.Name.Name, in)
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			right, result := n.Rhs[0], i // host, port := split(…)
			if len(n.Rhs) > 1 {
				right, result = n.Rhs[min(i, len(n.Rhs)-1)], 0
			}
			switch l := left.(type) {
			case *ast.Ident:
				t.values[l.Name] = append(t.values[l.Name], goExpr{right, in, "", result})
			case *ast.SelectorExpr:
				t.value(l.Sel.Name, right, in, lastName(l.X))
			}
		}
	case *ast.CompositeLit:
		t.literal(n, in)
	case *ast.CallExpr:
		name := lastName(n.Fun)
		t.calls[name] = append(t.calls[name], goCall{n, in, around})
		t.setting(n, name, in)
	}
}

func (t *goTree) value(name string, e ast.Expr, in *goTreeFile, owner string) {
	t.values[name] = append(t.values[name], goExpr{expr: e, in: in, owner: owner})
}

// fields notes the tags of a struct's fields, with the name of the type or, in
// a struct within, of the field around it.
func (t *goTree) fields(s *ast.StructType, owner string, in *goTreeFile) {
	for _, f := range s.Fields.List {
		for _, name := range f.Names {
			if f.Tag != nil {
				if tag, err := strconv.Unquote(f.Tag.Value); err == nil {
					t.tags[name.Name] = append(t.tags[name.Name], goTag{tag, owner, in, f.Pos()})
				}
			}
			if inner, ok := f.Type.(*ast.StructType); ok {
				t.fields(inner, name.Name, in)
			}
		}
	}
}

// literal notes the keys of a literal: Config{Port: 3000}, and flags of
// urfave/cli: &cli.IntFlag{Name: "port", Value: 3000, EnvVars: []string{"PORT"}}.
func (t *goTree) literal(n *ast.CompositeLit, in *goTreeFile) {
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
				t.literalOf(inner, key.Name, in)
			}
			t.value(key.Name, pair.Value, in, owner)
		case *ast.BasicLit: // confmap.Provider(map[string]any{"server.port": 3000})
			if text, err := strconv.Unquote(key.Value); err == nil {
				t.keys[strings.ToLower(text)] = append(t.keys[strings.ToLower(text)], goExpr{expr: pair.Value, in: in})
			}
		}
	}
	if !strings.HasSuffix(owner, "Flag") {
		return
	}
	key, _ := stringLiteral(named["Name"])
	if value := named["Value"]; value != nil && key != "" {
		t.keys[strings.ToLower(key)] = append(t.keys[strings.ToLower(key)], goExpr{expr: value, in: in})
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

func (t *goTree) literalOf(n *ast.CompositeLit, owner string, in *goTreeFile) {
	for _, element := range n.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok {
				t.value(key.Name, pair.Value, in, owner)
			}
		}
	}
}

// setting notes the defaults that calls give: viper.SetDefault("port", 3000),
// flag.Int("port", 3000, …), flags.StringVarP(&c.addr, "listen", "l", ":80", …)
// (pkg.go.dev of flag, spf13/pflag and spf13/viper).
func (t *goTree) setting(n *ast.CallExpr, name string, in *goTreeFile) {
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
				t.given[field.Sel.Name] = append(t.given[field.Sel.Name], goExpr{expr: n.Args[1], in: in, owner: lastName(field.X)})
			}
		}
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
	t.keys[strings.ToLower(key)] = append(t.keys[strings.ToLower(key)], goExpr{expr: n.Args[value], in: in})
	if target, ok := n.Args[0].(*ast.UnaryExpr); ok && at == 1 {
		owner := ""
		if s, ok := target.X.(*ast.SelectorExpr); ok {
			owner = lastName(s.X)
		}
		t.value(lastName(target.X), n.Args[value], in, owner)
	}
}

// at points at a place of the sources.
func (t *goTree) at(rule string, in *goTreeFile, pos token.Pos) finding.Evidence {
	line := t.fset.Position(pos).Line
	content, _ := t.root.Text(in.name)
	lines := strings.Split(content, "\n")
	if line < 1 || line > len(lines) {
		return t.root.Evidence(rule, in.name, 0, "")
	}
	return t.root.Evidence(rule, in.name, line, lines[line-1])
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
