package store

import (
	"reflect"
	"testing"
)

func asked(model string, at int64, prompt int, reported bool) Exchange {
	return Exchange{Hash: "44", Provider: "ollama", Model: model, At: at, Prompt: prompt, Cached: prompt / 2, Completion: 5, Reported: reported, JSON: `{"request":{}}`}
}

func TestExchangesComeBackInOrderAndTravelWithTheirRun(t *testing.T) {
	s := open(t, t.TempDir())
	finished(t, s, "a", "/p", 1)
	finished(t, s, "b", "/p", 2)
	for _, e := range []Exchange{asked("m", 10, 100, true), asked("m", 20, 200, false), asked("n", 30, 300, true)} {
		must(t, s.AddExchange("a", e))
	}
	must(t, s.AddExchange("b", asked("m", 40, 400, true)))
	got, err := s.Exchanges("a")
	must(t, err)
	if len(got) != 3 || got[0].Number != 1 || got[2].Number != 3 || got[2].Model != "n" || got[1].Reported || got[0].JSON != `{"request":{}}` {
		t.Errorf("%+v", got)
	}
	content, err := s.Export("a")
	must(t, err)
	id, err := s.Import(content, func() string { return "c" })
	must(t, err)
	copied, err := s.Exchanges(id)
	must(t, err)
	if !reflect.DeepEqual(copied, got) {
		t.Errorf("%+v", copied)
	}
	must(t, s.Delete("a"))
	if n, err := s.Forget(5); err != nil || n != 3 {
		t.Errorf("%d %v", n, err)
	}
	if left, err := s.Exchanges("a"); err != nil || len(left) != 0 {
		t.Errorf("a forgotten run's exchanges are kept: %+v %v", left, err)
	}
}

// TestAFoldersExchanges are those of its runs, the newest of them, oldest first.
func TestAFoldersExchanges(t *testing.T) {
	s := open(t, t.TempDir())
	for run, path := range map[string]string{"a": "/p", "b": "/p", "c": "/q", "d": "/p"} {
		finished(t, s, run, path, int64(run[0]))
	}
	for i, run := range []string{"b", "a", "c", "d", "b", "a"} {
		must(t, s.AddExchange(run, asked("m", int64(i), 100, true)))
	}
	of := func(path string, most int) (at []int64) {
		t.Helper()
		all, err := s.ExchangesOf(path, most)
		must(t, err)
		for _, e := range all {
			at = append(at, e.At)
		}
		return at
	}
	if got := of("/p", 9); !reflect.DeepEqual(got, []int64{1, 5, 0, 4, 3}) {
		t.Errorf("%v", got)
	}
	if got := of("/p", 2); !reflect.DeepEqual(got, []int64{4, 3}) {
		t.Errorf("the newest two: %v", got)
	}
	must(t, s.Delete("b"))
	if got := of("/p", 9); !reflect.DeepEqual(got, []int64{1, 5, 3}) {
		t.Errorf("with those of a deleted run: %v", got)
	}
}

func TestUsesAddUpByModel(t *testing.T) {
	s := open(t, t.TempDir())
	finished(t, s, "a", "/p", 1)
	finished(t, s, "b", "/p", 2)
	must(t, s.AddExchange("a", asked("m", 10, 100, true)))
	must(t, s.AddExchange("a", asked("m", 20, 0, false)))
	must(t, s.AddExchange("b", asked("m", 30, 300, true)))
	of, err := s.Uses("a", 0)
	must(t, err)
	if want := []Use{{"ollama", "m", 2, 1, 100, 50, 10}}; !reflect.DeepEqual(of, want) {
		t.Errorf("%+v", of)
	}
	all, err := s.Uses("", 20)
	must(t, err)
	if want := []Use{{"ollama", "m", 2, 1, 300, 150, 10}}; !reflect.DeepEqual(all, want) {
		t.Errorf("%+v", all)
	}
}
