package agent

import (
	"context"
	"sync"

	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/tool"
)

// lookout lends the tools to a turn and keeps what they showed in it.
type lookout struct {
	*tool.System

	mu     sync.Mutex
	looked []Place
	calls  []Call
}

// Execute answers a call.
func (l *lookout) Execute(ctx context.Context, call llm.ToolCall) conversation.ToolResult {
	r := l.System.Execute(ctx, call)
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
