package trial

import (
	"context"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"aipack/backend/agent"
	"aipack/backend/code/syntax/syntaxtest"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/evaluate"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

// suite measures with the rules as they are.
func suite(tasks ...Task) Suite {
	return Suite{
		Tasks: tasks, Sources: syntaxtest.Reader{}, Now: time.Now,
		Analyse: func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error) {
			return analysis.New().Execute(ctx, run)
		},
	}
}

func all(t *testing.T) []Task {
	t.Helper()
	tasks, err := Tasks()
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

// ran runs one task and gives how it ended.
func ran(t *testing.T, s Suite) evaluate.Case {
	t.Helper()
	r, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r.Cases[0]
}

// TestEveryTaskCanBeDone: the recorded answers do it, to the last step, and no call of theirs fails.
func TestEveryTaskCanBeDone(t *testing.T) {
	for _, task := range all(t) {
		t.Run(task.ID, func(t *testing.T) {
			t.Parallel()
			client := task.script()
			s := suite(task)
			s.Open = func(context.Context, string) (llm.Client, error) { return asRecorded(client), nil }
			c := ran(t, s)
			if c.Verdict != evaluate.Pass || c.Score != 1 {
				t.Errorf("%s: %q", c.Verdict, c.Problems)
			}
			if left := client.Left(); left != 0 || c.Cost.Calls != len(task.steps)-1 {
				t.Errorf("%d steps are left, %d calls", left, c.Cost.Calls)
			}
		})
	}
}

// TestEveryCheckerCanFail: a model that does nothing has not done it, whatever it says; and
// one that takes all the files away has not, either.
func TestEveryCheckerCanFail(t *testing.T) {
	for _, task := range all(t) {
		t.Run(task.ID, func(t *testing.T) {
			t.Parallel()
			s := suite(task)
			for _, said := range []string{"Done.", "I could not find anything about that.", task.Question} {
				s.Open = func(context.Context, string) (llm.Client, error) { return script.New(script.Say(said)), nil }
				if c := ran(t, s); c.Verdict != evaluate.Fail || len(c.Problems) != 1 {
					t.Errorf("%q passes: %s %q", said, c.Verdict, c.Problems)
				}
			}
			emptied := task
			emptied.files = nil
			for _, f := range task.files {
				emptied.files = append(emptied.files, txtar.File{Name: f.Name})
			}
			dir := t.TempDir()
			if err := emptied.layOut(dir); err != nil {
				t.Fatal(err)
			}
			plans, err := s.plans(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			if first(task.checks, after{dir: dir, begun: task.contents(), plans: plans, answer: agent.Answer{Text: "Done."}}) == "" {
				t.Error("a project with empty files passes")
			}
		})
	}
}
