package agent

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"

	"aipack/backend/agent/edit"
	"aipack/backend/agent/outside"
	"aipack/backend/agent/permission"
	"aipack/backend/base/event"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/tool"
)

// lookout lends the tools to a turn and keeps what they showed in it. With hands it
// changes files, too.
type lookout struct {
	*tool.System
	rules   permission.Rules
	hands   *Hands // nil: nothing is changed
	hide    func(llm.ToolCall, string) string
	code    func() tool.Code           // nil: none
	behind  func(path string) string   // where links lead to
	refused map[[sha256.Size]byte]bool // changes after which a file could not be parsed
	tell    func(event.Event)
	others  []outside.Tool           // those of other programs that are offered
	asks    *Others                  // about them
	head    func(text string) string // the part of an answer of theirs that a model is shown
	seen    edit.Ledger
	message atomic.Int64 // the last of the conversation
	news    int          // changes that were made, and commands in the background that had something new to tell

	mu     sync.Mutex
	looked []Place
	calls  []Call
	files  []File
	ran    []Ran
	ruled  map[string]Status // what was decided on commands, by the ids of their calls
}

// Definitions tells a model about the tools.
func (l *lookout) Definitions() []llm.ToolDefinition { return l.definitions() }

// Execute answers a call, unless the rules deny what it would show or do.
func (l *lookout) Execute(ctx context.Context, call llm.ToolCall) conversation.ToolResult {
	r, done := tool.Result{}, false
	switch {
	case l.changes(call):
		r, done = l.change(ctx, call), true
	case l.commands(call):
		r, done = l.command(ctx, call), true
	case l.hands != nil && call.Name == TodoTool:
		r, done = l.plan(call), true
	case l.other(call) != nil:
		r, done = l.use(ctx, call, *l.other(call)), true
	default:
		r, done = l.denied(call)
	}
	if !done {
		r = l.System.Execute(ctx, call)
		l.look(call, r)
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
	return conversation.ToolResult{Name: r.Tool, Text: r.Text, Failed: r.Failed, Cached: r.Cached, Cut: r.Cut, Arguments: l.question(call, r), Read: r.Read}
}

// question is what tells a call from others when it is asked whether a model repeats
// itself: a command after another change is another question.
func (l *lookout) question(call llm.ToolCall, r tool.Result) string {
	if l.commands(call) {
		return fmt.Sprintf("%s after %d", r.Arguments, l.news)
	}
	return r.Arguments
}

// denied looks for a file in a call that may not be read. Where somebody would have to be
// asked, it is denied: looking asks nobody.
func (l *lookout) denied(call llm.ToolCall) (tool.Result, bool) {
	name, args, err := l.Canonical(call)
	if err != nil {
		return tool.Result{}, false // the tool says so itself
	}
	for _, path := range pathsOf(args["path"], args["file"]) {
		if d := l.readable(path); d.Level > permission.Allow {
			canonical, _ := json.Marshal(args) // it was read from JSON: it can be written
			return failing(tool.Result{Tool: name, Arguments: string(canonical)}, fmt.Errorf("%q may not be read: %s", path, d.Why), true), true
		}
	}
	return tool.Result{}, false
}

// readable holds the reading of a file against the rules, by the name that it is asked by
// and by the one that links lead to.
func (l *lookout) readable(path string) permission.Decision {
	d := l.rules.Decide(permission.Action{Category: permission.Read, What: path})
	if behind := l.behind(path); behind != "" && behind != path {
		if b := l.rules.Decide(permission.Action{Category: permission.Read, What: behind}); b.Level > d.Level {
			b.Why = "it is a link to " + behind + ": " + b.Why
			return b
		}
	}
	return d
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

// begin forgets the turn before. A turn that was cut off has shown and run something already.
func (l *lookout) begin(before Retold) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.looked, l.calls, l.files, l.ran = before.Looked, before.Calls, nil, before.Commands
	for i := range l.ran {
		l.ran[i].id = "" // whatever ran in the background ended with the program of then
	}
}

// done gives what the turn's calls showed and did.
func (l *lookout) done() ([]Place, []Call, []File, []Ran) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.looked, l.calls, l.files, l.ran
}
