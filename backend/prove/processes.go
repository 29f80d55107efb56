package prove

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
	imagespec "github.com/moby/docker-image-spec/specs-go/v1"

	"aipack/backend/prove/unplanned"
	"aipack/backend/universalbuild"
)

// Process says how a further process of the image went: a worker, a scheduler.
type Process struct {
	Name     string   `json:"name"`
	Command  []string `json:"command"`
	Runs     bool     `json:"runs"`                // it still ran when it was looked at last
	ExitCode *int     `json:"exit_code,omitempty"` // set when it ended by itself
	Log      []string `json:"log,omitempty"`       // what it printed, where it does not run

	others []unplanned.Port // ports that it listens on: the plan names none for it
}

// processError says that a further process did not stay up.
type processError struct {
	at    int // its place in the plan
	name  string
	ended *endedError
}

func (e *processError) Error() string { return "the process " + e.name + ": " + e.ended.Error() }
func (e *processError) Unwrap() error { return e.ended }

// processes starts the further processes of the plan beside the program, each in
// a container of its own, as compose.yaml does. The function that it gives is
// called when the program was looked at, waits until they were watched long
// enough, and says which of them did not stay up.
func (s *session) processes(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage) (wait func() error) {
	plan := s.request.Document.Runtime.Processes
	looked := make(chan struct{})
	errs := make([]error, len(plan))
	s.report.Processes = make([]Process, len(plan))
	var group sync.WaitGroup
	for i, p := range plan {
		group.Go(func() { s.report.Processes[i], errs[i] = s.process(ctx, gw, config, i, p, looked) })
	}
	return func() error {
		close(looked)
		group.Wait()
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// process starts one and watches it.
func (s *session) process(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage, at int, p universalbuild.Process, looked <-chan struct{}) (Process, error) {
	told := Process{Name: p.Name, Command: append(append([]string{}, config.Config.Entrypoint...), p.Command...)}
	beside := s.apart()
	image := *s.report.Image
	image.Command = told.Command
	beside.report.Image, beside.report.Probe = &image, &Probe{Kind: "watch"}
	t, err := beside.begin(ctx, gw, config, nil)
	if err == nil {
		err = s.watch(ctx, t, looked)
	}
	if err == nil {
		told.others, err = t.listenAround(ctx, t.ports()...)
	}
	told.Runs = err == nil
	t.finish(ctx)
	if t.report.Start != nil && !told.Runs {
		told.ExitCode, told.Log = t.report.Start.ExitCode, t.report.Start.Log
	}
	if ended := (*endedError)(nil); errors.As(err, &ended) {
		if ended.code == 0 {
			return told, nil // it did its work
		}
		return told, &stageError{"start", &processError{at: at, name: p.Name, ended: ended}}
	}
	return told, err
}

// asksForWork is how often a process is looked after that has asked for no work.
const asksForWork = 200 * time.Millisecond

// watch stays with a process as long as with a program without a port, and until
// the program itself was looked at. One that has not asked a data service for its
// work by then, which nobody else of the service has asked, is given as long as a
// program that answers wrongly: it may still be loading what it works with.
func (s *session) watch(ctx context.Context, t *run, looked <-chan struct{}) error {
	if err := t.pause(ctx, t.limits.Settle+t.limits.Again); err != nil {
		return err
	}
	select {
	case <-looked:
	case <-t.gone:
		return t.ended()
	case <-ctx.Done():
		return ctx.Err()
	}
	for until := time.Now().Add(t.limits.Unhealthy); time.Now().Before(until) && s.waitsForWork(); {
		if err := t.pause(ctx, asksForWork); err != nil {
			return err
		}
	}
	return nil
}

// waitsForWork reports whether a data service is healthy that nobody of the service
// has connected to so far.
func (s *session) waitsForWork() bool {
	return slices.ContainsFunc(s.neighbourhood.told(s.service.Name, s.request.Document), func(one DataService) bool {
		return one.State == StoreHealthy && !one.Asked
	})
}

// sentence is what came of a process, for people.
func (p Process) words() string {
	switch {
	case p.Runs:
		return "the process " + p.Name + " still ran when it was looked at last"
	case p.ExitCode == nil:
		return "the process " + p.Name + " was not seen to its end"
	}
	return fmt.Sprintf("the process %s ended by itself with exit code %d", p.Name, *p.ExitCode)
}
