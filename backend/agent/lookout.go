package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"aipack/backend/agent/permission"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/tool"
)

// lookout lends the tools to a turn and keeps what they showed in it.
type lookout struct {
	*tool.System
	rights permission.Rules

	mu     sync.Mutex
	looked []Place
	calls  []Call
}

// Execute answers a call, unless the rules deny what it would show.
func (l *lookout) Execute(ctx context.Context, call llm.ToolCall) conversation.ToolResult {
	r, denied := l.denied(call)
	if !denied {
		r = l.System.Execute(ctx, call)
	}
	made := Call{Tool: r.Tool, Arguments: r.Arguments, Failed: r.Failed}
	if made.Tool == "" || made.Arguments == "" { // there is no such tool, or its arguments say nothing
		made.Tool, made.Arguments = call.Name, call.Arguments
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls = append(l.calls, made)
	for _, p := range r.Places() {
		l.looked = append(l.looked, Place(p))
	}
	return conversation.ToolResult{Name: r.Tool, Text: r.Text, Failed: r.Failed, Cached: r.Cached, Cut: r.Cut, Arguments: r.Arguments, Read: r.Read}
}

// denied looks for a file in a call that may not be read. Where somebody would have to be
// asked, it is denied: a question is answered without any.
func (l *lookout) denied(call llm.ToolCall) (tool.Result, bool) {
	name, args, err := l.Canonical(call)
	if err != nil {
		return tool.Result{}, false // the tool says so itself
	}
	for _, path := range pathsOf(args["path"], args["file"]) {
		if d := l.rights.Decide(permission.Action{Category: permission.Read, What: path}); d.Level > permission.Allow {
			text, _ := json.Marshal(map[string]string{"error": fmt.Sprintf("%q may not be read: %s", path, d.Why), "fix": "answer without it"})
			canonical, _ := json.Marshal(args) // both are texts and what was read from JSON: they can be written
			return tool.Result{Tool: name, Text: string(text), Failed: true, Arguments: string(canonical)}, true
		}
	}
	return tool.Result{}, false
}

// pathsOf are the texts among values that are one or a list of them.
func pathsOf(values ...any) (out []string) {
	for _, v := range values {
		switch v := v.(type) {
		case string:
			if v != "" {
				out = append(out, v)
			}
		case []any:
			out = append(out, pathsOf(v...)...)
		}
	}
	return out
}

// begin forgets the turn before. A turn that was cut off has shown something already.
func (l *lookout) begin(looked []Place, calls []Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.looked, l.calls = looked, calls
}

// done gives what the turn's calls showed.
func (l *lookout) done() ([]Place, []Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.looked, l.calls
}
