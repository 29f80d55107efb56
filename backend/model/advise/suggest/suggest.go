// Package suggest lets a model answer what a repair asks where no rule knows an
// edit: it looks around in the project, and puts the failure to an adviser.
package suggest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/language"
	"aipack/backend/model/advise"
	"aipack/backend/prove"
	"aipack/backend/prove/repair"
	"aipack/backend/repo"
)

// Adviser is who is asked, about one failure.
type Adviser interface {
	Mend(ctx context.Context, d pipeline.Desk, f advise.Failed) (advise.Remedy, bool)
	Spent() pipeline.Spent
}

// Source is where suggestions come from.
type Source struct {
	Registry func() *language.Registry
	Tree     *repo.Tree  // the project, opened as its analysis did
	Limits   scan.Limits // of looking around in it

	// Adviser makes a new one for each question: how long a proof takes between
	// two of them is not the model's time.
	Adviser func() Adviser
}

// Ask answers one question, as repair.Loop wants it.
func (s Source) Ask(ctx context.Context, q repair.Question) (repair.Suggestion, error) {
	tree := s.Tree.WithoutLeftOut()
	desk := pipeline.Desk{Repo: tree, Scan: scan.Run(ctx, tree, s.Registry(), s.Limits)}
	adviser := s.Adviser()
	failed := advise.Failed{Document: q.Request.Document, Failure: *q.Report.Failure, Tried: words(q.Tries), Known: q.Known}
	if q.Report.Probe != nil {
		failed.Status = q.Report.Probe.Status
	}
	remedy, _ := adviser.Mend(ctx, desk, failed)
	spent := adviser.Spent()
	if spent.Failure != "" {
		return repair.Suggestion{}, errors.New(strings.TrimRight(spent.Failure, ". "))
	}
	return repair.Suggestion{Edits: remedy.Edits, Patches: remedy.Files, Why: remedy.Why, Shows: remedy.Evidence, Model: spent.Model}, nil
}

// words say what was tried and did not help.
func words(tries []prove.Try) (out []string) {
	for _, t := range tries {
		if t.State != prove.TakenBack {
			continue
		}
		var fields []string
		for _, e := range t.Edits {
			fields = append(fields, fmt.Sprintf("%s = %v", e.Field, e.New))
		}
		for _, f := range t.Files {
			fields = append(fields, "a change of "+f.Path+":\n"+f.Diff)
		}
		out = append(out, strings.Join(fields, "; ")+": "+t.Came)
	}
	return out
}
