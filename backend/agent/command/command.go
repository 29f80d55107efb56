// Package command runs the command lines that a model wishes: at once, or in the
// background of its further work. It gives what they printed, bounded, and the files that
// they changed. It asks nobody, and writes nothing into the project.
package command

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/prove/printed"
	"aipack/backend/prove/sandbox"
)

// Place is where command lines run.
type Place interface {
	Run(ctx context.Context, o sandbox.Order) (sandbox.Outcome, error)
	Folder() string           // of the project, that they run in
	Said(network bool) string // what it is: "in a container of node:22, without network"
	Contained() bool          // it is walled off from this computer
}

// State is how a command stands.
type State string

// The states.
const (
	Running State = "running"
	Ended   State = "ended"
	Late    State = "timed out"
	Killed  State = "killed"
	Failed  State = "failed" // it could not be run
)

// Report is what is known of a command.
type Report struct {
	ID     string // of one in the background; "" for any other
	Line   string
	State  State
	Exit   int      // its code, of one that has ended by itself
	Output []string // what it printed, or what of it is new, the middle left out where it is long
	Files  []sandbox.File
	Left   int // changed files that are not among Files
	Took   time.Duration
	Err    error // why it could not be run
}

// Runner runs commands in one place. Close ends those that still run.
type Runner struct {
	place Place
	bytes int // of what a command printed that are told

	mu   sync.Mutex
	jobs []*job
	all  sync.WaitGroup
}

// New makes a Runner. bytes is how much of what a command prints is told at once.
func New(place Place, bytes int) *Runner { return &Runner{place: place, bytes: bytes} }

// Place is where its commands run.
func (r *Runner) Place() Place { return r.place }

// mostJobs is how many commands run in the background at once.
const mostJobs = 4

// job is one command.
type job struct {
	id, line string
	cancel   context.CancelFunc
	ended    chan struct{} // closed once outcome and err are there

	mu      sync.Mutex
	tape    *printed.Tape
	heard   int64 // bytes of all that was printed
	killed  bool
	taken   bool // its files were handed out
	outcome sandbox.Outcome
	err     error
}

// Write hears what the command prints.
func (j *job) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.tape.Add(p)
	j.heard += int64(len(p))
	return len(p), nil
}

// start begins a command. It ends with ctx, too.
func (r *Runner) start(ctx context.Context, q Request, id string) *job {
	ctx, cancel := context.WithCancel(ctx)
	j := &job{id: id, line: q.Line, cancel: cancel, ended: make(chan struct{}), tape: printed.New(r.bytes)}
	r.all.Go(func() {
		defer cancel()
		outcome, err := r.place.Run(ctx, sandbox.Order{Line: q.Line, Network: q.Network, Limit: q.Limit, Out: j})
		j.mu.Lock()
		j.outcome, j.err = outcome, err
		j.mu.Unlock()
		close(j.ended)
	})
	return j
}

// Run runs a command to its end.
func (r *Runner) Run(ctx context.Context, q Request) Report {
	j := r.start(ctx, q, "")
	<-j.ended // its place ends it when ctx does
	return r.report(j)
}

// Start begins a command in the background and gives the id that it is asked by.
func (r *Runner) Start(q Request) (Report, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	running := 0
	for _, j := range r.jobs {
		if j.runs() {
			running++
		}
	}
	if running >= mostJobs {
		return Report{}, &fault.Fault{Code: fault.Busy, Message: fmt.Sprintf("%d commands run in the background already", running), Hint: "end one with kill_bash"}
	}
	j := r.start(context.Background(), q, fmt.Sprintf("bash_%d", len(r.jobs)+1))
	r.jobs = append(r.jobs, j)
	return r.report(j), nil
}

func (j *job) runs() bool {
	select {
	case <-j.ended:
		return false
	default:
		return true
	}
}

func (r *Runner) find(id string) (*job, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, j := range r.jobs {
		if j.id == id {
			return j, nil
		}
	}
	return nil, &fault.Fault{
		Code: fault.FileNotFound, Message: "no command has the bash_id " + id,
		Hint: "bash with run_in_background gives one; it ends with the conversation's program",
	}
}

// patience is how long a question about a command waits for its end.
var patience = 10 * time.Second

// Output gives what a command in the background has printed since it was asked last, and
// once it has ended how, and its files.
func (r *Runner) Output(ctx context.Context, id string) (Report, error) {
	j, err := r.find(id)
	if err != nil {
		return Report{}, err
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-j.ended:
	case <-timer.C:
	case <-ctx.Done():
		return Report{}, ctx.Err()
	}
	return r.report(j), nil
}

// Kill ends a command in the background.
func (r *Runner) Kill(id string) (Report, error) {
	j, err := r.find(id)
	if err != nil {
		return Report{}, err
	}
	if j.runs() {
		j.mu.Lock()
		j.killed = true
		j.mu.Unlock()
		j.cancel()
		<-j.ended
	}
	return r.report(j), nil
}

// Close ends all commands and waits for it.
func (r *Runner) Close() {
	r.mu.Lock()
	for _, j := range r.jobs {
		j.cancel()
	}
	r.mu.Unlock()
	r.all.Wait()
}

// report tells of a command. What it printed is told once, and so are its files.
func (r *Runner) report(j *job) Report {
	over := !j.runs()
	j.mu.Lock()
	defer j.mu.Unlock()
	out := Report{ID: j.id, Line: j.line, State: Running, Output: plain(j.tape.Lines())}
	j.tape = printed.New(r.bytes)
	if !over {
		return out
	}
	out.State, out.Exit, out.Took = Ended, j.outcome.Exit, j.outcome.Took
	switch {
	case j.killed || errors.Is(j.err, context.Canceled) || errors.Is(j.err, context.DeadlineExceeded):
		out.State = Killed
		return out
	case j.err != nil:
		out.State, out.Err = Failed, j.err
		return out
	case j.outcome.Late:
		out.State = Late
	}
	if !j.taken {
		j.taken = true
		out.Files, out.Left = j.outcome.Files, j.outcome.Left
	}
	return out
}

// colours are the sequences by which programs colour and move what they print (ECMA-48,
// 5.4: CSI).
var colours = regexp.MustCompile("\x1b\\[[0-?]*[ -/]*[@-~]")

// plain is what of lines is left on a page: no colours, and of a line that was written
// over the last writing.
func plain(lines []string) []string {
	for i, l := range lines {
		l = strings.TrimRight(colours.ReplaceAllString(l, ""), "\r")
		if at := strings.LastIndexByte(l, '\r'); at >= 0 {
			l = l[at+1:]
		}
		lines[i] = l
	}
	return lines
}
