package proofs

import (
	"slices"

	"aipack/backend/prove"
	"aipack/backend/prove/learned"
	"aipack/backend/store"
	"aipack/backend/window/session"
)

// learn keeps what the user has edited since a service's proof failed, once it is proven:
// the plan was mended by hand. Where a repair had a part in it, that has learned already.
func (r *round) learn(row store.Proof, report *prove.Report) {
	if r.of.data == "" || report == nil || !report.Verdict.Good() || report.Mending != nil {
		return
	}
	failed, ok := r.failedBefore(row)
	if !ok {
		return
	}
	text, err := r.of.store.Report(failed.ID)
	if err != nil {
		return
	}
	before, err := prove.ParseReport(text)
	if err != nil || before.Failure == nil || before.Mending != nil {
		return
	}
	documents, err := r.of.store.Documents(row.RunID)
	i := slices.IndexFunc(documents, func(d store.Document) bool { return d.Service == row.Service })
	if err != nil || i < 0 {
		return
	}
	then, ok := heldAt(documents[i], failed.StartedAt+failed.DurationMS)
	if !ok {
		return
	}
	now := session.Parsed(documents[i].Current())
	changes := learned.Changes(session.Parsed(then), now)
	if l, ok := learned.From(before.Failure, now, changes, "", "user", r.of.now()); ok {
		if err := learned.In(r.of.data, r.of.now).Learn(l, r.folder); err != nil {
			r.of.page.Log.Add("what was edited is not kept as a lesson: " + err.Error())
		}
	}
}

// failedBefore is the proof of a service that came to an end last, where it failed.
func (r *round) failedBefore(row store.Proof) (store.Proof, bool) {
	rows, err := r.of.store.Proofs(row.RunID) // the newest before
	if err != nil {
		return store.Proof{}, false
	}
	for _, p := range rows {
		if p.Service != row.Service || p.ID == row.ID || p.StartedAt > row.StartedAt {
			continue
		}
		switch prove.Verdict(p.Verdict) {
		case prove.Failed:
			return p, true
		case prove.Stopped, prove.NotBuilt:
			continue // it says nothing
		}
		return p, false
	}
	return store.Proof{}, false
}

// heldAt is what a document held when its first edit after a moment was made; false where
// none was.
func heldAt(d store.Document, at int64) (string, bool) {
	for _, e := range d.Edits {
		switch {
		case e.At <= at:
		case e.Parent == 0:
			return d.Original, true
		case e.Parent <= len(d.Edits):
			return d.Edits[e.Parent-1].Document, true
		}
	}
	return "", false
}
