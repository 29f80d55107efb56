package script

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"aipack/backend/model/llm"
)

func TestStepsAnswerInOrder(t *testing.T) {
	t.Parallel()
	c := New(Say("hello"), Call("read_file", `{"path":"go.mod"}`), FailAs(llm.Overloaded))
	first, err := c.Chat(t.Context(), llm.Request{}, nil)
	if err != nil || first.Message.Text != "hello" || first.Stop != llm.StopDone || first.Message.Role != llm.Assistant {
		t.Fatalf("first: %+v, %v", first, err)
	}
	second, err := c.Chat(t.Context(), llm.Request{}, nil)
	if err != nil || second.Stop != llm.StopCalls || second.Message.Calls[0].ID == "" {
		t.Fatalf("second: %+v, %v", second, err)
	}
	_, err = c.Chat(t.Context(), llm.Request{}, nil)
	if kindOf(err) != llm.Overloaded {
		t.Fatalf("third: %v", err)
	}
	if _, err = c.Chat(t.Context(), llm.Request{}, nil); kindOf(err) != llm.BadRequest {
		t.Fatalf("past the end: %v", err)
	}
	if len(c.Requests()) != 4 || c.Left() != 0 {
		t.Fatalf("%d requests, %d steps left", len(c.Requests()), c.Left())
	}
}

func TestPiecesAddUpToTheAnswer(t *testing.T) {
	t.Parallel()
	long := "Żółw, a word in Polish, and 日本語 as well: none is cut within a character."
	c := New(Give(llm.Response{Message: llm.Message{
		Text:     long,
		Thinking: []llm.Thinking{{Text: "let me see what there is"}},
		Calls:    []llm.ToolCall{{Name: "a", Arguments: `{"x":"a long argument"}`}, {Name: "b", Arguments: "{}"}},
	}}))
	var text, thinking strings.Builder
	arguments := map[int]string{}
	got, err := c.Chat(t.Context(), llm.Request{}, func(p llm.Piece) {
		text.WriteString(p.Text)
		thinking.WriteString(p.Thinking)
		arguments[p.Call] += p.Arguments
	})
	if err != nil {
		t.Fatal(err)
	}
	if text.String() != long || thinking.String() != got.Message.Thinking[0].Text || arguments[0] != got.Message.Calls[0].Arguments || arguments[1] != "{}" {
		t.Fatalf("pieces: %q %q %v", text.String(), thinking.String(), arguments)
	}
	if got.Message.Calls[0].ID == got.Message.Calls[1].ID {
		t.Fatal("two calls share an id")
	}
}

func TestCancellingEndsAnAnswer(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c := New(Say(strings.Repeat("word ", 100)), Hang())
	heard := 0
	_, err := c.Chat(ctx, llm.Request{}, func(llm.Piece) { heard++; cancel() })
	if kindOf(err) != llm.Cancelled || heard != 1 {
		t.Fatalf("in the middle: %v after %d pieces", err, heard)
	}
	ctx, cancel = context.WithCancel(t.Context())
	go cancel()
	if _, err = c.Chat(ctx, llm.Request{}, nil); kindOf(err) != llm.Cancelled {
		t.Fatalf("while hanging: %v", err)
	}
}

func TestRequestsAreKeptAsTheyWere(t *testing.T) {
	t.Parallel()
	c := New(Say("x"))
	messages := []llm.Message{{Role: llm.User, Text: "before", Calls: []llm.ToolCall{{ID: "1"}}}}
	if _, err := c.Chat(t.Context(), llm.Request{Messages: messages}, nil); err != nil {
		t.Fatal(err)
	}
	messages[0].Text, messages[0].Calls[0].ID = "after", "2"
	if kept := c.Requests()[0].Messages[0]; kept.Text != "before" || kept.Calls[0].ID != "1" {
		t.Fatalf("the record changed: %+v", kept)
	}
}

func TestManyMayAskAtOnce(t *testing.T) {
	t.Parallel()
	c := &Client{ProviderID: "ollama", ModelName: "m", Rest: Call("t", "{}")}
	var group sync.WaitGroup
	var ids sync.Map
	for range 20 {
		group.Go(func() {
			r, err := c.Chat(context.Background(), llm.Request{}, func(llm.Piece) {})
			if err != nil {
				t.Error(err)
				return
			}
			if _, twice := ids.LoadOrStore(r.Message.Calls[0].ID, true); twice {
				t.Errorf("id %s was given twice", r.Message.Calls[0].ID)
			}
		})
	}
	group.Wait()
	if len(c.Requests()) != 20 {
		t.Fatalf("%d requests", len(c.Requests()))
	}
}

func kindOf(err error) llm.Kind {
	var e *llm.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}
