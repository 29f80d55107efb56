package wiretest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"aipack/backend/model/llm"
)

func (p Protocol) cancelling(t *testing.T) {
	t.Parallel()
	t.Run("in the middle", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		gone := make(chan struct{})
		s := Serve(t, Then(p.begun(), func(w http.ResponseWriter, r *http.Request) {
			Hang(w, r)
			close(gone)
		}))
		heard := ""
		_, e := p.ask(ctx, t, s.URL, func(piece llm.Piece) { heard += piece.Text; cancel() })
		if e == nil || e.Kind != llm.Cancelled || heard == "" {
			t.Fatalf("got %+v after %q", e, heard)
		}
		select {
		case <-gone:
		case <-time.After(patience):
			t.Error("the server was not told")
		}
	})
	t.Run("before the answer", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s := Serve(t, func(w http.ResponseWriter, r *http.Request) {
			cancel()
			Hang(w, r)
		})
		if _, e := p.ask(ctx, t, s.URL, nil); e == nil || e.Kind != llm.Cancelled {
			t.Errorf("got %+v", e)
		}
	})
	t.Run("before the request", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		s := Serve(t, p.whole())
		if _, e := p.ask(ctx, t, s.URL, nil); e == nil || e.Kind != llm.Cancelled || len(s.Requests()) != 0 {
			t.Errorf("got %+v after %d requests", e, len(s.Requests()))
		}
	})
	t.Run("time limit before the answer", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
		defer cancel()
		if _, e := p.ask(ctx, t, Serve(t, Hang).URL, nil); e == nil || e.Kind != llm.TimedOut {
			t.Errorf("got %+v", e)
		}
	})
	t.Run("time limit on a slow drip", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
		defer cancel()
		s := Serve(t, Then(p.begun(), Hang))
		if _, e := p.ask(ctx, t, s.URL, nil); e == nil || e.Kind != llm.TimedOut {
			t.Errorf("got %+v", e)
		}
	})
}

func (p Protocol) atOnce(t *testing.T) {
	t.Parallel()
	c := p.Make(t, Serve(t, p.whole()).URL, key)
	done := make(chan error, 8)
	for range cap(done) {
		go func() {
			text := ""
			answer, err := c.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}}, func(piece llm.Piece) { text += piece.Text })
			if err == nil && (answer.Message.Text != "Hello" || text != "Hello") {
				err = fmt.Errorf("heard %q, got %q", text, answer.Message.Text)
			}
			done <- err
		}()
	}
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// prefix checks that what one call sends is, byte for byte, where the next one
// begins: providers and local servers keep what they made of it. A choice that
// is forced changes the end alone.
func (p Protocol) prefix(t *testing.T) {
	t.Parallel()
	s := Serve(t, p.whole())
	c := p.Make(t, s.URL, key)
	r := llm.Request{
		Messages: []llm.Message{{Role: llm.System, Text: "sys"}, {Role: llm.User, Text: "hi"}},
		Tools: []llm.ToolDefinition{
			{Name: "a", Schema: json.RawMessage(`{"type":"object","properties":{"z":{"type":"string"},"b":{"type":"string"}}}`)},
			{Name: "b"},
		},
	}
	for range 2 {
		if _, err := c.Chat(t.Context(), r, nil); err != nil {
			t.Fatal(err)
		}
		r.Messages = append(r.Messages, llm.Message{
			Role:  llm.Assistant,
			Calls: []llm.ToolCall{{ID: "call_1", Name: "a", Arguments: `{"z":"1","b":"2"}`}},
		}, llm.Message{Role: llm.Tool, CallID: "call_1", ToolName: "a", Text: "x"})
		r.Choice = "b"
	}
	first, second := s.Requests()[0].Body, s.Requests()[1].Body
	for _, field := range []string{"tools", "system", "systemInstruction"} {
		if member(t, first, field) != member(t, second, field) {
			t.Errorf("%s: %s\nthen %s", field, member(t, first, field), member(t, second, field))
		}
	}
	for _, field := range []string{"messages", "contents"} {
		if before := strings.TrimSuffix(member(t, first, field), "]"); !strings.HasPrefix(member(t, second, field), before) {
			t.Errorf("%s: %s\nthen %s", field, before, member(t, second, field))
		}
	}
}

// member gives the bytes of a field of a request, without the marks of
// Anthropic's cache: they move on and are no part of what is kept.
func member(t *testing.T, body, name string) string {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(body), &fields); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(fields[name]), `"cache_control":{"type":"ephemeral"},`, "")
}
