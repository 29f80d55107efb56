package testresults

import (
	"strings"
	"testing"
	"time"

	"aipack/backend/model/llm"
)

func TestTheLastTestCounts(t *testing.T) {
	t.Parallel()
	b := In(t.TempDir(), "1")
	day := time.Date(2026, 11, 25, 12, 0, 0, 0, time.Local).UnixMilli()
	add := func(r Result) {
		t.Helper()
		r.At = day
		if err := b.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	able := llm.Capabilities{Tools: true}
	if p := b.Problem("ollama", "m", ""); p != "" {
		t.Error(p)
	}
	add(Result{Provider: "ollama", Model: "m"})
	if p := b.Problem("ollama", "m", ""); p != "m cannot call tools, as its test of 25 November 2026 showed" {
		t.Error(p)
	}
	for name, other := range map[string][3]string{"provider": {"openai", "m", ""}, "model": {"ollama", "n", ""}, "server": {"ollama", "m", "http://near:1"}} {
		if p := b.Problem(other[0], other[1], other[2]); p != "" {
			t.Errorf("another %s: %s", name, p)
		}
	}
	later := b
	later.Version = "2"
	if p := later.Problem("ollama", "m", ""); p != "" {
		t.Error("a later aipack believes an older one: " + p)
	}
	add(Result{Provider: "ollama", Model: "m", Capabilities: able})
	if p := b.Problem("ollama", "m", ""); p != "" {
		t.Error(p)
	}
	add(Result{Provider: "embedded", Model: "own"})
	if err := b.Forget("embedded", "own"); err != nil {
		t.Fatal(err)
	}
	if _, known := b.Last("embedded", "own", ""); known {
		t.Error("another file of the name is believed to be the old one")
	}
}

func TestABookThatCannotBeReadKnowsNothing(t *testing.T) {
	t.Parallel()
	b := Book{Path: t.TempDir(), Version: "1"}
	if p := b.Problem("ollama", "m", ""); p != "" {
		t.Error(p)
	}
	if err := b.Add(Result{}); err == nil || !strings.Contains(err.Error(), "keeping what a model can do") {
		t.Error(err)
	}
	if err := (Book{}).Add(Result{}); err != nil {
		t.Error(err)
	}
}
