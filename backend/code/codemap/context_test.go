package codemap

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"aipack/backend/base/tokens"
	"aipack/backend/code/briefing"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax/syntaxtest"
	"aipack/backend/model/conversation"
)

// warehouse is a project whose one function names 300 others, of 100 to 3,000 tokens
// each, that name 300 more: far more than any window holds.
func warehouse() string {
	var main, parts, deep strings.Builder
	main.WriteString("-- main.go --\npackage a\n\nfunc Ship() {\n")
	for i := range 300 {
		fmt.Fprintf(&main, "\tpart%d()\n", i)
		fmt.Fprintf(&parts, "-- part%d.go --\npackage a\n\nfunc part%d() {\n%s\tdeep%d()\n}\n", i, i, strings.Repeat("\tprintln(\"a line that says what is done here\")\n", 8+i%30*6), i)
		fmt.Fprintf(&deep, "-- deep%d.go --\npackage a\n\nfunc deep%d(first, second, third, fourth string, fifth map[string][]int) (answer string, err error) { return }\n", i, i)
	}
	return main.String() + "}\n" + parts.String() + deep.String()
}

// TestAContextIsSentAsItWasMade: what a briefing makes for a window is sent whole in
// that window, with the question behind it, whatever the window and whoever counts.
func TestAContextIsSentAsItWasMade(t *testing.T) {
	files := warehouse()
	texts := map[string][]byte{}
	for _, f := range txtar.Parse([]byte(files)).Files {
		texts[f.Name] = f.Data
	}
	g := codegraph.Build(syntaxtest.Project(t, files), codegraph.Layout{})
	sources := func(path string) ([]byte, error) { return texts[path], nil }
	counter := tokens.Estimate{}
	for _, window := range []int{25_000, 32_000, 64_000, 128_000, 200_000} {
		made, err := briefing.Assemble(g, sources, counter, g.Named("Ship")[0], briefing.Options{Tokens: window})
		if err != nil {
			t.Fatal(err)
		}
		if n := made.Tokens(); n < window*2/5 {
			t.Fatalf("a context of %d tokens for a window of %d tries nothing", n, window)
		}
		given := conversation.Context{After: "\nWhat does Ship do?"}
		for _, p := range made.Immediate {
			given.Blocks = append(given.Blocks, conversation.Block{Level: conversation.Immediate, Heading: briefing.ImmediateHeading, Name: p.Path, Text: p.Text + "\n"})
		}
		for _, p := range made.Related {
			given.Blocks = append(given.Blocks, conversation.Block{Level: conversation.Related, Heading: briefing.RelatedHeading, Name: p.Path, Text: p.Text})
		}
		c := conversation.New(conversation.Options{Budget: conversation.For(window, conversation.Ask), Counter: counter, System: "s"})
		left := c.AddContext(given)
		r, done, err := c.Request()
		if err != nil || done != nil || len(left) > 0 {
			t.Fatalf("%d: %d blocks are left out; %v %v", window, len(left), done, err)
		}
		if got := r.Messages[1].Text; got != made.String()+given.After {
			t.Errorf("%d: another text is sent than was made: %d and %d bytes", window, len(got), len(made.String()))
		}
		if used := c.Used(); used+c.Budget().Output > window || used < window*2/5 {
			t.Errorf("%d: %d tokens are used", window, used)
		}
	}
}
