package trial

import (
	"context"
	"strings"
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

// TestEveryTaskCanBeDone: the recorded answers do it, to the last step, no call of theirs fails,
// and other right ways are taken for right, too.
func TestEveryTaskCanBeDone(t *testing.T) {
	for _, task := range all(t) {
		t.Run(task.ID, func(t *testing.T) {
			t.Parallel()
			for i, steps := range append([][]step{task.steps}, task.others...) {
				if c := taken(t, task, steps); c.Verdict != evaluate.Pass || c.Score != 1 {
					t.Errorf("way %d: %s: %q", i, c.Verdict, c.Problems)
				}
			}
		})
	}
}

// TestWhatIsNotRightFails: a way that somebody takes who has not understood the task, of which
// the steps themselves are carried out.
func TestWhatIsNotRightFails(t *testing.T) {
	for _, task := range all(t) {
		t.Run(task.ID, func(t *testing.T) {
			t.Parallel()
			if len(task.wrong) == 0 {
				t.Error("no wrong way is known")
			}
			for i, steps := range task.wrong {
				if c := taken(t, task, steps); c.Verdict != evaluate.Fail {
					t.Errorf("wrong way %d: %s", i, c.Verdict)
				}
			}
		})
	}
}

// taken runs a task with steps, each of which has to be carried out.
func taken(t *testing.T, task Task, steps []step) evaluate.Case {
	t.Helper()
	client, s := scripted(steps), suite(task)
	s.Open = func(context.Context, string) (llm.Client, error) { return asRecorded(client), nil }
	c := ran(t, s)
	if left := client.Left(); left != 0 || c.Cost.Calls != len(steps)-1 {
		t.Errorf("%d steps are left, %d calls", left, c.Cost.Calls)
	}
	requests := client.Requests()
	for _, m := range requests[len(requests)-1].Messages {
		if m.Role == llm.Tool && strings.Contains(m.Text, `"error":`) {
			t.Errorf("a step is not carried out: %s", m.Text)
		}
	}
	return c
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
