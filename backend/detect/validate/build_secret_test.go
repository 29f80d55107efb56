package validate

import (
	"slices"
	"testing"

	"aipack/backend/universalbuild"
)

func TestBuildSecrets(t *testing.T) {
	for name, test := range map[string]struct {
		build universalbuild.Build
		want  []string // pointers, below /build
	}{
		"right":     {universalbuild.Build{Secrets: []universalbuild.Secret{{ID: "NPM_TOKEN"}, {ID: "npmrc", Target: "/app/.npmrc", File: ".npmrc"}}, Manifests: []string{"package.json", ".yarnrc.yml"}}, nil},
		"id":        {universalbuild.Build{Secrets: []universalbuild.Secret{{ID: "a b", Env: "A"}}}, []string{"/secrets/0/id"}},
		"both":      {universalbuild.Build{Secrets: []universalbuild.Secret{{ID: "a", Env: "A", Target: "/b"}}}, []string{"/secrets/0/target"}},
		"relative":  {universalbuild.Build{Secrets: []universalbuild.Secret{{ID: "a", Target: "b"}}}, []string{"/secrets/0/target"}},
		"variable":  {universalbuild.Build{Secrets: []universalbuild.Secret{{ID: "a-b"}}}, []string{"/secrets/0/env"}},
		"outside":   {universalbuild.Build{Secrets: []universalbuild.Secret{{ID: "a", Target: "/b", File: "../c"}}}, []string{"/secrets/0/file"}},
		"twice":     {universalbuild.Build{Secrets: []universalbuild.Secret{{ID: "A"}, {ID: "a", Env: "A"}}}, []string{"/secrets/1"}},
		"copied":    {universalbuild.Build{Secrets: []universalbuild.Secret{{ID: "npmrc", Target: "/app/.npmrc", File: ".npmrc"}}, Manifests: []string{".npmrc"}}, []string{"/manifests/0"}},
		"by name":   {universalbuild.Build{Manifests: []string{".pypirc"}}, []string{"/manifests/0"}},
		"the value": {universalbuild.Build{Secrets: []universalbuild.Secret{{ID: "A", Description: "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"}}}, []string{"/secrets/0"}},
	} {
		var got []string
		for _, p := range New(nil).Document(universalbuild.UniversalBuild{Build: test.build}) {
			if p.Rule == "build_secrets" {
				got = append(got, p.Path[len("/build"):])
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
