package coding

import (
	"fmt"

	"aipack/backend/base/tokens"
	"aipack/backend/cli/visible"
	"aipack/backend/code/briefing"
	"aipack/backend/code/codegraph"
)

func printMap(a *asking, _ []string, most int) error {
	text, n := briefing.Map(a.graph, codegraph.Focus{}, tokens.Estimate{}, most)
	if a.format == "json" {
		return a.json(struct {
			Map        string `json:"map"`
			Signatures int    `json:"signatures"`
			Tokens     int    `json:"tokens"`
		}{text, n, tokens.Estimate{}.Count(text)})
	}
	_, err := fmt.Fprint(a.Out, visible.Block(text))
	return err
}

func printContext(a *asking, args []string, most int, compress bool) error {
	target, err := a.target(args[0])
	if err != nil {
		return err
	}
	tree, err := a.Open(a.dir)
	if err != nil {
		return err
	}
	defer tree.Close()
	c, err := briefing.Assemble(a.graph, tree.ReadFile, tokens.Estimate{}, target, briefing.Options{Tokens: most, Compress: compress})
	if err != nil {
		return err
	}
	if a.format == "text" {
		if compress {
			fmt.Fprintf(a.Err, "aipack: the code has %.0f %% fewer tokens than it had\n", 100*c.Compressed())
		}
		_, err := fmt.Fprint(a.Out, visible.Block(c.String()))
		return err
	}
	type part struct {
		ID     string `json:"id"`
		Path   string `json:"path"`
		Line   int    `json:"line"`
		Tokens int    `json:"tokens"`
	}
	parts := func(from []briefing.Part) []part {
		out := []part{}
		for _, p := range from {
			out = append(out, part{a.graph.ID(p.Node), p.Path, p.Line, p.Tokens})
		}
		return out
	}
	return a.json(struct {
		Context    string  `json:"context"`
		Immediate  []part  `json:"immediate"`
		Related    []part  `json:"related"`
		Compressed float64 `json:"compressed"` // by how much the code is shorter, from 0 to 1
	}{c.String(), parts(c.Immediate), parts(c.Related), c.Compressed()})
}

// target is the file or symbol that a text means.
func (a *asking) target(text string) (codegraph.NodeID, error) {
	if f, ok := a.graph.File(text); ok {
		return a.graph.FileNode(f), nil
	}
	return a.one(text)
}
