package golang

import (
	"go/ast"
	"strings"

	"aipack/backend/language"
)

// formatVerb is a verb of fmt.
const formatVerb = language.Pattern(`%[+#]?[0-9.]*[vdsq]`)

// variableName is what programs call environment variables.
const variableName = language.Pattern(`^[A-Z][A-Z0-9_]{2,}$`)

// call follows what a call comes to: those of the standard library that join
// and convert, readers of the environment, settings and flags, and functions of
// the program itself.
func (e *evaluation) call(x *ast.CallExpr, in *treeFile, within string, depth int) value {
	name := lastName(x.Fun)
	args := func(i int) value {
		if i >= len(x.Args) {
			return value{}
		}
		return e.value(x.Args[i], in, within, depth+1)
	}
	switch name {
	case "Sprintf":
		return e.format(x, in, within, depth)
	case "Sprint", "Itoa", "Atoi", "string", "int", "int64", "uint16", "FormatInt", "ParseInt", "ParseUint", "TrimSpace", "TrimPrefix":
		return args(0)
	case "JoinHostPort":
		host, port := args(0), args(1)
		return value{text: host.text + ":" + port.text, known: port.known}.with(port, host)
	case "Getenv", "LookupEnv":
		if len(x.Args) > 0 {
			names := variable(args(0).text)
			return value{variables: names, alone: names}
		}
	case "Or":
		var out value
		for i := range x.Args {
			out = out.or(args(i))
		}
		return out
	case "MustInt", "MustInt64", "MustUint", "MustString": // section.Key("HTTP_PORT").MustInt(3000)
		if v := e.section(x); v.known {
			return v
		}
		return args(0)
	}
	if v := e.chained(x, in, within, depth); v.known {
		return v
	}
	if method, ok := x.Fun.(*ast.SelectorExpr); ok && name == "String" && len(x.Args) == 0 { // of an address that a flag holds
		if v := e.value(method.X, in, within, depth+1); v.known {
			return v
		}
	}
	if v := e.setting(x, name, in, within, depth); v.known || len(v.variables) > 0 {
		return v
	}
	if len(x.Args) >= 2 { // getEnv("PORT", "3000")
		if key, ok := stringLiteral(x.Args[0]); ok && variableName.Regexp().MatchString(key) {
			return args(len(x.Args) - 1).with(value{variables: []string{key}})
		}
	}
	return e.returned(name, 0, depth)
}

// chained follows a flag that is declared by a chain of calls to its default:
// kingpin.Flag("listen", …).Default(":80").Envar("LISTEN").String()
// (pkg.go.dev/github.com/alecthomas/kingpin/v2).
func (e *evaluation) chained(x *ast.CallExpr, in *treeFile, within string, depth int) (out value) {
	if len(x.Args) > 0 {
		return value{}
	}
	for range maxDepth {
		method, ok := x.Fun.(*ast.SelectorExpr)
		if !ok {
			break
		}
		before, ok := method.X.(*ast.CallExpr)
		if !ok {
			break
		}
		x = before
		switch name := lastName(x.Fun); {
		case len(x.Args) == 0:
		case name == "Default":
			out = e.value(x.Args[0], in, within, depth+1).with(out)
		case name == "Envar" || name == "OverrideDefaultFromEnvar":
			text, _ := stringLiteral(x.Args[0])
			out.variables = append(out.variables, variable(text)...)
		}
	}
	return out
}

// section reads the key of ini.v1 whose default a call gives out of the shipped
// settings.
func (e *evaluation) section(x *ast.CallExpr) value {
	method, ok := x.Fun.(*ast.SelectorExpr)
	if !ok {
		return value{}
	}
	key, ok := method.X.(*ast.CallExpr)
	if !ok || len(key.Args) == 0 {
		return value{}
	}
	text, _ := stringLiteral(key.Args[len(key.Args)-1])
	return e.shipped(text)
}

func variable(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}

// setting follows a read of a setting or flag: viper.GetInt("port"),
// c.String("listen"), flag.Int("port", 3000, …).
func (e *evaluation) setting(x *ast.CallExpr, name string, in *treeFile, within string, depth int) value {
	if len(x.Args) == 0 {
		return value{}
	}
	key, ok := stringLiteral(x.Args[0])
	if _, method := x.Fun.(*ast.SelectorExpr); !ok || !method {
		return value{}
	}
	switch strings.TrimSuffix(name, "P") {
	case "GetInt", "GetString", "GetUint", "GetUint16", "GetInt64", "Int", "String", "Uint", "Uint16", "Int64":
	default:
		return value{}
	}
	var out value
	if variable := e.tree.variableOf(key); variable != "" {
		out.variables = []string{variable}
	}
	for _, d := range e.tree.keysOf(key) {
		if d.expr == x.Args[0] {
			continue
		}
		if v := e.fallback(d, "", depth+1); v.known {
			return v.with(out)
		}
	}
	if portAtEnd.Regexp().MatchString(out.text) {
		return out
	}
	return e.file(strings.Split(key, ".")...).with(out)
}

// format puts values into a format of fmt.
func (e *evaluation) format(x *ast.CallExpr, in *treeFile, within string, depth int) value {
	if len(x.Args) == 0 {
		return value{}
	}
	format := e.value(x.Args[0], in, within, depth+1)
	out, n := value{known: format.known}, 0
	out.text = formatVerb.Regexp().ReplaceAllStringFunc(format.text, func(verb string) string {
		n++
		if n >= len(x.Args) {
			return ""
		}
		v := e.value(x.Args[n], in, within, depth+1)
		if out = out.with(v); v.known && v.text != "" {
			out.why = v.why // of host and port the last, the port
		}
		return v.text
	})
	return out.with(format)
}

// returned follows a function of the program to one of its results.
func (e *evaluation) returned(name string, at, depth int) value {
	var out value
	for _, f := range e.tree.funcsOf(name) {
		if f.decl.Body == nil {
			continue
		}
		ast.Inspect(f.decl.Body, func(n ast.Node) bool {
			r, ok := n.(*ast.ReturnStmt)
			if !ok || len(r.Results) <= at {
				return true
			}
			out = out.or(e.value(r.Results[at], f.in, name, depth+1))
			return true
		})
		if out.known {
			break
		}
	}
	return out
}
