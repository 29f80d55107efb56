package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"aipack/backend/language"
	"aipack/backend/pipeline"
)

// ran gives the exit code of a command line and what it printed.
func ran(t *testing.T, analyse func(context.Context, pipeline.Run) (*pipeline.Outcome, error), args ...string) (code int, out, err string) {
	t.Helper()
	var o, e bytes.Buffer
	code = Run(t.Context(), Rooms{
		Analyse: analyse, Now: time.Now, Version: "test",
		Registry: func() *language.Registry { return language.NewRegistry(nil) },
		Advise:   func(context.Context, Asking) (pipeline.Adviser, error) { return nil, nil },
	}, append(args, t.TempDir()), Streams{&o, &e})
	return code, o.String(), e.String()
}

func TestAPanicIsNoWrongUse(t *testing.T) {
	code, _, said := ran(t, func(context.Context, pipeline.Run) (*pipeline.Outcome, error) { panic("a rule fell over") }, "detect")
	if code != Failed || !strings.Contains(said, "a rule fell over") || !strings.Contains(said, "cli_test.go") {
		t.Errorf("code %d: %s", code, said)
	}
}

// TestAModelThatCannotBeAskedIsSaidOnce: its own word says already that nobody
// could be asked.
func TestAModelThatCannotBeAskedIsSaidOnce(t *testing.T) {
	const why = "no provider is ready: Ollama: nothing answers there"
	code, _, said := ran(t, func(context.Context, pipeline.Run) (*pipeline.Outcome, error) {
		return &pipeline.Outcome{Spent: pipeline.Spent{Failure: why}}, nil
	}, "detect", "--mode", "llm")
	if first, _, _ := strings.Cut(said, "\n"); code != Failed || first != "aipack: "+why || !strings.Contains(said, "--mode full") {
		t.Errorf("code %d: %s", code, said)
	}
}
