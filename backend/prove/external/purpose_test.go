package external

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

const exposition = "# HELP jobs_total Jobs done.\n# TYPE jobs_total counter\njobs_total 7\n"

// answers is a server that answers the paths that it knows, and all others as
// the path "" says, or with 404.
func answers(pages map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		page, known := pages[r.URL.Path]
		if !known {
			page, known = pages[""], pages[""] != ""
		}
		if !known {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, page) // net/http looks at it and says what it is
	}
}

func TestOperates(t *testing.T) {
	for name, c := range map[string]struct {
		handle http.HandlerFunc
		want   string
	}{
		"metrics alone":                {answers(map[string]string{"/metrics": exposition}), "its metrics /metrics"},
		"metrics beside health":        {answers(map[string]string{"/metrics": exposition, "/healthz": "ok"}), "its metrics /metrics"},
		"metrics whatever is asked":    {answers(map[string]string{"": exposition}), "its metrics /metrics"},
		"metrics at its root":          {answers(map[string]string{"/": exposition}), "its metrics /"},
		"a page that leads to them":    {answers(map[string]string{"/metrics": exposition, "/": "<html><h1>Exporter</h1><a href='/metrics'>Metrics</a> <a href='https://example.com/'>more</a></html>"}), "its metrics /metrics"},
		"profiles":                     {answers(map[string]string{"/debug/pprof/": "<html><title>/debug/pprof/</title><a href='goroutine?debug=1'>goroutine</a></html>"}), "its profiles /debug/pprof/"},
		"a page of its own beside":     {answers(map[string]string{"/metrics": exposition, "/": "<html><h1>Tides</h1><a href='/today'>Today</a> <a href='/metrics'>Metrics</a></html>"}), ""},
		"a page without links beside":  {answers(map[string]string{"/metrics": exposition, "/": "<html><h1>Tides</h1></html>"}), ""},
		"an API beside":                {answers(map[string]string{"/metrics": exposition, "/api/v1": "{}"}), ""},
		"a description of an API":      {answers(map[string]string{"/metrics": exposition, "/openapi.json": "{}"}), ""},
		"health alone is no operators": {answers(map[string]string{"/healthz": "ok"}), ""},
		"other text at /metrics":       {answers(map[string]string{"/metrics": "coming soon"}), ""},
		"an application for each path": {answers(map[string]string{"": "<html><div id=app></div></html>"}), ""},
		"503 for everything":           {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, exposition, http.StatusServiceUnavailable) }, ""},
		"a debugger": {func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/json/version" {
				http.Error(w, "WebSockets request was expected", 400)
				return
			}
			fmt.Fprint(w, `{"Browser": "node.js/v22.12.0", "Protocol-Version": "1.1"}`)
		}, "its debugger /json/version"},
		"one that refuses everything": {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", 400) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := served(t, c.handle)
			what, path := w.Operates(t.Context(), HTTP, w.Get(t.Context(), HTTP, "/"))
			if got := strings.TrimSpace(what + " " + path); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

func TestHealthPath(t *testing.T) {
	for name, c := range map[string]struct {
		pages map[string]string
		known []string
		want  string
	}{
		"the usual one":                {map[string]string{"/health": "ok"}, nil, "/health"},
		"the one that asks least":      {map[string]string{"/ready": "ok", "/healthz": "ok"}, nil, "/healthz"},
		"one that is known":            {map[string]string{"/health": "ok", "/tides/alive": "ok"}, []string{"/tides/alive"}, "/tides/alive"},
		"one that is known in vain":    {map[string]string{"/health": "ok"}, []string{"/", "connects", "/gone"}, "/health"},
		"none":                         {map[string]string{"/": "hello"}, nil, ""},
		"an application for each path": {map[string]string{"": "<html><div id=app></div></html>"}, nil, ""},
	} {
		w := served(t, answers(c.pages))
		if got := w.HealthPath(t.Context(), HTTP, c.known...); got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}
