package shell

import (
	"path"
	"sort"

	"mvdan.cc/sh/v3/syntax"

	"aipack/backend/base/bounded"
	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/debian"
	"aipack/backend/universalbuild"
)

func start(p *language.Project) finding.Finding[language.Start] {
	name := script(p.Folder)
	if name == "" {
		return finding.Finding[language.Start]{}
	}
	return finding.Of(language.Start{Command: []string{interpreterOf(p.Folder, name), name}},
		finding.Likely, p.Evidence("shell.script", name, 1, p.Folder.FirstLine(name)))
}

// interpreterOf is the interpreter to run a script with: what its first line says,
// else what its name says.
func interpreterOf(f *language.Folder, name string) string {
	if i := interpreter(f, name); i != "" {
		return i
	}
	switch path.Ext(name) {
	case ".bash":
		return "bash"
	case ".zsh":
		return "zsh"
	}
	return "sh"
}

// commands lists the packages of the commands that a script calls, by its
// syntax and not by its text; shell functions of the script are its own.
func commands(text string) []string {
	file, err := bounded.Shell(text)
	if err != nil {
		return nil
	}
	called, own := map[string]bool{}, map[string]bool{}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FuncDecl:
			own[n.Name.Value] = true
		case *syntax.CallExpr:
			for _, arg := range n.Args {
				word := arg.Lit()
				called[word] = true
				if word != "exec" && word != "sudo" && word != "env" && word != "nohup" && word != "command" && word != "timeout" {
					break
				}
			}
		}
		return true
	})
	packages := map[string]bool{}
	for name := range called {
		if pkg := debian.Programs[name]; pkg != "" && !own[name] {
			packages[pkg] = true
		}
	}
	out := make([]string, 0, len(packages))
	for pkg := range packages {
		out = append(out, pkg)
	}
	sort.Strings(out)
	return out
}

func recipe(p *language.Project) language.Recipe {
	name := script(p.Folder)
	packages := commands(p.Folder.Content(name))
	for _, pkg := range packages {
		if pkg == "curl" || pkg == "wget" || pkg == "git" || pkg == "openssl" {
			packages = append(packages, "ca-certificates")
			break
		}
	}
	switch i := interpreterOf(p.Folder, name); i {
	case "zsh", "ksh", "fish":
		packages = append(packages, i)
	}
	sort.Strings(packages)
	return language.Recipe{Runtime: universalbuild.Runtime{
		BaseImage: "debian:bookworm-slim", Workdir: "/app", SystemPackages: packages,
		Copy: []universalbuild.Copy{{From: ".", To: "."}},
	}}
}
