package evaluate

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"aipack/backend/model/llm"
)

func sample() *Report {
	r := &Report{
		Suite: "S", Title: "Selection", Subject: "a model", Started: time.Unix(0, 0), Target: 0.3,
		Metrics: []Metric{{Name: "forbidden tool", Limit: "must be 0", Met: true}, {Name: "exact match", Value: 0.5, Of: 2, Met: true}},
		Cases: []Case{
			{Name: "one", Group: "a", Verdict: Exact, Score: 1},
			{Name: "<script>alert(1)</script>", Group: "b", Verdict: WrongTool, Problems: []string{"it called\nread_file"}},
			{Name: "dear", Group: "b", Verdict: Stopped, Cost: &Cost{Usage: llm.Usage{Prompt: 900, Completion: 40}, Calls: 3, DurationMS: 1500}},
		},
	}
	r.Sum()
	return r
}

func TestReportsAreWritten(t *testing.T) {
	t.Parallel()
	r := sample()
	var text, page, data bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 of 3 pass: 33.3%", "stopped  b: dear (calls 3, tokens 940, 1.5 s)\n", "wrong_tool  b: <script>", "  it called read_file\n", "must be 0: met", "exact match"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, text.String())
		}
	}
	if err := r.WriteHTML(&page); err != nil || strings.Contains(page.String(), "<script>") || !strings.Contains(page.String(), "33.3%") ||
		strings.Contains(page.String(), "nil") || !strings.Contains(page.String(), "<td>calls 3, tokens 940, 1.5 s</td>") {
		t.Errorf("%v\n%s", err, page.String())
	}
	if err := r.WriteJSON(&data); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(data.Bytes(), &back); err != nil || back.Passed != 1 || back.Groups[1].Total != 2 || !back.Met {
		t.Errorf("%v %+v", err, back)
	}
}

func TestAMissedLimitIsNotMet(t *testing.T) {
	t.Parallel()
	r := sample()
	r.Metrics[0].Met = false
	if r.Sum(); r.Met {
		t.Error("a forbidden tool was called")
	}
}

// TestWilson compares with the worked figures of the interval's textbook form.
func TestWilson(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		passed, total int
		low, high     float64
	}{{0, 0, 0, 1}, {10, 10, 0.722, 1}, {0, 10, 0, 0.278}, {5, 10, 0.237, 0.763}, {161, 300, 0.480, 0.592}, {47, 72, 0.538, 0.753}} {
		low, high := Wilson(test.passed, test.total)
		if math.Abs(low-test.low) > 0.001 || math.Abs(high-test.high) > 0.001 {
			t.Errorf("%d of %d: %.4f to %.4f", test.passed, test.total, low, high)
		}
	}
}

func TestACaseThatIsNotMetIsSeen(t *testing.T) {
	t.Parallel()
	f := toolFile{Cases: []toolCase{
		{Name: "not failed", Call: `list_files {"path":"none"}`},
		{Name: "value", Call: "list_files {}", At: map[string]any{"/total": 7}},
		{Name: "absent", Call: "list_files {}", At: map[string]any{"/total": "<absent>"}},
		{Name: "has", Call: "list_files {}", Has: []string{"unicorn"}},
		{Name: "lacks", Call: "list_files {}", Lacks: []string{"entries"}},
		{Name: "most", Call: "list_files {}", Most: 3},
		{Name: "text", Call: "get_tree {}", Text: new(string)},
		{Name: "no JSON", Call: "get_tree {}", At: map[string]any{"/name": "."}},
		{Name: "submitted", Call: "list_files {}", Submitted: func() *int { n := 1; return &n }()},
		{Name: "cached", Call: "list_files {}", Cached: func() *bool { b := true; return &b }()},
	}}
	cases, err := f.run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Verdict != Fail || len(c.Problems) == 0 {
			t.Errorf("%s passes", c.Name)
		}
	}
}
