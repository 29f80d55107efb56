package fleet

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAJobIsOneWorkers: who lost it writes nothing, who has it writes once, and a
// transaction whose answer was lost may be tried again.
func TestAJobIsOneWorkers(t *testing.T) {
	ctx := t.Context()
	q, err := Open(ctx, filepath.Join(t.TempDir(), "fleet.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	if _, err := q.Add(ctx, []Repository{{Address: "/a"}}, Order{Want: Detect, Version: "1"}); err != nil {
		t.Fatal(err)
	}
	take := func(worker string, n int) (jobs []Job) {
		t.Helper()
		if jobs, err = q.take(ctx, worker, 5); err != nil || len(jobs) != n {
			t.Fatalf("%s took %v, %v", worker, jobs, err)
		}
		return jobs
	}
	beat := func(worker string, lease time.Duration) map[int64]int {
		t.Helper()
		held, err := q.beat(ctx, member{worker, worker, "1", 1, lease, time.Millisecond, 10})
		if err != nil {
			t.Fatal(err)
		}
		return held
	}
	beat("frozen", -time.Hour) // it is over by now
	old := take("frozen", 1)[0]
	take("other", 0)
	if held := beat("other", time.Hour); len(held) != 0 { // which takes it from the one that froze
		t.Error(held)
	}
	now := take("other", 1)[0]
	if now.ID != old.ID || now.Losses != 1 || now.Tries() != 1 || old.Tries() != 1 {
		t.Errorf("%+v, then %+v", old, now)
	}
	if held := beat("other", time.Hour); held[now.ID] != now.attempt || len(held) != 1 {
		t.Error(held)
	}
	r := Result{Repository: old.Repository, Commit: "c", Version: "1", Cause: Detected, Worker: "frozen"}
	for what, err := range map[string]error{
		"record": q.record(ctx, old, r, nil), "later": q.later(ctx, old, 0, "why"), "back": q.back(ctx, old),
	} {
		if !errors.Is(err, ErrLost) {
			t.Errorf("%s by who lost it: %v", what, err)
		}
	}
	r.Worker = "other"
	if err := q.record(ctx, now, r, []byte("[]")); err != nil {
		t.Error(err)
	}
	if err := q.record(ctx, now, r, []byte("[]")); !errors.Is(err, errDone) {
		t.Errorf("again: %v", err)
	}
	if err := q.record(ctx, old, r, nil); !errors.Is(err, errDone) {
		t.Errorf("by who lost it, with the same result: %v", err)
	}
	all, err := q.Results(ctx)
	if err != nil || len(all) != 1 || all[0].Worker != "other" {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestShownAddressesHaveNoPassword(t *testing.T) {
	t.Parallel()
	for address, shown := range map[string]string{
		"postgres://ann:s3cret@db.example/fleet": "postgres://ann:xxxxx@db.example/fleet", "postgres://db.example/fleet?user=ann&password=s3cret": "postgres://db.example/fleet?…",
		"fleet.db": "fleet.db", "postgres://ann:s3 cret@db:x/": "postgres://…",
	} {
		if got := Shown(address); got != shown {
			t.Errorf("%s: %s", address, got)
		}
	}
	for _, address := range []string{"postgres://ann:s3cret@127.0.0.1:1/fleet", "postgres://ann:s3cret@127.0.0.1:x/fleet", "postgres://ann@127.0.0.1:1/fleet?password=s3cret&sslmode=odd"} {
		if _, err := Open(t.Context(), address); err == nil || containsSecret(err) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func containsSecret(err error) bool { return strings.Contains(err.Error(), "s3cret") }
