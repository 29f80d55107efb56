package worker

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrSilent is a worker that gave no sign of life and was ended for it.
var ErrSilent = errors.New("did not answer any more and was ended")

// Call asks for something and waits for the result; hear, where not nil, gets
// the parts that come before. Cancelling ctx stops the work; a worker that goes
// on regardless is killed. Its errors are a *Failure, a *Death, ErrSilent or
// ctx's.
func (p *Process[Q, A]) Call(ctx context.Context, q Q, hear func(A)) (A, error) {
	return p.call(ctx, request[Q]{Op: opAsk, Ask: &q}, hear, true)
}

// CallUnwatched is Call for work in which the system may hold all threads of the
// process, as it does of one that maps a large file: silence means nothing.
func (p *Process[Q, A]) CallUnwatched(ctx context.Context, q Q, hear func(A)) (A, error) {
	return p.call(ctx, request[Q]{Op: opAsk, Ask: &q}, hear, false)
}

// Ping asks for a sign of life, which a worker gives while it works, too.
func (p *Process[Q, A]) Ping(ctx context.Context) error {
	_, err := p.call(ctx, request[Q]{Op: opPing}, nil, true)
	return err
}

func (p *Process[Q, A]) call(ctx context.Context, r request[Q], hear func(A), watched bool) (none A, err error) {
	if err := ctx.Err(); err != nil {
		return none, err
	}
	answers := p.expect(&r)
	defer p.forget(r.ID, answers)
	if line, err := lineOf(r); err != nil {
		return none, err
	} else if _, err := p.in.Write(line); err != nil {
		return none, p.lost()
	}
	stopped := ctx.Done()
	var limit <-chan time.Time
	pulse := time.NewTicker(p.command.Silence)
	defer pulse.Stop()
	for {
		select {
		case a := <-answers:
			switch {
			case a.Failure != nil && ctx.Err() != nil:
				return none, ctx.Err()
			case a.Failure != nil:
				return none, a.Failure
			case a.Result != nil:
				return *a.Result, nil
			case a.Part != nil && hear != nil && ctx.Err() == nil:
				hear(*a.Part)
			}
		case <-p.ended:
			return none, p.lost()
		case <-stopped:
			stopped = nil
			timer := time.NewTimer(p.command.Patience)
			defer timer.Stop()
			limit = timer.C
			p.cancel(r.ID)
		case <-limit:
			p.end()
			return none, ctx.Err()
		case <-pulse.C:
			if watched && !p.alive() {
				p.end()
				return none, fmt.Errorf("%s %w", p.command.Name, ErrSilent)
			}
		}
	}
}

// expect gives the request an id and a place for its answers.
func (p *Process[Q, A]) expect(r *request[Q]) chan answer[A] {
	answers := make(chan answer[A], 64)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next++
	r.ID = p.next
	p.waiting[r.ID] = answers
	return answers
}

// forget gives the place up and lets a sender that is on its way go.
func (p *Process[Q, A]) forget(id int64, answers chan answer[A]) {
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

// alive says whether the worker has been heard lately, and asks it for a sign
// of life where it has been quiet. It answers that while it works.
func (p *Process[Q, A]) alive() bool {
	quiet := time.Since(time.Unix(0, p.heard.Load()))
	if quiet < p.command.Silence {
		return true
	}
	p.tell(request[Q]{Op: opPing})
	return quiet < 4*p.command.Silence
}

// cancel asks the worker to give a request up.
func (p *Process[Q, A]) cancel(id int64) { p.tell(request[Q]{ID: id, Op: opCancel}) }

// tell writes a line that nobody waits for. If it cannot be written the worker
// is gone, which its end tells.
func (p *Process[Q, A]) tell(r request[Q]) {
	if line, err := lineOf(r); err == nil {
		_, _ = p.in.Write(line)
	}
}
