package agent

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/model/llm"
	"aipack/backend/model/tool"
)

// TodoTool is the tool that shows the user the steps of a task (requirement B094).
const TodoTool = "todo_write"

// Todo is a step of a task.
type Todo struct {
	Content string `json:"content"`
	Status  string `json:"status"` // pending, in_progress, completed
}

const (
	mostTodos   = 20
	longestTodo = 200 // letters
)

// todoDefinition tells a model about the tool.
func todoDefinition() llm.ToolDefinition {
	schema := `{"type":"object","required":["todos"],"properties":{"todos":{"type":"array","maxItems":` + strconv.Itoa(mostTodos) + `,"items":{"type":"object",
		"required":["content","status"],"properties":{"content":{"type":"string"},"status":{"type":"string","enum":["pending","in_progress","completed"]}}}}}}`
	return llm.ToolDefinition{
		Name: TodoTool, Schema: json.RawMessage(schema),
		Description: "Shows the user the steps of a task that has three or more, and how far you are: all of them each time. It does nothing else.",
	}
}

// Todos are the steps of a call; an error where they are none.
func Todos(arguments string) ([]Todo, error) {
	wrong := func(why string) error {
		return &fault.Fault{
			Code: fault.WrongUse, Message: "the steps " + why,
			Hint: `write {"todos": [{"content": "…", "status": "pending, in_progress or completed"}]}`,
		}
	}
	var given struct {
		Todos []Todo `json:"todos"`
	}
	if err := json.Unmarshal([]byte(arguments), &given); err != nil {
		return nil, wrong("cannot be read: " + err.Error())
	}
	switch n := len(given.Todos); {
	case n == 0:
		return nil, wrong("are missing")
	case n > mostTodos:
		return nil, wrong(fmt.Sprintf("are %d, and at most %d are shown", n, mostTodos))
	}
	for i, t := range given.Todos {
		t.Content = strings.Join(strings.Fields(t.Content), " ")
		if letters := []rune(t.Content); len(letters) > longestTodo {
			t.Content = string(letters[:longestTodo]) + "…"
		}
		switch t.Status {
		case "pending", "in_progress", "completed":
		default:
			return nil, wrong(fmt.Sprintf("have the status %q", t.Status))
		}
		if t.Content == "" {
			return nil, wrong("have an empty one")
		}
		given.Todos[i] = t
	}
	return given.Todos, nil
}

// plan answers a call that shows steps. They are told as the tool's arguments.
func (l *lookout) plan(call llm.ToolCall) tool.Result {
	r := tool.Result{Tool: call.Name, Arguments: call.Arguments}
	list, err := Todos(call.Arguments)
	if err != nil {
		return failing(r, err, true)
	}
	text, _ := json.Marshal(map[string]any{"todos": list}) // texts can be written
	l.tell(event.ToolStarted{Tool: call.Name, Args: l.hidden(call, string(text))})
	l.tell(event.ToolCompleted{Tool: call.Name, Success: true})
	return said(r, map[string]string{"shown": strconv.Itoa(len(list))})
}
