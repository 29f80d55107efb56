package agent

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/agent/edit"
	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/fence"
)

//go:embed compact.md
var compactPrompt string

// mostSum is how long a summary may be, in tokens; a small window has less.
const mostSum = 2000

// filesHeading is that of the section that is not the model's: which files were changed is
// known.
const filesHeading = "## Files changed"

// summaryLabel is that of the fence around a summary.
const summaryLabel = "the summary of what was said"

// headings are those that a summary has, in order.
var headings = []string{"## Goal", "## Decisions", filesHeading, "## Open"}

// Summing is a summary that stands for what was said before.
type Summing struct {
	Text   string
	Before int // tokens of the conversation
	After  int
	Usage  llm.Usage
}

// Compact has the model sum up all that was said after the first question. That stays
// where the conversation is kept; the model is shown the summary in its place.
func (c *Conversation) Compact(ctx context.Context) (Summing, error) {
	if c.open {
		return Summing{}, &fault.Fault{Code: fault.WrongUse, Message: "the last question has no whole answer yet", Hint: "go on with it, or take it back first"}
	}
	if c.talk.Older() == 0 {
		return Summing{}, &fault.Fault{Code: fault.WrongUse, Message: "there is nothing to sum up yet", Hint: "the first question and a summary stay as they are"}
	}
	return c.sumUp(ctx)
}

// crowded says that a question would leave the model no room to look something up for it.
func (c *Conversation) crowded(question string) bool {
	return c.talk.Older() > 0 && c.talk.Room() < c.counter.Count(question)+c.budget.History/4
}

func (c *Conversation) sumUp(ctx context.Context) (Summing, error) {
	most := min(mostSum, c.budget.History/4)
	asker := conversation.Asker{Client: c.Client, Now: c.Now, Hide: c.hidden, Tell: func(e event.Event) {
		if _, wrong := e.(event.LLMFailed); wrong { // what it writes is no answer
			c.Tell(e)
		}
	}}
	talk := conversation.New(conversation.Options{
		Budget: c.budget, Counter: c.counter, System: strings.TrimSpace(compactPrompt) + "\n\n" + fence.Rule,
	})
	left := talk.AddContext(conversation.Context{
		Blocks: []conversation.Block{{Name: "the conversation", Text: fence.Data("the conversation", c.told(c.roomToTell())) + "\n"}},
		After:  "Sum it up under the three headings.",
	})
	if len(left) > 0 {
		return Summing{}, &fault.Fault{Code: fault.WrongUse, Message: "the model's window has no room for the conversation", Hint: "choose a model with a larger window"}
	}
	answer, err := asker.Ask(ctx, talk, func(r *llm.Request) {
		r.Temperature, r.MaxTokens = c.Temperature, max(1, min(most+longer, talk.Spare(), longest)) // some think before they speak
	})
	if err != nil {
		return Summing{}, llm.Fault(err)
	}
	text, ok := c.summed(answer.Message.Text)
	if !ok || answer.Stop == llm.StopLength {
		return Summing{Usage: answer.Usage}, llm.Fault(&llm.Error{
			Kind: llm.BadAnswer, Provider: c.Client.Provider(), Model: c.Client.Model(),
			Message: "the model's summary lacks its headings or its end; the conversation is as it was", Hint: "try it again, or choose another model",
		})
	}
	text = conversation.Truncate(c.counter, text, most)
	c.summing = true
	done := c.talk.SumUp("What was said after that was summed up, to make room:\n"+fence.Data(summaryLabel, text), answer.Usage)
	if c.summing = false; done == nil {
		return Summing{}, nil
	}
	told := done.Event()
	told.Summary = c.hidden(text)
	c.Tell(told)
	return Summing{Text: text, Before: done.TokensBefore, After: done.TokensAfter, Usage: answer.Usage}, nil
}

// roomToTell is how many tokens of the conversation can be shown at once.
func (c *Conversation) roomToTell() int {
	const around = 100 // the fence and what stands below it
	if c.budget.Immediate > 0 {
		return c.budget.Immediate - around
	}
	return c.budget.History/2 - around
}

// told is the conversation for who sums it up: with as much of the tools' answers as there
// is room for, and of its beginning where there is none even without them.
func (c *Conversation) told(room int) string {
	text := ""
	for _, most := range []int{2000, 300, 0} {
		if text = c.telling(most); c.counter.Count(text) <= room {
			return text
		}
	}
	for c.counter.Count(text) > room {
		_, rest, _ := strings.Cut(text[len(text)/8:], "\n")
		text = rest
	}
	return text
}

// telling is the conversation with so many letters of each of the tools' answers.
func (c *Conversation) telling(most int) string {
	var b strings.Builder
	for _, m := range c.talk.Said() {
		switch m.Role {
		case llm.User:
			text := m.Text
			if i := strings.LastIndex(text, asks); i >= 0 { // what was known of the project comes again by itself
				text = text[i+len(asks):]
			}
			fmt.Fprintf(&b, "User: %s\n", c.hidden(text))
		case llm.Assistant:
			if m.Text != "" {
				fmt.Fprintf(&b, "Assistant: %s\n", c.hidden(m.Text))
			}
			for _, call := range m.Calls {
				fmt.Fprintf(&b, "Assistant calls %s %s\n", call.Name, beginning(c.hidden(call.Arguments), most))
			}
		case llm.Tool:
			if most > 0 {
				fmt.Fprintf(&b, "%s gives: %s\n", m.ToolName, beginning(c.hidden(m.Text), most))
			}
		}
	}
	return b.String()
}

// beginning is that of a text.
func beginning(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return text
}

// summed brings a model's summary into its form, with the files that were changed. ok is
// false where a heading is missing.
func (c *Conversation) summed(text string) (out string, ok bool) {
	found := sections(text)
	found[filesHeading] = c.filesChanged()
	var b strings.Builder
	for _, h := range headings {
		body := strings.TrimSpace(found[h])
		if body == "" {
			return "", false
		}
		b.WriteString(h + "\n" + body + "\n")
	}
	return strings.TrimSpace(b.String()), true
}

// sections are the parts of a text below the headings of a summary.
func sections(text string) map[string]string {
	out, at := map[string]string{}, ""
	for line := range strings.Lines(text) {
		if h := strings.TrimSpace(line); slices.Contains(headings, h) {
			at = h
			continue
		}
		if at != "" {
			out[at] += line
		}
	}
	return out
}

// filesChanged lists the files that were changed since the conversation began, by what the
// tools answered, and by the summary before.
func (c *Conversation) filesChanged() string {
	var out []string
	add := func(line string) {
		if line = strings.TrimSpace(line); line != "" && line != "- none" && !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	for _, m := range c.talk.Said() {
		for _, block := range fence.Blocks(m.Text) {
			if m.Role == llm.User && block.Label == summaryLabel { // the one before
				for line := range strings.Lines(sections(m.Text[block.Start:block.End])[filesHeading]) {
					add(line)
				}
			}
		}
		var did struct {
			edited
			Files []edited `json:"files"`
		}
		if m.Role != llm.Tool || m.Failed || json.Unmarshal([]byte(m.Text), &did) != nil {
			continue
		}
		for _, f := range append(did.Files, did.edited) {
			switch edit.Kind(f.Status) {
			case edit.Created, edit.Changed, edit.Deleted:
				add(fmt.Sprintf("- %s (%s)", f.Path, f.Status))
			}
		}
	}
	if len(out) == 0 {
		return "- none"
	}
	return strings.Join(out, "\n")
}
