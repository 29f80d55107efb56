package gateway

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/openai"
	"aipack/backend/model/llm/recording"
	"aipack/backend/model/llm/redact"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/model/llm/selector"
)

func chat(t *testing.T, client llm.Client, text string) error {
	t.Helper()
	_, err := client.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: text}}}, func(llm.Piece) {})
	return err
}

var (
	cloud = selector.Candidate{Provider: "openai", Model: "gpt-4o-mini", Cloud: true}
	own   = selector.Candidate{Provider: "openai", Model: "own"}
)

// servedClient is a client of a server that answers so often.
func servedClient(t *testing.T, answers int) llm.Client {
	t.Helper()
	s := served.New(t, script.New(slices.Repeat([]script.Step{script.Say("yes")}, answers)...), served.OpenAI)
	client, err := openai.New(openai.Options{BaseURL: s.URL + "/v1", Key: "k", Model: "gpt-4o-mini"})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// TestWhoIsPatient: a local model may read for minutes, one of the cloud may
// not, unless the user says so.
func TestWhoIsPatient(t *testing.T) {
	clients := []llm.Client{script.New(), script.New()}
	choice := selector.Choice{Chosen: cloud, Then: []selector.Candidate{own}}
	for said, want := range map[time.Duration]time.Duration{0: 30 * time.Second, time.Minute: time.Minute} {
		got := patient(clients, choice, said)
		if got[0].Patience != want || got[1].Patience != 10*time.Minute {
			t.Errorf("%s: %s and %s", said, got[0].Patience, got[1].Patience)
		}
	}
}

func TestNobodyToAsk(t *testing.T) {
	served.Alone(t, served.Nowhere)
	client, choice, err := New("test").Open(t.Context(), Terms{Want: selector.Want{Provider: "auto"}})
	if client != nil || err != nil || choice.Ready() {
		t.Fatalf("%v %+v %v", client, choice, err)
	}
	if err := choice.Unready(); fault.CodeOf(err) == "" || !strings.Contains(err.Error(), "no model is ready") {
		t.Errorf("%v", err)
	}
}

// TestNoKeyLeaves: neither the key that is used nor those of the environment
// are sent as a part of a text, and what a server says of them is hidden too.
func TestNoKeyLeaves(t *testing.T) {
	served.Alone(t, served.Nowhere)
	t.Setenv("ANTHROPIC_API_KEY", "anthropic-key-0123456789")
	t.Setenv("OPENAI_API_KEY", "openai-key-0123456789")
	s := served.New(t, script.New(script.Say("yes")), served.OpenAI)
	g := New("test")
	kept := &recording.Memory{}
	client, _, err := g.Open(t.Context(), Terms{
		Want: selector.Want{Provider: "openai", Model: "toy", BaseURL: s.URL + "/v1", Fallback: selector.NoFallback},
		Mode: recording.Record, Recording: kept,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := chat(t, client, "is it anthropic-key-0123456789 or openai-key-0123456789?"); err != nil {
		t.Fatal(err)
	}
	if sent := s.Seen(); strings.Contains(sent, "-key-0123456789") || !strings.Contains(sent, "is it") {
		t.Errorf("sent: %s", sent)
	}
	told := []event.Event{}
	r := routed{filter: &redact.Filter{Known: []string{"openai-key-0123456789"}}}
	tell := r.filtered(func(e event.Event) { told = append(told, e) })
	tell(event.LLMFailed{Problem: "bad key openai-key-0123456789"})
	tell(event.ProviderSwitched{Reason: "bad key openai-key-0123456789"})
	for _, e := range told {
		if f, ok := e.(event.LLMFailed); ok && strings.Contains(f.Problem, "openai-key") {
			t.Errorf("%+v", f)
		}
		if p, ok := e.(event.ProviderSwitched); ok && strings.Contains(p.Reason, "openai-key") {
			t.Errorf("%+v", p)
		}
	}
	if len(told) != 2 {
		t.Errorf("%d events", len(told))
	}
}

// TestReplayAsksNobody: what is recorded answers without any provider.
func TestReplayAsksNobody(t *testing.T) {
	served.Alone(t, served.Nowhere)
	s := served.New(t, script.New(script.Say("yes")), served.OpenAI)
	g := New("test")
	kept := &recording.Memory{}
	client, _, err := g.Open(t.Context(), Terms{Want: selector.Want{Provider: "openai", Model: "toy", BaseURL: s.URL + "/v1", Fallback: selector.NoFallback}, Mode: recording.Record, Recording: kept})
	if err != nil {
		t.Fatal(err)
	}
	if err := chat(t, client, "hello"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	client, choice, err := g.Open(t.Context(), Terms{Mode: recording.Replay, Recording: kept})
	if err != nil || choice.Chosen.Provider != "openai" || !strings.Contains(choice.Chosen.Reason, "nothing is sent") {
		t.Fatalf("%+v %v", choice.Chosen, err)
	}
	if err := chat(t, client, "hello"); err != nil {
		t.Error(err)
	}
	if err := chat(t, client, "something else"); err == nil {
		t.Error("what was never asked is answered")
	}
}

// TestReleaseOfAnotherFile: what is not in memory can be removed at once.
func TestReleaseOfAnotherFile(t *testing.T) {
	if !New("test").Release("/models/other.gguf") {
		t.Error("a model that is not loaded is held")
	}
}

func TestOnlyModelsThatAreHereCanAnswer(t *testing.T) {
	served.Alone(t, served.Nowhere)
	if _, err := New("test").onDevice(context.Background(), "no-such-model"); err == nil {
		t.Error("a model that nobody has is ready")
	}
}
