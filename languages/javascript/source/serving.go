package source

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/npm"
)

// serving gives the file that starts what another one only makes: an application is
// kept apart from its server so that tests can ask it without a port
// (https://github.com/ladjs/supertest#example), and main may name either. The server
// imports the application, and is called as programs are.
func serving(f *language.Folder, made string) string {
	if path.Ext(made) == "" {
		return made
	}
	return language.Once(f.Reader().Folder("."), "node.serving."+f.Join(made), func() string {
		if serves(f, made) {
			return made
		}
		for _, base := range entries {
			for _, ext := range []string{".js", ".mjs", ".cjs", ".ts", ".mts"} {
				if one := base + ext; one != made && f.Has(one) && Listens(Script(f, one)) != "" && importsFile(f, one, made) {
					return one
				}
			}
		}
		return made
	})
}

// serves reports whether a script listens, or what it brings in does.
func serves(f *language.Folder, name string) bool {
	return slices.ContainsFunc(Reached(f, name), func(file string) bool { return Listens(Script(f, file)) != "" })
}

// importsFile reports whether a script imports another.
func importsFile(f *language.Folder, name, other string) bool {
	for _, m := range ImportsIn(f, name) {
		if strings.HasPrefix(m.Module, ".") && Resolve(f, path.Join(path.Dir(name), m.Module)) == other {
			return true
		}
	}
	return false
}

// Compiled gives the file that main names where the compiler has still to write it, and
// that beside it where another source is the entry; "" where main says nothing of it.
func Compiled(f *language.Folder, pkg npm.Package, entry string) string {
	main := strings.TrimPrefix(pkg.Main, "./")
	if main == "" || main == entry || f.Has(main) || !strings.Contains(main, "/") {
		return ""
	}
	stem := func(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }
	if made := path.Join(path.Dir(entry), stem(main)+path.Ext(entry)); stem(main) != stem(entry) && f.Has(made) && serving(f, made) == entry {
		return path.Join(path.Dir(main), stem(entry)+path.Ext(main))
	}
	return main
}
