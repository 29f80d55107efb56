//go:build unix

package fleet_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/fleet"
)

// repositories makes folders that act as they are told, by their names.
func repositories(t *testing.T, acts map[string]string) (list []fleet.Repository, folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, name := range slices.Sorted(maps.Keys(acts)) {
		at := filepath.Join(folder, name)
		list = append(list, fleet.Repository{Address: at})
		if acts[name] == "" {
			continue
		}
		if err := os.Mkdir(at, 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, at, acts[name])
	}
	return list, folder
}

func write(t *testing.T, folder, act string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, "act"), []byte(act), 0o600); err != nil {
		t.Fatal(err)
	}
}

// said are results in short, without what differs from run to run.
func said(t *testing.T, q *fleet.Queue, folder string) string {
	t.Helper()
	results, err := q.Results(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return short(results, folder)
}

func short(results []fleet.Result, folder string) string {
	var b strings.Builder
	for _, r := range results {
		fmt.Fprintf(&b, "%s %s %s", strings.TrimPrefix(r.Address, folder+"/"), r.Cause, r.Digest)
		for _, s := range r.Services {
			fmt.Fprintf(&b, " %s/%s/%s", s.Name, s.Language, s.Kind)
		}
		fmt.Fprintf(&b, " %s\n", r.Said)
	}
	return b.String()
}

func add(t *testing.T, q *fleet.Queue, list []fleet.Repository, o fleet.Order, want fleet.Added) {
	t.Helper()
	o.Version = "1"
	if o.Want == "" {
		o.Want = fleet.Detect
	}
	if got, err := q.Add(t.Context(), list, o); err != nil || got != want {
		t.Fatalf("%+v, %v; %+v were wanted", got, err, want)
	}
}

func run(t *testing.T, w *fleet.Worker) (known, done int) {
	t.Helper()
	said := make(chan bool, 10_000)
	w.Done = func(_ fleet.Result, known bool) { said <- known }
	w.Log = func(text string) { t.Log(text) }
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	close(said)
	for k := range said {
		if k {
			known++
		} else {
			done++
		}
	}
	return known, done
}

// TestEachGetsItsResult: and once it has it, no work is done for it again.
func TestEachGetsItsResult(t *testing.T) {
	onBoth(t, func(t *testing.T, address string, _ *postgres) {
		list, folder := repositories(t, map[string]string{
			"plain": "plain a", "other": "plain b", "nothing": "nothing", "fails": "fails", "killed": "killed", "prints": "prints", "gone": "",
		})
		q := open(t, address)
		add(t, q, append(list, list[0]), fleet.Order{}, fleet.Added{New: 7})
		add(t, q, list, fleet.Order{}, fleet.Added{Waiting: 7})
		w := work{Folder: t.TempDir()}.worker(q)
		if known, done := run(t, w); known != 0 || done != 7 {
			t.Errorf("%d known, %d done", known, done)
		}
		got := said(t, q, folder)
		for _, line := range []string{
			"plain detected ", "other detected ", "nothing nothing  there is no manifest\n", "fails failed  this cannot be\n",
			"killed gave_up  it was killed\n", "prints failed  it printed more than 1 MiB\n", "gone unavailable  there is no folder " + folder + "/gone: it is not there\n", " plain/go/web \n",
		} {
			if !strings.Contains(got, line) {
				t.Errorf("%q is missing in\n%s", line, got)
			}
		}
		results, err := q.Results(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			tries := map[string]int{"killed": 3}[filepath.Base(r.Address)]
			if r.Tries != max(tries, 1) || r.Losses != 0 || r.Version != "1" || r.Worker != "test" || r.Done.IsZero() || r.Seen.Before(r.Done) {
				t.Errorf("%s: %+v", r, struct{ fleet.Result }{r})
			}
		}
		output, err := q.Output(t.Context(), fleet.Repository{Address: filepath.Join(folder, "plain")}, fleet.Detect)
		if err != nil || !strings.Contains(string(output), `"reasoning":"a"`) {
			t.Errorf("%s, %v", output, err)
		}

		first := time.Now()
		write(t, filepath.Join(folder, "other"), "plain else")
		add(t, q, list, fleet.Order{}, fleet.Added{New: 7})
		if known, done := run(t, w); known != 5 || done != 2 { // what could not be fetched is looked for again
			t.Errorf("%d known, %d done", known, done)
		}
		after := said(t, q, folder)
		if after == got || len(after) != len(got) {
			t.Errorf("before\n%snow\n%s", got, after)
		}
		before, err := q.ResultsAt(t.Context(), first)
		if err != nil || short(before, folder) != got {
			t.Errorf("%v\n%s", err, short(before, folder))
		}
		if before, err = q.ResultsAt(t.Context(), first.Add(-time.Hour)); err != nil || len(before) != 0 {
			t.Errorf("%v, %v", before, err)
		}

		write(t, filepath.Join(folder, "fails"), "fails") // its time alone has changed
		if sum, err := q.Retry(t.Context(), "1", fleet.Failed); err != nil || sum != (fleet.Added{New: 2}) {
			t.Errorf("%+v, %v", sum, err)
		}
		if known, done := run(t, w); known != 0 || done != 2 || said(t, q, folder) != after {
			t.Errorf("%d known, %d done\n%s", known, done, said(t, q, folder))
		}
		s, err := q.Status(t.Context())
		if err != nil || s.Left() != 0 || len(s.Workers) != 0 || s.Causes[fleet.Detected] != 2 || s.Causes[fleet.Failed] != 2 {
			t.Errorf("%+v, %v", s, err)
		}
		jobs, of, err := q.Sightings(t.Context())
		if err != nil || jobs != 7+7+2 || of != 7 {
			t.Errorf("%d jobs of %d repositories, %v", jobs, of, err)
		}
	})
}

// TestAnotherVersionLooksAgain: what it says is another result.
func TestAnotherVersionLooksAgain(t *testing.T) {
	list, folder := repositories(t, map[string]string{"plain": "plain"})
	q := open(t, filepath.Join(t.TempDir(), "fleet.db"))
	for _, version := range []string{"1", "2", "1"} {
		add(t, q, list, fleet.Order{}, fleet.Added{New: 1})
		w := work{Folder: t.TempDir()}.worker(q)
		w.Version = version
		run(t, w)
		results, err := q.Results(t.Context())
		if err != nil || len(results) != 1 || results[0].Version != version {
			t.Errorf("%+v, %v", results, err)
		}
	}
	if before := said(t, q, folder); !strings.HasPrefix(before, "plain detected") {
		t.Error(before)
	}
}

// TestWhatHangsIsEnded is alone with its limit: no other job could go over it.
func TestWhatHangsIsEnded(t *testing.T) {
	onBoth(t, func(t *testing.T, address string, _ *postgres) {
		list, folder := repositories(t, map[string]string{"hangs": "hangs"})
		q := open(t, address)
		add(t, q, list, fleet.Order{}, fleet.Added{New: 1})
		run(t, work{Folder: t.TempDir(), Limit: 300 * time.Millisecond}.worker(q))
		if got := said(t, q, folder); got != "hangs failed  it did not end within 300ms\n" {
			t.Error(got)
		}
	})
}
