package agent

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"aipack/backend/agent/permission"
	"aipack/backend/base/fault"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/fence"
	"aipack/backend/model/tool"
)

// mostAttached are so many files of a question that are shown with it.
const mostAttached = 8

// attachment is a file that a question is put with.
type attachment struct {
	block  conversation.Block
	places []Place
}

// Attached are the files that a text names with an @ before them: "what does @src/main.go
// do?". A word that names no file of the project is a word.
func Attached(text string, isFile func(string) bool) (out []string) {
	for _, word := range strings.Fields(text) {
		name, marked := strings.CutPrefix(strings.TrimLeft(word, "(\"'`"), "@")
		if !marked {
			continue
		}
		for _, name := range []string{name, strings.TrimRight(name, ".,;:!?)\"'`")} {
			if name = path.Clean(name); isFile(name) {
				if !slices.Contains(out, name) {
					out = append(out, name)
				}
				break
			}
		}
	}
	return out
}

// attach reads the files that a question names with an @, as the tool for reading does:
// bounded, without secrets, and no file that may not be read.
func (c *Conversation) attach(ctx context.Context, question string) (out []attachment, err error) {
	names := Attached(question, c.Repo.IsFile)
	if len(names) > mostAttached {
		return nil, &fault.Fault{Code: fault.WrongUse, Message: "more than eight files are attached", Hint: "attach those that the question is about; the model looks up the others"}
	}
	for _, name := range names {
		if d := c.tools.readable(name); d.Level > permission.Allow {
			return nil, &fault.Fault{
				Code: fault.PermissionDenied, Message: name + " may not be shown to a model: " + d.Why,
				Hint: "leave it out; a rule of yours can allow that very file",
			}
		}
		args, err := json.Marshal(map[string]any{"path": name, "max_lines": tool.Wide().MostLines})
		if err != nil {
			return nil, err
		}
		call := llm.ToolCall{Name: "read_file", Arguments: string(args)}
		r := c.tools.System.Execute(ctx, call)
		if r.Failed {
			return nil, &fault.Fault{Code: fault.InvalidPath, Message: name + " cannot be attached: " + r.Text, Hint: "leave it out"}
		}
		c.tools.look(call, r)
		label := attachedFile + name
		a := attachment{block: conversation.Block{Level: conversation.Immediate, Name: label, Text: fence.Data(label, r.Text) + "\n"}}
		for _, p := range r.Places() {
			a.places = append(a.places, Place(p))
		}
		out = append(out, a)
	}
	return out, nil
}

// attachedFile begins the name of an attached file's block.
const attachedFile = "the attached file "
