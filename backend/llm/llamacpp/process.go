package llamacpp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"aipack/backend/llm/llamacpp/protocol"
)

// process is a running worker.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	ended chan struct{} // closed when it is gone; died is set by then
	died  *death
	tail  *tail
	heard atomic.Int64  // when its last line came, in Unix nanoseconds
	quiet time.Duration // after so long without a line it is asked for one

	mu      sync.Mutex
	next    int64
	waiting map[int64]chan protocol.Answer
}

// patience is how long a worker may take to stop after it was asked to. A GPU
// finishes its batch first.
const patience = 10 * time.Second

// silence is after how long without a line a worker is asked for a sign of life;
// after four times that it counts as frozen. A machine that runs out of memory
// makes everybody slow: better late than never.
const silence = 30 * time.Second

// start starts a worker: self, or this program's own worker command.
func start(self, env []string) (*process, error) {
	if len(self) == 0 {
		program, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("finding this program: %w", err)
		}
		self = []string{program, "worker"}
	}
	p := &process{
		cmd: exec.Command(self[0], self[1:]...), ended: make(chan struct{}),
		tail: &tail{}, quiet: silence, waiting: map[int64]chan protocol.Answer{},
	}
	// Two threads of Go are enough beside those that compute.
	p.cmd.Env = append(append(os.Environ(), "GOMAXPROCS=2"), env...)
	p.cmd.Stderr = p.tail
	bindToParent(p.cmd)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in = in
	p.heard.Store(time.Now().UnixNano())
	started := make(chan error)
	go p.attend(out, started)
	if err := <-started; err != nil {
		return nil, fmt.Errorf("starting the worker: %w", err)
	}
	return p, nil
}

// attend starts the process and stays with it until it ends. Linux kills a
// child when the thread that started it ends, not the process: the thread is
// kept.
func (p *process) attend(out io.Reader, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	started <- err
	if err != nil {
		return
	}
	p.listen(out)
	p.died = newDeath(p.cmd.Wait(), p.tail.lines())
	close(p.ended)
}

// listen hands answers to those who wait, until the output ends.
func (p *process) listen(out io.Reader) {
	lines := bufio.NewReaderSize(out, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		p.heard.Store(time.Now().UnixNano())
		var a protocol.Answer
		if json.Unmarshal(line, &a) != nil {
			continue // a library printed it
		}
		p.mu.Lock()
		to := p.waiting[a.ID]
		p.mu.Unlock()
		if to != nil {
			to <- a
		}
	}
}

// call sends a request and waits for its result; hear gets what comes before.
// Cancelling ctx stops the work; a worker that goes on regardless is killed.
func (p *process) call(ctx context.Context, r protocol.Request, hear func(protocol.Answer)) (*protocol.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	answers := p.expect(&r)
	defer p.forget(r.ID, answers)
	if line, err := lineOf(r); err != nil {
		return nil, err
	} else if _, err := p.in.Write(line); err != nil {
		return nil, p.lost()
	}
	stopped := ctx.Done()
	var limit <-chan time.Time
	pulse := time.NewTicker(p.quiet)
	defer pulse.Stop()
	for {
		select {
		case a := <-answers:
			switch {
			case a.Failure != nil && ctx.Err() != nil:
				return nil, ctx.Err()
			case a.Failure != nil:
				return nil, a.Failure
			case a.Result != nil:
				return a.Result, nil
			case hear != nil && ctx.Err() == nil:
				hear(a)
			}
		case <-p.ended:
			return nil, p.lost()
		case <-stopped:
			stopped = nil
			timer := time.NewTimer(patience)
			defer timer.Stop()
			limit = timer.C
			p.cancel(r.ID)
		case <-limit:
			p.kill()
			<-p.ended
			return nil, ctx.Err()
		case <-pulse.C:
			// The system may hold all threads of a process that maps a large file.
			if r.Op != protocol.Load && !p.alive() {
				p.kill()
				<-p.ended
				return nil, errHangs
			}
		}
	}
}

// expect gives the request an id and a place for its answers.
func (p *process) expect(r *protocol.Request) chan protocol.Answer {
	answers := make(chan protocol.Answer, 64)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next++
	r.ID = p.next
	p.waiting[r.ID] = answers
	return answers
}

// forget gives the place up and lets a sender that is on its way go.
func (p *process) forget(id int64, answers chan protocol.Answer) {
	p.mu.Lock()
	delete(p.waiting, id)
	p.mu.Unlock()
	for {
		select {
		case <-answers:
		default:
			return
		}
	}
}

// errHangs is a worker that gives no sign of life.
var errHangs = errors.New("the process that holds the model did not answer any more and was ended")

// alive says whether the worker has been heard lately, and asks it for a sign
// of life where it has been quiet. It answers that while it computes.
func (p *process) alive() bool {
	quiet := time.Since(time.Unix(0, p.heard.Load()))
	if quiet < p.quiet {
		return true
	}
	if line, err := lineOf(protocol.Request{Op: protocol.Ping}); err == nil {
		_, _ = p.in.Write(line) // a worker that is gone is seen by its end
	}
	return quiet < 4*p.quiet
}

func lineOf(r protocol.Request) ([]byte, error) {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return nil, &protocol.Failure{Kind: protocol.BadForm, Message: "the request cannot be written: " + err.Error()}
	}
	return line.Bytes(), nil
}

// cancel asks the worker to give a request up. If the line cannot be written
// the worker is gone, which its end tells.
func (p *process) cancel(id int64) {
	if line, err := lineOf(protocol.Request{ID: id, Op: protocol.Cancel}); err == nil {
		_, _ = p.in.Write(line)
	}
}

// lost waits for the worker's end and says why it came.
func (p *process) lost() error {
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.kill()
		<-p.ended
	}
	return p.died
}

func (p *process) gone() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

func (p *process) kill() {
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return // it is ending by itself
	}
}

// stop ends the worker by closing its input, and by force where that does not
// help.
func (p *process) stop() error {
	if err := p.in.Close(); err != nil && !errors.Is(err, os.ErrClosed) && !p.gone() {
		return err
	}
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.kill()
		<-p.ended
	}
	return nil
}
