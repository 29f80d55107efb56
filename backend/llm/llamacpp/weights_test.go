package llamacpp

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"aipack/backend/llm"
)

func TestWeights(t *testing.T) {
	path := os.Getenv("AIPACK_WEIGHTS")
	if path == "" {
		t.Skip()
	}
	c := client(t, func(o *Options) { o.Model = path; o.ContextTokens = 4096; o.Threads = 2 })
	r := llm.Request{Messages: []llm.Message{{Role: llm.System, Text: "Answer in one short sentence."}, user("What is the capital of France?")}, MaxTokens: 40}
	began := time.Now()
	a, err := c.Chat(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%+v %v\n%+v\n%+v\n", a, time.Since(began), c.Loaded(), c.Last())
	r = llm.Request{Messages: []llm.Message{user("Schreibe drei Wörter mit Umlauten und ein Emoji.")}, MaxTokens: 60}
	a, err = c.Chat(t.Context(), r, nil)
	fmt.Printf("%+v %v\n", a, err)
	look := llm.ToolDefinition{Name: "read_file", Description: "Reads a file", Schema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string","maxLength":40}},"required":["path"]}`)}
	r = llm.Request{Messages: []llm.Message{user("Read the file main.go.")}, Tools: []llm.ToolDefinition{look}, Choice: "read_file", MaxTokens: 60}
	a, err = c.Chat(t.Context(), r, nil)
	fmt.Printf("%+v %v\n", a, err)
	r.Choice = llm.Auto
	a, err = c.Chat(t.Context(), r, nil)
	fmt.Printf("%+v %v\n", a, err)
	r = llm.Request{Messages: []llm.Message{user(strings.Repeat("words and more words ", 400) + "What is this?")}, MaxTokens: 20}
	a, err = c.Chat(t.Context(), r, nil)
	fmt.Printf("%+v %v %+v\n", a, err, c.Last())
}
