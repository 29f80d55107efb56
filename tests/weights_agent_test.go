//go:build weights

package tests

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/agent/trial"
	"aipack/backend/code/syntax/syntaxtest"
	"aipack/backend/detect/analysis"
	"aipack/backend/model/evaluate"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp"
)

// brief keeps a model's answers short: one that is far too weak rambles until its window is
// full, which takes minutes and shows nothing more.
type brief struct{ *llamacpp.Client }

func (b brief) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	r.MaxTokens = min(max(1, r.MaxTokens), 80)
	return b.Client.Chat(ctx, r, hear)
}

// TestRealWeightsTakeTurns has a model of real weights that is far too weak answer a question
// and change a project: each turn comes to an end that is told, and the model was really asked.
func TestRealWeightsTakeTurns(t *testing.T) {
	client := weak(t)
	tasks, err := trial.Tasks()
	if err != nil {
		t.Fatal(err)
	}
	tasks = slices.DeleteFunc(tasks, func(task trial.Task) bool { return task.ID != "express-question" && task.ID != "express-listen" })
	report, err := trial.Suite{
		Tasks: tasks, Sources: syntaxtest.Reader{}, Analyse: analysis.New().Execute, Now: time.Now,
		Open: func(context.Context, string) (llm.Client, error) { return brief{client}, nil },
	}.Run(t.Context())
	if err != nil || len(report.Cases) != 2 {
		t.Fatalf("%+v, %v", report, err)
	}
	for _, c := range report.Cases {
		u := c.Cost.Usage
		t.Logf("%s: %s, %q, %d calls, %d tokens read and %d written, %.1f s", c.Name, c.Verdict, c.Problems, c.Cost.Calls, u.Prompt, u.Completion, float64(c.Cost.DurationMS)/1000)
		slow := strings.HasPrefix(strings.Join(c.Problems, ""), "it took longer") // a slow machine is no fault of the turn
		if (u.Prompt == 0 || u.Completion == 0) && !slow {
			t.Errorf("%s: the model was not asked: %q", c.Name, c.Problems)
		}
		if c.Verdict != evaluate.Pass && len(c.Problems) == 0 {
			t.Errorf("%s: %s, and nobody says why", c.Name, c.Verdict)
		}
	}
}
