package scores

import (
	"os"
	"testing"
	"time"

	"aipack/backend/model/evaluate"
)

func TestWords(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	j := Judge{Set: "s", Version: "1", Now: day}
	base := Result{Provider: "p", Model: "m", Set: "s", Version: "1", At: day.UnixMilli(), Projects: 10, Fields: 90, Rules: 83, Right: 88, Gained: 5, Questions: 18, Priced: true, MedianMS: 38_200}
	for name, test := range map[string]struct {
		change func(*Result)
		words  string
		tone   string
	}{
		"better":     {func(*Result) {}, "measured 24 Nov: put 5 of 7 wrong fields right, made none wrong; 38 s a project", "ok"},
		"worse":      {func(r *Result) { r.Lost = 2 }, "measured 24 Nov: put 5 of 7 wrong fields right, made 2 of 83 right ones wrong; 38 s a project", "warn"},
		"no change":  {func(r *Result) { r.Gained, r.USD = 0, 0.004 }, "measured 24 Nov: put 0 of 7 wrong fields right, made none wrong; 38 s a project, under a cent in all", "plain"},
		"not asked":  {func(r *Result) { r.Gained, r.Questions = 0, 0 }, "measured 24 Nov: it was asked nothing", "plain"},
		"broke down": {func(r *Result) { r.Unfinished, r.Problem = 3, "no credit" }, "measured 24 Nov: put 5 of 7 wrong fields right, made none wrong; broke down in 3 of 10 projects; 38 s a project", "warn"},
		"never":      {func(r *Result) { r.Gained, r.Unfinished = 0, 10 }, "measured 24 Nov: it could not be asked to the end in any project", "warn"},
		"no price":   {func(r *Result) { r.Priced, r.MedianMS = false, 400 }, "measured 24 Nov: put 5 of 7 wrong fields right, made none wrong; under a second a project, cost not known", "ok"},
		"dear":       {func(r *Result) { r.USD = 1.234 }, "measured 24 Nov: put 5 of 7 wrong fields right, made none wrong; 38 s a project, $1.23 in all", "ok"},
		"older set":  {func(r *Result) { r.Set = "t" }, "measured 24 Nov: put 5 of 7 wrong fields right, made none wrong; 38 s a project; with an older set of projects", "plain"},
		"older":      {func(r *Result) { r.Version = "0.9" }, "measured 24 Nov: put 5 of 7 wrong fields right, made none wrong; 38 s a project; by aipack 0.9", "plain"},
		"last year":  {func(r *Result) { r.At = day.AddDate(-1, 0, 0).UnixMilli() }, "measured 24 Nov 2025: put 5 of 7 wrong fields right, made none wrong; 38 s a project", "ok"},
	} {
		r := base
		test.change(&r)
		if words, tone := j.Words(r), j.Tone(r); words != test.words || tone != test.tone {
			t.Errorf("%s:\n%s (%s), not\n%s (%s)", name, words, tone, test.words, test.tone)
		}
	}
}

// TestTheBookKeepsTheLastOfEachModel, also after half a line.
func TestTheBookKeepsTheLastOfEachModel(t *testing.T) {
	t.Parallel()
	b := In(t.TempDir())
	if all, err := b.Last(); err != nil || len(all) != 0 {
		t.Fatal(all, err)
	}
	add := func(provider, model string, gained int) {
		t.Helper()
		if err := b.Add(Result{Provider: provider, Model: model, Fields: 90, Gained: gained}); err != nil {
			t.Fatal(err)
		}
	}
	add("openai", "b", 1)
	add("anthropic", "a", 2)
	f, err := os.OpenFile(b.Path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("\n{\"provider\":\"ope"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	add("openai", "b", 3)
	all, err := b.Last()
	if err != nil || len(all) != 2 || all[0].Model != "a" || all[1].Gained != 3 {
		t.Errorf("%+v %v", all, err)
	}
	if err := b.Forget("openai", "b"); err != nil {
		t.Fatal(err)
	}
	if all, err = b.Last(); err != nil || len(all) != 1 || all[0].Model != "a" {
		t.Errorf("one is another's now: %+v %v", all, err)
	}
	add("openai", "b", 4)
	if all, err = b.Last(); err != nil || len(all) != 2 || all[1].Gained != 4 {
		t.Errorf("measured again: %+v %v", all, err)
	}
}

func TestAResultIsWhatWasMeasured(t *testing.T) {
	t.Parallel()
	w := evaluate.Worth{
		Fields:    []evaluate.FieldWorth{{Rules: 1, Right: 2, Gained: []string{"a"}}, {Rules: 2, Right: 1, Lost: []string{"b"}}, {Changed: []string{"a"}}},
		Projects:  []evaluate.ProjectWorth{{Name: "a"}, {Name: "b", Problem: "late"}},
		Questions: 4, Taken: 2, Prompt: 10, Completion: 3, USD: 0.5, Priced: true, DurationMS: 9, MedianMS: 4, SlowestMS: 5,
	}
	want := Result{
		Provider: "p", Projects: 2, Fields: 6, Rules: 3, Right: 3, Gained: 1, Lost: 1, Changed: 1, Unfinished: 1, Problem: "late",
		Questions: 4, Taken: 2, Prompt: 10, Completion: 3, USD: 0.5, Priced: true, DurationMS: 9, MedianMS: 4, SlowestMS: 5,
	}
	if got := (Result{Provider: "p"}).With(w); got != want {
		t.Errorf("%+v", got)
	}
}
