package prove

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/moby/buildkit/client"
	imagespec "github.com/moby/docker-image-spec/specs-go/v1"
	digest "github.com/opencontainers/go-digest"

	"aipack/backend/packaging/export"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/check"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

func signing(t *testing.T) Request {
	t.Helper()
	r := Request{Dir: t.TempDir()}
	repotest.LayOut(t, r.Dir, map[string]string{"web/.npmrc": "registry=https://npm.example.net/\n//npm.example.net/:_authToken=f00dcafe17\n"})
	r.Document.Metadata.Path = "web"
	r.Document.Build.Secrets = []universalbuild.Secret{
		{ID: "npmrc", Target: "/app/.npmrc", File: ".npmrc", Required: true}, {ID: "NPM_TOKEN", Required: true}, {ID: "netrc", Target: "/root/.netrc", Description: "modules from git.example.net"},
	}
	return r
}

// TestSecretsOfABuild: the project's own file serves where nothing else is given;
// what is missing is said in the builder's words, before anything is built.
func TestSecretsOfABuild(t *testing.T) {
	r := signing(t)
	s, err := r.signIn()
	if err != nil || !strings.Contains(string(s.given["npmrc"]), "f00dcafe17") || len(s.given) != 1 {
		t.Fatalf("%v: %d given", err, len(s.given))
	}
	if !slices.Equal(s.secrets, []string{"f00dcafe17"}) || len(s.lacking) != 2 {
		t.Errorf("secret %q, lacking %v", s.secrets, s.lacking)
	}
	if got := s.warnings(); len(got) != 1 || !strings.Contains(got[0].Message, "netrc, which it may want: modules from git.example.net") {
		t.Errorf("%v", got)
	}
	f := explain(s.lacks(), export.Text{}, r.Document, &Report{})
	if f.Stage != "build" || f.Rule != "secret_not_given" || f.Class != cause.Environment || !strings.Contains(f.Cause+f.Fix, "NPM_TOKEN") {
		t.Errorf("%+v", f)
	}
	r.Secrets = map[string]string{"NPM_TOKEN": "t0ken-of-mine", "npmrc": "//npm.example.net/:_authToken=another17\n", "netrc": "machine git.example.net login me password hunter2x\n", "unasked": "x"}
	if s, err = r.signIn(); err != nil || s.lacks() != nil || len(s.warnings()) != 0 || len(s.given) != 3 || strings.Contains(string(s.given["npmrc"]), "f00dcafe17") {
		t.Errorf("%v, %v, %d given", err, s.lacks(), len(s.given))
	}
	if !slices.Equal(s.secrets, []string{"another17", "t0ken-of-mine", "hunter2x"}) {
		t.Errorf("%q", s.secrets)
	}
	r.Secrets["NPM_TOKEN"] = strings.Repeat("x", 600<<10)
	if _, err = r.signIn(); err == nil {
		t.Error("a secret that no builder takes is taken")
	}
	r.Document.Build.Secrets[0].File = "../../../etc/passwd"
	r.Secrets = nil
	if s, err = r.signIn(); err == nil || s.given["npmrc"] != nil {
		t.Error("a file outside of the project is read")
	}
}

// TestNoLogRepeatsASecret of a build, whole or in two pieces, to the listener or
// in the report.
func TestNoLogRepeatsASecret(t *testing.T) {
	r := signing(t)
	r.Secrets = map[string]string{"NPM_TOKEN": "t0ken-of-mine"}
	s, err := r.signIn()
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	report := &Report{}
	f := newFollower(report, export.Text{}, r.maskOf(s), func(p Progress) {
		if p.Step == nil {
			told = append(told, p.Log)
		}
	})
	now, run := time.Unix(1, 0), digest.FromString("x")
	status := make(chan *client.SolveStatus, 2)
	said := &client.SolveStatus{Vertexes: []*client.Vertex{{Digest: run, Name: "[1/1] RUN npm ci", Started: &now}}}
	for _, piece := range []string{"token t0ken-", "of-mine, ", "file f00dcafe17\nplain\nlast f00d", "cafe17"} {
		said.Logs = append(said.Logs, &client.VertexLog{Vertex: run, Stream: 1, Data: []byte(piece)})
	}
	status <- said
	status <- &client.SolveStatus{Vertexes: []*client.Vertex{{Digest: run, Name: "[1/1] RUN npm ci", Started: &now, Completed: &now, Error: "no t0ken-of-mine"}}}
	close(status)
	f.follow(status)
	want := []string{"token •••, file •••", "plain", "last •••"}
	if !slices.Equal(told, want) || !slices.Equal(report.Steps[0].Log, want) || report.Steps[0].Error != "no •••" {
		t.Errorf("told %q, log %q, error %q", told, report.Steps[0].Log, report.Steps[0].Error)
	}
	got := check.Secrets(t.Context(), []check.File{{Path: "/app/.cache/x", Text: "a\nb t0ken-of-mine"}}, 0, imagespec.DockerOCIImage{}, s.secrets)
	if got.State != check.Failed || got.Problems[0].Path != "/app/.cache/x" || got.Problems[0].Line != 2 || strings.Contains(got.Problems[0].Message, "t0ken") {
		t.Errorf("%+v", got)
	}
}
