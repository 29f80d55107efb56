package repair

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
)

// TestSession: a repair that is cut off after any of its savings goes on from there:
// no proof that was decided is made again, what was kept stays, what was taken back is
// not tried again.
func TestSession(t *testing.T) {
	t.Parallel()
	judge := func(_ int, r prove.Request) (*prove.Report, error) {
		switch r.Document.Runtime.Ports[0].Port {
		case 9000:
			if slices.Contains(r.Document.Build.SystemPackages, "libpq-dev") {
				return well(), nil
			}
			report := failed("start", "missing_system_package", "libpq is missing.")
			report.Failure.Edits = []cause.Edit{library("libpq-dev")}
			return report, nil
		}
		report := failed("build", "wrong_port", "It listens on 9000.")
		report.Failure.Edits = []cause.Edit{port(9000)}
		return report, nil
	}
	var all []Saved
	whole := &bench{judge: judge}
	loop := Loop{Prover: whole, Fix: true, Session: NewSession(Saved{ID: "a", Key: "k"}, func(s Saved) error { all = append(all, s); return nil })}
	report, err := loop.Prove(t.Context(), prove.Request{Document: document()})
	if err != nil || !report.Verdict.Good() || len(whole.asked) != 3 {
		t.Fatalf("%v %+v", err, report)
	}
	for i, s := range all {
		session, err := Resume(s, func(Saved) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		requests, reports, err := session.Stand([]prove.Request{{Document: document()}})
		if err != nil {
			t.Fatal(err)
		}
		again := &bench{judge: judge}
		loop := Loop{Prover: again, Fix: true, Session: session}
		if reports == nil {
			if report, err = loop.Prove(t.Context(), requests[0]); err != nil {
				t.Fatal(err)
			}
		} else {
			if report, err = loop.begin(requests[0]).all(t.Context(), reports[0]); err != nil {
				t.Fatal(err)
			}
		}
		left := 3 - s.Attempts
		if reports != nil {
			left-- // the first proof is there
		}
		if !report.Verdict.Good() || len(again.asked) != left || report.Mending == nil || len(report.Mending.Tries) != 2 || report.Mending.Document.Runtime.Ports[0].Port != 9000 {
			t.Errorf("from saving %d, %s after %d tries: %d proofs, %s\n%s", i, s.Phase, s.Attempts, len(again.asked), report.Verdict, strings.Join(told(report), "\n"))
		}
	}
}

// TestSessionCannotBeSaved: it ends with what it has, and says why.
func TestSessionCannotBeSaved(t *testing.T) {
	t.Parallel()
	b := &bench{judge: func(n int, _ prove.Request) (*prove.Report, error) {
		report := failed("health", "wrong_port", "It listens elsewhere.")
		report.Failure.Edits = []cause.Edit{port(9000 + n)}
		return report, nil
	}}
	s := NewSession(Saved{}, func(Saved) error { return errors.New("the disk is full") })
	report, err := Loop{Prover: b, Fix: true, Session: s}.Prove(t.Context(), prove.Request{Document: document()})
	if err != nil || len(b.asked) != 2 || !strings.Contains(report.Mending.Ended, "the disk is full") {
		t.Errorf("%v, %d proofs, %+v", err, len(b.asked), report.Mending)
	}
	if _, err := Resume(Saved{State: []byte("{")}, nil); err == nil {
		t.Error("half a state was read")
	}
}

// TestSessionIsLeft: where the builder goes, nothing of the project is decided: the
// next repair makes that proof again, and no other.
func TestSessionIsLeft(t *testing.T) {
	t.Parallel()
	for goes, want := range map[int]struct{ first, then []int }{
		1: {[]int{8080}, []int{8080, 9000, 9000}},
		2: {[]int{8080, 9000}, []int{9000, 9000}},
		3: {[]int{8080, 9000, 9000}, []int{9000}},
	} {
		n := 0
		judge := func(_ int, r prove.Request) (*prove.Report, error) {
			if n++; n == goes {
				report := failed("start", "builder_gone", "The builder went away.")
				report.Failure.Class = cause.Environment
				return report, nil
			}
			switch at := r.Document.Runtime.Ports[0].Port; {
			case at != 9000:
				report := failed("build", "wrong_port", "It listens on 9000.")
				report.Failure.Edits = []cause.Edit{port(9000)}
				return report, nil
			case !slices.Contains(r.Document.Build.SystemPackages, "libpq-dev"):
				report := failed("start", "missing_system_package", "libpq is missing.")
				report.Failure.Edits = []cause.Edit{library("libpq-dev")}
				return report, nil
			}
			return well(), nil
		}
		var last Saved
		save := func(s Saved) error { last = s; return nil }
		run := func(session *Session) (*prove.Report, []int) {
			b := &bench{judge: judge}
			requests, reports, err := session.Stand([]prove.Request{{Document: document()}})
			if err != nil {
				t.Fatal(err)
			}
			var first *prove.Report
			if reports != nil {
				first = reports[0]
			}
			report, err := (Loop{Prover: b, Fix: true, Session: session}).begin(requests[0]).all(t.Context(), first)
			if err != nil {
				t.Fatal(err)
			}
			session.End(report.Verdict.Good())
			var asked []int
			for _, r := range b.asked {
				asked = append(asked, r.Document.Runtime.Ports[0].Port)
			}
			return report, asked
		}
		report, asked := run(NewSession(Saved{ID: "a", Key: "k"}, save))
		if report.Verdict.Good() || last.Phase.Ended() || !slices.Equal(asked, want.first) {
			t.Errorf("gone at %d: %s, %s, %v", goes, report.Verdict, last.Phase, asked)
		}
		session, err := Resume(last, save)
		if err != nil {
			t.Fatal(err)
		}
		report, asked = run(session)
		if !report.Verdict.Good() || last.Phase != Done || !slices.Equal(asked, want.then) || len(report.Mending.Tries) != 2 {
			t.Errorf("then, gone at %d: %s, %s, %v", goes, report.Verdict, last.Phase, asked)
		}
	}
}
