package tests

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/advise"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/recording"
	"aipack/backend/model/llm/script"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

var rerecord = flag.Bool("rerecord", false, "write testdata/recordings anew, with the scripted models")

// scenario is a run with a model that is written down, from the question to
// the document. No live model was at hand: what answers is a script.
type scenario struct {
	name  string
	files map[string]string
	mode  string // "" for full
	hint  string
	steps []script.Step
	check func(t *testing.T, p played)
}

// played is what came of a scenario.
type played struct {
	out      *pipeline.Outcome
	events   []event.Event
	document universalbuild.UniversalBuild // the first; zero for none
}

func (p played) told(name string) (list []event.Event) {
	for _, e := range p.events {
		if e.Name() == name {
			list = append(list, e)
		}
	}
	return list
}

func (s scenario) play(t *testing.T, client llm.Client) played {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range s.files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	zero := 0.0
	adviser := advise.New(advise.Options{
		Registry: analysis.Registry(), Temperature: &zero, Open: func(context.Context) (llm.Client, error) { return client, nil },
	})
	mode := s.mode
	if mode == "" {
		mode = pipeline.Full
	}
	var p played
	var mu sync.Mutex
	o := analysis.New()
	out, err := o.Execute(t.Context(), pipeline.Run{
		ID: "test", Repo: repo.New(tree, "project"), Mode: mode, Hint: s.hint, Adviser: adviser,
		Sink: func(e event.Stamped) { mu.Lock(); defer mu.Unlock(); p.events = append(p.events, e.Event) },
	})
	if err != nil {
		t.Fatal(err)
	}
	p.out = out
	if len(out.Documents) > 0 {
		p.document = out.Documents[0]
	}
	return p
}

// TestRecordings replays every scenario without any model, and holds that it
// comes to the same documents as when it was recorded.
func TestRecordings(t *testing.T) {
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join("testdata", "recordings", s.name)
			if *rerecord {
				s.record(t, dir)
			}
			client, err := recording.New(nil, recording.Files{Dir: dir}, recording.Options{Mode: recording.Replay, Now: time.Now})
			if err != nil {
				t.Fatalf("%v; go test -tags headless ./tests -run TestRecordings -rerecord writes it anew", err)
			}
			replayed, live := s.play(t, client), s.play(t, script.New(s.steps...))
			a, _ := universalbuild.WriteJSON(replayed.out.Documents)
			b, _ := universalbuild.WriteJSON(live.out.Documents)
			if string(a) != string(b) {
				t.Errorf("the recording comes to other documents; if prompts or tools changed, record anew with -rerecord\nrecorded: %s\nnow: %s\n%s", a, b, replayed.out.Spent.Failure)
			}
			s.check(t, replayed)
		})
	}
	if n := len(scenarios()); n < 10 {
		t.Errorf("%d scenarios", n)
	}
}

func (s scenario) record(t *testing.T, dir string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	written := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) // so that recording twice changes nothing
	client, err := recording.New(script.New(s.steps...), recording.Files{Dir: dir}, recording.Options{
		Mode: recording.Record, Scenario: s.name, Version: "test", Now: func() time.Time { return written },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.play(t, client)
}

// TestCancellingInEveryState stops each scenario when it is asked its first,
// second, third … question: the run ends as stopped, and soon.
func TestCancellingInEveryState(t *testing.T) {
	for _, s := range scenarios() {
		for at := range len(s.steps) {
			ctx, cancel := context.WithCancel(t.Context())
			steps := slices.Clone(s.steps)
			steps[at] = func(within context.Context, _ llm.Request) (*llm.Response, error) {
				cancel()
				<-within.Done()
				return nil, within.Err()
			}
			tree := fstest.MapFS{}
			for name, text := range s.files {
				tree[name] = &fstest.MapFile{Data: []byte(text)}
			}
			mode := pipeline.Full
			if s.mode != "" {
				mode = s.mode
			}
			adviser := advise.New(advise.Options{Registry: analysis.Registry(), Open: func(context.Context) (llm.Client, error) { return script.New(steps...), nil }})
			var last event.Event
			_, err := analysis.New().Execute(ctx, pipeline.Run{
				ID: "test", Repo: repo.New(tree, "project"), Mode: mode, Adviser: adviser, Hint: s.hint, Sink: func(e event.Stamped) { last = e.Event },
			})
			if fault.CodeOf(err) != fault.Canceled || last.Name() != "run.cancelled" {
				t.Errorf("%s, stopped at request %d: %v, last event %s", s.name, at+1, err, last.Name())
			}
			cancel()
		}
	}
}

// TestWhatTheModelDoesIsTold holds the order of the events of one exploration.
func TestWhatTheModelDoesIsTold(t *testing.T) {
	all := scenarios()
	s := all[slices.IndexFunc(all, func(s scenario) bool { return s.name == "a-language-without-rules" })]
	p := s.play(t, script.New(s.steps...))
	var names []string
	for _, e := range p.events {
		if e.Name() != "llm.delta" {
			names = append(names, e.Name())
		}
	}
	want := "phase.started model.asked iteration.started message.added message.added budget llm.request llm.response message.added tool.started tool.completed iteration.completed iteration.started message.added"
	if got := strings.Join(names, " "); !strings.Contains(got, want) {
		t.Errorf("%s", got)
	}
	if len(p.told("llm.delta")) < 3 {
		t.Error("the pieces of the answers were not told")
	}
	for _, e := range p.events {
		if done, ok := e.(event.PhaseCompleted); ok && done.LLM != (done.Phase == "structure") {
			t.Errorf("%s: a model was asked: %v", done.Phase, done.LLM)
		}
	}
	if _, err := json.Marshal(p.events); err != nil {
		t.Error(err)
	}
}
