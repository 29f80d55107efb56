package export_test

import (
	"strings"
	"testing"

	"aipack/backend/packaging/export"
	"aipack/backend/universalbuild"
)

// TestSecretsOfABuild: they are mounted for its commands, named in the header, and
// are compose's secrets; no line copies or sets one.
func TestSecretsOfABuild(t *testing.T) {
	node := func(path string, secrets ...universalbuild.Secret) universalbuild.UniversalBuild {
		return universalbuild.Normal(universalbuild.UniversalBuild{
			Metadata: universalbuild.Metadata{ProjectName: path, Path: path, Language: "javascript", Kind: universalbuild.Web},
			Build: universalbuild.Build{
				BaseImage: "node:22", Workdir: "/app", PreBuildCommands: []string{"npm ci"}, BuildCommands: []string{"npm run build"}, Manifests: []string{"package.json"},
				Artifacts: []string{"."}, Secrets: secrets, Environment: map[string]string{"VITE_MAPS_KEY": "AIza-public"},
			},
			Runtime: universalbuild.Runtime{BaseImage: "node:22-slim", Workdir: "/app", Command: []string{"node", "."}},
		})
	}
	web := node("web",
		universalbuild.Secret{ID: "ACME_NPM_TOKEN", Required: true, Description: "npm.acme.test"},
		universalbuild.Secret{ID: "npmrc", Target: "/app/.npmrc", File: ".npmrc"},
		universalbuild.Secret{ID: "token", Env: "OTHER"},
	)
	text, err := export.Dockerfile(web, export.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"#     docker build --secret id=ACME_NPM_TOKEN --secret id=npmrc,src=.npmrc --secret id=token,env=OTHER -t web .",
		"RUN --mount=type=secret,id=ACME_NPM_TOKEN,required \\\n    --mount=type=secret,id=npmrc,target=/app/.npmrc \\\n    --mount=type=secret,id=token \\\n" +
			`    export ACME_NPM_TOKEN="$(cat /run/secrets/ACME_NPM_TOKEN)"; if [ -f /run/secrets/token ]; then export OTHER="$(cat /run/secrets/token)"; fi; export VITE_MAPS_KEY=AIza-public; npm ci`,
	} {
		if !strings.Contains(text.Content, line) {
			t.Errorf("no %s in\n%s", line, text.Content)
		}
	}
	if strings.Contains(text.Content, "ENV ") || strings.Contains(text.Content, "ARG ") {
		t.Error(text.Content)
	}
	if fields := text.FieldsAt(1 + strings.Count(text.Content[:strings.Index(text.Content, "id=npmrc,target")], "\n")); len(fields) < 2 || fields[1] != "/build/secrets/1" {
		t.Errorf("the mount is of %v", fields)
	}

	api := node("api", universalbuild.Secret{ID: "npmrc", Target: "/app/.npmrc", File: ".npmrc"}, universalbuild.Secret{ID: "netrc", Target: "/root/.netrc", Description: "modules"})
	files, err := export.Files([]universalbuild.UniversalBuild{web, api}, export.SetOptions{Project: "shop"})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		switch f.Path {
		case "compose.yaml":
			for _, want := range []string{
				"secrets: [ACME_NPM_TOKEN, npmrc, token]\n",
				"secrets:\n        - source: api-npmrc\n          target: npmrc\n        - netrc\n",
				"\nsecrets:\n  ACME_NPM_TOKEN:\n    environment: \"ACME_NPM_TOKEN\"\n  api-npmrc:\n    file: ./api/.npmrc\n  netrc:\n    environment: \"NETRC\"\n  npmrc:\n    file: ./web/.npmrc\n  token:\n    environment: \"OTHER\"\n",
			} {
				if !strings.Contains(f.Content, want) {
					t.Errorf("no %s in\n%s", want, f.Content)
				}
			}
		case ".env.example":
			if !strings.Contains(f.Content, "# taken by the build: npm.acme.test\nACME_NPM_TOKEN=\n") || strings.Contains(f.Content, "npmrc") {
				t.Error(f.Content)
			}
		}
	}
	for _, bad := range []universalbuild.Secret{{ID: "a b"}, {ID: "x", Target: "relative"}, {ID: "x", Target: "/a,b"}, {ID: "x", Env: "no-shell"}, {ID: "..", Target: "/x"}} {
		if _, err := export.Dockerfile(node("web", bad), export.Options{}); err == nil {
			t.Errorf("%+v is written", bad)
		}
	}
}
