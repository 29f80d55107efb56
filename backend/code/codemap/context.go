package codemap

import (
	"aipack/backend/base/fault"
	"aipack/backend/base/tokens"
	"aipack/backend/code/briefing"
	"aipack/backend/code/codegraph"
	"aipack/backend/repo"
)

// Bounds of a context, in tokens: more than that no window of a model has room
// for beside a conversation.
const (
	leastContext    = 500
	mostContext     = 64_000
	outlineShare    = 8 // of a context, at most, is the map of the project
	mostOfAnOutline = 1_024
)

// Context gives what a model would be shown of one file or symbol within at most so
// many tokens.
func (v *View) Context(tree *repo.Tree, id string, most int) (Context, error) {
	g, n, err := v.find(id)
	if err != nil {
		return Context{}, err
	}
	most = max(leastContext, min(most, mostContext))
	counter := tokens.Estimate{}
	around, err := briefing.Assemble(g, tree.ReadFile, counter, n, briefing.Options{Tokens: most})
	if err != nil {
		return Context{}, &fault.Fault{
			Code: fault.FileNotFound, Message: "The source of " + id + " cannot be read",
			Hint: "It was changed or deleted a moment ago; try again.", Err: err,
		}
	}
	outline, names := briefing.Map(g, codegraph.Focus{}, counter, min(most/outlineShare, mostOfAnOutline))
	out := Context{Parts: []Part{}, Of: most, Text: around.String()}
	out.add("code", g, around.Immediate)
	out.add("signatures", g, around.Related)
	if names > 0 {
		out.Text += "\n=== OUTLINE ===\n" + outline
		out.Parts = append(out.Parts, Part{Level: "outline", Names: []string{}, Signatures: names, Tokens: counter.Count(outline)})
	}
	out.Tokens = counter.Count(out.Text)
	return out, nil
}

// add gathers the parts of one level by their files.
func (c *Context) add(level string, g *codegraph.Graph, parts []briefing.Part) {
	at := map[string]int{}
	for _, p := range parts {
		i, ok := at[p.Path]
		if !ok {
			i = len(c.Parts)
			at[p.Path] = i
			c.Parts = append(c.Parts, Part{Level: level, Path: p.Path, Names: []string{}})
		}
		c.Parts[i].Tokens += p.Tokens
		if s := g.Symbol(p.Node); s != nil {
			c.Parts[i].Names = append(c.Parts[i].Names, s.Name)
			c.Parts[i].Signatures++
		} else {
			c.Parts[i].Whole = true
		}
	}
}
