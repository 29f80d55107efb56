package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

func at() time.Time { return time.Unix(1_700_000_000, 0) }

func open(t *testing.T, inner llm.Client, store Store, mode Mode) *Client {
	t.Helper()
	c, err := New(inner, store, Options{Mode: mode, Scenario: "test", Now: at})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ask(text string) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.System, Text: "You look at <b>projects</b> & say what they are."}, {Role: llm.User, Text: text}}, MaxTokens: 100}
}

// talk is a conversation with a tool, its ids made by the provider.
func talk(id string) llm.Request {
	r := ask("which port?")
	r.Tools = []llm.ToolDefinition{{Name: "read_file", Description: "Reads.", Schema: json.RawMessage(`{"type":"object", "properties":{"path":{"type":"string"}}}`)}}
	r.Messages = append(r.Messages,
		llm.Message{Role: llm.Assistant, Thinking: []llm.Thinking{{Provider: "x", Opaque: json.RawMessage(`"` + id + `"`)}}, Calls: []llm.ToolCall{{ID: id, Name: "read_file", Arguments: `{"path":"a.js"}`, Opaque: id}}},
		llm.Message{Role: llm.Tool, CallID: id, ToolName: "read_file", Text: "listen(3000)"})
	return r
}

func TestARecordingIsReplayedWithoutItsModel(t *testing.T) {
	store := Files{Dir: filepath.Join(t.TempDir(), "scenario")}
	live := script.New(script.Call("read_file", `{"path":"a.js"}`), script.Say("3000"), script.FailAs(llm.Unauthorised))
	live.ProviderID, live.ModelName = "ollama", "qwen2.5-coder:7b"
	requests := []llm.Request{ask("which port?"), talk("abc"), ask("and now?")}
	recorder := open(t, live, store, Record)
	var first []any
	for _, r := range requests {
		answer, err := recorder.Chat(t.Context(), r, nil)
		first = append(first, answer, describe(err))
	}
	replayer := open(t, nil, store, Replay)
	if replayer.Provider() != "ollama" || replayer.Model() != "qwen2.5-coder:7b" {
		t.Error(replayer.Provider(), replayer.Model())
	}
	requests[1] = talk("another id") // ids are made anew in each run
	var second []any
	for _, r := range requests {
		answer, err := replayer.Chat(t.Context(), r, nil)
		if err == nil {
			if !answer.Recorded {
				t.Error("an answer does not say that it was recorded")
			}
			answer.Recorded = false
		}
		second = append(second, answer, describe(err))
	}
	if !reflect.DeepEqual(first, second) {
		t.Errorf("%+v\n%+v", first, second)
	}
	files, err := filepath.Glob(filepath.Join(store.Dir, "*.json"))
	if err != nil || len(files) != 3 || len(filepath.Base(files[0])) != named+len(".json") {
		t.Errorf("%v %v", files, err)
	}
}

func describe(err error) string {
	var e *llm.Error
	if errors.As(err, &e) {
		return fmt.Sprint(e.Kind, e.Provider, e.Model, e.Message)
	}
	return fmt.Sprint(err)
}

func TestAFileIsReadableAndSorted(t *testing.T) {
	store := Files{Dir: t.TempDir()}
	if _, err := open(t, script.New(script.Say("3000 <ok>")), store, Record).Chat(t.Context(), ask("x"), nil); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(store.Dir, "*.json"))
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	s := string(text)
	last := -1
	for _, key := range []string{`"aipack exchange"`, `"model": "scripted"`, `"nth": 1`, `"provider": "script"`, `"recorded_at": "2023-11-14T22:13:20Z"`, `<b>projects</b> & say`, `"request_hash"`, `"3000 <ok>"`, `"scenario": "test"`, `"turn": 1`} {
		i := strings.Index(s, key)
		if i <= last {
			t.Errorf("%s is missing or out of order in\n%s", key, s)
		}
		last = i
	}
}

func TestTheSameRequestTwiceKeepsBothAnswers(t *testing.T) {
	store := Files{Dir: t.TempDir()}
	recorder := open(t, script.New(script.Say("broken"), script.Say("whole")), store, Record)
	for range 2 {
		if _, err := recorder.Chat(t.Context(), ask("x"), nil); err != nil {
			t.Fatal(err)
		}
	}
	replayer := open(t, nil, store, Replay)
	for _, want := range []string{"broken", "whole", "whole"} {
		if answer, err := replayer.Chat(t.Context(), ask("x"), nil); err != nil || answer.Message.Text != want {
			t.Errorf("%+v %v, wanted %s", answer, err, want)
		}
	}
}

func TestDriftShowsTheFirstLineThatDiffers(t *testing.T) {
	store := &Memory{}
	recorder := open(t, script.New(script.Say("a"), script.Say("b")), store, Record)
	far, near := ask("something else altogether"), ask("line one\nline two\nline three")
	for _, r := range []llm.Request{far, near} {
		if _, err := recorder.Chat(t.Context(), r, nil); err != nil {
			t.Fatal(err)
		}
	}
	_, err := open(t, nil, store, Replay).Chat(t.Context(), ask("line one\nline 2\nline three"), nil)
	var e *llm.Error
	var d *Drift
	if !errors.As(err, &e) || e.Kind != llm.BadRequest || !errors.As(err, &d) {
		t.Fatal(err)
	}
	if d.Recorded != "line two" || d.Now != "line 2" || d.Near != store.All[1].file() || d.Line < 2 {
		t.Errorf("%+v", d)
	}
}

func TestDriftOfALongLineIsCutAroundTheDifference(t *testing.T) {
	long := strings.Repeat("x", 5000)
	a, b := around(long+"THEN"+long, long+"NOW"+long)
	if !strings.Contains(a, "THEN") || !strings.Contains(b, "NOW") || len(a) > 300 || len(b) > 300 {
		t.Error(a, b)
	}
}

func TestAutoRecordsWhatIsNotThereAndAsksForNothingElse(t *testing.T) {
	store := Files{Dir: t.TempDir()}
	live := script.New(script.Say("one"))
	if answer, err := open(t, live, store, Auto).Chat(t.Context(), ask("x"), nil); err != nil || answer.Message.Text != "one" {
		t.Fatal(answer, err)
	}
	if answer, err := open(t, live, store, Auto).Chat(t.Context(), ask("x"), nil); err != nil || answer.Message.Text != "one" || len(live.Requests()) != 1 {
		t.Fatal(answer, err)
	}
	other := script.New(script.Say("two"))
	other.ModelName = "another"
	if answer, err := open(t, other, store, Auto).Chat(t.Context(), ask("x"), nil); err != nil || answer.Message.Text != "two" {
		t.Errorf("another model's answer was taken: %+v %v", answer, err)
	}
}

// TestAutoAsksAgainWhatFailed: a failure is no answer.
func TestAutoAsksAgainWhatFailed(t *testing.T) {
	store := &Memory{}
	live := script.New(script.FailAs(llm.ServerFault), script.Say("at last"))
	if _, err := open(t, live, store, Auto).Chat(t.Context(), ask("x"), nil); err == nil {
		t.Fatal("nothing failed")
	}
	for range 2 {
		answer, err := open(t, live, store, Auto).Chat(t.Context(), ask("x"), nil)
		if err != nil || answer.Message.Text != "at last" || len(live.Requests()) != 2 {
			t.Errorf("%+v %v after %d requests", answer, err, len(live.Requests()))
		}
	}
}

// elsewhere answers from one recording and keeps in another.
type elsewhere struct {
	from []Exchange
	Memory
}

func (e *elsewhere) Load() ([]Exchange, error) { return e.from, nil }

// TestACopyIsAsGoodAsItsOriginal: what others recorded is kept where it answers,
// so that the new recording is whole, and is known as what it is.
func TestACopyIsAsGoodAsItsOriginal(t *testing.T) {
	first := &Memory{}
	recorder := open(t, script.New(script.Say("one"), script.Say("two")), first, Record)
	for range 2 {
		if _, err := recorder.Chat(t.Context(), ask("x"), nil); err != nil {
			t.Fatal(err)
		}
	}
	newer := &Memory{}
	if _, err := open(t, script.New(script.Say("newer")), newer, Record).Chat(t.Context(), ask("x"), nil); err != nil {
		t.Fatal(err)
	}
	second := &elsewhere{from: append(first.All, newer.All...)}
	live := script.New(script.Say("three"))
	c, err := New(live, second, Options{Mode: Auto, Copy: true, Now: at})
	if err != nil {
		t.Fatal(err)
	}
	said := func(c *Client, text string) string {
		t.Helper()
		answer, err := c.Chat(t.Context(), ask(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(answer.Message.Text, answer.Recorded)
	}
	if got := []string{said(c, "x"), said(c, "x"), said(c, "y")}; !reflect.DeepEqual(got, []string{"newertrue", "twotrue", "threefalse"}) {
		t.Errorf("%q", got)
	}
	var kept []string
	for _, e := range second.All {
		kept = append(kept, fmt.Sprint(e.Response.Message.Text, e.Turn, e.Nth, e.Copied))
	}
	if !reflect.DeepEqual(kept, []string{"newer1 1 true", "two2 2 true", "three3 1 false"}) {
		t.Errorf("%q", kept)
	}
	replay := open(t, nil, &second.Memory, Replay)
	if got := []string{said(replay, "x"), said(replay, "x"), said(replay, "y")}; !reflect.DeepEqual(got, []string{"newertrue", "twotrue", "threetrue"}) {
		t.Errorf("the copy replays as %q", got)
	}
}

func TestReplayNeedsARecording(t *testing.T) {
	if _, err := New(script.New(), Files{Dir: filepath.Join(t.TempDir(), "none")}, Options{Mode: Replay, Now: at}); err == nil {
		t.Error("an empty recording is replayed")
	}
}

func TestReplayNeverAsks(t *testing.T) {
	store := &Memory{}
	if _, err := open(t, script.New(script.Say("a")), store, Record).Chat(t.Context(), ask("x"), nil); err != nil {
		t.Fatal(err)
	}
	live := script.New(script.Say("b"))
	if _, err := open(t, live, store, Replay).Chat(t.Context(), ask("y"), nil); err == nil || len(live.Requests()) != 0 {
		t.Errorf("%v, %d requests", err, len(live.Requests()))
	}
}

func TestAStopIsNotRecorded(t *testing.T) {
	store := &Memory{}
	if _, err := open(t, script.New(script.FailAs(llm.Cancelled)), store, Record).Chat(t.Context(), ask("x"), nil); err == nil || len(store.All) != 0 {
		t.Error(err, store.All)
	}
}

func TestTheHashDoesNotDependOnIdsBlanksOrOrder(t *testing.T) {
	a, b := talk("toolu_01"), talk("call_9")
	b.Tools[0].Schema = json.RawMessage(`{"properties": {"path": {"type": "string"}}, "type": "object"}`)
	x, errX := Canonical(a)
	y, errY := Canonical(b)
	if errX != nil || errY != nil || Hash(x) != Hash(y) {
		t.Errorf("%s\n%s", x, y)
	}
	b.Messages[1].Text += "!"
	if z, _ := Canonical(b); Hash(z) == Hash(y) {
		t.Error("another question has the same hash")
	}
}

func TestWhatIsNoExchangeIsNamed(t *testing.T) {
	store := Files{Dir: t.TempDir()}
	if _, err := open(t, script.New(script.Say("a")), store, Record).Chat(t.Context(), ask("x"), nil); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(store.Dir, "*.json"))
	whole, _ := os.ReadFile(files[0])
	for name, text := range map[string]string{
		"edited": strings.Replace(string(whole), `"x"`, `"y"`, 1), "other": `{"name":"left-pad"}`, "text": "hello", "newer": strings.Replace(string(whole), `"version": 1`, `"version": 9`, 1),
	} {
		if text == string(whole) {
			t.Fatalf("%s changes nothing", name)
		}
		if err := os.WriteFile(files[0], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Load(); err == nil || !strings.Contains(err.Error(), filepath.Base(files[0])) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAFullDiskIsAnErrorUnlessSomebodyListens(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	store := Files{Dir: filepath.Join(file, "below")}
	if _, err := open(t, script.New(script.Say("a")), store, Record).Chat(t.Context(), ask("x"), nil); err == nil {
		t.Error("nothing was said")
	}
	var lost error
	c, err := New(script.New(script.Say("a")), store, Options{Mode: Record, Now: at, Lost: func(e error) { lost = e }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Chat(t.Context(), ask("x"), nil); err != nil || lost == nil {
		t.Error(err, lost)
	}
}

func TestManyRecordAtOnce(t *testing.T) {
	store := Files{Dir: t.TempDir()}
	live := script.New()
	live.Rest = script.From(func(r llm.Request) (*llm.Response, error) {
		return &llm.Response{Message: llm.Message{Text: r.Messages[1].Text}}, nil
	})
	recorder := open(t, live, store, Record)
	each := func(c *Client) {
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				text := fmt.Sprint("question ", i%10)
				if answer, err := c.Chat(t.Context(), ask(text), func(llm.Piece) {}); err != nil || answer.Message.Text != text {
					t.Error(answer, err)
				}
			})
		}
		wg.Wait()
	}
	each(recorder)
	each(open(t, nil, store, Replay))
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"format":"aipack exchange","version":1,"request_hash":"44","request":{}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if e, err := Parse(text); err == nil {
			_ = nearest([]Exchange{e}, []byte(`{"messages":[]}`))
			_ = e.file()
		}
	})
}
