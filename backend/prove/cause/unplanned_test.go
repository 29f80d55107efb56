package cause

import (
	"strings"
	"testing"

	"aipack/backend/universalbuild"
)

// TestPortUnplanned: what is offered where a program listens and its plan names no
// port, and how it is told.
func TestPortUnplanned(t *testing.T) {
	of := func(kind universalbuild.Kind, change func(d *universalbuild.UniversalBuild)) universalbuild.UniversalBuild {
		return plan(func(d *universalbuild.UniversalBuild) {
			d.Metadata.Kind, d.Runtime.BaseImage = kind, "debian:bookworm-slim"
			if change != nil {
				change(d)
			}
		})
	}
	const (
		web   = `/metadata/kind=web; `
		named = `/runtime/ports=[{"port":7171,"protocol":"tcp"}]`
		check = `; /runtime/healthcheck={"command":["bash","-c",`
	)
	page := Listener{Port: 7171, Said: "answers GET / with 200", Good: true, Root: true}
	inward := page
	inward.Inward = true
	for name, c := range map[string]struct {
		doc   universalbuild.UniversalBuild
		heard []Listener
		want  string // how the edits begin
		has   []string
	}{
		"a page of a tool":     {of(universalbuild.CLI, nil), []Listener{page}, web + named + check, []string{"GET / HTTP/1.0", `"path":"/"`}},
		"a page of a worker":   {of(universalbuild.Worker, nil), []Listener{page}, web + named + check, nil},
		"a service":            {of(universalbuild.Web, nil), []Listener{page}, named + check, nil},
		"with a path":          {of(universalbuild.Worker, nil), []Listener{{Port: 7171, Said: "answers", Good: true, Root: true, Path: "/health"}}, web + named + check, []string{`"path":"/health"`}},
		"it answers wrongly":   {of(universalbuild.Worker, nil), []Listener{{Port: 7171, Said: "answers GET / with 503"}}, web + named + check, []string{"exec 3\\u003c\\u003e/dev/tcp/127.0.0.1/7171\"]"}},
		"it has a check":       {of(universalbuild.Worker, func(d *universalbuild.UniversalBuild) { d.Runtime.Healthcheck = &universalbuild.Healthcheck{} }), []Listener{page}, web + named, nil},
		"an image that cannot": {of(universalbuild.Worker, func(d *universalbuild.UniversalBuild) { d.Runtime.BaseImage = "scratch" }), []Listener{page}, web + named, nil},
		"the likeliest first": {of(universalbuild.Worker, nil), []Listener{{Port: 7000, UDP: true, Said: "x"}, {Port: 7001, Said: "x"}, page},
			web + `/runtime/ports=[{"port":7171,"protocol":"tcp"},{"port":7001,"protocol":"tcp"},{"port":7000,"protocol":"udp"}]` + check, nil},
		"metrics of a worker": {of(universalbuild.Worker, nil), []Listener{{Port: 7171, Operators: true, Said: "answers for its metrics (GET /metrics)", Good: true, Path: "/metrics"}}, named + check, []string{`"path":"/metrics"`}},
		"metrics of a tool":   {of(universalbuild.CLI, nil), []Listener{{Port: 7171, Operators: true, Said: "answers for its metrics (GET /metrics)", Good: true, Path: "/metrics"}}, "/metadata/kind=worker; " + named + check, nil},
		"a page beside its port of UDP": {of(universalbuild.Web, func(d *universalbuild.UniversalBuild) {
			d.Runtime.Ports = []universalbuild.Port{{Port: 53, Protocol: "udp"}}
		}), []Listener{page},
			`/runtime/ports=[{"port":53,"protocol":"udp"},{"port":7171,"protocol":"tcp"}]` + check, nil},
		"over UDP":  {of(universalbuild.Worker, nil), []Listener{{Port: 7171, UDP: true, Said: "was asked nothing"}}, web + `/runtime/ports=[{"port":7171,"protocol":"udp"}]`, nil},
		"by chance": {of(universalbuild.Worker, nil), []Listener{{Port: 41000, Chance: true, Said: "answers"}}, "", nil},
		"on the loopback, by its command": {of(universalbuild.Worker, func(d *universalbuild.UniversalBuild) { d.Runtime.Command = []string{"door", "--host", "127.0.0.1"} }), []Listener{inward},
			web + named + check, []string{`; /runtime/command=["door","--host","0.0.0.0"]`}},
		"on the loopback, by its framework": {of(universalbuild.Worker, func(d *universalbuild.UniversalBuild) { d.Metadata.Framework = "ASP.NET Core" }), []Listener{inward},
			web + named + check, []string{"; /runtime/environment/ASPNETCORE_URLS=http://0.0.0.0:7171"}},
	} {
		f := &Failure{Stage: "health"}
		f.ExplainUnhealthy(Seen{Document: c.doc}, PortUnplanned(c.doc, c.heard))
		got := edited(t, f)
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
		if strings.HasSuffix(c.want, named) && got != c.want {
			t.Errorf("%s: more is offered: %s", name, got)
		}
		for _, has := range c.has {
			if !strings.Contains(got, has) {
				t.Errorf("%s: %s\nhas no %s", name, got, has)
			}
		}
		if f.Rule != "port_unplanned" || f.Class != Project || f.Fix == "" || !strings.Contains(f.Cause, c.heard[0].Said) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestAPageOnTheOtherPort(t *testing.T) {
	doc := plan(func(d *universalbuild.UniversalBuild) {
		d.Runtime.Ports = []universalbuild.Port{{Port: 9090, Protocol: "tcp"}}
		d.Runtime.Environment = map[string]string{"PORT": "9090"}
	})
	f := &Failure{Stage: "health"}
	f.ExplainUnhealthy(Seen{Document: doc}, ServesElsewhere(doc, 9090, "answers GET / with nothing", Listener{Port: 8080, Said: "answers GET / with 200"}))
	if got := edited(t, f); got != "/runtime/ports/0/port=8080; /runtime/environment/PORT=8080" {
		t.Error(got)
	}
	if !strings.Contains(f.Cause, "Port 9090, which the plan names") || !strings.Contains(f.Cause, "port 8080 too, where it answers GET / with 200") {
		t.Error(f.Cause)
	}
}
