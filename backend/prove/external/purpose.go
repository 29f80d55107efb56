package external

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// measured is a line of Prometheus' text format, which OpenMetrics took over
// (prometheus.io/docs/instrumenting/exposition_formats).
var measured = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^# TYPE [A-Za-z_:][A-Za-z0-9_:]* (?:counter|gauge|histogram|summary|untyped|unknown|info|stateset)\r?$`)
})

func (a Answer) good() bool { return a.Err == nil && a.Status >= 200 && a.Status <= 299 }

// metrics reports whether an answer is what a program measures of itself.
func (a Answer) metrics() bool { return a.good() && measured().MatchString(a.Body) }

// profiles reports whether it is the index of Go's profiles (net/http/pprof).
func (a Answer) profiles() bool {
	return a.good() && strings.Contains(a.Body, "/debug/pprof/") && strings.Contains(a.Body, "goroutine")
}

// inspects reports whether it is the inspector's of V8, by which Node and Chromium
// are debugged (chromedevtools.github.io/devtools-protocol, "/json/version").
func (a Answer) inspects() bool {
	var said struct {
		Browser  string
		Protocol string `json:"Protocol-Version"`
	}
	return a.good() && json.Unmarshal([]byte(a.Body), &said) == nil && said.Browser != "" && said.Protocol != ""
}

// usersPaths are where a program that others use answers by habit, beside its
// root: if it does, its port is not there for its operators alone.
var usersPaths = append([]string{"/api", "/api/v1", "/v1", "/graphql", "/docs", "/login"}, Descriptions...)

// operators are how the paths begin that only operators ask.
var operators = []string{"/metrics", "/debug/", "/health", "/ready", "/live", "/-/", "/probe", "/version"}

// leads reports whether a page leads to what operators ask and nowhere else, as
// the first page of an exporter does.
func (a Answer) leads() bool {
	links := a.Links()
	return a.HTML() && len(links) > 0 && !slices.ContainsFunc(links, func(link string) bool {
		return !slices.ContainsFunc(operators, func(begin string) bool { return strings.HasPrefix(link, begin) })
	})
}

// Debugger is what the operators of a program ask where V8's inspector listens,
// which serves nothing else.
const Debugger = "its debugger"

// Operates says what of the program itself its operators ask at a port, and by
// which path: its metrics, its profiles, its debugger; "" where others than they
// are answered there, or nobody. root is what its root answered.
func (w Way) Operates(ctx context.Context, protocol string, root Answer) (what, path string) {
	switch {
	case root.Err != nil || root.Status >= http.StatusInternalServerError:
		return "", ""
	case w.Get(ctx, protocol, "/json/version").inspects():
		return Debugger, "/json/version"
	case !nothingThere(root) && !root.leads() && !root.metrics():
		return "", ""
	}
	switch {
	case w.Get(ctx, protocol, "/metrics").metrics():
		what, path = "its metrics", "/metrics"
	case w.Get(ctx, protocol, "/debug/pprof/").profiles():
		what, path = "its profiles", "/debug/pprof/"
	case root.metrics():
		what, path = "its metrics", "/"
	default:
		return "", ""
	}
	for _, used := range usersPaths {
		if a := w.Get(ctx, protocol, used); !nothingThere(a) && !a.metrics() { // some give their metrics whatever is asked
			return "", ""
		}
	}
	return what, path
}

// nothingThere reports whether an answer says that nothing is there, or nothing for GET.
func nothingThere(a Answer) bool {
	return a.Err == nil && (a.Status == http.StatusNotFound || a.Status == http.StatusMethodNotAllowed)
}

// wellPaths are the usual paths of health, those that ask least first.
var wellPaths = []string{
	"/healthz", "/health", "/livez", "/health/live", "/up", "/api/health", "/healthcheck", "/ping",
	"/status", "/readyz", "/ready", "/actuator/health", "/-/healthy",
}

// nowhere is a path that no program answers on purpose.
const nowhere = "/aipack-asks-where-nothing-is"

// HealthPath is where the program says that it is healthy: the first of the given
// paths, or of the usual ones, that it answers and would not answer whatever it is
// asked; "" for none.
func (w Way) HealthPath(ctx context.Context, protocol string, known ...string) string {
	if w.Get(ctx, protocol, nowhere).good() {
		return ""
	}
	for _, path := range append(slices.DeleteFunc(slices.Clone(known), func(p string) bool { return !Askable(p) }), wellPaths...) {
		a := w.Get(ctx, protocol, path)
		if a.Err != nil {
			return ""
		}
		if a.good() && path != "/" {
			return path
		}
	}
	return ""
}
