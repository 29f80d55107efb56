// Package shell knows scripts that start something where there is no other
// program. It offers Language.
package shell

import (
	"path"
	"sort"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/language/debian"
	"aipack/backend/universalbuild"
)

// Language is a script that starts something, in a repository that holds no other
// program.
var Language = language.Language{
	ID:         "shell",
	Name:       "Shell",
	Extensions: []string{".sh", ".bash", ".zsh"},
	Systems: []language.System{{
		ID: "shell", Name: "Shell script",
		Practices: language.Practices{
			BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
			Notes: []string{
				"The script's first line decides the interpreter; /bin/sh on Debian is dash, which knows no bash syntax.",
				"exec the last command, so that it gets the signals that stop the container.",
			},
		},
	}},
	EnvReads: []language.Pattern{
		`\$\{([A-Z][A-Z0-9_]*):?[-=]([^}\n]*)\}`,
		`\$\{([A-Z][A-Z0-9_]*):?\?`,
	},
	PortUses: []language.Pattern{
		`\$\{PORT:?[-=](\d{2,5})\}`,
		`(?m)^[ \t]*(?:export\s+)?PORT=["']?(\d{2,5})\b`,
		`\b(?:nc|ncat|netcat)\s+(?:-[a-zA-Z]*\s+)*-[a-zA-Z]*l[a-zA-Z]*\s+(?:-p\s*)?(\d{2,5})\b`,
		`\bTCP(?:4|6)?-LISTEN:(\d{2,5})\b`,
	},
	Routes: []language.Pattern{
		`(?m)^[ \t]*["']?(/[A-Za-z0-9_/-]*)["']?\)`,
	},
	Claim:  claim,
	Start:  start,
	Recipe: recipe,
}

// scripts are the names under which a script starts a program, best first.
var scripts = []string{"start.sh", "run.sh", "entrypoint.sh", "docker-entrypoint.sh", "main.sh", "server.sh", "app.sh", "start", "run"}

// others are the extensions of programs that a script would only start:
// their language has the say, or nobody.
var others = language.Words(`.go .rs .py .rb .php .js .mjs .cjs .ts .tsx .jsx .java .kt .kts .scala .clj .cs .fs .vb .c .cc .cpp .cxx .swift
	.dart .zig .cr .hs .ex .exs .erl .gleam .pl .pm .r .R .jl .lua .cbl .ml .nim .d .v .tf .nix`)

// script finds the script: only at the root, only where nothing else is a
// program, and by a name that says "start me" or as the only script of a small
// repository. A
// collection of scripts or dotfiles starts nothing.
func script(f *language.Folder) string {
	if !f.IsRoot() {
		return ""
	}
	for i, file := range f.Reader().Index.Under(".") {
		if others[path.Ext(file.Path)] || i > 2000 {
			return ""
		}
	}
	for _, name := range scripts {
		if f.Has(name) && (strings.HasSuffix(name, ".sh") || interpreter(f, name) != "") {
			return name
		}
	}
	scripts := append(append(f.Glob("*.sh"), f.Glob("*.bash")...), f.Glob("*.zsh")...)
	if len(scripts) != 1 || strings.HasPrefix(scripts[0], ".") || chores[strings.TrimSuffix(scripts[0], path.Ext(scripts[0]))] {
		return ""
	}
	const few = 20 // files of a repository that is about its script
	if len(f.Reader().Index.Files) > few || interpreter(f, scripts[0]) == "" {
		return ""
	}
	return scripts[0]
}

// chores are scripts that serve the work on a repository.
var chores = language.Words("install setup bootstrap build test lint format deploy release update uninstall clean configure init sync backup publish ci")

// interpreter reads the interpreter from a script's first line: the name
// only, "" without one.
func interpreter(f *language.Folder, name string) string {
	line, ok := strings.CutPrefix(f.FirstLine(name), "#!")
	if !ok {
		return ""
	}
	for _, word := range strings.Fields(line) {
		base := path.Base(word)
		if base == "env" || strings.HasPrefix(word, "-") {
			continue
		}
		switch base {
		case "sh", "bash", "dash", "zsh", "ksh", "fish":
			return base
		}
		return ""
	}
	return ""
}

func claim(f *language.Folder) (language.Claim, bool) {
	name := script(f)
	if name == "" {
		return language.Claim{}, false
	}
	c := language.Claim{System: "shell", Confidence: finding.Likely - 0.1, Role: language.Program}
	c.Why = []finding.Evidence{f.Evidence("shell.script", name, 1, f.FirstLine(name))}
	switch text := f.Content(name); {
	case listens.Regexp().MatchString(text):
		c.Role, c.Kind, c.RoleWhy = language.Service, universalbuild.Web, f.AtMatch("shell.listens", name, listens)
	case loops.Regexp().MatchString(text):
		c.Role, c.Kind, c.RoleWhy = language.Service, universalbuild.Worker, f.AtMatch("shell.loops", name, loops)
	}
	return c, true
}

const (
	// listens are commands that wait for connections. That a script speaks of
	// a port, or hands PORT on, says nothing: it may call what listens there.
	listens = language.Pattern(`(?m)^[^#\n]*(?:\b(?:nc|ncat|netcat)\s[^\n]*-[a-zA-Z]*l|\b(?:TCP|UDP|OPENSSL)\d?-LISTEN\b|\bhttpd\s+-f|\bpython3?\s+-m\s+http\.server\b|\bphp\s+-S\s|\bwebsocketd\s|\bnginx\s+-g\b|\bcaddy\s+(?:run|file-server)\b|\blighttpd\s+-D)`)
	loops   = language.Pattern(`(?m)^[ \t]*while\s+(?:true|:|\[\s*1\s*\])\s*(?:;|$)`)
)

func start(p *language.Project) finding.Finding[language.Start] {
	name := script(p.Folder)
	if name == "" {
		return finding.Finding[language.Start]{}
	}
	return finding.Of(language.Start{Command: []string{of(p.Folder, name), name}}, finding.Likely, p.Evidence("shell.script", name, 1, p.Folder.FirstLine(name)))
}

// of is the interpreter to run a script with: what its first line says,
// else what its name says.
func of(f *language.Folder, name string) string {
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
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
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
	switch i := of(p.Folder, name); i {
	case "zsh", "ksh", "fish":
		packages = append(packages, i)
	}
	sort.Strings(packages)
	return language.Recipe{Runtime: universalbuild.Runtime{
		BaseImage: "debian:bookworm-slim", Workdir: "/app", SystemPackages: packages,
		Copy: []universalbuild.Copy{{From: ".", To: "."}},
	}}
}
