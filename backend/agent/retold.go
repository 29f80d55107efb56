package agent

import (
	"encoding/json"
	"slices"
	"strings"

	"aipack/backend/agent/command"
	"aipack/backend/model/llm"
	"aipack/backend/model/tool"
)

// Retold is what a model did in a turn, told from the messages that were kept of it.
type Retold struct {
	Looked   []Place // what it was shown, in that order
	Calls    []Call  // those that were answered
	Commands []Ran   // that it wished to run
}

// Retell tells what was done in the messages of a turn.
func Retell(kept []Kept) (r Retold) {
	calls := map[string]llm.ToolCall{}
	for _, k := range kept {
		for _, call := range k.Calls {
			calls[call.ID] = call
		}
		if k.Role != llm.Tool || k.Summary {
			continue
		}
		call := Call{Tool: k.ToolName, Arguments: calls[k.CallID].Arguments, Failed: k.Failed}
		r.Calls = append(r.Calls, call)
		if slices.Contains(command.Tools(), call.Tool) {
			r.command(call, k)
			continue // what a command printed is no place, whatever it looks like
		}
		for _, p := range (tool.Result{Text: k.Text, Failed: k.Failed}).Places() {
			r.Looked = append(r.Looked, Place(p))
		}
	}
	return r
}

// Evidence are the places that show an answer of the turn, those that it names first.
func (r Retold) Evidence(answer string) []Place { return evidence(answer, r.Looked, nil) }

// command takes in the result of a call that ran a command or asked about one.
func (r *Retold) command(call Call, k Kept) {
	q, err := command.Parse(call.Tool, call.Arguments)
	if err != nil {
		return // nothing was run
	}
	var said result
	if !k.Failed {
		_ = json.Unmarshal([]byte(k.Text), &said) // what is no result, for it was cut, says nothing
	}
	if q.Tool == command.Bash {
		r.Commands = append(r.Commands, Ran{Command: q.Line, Decision: k.Decision, id: said.ID})
		r.Commands[len(r.Commands)-1].ended(said)
		return
	}
	for i := range slices.Backward(r.Commands) { // a program that was started again counts from 1 again
		if r.Commands[i].id == q.ID {
			r.Commands[i].ended(said)
			return
		}
	}
}

// ended takes in how a command has ended and what it printed.
func (r *Ran) ended(said result) {
	if said.Exit != nil {
		r.Exit = said.Exit
	}
	if said.Output != "" {
		r.Output = append(r.Output, strings.Split(said.Output, "\n")...)
	}
	r.Output = r.Output[max(0, len(r.Output)-mostShown):]
}
