package cause

import (
	"testing"

	"aipack/backend/universalbuild"
)

// TestWhatPassesIsToldApart from what the machine lacks and from what the
// project has to mend. What comes before in the log is the network's own word
// that it is there.
func TestWhatPassesIsToldApart(t *testing.T) {
	const there = "go: downloading github.com/lib/pq v1.10.9"
	for _, c := range []struct {
		stage, builder string
		log            []string
		want           Class
	}{
		{"build", "", []string{"npm error code E503", "npm error 503 Service Unavailable - GET https://registry.npmjs.org/a"}, Transient},
		{"build", "", []string{"npm error code E429", "npm error 429 Too Many Requests - GET https://registry.npmjs.org/a"}, Transient},
		{"build", "", []string{"npm error code E404", "npm error 404 Not Found - GET https://registry.npmjs.org/a"}, Project},
		{"build", "", []string{"go: a.example/x@v1.0.0: reading https://proxy.golang.org/a.example/x/@v/v1.0.0.mod: 503 Service Unavailable"}, Transient},
		{"build", "", []string{"go: a.example/x@v1.0.0: reading https://proxy.golang.org/a.example/x/@v/v1.0.0.mod: 404 Not Found"}, Project},
		{"build", "", []string{`Get "https://proxy.golang.org/a": net/http: TLS handshake timeout`}, Transient},
		{"build", "", []string{"curl: (22) The requested URL returned error: 404"}, Project},
		{"build", "", []string{"curl: (22) The requested URL returned error: 503"}, Transient},
		{"build", "", []string{"curl: (28) Operation timed out after 10001 milliseconds with 0 bytes received"}, Transient},
		{"build", "", []string{"[ERROR] Could not transfer artifact a:b:jar:1.5.0 from/to central (https://repo.maven.apache.org/maven2): status code: 503, reason phrase: Service Unavailable (503)"}, Transient},
		{"build", "", []string{"[ERROR] Could not transfer artifact a:b:jar:1.5.0 from/to central (https://repo.example.com/maven2): status code: 401, reason phrase: Unauthorized (401)"}, Project},
		{"build", "", []string{"Temporary failure resolving 'deb.debian.org'"}, Environment},
		{"build", "", []string{there, "Temporary failure resolving 'deb.debian.org'"}, Transient},
		{"build", "", []string{there, "curl: (6) Could not resolve host: nowhere.example"}, Environment},
		{"build", "", []string{there, "npm error code ETIMEDOUT"}, Transient},
		{"start", "", []string{there, "Error: getaddrinfo EAI_AGAIN api.example.com"}, Environment}, // it is proved without a network
		{"build", "failed to resolve source metadata for docker.io/library/node:22: unexpected status from HEAD request to https://x/v2/: 503 Service Unavailable", nil, Transient},
		{"build", "failed to resolve source metadata for docker.io/library/node:22: toomanyrequests: you have reached your pull rate limit", nil, Transient},
		{"build", `failed to resolve source metadata for docker.io/library/node:22: failed to do request: Head "https://x/v2/": net/http: TLS handshake timeout`, nil, Transient},
		{"build", "failed to resolve source metadata for docker.io/library/node:22: docker.io/library/node:22: not found", nil, Project},
		{"build", "", []string{"write /out/a: no space left on device"}, Environment},
		{"build", "", []string{"Proxy CONNECT aborted"}, Environment},
		{"build", "did not complete successfully: cannot allocate memory", nil, Environment},
		{"start", "", []string{"fatal error: runtime: out of memory"}, Environment},
		{"start", "", []string{"Error: nothing to sweep"}, Project},
	} {
		s := sample{Stage: c.stage, Builder: c.builder, Exit: 1, Log: c.log}
		if f := s.explain(universalbuild.UniversalBuild{}); f.Class != c.want {
			t.Errorf("%s: %v%s: %s, told as %s; want %s", c.stage, c.log, c.builder, f.Class, f.Rule, c.want)
		}
	}
}

// TestOnlyWhatIsTheProjectsIsMended: whatever a rule would edit.
func TestOnlyWhatIsTheProjectsIsMended(t *testing.T) {
	for _, class := range []Class{Project, Transient, Environment} {
		f := &Failure{}
		f.told(&way{rule: "x"}, explanation{edits: []Edit{{"/runtime/workdir", "/app"}}, values: []Value{{Name: "SECRET_KEY"}}}, class)
		if offered := len(f.Edits)+len(f.Values) > 0; offered != (class == Project) {
			t.Errorf("%s: %+v", class, f)
		}
	}
}
