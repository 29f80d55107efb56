package source

import (
	"path"
	"strings"
	"unicode"

	"aipack/backend/language"
)

// imported is a module that a script names. One at the top is brought in
// whenever the script runs: no block is around it, and no if before it.
type imported struct {
	Module string
	top    bool
}

const (
	maxImports = 100 // of one script
	deepImport = 3   // files deep, as an env.mjs beside a configuration is
)

// ImportsIn lists the modules that a script names, read once.
func ImportsIn(f *language.Folder, name string) []imported {
	root := f.Reader().Folder(".")
	name = f.Join(name)
	return language.Once(root, "node.imports-in."+name, func() []imported { return importsOf(Script(root, name)) })
}

// importsOf finds import … from "x", import "x", import("x"), require("x") and
// require.resolve("x"). Each quote is looked at, as texts hold single ones too.
func importsOf(text string) []imported {
	var out []imported
	depth, counted := 0, 0
	for at := 0; len(out) < maxImports; at++ {
		next := strings.IndexAny(text[at:], `'"`)
		if next < 0 {
			break
		}
		at += next
		end := strings.IndexAny(text[at+1:], "'\"\n")
		if end < 1 || end > 200 || text[at+1+end] == '\n' || !importing(text[:at]) {
			continue
		}
		depth += strings.Count(text[counted:at], "{") - strings.Count(text[counted:at], "}")
		counted = at
		line := strings.TrimSpace(text[strings.LastIndexByte(text[:at], '\n')+1 : at])
		maybe := depth != 0 || strings.HasPrefix(line, "if ") || strings.HasPrefix(line, "if(")
		out = append(out, imported{strings.Clone(text[at+1 : at+1+end]), !maybe})
	}
	return out
}

// importing reports whether what stands before a text makes it a module's name.
func importing(before string) bool {
	before = strings.TrimRight(before, " \t\r\n")
	before, called := strings.CutSuffix(before, "(")
	before = strings.TrimRight(before, " \t\r\n")
	word := before[strings.LastIndexFunc(before, func(c rune) bool { return c != '_' && c != '$' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })+1:]
	switch word {
	case "from":
		return !called
	case "require":
		return called
	case "resolve":
		return called && strings.HasSuffix(before, "require.resolve")
	}
	return word == "import"
}

// BringsIn lists the packages that a script imports, itself or through the
// project's own files; top leaves out what it may not bring in.
func BringsIn(f *language.Folder, name string, top bool) []string {
	packages, _ := reached(f, name, top)
	return packages
}

// Reached lists a script and the project's own files that it imports.
func Reached(f *language.Folder, name string) []string {
	_, files := reached(f, name, false)
	return files
}

func reached(f *language.Folder, name string, top bool) (out, files []string) {
	files = []string{name}
	seen := map[string]bool{name: true}
	for level, depth := []string{name}, 0; len(level) > 0 && depth < deepImport; depth++ {
		var below []string
		for _, file := range level {
			for _, m := range ImportsIn(f, file) {
				if top && !m.top {
					continue
				}
				if !strings.HasPrefix(m.Module, ".") {
					out = append(out, PackageOf(m.Module))
				} else if file := Resolve(f, path.Join(path.Dir(file), m.Module)); file != "" && !seen[file] {
					seen[file] = true
					below = append(below, file)
				}
			}
		}
		level = below
		files = append(files, below...)
	}
	return out, files
}

// Resolve finds the file that a relative import means.
// https://nodejs.org/api/modules.html#all-together
func Resolve(f *language.Folder, name string) string {
	if strings.HasPrefix(name, "../") {
		return ""
	}
	stem := strings.TrimSuffix(strings.TrimSuffix(name, ".js"), ".mjs") // TypeScript names what its compiler writes
	for _, candidate := range []string{name, stem + ".ts", stem + ".mts", name + ".js", name + ".mjs", name + ".cjs", name + ".json", name + "/index.js", name + "/index.ts", name + "/index.mjs"} {
		if path.Ext(candidate) != "" && f.Has(candidate) {
			return candidate
		}
	}
	return ""
}

// PackageOf is the package that an import's name belongs to: "dotenv" of
// "dotenv/config", "@scope/a" of "@scope/a/b".
func PackageOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if strings.HasPrefix(name, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}
