package shell

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

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
