package session

import (
	"fmt"
	"strings"
	"time"

	"aipack/backend/agent"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/fence"
	"aipack/backend/store/projectdb"
)

// Turn is a question with what came of it.
type Turn struct {
	Question string       `json:"question"`
	Answer   string       `json:"answer"` // "" where there is none
	Calls    []agent.Call `json:"calls"`
	Model    string       `json:"model,omitempty"`
	Changes  *Changes     `json:"changes,omitempty"` // nil: no file was changed

	Evidence []agent.Place `json:"evidence"` // what shows the answer
	Commands []Command     `json:"commands"` // that the model wished to run

	Summed *Summed `json:"summed,omitempty"` // after it, what was said until then was summed up; nil: it was not

	first, last int // the numbers of its messages
}

// Summed is that a summary stands for what was said before, for the model; all of it stays.
type Summed struct {
	Turns int    `json:"turns"` // that it stands for, from the first on; 0: a part of the first alone
	Text  string `json:"text"`
	Model string `json:"model"` // who wrote it; "": it was made by rules, while the model worked
}

// Words say what a summary stands for.
func (s Summed) Words() string {
	switch s.Turns {
	case 0:
		return "A part of this turn was summed up"
	case 1:
		return "Turn 1 was summed up"
	}
	return fmt.Sprintf("Turns 1–%d were summed up", s.Turns)
}

// Command is one that a model wished to run, with the end of what it printed.
type Command struct {
	agent.Ran
	Output []string `json:"output"`
}

// Commands are those of a turn.
func Commands(ran []agent.Ran) []Command {
	out := make([]Command, len(ran))
	for i, r := range ran {
		out[i] = Command{r, append([]string{}, r.Output...)}
	}
	return out
}

// Turns are the questions and answers of a conversation, with the calls between them.
func Turns(kept []agent.Kept) []Turn {
	out := []Turn{}
	calls := map[string]int{} // of the turn, by their ids
	var begins []int          // of each turn's messages
	for i, k := range kept {
		if k.Question != "" {
			out = append(out, Turn{Question: k.Question, Calls: []agent.Call{}, first: k.Number})
			begins = append(begins, i)
			clear(calls)
		}
		if k.Summary {
			summed(out, k)
		}
		if len(out) == 0 || k.Summary || k.Gone {
			continue
		}
		t := &out[len(out)-1]
		t.last = k.Number
		switch k.Role {
		case llm.Assistant:
			if k.Text != "" && len(k.Calls) == 0 {
				t.Answer, t.Model = k.Text, k.Model
			}
			for _, c := range k.Calls {
				calls[c.ID] = len(t.Calls)
				t.Calls = append(t.Calls, agent.Call{Tool: c.Name, Arguments: c.Arguments})
			}
		case llm.Tool:
			if i, known := calls[k.CallID]; known {
				t.Calls[i].Failed = k.Failed
			}
		}
	}
	for i := range out {
		end := len(kept)
		if i+1 < len(begins) {
			end = begins[i+1]
		}
		did := agent.Retell(kept[begins[i]:end])
		out[i].Evidence, out[i].Commands = append([]agent.Place{}, did.Evidence(out[i].Answer)...), Commands(did.Commands)
	}
	return out
}

// summed notes at the last of some turns that a summary stands for them, or that none does
// any more.
func summed(turns []Turn, k agent.Kept) {
	if len(turns) == 0 {
		return
	}
	if k.Number == 0 {
		for i := range turns {
			turns[i].Summed = nil
		}
		return
	}
	s := &Summed{Text: strings.TrimSpace(k.Text), Model: k.Model}
	for _, b := range fence.Blocks(s.Text) {
		s.Text = s.Text[b.Start:b.End]
		break
	}
	for _, t := range turns {
		if t.last <= k.Number {
			s.Turns++
		}
	}
	turns[len(turns)-1].Summed = s
}

// Markdown writes a conversation for a reader.
func Markdown(s projectdb.Session, turns []Turn) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s", s.Title, time.UnixMilli(s.CreatedAt).UTC().Format("2006-01-02 15:04 UTC"))
	if s.Model != "" {
		fmt.Fprintf(&b, ", %s %s, %d tokens in, %d out", s.Provider, s.Model, s.Prompt, s.Completion)
	}
	b.WriteString("\n")
	for _, t := range turns {
		b.WriteString("\n## " + strings.ReplaceAll(strings.TrimSpace(t.Question), "\n", "\n> ") + "\n\n")
		for _, c := range t.Calls {
			failed := ""
			if c.Failed {
				failed = " (failed)"
			}
			fmt.Fprintf(&b, "- %s %s%s\n", c.Tool, code(c.Arguments), failed)
		}
		if len(t.Calls) > 0 {
			b.WriteString("\n")
		}
		if t.Changes != nil {
			for _, f := range t.Changes.Files {
				fmt.Fprintf(&b, "- %s %s\n", f.Status, code(f.Path))
			}
			if t.Changes.TakenBack {
				b.WriteString("- taken back\n")
			}
			b.WriteString("\n")
		}
		answer := strings.TrimSpace(t.Answer)
		if answer == "" {
			answer = "*There is no answer.*"
		}
		b.WriteString(answer + "\n")
		if t.Summed != nil {
			fmt.Fprintf(&b, "\n*%s, for the model:*\n\n> %s\n", t.Summed.Words(), strings.ReplaceAll(t.Summed.Text, "\n", "\n> "))
		}
	}
	return b.String()
}

// code is a text in one line that Markdown takes as it is: between more backticks than
// stand in it (CommonMark, code spans).
func code(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	longest, n := 0, 0
	for _, r := range text {
		if n++; r != '`' {
			n = 0
		}
		longest = max(longest, n)
	}
	ticks := strings.Repeat("`", longest+1)
	if longest > 0 {
		return ticks + " " + text + " " + ticks
	}
	return ticks + text + ticks
}
