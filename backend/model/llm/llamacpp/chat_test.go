package llamacpp

import (
	"strings"
	"testing"

	"aipack/backend/model/llm"
)

func user(text string) llm.Message { return llm.Message{Role: llm.User, Text: text} }

func seed(n int64) *int64 { return &n }

func TestChatStreamsWhatItReturns(t *testing.T) {
	c := client(t)
	var heard strings.Builder
	r := llm.Request{Messages: []llm.Message{user("hello")}, MaxTokens: 60, Temperature: 1, Seed: seed(7)}
	answer, err := c.Chat(t.Context(), r, func(p llm.Piece) { heard.WriteString(p.Text) })
	if err != nil {
		t.Fatal(err)
	}
	if answer.Message.Text == "" || heard.String() != answer.Message.Text {
		t.Errorf("heard %q, answered %q", heard.String(), answer.Message.Text)
	}
	if !answer.Usage.Reported || answer.Usage.Prompt < 10 || answer.Usage.Completion == 0 {
		t.Errorf("usage %+v", answer.Usage)
	}
	again, err := c.Chat(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.Message.Text != answer.Message.Text {
		t.Errorf("the same seed said %q, then %q", answer.Message.Text, again.Message.Text)
	}
	t.Logf("%+v %+v", c.Loaded(), c.Last())
}
