package source

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/npm"
)

// Needed is a package that a program imports when it runs, and where.
type Needed struct {
	Package string
	File    string // relative to the folder
	Line    int
}

// statement is one that brings a module in: import … from "x", import "x", import x =
// require("x"), const x = require("x"), export … from "x".
const statement language.Pattern = `(?m)^[ \t]*(?:import\s+([^'";=]+?)\s+from\s*["']([^"'\n]+)["']|import\s*["']([^"'\n]+)["']|(?:import|const|let|var)\s+([^=\n]+?)\s*=\s*require\(\s*["']([^"'\n]+)["']\s*\)|export\s+(?:\*[^'"\n]*|\{[^}]*\})\s*from\s*["']([^"'\n]+)["'])`

// compilers write a file for each source, and leave imports of packages as they are;
// bundlers take the packages in.
const (
	compilers language.Pattern = `\b(?:tsc|nest build|babel|swc|tsc-alias)\b`
	bundlers  language.Pattern = `\b(?:esbuild|tsup|webpack|rollup|vite|ncc|parcel|pkgroll|unbuild|tsdown|rspack|rolldown|microbundle|bun build|bunup|turbo|nx|next|nuxt)\b`
)

// Runtime finds a package that a program imports when it runs, of those that are asked
// for, where a compiler writes the program file by file. build is the script that does, "" for the bare compiler. TypeScript leaves
// out an import whose names are used as types alone
// (https://www.typescriptlang.org/docs/handbook/modules/reference.html#import-elision).
func Runtime(f *language.Folder, pkg npm.Package, build, entry string, asked func(pkg string) bool) Needed {
	line := build
	for _, word := range strings.Fields(build) {
		line += " " + pkg.Script(word)
	}
	if entry == "" || build != "" && !compilers.Matches(line) || bundlers.Matches(line) {
		return Needed{}
	}
	return language.Once(f, "node.runtime."+entry, func() Needed { return runtimeOf(f, entry, asked) })
}

func runtimeOf(f *language.Folder, entry string, asked func(pkg string) bool) Needed {
	ts, _ := language.Parse(f, "tsconfig.json", npm.ParseTSConfig)
	files, seen := []string{entry}, map[string]bool{entry: true}
	for i := 0; i < len(files) && i < fileLimit; i++ {
		brings := false
		for _, m := range ImportsIn(f, files[i]) {
			if file := own(f, ts, files[i], m.Module); file == "" {
				brings = brings || asked(PackageOf(m.Module))
			} else if !seen[file] && HasEnding(file) {
				seen[file] = true
				files = append(files, file)
			}
		}
		if brings {
			if needed := brought(f, files[i], asked); needed.Package != "" {
				return needed
			}
		}
	}
	return Needed{}
}

// brought is the first package that a file brings in when it runs, of those asked for.
func brought(f *language.Folder, file string, asked func(pkg string) bool) Needed {
	text := Script(f, file)
	typed := strings.HasPrefix(path.Ext(file), ".t") || path.Ext(file) == ".mts" || path.Ext(file) == ".cts"
	for _, at := range statement.Regexp().FindAllStringSubmatchIndex(text, maxImports) {
		group := func(n int) string {
			if at[2*n] < 0 {
				return ""
			}
			return text[at[2*n]:at[2*n+1]]
		}
		pkg, names := PackageOf(group(2)+group(3)+group(5)+group(6)), group(1)+group(4)
		if !asked(pkg) || strings.HasPrefix(names, "type ") {
			continue
		}
		if names == "" || !typed || usesValue(text[:at[0]]+text[at[1]:], names) {
			return Needed{pkg, file, 1 + strings.Count(text[:at[1]], "\n")}
		}
	}
	return Needed{}
}

// own finds the project's file that an import means: by its place, or by the paths of
// the compiler's settings.
func own(f *language.Folder, ts npm.TSConfig, from, module string) string {
	if strings.HasPrefix(module, ".") {
		return Resolve(f, path.Join(path.Dir(from), module))
	}
	for _, entry := range ts.Paths {
		head, tail, open := strings.Cut(entry.Name, "*")
		rest, ok := strings.CutPrefix(module, head)
		if !ok || !strings.HasSuffix(rest, tail) || !open && rest != "" {
			continue
		}
		for _, target := range entry.Targets {
			if file := Resolve(f, path.Join(ts.BaseURL, strings.Replace(target, "*", strings.TrimSuffix(rest, tail), 1))); file != "" {
				return file
			}
		}
	}
	if ts.BaseURL == "" {
		return ""
	}
	return Resolve(f, path.Join(ts.BaseURL, module))
}

// importedName is a name that an import brings in: a, b as c, * as d. One with type
// before it is none of the program's.
const importedName language.Pattern = `(?:\btype\s+)?(?:[\w$*]+\s*(?:\bas\b|:)\s*)?([A-Za-z_$][\w$]*)`

// usesValue reports whether any of the names that an import brings in is called, made,
// extended, handed on or put before a declaration: not only named as a type.
func usesValue(text, names string) bool {
	for _, m := range importedName.Regexp().FindAllStringSubmatch(names, 60) {
		if strings.HasPrefix(m[0], "type ") || len(m[1]) > 80 {
			continue
		}
		n := regexp.QuoteMeta(m[1])
		used := regexp.MustCompile(`(?:^|[^\w$.])` + n + `(?:\.\w+)*\s*\(|\bnew\s+` + n + `\b|@` + n + `\b|\bextends\s+` + n + `\b\s*(?:\.\w+\s*)?\{|\binstanceof\s+` + n + `\b|[(,]\s*` + n + `\s*[,)]`)
		if used.MatchString(text) {
			return true
		}
	}
	return false
}

// StartFile is the source that a start command runs, relative to the project; "" where a
// tool of node_modules runs instead.
func StartFile(f *language.Folder, pkg npm.Package, words []string) string {
	if len(words) == 3 && words[1] == "-c" {
		words = strings.Fields(words[2])
	}
	for i, w := range words {
		w = strings.TrimPrefix(w, "./")
		if i == 0 && strings.Contains(w, "node_modules/") && !slices.Contains([]string{"tsx", "ts-node"}, path.Base(w)) || strings.HasPrefix(w, "-") {
			continue
		}
		if i > 0 && (words[i-1] == "--require" || words[i-1] == "-r" || words[i-1] == "--import") {
			continue
		}
		if HasEnding(w) && f.Has(w) || i > 0 && words[0] == "node" && path.Ext(w) == "" && f.Has(w) {
			return w
		}
		if i == 0 || words[0] != "node" {
			continue
		}
		// what the compiler wrote: dist/server.js of src/server.ts
		_, rest, _ := strings.Cut(strings.TrimSuffix(w, path.Ext(w)), "/")
		for _, name := range []string{rest, "src/" + rest} {
			if file := Resolve(f, name); name != "" && file != "" {
				return file
			}
		}
		return Entry(f, pkg)
	}
	return ""
}
