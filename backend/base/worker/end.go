package worker

import (
	"errors"
	"os"
	"time"
)

// PID is the process's number.
func (p *Process[Q, A]) PID() int { return p.cmd.Process.Pid }

// Ended is closed when the worker is gone.
func (p *Process[Q, A]) Ended() <-chan struct{} { return p.ended }

// Gone reports whether it has ended.
func (p *Process[Q, A]) Gone() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// Kill ends the worker at once and does not wait for it.
func (p *Process[Q, A]) Kill() {
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return // it is ending by itself
	}
}

// Close ends the worker by closing its input, and by force where that does not
// help.
func (p *Process[Q, A]) Close() error {
	if err := p.in.Close(); err != nil && !errors.Is(err, os.ErrClosed) && !p.Gone() {
		return err
	}
	p.await()
	return nil
}

// lost waits for the worker's end and says why it came.
func (p *Process[Q, A]) lost() error {
	p.await()
	return p.died
}

// await gives the worker time to end, and ends it.
func (p *Process[Q, A]) await() {
	select {
	case <-p.ended:
	case <-time.After(p.command.Patience):
		p.end()
	}
}

func (p *Process[Q, A]) end() {
	p.Kill()
	<-p.ended
}
