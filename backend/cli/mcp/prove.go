package mcp

import (
	"context"
	"sync"
	"time"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/check"
	"aipack/backend/prove/repair"
)

// proved is what a proof came to.
type proved struct {
	Services []proof `json:"services"`
}

// proof is one service's, in short. The whole report is what aipack prove prints.
type proof struct {
	Service  string         `json:"service"`
	Verdict  prove.Verdict  `json:"verdict" jsonschema:"proven, ran, incomplete, failed, stopped …"`
	Said     string         `json:"said" jsonschema:"the verdict in words"`
	Good     bool           `json:"good" jsonschema:"the service was seen to work"`
	Builder  string         `json:"builder,omitempty"`
	Bytes    int64          `json:"image_bytes,omitempty"`
	Answered []answer       `json:"answered"`
	Failure  *cause.Failure `json:"failure,omitempty" jsonschema:"where it broke, why, and what to do"`
	Checks   []checkResult  `json:"checks"`
	Warnings []string       `json:"warnings"`
	Beside   []string       `json:"beside,omitempty" jsonschema:"what stood beside the program, a line each"`
	Seconds  float64        `json:"seconds"`

	Tried      []tried          `json:"tried,omitempty" jsonschema:"fixes that were tried"`
	Ended      string           `json:"ended,omitempty" jsonschema:"why nothing more was tried"`
	Questions  []prove.Question `json:"questions,omitempty" jsonschema:"what only the user can know"`
	Confidence float64          `json:"confidence,omitempty" jsonschema:"in the plan, after the proof, 0 to 1"`
}

// tried is one fix.
type tried struct {
	State string        `json:"state" jsonschema:"kept, taken_back, undecided, or again where nothing was changed"`
	Why   string        `json:"why"`
	Diff  string        `json:"diff,omitempty" jsonschema:"of the Dockerfile"`
	Files []changedFile `json:"files,omitempty" jsonschema:"changes of the project's own files, for the proof alone"`
	Came  string        `json:"came"`
}

// changedFile is a change of a file of the project.
type changedFile struct {
	Path string `json:"path"`
	Diff string `json:"diff"`
}

type answer struct {
	What string `json:"what"`
	OK   bool   `json:"ok"`
	Said string `json:"said"`
}

type checkResult struct {
	Name     string          `json:"name"`
	State    string          `json:"state" jsonschema:"passed, failed or not_checked"`
	Reason   string          `json:"reason,omitempty"`
	Findings []check.Problem `json:"findings,omitempty" jsonschema:"what it found, and where"`
	LeftOff  int             `json:"left_off,omitempty" jsonschema:"findings that are not listed"`
}

// checked is a check in as many words as a client's model may be asked to pay for.
func checked(c check.Result) checkResult {
	shown := c.Problems[:min(len(c.Problems), mostFindings)]
	return checkResult{c.Name, c.State, c.Reason, shown, len(c.Problems) - len(shown)}
}

// proposal is what is to be proved, and with what in place of what the folder has.
type proposal struct {
	chosen
	Files   map[string]string `json:"files,omitempty" jsonschema:"contents to prove in place of the project's own files, by their paths in it; the project is not changed"`
	Answers map[string]string `json:"answers,omitempty" jsonschema:"answers to questions of an earlier call, by their names"`
}

func (s *server) prove(ctx context.Context, request *protocol.CallToolRequest, in proposal) (proved, error) {
	return s.proved(ctx, request, in, false)
}

func (s *server) repair(ctx context.Context, request *protocol.CallToolRequest, in proposal) (proved, error) {
	return s.proved(ctx, request, in, true)
}

func (s *server) proved(ctx context.Context, request *protocol.CallToolRequest, in proposal, fix bool) (proved, error) {
	out := proved{Services: []proof{}}
	release, err := slot(ctx, s.analyses)
	if err != nil {
		return out, err
	}
	f, err := s.analyse(ctx, in.Path)
	release()
	if err != nil {
		return out, err
	}
	defer f.Close()
	wanted, beside, err := f.chosen(in.Service)
	if err != nil {
		return out, err
	}
	requests := make([]prove.Request, len(wanted))
	for i, d := range wanted {
		requests[i] = prove.Request{Document: d, Dir: f.Dir(), Root: f.held, Beside: beside, Files: map[string][]byte{}}
		for name, text := range in.Files {
			requests[i].Files[name] = []byte(text)
		}
		if requests[i], err = repair.Answered(requests[i], in.Answers); err != nil {
			return out, err
		}
	}
	tell, end := progress(ctx, request)
	defer end()
	reports, err := s.Prove(ctx, requests, fix, tell)
	for _, r := range reports {
		out.Services = append(out.Services, shortly(r))
	}
	if len(reports) > 0 {
		return out, nil // the reports say why, each for itself
	}
	return out, err
}

// shortly is a report in few words.
func shortly(r *prove.Report) proof {
	out := proof{
		Service: r.Service, Verdict: r.Verdict, Said: r.Verdict.Words(), Good: r.Verdict.Good(), Builder: r.Builder.Address, Failure: r.Failure, Beside: r.Beside(),
		Answered: []answer{}, Checks: []checkResult{}, Warnings: []string{}, Seconds: float64(r.DurationMS) / 1000,
	}
	if r.Image != nil {
		out.Bytes = r.Image.SizeBytes
	}
	if r.Probe != nil {
		for _, a := range r.Probe.Asked {
			out.Answered = append(out.Answered, answer{a.What, a.OK, a.Said})
		}
	}
	if r.Mending != nil {
		out.Ended = r.Mending.Ended
		for _, t := range r.Mending.Tries {
			one := tried{State: t.State, Why: t.Why, Diff: t.Diff, Came: t.Came}
			for _, f := range t.Files {
				one.Files = append(one.Files, changedFile{f.Path, f.Diff})
			}
			out.Tried = append(out.Tried, one)
		}
	}
	if out.Questions = r.Questions; r.Confidence != nil {
		out.Confidence = r.Confidence.Overall
	}
	for _, c := range r.Checks {
		out.Checks = append(out.Checks, checked(c))
	}
	for _, w := range r.Warnings {
		out.Warnings = append(out.Warnings, w.Message)
	}
	return out
}

// stillThere is how often a client hears of a proof that has nothing new to
// tell: many give up on a call that is silent for a minute.
const stillThere = 15 * time.Second

// progress tells a client, where it asked to be told, what the proof is doing.
func progress(ctx context.Context, request *protocol.CallToolRequest) (tell func(prove.Progress), end func()) {
	token := request.Params.GetProgressToken()
	if token == nil {
		return func(prove.Progress) {}, func() {}
	}
	var mu sync.Mutex
	told, last := 0.0, "the build begins"
	send := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		if text != "" {
			last = text
		}
		told++
		// A client that has gone ends the call by itself.
		_ = request.Session.NotifyProgress(ctx, &protocol.ProgressNotificationParams{ProgressToken: token, Progress: told, Message: last})
	}
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(stillThere):
				send("")
			}
		}
	}()
	return func(p prove.Progress) {
		switch {
		case p.Step != nil && p.Step.State != "running":
			send(p.Service + ": " + p.Step.Name + ": " + p.Step.State)
		case p.Phase != "":
			send(p.Service + ": " + p.Phase)
		case p.Waiting != "":
			send(p.Service + " waits for " + p.Waiting)
		}
	}, sync.OnceFunc(func() { close(done) })
}
