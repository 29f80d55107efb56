package session

import (
	"errors"
	"strings"
	"testing"
	"time"

	"aipack/backend/agent"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/store/projectdb"
)

func database(t *testing.T) *projectdb.Database {
	t.Helper()
	db, err := projectdb.OpenAs("a test", t.TempDir(), t.TempDir(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// exchange is a question with a call, its result and an answer.
func exchange(number int, question, answer string) []agent.Kept {
	call := llm.ToolCall{ID: "c", Name: "read_file", Arguments: "{\"path\":\"a``b.go\"}"}
	messages := []llm.Message{
		{Role: llm.User, Text: "known\nThe user asks: " + question}, {Role: llm.Assistant, Calls: []llm.ToolCall{call}},
		{Role: llm.Tool, CallID: "c", ToolName: "read_file", Text: "no such file", Failed: true}, {Role: llm.Assistant, Text: answer},
	}
	out := make([]agent.Kept, len(messages))
	for i, m := range messages {
		out[i] = agent.Kept{Kept: conversation.Kept{Number: number + i, Message: m}}
		if m.Role == llm.Assistant {
			out[i].Provider, out[i].Model, out[i].Usage = "openai", "toy", llm.Usage{Prompt: 10, Completion: 1, Reported: true}
		}
	}
	out[0].Question = question
	return out
}

func TestAConversationIsKept(t *testing.T) {
	db := database(t)
	s := New(db, func(_, _ string, u llm.Usage) (float64, bool) { return float64(u.Prompt) / 100, true })
	if rows, err := db.Sessions(""); err != nil || len(rows) != 0 || s.ID() != "" {
		t.Errorf("%d are kept before anything is said, %v", len(rows), err)
	}
	long := "why\n is   it " + strings.Repeat("so ", 40) + "?"
	said := append(exchange(1, long, "because"), exchange(5, "and?", "")...)
	for _, k := range said {
		s.Keep(k)
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	again, kept, err := Load(db, "last", nil)
	if err != nil || again.ID() != s.ID() || len(kept) != len(said) {
		t.Fatalf("%d messages, %v", len(kept), err)
	}
	for i, k := range kept {
		if k.Number != said[i].Number || k.Text != said[i].Text || k.Failed != said[i].Failed || k.Usage != said[i].Usage || k.Question != said[i].Question || len(k.Calls) != len(said[i].Calls) {
			t.Errorf("message %d: %+v", i, k)
		}
	}
	row, err := db.Session("last")
	if err != nil || row.Questions != 2 || row.Prompt != 40 || row.USD != 0.4 || row.Unpriced != 0 || !strings.HasPrefix(row.Title, "why is it so so") || !strings.HasSuffix(row.Title, "…") || len([]rune(row.Title)) != 81 {
		t.Errorf("%+v, %v", row, err)
	}
	text := Markdown(row, Turns(kept))
	for _, want := range []string{"# why is it so", "openai toy, 40 tokens in, 4 out", "- read_file ``` {\"path\":\"a``b.go\"} ``` (failed)\n\nbecause\n", "## and?", "*There is no answer.*"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
}

// TestAfterAGapNothingIsKept: a conversation of which a message is missing would be
// another one.
func TestAfterAGapNothingIsKept(t *testing.T) {
	db := database(t)
	s := New(db, nil)
	said := exchange(1, "why?", "because")
	s.Keep(said[0])
	if err := db.Delete(s.ID()); err != nil {
		t.Fatal(err)
	}
	s.Keep(said[1])
	if s.Err() == nil {
		t.Fatal("what is not kept is not told of")
	}
	wrong := s.Err()
	s.Keep(said[2])
	if !errors.Is(s.Err(), wrong) {
		t.Errorf("it goes on: %v", s.Err())
	}
	if rows, err := db.Messages(s.ID()); err != nil || len(rows) != 0 {
		t.Errorf("%d messages without a conversation, %v", len(rows), err)
	}
}

func TestTitles(t *testing.T) {
	for text, want := range map[string]string{" a \n b ": "a b", "": "", "\t": ""} {
		got, err := Title(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}
