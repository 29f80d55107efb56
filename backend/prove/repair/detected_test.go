package repair

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/detect/healthcheck"
	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/universalbuild"
)

// TestWhatTheSourcesSay: where the plan was changed, what the sources say is tried
// in its place, the likeliest part first, and kept only where it gets further.
func TestWhatTheSourcesSay(t *testing.T) {
	t.Parallel()
	found := document()
	found.Build.BuildCommands, found.Runtime.Command = []string{"npm run build"}, []string{"node", "dist/main.js"}
	for name, c := range map[string]struct {
		changed func(d *universalbuild.UniversalBuild)
		fails   *prove.Report
		want    []string
	}{
		"another start": {
			func(d *universalbuild.UniversalBuild) { d.Runtime.Command = []string{"node", "main.js"} },
			failed("start", "missing_module", "/app/main.js is not in the image."), []string{"missing_module kept /runtime/command"},
		},
		"no step of the build": {
			func(d *universalbuild.UniversalBuild) { d.Build.BuildCommands = []string{} },
			failed("start", "file_missing", "dist/a.json is not in the image."), []string{"file_missing kept /build/build_commands"},
		},
		"both": {
			func(d *universalbuild.UniversalBuild) {
				d.Runtime.Command, d.Build.BuildCommands = []string{"node", "main.js"}, []string{}
			},
			failed("start", "missing_module", "/app/main.js is not in the image."),
			[]string{"missing_module taken_back /runtime/command", "missing_module taken_back /build/build_commands"},
		},
		"nothing was changed": {func(*universalbuild.UniversalBuild) {}, failed("start", "crash", "It ended."), nil},
	} {
		doc := found
		c.changed(&doc)
		b := &bench{judge: func(_ int, r prove.Request) (*prove.Report, error) {
			if name != "nothing was changed" && len(universalbuild.Diff(found, without(r.Document))) == 0 {
				return well(), nil
			}
			return c.fails, nil
		}}
		report, err := Loop{Prover: b, Fix: true}.Prove(t.Context(), prove.Request{Document: doc, Detected: &found})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, told(report)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// without leaves out why a field holds what it holds.
func without(d universalbuild.UniversalBuild) universalbuild.UniversalBuild {
	d.Evidence = document().Evidence
	return d
}

// TestAnotherPath: a path that the program has nothing under gives way to another
// that the sources say, and to its first page; one that it answers with an error of
// its own does not.
func TestAnotherPath(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		serves string
		want   []string
	}{
		"another of the sources": {http.StatusNotFound, "/status", []string{"health_failing kept /runtime/healthcheck"}},
		"the first page":         {http.StatusNotFound, "/", []string{"health_failing taken_back /runtime/healthcheck", "health_failing kept /runtime/healthcheck"}},
		"an error of its own":    {http.StatusInternalServerError, "/status", nil},
		"it wants a login":       {http.StatusUnauthorized, "/status", nil},
	} {
		doc := document()
		doc.Runtime.BaseImage = "node:22-bookworm-slim"
		doc.Runtime.Ports = []universalbuild.Port{{Port: 3000, Protocol: "tcp"}}
		doc.Runtime.Healthcheck = healthcheck.Of(doc.Runtime.BaseImage, "${PORT:-3000}", "/health")
		doc.Runtime.Healthcheck.Retries = 7
		doc.Evidence = []universalbuild.Evidence{{Field: "/runtime/healthcheck", Value: "/health", Source: "rule", Alternatives: []universalbuild.Alternative{{Value: "/status", Confidence: 0.5}}}}
		b := &bench{judge: func(_ int, r prove.Request) (*prove.Report, error) {
			h := r.Document.Runtime.Healthcheck
			if !strings.Contains(strings.Join(h.Command, " "), "/${PORT:-3000}") {
				t.Errorf("%s: it asks by %q", name, h.Command)
			}
			if h.Retries != 7 {
				t.Errorf("%s: it asks %d times", name, h.Retries)
			}
			if h.Path == c.serves {
				return well(), nil
			}
			report := failed("health", "health_failing", "It answers otherwise.")
			report.Probe = &prove.Probe{Status: c.status}
			return report, nil
		}}
		report, err := Loop{Prover: b, Fix: true}.Prove(t.Context(), prove.Request{Document: doc})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, told(report)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestOffer: a failed proof says which fix would be tried first, where nobody asked
// for fixes; what was tried in vain is offered no more.
func TestOffer(t *testing.T) {
	t.Parallel()
	report := func() *prove.Report {
		r := failed("health", "wrong_port", "It listens on 9000.")
		r.Failure.Edits = []cause.Edit{port(9000)}
		return r
	}
	for name, c := range map[string]struct {
		fix  bool
		edit bool
		want string
	}{
		"an edit":             {edit: true, want: "/runtime/ports/0/port"},
		"nothing":             {},
		"fixes were asked of": {fix: true, edit: true},
	} {
		b := &bench{judge: func(int, prove.Request) (*prove.Report, error) {
			if c.edit {
				return report(), nil
			}
			return failed("health", "unknown", "Nobody knows."), nil
		}}
		got, err := Loop{Prover: b, Fix: c.fix}.Prove(t.Context(), prove.Request{Document: document()})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case (got.Offer != nil) != (c.want != ""):
			t.Errorf("%s: %+v", name, got.Offer)
		case got.Offer != nil && (got.Offer.State != prove.Offered || got.Offer.Edits[0].Field != c.want):
			t.Errorf("%s: %+v", name, got.Offer)
		}
	}
}
