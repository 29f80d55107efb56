package edit

import (
	"encoding/json"
	"fmt"

	"aipack/backend/base/fault"
	"aipack/backend/model/llm"
)

// The tools that change files.
const (
	Write   = "write_file"
	Replace = "edit_file"
	Delete  = "delete_file"
)

// Request is what a model wishes.
type Request struct {
	Tool    string
	Path    string
	Content string // of write_file
	Old     string // of edit_file
	New     string
}

// needed are the arguments of each tool.
var needed = map[string][]string{
	Write: {"path", "content"}, Replace: {"path", "old_string", "new_string"}, Delete: {"path"},
}

// otherNames are names that models write for an argument.
var otherNames = map[string]string{
	"file_path": "path", "file": "path", "filename": "path", "text": "content", "contents": "content", "old_str": "old_string", "new_str": "new_string",
	"old_text": "old_string", "new_text": "new_string",
}

// Definitions tells a model about the tools.
func Definitions() []llm.ToolDefinition {
	define := func(name, about string) llm.ToolDefinition {
		properties := map[string]any{}
		for _, p := range needed[name] {
			properties[p] = map[string]any{"type": "string"}
		}
		schema, _ := json.Marshal(map[string]any{"type": "object", "required": needed[name], "properties": properties}) // texts and lists can be written
		return llm.ToolDefinition{Name: name, Description: about, Schema: schema}
	}
	return []llm.ToolDefinition{
		define(Replace, "Puts new_string in the place of old_string, which stands exactly once in the file. Read its lines first, and quote enough of them. The user sees the change and may refuse it."),
		define(Write, "Makes a file, or writes a short one anew that you have read whole. The user sees the change and may refuse it."),
		define(Delete, "Deletes a file. The user is asked."),
	}
}

// Parse reads the arguments of a call. They are taken as they are or not at all: what is
// repaired of arguments that were cut off would be half a file.
func Parse(tool, arguments string) (Request, error) {
	names, known := needed[tool]
	if !known {
		return Request{}, &fault.Fault{Code: fault.WrongUse, Message: fmt.Sprintf("there is no tool %q that changes files", tool)}
	}
	wrong := func(why string) (Request, error) {
		return Request{}, &fault.Fault{Code: fault.WrongUse, Message: "the arguments of " + tool + " " + why + "; nothing was done", Hint: fmt.Sprintf("write them as one whole JSON object with %q, all texts", names)}
	}
	var given map[string]any
	if err := json.Unmarshal([]byte(arguments), &given); err != nil || given == nil {
		return wrong("are no JSON object")
	}
	values := map[string]string{}
	for name, v := range given {
		text, ok := v.(string)
		if other := otherNames[name]; other != "" {
			name = other
		}
		if _, twice := values[name]; !ok || twice {
			return wrong("hold " + name + " twice, or as something else than a text")
		}
		values[name] = text
	}
	for _, name := range names {
		if _, ok := values[name]; !ok {
			return wrong("lack " + name)
		}
	}
	if len(values) != len(names) {
		return wrong("hold more than is asked for")
	}
	if values["path"] == "" {
		return wrong("name no file")
	}
	return Request{Tool: tool, Path: values["path"], Content: values["content"], Old: values["old_string"], New: values["new_string"]}, nil
}
