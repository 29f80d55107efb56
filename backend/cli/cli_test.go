package cli

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
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
	const why = "no model is ready: Ollama: nothing answers there"
	code, _, said := ran(t, func(context.Context, pipeline.Run) (*pipeline.Outcome, error) {
		return &pipeline.Outcome{Spent: pipeline.Spent{Failure: why}}, nil
	}, "detect", "--mode", "llm")
	if first, _, _ := strings.Cut(said, "\n"); code != Failed || first != "aipack: "+why || !strings.Contains(said, "--mode full") {
		t.Errorf("code %d: %s", code, said)
	}
}

// TestAModelThatSubmittedNothingIsSaid, with what may help, whatever the format.
func TestAModelThatSubmittedNothingIsSaid(t *testing.T) {
	exhausted := func(limit int) event.ExplorationEnded {
		return event.ExplorationEnded{Reason: "exhausted", Code: "MAX_ITERATIONS", Calls: limit, Limit: limit}
	}
	for said, e := range map[string]event.ExplorationEnded{
		"the model used up its 16 tool calls and submitted nothing; with --max-tool-calls 32 it may look further":                    exhausted(16),
		"the model used up its 200 tool calls and submitted nothing; another model may do better":                                    exhausted(200),
		"the model called no tool twice in a row and submitted nothing, after 0 of 16 tool calls; another model may do better":       {Reason: "silent", Limit: 16},
		"the model repeated itself and submitted nothing, after 3 of 16 tool calls: fly failed 3 times; another model may do better": {Reason: "repeating", Calls: 3, Limit: 16, Evidence: "fly failed 3 times"},
	} {
		for _, format := range []string{"text", "json"} {
			_, _, got := ran(t, func(_ context.Context, r pipeline.Run) (*pipeline.Outcome, error) {
				r.Sink(event.Stamped{Event: e})
				return &pipeline.Outcome{Documents: []universalbuild.UniversalBuild{{}}}, nil
			}, "detect", "--mode", "full", "--format", format)
			if got != "aipack: "+said+"\n" {
				t.Errorf("%s:\n%s", said, got)
			}
		}
	}
	for _, wrong := range [][]string{{"--max-tool-calls", "5"}, {"--mode", "full", "--max-tool-calls", "201"}, {"--mode", "full", "--max-tool-calls", "-1"}} {
		if code, _, said := ran(t, nil, append([]string{"detect"}, wrong...)...); code != Misused {
			t.Errorf("%v: code %d, %s", wrong, code, said)
		}
	}
}

// TestARepositoryDoesNotSteerTheTerminal: names and scripts may hold anything.
func TestARepositoryDoesNotSteerTheTerminal(t *testing.T) {
	const evil = "a\x1b]0;pwned\x07\nlanguage         safe\u202e"
	doc := universalbuild.UniversalBuild{
		Metadata: universalbuild.Metadata{ProjectName: evil, Path: evil, Reasoning: evil, Framework: evil, DependsOn: []string{evil}},
		Build:    universalbuild.Build{PreBuildCommands: []string{evil, evil}},
		Runtime:  universalbuild.Runtime{Command: []string{evil}, Variables: []universalbuild.Variable{{Name: evil, Default: evil, Path: evil}}},
		Evidence: []universalbuild.Evidence{{Field: "/metadata/framework", Rule: evil, Path: evil, Line: 1, Excerpt: evil, Alternatives: []universalbuild.Alternative{{Value: evil, Path: evil}}}},
		Warnings: []universalbuild.Warning{{Message: evil, Fix: evil}},
	}
	analyse := func(_ context.Context, r pipeline.Run) (*pipeline.Outcome, error) {
		r.Sink(event.Stamped{Event: event.PhaseFailed{Phase: evil, Problem: evil}, Type: "phase.failed"})
		return &pipeline.Outcome{
			Documents: []universalbuild.UniversalBuild{doc}, Problems: []pipeline.Problem{{Service: evil, Field: evil, Message: evil, Fix: evil}}, Spent: pipeline.Spent{Failure: evil},
		}, nil
	}
	for format, never := range map[string]string{"text": "\x1b\x07\u202e", "json": "\x1b\x07", "yaml": "\x1b\x07"} {
		code, out, said := ran(t, analyse, "detect", "-vv", "--format", format)
		if code != Done || strings.ContainsAny(out+said, never) || strings.Contains(out+said, "\nlanguage ") {
			t.Errorf("%s, code %d:\n%q\n%q", format, code, out, said)
		}
	}
}

// TestShellsAreAnswered: a shell's question about a command line is a command, which the
// window leaves to the command line.
func TestShellsAreAnswered(t *testing.T) {
	if names := Commands(); !slices.Contains(names, "__complete") || !slices.Contains(names, "completion") {
		t.Errorf("%q", names)
	}
	var out bytes.Buffer
	if code := Run(t.Context(), Rooms{}, []string{"__complete", "de"}, Streams{Out: &out, Err: io.Discard}); code != Done || !strings.Contains(out.String(), "detect\t") {
		t.Errorf("%d %q", code, out.String())
	}
}
