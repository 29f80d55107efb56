package manifest

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// GoFile is what the head of a Go source file says.
type GoFile struct {
	Package  string
	Imports  []string // as written, "C" for cgo
	Excluded bool     // a build constraint keeps it out of a Linux build
}

// ParseGoFile reads package clause, imports and build constraint of a Go
// source file. A broken file gives what could be read before the error.
func ParseGoFile(content string) (GoFile, error) {
	file, _ := parser.ParseFile(token.NewFileSet(), "", content, parser.ImportsOnly|parser.ParseComments|parser.SkipObjectResolution)
	if file == nil || file.Name == nil {
		return GoFile{}, nil
	}
	out := GoFile{Package: file.Name.Name}
	for _, spec := range file.Imports {
		if name, err := strconv.Unquote(spec.Path.Value); err == nil {
			out.Imports = append(out.Imports, name)
		}
	}
	out.Excluded = excludedOnLinux(file)
	return out, nil
}

// excludedOnLinux evaluates the //go:build line, which stands before the
// package clause.
func excludedOnLinux(file *ast.File) bool {
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			return false
		}
		for _, c := range group.List {
			if !constraint.IsGoBuild(c.Text) {
				continue
			}
			expr, err := constraint.Parse(c.Text)
			return err == nil && !expr.Eval(func(tag string) bool {
				return tag == "linux" || tag == "amd64" || tag == "unix" || tag == "gc" || strings.HasPrefix(tag, "go1.")
			})
		}
	}
	return false
}
