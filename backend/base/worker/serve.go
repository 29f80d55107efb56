package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
)

// Do answers one request: tell sends a part before the result, and an error
// that is a *Failure arrives as it is. It ends soon after ctx does.
type Do[Q, A any] func(ctx context.Context, q Q, tell func(A)) (A, error)

// Serve is the worker's side: it answers one request after the other until the
// input ends, which is how a worker learns that the program is gone. All of
// them are done on one thread: drivers of GPUs keep state by thread.
func Serve[Q, A any](in io.Reader, out io.Writer, do Do[Q, A]) error {
	s := &server[Q, A]{do: do, out: bufio.NewWriter(out), open: map[int64]*job[Q]{}}
	s.encoder = json.NewEncoder(s.out)
	s.encoder.SetEscapeHTML(false)
	jobs := make(chan *job[Q], 1024)
	go s.work(jobs)
	lines := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil //nolint:nilerr // the end of the input is the end of the work
		}
		var r request[Q]
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("a request is no JSON: %w", err)
		}
		s.accept(r, jobs)
	}
}

type server[Q, A any] struct {
	do Do[Q, A]

	writing sync.Mutex
	out     *bufio.Writer
	encoder *json.Encoder

	mu   sync.Mutex
	open map[int64]*job[Q] // accepted and not answered yet
}

type job[Q any] struct {
	request[Q]
	ctx    context.Context
	cancel context.CancelFunc
	begun  bool
}

// accept answers what needs no waiting and queues the rest.
func (s *server[Q, A]) accept(r request[Q], jobs chan<- *job[Q]) {
	switch r.Op {
	case opPing:
		s.send(answer[A]{ID: r.ID, Result: new(A)})
	case opCancel:
		if s.cancel(r.ID) {
			s.send(answer[A]{ID: r.ID, Failure: &Failure{Kind: Cancelled, Message: "it was stopped"}})
		}
	default:
		j := &job[Q]{request: r}
		j.ctx, j.cancel = context.WithCancel(context.Background())
		s.mu.Lock()
		s.open[r.ID] = j
		s.mu.Unlock()
		jobs <- j
	}
}

// cancel stops a request, and reports whether it had not begun: then there is
// nobody else to answer it.
func (s *server[Q, A]) cancel(id int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, ok := s.open[id]
	if !ok {
		return false
	}
	j.cancel()
	if !j.begun {
		delete(s.open, id)
	}
	return !j.begun
}

// begin takes a request from the queue; one that was stopped there is answered.
func (s *server[Q, A]) begin(j *job[Q]) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, j.begun = s.open[j.ID]
	return j.begun
}

func (s *server[Q, A]) work(jobs <-chan *job[Q]) {
	runtime.LockOSThread()
	for j := range jobs {
		if !s.begin(j) {
			continue
		}
		result, err := s.answer(j)
		a := answer[A]{ID: j.ID, Result: &result}
		if err != nil {
			f := &Failure{Kind: Internal, Message: err.Error()}
			errors.As(err, &f)
			a.Result, a.Failure = nil, f
		}
		s.mu.Lock()
		j.cancel()
		delete(s.open, j.ID)
		s.mu.Unlock()
		s.send(a)
	}
}

func (s *server[Q, A]) answer(j *job[Q]) (none A, err error) {
	if j.Op != opAsk || j.Ask == nil {
		return none, &Failure{Kind: Internal, Message: fmt.Sprintf("there is no operation %q", j.Op)}
	}
	return s.do(j.ctx, *j.Ask, func(part A) { s.send(answer[A]{ID: j.ID, Part: &part}) })
}

// send writes one answer. An output that is gone means that the program is.
func (s *server[Q, A]) send(a answer[A]) {
	s.writing.Lock()
	defer s.writing.Unlock()
	err := s.encoder.Encode(a)
	if err == nil {
		err = s.out.Flush()
	}
	if err != nil {
		os.Exit(0)
	}
}
