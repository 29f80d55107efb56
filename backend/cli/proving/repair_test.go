package proving

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/cli"
	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/universalbuild"
)

// repairedReport is one that failed after a try, with what only the person knows.
func repairedReport() *prove.Report {
	return &prove.Report{
		Service: "api", Name: "shop", Verdict: prove.Failed,
		Failure: &cause.Failure{Stage: "start", Rule: "missing_variable", Cause: "It wants API_KEY."},
		Mending: &prove.Repair{
			Tries: []prove.Try{{
				State: prove.Kept, Stage: "build", Rule: "command_not_found", Cause: "tsc is not there.", Why: "Install it.", Came: "It wants API_KEY.",
				Edits: []universalbuild.Change{{Field: "/build/commands", Old: []string{"a"}, New: []string{"b"}}}, Given: []string{"TOKEN"},
			}},
			Ended: "No rule knows an edit for what fails now.",
		},
		Questions: []prove.Question{
			{Name: "API_KEY", Text: "What is the value of API_KEY?", Why: "It wants API_KEY.", Secret: true},
			{Name: "/runtime/command", Text: "Which command starts it?", Why: "The sources say both.", Choices: []string{"node a.js", "node b.js"}},
		},
		Confidence: &prove.Confidence{Overall: 0.47, Level: "low", Factors: []prove.Factor{{Name: "plan", Value: 0.9}, {Name: "checks", Value: 0}}},
	}
}

// TestRepairAsJSON: the verdict, each attempt with failure, edit and outcome, the
// confidence and the questions.
func TestRepairAsJSON(t *testing.T) {
	var out bytes.Buffer
	reports := []*prove.Report{{Service: "web", Name: "web", Verdict: prove.Proven}, repairedReport()}
	if err := (&options{format: "json"}).printRepair(&out, reports, false); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Verdict  string
		Written  bool
		Services []struct {
			Service, Verdict, Ended string
			Attempts                []struct {
				Failure struct{ Stage, Rule, Cause string }
				Edit    struct {
					Changes []struct{ Field string }
					MadeUp  []string `json:"made_up"`
				}
				Outcome struct{ State, Words string }
			}
			Confidence struct {
				Overall float64
				Level   string
			}
			Questions []struct{ Name string }
		}
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Verdict != "failed" || got.Written || len(got.Services) != 2 || got.Services[0].Ended != "The service is proven." {
		t.Errorf("%+v", got)
	}
	api := got.Services[1]
	if len(api.Attempts) != 1 || api.Attempts[0].Failure.Rule != "command_not_found" || api.Attempts[0].Edit.Changes[0].Field != "/build/commands" ||
		api.Attempts[0].Edit.MadeUp[0] != "TOKEN" || api.Attempts[0].Outcome.State != "kept" || len(api.Questions) != 2 || api.Confidence.Level != "low" {
		t.Errorf("%+v", api)
	}
	if strings.Contains(out.String(), "null") {
		t.Errorf("a list that is empty is a list:\n%s", out.String())
	}
}

func TestRepairAsText(t *testing.T) {
	var out bytes.Buffer
	if err := (&options{format: "text"}).printRepair(&out, []*prove.Report{repairedReport()}, false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"shop (api): failed", "kept a fix: tsc is not there.", "confidence 0.47 (low): plan 0.90, checks 0.00",
		"What is the value of API_KEY? It wants API_KEY.", "--answer API_KEY=…", "--answer /runtime/command=node a.js | node b.js",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
}

// TestAPersonAnswers: a value, a choice by its number; an empty line and the end of
// the input leave a question open.
func TestAPersonAnswers(t *testing.T) {
	for typed, want := range map[string]map[string]string{
		"s3cret\n2\n": {"API_KEY": "s3cret", "/runtime/command": "node b.js"},
		"\n1\n":       {"/runtime/command": "node a.js"},
		"\nnode c.js": {"/runtime/command": "node c.js"},
		"\n\n":        nil,
		"":            nil,
	} {
		var said bytes.Buffer
		o := options{}
		answered := o.askPerson(&cli.Program{Streams: cli.Streams{Err: &said}}, strings.NewReader(typed), []*prove.Report{repairedReport()})
		if d := cmp.Diff(want, o.answers); d != "" || answered != (want != nil) {
			t.Errorf("%q: %v %s", typed, answered, d)
		}
		if strings.Contains(said.String(), "s3cret") {
			t.Error("an answer is repeated")
		}
	}
}

// TestAnswersAreOfOneService: a field of the plan that several services have wants
// --service, and no message repeats a value.
func TestAnswersAreOfOneService(t *testing.T) {
	for _, given := range []string{"API_KEY", "not a name=s3cret", "=s3cret"} {
		if _, err := answers([]string{given}); err == nil || strings.Contains(err.Error(), "=s3cret") {
			t.Errorf("%q: %v", given, err)
		}
	}
	o := options{answers: map[string]string{"/runtime/command": "node b.js"}}
	if err := o.answer(make([]prove.Request, 2)); err == nil || !strings.Contains(err.Error(), "--service") {
		t.Errorf("%v", err)
	}
	requests := make([]prove.Request, 2)
	o.answers = map[string]string{"API_KEY": "x"}
	if err := o.answer(requests); err != nil || requests[1].Env["API_KEY"] != "x" {
		t.Errorf("%v, %+v", err, requests)
	}
}
