package cause

import (
	"testing"

	"aipack/backend/universalbuild"
)

// TestSignatures: what differs between two days, machines or projects is not in a
// failure's signature, and what makes it another failure is.
func TestSignatures(t *testing.T) {
	node := universalbuild.UniversalBuild{}
	node.Metadata.Language, node.Runtime.Command = "javascript", []string{"/bin/sh", "-c", "cd /app/api && node dist/main.js"}
	log := func(f Failure, line string) Failure {
		f.Log, f.Details = []string{"before", line}, map[string]any{"log_line": 1}
		return f
	}
	build := Failure{Stage: "build", Rule: "missing_script", Text: "RUN --mount=type=cache,target=/root/.npm npm run build"}
	crash := Failure{Stage: "start", Rule: "crash"}
	for _, c := range []struct {
		name  string
		f     Failure
		other []Failure // have the same
		want  string
	}{
		{
			"a script", log(build, `npm error Missing script: "build"`), []Failure{log(build, `npm error  Missing script: 'build'`)},
			"build missing_script javascript npm: npm error missing script build",
		},
		{
			"paths and positions", log(crash, `Error: Cannot find module '@acme/db' at /app/api/dist/main.js:3:15`),
			[]Failure{log(crash, `Error: Cannot find module '@acme/db' at C:\src\x\main.js:17:2`)},
			"start crash javascript node: error cannot find module @acme/db at",
		},
		{
			"versions", log(build, `error engine: node@20 wanted >=22.1.0, found v20.11.1`),
			[]Failure{log(build, `error engine: node@24 wanted >=24, found 22.0.0-rc.1`)},
			"build missing_script javascript npm: error engine node wanted found",
		},
		{
			"times and ids", log(crash, `2026-11-28T08:00:01.123Z [5f9c2ab1] ECONNREFUSED after 1500ms`),
			[]Failure{log(crash, `2025-01-02T03:04:05Z [00ff00ff00] ECONNREFUSED after 2s`)},
			"start crash javascript node: econnrefused after",
		},
		{"codes stay", log(crash, `error TS2307 in src/a.ts(3,4)`), nil, "start crash javascript node: error ts2307 in"},
		{"names stay", log(crash, `DATABASE_URL is required`), nil, "start crash javascript node: database_url is required"},
		{
			"without a line, its cause", Failure{Stage: "health", Rule: "port_mismatch", Cause: "it listens on 3000, not on 8080"}, nil,
			"health port_mismatch javascript node: it listens on not on",
		},
		{
			"twelve words", log(crash, "a b c d e f g h i j k l m n"), nil,
			"start crash javascript node: a b c d e f g h i j k l",
		},
	} {
		for _, f := range append([]Failure{c.f}, c.other...) {
			if got := f.SignatureIn(node); got != c.want {
				t.Errorf("%s: %q, want %q", c.name, got, c.want)
			}
		}
	}
}

func TestToolOf(t *testing.T) {
	for command, want := range map[string]string{
		"":                                      "",
		"npm ci":                                "npm",
		"cd web && CI=1 npm ci":                 "npm",
		"set -eu; /usr/local/bin/pip install x": "pip",
		`["gunicorn", "app:app"]`:               "gunicorn",
		"sh -c 'exec node a.js'":                "node",
		"./mvnw -B package":                     "mvnw",
		"mkdir -p a && cp x a":                  "cp",
	} {
		if got := toolOf(command); got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}
