package bounded

import (
	"errors"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

func TestShell(t *testing.T) {
	file, err := Shell("#!/bin/bash\nset -e\nif [ \"$(id -u)\" = 0 ]; then exec gosu app \"$@\"; fi\n")
	if err != nil || len(file.Stmts) != 2 {
		t.Fatalf("%v, %v", file, err)
	}
	if _, err := Shell("if then ((("); err == nil {
		t.Error("what is no script is one")
	}
	// A long script is read, and so is one that is nested as people nest.
	deep := strings.Repeat("if a; then ", 15) + "b" + strings.Repeat("; fi", 15) + "\n"
	if file, err := Shell(strings.Repeat(deep, 4000)); err != nil || len(file.Stmts) != 4000 {
		t.Error(err)
	}
}

func TestShellThatCostsTooMuch(t *testing.T) {
	for _, opens := range []string{"$(", "( ", "((", "$((", "{ ", "if ", "while ", "f(){ ", "time ", "coproc ", "case a in a) ", "\"${a:-", "\"$(", "<(", "${a[", "$((a?", "for i in a; do ", "function f { "} {
		var refusal *Refusal
		if _, err := Shell("a\n" + strings.Repeat(opens, 500_000/len(opens))); !errors.As(err, &refusal) || refusal.Line != 2 {
			t.Errorf("%s: %v, want a refusal in line 2", opens, err)
		}
	}
	var refusal *Refusal
	if _, err := Shell(strings.Repeat("a\n", 600_000)); !errors.As(err, &refusal) || refusal.Line != 0 {
		t.Errorf("a long script: %v", err)
	}
}

// What is let through takes no more than was thought before.
func FuzzShell(f *testing.F) {
	for _, s := range []string{"a=$(b \"${c:-`d`}\") <<E\nx\nE\n", "case a in (b|c) d;; esac", "a|b&&c||d;", "[[ ! ( a = b ) ]]", strings.Repeat("a|", 500), strings.Repeat("if ", 400), strings.Repeat("$((", 300)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		var file *syntax.File
		took := allocated(func() { file, _ = Shell(content) })
		if most := shellCost(content) + 64<<10; took > most {
			t.Errorf("%d bytes: %d were allocated, %d were expected at most", len(content), took, most)
		}
		if file != nil {
			syntax.Walk(file, func(syntax.Node) bool { return true })
		}
	})
}
