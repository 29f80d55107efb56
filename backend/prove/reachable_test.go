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

// TestReachesInUse: a program that connects when it is asked is asked further,
// and what it cannot answer proves nothing.
func TestReachesInUse(t *testing.T) {
	for name, c := range map[string]struct {
		health  []string // paths that lost against the known one
		answers map[string]string
		connect string // the path that connects
		status  int    // it is answered with
		verdict Verdict
		says    string
	}{
		"by its readiness":               {[]string{"/info", "/ready"}, nil, "/ready", 200, Proven, ""},
		"by a link of its page":          {nil, map[string]string{"/": `<a href="/logout">x</a><a href="orders">y</a>`}, "/orders", 200, Proven, ""},
		"by what it describes":           {nil, map[string]string{"/openapi.json": `{"paths":{"/orders":{"get":{}},"/orders/{id}":{"get":{}}}}`}, "/orders", 404, Proven, ""},
		"by a route of its sources":      {[]string{"answers /orders"}, nil, "/orders", 200, Proven, ""},
		"in vain":                        {[]string{"/ready"}, nil, "/ready", 503, Incomplete, "GET /ready alone, and that is answered with 503"},
		"after a hiccup":                 {[]string{"/ready"}, nil, "/ready", -1, Proven, ""},
		"not by what ends it":            {nil, map[string]string{"/": `<a href="/shutdown">x</a>`}, "/shutdown", 200, Incomplete, "never connected to postgresql"},
		"not by what has to be known":    {nil, map[string]string{"/openapi.json": `{"paths":{"/find":{"get":{"parameters":[{"required":true}]}}}}`}, "/find", 200, Incomplete, "never connected to postgresql"},
		"by nothing that it is asked":    {[]string{"/ready"}, nil, "/secret", 200, Incomplete, "never connected to postgresql"},
		"an error beside is no judgment": {[]string{"/readyz", "/live"}, map[string]string{"/readyz": ""}, "/live", 200, Proven, ""},
	} {
		t.Run(name, func(t *testing.T) {
			requests := shop()
			requests[1].Document.Metadata.BackingServices = []string{"postgresql"}
			evidence := universalbuild.Evidence{Field: "/runtime/healthcheck", Value: "/health"}
			for _, p := range c.health {
				other := universalbuild.Alternative{Value: strings.TrimPrefix(p, "answers ")}
				if other.Value != p {
					other.Rule = universalbuild.AnswersRule
				}
				evidence.Alternatives = append(evidence.Alternatives, other)
			}
			requests[1].Document.Evidence = []universalbuild.Evidence{evidence}
			n := newNeighbourhood(wholeOf(requests))
			store := n.neighbour("postgresql")
			store.store.State = StoreHealthy
			store.isStarted(func(int) (net.Conn, error) { a, _ := net.Pipe(); return a, nil })
			times := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, known := c.answers[r.URL.Path]
				switch {
				case r.URL.Path == c.connect:
					_, _ = store.connect("list", 5432)
					if times++; c.status < 0 && times < 3 {
						w.WriteHeader(503)
						return
					}
					w.WriteHeader(max(c.status, 200))
				case known && body == "":
					w.WriteHeader(500)
				case known:
					_, _ = fmt.Fprint(w, body)
				default:
					w.WriteHeader(404)
				}
			}))
			defer server.Close()
			s := &session{request: requests[1], report: &Report{Probe: &Probe{}, Start: &Started{}}, service: n.whole.Services[1], neighbourhood: n, tell: func(string, string) {}, limits: Limits{Unhealthy: 2 * time.Second}}
			tr := &run{session: s, speaks: external.HTTP, gone: make(chan struct{})}
			s.report.Image = &Image{}
			way := external.Way{Ports: []int{8080}, Limit: time.Second, Most: mostOfAnswer, Dial: func(int) (net.Conn, error) { return net.Dial("tcp", server.Listener.Addr().String()) }}
			if err := tr.reachBy(t.Context(), way); err != nil {
				t.Fatal(err)
			}
			s.report.Stores = n.told("list", requests[1].Document)
			s.credit()
			s.report.Verdict = s.verdict()
			warned := slices.ContainsFunc(s.warnings(), func(w Warning) bool { return c.says != "" && strings.Contains(w.Message, c.says) })
			if s.report.Verdict != c.verdict || warned != (c.says != "") {
				t.Errorf("%s, asked %+v, warnings %+v", s.report.Verdict, s.report.Probe.Asked, s.warnings())
			}
			if by := s.report.Stores[0].AskedBy; c.verdict == Proven && (by != "GET "+c.connect || !strings.Contains(strings.Join(s.report.Beside(), "\n"), "used on "+by)) {
				t.Errorf("reached by %q: %q", by, s.report.Beside())
			}
			if name == "an error beside is no judgment" && !strings.Contains(strings.Join(s.report.Probe.Sentences(), "\n"), "asked further: GET /readyz: 500") {
				t.Errorf("%q", s.report.Probe.Sentences())
			}
		})
	}
}
