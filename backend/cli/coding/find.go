package coding

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/code/codefind"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/codeindex"
)

// mostFound is how many symbols an answer names.
const mostFound = 20

// findOf is the question of somebody who does not know what a thing is called.
func (parts Parts) findOf(p *cli.Program) *cobra.Command {
	var c *cobra.Command
	words := false
	c = command(p, "find PATH QUESTION", "Finds the symbols that a question in words means", 2, func(a *asking, args []string) error {
		return a.find(c.Context(), args[0], parts, words)
	})
	c.Long = "Finds the symbols that a question in words means: by what their names, comments and signatures say, and by what that means,\n" +
		"where the model for it is on this computer (aipack model pull all-minilm-l6-v2, 45 MB). What the model has read is kept for the next question."
	c.Flags().BoolVar(&words, "words", false, "by words alone, without the model")
	return c
}

func (a *asking) find(ctx context.Context, question string, parts Parts, words bool) error {
	x := codefind.New(a.graph)
	var meaning codefind.Ranking
	by := "words"
	if !words && x.Len() > 0 {
		var err error
		meaning, err = a.meaning(ctx, x, question, parts)
		switch {
		case err == nil:
			by = "words and meaning"
		case ctx.Err() != nil:
			return err
		default:
			var f *fault.Fault
			hint := ""
			if errors.As(err, &f) && f.Hint != "" {
				hint = "; " + f.Hint
			}
			visible.Fprintf(a.Err, "aipack: found by words alone: %v%s\n", err, hint)
		}
	}
	out := struct {
		By    string            `json:"by"`
		Found []codegraph.Entry `json:"found"`
	}{by, []codegraph.Entry{}}
	for _, n := range x.Best(mostFound, x.ByWords(question), meaning) {
		out.Found = append(out.Found, a.graph.Entry(n))
	}
	if a.format == "json" {
		return a.json(out)
	}
	for _, n := range out.Found {
		visible.Fprintf(a.Out, "%-9s %s  %s:%d\n", n.Kind, n.Name, n.Path, n.Line)
	}
	if len(out.Found) == 0 {
		fmt.Fprintln(a.Out, "nothing is found by these words")
	}
	return nil
}

// meaning ranks the symbols by what the question means.
func (a *asking) meaning(ctx context.Context, x *codefind.Index, question string, parts Parts) (_ codefind.Ranking, err error) {
	model, name, err := parts.Meaning()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, model.Close()) }()
	warn := func(err error) {
		visible.Fprintf(a.Err, "aipack: %v; the next question has all read again\n", err)
	}
	var keep codefind.Shelf
	tree, err := a.Open(a.dir)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	shelf, err := codeindex.Shelf(tree.Dir())
	if err == nil {
		keep = shelf
		defer func() {
			if err := shelf.Close(); err != nil {
				warn(err)
			}
		}()
	} else {
		warn(err)
	}
	asked, err := model.Embed(ctx, []string{question}, func(int) {})
	if err != nil {
		return nil, err
	}
	last := time.Now()
	vectors, err := x.Vectors(ctx, codefind.Reading{Name: name, Model: model, Shelf: keep, Whole: a.whole, Warn: warn, Tell: func(p codefind.Progress) {
		if now := time.Now(); now.Sub(last) > 5*time.Second {
			last = now
			fmt.Fprintf(a.Err, "aipack: the model has read %d of %d symbols\n", p.Done, p.Of)
		}
	}})
	if err != nil {
		return nil, err
	}
	return x.ByMeaning(vectors, asked[0]), nil
}
