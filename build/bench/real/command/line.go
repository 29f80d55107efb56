// Package command compares command lines: whether two of them start the same
// program, however they are written. It knows programs of Node, Python, Go, Java
// and Rust by how they are called, and nothing of applications.
package command

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// line is a command line without all that is only around the program: shells,
// variables, folders that are changed to, starters.
type line struct {
	words []string // the program by its bare name, then its arguments; none where nothing is started
	dir   string   // the folder that is changed to first; "" for none
}

// script reports whether the line runs a script of a package manager, and
// which: {manager, name}.
func (l line) script() (manager, name string, ok bool) {
	if len(l.words) < 3 || l.words[0] != runScript {
		return "", "", false
	}
	return l.words[1], l.words[2], true
}

// runScript stands for the many ways to say `npm run`.
const runScript = "RUN"

// parse takes a shell's command line apart; the last command of a list counts,
// for what comes before it prepares.
func parse(text string) line {
	all := parseAll(text, 0)
	if len(all) == 0 {
		return line{}
	}
	return all[len(all)-1]
}

// parseAll gives every command of a line, each in the folder that the ones
// before it have changed to.
func parseAll(text string, depth int) []line {
	file, err := syntax.NewParser().Parse(strings.NewReader(text), "")
	if err != nil || len(file.Stmts) == 0 {
		return bare(strings.Fields(text), depth)
	}
	var all []line
	dir := ""
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		case *syntax.CallExpr:
			words := spell(n.Args)
			if len(words) == 2 && words[0] == "cd" {
				dir = path.Join(dir, words[1])
				return false
			}
			for _, l := range bare(words, depth) {
				l.dir = path.Join(dir, l.dir)
				all = append(all, l)
			}
			return false
		}
		return true
	})
	return all
}

// spell gives words without quotes. A variable is its name, whatever its
// default; a command that is put in place is a jar where it looks for one.
func spell(args []*syntax.Word) []string {
	var words []string
	for _, w := range args {
		words = append(words, spellParts(w.Parts))
	}
	return words
}

func spellParts(parts []syntax.WordPart) string {
	var b strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			b.WriteString(strings.ReplaceAll(p.Value, `\`, ""))
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			b.WriteString(spellParts(p.Parts))
		case *syntax.ParamExp:
			b.WriteString("$" + p.Param.Value)
		case *syntax.CmdSubst:
			var inner strings.Builder
			_ = syntax.NewPrinter().Print(&inner, p)
			if strings.Contains(inner.String(), "jar") {
				b.WriteString("*.jar")
			} else {
				b.WriteString("$SUBST")
			}
		}
	}
	return b.String()
}

var (
	shells   = []string{"sh", "bash", "zsh", "dash", "ash", "ksh"}
	dashC    = regexp.MustCompile(`^-[a-z]*c$`)
	setting  = regexp.MustCompile(`^[A-Za-z_]\w*=`)
	starters = []string{"env", "exec", "tini", "dumb-init", "npx", "bunx", "pnpx", "nohup", "opentelemetry-instrument", "dotenv", "cross-env", "su-exec", "gosu"}
	within   = map[string][]string{ // starters of two words
		"bundle": {"exec"}, "uv": {"run"}, "poetry": {"run"}, "pipenv": {"run"}, "pdm": {"run"}, "rye": {"run"}, "hatch": {"run"},
		"pnpm": {"exec", "dlx"}, "npm": {"exec"}, "yarn": {"exec", "dlx"}, "bun": {"x"},
	}
	places = regexp.MustCompile(`^(?:\./|/app/|/workspace/|/code/|/usr/src/app/|/srv/app/)+(.)`)
	python = regexp.MustCompile(`^(?:python|pypy)[0-9.]*$`)
	modern = regexp.MustCompile(`^(java|ruby)[0-9.]+$`)
)

// deepest is how many shells within shells are looked into.
const deepest = 6

// words takes the exec form apart.
func words(list []string) line {
	if len(list) == 1 {
		return parse(list[0])
	}
	all := bare(slices.Clone(list), 0)
	if len(all) == 0 {
		return line{}
	}
	return all[len(all)-1]
}

// bare takes away what only starts the program. A shell may start several.
func bare(a []string, depth int) []line {
	for len(a) > 1 {
		name := path.Base(a[0])
		switch {
		case setting.MatchString(a[0]):
			a = a[1:]
		case slices.Contains(starters, name):
			a = a[1:]
			if name == "su-exec" || name == "gosu" {
				a = a[1:] // the user
			}
			a = dropWhile(a, func(s string) bool { return strings.HasPrefix(s, "-") })
		case len(a) > 2 && slices.Contains(within[name], a[1]):
			a = dropWhile(a[2:], func(s string) bool { return strings.HasPrefix(s, "-") && s != "-m" })
		case slices.Contains(shells, name) && len(a) > 2 && dashC.MatchString(a[1]) && depth < deepest:
			return parseAll(a[2], depth+1)
		case slices.Contains(shells, name):
			a = dropWhile(a[1:], func(s string) bool { return strings.HasPrefix(s, "-") })
		default:
			return []line{{words: named(a)}}
		}
	}
	if a = named(a); len(a) == 0 {
		return nil
	}
	return []line{{words: a}}
}

func dropWhile(a []string, drop func(string) bool) []string {
	for len(a) > 1 && drop(a[0]) {
		a = a[1:]
	}
	return a
}

// servers of Python that are started as modules, too.
var servers = []string{"gunicorn", "uvicorn", "hypercorn", "daphne", "waitress-serve", "waitress", "granian"}

// named gives the program its bare name, and arguments without the folder that
// the application lies in.
func named(a []string) []string {
	if len(a) == 0 || a[0] == "" {
		return nil
	}
	program := path.Base(strings.TrimSuffix(a[0], "/"))
	if python.MatchString(program) {
		program = "python"
		if len(a) > 2 && a[1] == "-m" && (slices.Contains(servers, a[2]) || a[2] == "flask" || a[2] == "fastapi" || a[2] == "streamlit") {
			program, a = a[2], a[2:]
		}
	}
	if program == "nodejs" {
		program = "node"
	}
	program = modern.ReplaceAllString(program, "$1")
	out := []string{program}
	for _, word := range a[1:] {
		out = append(out, places.ReplaceAllString(word, "$1"))
	}
	return managed(out)
}
