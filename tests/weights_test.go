//go:build weights

package tests

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/advise"
	"aipack/backend/model/evaluate"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp"
	"aipack/backend/model/llm/llamacpp/inference"
)

// init makes this test program its own worker.
func init() {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		if err := inference.Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
}

// weak is a model of real weights that is far too weak for the work.
func weak(t *testing.T) *llamacpp.Client {
	t.Helper()
	path := os.Getenv("AIPACK_WEIGHTS")
	if path == "" {
		t.Fatal("AIPACK_WEIGHTS names no model file; make test-weights fetches one")
	}
	lib, err := filepath.Abs("build/lib/llama")
	if err != nil {
		t.Fatal(err)
	}
	client := llamacpp.New(llamacpp.Options{Model: path, LibDir: lib, Name: "weak"})
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return client
}

// TestRealWeightsSpoilNothing has a model of real weights that is far too weak
// decide about ten projects: none comes out worse than by the rules, and none
// is given up for time.
func TestRealWeightsSpoilNothing(t *testing.T) {
	client := weak(t)
	labelled, err := evaluate.Fixtures(filepath.Join("testdata", "repos"))
	if err != nil {
		t.Fatal(err)
	}
	projects := unsure(t)
	for _, f := range labelled {
		if f.Name == "edge/express-unused" || f.Name == "edge/python-no-program" || f.Name == "edge/start-missing" {
			projects = append(projects, f)
		}
	}
	o := analysis.New()
	d := evaluate.Detection{Fixtures: projects, Analyse: o.Execute, Now: time.Now, Subjects: []evaluate.Subject{{
		Name: "weak", Modes: []string{pipeline.LLM}, Alone: true,
		Advise: func(context.Context, string, string) (pipeline.Adviser, error) {
			return advise.New(advise.Options{Registry: analysis.Registry(), Temperature: new(0.0), Open: func(context.Context) (llm.Client, error) { return client, nil }}), nil
		},
	}}}
	report, err := d.Run(t.Context())
	if err != nil || len(report.Worth) != 1 || len(report.Worth[0].Projects) != 10 {
		t.Fatalf("%+v, %v", report, err)
	}
	for _, c := range report.Cases {
		if c.Group != "rules only" && c.Verdict != evaluate.Pass {
			t.Errorf("%s: %s", c.Name, strings.Join(c.Problems, "; "))
		}
	}
	w := report.Worth[0]
	for _, p := range w.Projects {
		t.Logf("%s: %d questions, %.1f s", p.Name, p.Questions, float64(p.DurationMS)/1000)
		if p.Problem != "" {
			t.Errorf("%s: %s", p.Name, p.Problem)
		}
	}
	t.Logf("%d questions, %d answers taken, %d tokens read and %d written, %.0f s", w.Questions, w.Taken, w.Prompt, w.Completion, float64(w.DurationMS)/1000)
}
