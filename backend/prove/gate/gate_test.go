package gate

import (
	"context"
	"strings"
	"testing"
	"time"

	"aipack/backend/packaging/export"
	"aipack/backend/packaging/keep"
	"aipack/backend/prove"
	"aipack/backend/prove/audit"
	"aipack/backend/prove/lint"
	"aipack/backend/prove/owntests"
)

// TestChecks: what was not looked at is open, and what fails stands in the way.
func TestChecks(t *testing.T) {
	at := time.Date(2026, 11, 29, 14, 5, 0, 0, time.Local)
	files := []export.File{
		{Path: "Dockerfile", Service: "web", Content: "FROM scratch\nENV A=1\n"},
		{Path: "compose.yaml", Content: "services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: \"${DB_PASSWORD}\"\n"},
	}
	finds := func(list ...lint.Finding) lint.Checker {
		return func(context.Context, []byte) (lint.Report, error) { return lint.Report{Findings: list}, nil }
	}
	leak := []export.File{{Path: "compose.yaml", Content: "services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: hunter2hunter2\n"}}
	for name, one := range map[string]struct {
		proof  Proof
		files  []export.File
		linter lint.Checker
		at     int // of the check
		state  State
		says   string
	}{
		"no proof":       {Proof{Service: "web"}, files, finds(), 0, Open, "web is not proven"},
		"proven":         {Proof{"web", prove.Proven, false, "answers GET / with 200", at}, files, finds(), 0, Passed, "web proven on 2026-11-29 14:05: answers GET / with 200"},
		"another plan":   {Proof{"web", prove.Proven, true, "", at}, files, finds(), 0, Open, "has changed since its proof of 2026-11-29 14:05"},
		"failed":         {Proof{"web", prove.Failed, false, "it ended with 1", at}, files, finds(), 0, Failed, "failed its proof of 2026-11-29 14:05: it ended with 1"},
		"in part":        {Proof{"web", prove.Incomplete, false, "", at}, files, finds(), 0, Noted, "web answers, but was not fully tried"},
		"no linter":      {Proof{}, files, nil, 1, Open, "were not checked"},
		"no remarks":     {Proof{}, files, finds(), 1, Passed, "no remarks"},
		"remarks":        {Proof{}, files, finds(lint.Finding{Line: 2, Message: "quote it"}), 1, Noted, "Dockerfile:2: quote it"},
		"no build":       {Proof{}, files, finds(lint.Finding{Line: 2, Message: "quote it"}, lint.Finding{Line: 1, Message: "unknown", Error: true}), 1, Failed, "Dockerfile:1: unknown"},
		"no credentials": {Proof{}, files, finds(), 2, Passed, "no credentials"},
		"a credential":   {Proof{}, leak, finds(), 2, Failed, "compose.yaml:4"},
		"tests":          {Proof{}, files, finds(), 3, Open, "were not run"},
	} {
		checks, err := Checks(t.Context(), Subject{Proofs: []Proof{one.proof}, Files: one.files}, one.linter)
		if err != nil || len(checks) != 5 {
			t.Fatalf("%s: %v %v", name, checks, err)
		}
		got := checks[one.at]
		if got.State != one.state || !strings.Contains(got.Said, one.says) || (got.State == Failed) != (len(Against(checks)) > 0) {
			t.Errorf("%s: %+v; against it %v", name, got, Against(checks))
		}
	}
}

// TestAbout: a message says proven of what is proven as it stands, and of nothing else.
func TestAbout(t *testing.T) {
	at := time.Date(2026, 11, 29, 14, 5, 0, 0, time.Local)
	for want, p := range map[string]Proof{
		"build(web): add proven Dockerfile\n\nweb: proven on 2026-11-29: answers": {"web", prove.Proven, false, "answers", at},
		"build(web): add Dockerfile": {"web", prove.Proven, true, "answers", at},
	} {
		if got := keep.Suggest(Subject{Proofs: []Proof{p}}.About([]keep.File{{Path: "Dockerfile"}})); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestOwnTests: what was not run is open, what failed stands in the way.
func TestOwnTests(t *testing.T) {
	at := time.Date(2026, 11, 29, 14, 5, 0, 0, time.Local)
	for _, one := range []struct {
		tests []Tests
		state State
		says  string
	}{
		{nil, Open, "the project's own tests were not run"},
		{[]Tests{{"web", owntests.Passed, "tests: 47 passed", at}}, Passed, "tests: 47 passed (2026-11-29 14:05)"},
		{[]Tests{{"web", owntests.Failed, "tests: 1 failed, 2 passed", at}}, Failed, "tests: 1 failed"},
		{[]Tests{{"web", owntests.NotHere, "the tests cannot run here: no pytest", at}}, Open, "cannot run here"},
		{[]Tests{{"web", owntests.Late, "the tests took too long and were ended", at}}, Open, "too long"},
		{[]Tests{{"web", owntests.NotFound, "no tests were found: none", at}}, Noted, "no tests were found: none"},
	} {
		checks, err := Checks(t.Context(), Subject{Tests: one.tests}, nil)
		if got := checks[2]; err != nil || got.State != one.state || !strings.Contains(got.Said, one.says) {
			t.Errorf("%+v %v", got, err)
		}
	}
}

// TestFindings: an audit that was not made is open, and a critical finding stands in the
// way until somebody lets it stand.
func TestFindings(t *testing.T) {
	at := time.Date(2026, 11, 29, 14, 5, 0, 0, time.Local)
	f := func(s audit.Severity, ignored *audit.Ignored) audit.Finding {
		return audit.Finding{Severity: s, Message: "The line holds a token", Path: "a.js", Line: 3, Ignored: ignored}
	}
	for name, one := range map[string]struct {
		report audit.Report
		state  State
		says   string
	}{
		"none":     {audit.Report{}, Open, "was not searched"},
		"clean":    {audit.Report{At: at}, Passed, "nothing found in the project (2026-11-29 14:05)"},
		"critical": {audit.Report{At: at, Findings: []audit.Finding{f(audit.Critical, nil), f(audit.Low, nil)}}, Failed, "1 critical, 1 low; the first: The line holds a token (a.js:3)"},
		"ignored":  {audit.Report{At: at, Findings: []audit.Finding{f(audit.Critical, &audit.Ignored{})}}, Passed, "nothing found"},
		"others":   {audit.Report{At: at, Findings: []audit.Finding{f(audit.High, nil)}}, Noted, "1 high"},
		"nowhere":  {audit.Report{At: at, Looks: []audit.Look{{Name: "secrets in the files", Said: "it failed"}}}, Open, "was not searched"},
	} {
		checks, err := Checks(t.Context(), Subject{Audit: one.report}, nil)
		if got := checks[3]; err != nil || got.Name != "findings" || got.State != one.state || !strings.Contains(got.Said, one.says) {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
}

// TestOutdated: what was proved or tested before a file was written has not passed, and is
// not called proven in the message.
func TestOutdated(t *testing.T) {
	at := time.Date(2026, 11, 29, 14, 5, 0, 0, time.Local)
	s := Subject{
		Proofs: []Proof{{"web", prove.Proven, false, "answers", at}}, Tests: []Tests{{"web", owntests.Passed, "tests: 47 passed", at}},
		Sources: []Source{{"a.js", at.Add(-time.Hour)}},
	}
	file := []keep.File{{Path: "Dockerfile"}}
	for n, want := range []struct {
		state   State
		says    string
		message string
	}{
		{Passed, "proven on", "add proven Dockerfile"}, {Noted, "; b.js was written since", "add Dockerfile"}, {Noted, "; 2 files were written since, b.js among them", "add Dockerfile"},
	} {
		checks, err := Checks(t.Context(), s, nil)
		if err != nil || checks[0].State != want.state || checks[3].State != want.state || !strings.Contains(checks[0].Said, want.says) {
			t.Errorf("%d written since: %+v %v", n, checks, err)
		}
		if got := keep.Suggest(s.About(file)); !strings.Contains(got, want.message) {
			t.Errorf("%d written since: %q", n, got)
		}
		s.Sources = append(s.Sources, Source{string(rune('b'+n)) + ".js", at.Add(time.Second)})
	}
}

// TestUnlooked: what an audit did not look at is open beside what it found nothing in.
func TestUnlooked(t *testing.T) {
	r := audit.Report{At: time.Now(), Looks: []audit.Look{{Name: "secrets in the files", Looked: true}, {Name: "code", Said: "no program"}}}
	checks, err := Checks(t.Context(), Subject{Audit: r}, nil)
	if err != nil || len(checks) != 5 || checks[3].State != Passed || checks[4].State != Open || checks[4].Said != "not looked at: code" {
		t.Errorf("%+v %v", checks, err)
	}
}
