package agent

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/agent/permission"
	"aipack/backend/code/briefing"
	"aipack/backend/code/codegraph"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/fence"
	"aipack/backend/secret/conceal"
	"aipack/backend/universalbuild"
)

// Tokens that parts of what is known beforehand may have.
const (
	mostLog     = 60     // lines of a proof's log, its end
	mostMap     = 1024   // the signatures on which the project hangs
	mostCode    = 24_000 // the code that a question names, and what is around it
	leastForMap = 12_000 // of the window; a smaller one needs its room for the answer's sake
)

// asks stands before what the user asks.
const asks = "The user asks: "

// introduction is the first question with what is known about the project: the plans
// with their evidence, failures of proofs, the code that the question names, and a map.
// With it comes where each block's lines stand. All of it is fenced: it is data, and
// none of it stands in the system's own message.
func (c *Conversation) introduction(question string) (conversation.Context, map[string][]Place) {
	given := conversation.Context{Before: "What aipack knows about the project:\n", After: "\n" + asks + question}
	places := map[string][]Place{}
	add := func(level conversation.Level, name, text string, shows []Place) {
		given.Blocks = append(given.Blocks, conversation.Block{Level: level, Name: name, Text: fence.Data(name, text) + "\n"})
		places[name] = append(places[name], shows...)
	}
	for _, n := range c.Notes {
		if c.tools.readable(n.Path).Level > permission.Allow {
			continue // it is a link to what may not be read
		}
		name := notesOf + n.Path
		given.Blocks = append(given.Blocks, conversation.Block{
			Level: conversation.Related, Part: "notes", Name: name, Text: fence.Data(name, conceal.Text(n.Text)) + "\n",
		})
		places[name] = []Place{{n.Path, 1, max(1, strings.Count(n.Text, "\n"))}}
	}
	for _, f := range c.Failures {
		add(conversation.Immediate, "the failed proof of "+f.Service, failureText(f), nil)
	}
	plans := about(question, c.Plans)
	for _, p := range plans {
		text, shows := planText(p)
		add(conversation.Immediate, planOf+p.Metadata.Path, text, shows)
	}
	if len(plans) == 0 {
		given.Before += "Nothing that can be deployed was found in it, so there is no plan.\n"
	}
	for _, p := range plans {
		if text, shows := evidenceText(p); text != "" {
			add(conversation.Immediate, "why the plan of "+p.Metadata.Path+" is so", text, shows)
		}
	}
	c.addCode(question, add)
	return given, places
}

// changed reports whether a plan, or notes, are others than was shown. One that there was no
// room for is not.
func (c *Conversation) changed(given conversation.Context) bool {
	said := ""
	for _, m := range c.talk.History() {
		if m.Role == llm.User {
			said += m.Text
		}
	}
	return slices.ContainsFunc(given.Blocks, func(b conversation.Block) bool {
		head, _, _ := strings.Cut(b.Text, "\n")
		known := strings.HasPrefix(b.Name, planOf) || strings.HasPrefix(b.Name, notesOf)
		return known && strings.Contains(said, head) && !strings.Contains(said, strings.TrimSpace(c.hidden(b.Text)))
	})
}

// planOf and notesOf begin the names of blocks.
const (
	planOf  = "the plan of "
	notesOf = "the project's notes "
)

// about are the plans, those first whose service a question names.
func about(question string, plans []universalbuild.UniversalBuild) []universalbuild.UniversalBuild {
	out := slices.Clone(plans)
	slices.SortStableFunc(out, func(a, b universalbuild.UniversalBuild) int { return rank(question, b) - rank(question, a) })
	return out
}

func rank(question string, p universalbuild.UniversalBuild) int {
	for _, name := range []string{p.Metadata.Path, p.Metadata.ProjectName} {
		if len(name) > 1 && cites(question, Place{Path: name}) {
			return 1
		}
	}
	return 0
}

// planText is a plan without its evidence.
func planText(p universalbuild.UniversalBuild) (string, []Place) {
	p.Evidence, p.Projects = nil, nil
	p = universalbuild.Normal(p)
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if e.Encode(p) != nil { // a document can always be written
		return "", nil
	}
	var shows []Place
	for _, w := range p.Warnings {
		if w.Path != "" {
			shows = append(shows, Place{w.Path, max(w.Line, 1), max(w.Line, 1)})
		}
	}
	return conceal.Text(text.String()), shows
}

// evidenceText says for each field of a plan what decided it, and what lost.
func evidenceText(p universalbuild.UniversalBuild) (string, []Place) {
	var b strings.Builder
	var shows []Place
	at := func(file string, line int) string {
		if file == "" {
			return ""
		}
		shows = append(shows, Place{file, max(line, 1), max(line, 1)})
		if line == 0 {
			return " " + file
		}
		return fmt.Sprintf(" %s:%d", file, line)
	}
	for _, e := range p.Evidence {
		fmt.Fprintf(&b, "%s = %s (%s %s, %.2f)%s", e.Field, e.Value, e.Source, e.Rule, e.Confidence, at(e.Path, e.Line))
		if e.Excerpt != "" {
			b.WriteString(": " + e.Excerpt)
		}
		for _, lost := range e.Alternatives {
			fmt.Fprintf(&b, "; not %s (%s, %.2f)%s", lost.Value, lost.Rule, lost.Confidence, at(lost.Path, lost.Line))
		}
		b.WriteString("\n")
	}
	return conceal.Text(b.String()), shows
}

func failureText(f Failure) string {
	log := f.Log[max(0, len(f.Log)-mostLog):]
	return conceal.Text(fmt.Sprintf("Stage: %s\nCause: %s\n%s\nThe end of the log:\n%s", f.Stage, f.Cause, f.Text, strings.Join(log, "\n")))
}

// adding takes a block with the places that it shows.
type adding func(level conversation.Level, name, text string, shows []Place)

// addCode adds the code that a question names, with what is around it, and a map of
// the rest.
func (c *Conversation) addCode(question string, add adding) {
	if c.Code == nil {
		return
	}
	g := c.Code().Graph
	if g == nil {
		return
	}
	room := c.budget.Immediate + c.budget.Related
	if room == 0 {
		room = c.budget.History / 4
	}
	seen := map[string]bool{}
	targets := targets(g, question)
	for _, target := range targets {
		around, err := briefing.Assemble(g, c.Repo.ReadFile, c.counter, target, briefing.Options{Tokens: min(mostCode, room) / len(targets)})
		if err != nil {
			continue // its file went away; the tools say so where it is asked for
		}
		for _, p := range around.Immediate {
			lines := strings.Count(strings.TrimRight(p.Text, "\n"), "\n") // its first says where it is from
			if name := fmt.Sprintf("%s from line %d", p.Path, p.Line); !seen[name] {
				seen[name] = true
				add(conversation.Immediate, name, p.Text, []Place{{p.Path, p.Line, p.Line + max(lines, 1) - 1}})
			}
		}
		if len(around.Related) > 0 {
			var text strings.Builder
			for _, p := range around.Related {
				text.WriteString(p.Text)
			}
			add(conversation.Related, "signatures around "+g.ID(target), text.String(), nil)
		}
	}
	if c.budget.Total() >= leastForMap {
		if text, n := briefing.Map(g, codegraph.Focus{}, c.counter, min(mostMap, room/8)); n > 0 {
			add(conversation.Related, "the signatures on which the project hangs most, with their lines", text, nil)
		}
	}
}

// mostTargets is how many files and symbols of a question are shown beforehand; the
// model looks up the others.
const mostTargets = 3

// targets are the files and symbols that a question names. A plain word names none: it
// has to look like code, or be marked as such.
func targets(g *codegraph.Graph, question string) []codegraph.NodeID {
	var out []codegraph.NodeID
	add := func(n codegraph.NodeID) {
		if len(out) < mostTargets && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	for _, word := range strings.FieldsFunc(question, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;!?\"'<>[]{}", r) }) {
		marked := strings.HasPrefix(word, "`")
		word, _, called := strings.Cut(strings.TrimLeft(word, "`*("), "(")
		word = strings.TrimRight(word, "`*).:")
		name, _, _ := strings.Cut(word, ":") // a line may stand behind it
		if file, ok := g.File(path.Clean(name)); ok {
			add(g.FileNode(file))
			continue
		}
		if !marked && !called && !looksLikeCode(word) {
			continue
		}
		if found := namedSo(g, word); len(found) == 1 {
			add(found[0])
		}
	}
	return out
}

// namedSo are the symbols of a name, also where that begins with the folder or the file that
// declares it, as languages with packages write it: codeindex.Follow.
func namedSo(g *codegraph.Graph, word string) []codegraph.NodeID {
	found := g.Named(word)
	within, name, ok := strings.Cut(word, ".")
	if len(found) > 0 || !ok {
		return found
	}
	return slices.DeleteFunc(g.Named(name), func(n codegraph.NodeID) bool {
		file := g.Path(n)
		return path.Base(path.Dir(file)) != within && strings.TrimSuffix(path.Base(file), path.Ext(file)) != within
	})
}

// looksLikeCode says that a word is written as names in programs are: in_parts,
// of.parts, with capitals inside.
func looksLikeCode(word string) bool {
	if strings.ContainsAny(word, "_#.") {
		return true
	}
	return len(word) > 1 && strings.ToLower(word[1:]) != word[1:] && strings.ToUpper(word) != word
}
