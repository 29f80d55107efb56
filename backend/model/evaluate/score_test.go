package evaluate

import (
	"testing"

	"aipack/backend/universalbuild"
)

func document(path string) universalbuild.UniversalBuild {
	return universalbuild.UniversalBuild{
		Metadata: universalbuild.Metadata{Path: path, Language: "go", BuildSystem: "go"},
		Build:    universalbuild.Build{BaseImage: "golang:1.26-bookworm", BuildCommands: []string{"go build -o /out/app ."}},
		Runtime: universalbuild.Runtime{
			BaseImage: "debian:bookworm-slim", Command: []string{"./app"}, Ports: []universalbuild.Port{{Port: 8080, Protocol: "tcp"}},
			Healthcheck: &universalbuild.Healthcheck{}, Variables: []universalbuild.Variable{{Name: "PORT"}, {Name: "DSN"}},
		},
	}
}

// TestScore changes one thing at a time: that part alone is lower.
func TestScore(t *testing.T) {
	t.Parallel()
	want := []universalbuild.UniversalBuild{document(".")}
	if s := Score(want, want); s.Total() != 1 {
		t.Errorf("the same scores %v", s)
	}
	for _, test := range []struct {
		part   string
		score  float64
		change func(*universalbuild.UniversalBuild)
	}{
		{Language, 0, func(d *universalbuild.UniversalBuild) { d.Metadata.Language = "rust" }},
		{Language, 1, func(d *universalbuild.UniversalBuild) { d.Metadata.Language = "Go" }},
		{BuildSystem, 0, func(d *universalbuild.UniversalBuild) { d.Metadata.BuildSystem = "make" }},
		{BaseImage, 0.5, func(d *universalbuild.UniversalBuild) { d.Build.BaseImage = "golang:2.0-bookworm" }},
		{BaseImage, 1, func(d *universalbuild.UniversalBuild) { d.Build.BaseImage = "golang:1.25-bookworm" }},
		{Commands, 0.8, func(d *universalbuild.UniversalBuild) {
			d.Build.BuildCommands = []string{"go mod download", "go build -o /out/other ."}
		}},
		{Commands, 0, func(d *universalbuild.UniversalBuild) { d.Build.BuildCommands = nil }},
		{Start, 0, func(d *universalbuild.UniversalBuild) { d.Runtime.Command = []string{"./other"} }},
		{Start, 1, func(d *universalbuild.UniversalBuild) { d.Runtime.Command = []string{"sh", "-c", "exec ./app"} }},
		{Ports, 0, func(d *universalbuild.UniversalBuild) { d.Runtime.Ports[0].Port = 80 }},
		{Health, 0, func(d *universalbuild.UniversalBuild) { d.Runtime.Healthcheck = nil }},
		{Variables, 0.5, func(d *universalbuild.UniversalBuild) { d.Runtime.Variables = d.Runtime.Variables[:1] }},
		{Variables, 1, func(d *universalbuild.UniversalBuild) { d.Metadata.Reasoning = "other words" }},
	} {
		got := document(".")
		test.change(&got)
		s := Score(want, []universalbuild.UniversalBuild{got})
		for _, p := range parts() {
			wanted := 1.0
			if p == test.part {
				wanted = test.score
			}
			if s[p] != wanted {
				t.Errorf("%s: %s is %g, not %g", test.part, p, s[p], wanted)
			}
		}
	}
}

func TestScoreOfServices(t *testing.T) {
	t.Parallel()
	a, b := document("a"), document("b")
	for _, test := range []struct {
		want, got       []universalbuild.UniversalBuild
		services, total float64
	}{
		{nil, nil, 1, 1},
		{nil, []universalbuild.UniversalBuild{a}, 0, 0},
		{[]universalbuild.UniversalBuild{a}, nil, 0, 0},
		{[]universalbuild.UniversalBuild{a, b}, []universalbuild.UniversalBuild{b, a}, 1, 1},
		{[]universalbuild.UniversalBuild{a, b}, []universalbuild.UniversalBuild{a}, 2.0 / 3, (2.0/3 + 8*0.5) / 9},
		{[]universalbuild.UniversalBuild{a}, []universalbuild.UniversalBuild{a, b}, 2.0 / 3, (2.0/3 + 8) / 9},
	} {
		s := Score(test.want, test.got)
		if d := s.Total() - test.total; s[Services] != test.services || d > 1e-9 || d < -1e-9 {
			t.Errorf("%d and %d services: %g, %g", len(test.want), len(test.got), s[Services], s.Total())
		}
	}
	if below := Score([]universalbuild.UniversalBuild{a, b}, []universalbuild.UniversalBuild{a}).below(Score(nil, nil)); len(below) != len(parts()) {
		t.Error(below)
	}
}
