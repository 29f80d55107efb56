// Package namecase finds files that are imported by a name which differs from theirs in
// upper and lower case alone: Windows and macOS find them, Linux does not.
package namecase

import (
	"fmt"
	"path"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// fileImports are lines that bring in a file of the project by its path: of scripts, of
// Ruby, PHP, C, and Python's relative ones, each by the ends of its files.
var fileImports = []struct {
	ends    string
	pattern language.Pattern
	anchors []string
}{
	{" .js .mjs .cjs .jsx .ts .mts .cts .tsx .vue .svelte ", `\b(?:from|require\(|import\(|import)\s*["'](\.{1,2}/[^"'\n]+)["']`, []string{"'./", `"./`, "'../", `"../`}},
	{" .rb .ru ", `\brequire_relative[\s(]+["']([\w./-]+)["']`, []string{"require_relative"}},
	{" .php ", `\b(?:require|include)(?:_once)?[\s(]+__DIR__\s*\.\s*["']/?([\w./-]+)["']`, []string{"__DIR__"}},
	{" .c .h .cc .cpp .cxx .hpp .hh .m ", `#\s*include\s+"([\w./+-]+)"`, []string{"#include", "# include"}},
	{" .py ", `^\s*from\s+\.(\w+)\s+import\b`, []string{"from ."}},
}

// most is how many are said of one service.
const most = 5

// Warnings says where the project's sources import such a file.
func Warnings(p *language.Project, sources *source.Set) (out []universalbuild.Warning) {
	index := p.Reader().Index
	for _, kind := range fileImports {
		for _, h := range sources.Ask(source.Question{Patterns: source.These(kind.pattern), Anchors: kind.anchors}) {
			if len(out) == most {
				return out
			}
			if !strings.Contains(kind.ends, " "+path.Ext(h.Name)+" ") || source.Aside(h.Name) {
				continue
			}
			at := p.Join(h.Name)
			asked := path.Join(path.Dir(at), h.Groups[1])
			found := otherCase(index, asked)
			if found == "" {
				continue
			}
			out = append(out, universalbuild.Warning{
				Code: "name_case", Path: at, Line: h.Line,
				Message: fmt.Sprintf("%s imports %s, and what is there is called %s: Linux tells upper from lower case", at, h.Groups[1], found),
				Fix:     "write the import as the file is called",
			})
		}
	}
	return out
}

// otherCase finds what a path means where upper and lower case count for nothing; ""
// where it is there as it is written, with an end of its own or without, or not at all.
func otherCase(index *repo.Index, asked string) string {
	if language.Outside(asked) {
		return ""
	}
	at, other := ".", false
	parts := strings.Split(asked, "/")
	for i, part := range parts {
		name, same := lookUp(index, at, part, i == len(parts)-1)
		if name == "" {
			return ""
		}
		other = other || !same
		at = path.Join(at, name)
	}
	if !other {
		return ""
	}
	return at
}

// lookUp finds an entry of a folder by its name, or by what stands before its end.
func lookUp(index *repo.Index, dir, name string, last bool) (found string, same bool) {
	consider := func(entry, called string) bool {
		switch {
		case called == name:
			found, same = entry, true
		case found == "" && strings.EqualFold(called, name):
			found = entry
		}
		return same
	}
	for _, d := range index.DirsIn(dir) {
		if consider(path.Base(d), path.Base(d)) {
			return found, true
		}
	}
	if !last {
		return found, false
	}
	stem := strings.TrimSuffix(name, path.Ext(name)) // ./a.js is ./a.ts before it is compiled
	for _, file := range index.In(dir) {
		entry := file.Name()
		if consider(entry, entry) || consider(entry, strings.TrimSuffix(entry, path.Ext(entry))) {
			return found, true
		}
		if own := strings.TrimSuffix(entry, path.Ext(entry)); stem != name && own == stem {
			return entry, true
		}
	}
	return found, false
}
