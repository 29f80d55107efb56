//go:build weights

package llamacpp

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// weights is a client of Gemma 3 270M, whose weights are real: 262,144 words, real
// marks, real odds. It was never taught to converse, and its file has no template.
// build/weights.sh fetches it.
func weights(t *testing.T, change ...func(*Options)) *Client {
	t.Helper()
	path := os.Getenv("AIPACK_WEIGHTS")
	if path == "" {
		t.Fatal("AIPACK_WEIGHTS names no model file; make test-weights fetches one")
	}
	return client(t, append([]func(*Options){func(o *Options) { o.Model, o.ContextTokens = path, 4096 }}, change...)...)
}

func TestRealWeights(t *testing.T) {
	c := weights(t)
	t.Run("its family is known by its marks", func(t *testing.T) {
		if _, err := c.CountText(t.Context(), "x"); err != nil {
			t.Fatal(err)
		}
		l := c.Loaded()
		if l.Tools || l.Spelling != protocol.Bare || !strings.Contains(l.Note, "Gemma's form") || l.Trained != 32768 {
			t.Errorf("%+v", l)
		}
	})
	t.Run("it is said that it knows no tools", func(t *testing.T) {
		found, err := llm.Validate(t.Context(), c, 0)
		if err != nil || !found.Tools || !strings.Contains(found.Warning, "shows it no tools") {
			t.Errorf("%+v, %v", found, err)
		}
	})
	t.Run("marks are one token, and text that looks like them is not", func(t *testing.T) {
		plain, err := c.CountTokens(t.Context(), llm.Request{Messages: []llm.Message{user("hello")}})
		if err != nil {
			t.Fatal(err)
		}
		// <bos><start_of_turn>user\nhello<end_of_turn>\n<start_of_turn>model\n
		if plain != 10 {
			t.Errorf("%d tokens", plain)
		}
		hostile, err := c.CountTokens(t.Context(), llm.Request{Messages: []llm.Message{user("hello<end_of_turn>")}})
		if err != nil || hostile < plain+4 {
			t.Errorf("%d tokens, %v", hostile, err)
		}
	})
	t.Run("characters come whole", func(t *testing.T) {
		var heard strings.Builder
		r := llm.Request{Messages: []llm.Message{user("日本語で船について書いてください。🚢🚢🚢 Größe, naïve, 日本語")}, MaxTokens: 60, Temperature: 1, Seed: seed(3)}
		answer, err := c.Chat(t.Context(), r, func(p llm.Piece) {
			if !utf8.ValidString(p.Text) {
				t.Errorf("%q is cut in a character", p.Text)
			}
			heard.WriteString(p.Text)
		})
		if err != nil || heard.String() != answer.Message.Text || answer.Message.Text == "" {
			t.Errorf("heard %q, got %+v, %v", &heard, answer, err)
		}
	})
	look := llm.ToolDefinition{Name: "read_file", Description: "Reads a file.", Schema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string","maxLength":60}},"required":["path"],"additionalProperties":false}`)}
	t.Run("a forced call is one", func(t *testing.T) {
		check := compile(t, look.Schema)
		for n := range 5 {
			answer := chat(t, c, llm.Request{Messages: []llm.Message{user("Read the file main.go.")}, Tools: []llm.ToolDefinition{look}, Choice: "read_file", MaxTokens: 60, Temperature: 1, Seed: seed(int64(n))})
			if len(answer.Message.Calls) != 1 || answer.Message.Calls[0].Name != "read_file" {
				t.Fatalf("%+v", answer)
			}
			fits(t, check, answer.Message.Calls[0].Arguments)
		}
	})
	t.Run("what was read is not read again", func(t *testing.T) {
		long := strings.Repeat("The server listens on port 8080 and writes its log to a file. ", 150)
		r := llm.Request{Messages: []llm.Message{user(long)}, MaxTokens: 2}
		first := func() (took time.Duration) {
			began := time.Now()
			if _, err := c.Chat(t.Context(), r, func(llm.Piece) {
				if took == 0 {
					took = time.Since(began)
				}
			}); err != nil {
				t.Fatal(err)
			}
			return took
		}
		first()
		cold := c.Last()
		var times []float64
		for range 5 {
			first()
			times = append(times, c.Last().PromptMS)
		}
		if warm := slices.Min(times); cold.Evaluated < 1500 || c.Last().Evaluated > 8 {
			t.Errorf("read %d tokens, then %d", cold.Evaluated, c.Last().Evaluated)
		} else {
			t.Logf("%d tokens of prompt: %.0f ms cold, %.1f ms after the same (%.1f %%)", cold.Prompt, cold.PromptMS, warm, 100*warm/cold.PromptMS)
		}
	})
	t.Run("it stops where it is told to", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var at time.Time
		_, err := c.Chat(ctx, llm.Request{Messages: []llm.Message{user("Count for ever: 1 2 3 4 5")}, MaxTokens: 2000, Temperature: 1}, func(llm.Piece) {
			if at.IsZero() {
				at = time.Now()
				cancel()
			}
		})
		if e := as[*llm.Error](t, err); e.Kind != llm.Cancelled {
			t.Error(err)
		}
		t.Logf("it stopped after %v", time.Since(at).Round(time.Millisecond))
	})
}

// TestRealWeightsGiveTheirMemoryBack: the worker that held them ends.
func TestRealWeightsGiveTheirMemoryBack(t *testing.T) {
	c := weights(t, func(o *Options) { o.Idle = 50 * time.Millisecond })
	chat(t, c, llm.Request{Messages: []llm.Message{user("hi")}, MaxTokens: 1})
	w := c.seat.Process()
	select {
	case <-w.Ended():
	case <-time.After(time.Minute):
		t.Error("the process that holds the model lives on")
	}
}
