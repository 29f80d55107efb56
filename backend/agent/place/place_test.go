package place

import (
	"slices"
	"testing"

	"aipack/backend/detect/analysis"
	"aipack/backend/prove"
	"aipack/backend/universalbuild"
)

// TestStepsThatTakeTheirTime are said as they begin, nothing that comes out of the cache.
func TestStepsThatTakeTheirTime(t *testing.T) {
	var said []string
	tell := steps(func(line string) { said = append(said, line) })
	for _, s := range []prove.Step{
		{Name: "[build 1/4] FROM node:22", State: "cached"}, {Name: "[build 3/4] RUN npm ci", State: "running"}, {Name: "[build 3/4] RUN npm ci", State: "done"}, {Name: "[build 3/4] RUN npm ci", State: "running"},
		{Name: "[build 4/4] COPY . .", State: "running"}, {Name: "exec /bin/sh", State: "running"},
	} {
		tell(prove.Progress{Step: &s})
	}
	tell(prove.Progress{Phase: "build"})
	if !slices.Equal(said, []string{"the container for commands is being built: [build 3/4] RUN npm ci"}) {
		t.Errorf("%q", said)
	}
}

// TestHowTestsRun: by the build system of each service, once, from where commands run.
func TestHowTestsRun(t *testing.T) {
	plan := func(language, system, context, path string) universalbuild.UniversalBuild {
		return universalbuild.UniversalBuild{
			Metadata: universalbuild.Metadata{Language: language, BuildSystem: system, Path: path}, Build: universalbuild.Build{Context: context},
		}
	}
	for name, c := range map[string]struct {
		plans []universalbuild.UniversalBuild
		want  []string
	}{
		"one":                   {[]universalbuild.UniversalBuild{plan("go", "go", ".", ".")}, []string{"`go vet ./...`, `go test ./...`"}},
		"in a folder":           {[]universalbuild.UniversalBuild{plan("javascript", "npm", "api", "api")}, []string{"`npm test`"}},
		"two, of one workspace": {[]universalbuild.UniversalBuild{plan("javascript", "npm", ".", "apps/a"), plan("javascript", "npm", ".", "apps/b")}, []string{"`npm test` in apps/a", "`npm test` in apps/b"}},
		"out of sight":          {[]universalbuild.UniversalBuild{plan("javascript", "npm", "web", "web"), plan("rust", "cargo", ".", ".")}, []string{"`npm test` in web", "`cargo test`, `cargo clippy -- -D warnings`, `cargo fmt --check`"}},
		"not known":             {[]universalbuild.UniversalBuild{plan("nothing", "none", ".", ".")}, nil},
		"no plan":               {nil, nil},
	} {
		if got := Tests(analysis.Registry(), c.plans); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
