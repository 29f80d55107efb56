package command

import (
	"slices"
	"strings"
)

// Place says where a command line belongs.
type Place struct {
	Service string                   // folder of the service in the repository
	Scripts func(name string) string // what a package's script runs, "" where there is none
}

// Same reports whether what a plan starts is what a label says. Compared is the
// program: script, module, archive or binary and its first word; options, ports,
// shells and the folder of the image are not.
func Same(label string, at Place, answer []string, there Place) bool {
	return same(parse(label), at, words(answer), there)
}

// Runs reports whether a shell's line runs what a label says, among all that it
// runs. A program that is told what to do by a flag alone has to be given one of
// the label's: it may be the server, too.
func Runs(label string, at Place, text string, there Place) bool {
	want := parse(label)
	flags := want.flags()
	if len(want.words) < 2 || !strings.HasPrefix(want.words[1], "-") {
		flags = nil
	}
	return slices.ContainsFunc(parseAll(text, 0), func(got line) bool {
		told := len(flags) == 0 || slices.ContainsFunc(got.flags(), func(f string) bool { return slices.Contains(flags, f) })
		return told && same(want, at, got, there)
	})
}

// flags are their names, without values.
func (l line) flags() []string {
	var list []string
	for _, w := range l.words {
		if name, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "="); strings.HasPrefix(w, "-") {
			list = append(list, name)
		}
	}
	return list
}

func same(want line, at Place, got line, there Place) bool {
	if len(want.words) == 0 || len(got.words) == 0 {
		return false
	}
	if slices.Equal(want.words, got.words) {
		return true
	}
	if _, w, ok := want.script(); ok {
		if _, g, also := got.script(); also && w == g {
			return true // of which manager is another question
		}
	}
	want, got = follow(want, at.Scripts), follow(got, there.Scripts)
	if len(want.words) > 0 && slices.Equal(want.words, got.words) {
		return true
	}
	a, b := want.essence(at.Service), got.essence(there.Service)
	return a.shares(b) || renamed(a, b)
}

func (e essence) shares(other essence) bool {
	return slices.ContainsFunc(e, func(s string) bool {
		kind, one := strings.CutPrefix(s, "a ")
		whichever, any := strings.CutPrefix(s, "any ")
		switch {
		case one:
			return slices.Contains(other, "any "+kind)
		case any:
			return slices.Contains(other, "a "+whichever) || slices.Contains(other, s)
		}
		return slices.Contains(other, s)
	})
}

// generic are names that builds choose, and that say nothing of the program.
var generic = []string{"out", "app", "server", "main", "run", "program", "application", "service", "api", "web"}

// renamed: where the build names the binary, and one of the two says no more
// than that there is one, the first word decides.
func renamed(a, b essence) bool {
	x, ok := name(a)
	y, also := name(b)
	if !ok || !also {
		return false
	}
	xn, xs, _ := strings.Cut(x, " ")
	yn, ys, _ := strings.Cut(y, " ")
	return xs == ys && (slices.Contains(generic, xn) || slices.Contains(generic, yn))
}

func name(e essence) (string, bool) {
	if len(e) != 1 {
		return "", false
	}
	return strings.CutPrefix(e[0], "bin:")
}
