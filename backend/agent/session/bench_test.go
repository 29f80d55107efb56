package session

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/agent"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/store/projectdb"
)

// BenchmarkOpen opens a conversation of 500 turns, each with a file that was looked at
// and a command that was run, from its database.
func BenchmarkOpen(b *testing.B) {
	db, err := projectdb.OpenAs("a benchmark", filepath.Join(b.TempDir(), "data"), b.TempDir(), time.Now)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	s, n := New(db, nil), 0
	say := func(question string, m llm.Message) {
		n++
		s.Keep(agent.Kept{Kept: conversation.Kept{Number: n, Message: m}, Question: question})
	}
	text, err := json.Marshal(map[string]any{"path": "server.js", "lines": 150, "content": strings.Repeat("const port = 3000\n", 150)})
	if err != nil {
		b.Fatal(err)
	}
	printed, err := json.Marshal(map[string]any{"exit": 1, "output": strings.Repeat("not ok\n", 200)})
	if err != nil {
		b.Fatal(err)
	}
	for i := range 500 {
		question := fmt.Sprintf("question %d?", i)
		say(question, llm.Message{Role: llm.User, Text: question})
		say("", llm.Message{Role: llm.Assistant, Calls: []llm.ToolCall{
			{ID: "a", Name: "read_file", Arguments: `{"path":"server.js"}`}, {ID: "b", Name: "bash", Arguments: `{"command":"npm test"}`},
		}})
		say("", llm.Message{Role: llm.Tool, CallID: "a", ToolName: "read_file", Text: string(text)})
		say("", llm.Message{Role: llm.Tool, CallID: "b", ToolName: "bash", Text: string(printed)})
		say("", llm.Message{Role: llm.Assistant, Text: "server.js:3 says so."})
	}
	if s.Err() != nil {
		b.Fatal(s.Err())
	}
	for b.Loop() {
		turns, err := TurnsWithChanges(db, s.ID())
		if err != nil || len(turns) != 500 || len(turns[499].Commands) != 1 || len(turns[499].Evidence) != 1 {
			b.Fatalf("%d turns, %v", len(turns), err)
		}
	}
}
