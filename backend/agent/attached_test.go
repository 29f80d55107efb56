package agent

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/base/fault"
	"aipack/backend/model/llm/script"
	"aipack/backend/repo"
)

func TestAttached(t *testing.T) {
	isFile := func(name string) bool { return slices.Contains([]string{"src/a.go", "b.js", "a,b"}, name) }
	for text, want := range map[string][]string{
		"what does @src/a.go do?":                {"src/a.go"},
		"compare @b.js, (@./src/a.go) and @b.js": {"b.js", "src/a.go"},
		"see @a,b":                               {"a,b"},
		"@app.route is a decorator, me@b.js no":  nil,
		"is it @b.js?":                           {"b.js"},
		"@":                                      nil,
	} {
		if got := Attached(text, isFile); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestAFileIsAttached: it is shown with the question, fenced and without secrets, as what
// the answer may stand on; one of credentials is refused before anything is sent.
func TestAFileIsAttached(t *testing.T) {
	client := script.New(script.Say("See README.md."), script.Say("`server.js:2` says so."))
	c := with(client)
	if _, err := c.Ask(t.Context(), "What is in @.env?"); fault.CodeOf(err) != fault.PermissionDenied || len(client.Requests()) != 0 {
		t.Fatalf("%v", err)
	}
	if _, err := c.Ask(t.Context(), "What says @README.md?"); err != nil {
		t.Fatal(err)
	}
	if m := client.Requests()[0].Messages; len(m) != 2 || !strings.Contains(m[1].Text, "the attached file README.md") ||
		strings.Index(m[1].Text, "the attached file") > strings.Index(m[1].Text, "the plan of") {
		t.Errorf("%+v", m)
	}
	a, err := c.Ask(t.Context(), "And @server.js?")
	if err != nil || !slices.Equal(a.Evidence, []Place{{"server.js", 1, 5}}) {
		t.Errorf("%+v, %v", a.Evidence, err)
	}
	last := client.Requests()[1].Messages[3].Text
	if !strings.Contains(last, "const port = 4000") || strings.Contains(last, "the plan of") ||
		strings.Count(last, "⟦repository text ends⟧") != 1 || !strings.HasSuffix(last, "The user asks: And @server.js?") {
		t.Errorf("%s", last)
	}
}

// TestManyFilesAreNotAttached, nor one that is no text.
func TestManyFilesAreNotAttached(t *testing.T) {
	tree, question := fstest.MapFS{"a.bin": {Data: []byte("\x00\x01\x02")}}, "all of"
	for i := range mostAttached + 1 {
		tree[fmt.Sprint("f", i)] = &fstest.MapFile{Data: []byte("text\n")}
		question += fmt.Sprint(" @f", i)
	}
	client := script.New()
	c := with(client, func(o *Options) { o.Repo = repo.NewWith(tree, "many", repo.Config{}) })
	for text, code := range map[string]fault.Code{question: fault.WrongUse, "and @a.bin": fault.InvalidPath} {
		if _, err := c.Ask(t.Context(), text); fault.CodeOf(err) != code {
			t.Errorf("%s: %v", text, err)
		}
	}
}
