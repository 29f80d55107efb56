package evaluate

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"aipack/backend/code/codegraph"
)

// Questions are what people would ask about one project, and which symbols they
// would have to see for an answer.
type Questions struct {
	Project string // owner/name
	Commit  string
	Apart   bool // they were written once the rules stood: nothing was made better for their sake
	All     []Question
}

// Question is one of them.
type Question struct {
	Text   string
	Target Place   // whose context is made
	Needs  []Place // that have to be in it
}

// Place is a symbol, or a file where Symbol is "". A symbol is named by the end of
// its id, as far as that says which of the file is meant.
type Place struct{ Path, Symbol string }

// String is the place as the graph names it.
func (p Place) String() string {
	if p.Symbol == "" {
		return p.Path
	}
	return p.Path + "#" + p.Symbol
}

// QuestionsOf reads all questions of a folder; see ParseQuestions.
func QuestionsOf(fsys fs.FS) ([]Questions, error) {
	names, err := fs.Glob(fsys, "*.txt")
	if err != nil {
		return nil, err
	}
	var out []Questions
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		q, err := ParseQuestions(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s:%w", name, err)
		}
		out = append(out, q)
	}
	return out, nil
}

// ParseQuestions reads the questions about a project, a word and what it is about
// on each line: project, commit, apart; then for each question its text, target
// PATH SYMBOL, and needs PATH SYMBOL as often as there are.
func ParseQuestions(text string) (Questions, error) {
	var out Questions
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		word, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		wrong := func(why string) error { return fmt.Errorf("%d: %s: %q", n, why, lines.Text()) }
		var last *Question
		if len(out.All) > 0 {
			last = &out.All[len(out.All)-1]
		}
		switch {
		case word == "" || word[0] == '#':
		case word == "apart" && rest == "":
			out.Apart = true
		case rest == "":
			return out, wrong("nothing is said")
		case word == "project":
			out.Project = rest
		case word == "commit":
			out.Commit = rest
		case word == "question":
			if last != nil && len(last.Needs) == 0 {
				return out, wrong("the question before it needs nothing")
			}
			out.All = append(out.All, Question{Text: rest})
		case last == nil || word != "target" && word != "needs":
			return out, wrong("no line of questions")
		case word == "target":
			if last.Target.Path != "" {
				return out, wrong("a question has one target")
			}
			last.Target = place(rest)
		case last.Target.Path == "":
			return out, wrong("a question has its target first")
		default:
			last.Needs = append(last.Needs, place(rest))
		}
	}
	if len(out.All) == 0 || len(out.All[len(out.All)-1].Needs) == 0 {
		return out, errors.Join(errors.New("1: there is no question, or one that needs nothing"), lines.Err())
	}
	return out, lines.Err()
}

// in is the node of a place.
func (p Place) in(g *codegraph.Graph) (codegraph.NodeID, error) {
	if n, ok := g.ByID(p.String()); ok {
		return n, nil
	}
	found := slices.DeleteFunc(g.Named(p.Symbol), func(n codegraph.NodeID) bool { return g.Path(n) != p.Path })
	if p.Symbol == "" || len(found) == 0 {
		return codegraph.None, fmt.Errorf("there is no %s", p)
	}
	if len(found) > 1 {
		return codegraph.None, fmt.Errorf("there are %d %s", len(found), p)
	}
	return found[0], nil
}

// place reads PATH SYMBOL, or a path alone.
func place(text string) Place {
	path, symbol, _ := strings.Cut(text, " ")
	return Place{Path: path, Symbol: symbol}
}
