package proofs

import (
	"context"
	"errors"
	"strings"
	"testing"

	"aipack/backend/base/settings"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/packaging/digest"
	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
	"aipack/backend/window/session"
)

// once is a prover that says what it is told to.
type once func(prove.Request) *prove.Report

func (o once) Together(_ context.Context, requests []prove.Request) (reports []*prove.Report, err error) {
	for _, r := range requests {
		reports = append(reports, o(r))
	}
	return reports, nil
}

// TestWhatHelpedIsAnEditOfThePlan: it can be undone, and what did not help never
// enters the plan. A secret is not kept, another value is.
func TestWhatHelpedIsAnEditOfThePlan(t *testing.T) {
	a, page := atBench(t, t.TempDir())
	run := detected(t, a, page, unpacked(t, a, "node-express")).RunID
	request, err := a.Proofs.orders.of(run, ".")
	if err != nil {
		t.Fatal(err)
	}
	before, err := a.Plan.Service(run, ".")
	if err != nil {
		t.Fatal(err)
	}
	failing := func(rule string, f cause.Failure) *prove.Report {
		f.Stage, f.Rule, f.Cause, f.Class = "start", rule, rule, cause.Project
		return &prove.Report{Verdict: prove.Failed, Failure: &f}
	}
	prover := once(func(r prove.Request) *prove.Report {
		switch {
		case r.Env["SESSION_SECRET"] == "" || r.Env["APP_URL"] == "":
			variables := append(request.Document.Runtime.Variables, universalbuild.Variable{Name: "SESSION_SECRET", Required: true, Secret: true})
			return failing("missing_variable", cause.Failure{
				Edits:  []cause.Edit{{Field: "/runtime/variables", Value: variables}},
				Values: []cause.Value{{Name: "SESSION_SECRET"}, {Name: "APP_URL", Value: "http://localhost:3000"}},
			})
		}
		return failing("wrong_port", cause.Failure{Edits: []cause.Edit{{Field: "/runtime/ports/0/port", Value: 4321}}})
	})
	p := a.Proofs.begun([]store.Proof{{ID: session.NewID(), RunID: run, Service: ".", Verdict: "running"}}, digest.Plan{}, "", func() {})
	err = p.prove(t.Context(), prover, []prove.Request{request}, true, nil)
	report := reported(t, a, p.rows[0].ID)
	if err != nil || report.Mending == nil || len(report.Mending.Tries) != 2 || report.Mending.Tries[1].State != prove.TakenBack {
		t.Fatalf("%v, %+v", err, report.Mending)
	}
	after, err := a.Plan.Service(run, ".")
	if err != nil || !after.CanUndo || !strings.Contains(after.Document, "SESSION_SECRET") || strings.Contains(after.Document, "4321") {
		t.Fatalf("%v, can be undone: %v\n%s", err, after.CanUndo, after.Document)
	}
	values, err := a.Variables.List(run, ".")
	if err != nil || len(values) != 1 || values[0].Name != "APP_URL" || values[0].Value != "http://localhost:3000" {
		t.Errorf("%v, %+v", err, values)
	}
	undone, err := a.Plan.Undo(run, ".")
	if err != nil || undone.Document != before.Document {
		t.Errorf("%v, what was kept is not undone", err)
	}
	var tries []string
	p.feed.Last(func(rest []ProofItem) {
		for _, item := range rest {
			if item.Try != nil {
				tries = append(tries, item.Try.Rule+" "+item.Try.State)
			}
		}
	})
	if got := strings.Join(tries, ", "); got != "missing_variable trying, missing_variable kept, wrong_port trying, wrong_port taken_back" {
		t.Errorf("the page hears %s", got)
	}
}

// TestNothingIsFixedUnasked, and what passes is tried again in any case.
func TestNothingIsFixedUnasked(t *testing.T) {
	a, page := atBench(t, t.TempDir())
	run := detected(t, a, page, unpacked(t, a, "node-express")).RunID
	request, err := a.Proofs.orders.of(run, ".")
	if err != nil {
		t.Fatal(err)
	}
	p := a.Proofs.begun([]store.Proof{{ID: session.NewID(), RunID: run, Service: ".", Verdict: "running"}}, digest.Plan{}, "", func() {})
	n := 0
	loop := p.loop(request.Dir, false)
	prover := once(func(prove.Request) *prove.Report {
		f := &cause.Failure{Stage: "health", Rule: "wrong_port", Class: cause.Project, Edits: []cause.Edit{{Field: "/runtime/ports/0/port", Value: 4321}}}
		if n++; n == 1 {
			f.Class = cause.Transient
		}
		return &prove.Report{Verdict: prove.Failed, Failure: f}
	})
	loop.Pause = func(context.Context, int) error { return nil }
	reports, _ := prover.Together(t.Context(), []prove.Request{request})
	reports, err = loop.Together(t.Context(), prover, []prove.Request{request}, reports)
	report := reports[0]
	if err != nil || n != 2 || len(report.Mending.Tries) != 1 || report.Mending.Tries[0].State != prove.Again {
		t.Errorf("%v, %d proofs, %+v", err, n, report.Mending)
	}
}

// TestAModelIsAskedWhereTheSettingsLetIt: what it suggests and helps is an edit of
// the plan, and what it was asked stands in the run's recording.
func TestAModelIsAskedWhereTheSettingsLetIt(t *testing.T) {
	model := &script.Client{Rest: script.Say(
		`{"known":true,"why":"It listens there.","edits":[{"field":"/runtime/ports/0/port","value":["4321"],"path":"log","quote":"listening on 4321"}]}`)}
	a, page := atBench(t, served.Alone(t, served.New(t, model, served.Ollama).URL))
	run := detected(t, a, page, unpacked(t, a, "node-express")).RunID
	request, err := a.Proofs.orders.of(run, ".")
	if err != nil {
		t.Fatal(err)
	}
	prover := once(func(r prove.Request) *prove.Report {
		if r.Document.Runtime.Ports[0].Port == 4321 {
			return &prove.Report{Verdict: prove.Proven}
		}
		return &prove.Report{Verdict: prove.Failed, Failure: &cause.Failure{
			Stage: "start", Rule: "crash", Class: cause.Project, Cause: "It ended.", Log: []string{"listening on 4321"},
		}}
	})
	for _, mode := range []string{pipeline.Static, pipeline.Full} {
		a.Proofs.models.Preferences = func() settings.Preferences {
			s := settings.Default()
			s.Mode = mode
			return s
		}
		p := a.Proofs.begun([]store.Proof{{ID: session.NewID(), RunID: run, Service: ".", Verdict: "running"}}, digest.Plan{}, "", func() {})
		err = p.prove(t.Context(), prover, []prove.Request{request}, true, nil)
		report := reported(t, a, p.rows[0].ID)
		prompts, perr := a.Runs.SentPrompts(run)
		state, serr := a.Plan.Service(run, ".")
		if err := errors.Join(err, perr, serr); err != nil {
			t.Fatal(err)
		}
		helped := mode == pipeline.Full
		if (report.Verdict == prove.Proven) != helped || (len(prompts) == 1) != helped || strings.Contains(state.Document, `"port": 4321`) != helped {
			t.Errorf("%s: %s, %d prompts; %+v", mode, report.Verdict, len(prompts), report.Mending)
		}
		if helped && (report.Mending.Tries[0].Model == "" || len(report.Mending.Tries[0].Shows) != 1) {
			t.Errorf("%+v", report.Mending.Tries)
		}
	}
}
