//go:build weights

package chat

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/model/llm/llamacpp/jinja"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// asked is a conversation of testdata/conversations.json, as OpenAI's protocol has
// it.
type asked struct {
	Name     string
	Messages []struct {
		Role, Content, Name string
		ToolCallID          string `json:"tool_call_id"`
		ToolCalls           []struct {
			ID       string
			Function struct {
				Name      string
				Arguments json.RawMessage
			}
		} `json:"tool_calls"`
	}
	Tools []struct {
		Function struct {
			Name, Description string
			Parameters        json.RawMessage
		}
	}
}

func (a asked) talk() (talk protocol.Talk) {
	for _, m := range a.Messages {
		one := protocol.Message{Role: m.Role, Text: m.Content, CallID: m.ToolCallID, ToolName: m.Name}
		for _, c := range m.ToolCalls {
			one.Calls = append(one.Calls, protocol.Call{ID: c.ID, Name: c.Function.Name, Arguments: string(c.Function.Arguments)})
		}
		talk.Messages = append(talk.Messages, one)
	}
	for _, t := range a.Tools {
		talk.Tools = append(talk.Tools, protocol.Tool{Name: t.Function.Name, Description: t.Function.Description, Schema: t.Function.Parameters})
	}
	return talk
}

// not are what this program does on purpose in another way, or not at all.
var not = map[string]string{
	"meetkai-functionary-medium-v3.1.jinja": "Python's type for safe HTML escapes what is joined to it",
	"meetkai-functionary-medium-v3.2.jinja": "the same",
	"llama-cpp-deepseek-r1.jinja":           "Python fails at what is written here",
}

// TestMakersTemplates holds what makers' own templates write here against what they
// write in transformers. build/weights.sh fetches them and says where they are.
func TestMakersTemplates(t *testing.T) {
	dir := os.Getenv("AIPACK_TEMPLATES")
	var conversations []asked
	wanted := map[string][]*string{}
	read(t, "testdata/conversations.json", &conversations)
	read(t, filepath.Join(dir, "said.json"), &wanted)
	if len(conversations) < 12 || len(wanted) < 60 {
		t.Fatalf("%d conversations, %d templates", len(conversations), len(wanted))
	}
	same, refused := 0, 0
	for name, texts := range wanted {
		source, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		template, err := jinja.Parse(string(source))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f := &Form{template: template, words: Vocabulary{Begin: "<BOS>", End: "<EOS>"}}
		for i, want := range texts {
			got, err := f.asGiven(conversations[i].talk(), time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC))
			switch {
			case not[name] != "":
			case want == nil && err != nil:
				refused++
			case want == nil || err != nil:
				t.Errorf("%s, %s: %v; transformers writes it: %v", name, conversations[i].Name, err, want != nil)
			case got.String() != *want:
				t.Errorf("%s, %s: %s", name, conversations[i].Name, cmp.Diff(*want, got.String()))
			default:
				same++
			}
		}
	}
	t.Logf("%d texts of %d templates are the same to the letter; %d conversations are refused in both", same, len(wanted)-len(not), refused)
}

func read(t *testing.T, path string, into any) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		t.Fatalf("%v; make test-weights makes it", err)
	}
}
