package projectdb

import (
	"errors"
	"testing"
)

// TestKept: the newest proof of a service is kept, and the newest commit that stands.
func TestKept(t *testing.T) {
	t.Parallel()
	data, folder := t.TempDir(), t.TempDir()
	d := open(t, data, folder)
	if _, err := d.LastCommit(); !errors.Is(err, ErrAbsent) {
		t.Errorf("of none: %v", err)
	}
	must(t, d.SaveProofs([]Proof{{Service: "b", Plan: "1", Verdict: "failed"}, {Service: "a", Plan: "2", Verdict: "proven", Said: "answers", ProvedAt: 7}}))
	must(t, d.SaveProofs([]Proof{{Service: "b", Plan: "3", Verdict: "proven"}}))
	for _, id := range []string{"one", "two"} {
		must(t, d.SaveCommit(Commit{ID: id, Made: []byte("{}"), Reason: "why"}))
	}
	must(t, d.Close())
	d = open(t, data, folder)
	proofs, err := d.Proofs()
	must(t, err)
	if len(proofs) != 2 || proofs[0] != (Proof{"a", "2", "proven", "answers", 7}) || proofs[1].Plan != "3" {
		t.Errorf("%+v", proofs)
	}
	last, err := d.LastCommit()
	must(t, err)
	if last.ID != "two" || last.Reason != "why" || string(last.Made) != "{}" || last.CreatedAt == 0 {
		t.Errorf("%+v", last)
	}
	last.UndoneAt = 1
	must(t, d.SaveCommit(last))
	if last, err = d.LastCommit(); err != nil || last.ID != "one" {
		t.Errorf("%+v %v", last, err)
	}
}
