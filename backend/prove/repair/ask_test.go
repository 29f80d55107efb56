package repair

import (
	"context"
	"errors"
	"strings"
	"testing"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/universalbuild"
)

// suggests answers with one edit after the other, and keeps what it was asked.
type suggests struct {
	edits []cause.Edit
	err   error
	asked []Question
}

func (s *suggests) ask(_ context.Context, q Question) (Suggestion, error) {
	s.asked = append(s.asked, q)
	out := Suggestion{Model: "ollama tiny", Why: "It says so."}
	if n := len(s.asked); n <= len(s.edits) {
		e := s.edits[n-1]
		out.Edits = []cause.Edit{e}
		out.Shows = []universalbuild.Evidence{{Field: e.Field, Source: "model", Rule: "model.repair", Path: "main.go", Line: 7, Excerpt: "listen", Confidence: 0.7}}
	}
	return out, s.err
}

func TestAsking(t *testing.T) {
	ports := map[int]*prove.Report{
		3000: well(), 3001: failed("start", "missing_module", "No module."), 3002: failed("health", "crash", "It said B."),
		3003: failed("build", "unknown", "Broken."), 3004: failed("health", "missing_variable", "B is missing."),
	}
	for name, c := range map[string]struct {
		first    *prove.Report
		suggests suggests
		want     prove.Verdict
		told     []string
		ended    string
		asked    int
	}{
		"what mends it": {
			first: failed("start", "crash", "It said A."), suggests: suggests{edits: []cause.Edit{port(3000)}},
			want: prove.Proven, told: []string{"crash kept /runtime/ports/0/port"}, ended: "proven", asked: 1,
		},
		"the wrong one first": {
			first: failed("start", "crash", "It said A."), suggests: suggests{edits: []cause.Edit{port(3003), port(3000)}},
			want: prove.Proven, told: []string{"crash taken_back /runtime/ports/0/port", "crash kept /runtime/ports/0/port"}, ended: "proven", asked: 2,
		},
		"the same again": {
			first: failed("start", "crash", "It said A."), suggests: suggests{edits: []cause.Edit{port(3003), port(3003)}},
			want: prove.Failed, told: []string{"crash taken_back /runtime/ports/0/port"}, ended: "tried already", asked: 2,
		},
		"another failure at the same place": {
			first: failed("start", "crash", "It said A."), suggests: suggests{edits: []cause.Edit{port(3001)}},
			want: prove.Failed, told: []string{"crash taken_back /runtime/ports/0/port"}, ended: "ollama tiny suggested nothing", asked: 2,
		},
		"further, and then nobody knows more": {
			first: failed("build", "unknown", "Broken."), suggests: suggests{edits: []cause.Edit{port(3002)}},
			want: prove.Failed, told: []string{"unknown kept /runtime/ports/0/port"}, ended: "ollama tiny suggested nothing", asked: 2,
		},
		"a crash that says another thing": {
			first: failed("health", "crash", "It said A."), suggests: suggests{edits: []cause.Edit{port(3002)}},
			want: prove.Failed, told: []string{"crash taken_back /runtime/ports/0/port"}, ended: "suggested nothing", asked: 2,
		},
		"the next of its kind": {
			first: failed("health", "missing_variable", "A is missing."), suggests: suggests{edits: []cause.Edit{port(3004)}},
			want: prove.Failed, told: []string{"missing_variable kept /runtime/ports/0/port"}, ended: "suggested nothing", asked: 2,
		},
		"rules first, then whoever is asked": {
			first: failed("start", "wrong_port", "It listens elsewhere.", port(3003)), suggests: suggests{edits: []cause.Edit{port(3000)}},
			want: prove.Proven, told: []string{"wrong_port taken_back /runtime/ports/0/port", "wrong_port kept /runtime/ports/0/port"}, ended: "proven", asked: 1,
		},
		"nobody is there": {
			first: failed("start", "crash", "It said A."), suggests: suggests{err: errors.New("there is none")},
			want: prove.Failed, ended: "No rule knows an edit for what fails now. A model could not be asked: there is none.", asked: 1,
		},
		"an edit that does not fit": {
			first: failed("start", "crash", "It said A."), suggests: suggests{edits: []cause.Edit{{Field: "/runtime/ports/0/port", Value: "many"}}},
			want: prove.Failed, ended: "does not fit", asked: 1,
		},
		"the machine's own matter": {
			first: of(cause.Environment, failed("build", "no_network", "No network.")), suggests: suggests{edits: []cause.Edit{port(3000)}},
			want: prove.Failed, ended: "no edit mends that", asked: 0,
		},
	} {
		s := c.suggests
		b := &bench{judge: func(_ int, r prove.Request) (*prove.Report, error) {
			if report, known := ports[r.Document.Runtime.Ports[0].Port]; known {
				return report, nil
			}
			return c.first, nil
		}}
		got, err := Loop{Prover: b, Fix: true, Ask: s.ask}.Prove(t.Context(), prove.Request{Document: document()})
		if err != nil || got.Verdict != c.want || len(s.asked) != c.asked {
			t.Errorf("%s: %v, %s, asked %d times", name, err, got.Verdict, len(s.asked))
			continue
		}
		if strings.Join(told(got), "\n") != strings.Join(c.told, "\n") || !strings.Contains(got.Mending.Ended, c.ended) {
			t.Errorf("%s: %q, in the end: %s", name, told(got), got.Mending.Ended)
		}
		if c.want == prove.Proven {
			e := got.Mending.Document.Behind("/runtime/ports/0/port")
			last := got.Mending.Tries[len(got.Mending.Tries)-1]
			if e.Source != "model" || e.Path != "main.go" || e.Value != "3000" || len(e.Alternatives) != 1 || last.Model != "ollama tiny" || last.Why == "" || len(last.Shows) != 1 {
				t.Errorf("%s: %+v of %+v", name, e, last)
			}
		}
	}
}

// TestWhoIsAskedHearsWhatWasTried, and is asked of the plan as it stands then.
func TestWhoIsAskedHearsWhatWasTried(t *testing.T) {
	s := suggests{edits: []cause.Edit{port(3002), port(3003)}}
	b := &bench{judge: func(_ int, r prove.Request) (*prove.Report, error) {
		if r.Document.Runtime.Ports[0].Port == 3002 {
			return failed("start", "crash", "It said B."), nil
		}
		return failed("build", "unknown", "Broken."), nil
	}}
	if _, err := (Loop{Prover: b, Fix: true, Ask: s.ask}).Prove(t.Context(), prove.Request{Document: document()}); err != nil {
		t.Fatal(err)
	}
	if len(s.asked) != 3 {
		t.Fatalf("asked %d times", len(s.asked))
	}
	last := s.asked[2]
	if len(last.Tries) != 2 || last.Tries[1].State != prove.TakenBack || last.Request.Document.Runtime.Ports[0].Port != 3002 || last.Report.Failure.Rule != "crash" {
		t.Errorf("%+v", last)
	}
}
