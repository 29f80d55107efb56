package llamacpp

import (
	"strconv"
	"strings"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// reader turns the text that comes into pieces of an answer and, at its end,
// into the answer.
type reader struct {
	hear     func(llm.Piece)
	tools    map[string]bool
	spelling protocol.Spelling
	given    string // of a forced call, in the prompt already
	calls    int    // in the conversation so far; ids go on from there
	all      strings.Builder
	told     int // bytes of all that were passed on as text

	forced *forcedCall
}

func newReader(r llm.Request, form *protocol.Form, spelling protocol.Spelling, hear func(llm.Piece)) *reader {
	if hear == nil {
		hear = func(llm.Piece) {}
	}
	d := &reader{hear: hear, tools: map[string]bool{}, spelling: spelling}
	if r.Choice != llm.NoTool {
		for _, t := range r.Tools {
			d.tools[t.Name] = true
		}
	}
	for _, m := range r.Messages {
		d.calls += len(m.Calls)
	}
	if form != nil && form.Given != "" {
		d.given = form.Given
		d.forced = &forcedCall{hear: hear}
		d.forced.add(form.Given)
	}
	return d
}

// add takes the next text.
func (d *reader) add(text string) {
	d.all.WriteString(text)
	if d.forced != nil {
		d.forced.add(text)
		return
	}
	if plain := spoken(d.all.String(), d.spelling, len(d.tools) > 0); len(plain) > d.told {
		d.hear(llm.Piece{Text: plain[d.told:]})
		d.told = len(plain)
	}
}

// spoken is what an answer says so far that is surely neither a call nor thought:
// models write calls in tags, in fences and as bare JSON at the beginning.
func spoken(all string, spelling protocol.Spelling, tools bool) string {
	all, done := answered(all, spelling)
	switch {
	case !done:
		return ""
	case !tools:
		return all
	}
	return all[:plainUntil(all, openings(spelling))]
}

func plainUntil(all string, openings []string) int {
	trimmed := strings.TrimLeft(all, " \t\r\n")
	if trimmed == "" || trimmed[0] == '{' || trimmed[0] == '[' {
		return 0
	}
	end := len(all)
	for _, opening := range openings {
		if i := strings.Index(all, opening); i >= 0 {
			end = min(end, i)
			continue
		}
		for n := min(len(opening)-1, len(all)); n > 0; n-- {
			if strings.HasSuffix(all, opening[:n]) {
				end = min(end, len(all)-n)
				break
			}
		}
	}
	// The line break before a call belongs to the call.
	return len(strings.TrimRight(all[:end], "\r\n"))
}

// finish reads the whole answer.
func (d *reader) finish() *llm.Response {
	all := d.given + d.all.String()
	text, _ := answered(all, d.spelling)
	var calls []llm.ToolCall
	switch {
	case d.forced != nil:
		calls, text = bareCalls(strings.TrimPrefix(all, "<tool_call>"), nil)
	case len(d.tools) > 0:
		text, calls = readSpelled(all, d.spelling, d.tools)
	}
	for i := range calls {
		calls[i].ID = "call_" + strconv.Itoa(d.calls+i+1)
	}
	if d.forced == nil {
		if d.told < len(text) {
			d.hear(llm.Piece{Text: text[d.told:]})
		}
		for i, c := range calls {
			d.hear(llm.Piece{Call: i, CallName: c.Name, Arguments: c.Arguments})
		}
	}
	r := &llm.Response{Message: llm.Message{Role: llm.Assistant, Text: text, Calls: calls}, Stop: llm.StopDone}
	if len(calls) > 0 {
		r.Stop = llm.StopCalls
	}
	return r
}

// forcedCall passes a forced call on while it comes: its form is known.
type forcedCall struct {
	hear func(llm.Piece)
	all  strings.Builder
	told int // bytes of all that were passed on; 0 before the arguments begin
}

const argumentsKey = `, "arguments":`

func (f *forcedCall) add(text string) {
	f.all.WriteString(text)
	all := f.all.String()
	if f.told == 0 {
		i := strings.Index(all, argumentsKey)
		if i < 0 || !strings.Contains(all[i:], "{") {
			return
		}
		name := strings.TrimPrefix(strings.TrimPrefix(all[:i], "<tool_call>\n"), `{"name":`)
		f.told = i + strings.Index(all[i:], "{")
		f.hear(llm.Piece{CallName: unquoted(strings.TrimSpace(name))})
	}
	// The last brace closes the call, not its arguments.
	if end := len(all) - 1; end > f.told {
		f.hear(llm.Piece{Arguments: all[f.told:end]})
		f.told = end
	}
}
