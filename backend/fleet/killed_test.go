//go:build unix

package fleet_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"aipack/backend/fleet"
)

// process is a worker in a process of its own.
type process struct {
	*exec.Cmd
	ended chan error
}

func (o work) start(t *testing.T) process {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	p := process{exec.Command(os.Args[0], "work", string(text)), make(chan error, 1)}
	p.Stderr = os.Stderr
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.Wait() }()
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// TestWorkersAreKilled: three at a time work, one of them is killed again and again, and
// the server is restarted twice. The report is that of one worker that nobody disturbed.
func TestWorkersAreKilled(t *testing.T) {
	onBoth(t, func(t *testing.T, address string, server *postgres) {
		const many, kills = 48, 6
		acts := map[string]string{}
		for i := range many {
			acts[fmt.Sprintf("%02d", i)] = fmt.Sprintf("slow %d", i)
		}
		acts["nothing"], acts["fails"] = "nothing", "fails"
		list, folder := repositories(t, acts)

		alone := open(t, filepath.Join(t.TempDir(), "alone.db"))
		add(t, alone, list, fleet.Order{}, fleet.Added{New: many + 2})
		run(t, work{Folder: t.TempDir()}.worker(alone))
		undisturbed := said(t, alone, folder)

		q := open(t, address)
		add(t, q, list, fleet.Order{}, fleet.Added{New: many + 2})
		// The lease may be too short for a slow computer: then a job is done again, which
		// must not show either. Only so often that it would be given up it never is.
		o := work{Queue: address, Folder: t.TempDir(), Lease: 2 * time.Second, MostLosses: 1 << 20}
		workers := []process{o.start(t), o.start(t), o.start(t)}
		for i := range kills {
			await(t, q, func(s fleet.Status) bool { return results(s) >= (i+1)*many/(kills+2) })
			if err := workers[i%3].Process.Kill(); err != nil {
				t.Fatal(err)
			}
			<-workers[i%3].ended
			workers[i%3] = o.start(t)
			if server != nil && i%3 == 1 {
				server.restart(t)
			}
		}
		for _, w := range workers {
			if err := <-w.ended; err != nil {
				t.Errorf("a worker: %v", err)
			}
		}
		if got := said(t, q, folder); got != undisturbed {
			t.Errorf("undisturbed\n%snow\n%s", undisturbed, got)
		}
		jobs, of, err := q.Sightings(t.Context())
		if err != nil || jobs != many+2 || of != many+2 {
			t.Errorf("%d jobs of %d repositories, %v", jobs, of, err)
		}
	})
}

func results(s fleet.Status) (n int) {
	for _, of := range s.Causes {
		n += of
	}
	return n
}

// await looks at the queue until it is as is wanted. The server may be away meanwhile.
func await(t *testing.T, q *fleet.Queue, wanted func(fleet.Status) bool) {
	t.Helper()
	for t.Context().Err() == nil {
		if s, err := q.Status(t.Context()); err == nil && wanted(s) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestWhatKillsItsWorkersIsGivenUp: such a repository does not take down the fleet.
func TestWhatKillsItsWorkersIsGivenUp(t *testing.T) {
	onBoth(t, func(t *testing.T, address string, _ *postgres) {
		list, folder := repositories(t, map[string]string{"kills": "kills"})
		q := open(t, address)
		add(t, q, list, fleet.Order{}, fleet.Added{New: 1})
		o := work{Queue: address, Folder: t.TempDir(), Lease: time.Second, MostLosses: 3}
		for t.Context().Err() == nil {
			if err := <-o.start(t).ended; err == nil {
				break // it found the queue empty
			}
		}
		if got := said(t, q, folder); got != "kills gave_up  3 workers that had it died or were cut off\n" {
			t.Error(got)
		}
	})
}

// TestStopReachesWhatRuns: what hangs for ever ends when the queue is emptied, and so does
// its worker.
func TestStopReachesWhatRuns(t *testing.T) {
	onBoth(t, func(t *testing.T, address string, _ *postgres) {
		list, folder := repositories(t, map[string]string{"a": "hangs", "b": "hangs", "c": "hangs"})
		q := open(t, address)
		add(t, q, list, fleet.Order{}, fleet.Added{New: 3})
		ended := make(chan error)
		w := work{Folder: t.TempDir(), Lease: 2 * time.Second, MostLosses: 1 << 20}.worker(q)
		go func() { ended <- w.Run(t.Context()) }()
		await(t, q, func(s fleet.Status) bool { return s.Running == 2 && s.Waiting == 1 })
		if n, err := q.Stop(t.Context()); err != nil || n != 3 {
			t.Errorf("%d, %v", n, err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if got := said(t, q, folder); got != "" {
			t.Error(got)
		}
	})
}

// TestAWorkerThatIsAskedToEndGivesBack: its jobs wait again at once, and count as begun
// once when they are done.
func TestAWorkerThatIsAskedToEndGivesBack(t *testing.T) {
	onBoth(t, func(t *testing.T, address string, _ *postgres) {
		list, folder := repositories(t, map[string]string{"a": "hangs", "b": "hangs"})
		q := open(t, address)
		add(t, q, list, fleet.Order{}, fleet.Added{New: 2})
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- work{Folder: t.TempDir()}.worker(q).Run(ctx) }()
		await(t, q, func(s fleet.Status) bool { return s.Running == 2 && len(s.Workers) == 1 })
		for _, r := range list { // both processes are there, and end with it
			for t.Context().Err() == nil {
				if _, err := os.Stat(filepath.Join(r.Address, "began")); err == nil {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		s, err := q.Status(t.Context())
		if err != nil || s.Waiting != 2 || s.Running != 0 || len(s.Workers) != 0 {
			t.Errorf("%+v, %v", s, err)
		}
		for _, r := range list {
			write(t, r.Address, "plain")
		}
		run(t, work{Folder: t.TempDir()}.worker(q))
		all, err := q.Results(t.Context())
		if err != nil || len(all) != 2 || all[0].Tries != 1 || all[1].Cause != fleet.Detected {
			t.Errorf("%s, %v", short(all, folder), err)
		}
	})
}
