package repair

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/check"
	"aipack/backend/universalbuild"
)

// contested is a plan of which a person knows more than the sources say.
func contested() universalbuild.UniversalBuild {
	doc := document()
	doc.Runtime.Command = []string{"node", "a.js"}
	doc.Runtime.Environment = map[string]string{"PORT": "8080", "SET": "1"}
	doc.Runtime.Healthcheck = &universalbuild.Healthcheck{Command: []string{"wget", "http://localhost:8080/"}}
	doc.Runtime.Variables = []universalbuild.Variable{
		{Name: "API_KEY", Required: true, Path: "main.js", Line: 3},
		{Name: "DATABASE_URL", Required: true, Value: "{postgresql.url}"}, {Name: "SET", Required: true}, {Name: "OPTIONAL_KEY"}, {Name: "UNSPOKEN_KEY"},
	}
	doc.Evidence = append(doc.Evidence, universalbuild.Evidence{
		Field: "/runtime/command", Value: "node a.js", Confidence: 0.6, Source: "rule",
		Alternatives: []universalbuild.Alternative{{Value: "node b.js", Confidence: 0.6}, {Value: "node a.js"}},
	})
	return universalbuild.Normal(doc)
}

// TestQuestions: what only the person knows, by how a proof ended.
func TestQuestions(t *testing.T) {
	at := func(stage string, details map[string]any) *prove.Report {
		return &prove.Report{Verdict: prove.Failed, Failure: &cause.Failure{Stage: stage, Cause: "It wants STRIPE_KEY.", Details: details}}
	}
	for name, c := range map[string]struct {
		report *prove.Report
		given  map[string]string
		want   []string
	}{
		"it came up":                          {report: well()},
		"a build":                             {report: at("build", nil)},
		"a start":                             {report: at("start", nil), want: []string{"API_KEY", "/runtime/command node a.js|node b.js"}},
		"what was given":                      {report: at("start", nil), given: map[string]string{"API_KEY": "x"}, want: []string{"/runtime/command node a.js|node b.js"}},
		"the variable that the failure names": {report: at("build", map[string]any{"variable": "STRIPE_KEY"}), want: []string{"STRIPE_KEY"}},
		"one that the log speaks of": {
			report: &prove.Report{Verdict: prove.Failed, Failure: &cause.Failure{Stage: "start", Log: []string{"fatal: OPTIONAL_KEY=?", "SET"}}},
			given:  map[string]string{"API_KEY": "x"}, want: []string{"OPTIONAL_KEY", "/runtime/command node a.js|node b.js"},
		},
		"three at most": {
			report: at("health", map[string]any{"variable": "STRIPE_KEY", "ports": []int{3000, 9000}}),
			want:   []string{"STRIPE_KEY", "API_KEY", "/runtime/ports/0/port 3000|9000"},
		},
	} {
		var got []string
		for _, q := range questions(prove.Request{Document: contested(), Env: c.given}, c.report) {
			got = append(got, strings.TrimSpace(q.Name+" "+strings.Join(q.Choices, "|")))
			if q.Text == "" || q.Why == "" || q.Secret != strings.HasSuffix(q.Name, "_KEY") {
				t.Errorf("%s: %+v", name, q)
			}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestAnswered: an answer stands where it belongs, and one that does not fit is
// refused with its name.
func TestAnswered(t *testing.T) {
	before := prove.Request{Document: contested(), Env: map[string]string{"A": "1"}}
	r, err := Answered(before, map[string]string{"API_KEY": "s3cret", "/runtime/command": "node b.js", portField: "3000"})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]string{"A": "1", "API_KEY": "s3cret"}, r.Env); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"node", "b.js"}, r.Document.Runtime.Command); d != "" {
		t.Error(d)
	}
	run := r.Document.Runtime
	if run.Ports[0].Port != 3000 || run.Environment["PORT"] != "3000" || run.Healthcheck.Command[1] != "http://localhost:3000/" {
		t.Errorf("%+v", run)
	}
	if why := r.Document.Evidence[0]; why.Source != "user" || why.Confidence != 1 {
		t.Errorf("%+v", why)
	}
	if len(before.Env) != 1 || before.Document.Runtime.Ports[0].Port != 8080 {
		t.Error("the request before has changed")
	}
	for name, value := range map[string]string{"/runtime/port": "1", portField: "none", "/runtime/ports": "many"} {
		if _, err := Answered(before, map[string]string{name: value}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
}

func TestCommandOf(t *testing.T) {
	for line, want := range map[string][]string{
		"node b.js":                {"node", "b.js"},
		`gunicorn -b "0.0.0.0:80"`: {"gunicorn", "-b", "0.0.0.0:80"},
		"a && b":                   {"/bin/sh", "-c", "a && b"},
		"it's":                     {"/bin/sh", "-c", "it's"},
	} {
		if d := cmp.Diff(want, commandOf(line)); d != "" {
			t.Errorf("%q: %s", line, d)
		}
	}
}

// TestConfidence: a proof changes the number, a fix that did not help most of all.
func TestConfidence(t *testing.T) {
	plan := document()
	plan.Metadata.Confidence = 0.9
	proven := &prove.Report{
		Verdict: prove.Proven, Image: &prove.Image{}, Start: &prove.Started{},
		Checks: []check.Result{{State: check.Passed}, {State: check.NotChecked}},
	}
	lost := &prove.Report{Verdict: prove.Failed, Failure: &cause.Failure{Stage: "build", Rule: "x"}}
	inVain := []prove.Try{{State: prove.TakenBack, Stage: "build", Rule: "x"}}
	kept := []prove.Try{{State: prove.Kept, Edits: []universalbuild.Change{{Field: "/a"}, {Field: "/b"}, {Field: "/b"}}}}
	for name, c := range map[string]struct {
		report *prove.Report
		tries  []prove.Try
		want   float64
		level  string
	}{
		"proven at once":        {proven, nil, 0.97, "high"},                                   // .27 + .25 + .25 + .1 + .1
		"proven after a fix":    {proven, kept, 0.96, "high"},                                  // two fields: .089 in place of .1
		"failed, nothing tried": {lost, nil, 0.49, "low"},                                      // .595, and it failed
		"failed, tried in vain": {lost, inVain, 0.47, "low"},                                   // .27 + 0 + 0 + .1 + .1
		"not built":             {&prove.Report{Verdict: prove.NotBuilt}, nil, 0.72, "medium"}, // .27 + .125 + .125 + .1 + .1
	} {
		got := confidence(plan, c.report, c.tries)
		weights := 0.0
		for _, f := range got.Factors {
			weights += f.Weight
			if f.Why == "" || f.Value < 0 || f.Value > 1 {
				t.Errorf("%s: %+v", name, f)
			}
		}
		if got.Overall != c.want || got.Level != c.level || weights < 0.999 || weights > 1.001 {
			t.Errorf("%s: %+v", name, *got)
		}
	}
}
