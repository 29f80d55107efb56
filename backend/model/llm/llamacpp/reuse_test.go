package llamacpp

import (
	"fmt"
	"strings"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp/protocol"
	"aipack/backend/model/modelfile/gguftest"
)

// TestASecondTurnCostsOnlyItsNewTokens: a conversation of 6,000 tokens goes on,
// with a call that the model wrote in tokens of its own choice.
func TestASecondTurnCostsOnlyItsNewTokens(t *testing.T) {
	c := client(t, func(o *Options) { o.ContextTokens = 8192 })
	var file strings.Builder
	for i := 0; file.Len() < 5900; i++ {
		fmt.Fprintf(&file, "line %d of a file\n", i)
	}
	r := ask(file.String(), 60)
	r.Tools, r.Choice = further[:1], llm.SomeTool
	first := chat(t, c, r)
	turn := c.Last()
	if turn.Prompt < 5800 || turn.Evaluated != turn.Prompt {
		t.Fatalf("the first turn: %+v", turn)
	}
	r.Messages = append(r.Messages, first.Message, llm.Message{Role: llm.Tool, CallID: first.Message.Calls[0].ID, Text: "It is there."})
	answer := chat(t, c, r)
	if next := c.Last(); next.Evaluated*20 > turn.Prompt || answer.Usage.Cached != next.Prompt-next.Evaluated {
		t.Errorf("the second turn evaluated %d of %d tokens; usage %+v", next.Evaluated, next.Prompt, answer.Usage)
	}
	// Another phase of the same run: the same system message and tools.
	r.Messages = []llm.Message{user("Now something else.")}
	chat(t, c, r)
	if other := c.Last(); other.Evaluated > 60 {
		t.Errorf("another phase evaluated %d of %d tokens", other.Evaluated, other.Prompt)
	}
}

// TestReuseChangesNothing: with and without what the cache holds, the answer
// is the same.
func TestReuseChangesNothing(t *testing.T) {
	r := ask("first question", 30)
	talk := func(c *Client, between func()) []string {
		var said []string
		q := r
		for range 4 {
			answer := chat(t, c, q)
			said = append(said, answer.Message.Text)
			// The answer is not sent back: bytes that were no characters were replaced.
			q.Messages = append(q.Messages, llm.Message{Role: llm.Assistant, Text: "yes"}, user("and then?"))
			between()
		}
		return said
	}
	c := client(t)
	warm := talk(c, func() {})
	cold := talk(c, func() {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	})
	if strings.Join(warm, "\x00") != strings.Join(cold, "\x00") {
		t.Errorf("with the cache %q, without %q", warm, cold)
	}
}

// TestEveryArchitectureAnswers: models of each architecture that the catalogue
// has load, answer, write a call that they must, and go on.
func TestEveryArchitectureAnswers(t *testing.T) {
	for _, architecture := range gguftest.Architectures() {
		t.Run(architecture, func(t *testing.T) {
			path := modelFile(t, gguftest.TinyOf(architecture))
			c := client(t, func(o *Options) { o.Model = path })
			r := ask(strings.Repeat("a long file ", 100), 30)
			r.Tools, r.Choice = further[:1], llm.SomeTool
			answer := chat(t, c, r)
			if len(answer.Message.Calls) != 1 || answer.Message.Calls[0].Name != further[0].Name {
				t.Fatalf("%+v", answer)
			}
			turn := c.Last()
			r.Messages = append(r.Messages, answer.Message, llm.Message{Role: llm.Tool, CallID: answer.Message.Calls[0].ID, Text: "It is there."})
			chat(t, c, r)
			if next := c.Last(); next.Evaluated*5 > turn.Prompt {
				t.Errorf("the second turn evaluated %d of %d tokens", next.Evaluated, next.Prompt)
			}
		})
	}
}

func TestTooLong(t *testing.T) {
	c := client(t, func(o *Options) { o.ContextTokens = 256 })
	_, err := c.Chat(t.Context(), ask(strings.Repeat("word ", 400), 10), nil)
	if e := as[*llm.Error](t, err); e.Kind != llm.TooLong || !strings.Contains(e.Message, "256") {
		t.Errorf("%s: %v", e.Kind, e)
	}
	// What fits is answered up to the edge of the window.
	r := ask("hi", 0)
	answer := chat(t, c, r)
	if answer.Stop == llm.StopLength && answer.Usage.Prompt+answer.Usage.Completion != 256 {
		t.Errorf("stopped at %+v", answer.Usage)
	}
}

func TestCountTokens(t *testing.T) {
	c := client(t)
	r := ask("How many tokens are these?", 5)
	r.Tools = further
	n, err := c.CountTokens(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if got := chat(t, c, r).Usage.Prompt; got != n {
		t.Errorf("counted %d, read %d", n, got)
	}
	if n, err := c.CountText(t.Context(), "hello"); err != nil || n != 1 {
		t.Errorf("hello is %d tokens, %v; the vocabulary has it as one", n, err)
	}
	result, err := c.ask(t.Context(), func(protocol.Loaded) protocol.Request { return protocol.Request{Op: protocol.Count} }, nil)
	if err != nil || result.Tokens != 0 {
		t.Errorf("nothing is %+v, %v", result, err)
	}
}
