// Package repair proves a service until it is healthy or nothing more is known to
// try: what passes by itself is proved again, and, where that is asked for, the
// edits that a failure offers are made one after the other and kept where they
// help. Where no rule knows an edit, somebody may be asked. It knows no builders
// and no models, and of the project's files only which are there.
package repair

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/patch"
	"aipack/backend/universalbuild"
)

// For one service: how many fixes are tried, and how often what passes is
// proved again.
const (
	mostFixes = 3
	mostAgain = 2
)

// Prover proves a service once.
type Prover interface {
	Prove(ctx context.Context, r prove.Request) (*prove.Report, error)
}

// Question is a failure for which no rule knows an edit, or none that helped.
type Question struct {
	Request prove.Request // with what was kept until now
	Report  *prove.Report // of its proof
	Tries   []prove.Try   // until now
	Known   []string      // what helped with such failures elsewhere, a sentence each; three at most
}

// Suggestion is edits that belong together, from whoever was asked.
type Suggestion struct {
	Edits   []cause.Edit
	Patches []patch.Replacement       // of the project's own files
	Why     string                    // what they are for, in a sentence
	Shows   []universalbuild.Evidence // the line that shows the need, for each edit
	Model   string                    // who suggests it, also where it has no edits

	Lesson  string // the id of the lesson that it is; "" for none
	byHand  string // the Dockerfile, where it was written by hand and is to read so
	rule    string
	ruled   bool // by a rule that knows the failure
	guessed bool // by no rule that knows the failure: it has to come further
}

// Memory is what helped with failures in other projects. What it suggests is proved like
// anything else, and what came of it is told.
type Memory interface {
	// Recall gives what helped with such a failure, the best first, and all of it in
	// sentences for a model.
	Recall(doc universalbuild.UniversalBuild, failed *cause.Failure) (found []Suggestion, words []string)
	// Learn hears of every try that was decided, whoever suggested it but the rules: the
	// plan and the failure before it, the edits, and whether they were kept.
	Learn(doc universalbuild.UniversalBuild, failed *cause.Failure, s Suggestion, changes []universalbuild.Change, kept bool)
}

// nothing is the memory of who has none.
type nothing struct{}

func (nothing) Recall(universalbuild.UniversalBuild, *cause.Failure) ([]Suggestion, []string) {
	return nil, nil
}

func (nothing) Learn(universalbuild.UniversalBuild, *cause.Failure, Suggestion, []universalbuild.Change, bool) {
}

// Loop mends one service at a time. All but Prover may be left out.
type Loop struct {
	Prover  Prover
	Fix     bool                                                             // make the edits that failures offer
	Keep    func(service string, t prove.Try, given map[string]string) error // hears of what helped, with the values that are not in it; an error ends the loop
	Tell    func(prove.Progress)                                             // hears of every try, when it begins and when it is decided
	Pause   func(ctx context.Context, n int) error                           // waits before the nth time again; nil: some seconds
	Secret  func(name string) string                                         // makes up a secret of the program's own; nil: own
	Session *Session                                                         // keeps how the repair stands; nil: nobody does
	Ask     func(ctx context.Context, q Question) (Suggestion, error)        // lets a model suggest edits where no rule knows one; the error says why none could be asked
	Memory  Memory                                                           // what helped elsewhere
}

// Prove proves a service, again where that helps, and tells in the report what
// was tried.
func (l Loop) Prove(ctx context.Context, r prove.Request) (*prove.Report, error) {
	return l.begin(r).all(ctx, nil)
}

// run is the loop over one service.
type run struct {
	Loop
	request prove.Request // with what was kept
	tries   []prove.Try
	files   []patch.Change  // that were kept
	tried   map[string]bool // what was made already, so that nothing is made twice
	seen    map[string]bool // plans with the failures that they came to
}

func (l Loop) begin(r prove.Request) *run {
	if l.Tell == nil {
		l.Tell = func(prove.Progress) {}
	}
	if l.Keep == nil {
		l.Keep = func(string, prove.Try, map[string]string) error { return nil }
	}
	if l.Pause == nil {
		l.Pause = wait
	}
	if l.Secret == nil {
		l.Secret = own
	}
	if l.Memory == nil {
		l.Memory = nothing{}
	}
	begun := &run{Loop: l, request: r, tried: map[string]bool{}, seen: map[string]bool{}}
	l.Session.resumed(begun)
	for i := range begun.tries {
		begun.tell(i)
	}
	return begun
}

// all is the whole loop. What was kept is never lost: who stops it gets the
// report of the last proof that counts.
func (r *run) all(ctx context.Context, first *prove.Report) (*prove.Report, error) {
	best, err := r.proved(ctx, r.request, first)
	if err != nil {
		return best, err
	}
	ended, kept := "", slices.ContainsFunc(r.tries, func(t prove.Try) bool { return t.State == prove.Kept })
	r.again(best)
	r.Session.stands(r, best)
	for fixes := r.fixes(); ended == "" && best.Verdict == prove.Failed; fixes++ {
		var f fix
		if f, ended = r.next(ctx, best, fixes); ended != "" {
			break
		}
		r.Session.enter(Mending)
		r.Session.enter(Building)
		var better *prove.Report
		if better, ended = r.try(ctx, f, best); better != nil {
			best, kept = better, true
			if ended == "" && r.again(best) {
				ended = "What was kept has led back to the same plan with the same failure."
			}
		}
		if ctx.Err() == nil {
			r.Session.stands(r, best)
		}
		if err := r.Session.Err(); err != nil && ended == "" {
			ended = "What was tried cannot be saved (" + err.Error() + "), so nothing more is tried: make room, and repair again."
		}
	}
	if mended, some := r.mendFindings(ctx, best); some {
		best, kept = mended, true
	}
	if best.Verdict.Good() || best.Verdict == prove.Incomplete {
		ended = best.Verdict.Of("The service")
	}
	if len(r.tries) > 0 || r.Fix && best.Verdict == prove.Failed {
		best.Mending = &prove.Repair{Tries: r.tries, Ended: ended}
		if kept {
			document := r.request.Document
			best.Mending.Document, best.Mending.Files = &document, r.files
		}
	}
	best.Offer = r.offer(best)
	best.Questions, best.Confidence = questions(r.request, best), confidence(r.request.Document, best, r.tries)
	return best, nil
}

// fixes is how many were tried already, in a session that goes on.
func (r *run) fixes() (n int) {
	for _, t := range r.tries {
		if t.State == prove.Kept || t.State == prove.TakenBack {
			n++
		}
	}
	return n
}

// again reports whether a plan has come to the same failure before.
func (r *run) again(report *prove.Report) bool {
	if report.Failure == nil {
		return false
	}
	plan := r.request.Document
	plan.Evidence = nil // it grows with every edit
	text, err := json.Marshal([]any{plan, report.Failure.Signature})
	before := err == nil && r.seen[string(text)]
	r.seen[string(text)] = true
	return before
}

// next is what the failure offers, or why there is nothing more to try.
func (r *run) next(ctx context.Context, report *prove.Report, fixes int) (f fix, ended string) {
	switch failed := report.Failure; {
	case failed.Class == cause.Transient:
		return f, "It usually passes by itself, and did not: prove it again later."
	case failed.Class == cause.Environment:
		return f, "It is a matter of the machine, its network or an account: no edit mends that."
	case !r.Fix:
		return f, "Nothing was changed."
	case fixes == mostFixes:
		return f, fmt.Sprintf("%d fixes were tried, and no more are.", mostFixes)
	}
	f, why := r.offered(ctx, report)
	if why != "" {
		return f, why
	}
	r.tried[f.key] = true
	return f, ""
}

// try proves with a fix. It gives the report where the fix helped, nil where it
// was taken back, and why the loop ends with it, if it does.
func (r *run) try(ctx context.Context, f fix, before *prove.Report) (better *prove.Report, ended string) {
	plan, i := r.request.Document, len(r.tries)
	one := f.try(prove.Trying, before.Failure)
	one.N, one.Of = r.fixes()+1, mostFixes
	one.Confidence = confidence(r.request.Document, before, r.tries)
	r.tries = append(r.tries, one)
	r.tell(i)
	request := r.request
	request.Document, request.Dockerfile = f.document, f.byHand
	request.Env = maps.Clone(r.request.Env)
	for name, value := range f.values {
		if request.Env == nil {
			request.Env = map[string]string{}
		}
		request.Env[name] = value
	}
	request.Files = laidOver(request.Files, f.files)
	after, err := r.proved(ctx, request, nil)
	t := &r.tries[i]
	t.State = prove.TakenBack
	switch {
	case ctx.Err() != nil:
		t.State = prove.Undecided
		t.Came, ended = "It was stopped before its end.", "It was stopped."
	case err != nil:
		t.Came = "It could not be built: " + err.Error()
	case !judged(after):
		t.State = prove.Undecided
		t.Came, ended = came(after), "What came then says nothing of the fix: it is no matter of the project."
		r.Session.leave()
	case !f.better(before, after):
		t.Came = came(after)
	default:
		t.State, t.Came = prove.Kept, came(after)
		if err := r.Keep(r.request.Name(), *t, f.values); err != nil {
			t.State, t.Came, ended = prove.TakenBack, err.Error(), "What helped could not be kept."
			break
		}
		r.request, better, r.files = request, after, changed(r.files, f.files)
	}
	r.tell(i)
	// What also changed files or values of the project helps nobody else.
	if (t.State == prove.Kept || t.State == prove.TakenBack) && err == nil && !f.from.ruled && len(f.files)+len(f.values) == 0 {
		r.Memory.Learn(plan, before.Failure, f.from, f.changes, t.State == prove.Kept)
	}
	return better, ended
}

// proved is a proof of a request, again where what failed is of the kind that
// passes. It begins with a proof that there is already, if there is one.
func (r *run) proved(ctx context.Context, request prove.Request, report *prove.Report) (*prove.Report, error) {
	for n, last := 1, -1; ; n++ {
		if report == nil {
			var err error
			if report, err = r.Prover.Prove(ctx, request); err != nil {
				return report, err
			}
		}
		if last >= 0 {
			r.tries[last].Came = came(report)
			r.tell(last)
		}
		if report.Verdict != prove.Failed || report.Failure.Class != cause.Transient || n > mostAgain {
			return report, nil
		}
		last = len(r.tries)
		f := report.Failure
		r.tries = append(r.tries, prove.Try{State: prove.Again, Stage: f.Stage, Rule: f.Rule, Cause: f.Cause, Why: f.Fix, Edits: noEdits()})
		r.tell(last)
		if r.Pause(ctx, n) != nil {
			r.tries[last].Came = "It was stopped before its end."
			return report, nil
		}
		report = nil
	}
}

func (r *run) tell(i int) {
	t := r.tries[i]
	r.Tell(prove.Progress{Service: r.request.Name(), Index: i, Try: &t})
}

// wait is long enough for a registry that is being restarted to come back: ten
// seconds, then thirty.
func wait(ctx context.Context, n int) error {
	timer := time.NewTimer(time.Duration(20*n-10) * time.Second)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
