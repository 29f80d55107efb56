package codefind

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

func graph(symbols ...syntax.Symbol) *codegraph.Graph {
	for i := range symbols {
		symbols[i].Kind, symbols[i].Owner, symbols[i].Line = syntax.Function, syntax.Nobody, i+1
	}
	test := &syntax.File{Path: "a/a_test.go", Language: "go", Package: "a", Symbols: []syntax.Symbol{{Name: "TestRetry", Kind: syntax.Function, Owner: syntax.Nobody}}}
	return codegraph.Build([]*facts.File{facts.Of(&syntax.File{Path: "a/a.go", Language: "go", Package: "a", Symbols: symbols}), facts.Of(test)}, codegraph.Layout{})
}

func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		"parseHTTPHeader":  "parse http header",
		"snake_case2_Name": "snake case2 name",
		"URL":              "url",
		"a/b.go":           "a b go",
		"größeÄndern":      "größe ändern",
		"":                 "",
	} {
		if got := strings.Join(split(text), " "); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestByWords(t *testing.T) {
	g := graph(
		syntax.Symbol{Name: "Save", Doc: "Save writes a file. A file that is there is replaced."},
		syntax.Symbol{Name: "openFile", Doc: "opens it"},
		syntax.Symbol{Name: "Retry", Doc: "Retry tries again until it works."},
		syntax.Symbol{Name: "local", Local: true, Doc: "Retry tries again until it works."},
	)
	x := New(g)
	if len(x.Texts()) != 3 {
		t.Fatalf("%q", x.Texts())
	}
	found := func(question string) (out []string) {
		for _, n := range x.Joined(5, x.ByWords(question)) {
			out = append(out, g.Symbol(n).Name)
		}
		return out
	}
	if got := found("open the file"); !slices.Equal(got, []string{"openFile", "Save"}) {
		t.Errorf("%q", got)
	}
	if got := found("tries again"); !slices.Equal(got, []string{"Retry"}) {
		t.Errorf("%q", got)
	}
	if got := found("nothing like that?!"); !slices.Equal(got, []string{"Save"}) { // "that"
		t.Errorf("%q", got)
	}
	if got := found(""); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

// sayer is a model whose vectors say which letters a text has.
type sayer struct {
	read []string
	fail int // after so many texts, where not 0
}

func (s *sayer) Embed(_ context.Context, texts []string, hear func(int)) ([][]float32, error) {
	var out [][]float32
	for _, t := range texts {
		if s.fail > 0 && len(s.read) >= s.fail {
			return nil, errors.New("stopped")
		}
		s.read = append(s.read, t)
		v := make([]float32, 26)
		for _, r := range t {
			if r >= 'a' && r <= 'z' {
				v[r-'a'] = 1
			}
		}
		out = append(out, v)
	}
	hear(len(texts))
	return out, nil
}

type onShelf map[string][]float32

func (k onShelf) Vectors() (map[string][]float32, error) {
	out := map[string][]float32{}
	for key, v := range k {
		out[key] = v
	}
	return out, nil
}

func (k onShelf) SaveVectors(v map[string][]float32) error {
	for key := range v {
		k[key] = v[key]
	}
	return nil
}

func (k onShelf) DropVectors(keys []string) error {
	for _, key := range keys {
		delete(k, key)
	}
	return nil
}

// TestOnlyWhatChangedIsReadAgain: by text and model.
func TestOnlyWhatChangedIsReadAgain(t *testing.T) {
	shelf := onShelf{}
	never := func(err error) { t.Error(err) }
	part := false
	read := func(model string, most int, symbols ...syntax.Symbol) int {
		s := &sayer{fail: most}
		v, err := New(graph(symbols...)).Vectors(t.Context(), Reading{Name: model, Model: s, Shelf: shelf, Whole: !part, Tell: func(Progress) {}, Warn: never})
		if (err != nil) != (most > 0) || err == nil && len(v) != len(symbols) {
			t.Fatalf("%d vectors, %v", len(v), err)
		}
		return len(s.read)
	}
	a, b, c := syntax.Symbol{Name: "A"}, syntax.Symbol{Name: "B"}, syntax.Symbol{Name: "C"}
	for i, step := range []struct {
		model      string
		part       bool
		symbols    []syntax.Symbol
		want, kept int
	}{
		{"m", false, []syntax.Symbol{a, b}, 2, 2},
		{"m", false, []syntax.Symbol{a, b}, 0, 2},
		{"m", true, []syntax.Symbol{a}, 0, 2}, // B was not looked at
		{"m", true, []syntax.Symbol{c}, 1, 1}, // and there are more such than others
		{"m", false, []syntax.Symbol{a, b}, 2, 2},
		{"m", false, []syntax.Symbol{a, c}, 1, 2}, // B is forgotten
		{"n", false, []syntax.Symbol{a, c}, 2, 2},
		{"n", false, []syntax.Symbol{a, c, {Name: "A", Doc: "says more"}}, 1, 3},
	} {
		part = step.part
		if n := read(step.model, 0, step.symbols...); n != step.want || len(shelf) != step.kept {
			t.Errorf("step %d: %d texts were read, not %d; %d are kept, not %d", i, n, step.want, len(shelf), step.kept)
		}
	}
	var many []syntax.Symbol
	for i := range 600 {
		many = append(many, syntax.Symbol{Name: "N" + strings.Repeat("x", i)})
	}
	if n := read("m", 300, many...); n != 300 {
		t.Fatalf("%d were read", n)
	}
	if n := read("m", 0, many...); n != 600-kept { // the first bundle was kept
		t.Errorf("%d were read after a stop", n)
	}
}

func TestByMeaningAndJoined(t *testing.T) {
	x := New(graph(syntax.Symbol{Name: "A"}, syntax.Symbol{Name: "B"}, syntax.Symbol{Name: "C"}))
	near := x.ByMeaning([][]float32{{0, 1}, {1, 0}, {.6, .8}}, []float32{1, 0})
	if !slices.Equal(near, Ranking{1, 2, 0}) {
		t.Errorf("%v", near)
	}
	// 1/61 + 1/62 for C and B alike: the first in the index comes first; A has 1/63 alone.
	if got := x.Joined(2, near, Ranking{2, 1}); len(got) != 2 || got[0] != x.nodes[1] || got[1] != x.nodes[2] {
		t.Errorf("%v of %v", got, x.nodes)
	}
}
