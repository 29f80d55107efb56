package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// tokens counts a token a letter.
type tokens struct{}

func (tokens) Count(text string) int { return len(text) }

const asked = `
project o/p
commit abc

question What does it take?
target a.go Start
needs a.go Stop
needs a.go Shop.open

# a name that no file has is a mistake, and said
question And what else?
target a.go Start
needs a.go Stop
needs a.go Gone
`

// contexts is suite C about one file, in which Start calls Stop and has nothing to
// do with far.
func contexts(t *testing.T, sets ...Questions) *Report {
	t.Helper()
	file := &syntax.File{Path: "a.go", Language: "go", Lines: 9, Symbols: []syntax.Symbol{
		{Name: "Start", Kind: syntax.Function, Owner: syntax.Nobody, Line: 1, EndLine: 1, End: 10, Signature: "func Start()"},
		{Name: "Stop", Kind: syntax.Function, Owner: syntax.Nobody, Line: 2, EndLine: 2, Start: 11, End: 20, Signature: "func Stop()"},
		{Name: "Shop", Kind: syntax.Struct, Owner: syntax.Nobody, Line: 3, EndLine: 3, Start: 21, End: 30, Signature: "type Shop struct"},
		{Name: "open", Kind: syntax.Method, Owner: syntax.Nobody, Of: "Shop", Line: 4, EndLine: 4, Start: 31, End: 40, Signature: "func (s Shop) open()"},
	}, Uses: []syntax.Use{{Kind: syntax.Calls, Path: "Stop", Symbol: 0, Line: 1}}}
	far := &syntax.File{Path: "far.go", Language: "go", Package: "far", Symbols: []syntax.Symbol{{Name: "far", Kind: syntax.Function, Owner: syntax.Nobody, Line: 1, EndLine: 1, End: 5, Signature: "func far()"}}}
	g := codegraph.Build([]*facts.File{facts.Of(file), facts.Of(far)}, codegraph.Layout{})
	text := []byte(strings.Repeat("x", 100))
	closed := 0
	r, err := Contexts{Sets: sets, Counter: tokens{}, Now: func() time.Time { return time.Time{} }, Open: func(_ context.Context, project string) (Project, error) {
		if project == "o/gone" {
			return Project{}, fmt.Errorf("it is not here: %w", fs.ErrNotExist)
		}
		return Project{Graph: g, Sources: func(string) ([]byte, error) { return text, nil }, Close: func() error { closed++; return errors.New("nobody minds") }}, nil
	}}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if closed != len(sets) && !strings.Contains(fmt.Sprint(sets), "o/gone") {
		t.Errorf("%d of %d projects are closed", closed, len(sets))
	}
	return r
}

func TestContexts(t *testing.T) {
	set, err := ParseQuestions(asked)
	if err != nil {
		t.Fatal(err)
	}
	r := contexts(t, set)
	if r.Suite != "C" || r.Total != 2 || r.Passed != 1 || r.Met || r.Cases[0].Score != 1 || r.Cases[1].Score != 0.5 {
		t.Errorf("%+v", r)
	}
	if got := r.Cases[1].Problems; len(got) != 1 || got[0] != "there is no a.go#Gone" {
		t.Errorf("%q", got)
	}
	if m := metric(r, "all, 16000 tokens"); m.Value != 0.75 || m.Of != 4 || m.Met {
		t.Errorf("%+v", m)
	}
	if m := metric(r, "all, 4000 tokens"); m.Value != 0.75 || !m.Met {
		t.Errorf("%+v", m)
	}
}

// What is far is missing, and named; what was asked once the rules stood is counted
// apart and opens no gate; a project that is not at hand closes it.
func TestContextsApart(t *testing.T) {
	parse := func(text string) Questions {
		set, err := ParseQuestions(text)
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	good := parse("project o/p\ncommit a\nquestion One?\ntarget a.go Start\nneeds a.go Stop\n")
	apart := parse("project o/q\ncommit b\napart\nquestion Two?\ntarget a.go Start\nneeds far.go far\n")
	r := contexts(t, good, apart)
	if !r.Met || metric(r, "apart, 16000 tokens").Value != 0 || metric(r, "all, 16000 tokens").Value != 1 {
		t.Errorf("%+v", r.Metrics)
	}
	if got := strings.Join(r.Cases[1].Problems, ""); got != "a.go#Start: 1 of 1 are missing: far.go#far" {
		t.Errorf("%q", got)
	}
	gone := good
	gone.Project = "o/gone"
	if r := contexts(t, good, gone); r.Met || metric(r, "all, 16000 tokens").Value != 0.5 || !strings.HasPrefix(r.Cases[1].Problems[0], "not checked") {
		t.Errorf("%+v", r)
	}
}

func TestQuestionsThatAreNone(t *testing.T) {
	for _, text := range []string{
		"", "project o/p\n", "needs a.go A\n", "question One?\nneeds a.go A\n", "question One?\ntarget a.go A\n",
		"question One?\ntarget a.go A\ntarget a.go B\nneeds a.go C\n", "question One?\ntarget a.go A\nquestion Two?\ntarget a.go A\nneeds a.go B\n",
		"question One?\ntarget a.go A\nneeds a.go B\nwants a.go C\n", "question\n",
	} {
		if q, err := ParseQuestions(text); err == nil {
			t.Errorf("%q is read as %+v", text, q)
		}
	}
}

// The questions that come with the program can be read, and are as many as the
// specification wants: five a project, 40 and some that stand apart.
func TestQuestionsThatThereAre(t *testing.T) {
	sets, err := QuestionsOf(os.DirFS("../../../testdata/context"))
	if err != nil {
		t.Fatal(err)
	}
	asked := map[bool]int{}
	for _, s := range sets {
		asked[s.Apart] += len(s.All)
		if s.Project == "" || len(s.Commit) != 40 || len(s.All) != 5 {
			t.Errorf("%s at %s has %d questions", s.Project, s.Commit, len(s.All))
		}
		for _, q := range s.All {
			if len(q.Needs) < 3 || len(q.Needs) > 8 {
				t.Errorf("%s: %d symbols are needed", q.Text, len(q.Needs))
			}
		}
	}
	if asked[false] != 40 || asked[true] != 10 {
		t.Errorf("there are %d questions, and %d apart", asked[false], asked[true])
	}
}
