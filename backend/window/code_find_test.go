package window

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/code/codefind"
	"aipack/backend/window/code"
)

// sense is a model to which a text is of a door or is not; it reads nothing while it is held.
type sense struct {
	mu   sync.Mutex
	read []string
	held chan struct{} // nil: it is not
	fail error
}

func (s *sense) Embed(ctx context.Context, texts []string, hear func(int)) ([][]float32, error) {
	s.mu.Lock()
	held, fail := s.held, s.fail
	s.mu.Unlock()
	hear(0)
	if held != nil {
		select {
		case <-held:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if fail != nil {
		return nil, fail
	}
	var out [][]float32
	for _, t := range texts {
		v := []float32{0, 1}
		if strings.Contains(t, "gate") || strings.Contains(t, "entrance") {
			v = []float32{1, 0}
		}
		out = append(out, v)
	}
	s.mu.Lock()
	s.read = append(s.read, texts...)
	s.mu.Unlock()
	hear(len(texts))
	return out, nil
}

func (s *sense) hold(held chan struct{}, fail error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held, s.fail = held, fail
}

// reads gives what was read since it was asked last.
func (s *sense) reads() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.read
	s.read = nil
	return out
}

var guarded = map[string]string{
	"go.mod": "module example.com/guarded\n",
	"main.go": "package main\n\n// Save keeps a file.\nfunc Save() {}\n\n// Gate lets nobody through without a key.\nfunc Gate() {}\n\n// door is closed.\ntype door struct{}\n\n" +
		"func main() { Save(); Gate() }\n",
}

// found is an App whose code is read by a model, what it told of answers, and how to wait for one.
func found(t *testing.T, model *sense) (a *App, run, dir string, until func(what string, is func(code.Found) bool) code.Found) {
	t.Helper()
	a, run, dir = mapped(t, guarded, 0)
	a.Code.Meaning = func() (codefind.Model, string, error) { return model, "sense", nil }
	told := make(chan code.Found, 1000)
	emit := a.Page.Frame.Emit
	a.Page.Frame.Emit = func(name string, payload any) {
		if f, ok := payload.(code.Found); ok && name == "code.found" {
			told <- f
		}
		emit(name, payload)
	}
	last := int64(0)
	return a, run, dir, func(what string, is func(code.Found) bool) code.Found {
		t.Helper()
		for {
			select {
			case f := <-told:
				if f.Seq <= last {
					t.Errorf("state %d came after %d", f.Seq, last)
				}
				if last = f.Seq; is(f) {
					return f
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("waited in vain for %s", what)
			}
		}
	}
}

func isState(state, question string) func(code.Found) bool {
	return func(f code.Found) bool { return f.State == state && f.Question == question }
}

func namesOf(f code.Found) string {
	var out []string
	for _, h := range f.Hits.Hits {
		out = append(out, h.Name)
	}
	return strings.Join(out, " ")
}

func ask(t *testing.T, a *App, run, question, kind string) code.Found {
	t.Helper()
	f, err := a.Code.Find(run, question, kind, "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestCodeIsFoundByMeaning: by words at once, by meaning once the model has read;
// what it has read is kept on the shelf, and only what changed is read again.
func TestCodeIsFoundByMeaning(t *testing.T) {
	model := &sense{}
	a, run, dir, until := found(t, model)
	before := untilCode(t, a, run, "the code", current)
	if f := ask(t, a, run, "keeps a key", ""); f.State != "waiting" || namesOf(f) != "Save Gate" && namesOf(f) != "Gate Save" || f.Model.ID == "" || f.Model.Bytes == 0 {
		t.Errorf("at once: %+v", f)
	}
	f := until("the answer", isState("meant", "keeps a key"))
	if f.Hits.Total != len(f.Hits.Hits) || f.Hits.Total != 4 || f.Graph != before.Graph || f.Warning != "" || f.Error != nil {
		t.Errorf("%s: %+v", namesOf(f), f)
	}
	if read := model.reads(); len(read) != 5 { // Save, Gate, door, main; the question
		t.Errorf("%q was read", read)
	}
	ask(t, a, run, "entrance", "")
	if f := until("what has none of its words", isState("meant", "entrance")); !strings.HasPrefix(namesOf(f), "Gate ") {
		t.Errorf("%s", namesOf(f))
	}
	if read := model.reads(); len(read) != 1 {
		t.Errorf("%q was read for a second question", read)
	}
	ask(t, a, run, "entrance", "struct")
	if f := until("those of a kind", isState("meant", "entrance")); namesOf(f) != "door" {
		t.Errorf("%+v", f.Hits)
	}
	if read := model.reads(); len(read) != 1 {
		t.Errorf("%q was read for a third question", read)
	}
	if err := a.Code.Leave(); err != nil {
		t.Fatal(err)
	}
	next := strings.Replace(guarded["main.go"], "Save keeps", "Save puts away", 1)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(next), 0o644); err != nil {
		t.Fatal(err)
	}
	ask(t, a, run, "way in", "")
	until("an answer from the shelf", isState("meant", "way in"))
	if read := model.reads(); len(read) != 2 || !strings.Contains(read[0], "puts away") || read[1] != "way in" {
		t.Errorf("%q was read of an edit", read)
	}
}

// TestAnotherQuestionDoesNotBeginAnew: what the model is reading for the folder goes
// on, and the last question alone is answered.
func TestAnotherQuestionDoesNotBeginAnew(t *testing.T) {
	model, gate := &sense{}, make(chan struct{})
	model.hold(gate, nil)
	a, run, _, until := found(t, model)
	ask(t, a, run, "first", "")
	if f := until("the reading", func(f code.Found) bool { return f.State == "reading" && f.Of > 0 }); f.Of != 4 || f.Done != 0 {
		t.Errorf("%d of %d", f.Done, f.Of)
	}
	if f := ask(t, a, run, "entrance", ""); f.State != "reading" || f.Of != 4 {
		t.Errorf("the second question: %+v", f)
	}
	model.hold(nil, nil)
	close(gate)
	until("the answer", func(f code.Found) bool {
		if f.Question == "first" {
			t.Errorf("the first question is told of: %+v", f)
		}
		return f.State == "meant"
	})
	symbols := 0
	for _, text := range model.reads() {
		if strings.Contains(text, "\n") {
			symbols++
		}
	}
	if symbols != 4 {
		t.Errorf("%d symbols were read", symbols)
	}
}

// TestFindingEnds: by a stop, with its index, with another project, with a model that fails or is not there.
func TestFindingEnds(t *testing.T) {
	model := &sense{}
	a, run, _, until := found(t, model)
	untilCode(t, a, run, "the code", current)
	model.hold(make(chan struct{}), nil)
	ask(t, a, run, "a key", "")
	until("the reading", isState("reading", "a key"))
	if err := a.Code.StopFinding(); err != nil {
		t.Fatal(err)
	}
	if f := until("the stop", isState("stopped", "a key")); !strings.HasPrefix(namesOf(f), "Gate") || f.Error != nil {
		t.Errorf("%+v", f)
	}
	if err := a.Code.StopFinding(); err != nil { // nothing is under way, and nothing is told
		t.Fatal(err)
	}
	model.hold(nil, errors.New("it broke"))
	ask(t, a, run, "once more", "")
	if f := until("the failure", isState("failed", "once more")); f.Error == nil || !strings.Contains(f.Error.Message, "it broke") {
		t.Errorf("%+v", f.Error)
	}

	model.hold(make(chan struct{}), nil)
	ask(t, a, run, "read anew", "")
	until("the reading", isState("reading", "read anew"))
	if _, err := a.Code.Rebuild(run); err != nil {
		t.Fatal(err)
	}
	until("the end with the index that it was about", isState("stopped", "read anew"))

	model.hold(make(chan struct{}), nil)
	ask(t, a, run, "left", "")
	until("the reading", isState("reading", "left"))
	if err := a.Code.Leave(); err != nil {
		t.Fatal(err)
	}
	model.hold(nil, nil)
	for _, lack := range []struct {
		err  error
		want string
	}{
		{&fault.Fault{Code: fault.ModelNotFound, Message: "not here", Hint: "a command"}, "words MODEL_NOT_FOUND"},
		{fmt.Errorf("opening: %w", errors.New("broken")), "failed INTERNAL"},
	} {
		a.Code.Meaning = func() (codefind.Model, string, error) { return nil, "", lack.err }
		untilCode(t, a, run, "the code", current)
		f := ask(t, a, run, "a key", "")
		if got := f.State + " " + f.Error.Code; got != lack.want || !strings.HasPrefix(namesOf(f), "Gate") || strings.Contains(f.Error.Hint, "command") {
			t.Errorf("%s, not %s: %+v", got, lack.want, f)
		}
	}
	if read := model.reads(); len(read) != 0 {
		t.Errorf("%q was read after the end", read)
	}
}
