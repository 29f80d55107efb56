// Package worker runs a part of this program in a process of its own, so that
// what may crash, hang or eat the memory there costs one request and no more:
// the process is this program with a hidden command, its life is bound to ours,
// and both talk over its pipes, a line of JSON a message. It says how a worker
// died. It knows nothing of what is asked (models, syntax trees): that is Q and
// A of those who use it.
package worker

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Command says how a worker is started and how long it is waited for.
type Command struct {
	Name string   // what it is to the user: "the process that holds the model"
	Args []string // the program and its arguments; see Self
	Env  []string // variables beside those of this process

	// Patience is how long it may take to stop after it was asked to; 10 s where 0.
	Patience time.Duration
	// Silence is after how long without a line it is asked for a sign of life;
	// after four times that it counts as frozen. 30 s where 0: a machine that runs
	// out of memory makes everybody slow, and better late than never.
	Silence time.Duration
}

// Self are the arguments that make this program a worker by a hidden command.
func Self(command string) ([]string, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	return []string{program, command}, nil
}

// Process is a running worker that is asked for Q and answers with A. Several
// goroutines may ask at once; it works on one request after the other.
type Process[Q, A any] struct {
	command Command
	cmd     *exec.Cmd
	in      io.WriteCloser
	ended   chan struct{} // closed when it is gone; died is set by then
	died    *ExitError
	tail    *tail
	heard   atomic.Int64 // when its last line came, in Unix nanoseconds

	mu      sync.Mutex
	next    int64
	waiting map[int64]chan answer[A]
}

// Start starts a worker.
func Start[Q, A any](c Command) (*Process[Q, A], error) {
	if c.Patience == 0 {
		c.Patience = 10 * time.Second
	}
	if c.Silence == 0 {
		c.Silence = 30 * time.Second
	}
	p := &Process[Q, A]{
		command: c, cmd: exec.Command(c.Args[0], c.Args[1:]...), ended: make(chan struct{}),
		tail: &tail{}, waiting: map[int64]chan answer[A]{},
	}
	p.cmd.Env = append(os.Environ(), c.Env...)
	p.cmd.Stderr = p.tail
	Bind(p.cmd)
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
func (p *Process[Q, A]) attend(out io.Reader, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	if err == nil {
		_ = Tie(p.cmd.Process) // the end of its input ends it as well
	}
	started <- err
	if err != nil {
		return
	}
	p.listen(out)
	p.died = &ExitError{Name: p.command.Name, Cause: p.cmd.Wait(), Output: p.tail.lines()}
	close(p.ended)
}

// listen hands answers to those who wait, until the output ends.
func (p *Process[Q, A]) listen(out io.Reader) {
	lines := bufio.NewReaderSize(out, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		p.heard.Store(time.Now().UnixNano())
		var a answer[A]
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
