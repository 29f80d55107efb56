package prove

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove/external"
	"aipack/backend/universalbuild"
)

// TestAnswersElsewhere: a program with nothing under its root is seen where another path
// of its sources is answered well, and not where none is.
func TestAnswersElsewhere(t *testing.T) {
	for name, c := range map[string]struct {
		answers string // "/songs=200"
		seen    string
	}{
		"the second":        {"/users=401 /songs=200", "GET /songs"},
		"none":              {"/users=401 /songs=500", ""},
		"a path to log out": {"/logout=200", ""},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			status := 404
			for _, one := range strings.Fields(c.answers) {
				if path, code, _ := strings.Cut(one, "="); path == r.URL.Path {
					_, _ = fmt.Sscan(code, &status)
				}
			}
			w.WriteHeader(status)
		}))
		requests := shop()
		evidence := universalbuild.Evidence{Field: "/runtime/healthcheck", Value: "8080"}
		for _, one := range strings.Fields(c.answers) {
			path, _, _ := strings.Cut(one, "=")
			evidence.Alternatives = append(evidence.Alternatives, universalbuild.Alternative{Value: path, Rule: universalbuild.AnswersRule})
		}
		requests[1].Document.Evidence = []universalbuild.Evidence{evidence}
		requests[1].Document.Runtime.Healthcheck = nil
		n := newNeighbourhood(wholeOf(requests))
		s := &session{request: requests[1], report: &Report{Probe: &Probe{}, Start: &Started{}}, service: n.whole.Services[1], neighbourhood: n, tell: func(string, string) {}, limits: Limits{Unhealthy: time.Second}}
		tr := &run{session: s, speaks: external.HTTP, gone: make(chan struct{})}
		way := external.Way{Ports: []int{8080}, Limit: time.Second, Most: mostOfAnswer, Dial: func(int) (net.Conn, error) { return net.Dial("tcp", server.Listener.Addr().String()) }}
		if err := tr.questionsHTTP(t.Context(), way, 1); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		seen := slices.ContainsFunc(s.report.Probe.Asked, func(a Asked) bool { return a.OK && a.What == c.seen })
		warned := slices.ContainsFunc(tr.odd, func(w Warning) bool { return w.Rule == "not_found" })
		if seen != (c.seen != "") || warned == seen {
			t.Errorf("%s: %+v, warned %v", name, s.report.Probe.Asked, warned)
		}
		server.Close()
	}
}
