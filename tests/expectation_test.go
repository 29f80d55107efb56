package tests

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/universalbuild"
)

// expectation is what the specification's own tests ask of a detection
// (S0 §10.4, §10.6; A295 to A298, A303). Its build_system for a monorepo is the
// tool that runs the builds of the workspace, our workspace_tool.
type expectation struct {
	language, buildSystem, workspaceTool string
	minConfidence                        float64
	buildCommands                        []string // each is a part of one
	ports                                []int
}

func assertDetection(t *testing.T, is universalbuild.UniversalBuild, want expectation) {
	t.Helper()
	m := is.Metadata
	if m.Language != want.language || m.BuildSystem != want.buildSystem || m.WorkspaceTool != want.workspaceTool {
		t.Errorf("%s is %s, built by %s, in a workspace of %q; want %+v", m.Path, m.Language, m.BuildSystem, m.WorkspaceTool, want)
	}
	if m.Confidence < want.minConfidence {
		t.Errorf("%s: the confidence is %.2f, at least %.2f is wanted", m.Path, m.Confidence, want.minConfidence)
	}
	for _, part := range want.buildCommands {
		if !slices.ContainsFunc(is.Build.BuildCommands, func(c string) bool { return strings.Contains(c, part) }) {
			t.Errorf("%s: %q is in none of the build commands %q", m.Path, part, is.Build.BuildCommands)
		}
	}
	var ports []int
	for _, p := range is.Runtime.Ports {
		ports = append(ports, p.Port)
	}
	if !slices.Equal(ports, want.ports) {
		t.Errorf("%s: ports %v, want %v", m.Path, ports, want.ports)
	}
}

func TestWhatTheSpecificationExpects(t *testing.T) {
	for name, services := range map[string]map[string]expectation{ // by their paths
		"single/rust-cargo": {".": {language: "rust", buildSystem: "cargo", minConfidence: 0.8, buildCommands: []string{"cargo build --release"}, ports: []int{8080}}},
		"single/java-maven": {".": {language: "java", buildSystem: "maven", minConfidence: 0.9, ports: []int{8080}}},
		"monorepo/turborepo": {
			"apps/web": {language: "typescript", buildSystem: "npm", workspaceTool: "turborepo", minConfidence: 0.92, buildCommands: []string{"turbo run build"}, ports: []int{3000}},
			"apps/api": {language: "typescript", buildSystem: "npm", workspaceTool: "turborepo", minConfidence: 0.92, buildCommands: []string{"turbo run build"}, ports: []int{4000}},
		},
		"edge/multiple-manifests": {".": {language: "rust", buildSystem: "cargo", minConfidence: 0.7, ports: []int{5000}}},
		"edge/empty-repo":         {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := fixtures(t)
			i := slices.IndexFunc(all, func(f fixture) bool { return f.name == name })
			if i < 0 {
				t.Fatal("there is no such fixture")
			}
			out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: all[i].open(t), Mode: "static"})
			if err != nil {
				t.Fatal(err)
			}
			if len(out.Documents) != len(services) {
				t.Errorf("%d services, want %d", len(out.Documents), len(services))
			}
			for _, d := range out.Documents {
				if want, known := services[d.Metadata.Path]; known {
					assertDetection(t, d, want)
				} else {
					t.Errorf("a service in %s was found", d.Metadata.Path)
				}
			}
			if len(services) == 0 && !strings.Contains(out.Context.Structure().Missing, "manifests that aipack knows") {
				t.Errorf("nothing was found because of %q", out.Context.Structure().Missing)
			}
		})
	}
}
