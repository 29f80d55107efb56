package command

import (
	"regexp"
	"slices"
	"strings"
)

var (
	managers = []string{"npm", "pnpm", "yarn", "bun"}
	usual    = []string{"start", "test", "serve", "dev", "prod", "production"}
	// what yarn and pnpm do themselves; any other word is a script
	own = []string{"install", "add", "workspace", "workspaces", "node", "set", "config"}

	selects  = []string{"-w", "--workspace", "--filter", "-F", "--prefix", "-C", "--cwd", "--dir"}
	selected = regexp.MustCompile(`^--(?:filter|workspace|prefix|cwd|dir)=|^(?:--silent|-s|--if-present|--bun)$`)
	source   = regexp.MustCompile(`\.[cm]?[jt]sx?$`)
	word     = regexp.MustCompile(`^[\w:.-]+$`)
)

// managed makes one form of the ways to run a package's script. Which package
// of a workspace is meant is told by the service, not by its command.
func managed(a []string) []string {
	program, rest := a[0], a[1:]
	if !slices.Contains(managers, program) {
		return a
	}
	rest = withoutSelection(rest)
	if len(rest) == 0 {
		return a
	}
	if rest[0] == "workspace" && program == "yarn" && len(rest) > 2 {
		rest = rest[2:]
	}
	first := rest[0]
	switch {
	case (first == "run" || first == "run-script") && len(rest) > 1:
		if program == "bun" && source.MatchString(rest[1]) {
			return append([]string{"bun"}, rest[1:]...)
		}
		return script(program, rest[1:])
	case slices.Contains(usual, first):
		return script(program, rest)
	case (program == "yarn" || program == "pnpm") && word.MatchString(first) && !strings.HasPrefix(first, "-") && !slices.Contains(own, first):
		return script(program, rest)
	}
	return append([]string{program}, rest...)
}

func script(manager string, rest []string) []string {
	rest = slices.DeleteFunc(slices.Clone(rest), func(s string) bool { return s == "--" })
	return append([]string{runScript, manager}, rest...)
}

func withoutSelection(rest []string) []string {
	var out []string
	for i := 0; i < len(rest); i++ {
		switch {
		case len(out) == 0 && slices.Contains(selects, rest[i]):
			i++
		case selected.MatchString(rest[i]):
		default:
			out = append(out, rest[i])
		}
	}
	return out
}

// longest is how many scripts that run scripts are followed.
const longest = 4

// follow gives what a script runs, as long as scripts says so.
func follow(l line, scripts func(name string) string) line {
	for range longest {
		_, name, ok := l.script()
		if !ok || scripts == nil {
			return l
		}
		text := scripts(name)
		if text == "" {
			return installed(l)
		}
		dir := l.dir
		l = parse(text)
		if l.dir == "" {
			l.dir = dir
		}
	}
	return l
}

// installed is a program of the packages, which yarn and pnpm run by its name as
// they run a script.
func installed(l line) line {
	manager, name, _ := l.script()
	if (manager == "yarn" || manager == "pnpm") && !slices.Contains(usual, name) {
		l.words = l.words[2:]
	}
	return l
}
