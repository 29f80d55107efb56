//go:build lab

package tests

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/prove"
	"aipack/backend/prove/browser"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/check"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// TestMutations detects and proves each project of testdata/mutations as
// `aipack prove` does, and holds the report against what the project expects.
// What it is made of is proven first: a base that is not would prove nothing.
func TestMutations(t *testing.T) {
	p := labProver(t)
	p.Limits.Healthy, p.Limits.Elsewhere = 25*time.Second, 10*time.Second
	all := mutations(t)
	for _, m := range append(bases(all), all...) {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel() // a proof waits more than it computes
			r := m.prove(t, p)
			m.compare(t, r)
			if t.Failed() {
				t.Logf("%s\n%s", told(r), r.Dockerfile)
			}
		})
	}
}

// bases are what the mutations are made of, unchanged. Tools end by themselves.
func bases(all []mutation) []mutation {
	var out []mutation
	for _, m := range all {
		name := "unchanged/" + m.base
		if !slices.ContainsFunc(out, func(b mutation) bool { return b.name == name }) {
			b := mutation{name: name, base: m.base, verdict: "proven", service: m.service}
			if m.base == "base/go-tool" || m.base == "single/cobol" {
				b.verdict = "ran"
			}
			out = append(out, b)
		}
	}
	return out
}

func (m mutation) prove(t *testing.T, p prove.Prover) *prove.Report {
	t.Helper()
	dir := m.unpack(t)
	r, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: pipeline.Static})
	if err != nil {
		t.Fatal(err)
	}
	requests := []prove.Request{}
	at := -1
	for i, d := range out.Documents {
		if m.service == "" && len(out.Documents) == 1 || d.Metadata.Path == m.service {
			at = i
		}
		requests = append(requests, prove.Request{Document: m.document(t, d), Dir: dir, Env: m.env})
	}
	if at < 0 {
		t.Fatalf("%d services were found, and none is that of %q: %s", len(out.Documents), m.service, out.Context.Structure().Missing)
	}
	if m.limit != "" {
		if p.Limits.Build, err = time.ParseDuration(m.limit); err != nil {
			t.Fatal(err)
		}
	}
	if m.checks["browser"] != "" {
		if p.Browser = browser.Find(); p.Browser == "" {
			t.Fatal("there is no browser: this mutation needs Chromium, Chrome or Edge")
		}
	}
	if m.release != "" {
		if p.Limits.Release, err = time.ParseDuration(m.release); err != nil {
			t.Fatal(err)
		}
	}
	var reports []*prove.Report
	for range 2 { // what passes is tried again, as the command does
		if reports, err = p.Together(t.Context(), requests); err != nil {
			t.Fatal(err)
		}
		if f := reports[at].Failure; f == nil || f.Class != cause.Transient {
			break
		}
	}
	return reports[at]
}

// document sets the fields of the one that was detected.
func (m mutation) document(t *testing.T, doc universalbuild.UniversalBuild) universalbuild.UniversalBuild {
	t.Helper()
	for _, s := range m.set {
		var err error
		if doc, err = universalbuild.Set(doc, s.file, json.RawMessage(s.new)); err != nil {
			t.Fatalf("setting %s: %v", s.file, err)
		}
	}
	return doc
}

// compare holds a report against what is expected, every difference of its own.
func (m mutation) compare(t *testing.T, r *prove.Report) {
	t.Helper()
	if string(r.Verdict) != m.verdict {
		t.Errorf("the verdict is %s, not %s", r.Verdict, m.verdict)
	}
	if m.protocol != "" && (r.Probe == nil || r.Probe.Protocol != m.protocol) {
		t.Errorf("its protocol is not %s: %+v", m.protocol, r.Probe)
	}
	said := m.compareFailure(t, r.Failure)
	var warned []string
	for _, w := range r.Warnings {
		said += "\n" + w.Message
		if w.Rule != "" {
			warned = append(warned, w.Rule)
		}
	}
	slices.Sort(warned)
	if !slices.Equal(warned, slices.Sorted(slices.Values(m.warnings))) {
		t.Errorf("it warns of %q, not of %q", warned, m.warnings)
	}
	for _, words := range m.says {
		if !strings.Contains(said, words) {
			t.Errorf("nobody says %q", words)
		}
	}
	for name, want := range m.checks {
		i := slices.IndexFunc(r.Checks, func(c check.Result) bool { return c.Name == name })
		if i < 0 || r.Checks[i].State != want {
			t.Errorf("the check %s is not %s: %+v", name, want, r.Checks)
		}
	}
}

// compareFailure gives the cause that was told.
func (m mutation) compareFailure(t *testing.T, f *cause.Failure) string {
	t.Helper()
	if f == nil {
		return ""
	}
	if m.stage != "" && f.Stage != m.stage || m.rule != "" && f.Rule != m.rule {
		t.Errorf("it failed in %s by %s, not in %s by %s", f.Stage, f.Rule, m.stage, m.rule)
	}
	if m.line == "none" {
		if f.Line != 0 {
			t.Errorf("line %d is named: %q", f.Line, f.Text)
		}
	} else if !strings.Contains(f.Text, m.line) || m.line != "" && f.Line == 0 {
		t.Errorf("line %d is %q, not %q", f.Line, f.Text, m.line)
	}
	if f.Cause == "" || f.Fix == "" {
		t.Errorf("the cause is %q, the fix %q", f.Cause, f.Fix)
	}
	for _, words := range m.log {
		if !strings.Contains(strings.Join(f.Log, "\n"), words) {
			t.Errorf("its log does not say %q", words)
		}
	}
	return f.Cause
}

// told is a report as a reader of the test's log needs it.
func told(r *prove.Report) string {
	text := "verdict " + string(r.Verdict)
	if f := r.Failure; f != nil {
		text += "\n" + strings.Join([]string{f.Stage, f.Rule, f.Field, f.Text, f.Cause, f.Fix}, "\n") + "\n" + strings.Join(f.Log, "\n")
	} else if r.Start != nil {
		text += "\n" + strings.Join(r.Start.Log, "\n")
	}
	for _, w := range r.Warnings {
		text += "\nwarning " + w.Rule + ": " + w.Message
	}
	return text
}
