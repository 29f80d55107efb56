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

// most is how many are said of one service, mostFound how many are found.
const most, mostFound = 5, 60

// An Import brings in a file by a name that differs from its own in case alone.
type Import struct {
	File    string // that imports, relative to the repository's root
	Line    int
	Written string // the path as it is written: "../../Enviroment"
	Called  string // as it would have to be: "../../enviroment"; "" where a text cannot say so
	Found   string // the file that is there, relative to the repository's root
}

// Find lists where the project's sources import such a file.
func Find(p *language.Project, sources *source.Set) []Import {
	return language.Once(p.Folder, "namecase", func() (out []Import) {
		index := p.Reader().Index
		for _, kind := range fileImports {
			for _, h := range sources.Ask(source.Question{Patterns: source.These(kind.pattern), Anchors: kind.anchors}) {
				if !strings.Contains(kind.ends, " "+path.Ext(h.Name)+" ") || source.Aside(h.Name) {
					continue
				}
				at := p.Join(h.Name)
				found := otherCase(index, path.Join(path.Dir(at), h.Groups[1]))
				if found == "" {
					continue
				}
				if out = append(out, Import{at, h.Line, h.Groups[1], called(h.Groups[1], found), found}); len(out) == mostFound {
					return out
				}
			}
		}
		return out
	})
}

// called writes an import's path as the folders and the file are called that it means.
func called(written, found string) string {
	asked, real := strings.Split(written, "/"), strings.Split(found, "/")
	for i, k := len(asked)-1, len(real)-1; i >= 0 && asked[i] != "." && asked[i] != ".."; i, k = i-1, k-1 {
		if k < 0 {
			return ""
		}
		is := real[k]
		if !strings.EqualFold(is, asked[i]) { // without its end, or with the one that it is compiled to
			is = strings.TrimSuffix(is, path.Ext(is))
			if end := path.Ext(asked[i]); strings.EqualFold(is+end, asked[i]) {
				is += end
			}
		}
		if !strings.EqualFold(is, asked[i]) {
			return ""
		}
		asked[i] = is
	}
	return strings.Join(asked, "/")
}

// Mends reports whether an import can be written as the file is called by a line of a
// shell: one of a script, whose path has nothing that a line would have to quote.
func (i Import) Mends() bool {
	return i.Called != "" && i.Called != i.Written && strings.Contains(fileImports[0].ends, " "+path.Ext(i.File)+" ") && plain.Matches(i.Written)
}

const plain = language.Pattern(`^[\w./@-]+$`)

// Warnings says where the project's sources import such a file; mended is what is done
// about those that can be mended while the image is built.
func Warnings(p *language.Project, sources *source.Set, mended bool) (out []universalbuild.Warning) {
	for _, i := range Find(p, sources) {
		if len(out) == most {
			break
		}
		message := fmt.Sprintf("%s imports %s, and what is there is called %s: Linux tells upper from lower case", i.File, i.Written, i.Found)
		if mended && i.Mends() {
			message += "; it is imported by that name while the image is built"
		}
		out = append(out, universalbuild.Warning{Code: "name_case", Path: i.File, Line: i.Line, Message: message, Fix: "write the import as the file is called"})
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
