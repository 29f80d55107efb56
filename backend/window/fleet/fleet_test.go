package fleet

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/fleet"
	"aipack/backend/window/page"
)

// made is the fleet of a window whose data folder is given; variable is AIPACK_QUEUE.
func made(t testing.TB, data, variable string) *Fleet {
	t.Helper()
	link := page.New(page.About{Version: "2", Data: data, Now: time.Now})
	link.Open()
	f, end := New(Parts{Page: link, Data: data, Environment: func(name string) (string, bool) { return variable, name == fleet.Variable && variable != "" }})
	t.Cleanup(end)
	return f
}

// filled makes a queue of so many repositories, each handled by a worker. Every third one
// fails; those whose number ends in 7 cannot be had.
func filled(t testing.TB, file string, n int) {
	t.Helper()
	ctx := context.Background()
	q, err := fleet.Open(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = q.Close() }()
	list := make([]fleet.Repository, n)
	for i := range list {
		list[i] = fleet.Repository{Address: fmt.Sprintf("/src/%05d", i)}
	}
	if _, err := q.Add(ctx, list, fleet.Order{Want: fleet.Detect, Version: "1"}); err != nil {
		t.Fatal(err)
	}
	w := &fleet.Worker{
		Queue: q, Name: "here", Version: "1", Slots: 4, Lease: time.Hour, Tries: 1, MostLosses: 3, Patience: time.Hour, UntilEmpty: true,
		Fetch: func(_ context.Context, r fleet.Repository) (fleet.Checkout, error) {
			if strings.HasSuffix(r.Address, "7") {
				return fleet.Checkout{}, fleet.ErrNever
			}
			return fleet.Checkout{Folder: r.Address, Commit: "tree:" + filepath.Base(r.Address)}, nil
		},
		Handle: func(_ context.Context, c fleet.Checkout, _ fleet.Job) fleet.Outcome {
			var n int
			if _, err := fmt.Sscanf(filepath.Base(c.Folder), "%d", &n); err == nil && n%3 == 0 {
				return fleet.Outcome{Cause: fleet.Failed, Said: "no lock file is there"}
			}
			return fleet.Outcome{Cause: fleet.Detected, Services: []fleet.Service{{Name: "web", Language: "go", Kind: "web", Confidence: 0.9}}, Output: []byte("[]")}
		},
	}
	if err := w.Run(ctx); err != nil {
		t.Fatal(err)
	}
}

func TestNoQueueIsNoneAndStaysNone(t *testing.T) {
	data := t.TempDir()
	f := made(t, data, "")
	s, err := f.State()
	if err != nil || s.There || s.Queue != filepath.Join(data, "fleet.db") || s.Causes == nil || s.Workers == nil {
		t.Errorf("%+v, %v", s, err)
	}
	if rows, err := f.Page(Filter{}, 0, 10); err != nil || rows.All != 0 || rows.Rows == nil {
		t.Errorf("%+v, %v", rows, err)
	}
	if _, err := f.Retry(""); fault.CodeOf(err) != fault.NothingFound {
		t.Error(err)
	}
	if left, err := os.ReadDir(data); err != nil || len(left) != 0 {
		t.Errorf("looking made %v, %v", left, err)
	}
}

func TestTheQueueOfTheVariable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "other.db")
	filled(t, file, 30)
	f := made(t, t.TempDir(), file)
	s, err := f.State()
	if err != nil || !s.There || s.Queue != file || s.Results != 30 || s.Waiting+s.Running+s.Later != 0 || len(s.Workers) != 0 {
		t.Fatalf("%+v, %v", s, err)
	}
	if got := fmt.Sprint(s.Causes); got != "[{detected detected 18} {failed failed 9} {unavailable unavailable 3}]" {
		t.Error(got)
	}
	rows, err := f.Page(Filter{Cause: "failed", Text: "LOCK"}, 1, 2)
	if err != nil || rows.All != 9 || len(rows.Rows) != 2 || rows.Rows[0].Repository != "/src/00003" || rows.Rows[0].Said != "no lock file is there" || rows.Rows[0].Good {
		t.Errorf("%+v, %v", rows, err)
	}
	rows, err = f.Page(Filter{Text: "00001"}, 0, 10)
	if err != nil || rows.All != 1 {
		t.Fatalf("%+v, %v", rows, err)
	}
	one := rows.Rows[0]
	if !one.Good || !one.Folder || one.Commit != "tree:00001" || len(one.Services) != 1 || one.Services[0].Confidence != 0.9 || one.Worker != "here" || one.DoneAt == 0 {
		t.Errorf("%+v", one)
	}
	if rows, err := f.Page(Filter{}, 0, 1_000_000); err != nil || len(rows.Rows) != 30 {
		t.Errorf("%d, %v", len(rows.Rows), err)
	}
}

func TestTriedAgainAndStopped(t *testing.T) {
	data := t.TempDir()
	filled(t, filepath.Join(data, "fleet.db"), 30)
	f := made(t, data, "")
	if n, err := f.Retry("unavailable"); n != 3 || err != nil {
		t.Error(n, err)
	}
	if n, err := f.Retry(""); n != 9 || err != nil { // the three wait already
		t.Error(n, err)
	}
	for i, want := range []bool{true, false} {
		if is, err := f.Again("/src/00001", "", "detect"); is != want || err != nil {
			t.Error(i, is, err)
		}
	}
	if s, err := f.State(); s.Waiting != 13 || s.Results != 30 || err != nil {
		t.Errorf("%+v, %v", s, err)
	}
	if n, err := f.Stop(); n != 13 || err != nil {
		t.Error(n, err)
	}
	if s, err := f.State(); s.Waiting != 0 || s.Results != 30 || err != nil {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestAQueueThatIsAnotherNow: what was opened is not shown in place of what lies there.
func TestAQueueThatIsAnotherNow(t *testing.T) {
	data := t.TempDir()
	at, other := filepath.Join(data, "fleet.db"), filepath.Join(data, "other.db")
	filled(t, at, 3)
	filled(t, other, 5)
	f := made(t, data, "")
	for i, want := range []int{3, 0, 5} {
		switch i {
		case 1:
			for _, end := range []string{"", "-wal", "-shm"} {
				_ = os.Remove(at + end) // not each is there
			}
		case 2:
			if err := os.Rename(other, at); err != nil {
				t.Fatal(err)
			}
		}
		if s, err := f.State(); err != nil || s.Results != want || s.There != (want > 0) {
			t.Errorf("%d: %+v, %v", i, s, err)
		}
	}
}

// TestNobodyAsks: the queue is let go, and opened again for who asks then.
func TestNobodyAsks(t *testing.T) {
	data := t.TempDir()
	filled(t, filepath.Join(data, "fleet.db"), 3)
	f := made(t, data, "")
	f.idle = time.Millisecond
	for range 2 {
		if s, err := f.State(); err != nil || s.Results != 3 {
			t.Errorf("%+v, %v", s, err)
		}
		for open := true; open; time.Sleep(time.Millisecond) {
			f.mu.Lock()
			open = f.queue != nil
			f.mu.Unlock()
		}
	}
}

func TestWhatIsNoQueue(t *testing.T) {
	data := t.TempDir()
	at := filepath.Join(data, "fleet.db")
	if err := os.WriteFile(at, []byte(strings.Repeat("this is no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := made(t, data, "").State(); fault.CodeOf(err) != fault.CommandFailed || !strings.Contains(err.Error(), at) {
		t.Error(err)
	}
	_, err := made(t, data, "postgres://ann:s3cret@127.0.0.1:1/fleet").State()
	if fault.CodeOf(err) != fault.CommandFailed || strings.Contains(err.Error(), "s3cret") {
		t.Error(err)
	}
}

// BenchmarkPage asks for the page's first rows of 10,000 results, as the window does every
// two seconds, and for those that hold a text.
func BenchmarkPage(b *testing.B) {
	data := b.TempDir()
	filled(b, filepath.Join(data, "fleet.db"), 10_000)
	f := made(b, data, "")
	for name, ask := range map[string]func() (int, error){
		"state": func() (int, error) { s, err := f.State(); return s.Results, err },
		"first": func() (int, error) { r, err := f.Page(Filter{}, 0, 100); return r.All, err },
		"last":  func() (int, error) { r, err := f.Page(Filter{}, 9_900, 100); return r.All, err },
		"text":  func() (int, error) { r, err := f.Page(Filter{Text: "SRC/0"}, 0, 100); return r.All, err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if n, err := ask(); err != nil || n != 10_000 {
					b.Fatal(n, err)
				}
			}
		})
	}
}
