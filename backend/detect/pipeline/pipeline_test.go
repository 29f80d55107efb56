package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/detect/scan"
	"aipack/backend/language"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// step is a workflow phase made of a function.
type step struct {
	name string
	do   func(context.Context, *AnalysisContext) error
}

func (s step) Name() string { return s.name }
func (s step) Execute(ctx context.Context, a *AnalysisContext) error {
	if s.do == nil {
		return nil
	}
	return s.do(ctx, a)
}

// look is a service phase made of a function.
type look struct {
	name string
	do   func(context.Context, *ServiceContext) (ServicePhaseResult, error)
}

func (l look) Name() string { return l.name }
func (l look) Execute(ctx context.Context, s *ServiceContext) (ServicePhaseResult, error) {
	return l.do(ctx, s)
}

func twoServices(_ context.Context, a *AnalysisContext) error {
	reader := language.NewReader(a.Repo, &repo.Index{})
	var st Structure
	for _, dir := range []string{"api", "web"} {
		st.Services = append(st.Services, &Service{Project: &language.Project{Folder: reader.Folder(dir), Language: &language.Language{ID: "go"}}})
	}
	a.SetStructure(&st)
	return nil
}

func documents(_ context.Context, a *AnalysisContext) error {
	var docs []universalbuild.UniversalBuild
	for _, s := range a.Analyses() {
		docs = append(docs, universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Path: s.Service.Path, Confidence: 0.9}})
	}
	a.SetDocuments(docs)
	return nil
}

func execute(t *testing.T, ctx context.Context, parts Parts) (*Outcome, []event.Stamped, error) {
	t.Helper()
	var events []event.Stamped
	parts.Now = time.Now
	o := &Orchestrator{parts}
	out, err := o.Execute(ctx, Run{ID: "r", Repo: repo.New(fstest.MapFS{}, "t"), Sink: func(e event.Stamped) { events = append(events, e) }})
	return out, events, err
}

func names(events []event.Stamped) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteString(e.Type + " ")
	}
	return b.String()
}

func TestPhasesRunInOrderAndServicesBetween(t *testing.T) {
	out, events, err := execute(t, t.Context(), Parts{
		Before: []WorkflowPhase{step{"structure", twoServices}},
		Service: []ServicePhase{look{"port", func(_ context.Context, s *ServiceContext) (ServicePhaseResult, error) {
			return ServicePhaseResult{Result: s.Path}, nil
		}}},
		After: []WorkflowPhase{step{"assemble", documents}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Documents) != 2 || out.Documents[0].Metadata.Path != "api" || out.Documents[1].Metadata.Path != "web" {
		t.Errorf("documents: %+v", out.Documents)
	}
	if got := names(events); !strings.HasPrefix(got, "run.started phase.started phase.completed phase.started") || !strings.HasSuffix(got, "phase.completed run.completed ") {
		t.Errorf("events: %s", got)
	}
	if len(out.Context.Timings) != 2 || out.Context.Timings[0].Phase != "structure" {
		t.Errorf("timings: %+v", out.Context.Timings)
	}
}

func TestAFailingPhaseStopsTheRunAndIsNamed(t *testing.T) {
	ran := false
	_, events, err := execute(t, t.Context(), Parts{Before: []WorkflowPhase{
		step{"classify", func(context.Context, *AnalysisContext) error { return errors.New("disk on fire") }},
		step{"structure", func(context.Context, *AnalysisContext) error { ran = true; return nil }},
	}})
	if err == nil || err.Error() != "classify: disk on fire" {
		t.Errorf("error: %v", err)
	}
	if ran {
		t.Error("the next phase ran all the same")
	}
	if got := names(events); got != "run.started phase.started phase.failed run.failed " {
		t.Errorf("events: %s", got)
	}
}

func TestReadingTooEarlyNamesThePhase(t *testing.T) {
	early := map[string]func(*AnalysisContext){
		"scan": func(a *AnalysisContext) { a.Scan() }, "classify": func(a *AnalysisContext) { a.Classification() },
		"structure": func(a *AnalysisContext) { a.Structure() }, "dependencies": func(a *AnalysisContext) { a.Dependencies() },
		"build_order": func(a *AnalysisContext) { a.BuildOrder() }, "cache": func(a *AnalysisContext) { a.RootCache() },
		"services": func(a *AnalysisContext) { a.Analyses() }, "assemble": func(a *AnalysisContext) { a.Documents() },
	}
	for phase, read := range early {
		_, _, err := execute(t, t.Context(), Parts{Before: []WorkflowPhase{
			step{"eager", func(_ context.Context, a *AnalysisContext) error { read(a); return nil }},
		}})
		if fault.CodeOf(err) != fault.Internal || !strings.Contains(fmt.Sprint(err), fmt.Sprintf("%q has not run yet", phase)) {
			t.Errorf("%s: %v", phase, err)
		}
	}
}

func TestOneServicesErrorEndsTheOthers(t *testing.T) {
	_, _, err := execute(t, t.Context(), Parts{
		Before: []WorkflowPhase{step{"structure", twoServices}},
		Service: []ServicePhase{look{"port", func(ctx context.Context, s *ServiceContext) (ServicePhaseResult, error) {
			if s.Path == "web" {
				return ServicePhaseResult{}, errors.New("broken")
			}
			<-ctx.Done() // would hang for ever if web's failure did not reach it
			return ServicePhaseResult{}, ctx.Err()
		}}},
	})
	if err == nil || err.Error() != "port: broken" {
		t.Errorf("error: %v", err)
	}
}

func TestStopAndTimeoutAreToldApart(t *testing.T) {
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	_, events, err := execute(t, stopped, Parts{Before: []WorkflowPhase{step{name: "scan"}}})
	if fault.CodeOf(err) != fault.Canceled || !strings.HasSuffix(names(events), "run.cancelled ") {
		t.Errorf("stopped: %v, %s", err, names(events))
	}
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	_, events, err = execute(t, late, Parts{Before: []WorkflowPhase{step{name: "scan"}}})
	if fault.CodeOf(err) != fault.Timeout || !strings.HasSuffix(names(events), "run.failed ") {
		t.Errorf("late: %v, %s", err, names(events))
	}
}

func TestAGapIsAResultNotAFailure(t *testing.T) {
	out, _, err := execute(t, t.Context(), Parts{
		Before: []WorkflowPhase{step{"structure", twoServices}},
		Service: []ServicePhase{look{"port", func(context.Context, *ServiceContext) (ServicePhaseResult, error) {
			return ServicePhaseResult{Gap: "no port"}, nil
		}}},
	})
	if err != nil || out.Context.Analyses()[0].Results[0].Gap != "no port" {
		t.Errorf("%v", err)
	}
}

// TestAPanicBesideThePhasesIsAnError: services and checks run in goroutines,
// where a panic would end the program.
func TestAPanicBesideThePhasesIsAnError(t *testing.T) {
	nowhere := func(_ context.Context, a *AnalysisContext) error {
		a.SetStructure(&Structure{Services: []*Service{{}}}) // no project: whoever reads it falls over
		return nil
	}
	_, events, err := execute(t, t.Context(), Parts{Before: []WorkflowPhase{step{"structure", nowhere}}})
	if fault.CodeOf(err) != fault.Internal || !strings.HasSuffix(names(events), "run.failed ") {
		t.Errorf("%v, %s", err, names(events))
	}
	out, events, err := execute(t, t.Context(), Parts{
		Before: []WorkflowPhase{step{"structure", twoServices}, step{"scan", func(_ context.Context, a *AnalysisContext) error {
			a.SetScan(&scan.Inventory{Index: &repo.Index{}})
			return nil
		}}},
		After: []WorkflowPhase{step{"assemble", documents}},
		Check: func([]string) func(universalbuild.UniversalBuild) []Problem {
			return func(d universalbuild.UniversalBuild) []Problem {
				if d.Metadata.Path == "api" {
					panic("a rule fell over")
				}
				return []Problem{{Rule: "sound"}}
			}
		},
	})
	if err != nil || len(out.Problems) != 2 || !out.Problems[0].Doubt || out.Problems[0].Service != "api" || !strings.Contains(out.Problems[0].Message, "a rule fell over") || out.Problems[1].Rule != "sound" {
		t.Errorf("%v, %+v, %s", err, out.Problems, names(events))
	}
}

func TestAStopIsToldOnceHoweverManyServicesThereAre(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, events, err := execute(t, ctx, Parts{
		Before: []WorkflowPhase{step{"structure", twoServices}},
		Service: []ServicePhase{look{"port", func(ctx context.Context, _ *ServiceContext) (ServicePhaseResult, error) {
			cancel()
			<-ctx.Done()
			return ServicePhaseResult{}, ctx.Err()
		}}},
	})
	if fault.CodeOf(err) != fault.Canceled || strings.Count(fmt.Sprint(err), "was stopped") != 1 || !strings.HasSuffix(names(events), "run.cancelled ") {
		t.Errorf("%v, %s", err, names(events))
	}
}

// TestAStopEndsWhatManyServicesStillWait: each of a large repository's would
// be read, and each document checked.
func TestAStopEndsWhatManyServicesStillWait(t *testing.T) {
	const many = 200
	crowd := func(_ context.Context, a *AnalysisContext) error {
		reader := language.NewReader(a.Repo, &repo.Index{})
		var st Structure
		for i := range many {
			st.Services = append(st.Services, &Service{Project: &language.Project{Folder: reader.Folder(fmt.Sprint(i)), Language: &language.Language{ID: "go"}}})
		}
		a.SetStructure(&st)
		a.SetScan(&scan.Inventory{Index: &repo.Index{}})
		return nil
	}
	for _, where := range []string{"a phase", "the check"} {
		ctx, cancel := context.WithCancel(t.Context())
		var looked, checked atomic.Int64
		_, events, err := execute(t, ctx, Parts{
			Before: []WorkflowPhase{step{"structure", crowd}},
			Service: []ServicePhase{look{"port", func(context.Context, *ServiceContext) (ServicePhaseResult, error) {
				if looked.Add(1); where == "a phase" {
					cancel()
				}
				return ServicePhaseResult{}, nil
			}}},
			After: []WorkflowPhase{step{"assemble", documents}},
			Check: func([]string) func(universalbuild.UniversalBuild) []Problem {
				return func(universalbuild.UniversalBuild) []Problem {
					checked.Add(1)
					cancel()
					return nil
				}
			},
		})
		cancel()
		if fault.CodeOf(err) != fault.Canceled || !strings.HasSuffix(names(events), "run.cancelled ") {
			t.Errorf("%s: %v", where, err)
		}
		if where == "a phase" && (looked.Load() > many/4 || checked.Load() > 0) || checked.Load() > many/4 {
			t.Errorf("%s: %d services were looked at, %d documents checked", where, looked.Load(), checked.Load())
		}
	}
}
