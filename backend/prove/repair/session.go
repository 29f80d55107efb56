package repair

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"aipack/backend/prove"
	"aipack/backend/universalbuild"
)

// Saved is a session as it is kept: who finds it unfinished goes on with it.
type Saved struct {
	ID         string
	Key        string // of the project and of what was asked: another one is another repair
	Task       string // what is repaired, for a reader
	Phase      Phase
	Attempts   int     // tries until now
	Confidence float64 // of the surest service; 0 where nothing was proved
	Errors     string  // the failures as they stand, a line each
	State      []byte  // JSON
}

// Session is a repair of some services as it stands, saved whenever it comes to
// another phase, so that a process that is killed loses nothing that was decided.
// What nobody may write down, values and secrets, is not in it. It is safe for use
// by several goroutines.
type Session struct {
	save func(Saved) error

	mu    sync.Mutex
	saved Saved
	stand map[string]*standing // by service
	err   error                // of the first saving that failed
	left  bool                 // see leave
}

// standing is one service between two proofs.
type standing struct {
	Begun      string                        `json:"begun"` // digest of the plan that it began with
	Document   universalbuild.UniversalBuild `json:"document"`
	Dockerfile string                        `json:"dockerfile,omitempty"`
	Files      map[string][]byte             `json:"files,omitempty"`
	Tries      []prove.Try                   `json:"tries,omitempty"`
	Tried      []string                      `json:"tried,omitempty"`
	Seen       []string                      `json:"seen,omitempty"`
	Report     json.RawMessage               `json:"report"`
}

// NewSession begins one. It is saved by save from its first phase on.
func NewSession(begun Saved, save func(Saved) error) *Session {
	begun.Phase = Gathering
	s := &Session{save: save, saved: begun, stand: map[string]*standing{}}
	s.write()
	return s
}

// Resume goes on with a session that was saved and did not end.
func Resume(old Saved, save func(Saved) error) (*Session, error) {
	s := &Session{save: save, saved: old, stand: map[string]*standing{}}
	if len(old.State) == 0 {
		return s, nil
	}
	if err := json.Unmarshal(old.State, &s.stand); err != nil {
		return nil, fmt.Errorf("the repair that was under way cannot be read: %w", err)
	}
	return s, nil
}

// Rekey has the session found by another key from now on: what was asked has come to
// hold what the session itself has added to it.
func (s *Session) Rekey(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saved.Key = key
	s.write()
}

// Attempts is how many tries were made until now.
func (s *Session) Attempts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.saved.Attempts
}

// Err is why the session could not be saved; nil where it was.
func (s *Session) Err() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Fits reports whether requests are those that the session began with, or those that
// it has come to: a plan that somebody has changed since is another one.
func (s *Session) Fits(requests []prove.Request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range requests {
		if at := s.stand[r.Name()]; at != nil && digestOf(r) != at.Begun && digestOf(r) != digestOf(prove.Request{Document: at.Document, Dockerfile: at.Dockerfile}) {
			return false
		}
	}
	return true
}

// digestOf is a plan's, without the reasons that stand in it.
func digestOf(r prove.Request) string {
	r.Document.Evidence = nil
	text, err := json.Marshal([]any{r.Document, r.Dockerfile})
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// Stand gives requests as they stand: with what was kept until now. The reports are
// those of their last proofs that count; nil where one was never proved, and all are.
func (s *Session) Stand(requests []prove.Request) ([]prove.Request, []*prove.Report, error) {
	requests = slices.Clone(requests)
	if s == nil {
		return requests, nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	reports := make([]*prove.Report, len(requests))
	for i, r := range requests {
		at := s.stand[r.Name()]
		if at == nil {
			return requests, nil, nil
		}
		report, err := prove.ParseReport(string(at.Report))
		if err != nil {
			return requests, nil, fmt.Errorf("the proof of %s that was saved cannot be read: %w", r.Name(), err)
		}
		requests[i].Document, requests[i].Dockerfile, requests[i].Files, reports[i] = at.Document, at.Dockerfile, at.Files, report
	}
	return requests, reports, nil
}

// Begun saves what services came to at their first proof. Where that says nothing of
// one of them, the next repair proves them again.
func (s *Session) Begun(requests []prove.Request, reports []*prove.Report) {
	if s == nil {
		return
	}
	if slices.ContainsFunc(reports, func(r *prove.Report) bool { return !judged(r) }) {
		s.leave()
	}
	for i, r := range requests {
		s.stands(&run{request: r}, reports[i])
	}
	s.enter(Browsing)
}

// Hear takes a proof's progress for the session's phase.
func (s *Session) Hear(p prove.Progress) {
	if next := phaseOf(p.Phase); s != nil && next != "" {
		s.enter(next)
	}
}

// leave keeps the session as it was last saved: the builder, the network or the disk
// failed, which says nothing of the project, so the next repair goes on from there.
func (s *Session) leave() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = true
}

// isLeft reports whether the session is kept as it is.
func (s *Session) isLeft() bool {
	if s == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left
}

// End says how it ended: nothing of it is resumed, unless it was left.
func (s *Session) End(good bool) {
	if s.isLeft() {
		return
	}
	if !good {
		s.enter(Mending)
		s.enter(Escalated)
		return
	}
	s.enter(Done)
}

// enter goes to a phase, by all that lie between, where one may go there.
func (s *Session) enter(next Phase) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left || s.saved.Phase == next {
		return
	}
	for _, p := range way(s.saved.Phase, next) {
		s.saved.Phase = p
		s.write()
	}
}

// stands keeps what a service came to.
func (s *Session) stands(r *run, report *prove.Report) {
	if !judged(report) {
		s.leave()
	}
	if s.isLeft() {
		return
	}
	text, err := json.Marshal(report)
	if err != nil {
		text = nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	request := r.request
	begun := digestOf(request)
	if before := s.stand[request.Name()]; before != nil {
		begun = before.Begun
	}
	s.stand[request.Name()] = &standing{
		Begun: begun, Document: request.Document, Dockerfile: request.Dockerfile, Files: request.Files, Tries: r.tries,
		Tried: slices.Sorted(maps.Keys(r.tried)), Seen: slices.Sorted(maps.Keys(r.seen)), Report: text,
	}
	s.saved.Attempts, s.saved.Confidence, s.saved.Errors = 0, 0, ""
	for _, name := range slices.Sorted(maps.Keys(s.stand)) {
		s.saved.Attempts += len(s.stand[name].Tries)
		var told struct {
			Failure    *struct{ Cause string }
			Confidence *struct{ Overall float64 }
		}
		_ = json.Unmarshal(s.stand[name].Report, &told) // what cannot be read says nothing
		if told.Confidence != nil {
			s.saved.Confidence = max(s.saved.Confidence, told.Confidence.Overall)
		}
		if told.Failure != nil {
			s.saved.Errors += name + ": " + told.Failure.Cause + "\n"
		}
	}
	if s.saved.State, err = json.Marshal(s.stand); err != nil {
		s.fail(err)
		return
	}
	s.write()
}

// resumed gives a run what was tried before. Values that were made up are made anew:
// they are written nowhere.
func (s *Session) resumed(r *run) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.stand[r.request.Name()]
	if at == nil {
		return
	}
	for _, t := range at.Tries {
		if t.State == prove.Trying || t.State == prove.Undecided || t.State == prove.Again && t.Came == "" {
			continue // it was cut off, and is made again
		}
		r.tries = append(r.tries, t)
		if t.State == prove.Kept {
			r.files = changed(r.files, t.Files)
			for _, name := range t.Given {
				if _, given := r.request.Env[name]; !given {
					r.request.Env = with(r.request.Env, name, r.Secret(name))
				}
			}
		}
	}
	for _, key := range at.Tried {
		r.tried[key] = true
	}
	for _, key := range at.Seen {
		r.seen[key] = true
	}
}

// tried reports whether fixes of a service were tried before: where it came up by
// them, its report may not say so yet.
func (s *Session) tried(service string) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stand[service] != nil && len(s.stand[service].Tries) > 0
}

// write saves the session; it is called with the lock, but for a new one.
func (s *Session) write() {
	if err := s.save(s.saved); err != nil {
		s.fail(err)
	}
}

func (s *Session) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}
