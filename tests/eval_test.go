package tests

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"aipack/backend/detect/analysis"
	"aipack/backend/model/evaluate"
)

// TestSuiteD runs the suite as "aipack eval D" does, with some of its scripted
// models: the rules reach their gates, and nobody makes a fixture worse.
func TestSuiteD(t *testing.T) {
	all, err := evaluate.Fixtures(filepath.Join("testdata", "repos"))
	if err != nil || len(all) < 100 {
		t.Fatal(len(all), err)
	}
	subjects := slices.DeleteFunc(evaluate.Opponents(analysis.Registry()), func(s evaluate.Subject) bool {
		return !slices.Contains([]string{"misreads true lines", "alternates", "breaks its arguments"}, s.Name)
	})
	whole := analysis.New()
	r, err := evaluate.Detection{Fixtures: all, Analyse: whole.Execute, Subjects: subjects, Now: time.Now}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Cases) != len(all)*(1+2*len(subjects)) || len(subjects) != 3 {
		t.Errorf("%d cases of %d fixtures", len(r.Cases), len(all))
	}
	for _, c := range r.Cases {
		if c.Verdict != evaluate.Pass {
			t.Errorf("%s: %s: %q", c.Group, c.Name, c.Problems)
		}
	}
	for _, m := range r.Metrics {
		if !m.Met {
			t.Errorf("%s is %g, %s", m.Name, m.Value, m.Limit)
		}
	}
}
