//go:build linux && long

package parserpool

import (
	"context"
	"strings"
	"syscall"
	"testing"
	"time"

	"aipack/backend/code/syntax/facts"
)

// hostile are texts that people do not write, as long as sources may be. Of each
// language those are made that its grammar has trouble with elsewhere: depth,
// endless strings, lines without end, nothing but mistakes.
func hostile(size int) map[string]string {
	fill := func(part string) string { return strings.Repeat(part, size/len(part)) }
	return map[string]string{
		"brackets without end": fill("("), "braces without end": fill("{"), "all brackets": fill("([{<"),
		"a string without end": "x = \"" + fill("a"), "templates in templates": fill("`${"),
		"mistakes alone": fill("@#%^&*~ "), "one name": fill("a"), "operators": "x = 1" + fill(" + 1"),
		"calls of calls": "f" + fill("()"), "members of members": "a" + fill(".b"),
		"many functions": fill("function f() { g(); }\nfunc h() {}\ndef i(): pass\nfn j() {}\n"), "types of types": "x: A" + fill("<B"),
		"comments in comments": fill("/* "), "tags in tags": fill("<a>"), "ends alone": fill("}\n"), "letters of every kind": fill("ä世\u202e𝒳 "),
		"ifs in ifs": fill("if (a) "), "indented deeper and deeper": stairs(size),
	}
}

func stairs(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(strings.Repeat(" ", i) + "if a:\n")
	}
	return b.String()
}

// Whatever a text is, there is an answer soon, and no process takes more memory
// than the whole program may.
func TestHostileSources(t *testing.T) {
	c := crewOfTest(t)
	var sources []Source
	for _, language := range []string{"go", "python", "javascript", "typescript", "tsx", "rust", "java", "c", "cpp", "csharp", "elixir", "kotlin", "php", "ruby", "scala", "zig"} {
		for name, text := range hostile(500 << 10) {
			sources = append(sources, Source{Path: name + "." + language, Language: language, Text: []byte(text)})
		}
	}
	heard := map[string]bool{}
	last := time.Now()
	var longest time.Duration
	err := c.Read(context.Background(), sources, func(f *facts.File) {
		heard[f.Path] = true
		if wait := time.Since(last); wait > longest {
			longest = wait
		}
		last = time.Now()
	})
	if err != nil || len(heard) != len(sources) {
		t.Fatalf("%v; %d of %d are heard", err, len(heard), len(sources))
	}
	if longest > 2*patience {
		t.Errorf("nothing was heard for %s", longest)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		t.Fatal(err)
	}
	t.Logf("longest silence %s, most memory %d MB", longest.Round(time.Millisecond), usage.Maxrss>>10)
	if usage.Maxrss>>10 > 512 {
		t.Errorf("a process took %d MB", usage.Maxrss>>10)
	}
}
