package permission

import (
	"slices"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"

	"aipack/backend/base/bounded"
)

// command is one program that a command line starts, or may start.
type command struct {
	words  []word
	opaque string // why nobody can say what it does; "" where one can
	power  bool   // it gives the command in it other rights: it has to be allowed itself
	within bool   // the command that it starts is looked at, too
}

// line is all that a command line does, as far as it can be seen.
type line struct {
	commands []command
	writes   []word // files that it makes or changes by redirection
	reads    []word // files that it reads so
	deletes  []word

	counts bool // it calculates with variables: what those hold may be run (see unclearSums)
	loose  bool // it gives variables values that are known only when it runs
}

// mostNested is how deep texts that are run may stand in each other.
const mostNested = 6

// parse reads a command line. Everything that may run is in the result: what stands in
// lists, pipes, loops, functions and substitutions, and what programs are given to run.
func parse(text string, nested int) (line, error) {
	var l line
	file, err := bounded.Shell(text)
	if err != nil {
		return l, err
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			l.call(n, nested)
		case *syntax.DeclClause:
			l.declare(n)
		case *syntax.Redirect:
			l.redirect(n)
		case *syntax.WordIter:
			l.set(n.Name.Value)
			l.loose = l.loose || slices.ContainsFunc(n.Items, func(w *syntax.Word) bool { return mayHold(w) })
		case *syntax.ParamExp:
			l.expand(n)
		case *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.LetClause, *syntax.CStyleLoop:
			l.counts = l.counts || named(n)
		case *syntax.BinaryTest:
			l.counts = l.counts || n.Op >= syntax.TsEql && n.Op <= syntax.TsGtr
		case *syntax.FuncDecl:
			l.shadow(n)
		}
		return true
	})
	l.unclearSums()
	return l, nil
}

// unclearSums: bash calculates with what a variable holds, and runs a substitution in the
// subscript of an array that it finds there (bash's manual, Shell Arithmetic).
func (l *line) unclearSums() {
	if l.counts && l.loose {
		l.unclear("it calculates with values that are known only when it runs, and those may hold commands")
	}
}

// mayHold says that a value may hold a command: it comes from one, or has a subscript or a
// substitution in its text.
func mayHold(w *syntax.Word) bool {
	found := strings.ContainsAny(read(w).text, "[`") || strings.Contains(read(w).text, "$(")
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			found = true
		}
		return !found
	})
	return found
}

// named says that a calculation has variables in it.
func named(n syntax.Node) (found bool) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			found = true
		case *syntax.Lit:
			found = found || strings.ContainsFunc(n.Value, func(r rune) bool { return r == '_' || unicode.IsLetter(r) })
		}
		return !found
	})
	return found
}

// expand takes a variable that is expanded in a way which runs or calculates with what
// it holds.
func (l *line) expand(p *syntax.ParamExp) {
	if p.Exp != nil && p.Exp.Op == syntax.OtherParamOps {
		l.unclear("it expands a variable as a prompt, which may run what it holds")
	}
	l.counts = l.counts || p.Slice != nil || p.Index != nil && named(p.Index)
}

// call takes a command with the variables that are set for it.
func (l *line) call(c *syntax.CallExpr, nested int) {
	for _, a := range c.Assigns {
		l.assign(a)
	}
	if len(c.Args) == 0 {
		return
	}
	words := make([]word, len(c.Args))
	for i, arg := range c.Args {
		words[i] = read(arg)
	}
	l.add(words, nested)
}

func (l *line) declare(d *syntax.DeclClause) {
	for _, a := range d.Args {
		if a.Name == nil && a.Value != nil && !read(a.Value).plain() {
			l.unclear("it sets variables that nobody can name before it runs")
		}
		if a.Value != nil && a.Name == nil && strings.HasPrefix(read(a.Value).text, "-") && strings.Contains(read(a.Value).text, "i") {
			l.counts = true // what is assigned is calculated
		}
		if !a.Naked {
			l.assign(a)
		}
	}
}

func (l *line) assign(a *syntax.Assign) {
	l.loose = l.loose || a.Value != nil && mayHold(a.Value) || a.Array != nil
	l.counts = l.counts || a.Index != nil && named(a.Index)
	if a.Name != nil {
		l.set(a.Name.Value)
	}
}

// set notes a variable that may change what programs run.
func (l *line) set(name string) {
	if !harmless(name) {
		l.unclear("it sets " + name + ", which may change what is run")
	}
}

// shadow notes a function that takes the place of a program which shells run by
// themselves.
func (l *line) shadow(f *syntax.FuncDecl) {
	if f.Name != nil && slices.Contains([]string{"command_not_found_handle", "command_not_found_handler"}, f.Name.Value) {
		l.unclear("it sets what is run for any unknown command")
	}
}

func (l *line) unclear(why string) { l.commands = append(l.commands, command{opaque: why}) }

// redirect takes what is written and read without a program.
func (l *line) redirect(r *syntax.Redirect) {
	if r.Word == nil {
		return
	}
	w := read(r.Word)
	switch r.Op {
	case syntax.RdrIn:
		l.reads = append(l.reads, w)
	case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob, syntax.RdrAll, syntax.RdrAllClob, syntax.AppAll, syntax.AppAllClob:
		l.write(w)
	case syntax.DplOut:
		if !w.plain() || strings.Trim(w.text, "0123456789-") != "" { // >&2 leads to another stream, >&file to a file
			l.write(w)
		}
	}
}

// nowhere are files to which writing changes nothing.
var nowhere = []string{"/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"}

func (l *line) write(w word) {
	if !w.plain() || !slices.Contains(nowhere, w.text) {
		l.writes = append(l.writes, w)
	}
}

// add takes a command, and the ones that it starts.
func (l *line) add(words []word, nested int) {
	c := command{words: words}
	if !words[0].plain() {
		c.opaque = "what is run is known only when it runs"
		l.commands = append(l.commands, c)
		return
	}
	if nested >= mostNested {
		c.opaque = "too many commands stand in each other"
		l.commands = append(l.commands, c)
		return
	}
	in := unwrap(words)
	l.loose = l.loose || slices.Contains([]string{"read", "mapfile", "readarray", "getopts"}, words[0].text)
	c.opaque, c.power, c.within = in.opaque, in.power, len(in.words) > 0 || len(in.scripts) > 0
	l.commands = append(l.commands, c)
	l.deletes = append(l.deletes, in.deletes...)
	for _, w := range in.writes {
		l.write(w)
	}
	for _, name := range in.sets {
		l.set(name)
	}
	if len(in.words) > 0 {
		l.add(in.words, nested+1)
	}
	for _, script := range in.scripts {
		inner, err := parse(script, nested+1)
		if err != nil {
			l.unclear("the commands that it is given cannot be read")
			continue
		}
		l.loose, l.counts = l.loose || inner.loose, l.counts || inner.counts
		l.commands = append(l.commands, inner.commands...)
		l.writes, l.reads, l.deletes = append(l.writes, inner.writes...), append(l.reads, inner.reads...), append(l.deletes, inner.deletes...)
	}
}

// harmless says that a variable changes no program that is run. Names of the environment
// that programs act on are in capitals (POSIX.1-2024, Base Definitions 8.1); which of them lead a
// program to run another is not written anywhere, so those count that are known not to.
func harmless(name string) bool {
	switch name {
	case "http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy":
		return false // requests would go elsewhere
	}
	if strings.ToUpper(name) != name {
		return true
	}
	return slices.Contains(harmlessNames, name) || strings.HasPrefix(name, "LC_")
}

var harmlessNames = strings.Fields(`APP_ENV CGO_ENABLED CI COLUMNS DEBIAN_FRONTEND DEBUG DJANGO_DEBUG FLASK_DEBUG FLASK_ENV FORCE_COLOR GOARCH GOMAXPROCS GOOS HOST LANG
	LANGUAGE LINES LOG_LEVEL MIX_ENV NODE_ENV NO_COLOR PORT PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED RACK_ENV RAILS_ENV RUST_BACKTRACE RUST_LOG TERM TZ VERBOSE`)
