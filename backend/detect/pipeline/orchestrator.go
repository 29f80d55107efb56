package pipeline

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/detect/extract"
	"aipack/backend/detect/scan"
	"aipack/backend/language"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// Parts is what an orchestrator is made of.
type Parts struct {
	Registry *language.Registry
	Before   []WorkflowPhase // scan … cache, in order
	Service  []ServicePhase  // run for each service, in order
	After    []WorkflowPhase // assemble
	Now      func() time.Time

	// Check finds what is wrong with the documents of one run; files are the
	// repository's.
	Check func(files []string) func(universalbuild.UniversalBuild) []Problem
}

// Problem is one thing that is wrong with a document: a verdict about the
// repository, not an error.
type Problem struct {
	Service string // path of the document's service
	Field   string // JSON pointer
	Rule    string
	Message string
	Fix     string
	Doubt   bool // the document can be used all the same
}

// Orchestrator runs all phases in order over one folder.
type Orchestrator struct{ Parts }

// Run is one analysis to be made.
type Run struct {
	ID   string
	Repo *repo.Tree
	Mode string // Static, Full or LLM
	Sink event.Sink
	Only string // path of the only service wanted; "" for all

	Limits scan.Limits // of the scan: those of Files, Depth and Timeout that are not zero stand in place of the line's

	Adviser Adviser // asked where the rules are unsure; nil: rules alone
	Hint    string  // the user's own words about the project, for the adviser

	Retry *Retry // begins in the middle of an earlier run; nil: at the start

	// Scanned, where it is not nil, hears of the walk as soon as it is there:
	// who shows the folder meanwhile need not walk it too.
	Scanned func(*scan.Inventory)
}

// Outcome is what an analysis came to.
type Outcome struct {
	Documents []universalbuild.UniversalBuild
	Context   *AnalysisContext
	Summary   event.Summary
	Problems  []Problem // of all documents, in their order
	Spent     Spent     // what was asked of a model; zero for none
}

// Execute runs the phases. On an error the outcome still holds what was found
// until then, with the documents of those services that were through; the
// error names the phase.
func (o *Orchestrator) Execute(ctx context.Context, r Run) (*Outcome, error) {
	run := &running{o: o, scanned: r.Scanned, events: event.NewStamper(r.ID, r.Sink, o.Now), a: &AnalysisContext{Repo: r.Repo, Registry: o.Registry, Only: r.Only, Limits: r.Limits}}
	if r.Mode != Static {
		run.adviser, run.mode, run.hint, run.retry = r.Adviser, r.Mode, r.Hint, r.Retry
	}
	start := o.Now()
	run.events.Send(started(r))
	err := run.all(ctx)
	if err != nil {
		run.keep(ctx)
	}
	out := &Outcome{Context: run.a}
	if run.a.documents != nil {
		out.Documents = run.a.Documents()
		out.Problems = run.check(ctx, out.Documents)
		if err == nil && errors.Is(ctx.Err(), context.Canceled) {
			err = stopped("validation", ctx.Err())
		}
	}
	out.Summary = summary(out.Documents)
	run.spent(out)
	out.Summary.TotalDurationMS = o.Now().Sub(start).Milliseconds()
	run.finish(out, err)
	return out, err
}

func started(r Run) event.RunStarted {
	e := event.RunStarted{Path: r.Repo.Dir(), Mode: r.Mode}
	if r.Retry != nil {
		e.Of, e.From, e.FromService = r.Retry.Of, r.Retry.Phase, r.Retry.Service
	}
	return e
}

// scanPhase is the id of the phase that walks the folder.
const scanPhase = "scan"

type running struct {
	o      *Orchestrator
	a      *AnalysisContext
	events *event.Stamper

	scanned func(*scan.Inventory) // nil once it was told, or where nobody asks

	adviser  Adviser // nil: rules alone
	mode     string
	hint     string
	retry    *Retry
	explored []universalbuild.UniversalBuild
	doubt    string       // why somebody should explore, where the phases' questions may do
	taken    atomic.Int64 // answers of the adviser that won

	done []ServiceAnalysis // services that were through when others were not; nil where all were
}

func (r *running) all(ctx context.Context) error {
	for _, p := range r.o.Before {
		if err := r.workflow(ctx, p); err != nil {
			return err
		}
		if r.scanned != nil && r.a.scan != nil {
			r.scanned(r.a.scan)
			r.scanned = nil
		}
	}
	if err := r.services(ctx); err != nil {
		return err
	}
	for _, p := range r.o.After {
		if err := r.workflow(ctx, p); err != nil {
			return err
		}
	}
	return r.join(ctx)
}

// check validates the documents and tells what it found. That time has run out
// does not end it: the documents are there, and it is bounded; the user's own
// stop does.
func (r *running) check(ctx context.Context, docs []universalbuild.UniversalBuild) []Problem {
	if r.o.Check == nil {
		return nil
	}
	check := r.o.Check(r.a.Scan().Index.Paths())
	found := make([][]Problem, len(docs))
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, d := range docs {
		slots <- struct{}{}
		if errors.Is(ctx.Err(), context.Canceled) {
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			var err error
			found[i], err = guarded("checking a document", func() ([]Problem, error) { return check(d), nil })
			if err != nil {
				found[i] = []Problem{{Rule: "defect", Message: err.Error(), Fix: "Look at the document yourself: it was not checked.", Doubt: true}}
			}
		})
	}
	wg.Wait()
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil
	}
	var all []Problem
	for i, d := range docs {
		path := d.Metadata.Path
		r.events.Send(event.ValidationStarted{Service: path})
		problems := found[i]
		var errors []string
		for i := range problems {
			problems[i].Service = path
			if !problems[i].Doubt {
				errors = append(errors, problems[i].Field+": "+problems[i].Message)
			}
		}
		if len(errors) > 0 {
			r.events.Send(event.ValidationFailed{Service: path, Problems: errors})
		} else {
			r.events.Send(event.ValidationPassed{Service: path, Confidence: d.Metadata.Confidence})
		}
		all = append(all, problems...)
	}
	return all
}

func (r *running) workflow(ctx context.Context, p WorkflowPhase) error {
	start := r.o.Now()
	_, err := r.phase(ctx, p.Name(), "", func() (ServicePhaseResult, error) {
		if err := r.scans(p, func() error { return p.Execute(ctx, r.a) }); err != nil {
			return ServicePhaseResult{}, err
		}
		asked := r.explore(ctx, p)
		return ServicePhaseResult{Result: describe(p, r.a), LLM: asked}, nil
	})
	if err == nil {
		r.a.Timings = append(r.a.Timings, Timing{Phase: p.Name(), Duration: r.o.Now().Sub(start)})
	}
	return err
}

func describe(p WorkflowPhase, a *AnalysisContext) string {
	if d, ok := p.(interface {
		Describe(*AnalysisContext) string
	}); ok {
		return d.Describe(a)
	}
	return ""
}

// services analyses the services side by side; the first error ends them all.
func (r *running) services(ctx context.Context) error {
	list := r.a.Structure().Services
	out := make([]ServiceAnalysis, len(list))
	errs := make([]error, len(list))
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for i, s := range list {
		wg.Add(1)
		slots <- struct{}{}
		go func() {
			defer wg.Done()
			defer func() { <-slots }()
			out[i], errs[i] = guarded("the analysis of a service", func() (ServiceAnalysis, error) { return r.service(ctx, s) })
			if errs[i] != nil {
				cancel()
			}
		}()
	}
	wg.Wait()
	if err := first(errs); err != nil {
		r.done = whole(out, errs)
		return err
	}
	r.a.analyses = &out
	return nil
}

// first gives the cause, not the cancellations that followed from it; of
// several that were stopped, one.
func first(errs []error) error {
	var stop error
	for _, err := range errs {
		switch {
		case err != nil && !errors.Is(err, context.Canceled):
			return err
		case stop == nil:
			stop = err
		}
	}
	return stop
}

func (r *running) service(ctx context.Context, s *Service) (ServiceAnalysis, error) {
	if err := ctx.Err(); err != nil {
		return ServiceAnalysis{Service: s}, stopped("services", err)
	}
	sc := &ServiceContext{Service: s, Repository: ViewOf(r.a), Facts: extract.Of(s.Project, r.a.Structure().Around)}
	s.Built = sc.Facts.Built()
	for _, b := range s.Beside {
		b.Built = s.Built
	}
	analysis := ServiceAnalysis{Service: s, Context: sc}
	for _, p := range r.o.Service {
		result, err := r.phase(ctx, p.Name(), s.Path, func() (ServicePhaseResult, error) {
			result, err := p.Execute(ctx, sc)
			if err != nil {
				return result, err
			}
			return r.advise(ctx, p, sc, result), ctx.Err()
		})
		if err != nil {
			return analysis, err
		}
		result.Phase = p.Name()
		analysis.Results = append(analysis.Results, result)
	}
	return analysis, nil
}

// phase runs one phase and reports it. Phases themselves know nothing of
// events or of time.
func (r *running) phase(ctx context.Context, name, service string, do func() (ServicePhaseResult, error)) (ServicePhaseResult, error) {
	if err := ctx.Err(); err != nil {
		return ServicePhaseResult{}, stopped(name, err)
	}
	r.events.Send(event.PhaseStarted{Phase: name, Service: service})
	start := r.o.Now()
	result, err := guarded("phase "+name, func() (ServicePhaseResult, error) {
		result, err := do()
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return result, err
	})
	took := r.o.Now().Sub(start).Milliseconds()
	if err != nil {
		if ctx.Err() != nil {
			err = stopped(name, ctx.Err())
		}
		r.events.Send(event.PhaseFailed{Phase: name, Service: service, DurationMS: took, Problem: err.Error()})
		return result, err
	}
	if result.Gap != "" && result.Result == "" {
		result.Result = result.Gap
	}
	r.events.Send(event.PhaseCompleted{
		Phase: name, Service: service, DurationMS: took,
		LLM: result.LLM, Confidence: result.Confidence, Result: result.Result,
	})
	return result, nil
}

func stopped(phase string, cause error) error {
	if errors.Is(cause, context.DeadlineExceeded) {
		return &fault.Fault{Code: fault.Timeout, Message: "the analysis ran out of time in phase " + phase, Hint: "raise --timeout, or ignore folders that do not belong to the project", Err: cause}
	}
	return &fault.Fault{Code: fault.Canceled, Message: "the analysis was stopped in phase " + phase, Err: cause}
}

// guarded turns a panic into an error that says what broke: in a goroutine it
// would end the program.
func guarded[T any](what string, do func() (T, error)) (result T, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &fault.Fault{
				Code: fault.Internal, Message: fmt.Sprintf("%s broke: %v", what, v),
				Hint: "this is a defect of aipack; please report it with the folder's layout",
			}
		}
	}()
	return do()
}

func (r *running) finish(out *Outcome, err error) {
	switch {
	case err == nil:
		r.events.Send(event.RunCompleted{Summary: out.Summary, Services: services(out.Documents), Missing: r.a.Structure().Missing, RulesAlone: out.Spent.Failure})
	case fault.CodeOf(err) == fault.Canceled:
		r.events.Send(event.RunCanceled{Summary: out.Summary, Found: r.found(out)})
	default:
		failed := event.RunFailed{Code: string(fault.CodeOf(err)), Problem: err.Error(), Summary: out.Summary, Found: r.found(out)}
		var f *fault.Fault
		if errors.As(err, &f) {
			failed.Hint = f.Hint
		}
		r.events.Send(failed)
	}
}

// services names what documents are about, in their order.
func services(docs []universalbuild.UniversalBuild) []event.ServiceSummary {
	out := []event.ServiceSummary{}
	for _, d := range docs {
		out = append(out, event.ServiceSummary{
			Path: d.Metadata.Path, Name: d.Metadata.ProjectName, Language: d.Metadata.Language,
			Framework: d.Metadata.Framework, Confidence: d.Metadata.Confidence,
		})
	}
	return out
}

// summary speaks for the first service; the confidence is the lowest of all.
func summary(docs []universalbuild.UniversalBuild) event.Summary {
	if len(docs) == 0 {
		return event.Summary{}
	}
	s := event.Summary{
		Language: docs[0].Metadata.Language, BuildSystem: docs[0].Metadata.BuildSystem,
		Confidence: docs[0].Metadata.Confidence,
	}
	for _, d := range docs[1:] {
		s.Confidence = min(s.Confidence, d.Metadata.Confidence)
	}
	return s
}
