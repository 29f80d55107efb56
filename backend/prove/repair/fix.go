package repair

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/patch"
	"aipack/backend/universalbuild"
)

// fix is what one failure offers, made ready to be proved.
type fix struct {
	document universalbuild.UniversalBuild
	byHand   string // the Dockerfile with the edits, where it was written by hand
	diff     string // of the Dockerfile
	files    []patch.Change
	changes  []universalbuild.Change
	values   map[string]string // made up, for the proof alone
	key      string            // what it does, without what is made up
	from     Suggestion        // what it was made of
}

// better reports whether a proof with the fix is better than the one before it.
func (f fix) better(before, after *prove.Report) bool {
	if before.Failure.Stage == checks {
		return clearer(before, after, before.Failure.Rule)
	}
	return helped(before, after) && (!f.from.guessed || further(before, after, f.changes))
}

func (f fix) given() []string { return slices.Sorted(maps.Keys(f.values)) }

// try is the fix as a report tells it.
func (f fix) try(state string, failed *cause.Failure) prove.Try {
	return prove.Try{
		State: state, Stage: failed.Stage, Rule: failed.Rule, Cause: failed.Cause, Edits: f.changes, Given: f.given(), Why: f.from.Why,
		Model: f.from.Model, Lesson: f.from.Lesson, Shows: f.from.Shows, Diff: f.diff, Files: f.files, Dockerfile: f.byHand,
	}
}

// offer is what would be tried first, by rules alone, where nobody has asked for
// fixes; nil for nothing.
func (r *run) offer(report *prove.Report) *prove.Try {
	if r.Fix {
		return nil
	}
	asked := Loop{Fix: true}.begin(r.request)
	if report.Verdict.Good() {
		if f, about, ok := asked.nextFinding(report); ok {
			one := f.try(prove.Offered, about)
			return &one
		}
	}
	if report.Verdict != prove.Failed || report.Failure == nil {
		return nil
	}
	f, why := asked.next(context.Background(), report, 0)
	if why != "" {
		return nil
	}
	one := f.try(prove.Offered, report.Failure)
	return &one
}

func noEdits() []universalbuild.Change { return []universalbuild.Change{} }

// offered makes ready what a failure offers, or, where that is nothing to try,
// what the sources say otherwise, or what a model suggests; or it says why there is
// nothing.
func (r *run) offered(ctx context.Context, report *prove.Report) (f fix, why string) {
	failed := report.Failure
	byRule := Suggestion{Edits: failed.Edits, Why: failed.Fix, rule: "prove." + failed.Rule, ruled: true}
	why = "No rule knows an edit for what fails now."
	if byRule.Patches = failed.Patches; len(failed.Edits)+len(failed.Values)+len(failed.Patches) > 0 {
		if f, why = r.ready(byRule, failed.Values); why == "" {
			return f, ""
		}
	}
	remembered, known := r.Memory.Recall(r.request.Document, failed)
	for _, one := range remembered {
		one.rule, one.guessed = "lesson."+one.Lesson, true
		if f, why = r.ready(one, nil); why == "" {
			return f, ""
		}
	}
	for _, guess := range []func(*prove.Report) (Suggestion, bool){r.detected, r.alternative, r.elsewhere} {
		if other, ok := guess(report); ok {
			if f, why = r.ready(other, nil); why == "" {
				return f, ""
			}
		}
	}
	if r.Ask == nil {
		return f, why
	}
	suggested, err := r.Ask(ctx, Question{Request: r.request, Report: report, Tries: slices.Clone(r.tries), Known: known})
	switch {
	case err != nil:
		return f, why + " A model could not be asked: " + err.Error() + "."
	case len(suggested.Edits)+len(suggested.Patches) == 0:
		return f, why + " " + suggested.Model + " suggested nothing that may be tried."
	}
	suggested.rule, suggested.guessed = "model.repair", true
	return r.ready(suggested, nil)
}

// ready makes edits ready to be proved, or says why they are not to be.
func (r *run) ready(from Suggestion, values []cause.Value) (f fix, why string) {
	edits, err := edits(from.Edits)
	if err == nil {
		f.document, err = universalbuild.Apply(r.request.Document, edits)
	}
	if err != nil {
		return f, "The edit that it offers does not fit the document: " + err.Error()
	}
	if f.files, err = patch.Apply(from.Patches, r.request.Text); err != nil {
		return f, "A file of the project cannot be changed as it should be: " + err.Error() + "."
	}
	f.from, f.changes, f.values = from, noEdits(), map[string]string{}
	for _, e := range edits {
		old, _ := universalbuild.Get(r.request.Document, e.Field)
		now, _ := universalbuild.Get(f.document, e.Field)
		f.changes = append(f.changes, universalbuild.Change{Field: e.Field, Old: old, New: now})
	}
	for _, v := range values {
		if _, given := r.request.Env[v.Name]; given {
			continue
		}
		if f.values[v.Name] = v.Value; v.Value == "" {
			f.values[v.Name] = r.Secret(v.Name)
		}
	}
	if len(universalbuild.Diff(r.request.Document, f.document))+len(f.values)+len(f.files)+len(from.byHand) == 0 {
		return f, "What it offers is in the document already."
	}
	key, err := json.Marshal([]any{f.changes, f.given(), f.files, from.byHand})
	if err != nil {
		return f, "The edit that it offers cannot be written down: " + err.Error()
	}
	if f.key = string(key); r.tried[f.key] {
		return f, "What it offers was tried already, and did not help."
	}
	if from.byHand != "" {
		f.byHand, f.diff = from.byHand, diffOf(r.request.Dockerfile, from.byHand)
	} else if f.byHand, f.diff, err = dockerfile(r.request, f.document); err != nil {
		return f, "The Dockerfile was written by hand, and the edit does not fit it: " + err.Error() + "."
	}
	f.document = reasoned(f.document, edits, from)
	return f, ""
}

// edits are a failure's as the document takes them.
func edits(list []cause.Edit) ([]universalbuild.Edit, error) {
	var out []universalbuild.Edit
	for _, e := range list {
		value, err := json.Marshal(e.Value)
		if err != nil {
			return nil, err
		}
		out = append(out, universalbuild.Edit{Field: e.Field, Value: value})
	}
	return out, nil
}

// reasoned gives edited fields their reason: the rule that asked for the edit, or
// the line that a model saw the need in. What stood there before has lost.
func reasoned(doc universalbuild.UniversalBuild, edits []universalbuild.Edit, from Suggestion) universalbuild.UniversalBuild {
	doc.Evidence = slices.Clone(doc.Evidence)
	for _, e := range edits {
		mine := universalbuild.Evidence{Field: e.Field, Confidence: 1, Source: "rule", Rule: from.rule}
		if i := slices.IndexFunc(from.Shows, func(s universalbuild.Evidence) bool { return s.Field == e.Field }); i >= 0 {
			mine = from.Shows[i]
		}
		mine.Value = said(e.Value)
		at := slices.IndexFunc(doc.Evidence, func(old universalbuild.Evidence) bool { return old.Field == e.Field })
		if at < 0 {
			doc.Evidence = append(doc.Evidence, mine)
			continue
		}
		old := doc.Evidence[at]
		mine.Alternatives = append([]universalbuild.Alternative{{
			Value: old.Value, Confidence: old.Confidence, Rule: old.Rule, Path: old.Path, Line: old.Line,
		}}, old.Alternatives...)
		doc.Evidence[at] = mine
	}
	return doc
}

// said is a value as text: strings without quotes, all else as JSON.
func said(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// judged reports whether a proof says something of what was changed.
func judged(r *prove.Report) bool {
	if r.Verdict != prove.Failed || r.Failure == nil {
		return r.Verdict != prove.NotBuilt
	}
	return r.Failure.Class == cause.Project || r.Failure.Class == ""
}

// came is what a proof came to, in a sentence.
func came(r *prove.Report) string {
	if r.Failure != nil {
		return r.Failure.Cause
	}
	return r.Verdict.Of("It")
}
