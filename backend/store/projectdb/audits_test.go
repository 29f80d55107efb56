package projectdb

import (
	"errors"
	"testing"
)

// TestAudits: the newest audit is kept, and what is let stand until somebody heeds it.
func TestAudits(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir(), t.TempDir())
	if _, err := db.LastAudit(); !errors.Is(err, ErrAbsent) {
		t.Fatal(err)
	}
	for _, report := range []string{"one", "two"} {
		if err := db.SaveAudit([]byte(report)); err != nil {
			t.Fatal(err)
		}
	}
	if a, err := db.LastAudit(); err != nil || string(a.Report) != "two" || a.AuditedAt == 0 {
		t.Error(a, err)
	}
	for _, i := range []Ignored{{Finding: "b", Reason: "a test key", Until: 5}, {Finding: "a", Reason: "old", Until: 5}, {Finding: "a", Reason: "new", Until: 6}} {
		if err := db.Ignore(i); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := db.Ignored(); err != nil || len(all) != 2 || all[0].Reason != "new" || all[0].Until != 6 || all[0].CreatedAt == 0 {
		t.Error(all, err)
	}
	if err := db.Heed("a"); err != nil {
		t.Error(err)
	}
	if err := db.Heed("a"); !errors.Is(err, ErrAbsent) {
		t.Error(err)
	}
}
