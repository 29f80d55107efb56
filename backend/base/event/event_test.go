package event

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

func fixed() time.Time { return time.UnixMilli(1700000000000) }

// every is one of each event; a new one belongs here.
var every = []Event{
	RunStarted{Path: "/p", Mode: "static"}, RunCompleted{}, RunFailed{Problem: "no"}, RunCanceled{},
	ScanStarted{}, ScanCompleted{Files: 3}, ScanFailed{Problem: "gone"},
	PhaseStarted{Phase: "port", Service: "api"}, PhaseCompleted{Phase: "port", DurationMS: 4}, PhaseFailed{Phase: "port", Problem: "no"},
	ValidationStarted{}, ValidationPassed{}, ValidationFailed{Problems: []string{"a"}},
	IterationStarted{}, IterationCompleted{}, LLMRequest{}, LLMResponse{Usage: &TokenUsage{Total: 7}}, LLMFailed{}, ProviderSwitched{}, ModelChosen{},
	ToolStarted{}, ToolCompleted{Tool: "grep", DurationMS: 5}, ToolCached{Tool: "grep"}, ToolFailed{Tool: "grep"},
	MessageAdded{}, CacheStats{}, ExplorationEnded{Reason: "silent"}, ExplorationResumed{Limit: 32},
}

func TestNamesAreNounDotVerbAndUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range every {
		noun, verb, ok := strings.Cut(e.Name(), ".")
		if !ok || noun == "" || verb == "" || strings.ToLower(e.Name()) != e.Name() {
			t.Errorf("%T is called %q", e, e.Name())
		}
		if seen[e.Name()] {
			t.Errorf("two events are called %q", e.Name())
		}
		seen[e.Name()] = true
		if b, err := json.Marshal(e); err != nil || bytes.Contains(b, []byte("_MS")) {
			t.Errorf("%T does not go over the wire: %s %v", e, b, err)
		}
	}
}

func TestStamperNumbersWithoutGapsFromManyGoroutines(t *testing.T) {
	var got []Stamped
	s := NewStamper("r1", func(e Stamped) { got = append(got, e) }, fixed)
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 50 {
				s.Send(ScanStarted{})
			}
		}()
	}
	wg.Wait()
	if len(got) != 400 {
		t.Fatalf("%d events arrived", len(got))
	}
	for i, e := range got {
		if e.Seq != int64(i+1) || e.RunID != "r1" || e.TS != 1700000000000 {
			t.Fatalf("event %d is %+v", i, e)
		}
	}
}

func TestNobodyListening(t *testing.T) {
	var none *Stamper
	none.Send(ScanStarted{})
	NewStamper("r", nil, fixed).Send(ScanStarted{})
	Composite(nil, NoOp)(Stamped{Event: ScanStarted{}})
}

func TestLogLevelsTellMoreAndMore(t *testing.T) {
	lines := func(l Level) int {
		var b bytes.Buffer
		log := Log(&b, l)
		for _, e := range every {
			log(Stamped{Event: e, Type: e.Name()})
		}
		return strings.Count(b.String(), "\n")
	}
	quiet, normal, verbose, debug := lines(Quiet), lines(Normal), lines(Verbose), lines(Debug)
	if !(quiet == 3 && quiet < normal && normal < verbose && verbose < debug && debug == len(every)) {
		t.Errorf("%d %d %d %d lines", quiet, normal, verbose, debug)
	}
}

func TestMetricsCount(t *testing.T) {
	m := NewMetrics()
	for _, e := range every {
		m.Sink(Stamped{Event: e})
	}
	if tools := m.Tools(); len(tools) != 1 || tools[0] != (ToolMetrics{Tool: "grep", Calls: 3, CacheHits: 1, Errors: 1, DurationMS: 5}) {
		t.Errorf("tools: %+v", tools)
	}
	if phases := m.Phases(); len(phases) != 1 || phases[0].DurationMS != 4 {
		t.Errorf("phases: %+v", phases)
	}
	if calls, tokens := m.LLM(); calls != 1 || tokens != 7 {
		t.Errorf("llm: %d calls, %d tokens", calls, tokens)
	}
	if r := m.CacheHitRate(); r < 0.33 || r > 0.34 {
		t.Errorf("cache hit rate %f", r)
	}
	m.Sink(Stamped{Event: CacheStats{Hits: 2, Misses: 3, Entries: 3, Bytes: 50}})
	m.Sink(Stamped{Event: CacheStats{Hits: 1, Misses: 2, Entries: 2, Bytes: 20}})
	if got, want := m.Cache(), (CacheStats{Hits: 3, Misses: 5, Entries: 2, Bytes: 20}); got != want {
		t.Errorf("cache %+v, want %+v", got, want)
	}
	if said, want := Describe(CacheStats{Hits: 1, Misses: 2, Entries: 2, Bytes: 20}), "1 hits, 2 misses, 2 entries of 20 bytes"; said != want || LevelOf(CacheStats{}) != Verbose {
		t.Errorf("said as %q", said)
	}
	if NewMetrics().CacheHitRate() != 0 {
		t.Error("no calls, no hits")
	}
}

func TestCallbackSeesTheEventItself(t *testing.T) {
	var got Event
	Callback(func(e Event) { got = e })(Stamped{Event: ScanCompleted{Files: 2}})
	if !reflect.DeepEqual(got, ScanCompleted{Files: 2}) {
		t.Errorf("%+v", got)
	}
}
