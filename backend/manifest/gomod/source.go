package gomod

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"aipack/backend/base/bounded"
)

// Source is what the head of a Go source file says.
type Source struct {
	Package  string
	Imports  []string // as written, "C" for cgo
	Renamed  []Import // those that have another name in the file, or none of their own
	Excluded bool     // a build constraint keeps it out of a Linux build
	Tag      string   // the one build tag that would let it in; "" for none
}

// Import is a package under the name that a file gives it.
type Import struct {
	Name string // "." where everything of it is taken over
	Path string
}

// ParseSource reads package clause, imports and build constraint of a Go
// source file. A broken file gives what could be read before the error.
func ParseSource(content string) (Source, error) {
	file, _ := bounded.GoSource(token.NewFileSet(), "", content, parser.ImportsOnly|parser.ParseComments|parser.SkipObjectResolution)
	if file == nil || file.Name == nil {
		return Source{}, nil
	}
	out := Source{Package: file.Name.Name}
	for _, spec := range file.Imports {
		if name, err := strconv.Unquote(spec.Path.Value); err == nil {
			out.Imports = append(out.Imports, name)
			if spec.Name != nil && spec.Name.Name != "_" {
				out.Renamed = append(out.Renamed, Import{spec.Name.Name, name})
			}
		}
	}
	if expr := buildConstraint(file); expr != nil {
		out.Excluded = !expr.Eval(onLinux)
		if out.Excluded {
			out.Tag = missingTag(expr)
		}
	}
	return out, nil
}

// buildConstraint reads the //go:build line, which stands before the package
// clause; nil for none.
func buildConstraint(file *ast.File) constraint.Expr {
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			return nil
		}
		for _, c := range group.List {
			if !constraint.IsGoBuild(c.Text) {
				continue
			}
			expr, _ := constraint.Parse(c.Text)
			return expr
		}
	}
	return nil
}

// onLinux are the tags that a build for an image satisfies by itself.
func onLinux(tag string) bool {
	return tag == "linux" || tag == "amd64" || tag == "unix" || tag == "gc" || strings.HasPrefix(tag, "go1.")
}

// systemTags are set by the system, the compiler or cgo, and by nobody's -tags
// (go help buildconstraint).
var systemTags = map[string]bool{
	"aix": true, "android": true, "darwin": true, "dragonfly": true, "freebsd": true, "illumos": true, "ios": true, "js": true, "netbsd": true, "openbsd": true,
	"plan9": true, "solaris": true, "wasip1": true, "windows": true, "zos": true, "386": true,
	"arm": true, "arm64": true, "loong64": true, "mips": true, "mipsle": true,
	"mips64": true, "mips64le": true, "ppc64": true, "ppc64le": true, "riscv64": true, "s390x": true, "wasm": true, "cgo": true, "gccgo": true, "tinygo": true,
}

// missingTag finds the first tag of a constraint that alone satisfies it
// beside those of the system.
func missingTag(expr constraint.Expr) string {
	var tags []string
	expr.Eval(func(tag string) bool { // sees no tag behind a part that decides, so each try may show more
		tags = append(tags, tag)
		return onLinux(tag)
	})
	for i := 0; i < len(tags) && i < 32; i++ {
		tag := tags[i]
		with := func(other string) bool {
			if !onLinux(other) && other != tag {
				tags = append(tags, other)
			}
			return other == tag || onLinux(other)
		}
		if !onLinux(tag) && !systemTags[tag] && expr.Eval(with) {
			return tag
		}
	}
	return ""
}
