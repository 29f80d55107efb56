package command

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/model/llm"
)

// The tools that run commands.
const (
	Bash   = "bash"
	Output = "bash_output"
	Kill   = "kill_bash"
)

// Request is what a model wishes.
type Request struct {
	Tool       string
	Line       string // of bash
	Limit      time.Duration
	Background bool
	Network    bool
	ID         string // of a command that runs in the background, for the other two
}

// How long a command may take: what a model waits for, and what runs beside it.
const (
	usualLimit      = 2 * time.Minute
	longestLimit    = 10 * time.Minute
	backgroundLimit = 30 * time.Minute
)

// arguments are what a call may say.
type arguments struct {
	Command    *string  `json:"command"`
	Timeout    *float64 `json:"timeout"` // seconds
	Background bool     `json:"run_in_background"`
	Network    bool     `json:"network"`
	ID         string   `json:"bash_id"`
}

// properties are the arguments of each tool; the first is needed.
var properties = map[string][]string{Bash: {"command", "timeout", "run_in_background", "network"}, Output: {"bash_id"}, Kill: {"bash_id"}}

var schemas = map[string]map[string]any{
	"command": {"type": "string"}, "timeout": {"type": "number", "description": "seconds; 120 where it is left out, 600 at most"},
	"run_in_background": {"type": "boolean"}, "network": {"type": "boolean", "description": "true only where it cannot work without; the user is asked"},
	"bash_id": {"type": "string"},
}

// Tools names them.
func Tools() []string { return []string{Bash, Output, Kill} }

// Definitions tells a model about the tools. where says what its commands run in.
func Definitions(where Place) []llm.ToolDefinition {
	define := func(name, about string) llm.ToolDefinition {
		given := map[string]any{}
		for _, p := range properties[name] {
			given[p] = schemas[p]
		}
		schema, _ := json.Marshal(map[string]any{"type": "object", "required": properties[name][:1], "properties": given}) // texts and lists can be written
		return llm.ToolDefinition{Name: name, Description: about, Schema: schema}
	}
	return []llm.ToolDefinition{
		define(Bash, "Runs a shell command on a fresh copy of the project"+folder(where)+" and gives its exit code with what it printed. "+
			"The user may refuse it. Files that it changes are shown to the user like your own changes, and kept only where they agree; "+
			"all else that it leaves is lost. "+
			"With run_in_background it gives a bash_id at once."),
		define(Output, "What a background command has printed since you last asked, and whether it has ended; waits a few seconds for its end."),
		define(Kill, "Ends a background command. What it changed is lost."),
	}
}

func folder(where Place) string {
	if f := where.Folder(); f != "." {
		return ", in its folder " + f
	}
	return ""
}

// Parse reads the arguments of a call. They are taken as they are or not at all: half a
// command line is another one.
func Parse(tool, raw string) (Request, error) {
	wrong := func(why string) (Request, error) {
		return Request{}, &fault.Fault{
			Code: fault.WrongUse, Message: "the arguments of " + tool + " " + why + "; nothing was run",
			Hint: fmt.Sprintf("write them as one whole JSON object; of %q the first is needed", properties[tool]),
		}
	}
	names, known := properties[tool]
	if !known {
		return Request{}, &fault.Fault{Code: fault.WrongUse, Message: fmt.Sprintf("there is no tool %q that runs commands", tool)}
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal([]byte(raw), &given); err != nil || given == nil {
		return wrong("are no JSON object")
	}
	for name := range given {
		if name != "description" && !slices.Contains(names, name) { // some models are used to say what a command is for
			return wrong("hold " + name + ", which it does not have")
		}
	}
	var a arguments
	if err := json.Unmarshal([]byte(raw), &a); err != nil {
		return wrong("do not fit")
	}
	r := Request{Tool: tool, ID: strings.TrimSpace(a.ID), Background: a.Background, Network: a.Network, Limit: usualLimit}
	if tool != Bash {
		if r.ID == "" {
			return wrong("name no command")
		}
		return r, nil
	}
	if a.Command == nil || strings.TrimSpace(*a.Command) == "" || strings.ContainsRune(*a.Command, 0) {
		return wrong("hold no command")
	}
	r.Line = *a.Command
	if a.Timeout != nil {
		r.Limit = time.Duration(min(max(*a.Timeout, 1), longestLimit.Seconds()) * float64(time.Second))
	}
	if a.Background {
		r.Limit = backgroundLimit
	}
	return r, nil
}
