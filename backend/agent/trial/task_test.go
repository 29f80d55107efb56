package trial

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aipack/backend/agent"
	"aipack/backend/model/evaluate"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
	"aipack/backend/universalbuild"
)

// TestSixtyTasks: six kinds, ten of each, with names of their own; in each one line at least
// is about what has to change, and a line that wants something gone is about what was there.
func TestSixtyTasks(t *testing.T) {
	groups, names := map[string]int{}, map[string]bool{}
	for _, task := range all(t) {
		groups[task.Group]++
		if names[task.Name] {
			t.Errorf("%s: there is another task %q", task.ID, task.Name)
		}
		names[task.Name] = true
		dir := t.TempDir()
		if err := task.layOut(dir); err != nil {
			t.Fatal(err)
		}
		plans, err := suite().plans(t.Context(), dir)
		if err != nil || len(plans) != 1 {
			t.Fatalf("%s: %d services, %v", task.ID, len(plans), err)
		}
		for _, c := range task.checks {
			verb, _, _ := strings.Cut(c.line, " ")
			if !slices.Contains([]string{"lacks", "noplan", "absent", "says", "cites"}, verb) {
				continue
			}
			if c.holds(after{dir: dir, begun: task.contents(), plans: plans}) == nil {
				t.Errorf("%s: %q holds before anything was done", task.ID, c.line)
			}
		}
	}
	if len(groups) != 6 || len(names) != 60 {
		t.Errorf("%d tasks: %v", len(names), groups)
	}
	for name, n := range groups {
		if n != 10 {
			t.Errorf("%s has %d tasks", name, n)
		}
	}
}

// small is a task about one file.
func small(t *testing.T, checks string) Task {
	t.Helper()
	task, err := parse("small", []byte("name: n\ngroup: g\nmode: change\nquestion: q\n"+checks+"\n-- a.txt --\nold\n-- ../recorded --\n{\"say\": \"so\"}\n"))
	if err != nil {
		t.Fatal(err)
	}
	return task
}

func TestWhatIsNoTask(t *testing.T) {
	const whole = "name: n\ngroup: g\nmode: change\nquestion: q\nhas a.txt x\n-- a.txt --\nold\n-- ../recorded --\n{\"say\": \"so\"}\n"
	if _, err := parse("x", []byte(whole)); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{"name: n\n", "", "a name, a group and a question"},
		{"mode: change", "mode: think", `its mode is "think"`},
		{"has a.txt x\n", "", "a task needs checks"},
		{"has a.txt x", "hass a.txt x", `"hass a.txt x" is no check`},
		{"has a.txt x", "has a.txt", "has no text"},
		{"has a.txt x", "same a.txt x", "one too many"},
		{"has a.txt x", "same", "lacks a word"},
		{`{"say": "so"}`, `{"say": 3}`, "the step"},
		{`{"say": "so"}`, `{"say": "so", "read_file": {}}`, "2 parts"},
		{`{"say": "so"}`, `say so`, "the step say so"},
		{"-- a.txt --\nold\n", "", "a task needs checks, files"},
	} {
		if _, err := parse("x", []byte(strings.Replace(whole, c[0], c[1], 1))); err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%q for %q: %v", c[1], c[0], err)
		}
	}
}

// TestChecks holds lines against a folder with a.txt, a plan and an answer.
func TestChecks(t *testing.T) {
	task := small(t, "same a.txt")
	dir := t.TempDir()
	if err := task.layOut(dir); err != nil {
		t.Fatal(err)
	}
	var plan universalbuild.UniversalBuild
	plan.Runtime.Ports = []universalbuild.Port{{Port: 4000, Protocol: "tcp"}, {Port: 4001, Protocol: "udp"}}
	plan.Runtime.BaseImage = "node:22-slim"
	state := after{
		dir: dir, begun: task.contents(), plans: []universalbuild.UniversalBuild{plan},
		answer: agent.Answer{Text: "At 4000, as `a.txt:2-4` and b.txt say; see c.txt:1.", Evidence: []agent.Place{{Path: "a.txt", First: 1, Last: 3}, {Path: "b.txt", First: 1, Last: 9}}},
	}
	for line, want := range map[string]string{
		"has a.txt old":                          "",
		"has a.txt new | old":                    "",
		"has a.txt new":                          "it is not there",
		"has b.txt old":                          "there is no such file",
		"has ../a.txt old":                       "escapes",
		"has * old":                              "",
		"has * new":                              "it is not there",
		"lacks * old":                            "a.txt has it",
		"lacks a.txt new":                        "",
		"lacks b.txt old":                        "there is no such file",
		"same a.txt":                             "",
		"absent a.txt":                           "it is there",
		"absent b.txt":                           "",
		"plan /runtime/ports/*/port 4001":        "",
		"plan /runtime/ports/1/port 4000":        "it is [4001]",
		"plan /runtime/ports/*/port 4":           "it is [4000, 4001]",
		"plan /runtime/base_image node:22*":      "",
		"plan /runtime/base_image node:2":        "it is [node:22-slim]",
		"plan /runtime/healthcheck/path /health": "it is []",
		"noplan /runtime/ports/*/protocol udp":   "it is [tcp, udp]",
		"noplan /runtime/ports/*/protocol sctp":  "",
		"says 4000":                              "",
		"says 400":                               "the answer does not",
		"says 3000 | AS":                         "",
		"cites a.txt:2":                          "",
		"cites a.txt:1":                          "the answer does not name it",
		"cites a.txt:4":                          "the model has not looked at it",
		"cites b.txt:3":                          "the answer does not name it",
		"cites c.txt:1":                          "the model has not looked at it",
		"cites a.txt":                            "names no line",
	} {
		c, err := checkOf(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(c.holds(state)); want == "" && got != "<nil>" || !strings.Contains(got, want) {
			t.Errorf("%s: %s, wanted %q", line, got, want)
		}
	}
	state.plans = nil
	if got := first([]check{task.checks[0], mustCheck(t, "noplan /warnings/*/code x")}, state); got != "noplan /warnings/*/code x: 0 services were found" {
		t.Error(got)
	}
}

func mustCheck(t *testing.T, line string) check {
	t.Helper()
	c, err := checkOf(line)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestHowATaskEnds: a model that fails, is silent or goes on calling is stopped; what it took is
// counted, and nothing is left behind.
func TestHowATaskEnds(t *testing.T) {
	places := t.TempDir()
	t.Setenv("TMPDIR", places)
	n := 0
	calling := script.From(func(llm.Request) (*llm.Response, error) {
		n++
		return &llm.Response{Message: llm.Message{Calls: []llm.ToolCall{{Name: "grep_content", Arguments: fmt.Sprintf(`{"pattern":"w%d"}`, n)}}}}, nil
	})
	for name, c := range map[string]struct {
		rest    script.Step
		verdict evaluate.Verdict
		problem string
	}{
		"cannot be reached": {script.FailAs(llm.Unreachable), evaluate.Stopped, "scripted failure"},
		"says nothing":      {script.Say(""), evaluate.Stopped, "empty answer"},
		"calls for ever":    {calling, evaluate.Stopped, "gave no answer"},
		"lies":              {script.Say("It is new."), evaluate.Fail, "has a.txt new: it is not there"},
	} {
		s := suite(small(t, "has a.txt new"))
		s.Open = func(context.Context, string) (llm.Client, error) { return &script.Client{Rest: c.rest}, nil }
		s.Price = func(string, string, llm.Usage) (float64, bool) { return 0.5, true }
		r, err := s.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := r.Cases[0]
		if got.Verdict != c.verdict || !strings.Contains(fmt.Sprint(got.Problems), c.problem) || got.Cost.Calls > 0 != (name == "calls for ever") || r.Replayed {
			t.Errorf("%s: %s %q", name, got.Verdict, got.Problems)
		}
		if last := r.Metrics[len(r.Metrics)-1]; last.Name != "dollars, all tasks" || last.Value != 0.5 || r.Metrics[0].Value != float64(map[evaluate.Verdict]int{evaluate.Stopped: 1}[c.verdict]) {
			t.Errorf("%s: %+v", name, r.Metrics)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	s := suite(small(t, "has a.txt new"))
	s.Open = func(context.Context, string) (llm.Client, error) {
		return &script.Client{Rest: func(context.Context, llm.Request) (*llm.Response, error) {
			cancel()
			return nil, context.Canceled
		}}, nil
	}
	if r, err := s.Run(ctx); r != nil || err == nil {
		t.Errorf("a suite that was stopped gives %+v, %v", r, err)
	}
	if left, err := os.ReadDir(places); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestWhatIsKeptFromAModel: a task's model may change files of the project, and nothing else.
func TestWhatIsKeptFromAModel(t *testing.T) {
	task := small(t, "absent .env")
	task.checks = append(task.checks, mustCheck(t, "absent .git"), mustCheck(t, "has b.txt b"))
	s := suite(task)
	s.Open = func(context.Context, string) (llm.Client, error) {
		return script.New(
			script.Call("write_file", `{"path":".env","content":"A=1\n"}`),
			script.Call("write_file", `{"path":".git/config","content":"x\n"}`),
			script.Call("write_file", `{"path":"../out.txt","content":"x\n"}`),
			script.Call("write_file", `{"path":"b.txt","content":"b\n"}`),
			script.Say("Done."),
		), nil
	}
	if c := ran(t, s); c.Verdict != evaluate.Pass {
		t.Errorf("%s %q", c.Verdict, c.Problems)
	}
	var offered []string
	client := script.New(script.From(func(r llm.Request) (*llm.Response, error) {
		for _, d := range r.Tools {
			offered = append(offered, d.Name)
		}
		return &llm.Response{Message: llm.Message{Text: "Done."}}, nil
	}))
	s.Open = func(context.Context, string) (llm.Client, error) { return client, nil }
	ran(t, s)
	if slices.Contains(offered, "bash") || !slices.Contains(offered, "edit_file") {
		t.Errorf("offered: %q", offered)
	}
}

// TestATaskHasItsTime: a model that never answers is stopped after ninety seconds.
func TestATaskHasItsTime(t *testing.T) {
	task := small(t, "has a.txt new")
	task.Mode = ask // without a database, which keeps goroutines of its own
	synctest.Test(t, func(t *testing.T) {
		s := suite(task)
		s.Open = func(context.Context, string) (llm.Client, error) { return &script.Client{Rest: script.Hang()}, nil }
		begun := time.Now()
		r, err := s.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if c := r.Cases[0]; c.Verdict != evaluate.Stopped || c.Problems[0] != "it took longer than 1m30s" || time.Since(begun) > 2*perTask {
			t.Errorf("%s %q after %s", c.Verdict, c.Problems, time.Since(begun))
		}
	})
}
