package main

import (
	"strings"
	"testing"

	"aipack/backend/universalbuild"
	"aipack/build/bench/real/label"
)

func number(n int) *int            { return &n }
func text(s string) *string        { return &s }
func noScripts(_, _ string) string { return "" }

// document is what the program says of one service.
func document(change func(*universalbuild.UniversalBuild)) universalbuild.UniversalBuild {
	d := universalbuild.UniversalBuild{Version: universalbuild.Version, Metadata: universalbuild.Metadata{Path: "."}}
	if change != nil {
		change(&d)
	}
	return d
}

func TestFields(t *testing.T) {
	port := func(list ...int) func(*universalbuild.UniversalBuild) {
		return func(d *universalbuild.UniversalBuild) {
			for _, p := range list {
				d.Runtime.Ports = append(d.Runtime.Ports, universalbuild.Port{Port: p, Protocol: "tcp"})
			}
		}
	}
	moved := func(from string) func(*universalbuild.UniversalBuild) {
		return func(d *universalbuild.UniversalBuild) {
			port(8080)(d)
			d.Evidence = append(d.Evidence, universalbuild.Evidence{Field: "/runtime/ports/0/port", Rule: "port.unprivileged", Alternatives: []universalbuild.Alternative{{Value: from}}})
		}
	}
	health := func(path string) func(*universalbuild.UniversalBuild) {
		return func(d *universalbuild.UniversalBuild) {
			d.Runtime.Healthcheck = &universalbuild.Healthcheck{Path: path}
		}
	}
	required := func(names ...string) func(*universalbuild.UniversalBuild) {
		return func(d *universalbuild.UniversalBuild) {
			d.Runtime.Variables = append(d.Runtime.Variables, universalbuild.Variable{Name: "OPTIONAL"})
			for _, n := range names {
				d.Runtime.Variables = append(d.Runtime.Variables, universalbuild.Variable{Name: n, Required: true})
			}
		}
	}
	backing := func(ids ...string) func(*universalbuild.UniversalBuild) {
		return func(d *universalbuild.UniversalBuild) { d.Metadata.BackingServices = ids }
	}
	release := func(lines ...string) func(*universalbuild.UniversalBuild) {
		return func(d *universalbuild.UniversalBuild) { d.Runtime.Release = lines }
	}
	var unlabelled tally
	right, wrong := tally{right: 1, asked: 1}, tally{asked: 1}
	for _, c := range []struct {
		name, field string
		label       label.Service
		document    func(*universalbuild.UniversalBuild)
		want        tally
	}{
		{"port", "port", label.Service{Port: number(80)}, port(443, 80), right},
		{"another port", "port", label.Service{Port: number(80)}, port(8080), wrong},
		{"a port of root's that was moved", "port", label.Service{Port: number(80)}, moved("80"), right},
		{"another that was moved", "port", label.Service{Port: number(81)}, moved("80"), wrong},
		{"a port that is right too", "port", label.Service{Port: number(80), PortAccept: []int{8080}}, port(8080), right},
		{"no port is found", "port", label.Service{Port: number(80)}, nil, wrong},
		{"listens nowhere", "port", label.Service{Port: number(0)}, nil, right},
		{"a port where there is none", "port", label.Service{Port: number(0)}, port(8080), wrong},
		{"port not labelled", "port", label.Service{}, port(8080), unlabelled},

		{"health", "health", label.Service{Health: []string{"/live", "/health/"}}, health("/health?full=1"), tally{right: 1, asked: 1, found: 1}},
		{"another path", "health", label.Service{Health: []string{"/health"}}, health("/status"), tally{asked: 1, wrong: 1, missed: 1}},
		{"only the root", "health", label.Service{Health: []string{"/health"}}, health("/"), tally{asked: 1, missed: 1}},
		{"only the port", "health", label.Service{Health: []string{"/health"}}, nil, tally{asked: 1, missed: 1}},
		{"none but the root", "health", label.Service{Health: []string{}}, health("/"), right},
		{"none but the port", "health", label.Service{Health: []string{}}, nil, right},
		{"a path where there is none", "health", label.Service{Health: []string{}}, health("/health"), tally{asked: 1, wrong: 1}},
		{"the root is labelled", "health", label.Service{Health: []string{"/"}}, health("/"), tally{right: 1, asked: 1, found: 1}},
		{"what is served, too", "health", label.Service{Health: []string{"/health"}, HealthAccept: []string{"/login"}}, health("/login"), tally{asked: 1, missed: 1}},
		{"what is served, and no health", "health", label.Service{Health: []string{}, HealthAccept: []string{"/login"}}, health("/login/"), right},
		{"health not labelled", "health", label.Service{}, health("/health"), unlabelled},

		{"variables", "required", label.Service{Required: []string{"A", "B"}}, required("B", "A"), tally{right: 1, asked: 1, found: 2}},
		{"one too many, one too few", "required", label.Service{Required: []string{"A", "B"}}, required("B", "C"), tally{asked: 1, found: 1, wrong: 1, missed: 1}},
		{"one that may be asked for", "required", label.Service{Required: []string{"URL"}, RequiredAccept: []string{"HOST"}}, required("HOST", "URL"), tally{right: 1, asked: 1, found: 1}},
		{"set in the image", "required", label.Service{Required: []string{"A", "PORT"}}, func(d *universalbuild.UniversalBuild) {
			required("A")(d)
			d.Runtime.Environment = map[string]string{"PORT": "80", "NODE_ENV": "production"}
		}, tally{right: 1, asked: 1, found: 2}},
		{"none required", "required", label.Service{Required: []string{}}, required(), right},
		{"variables not labelled", "required", label.Service{}, required("A"), unlabelled},

		{"databases", "databases", label.Service{Databases: []string{"postgresql", "redis"}}, backing("redis", "postgresql"), tally{right: 1, asked: 1, found: 2}},
		{"of one protocol", "databases", label.Service{Databases: []string{"mysql", "valkey"}}, backing("mariadb", "redis"), tally{right: 1, asked: 1, found: 2}},
		{"it can do without", "databases", label.Service{Databases: []string{"postgresql"}, DatabaseAccept: [][]string{{"mysql"}, {}}}, nil, right},
		{"another database", "databases", label.Service{Databases: []string{"postgresql"}}, backing("mongodb"), tally{asked: 1, wrong: 1, missed: 1}},

		{"migration", "migration", label.Service{Migration: text("python manage.py migrate")}, release("python manage.py migrate --noinput"), right},
		{"another one", "migration", label.Service{Migration: text("python manage.py migrate")}, release("alembic upgrade head"), wrong},
		{"none wanted", "migration", label.Service{Migration: text("")}, nil, right},
		{"one where none is wanted", "migration", label.Service{Migration: text("")}, release("alembic upgrade head"), wrong},
		{"none where one is wanted", "migration", label.Service{Migration: text("alembic upgrade head")}, nil, wrong},
		{"by the start itself", "migration", label.Service{Migration: text("shop migrate")}, func(d *universalbuild.UniversalBuild) {
			d.Runtime.Command = []string{"sh", "-c", "./shop migrate && exec ./shop serve"}
		}, right},
		{"with or without", "migration", label.Service{Migration: text("alembic upgrade head"), MigrationAccept: []string{""}}, nil, right},

		{"start", "start", label.Service{Start: "node server.js", StartAccept: []string{"node index.js"}}, func(d *universalbuild.UniversalBuild) { d.Runtime.Command = []string{"node", "index.js"} }, right},
		{"start by the entrypoint", "start", label.Service{Start: "ntfy serve"}, func(d *universalbuild.UniversalBuild) {
			d.Runtime.Entrypoint, d.Runtime.Command = []string{"ntfy"}, []string{"serve"}
		}, right},
		{"another start", "start", label.Service{Start: "ntfy serve"}, func(d *universalbuild.UniversalBuild) { d.Runtime.Command = []string{"ntfy"} }, wrong},
		{"nothing is started", "start", label.Service{Start: "ntfy serve"}, nil, wrong},
	} {
		c.label.Path = "."
		s := service{label: c.label, doc: document(c.document), scripts: noScripts}
		if got, _, _ := s.field(c.field); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if c.want.asked == 0 {
			continue
		}
		s.doc = universalbuild.UniversalBuild{}
		if got, _, _ := s.field(c.field); got.asked != 1 || got.right != 0 && c.field != "databases" && c.field != "required" {
			t.Errorf("%s: a service that is not found is right: %+v", c.name, got)
		}
	}
}

func TestServices(t *testing.T) {
	at := func(path string) universalbuild.UniversalBuild {
		return document(func(d *universalbuild.UniversalBuild) { d.Metadata.Path = path })
	}
	for _, c := range []struct {
		name      string
		labels    []string
		documents []string
		want      string // the documents, one for each label
	}{
		{"by their folders", []string{"web", "api"}, []string{"api", "web"}, "web api"},
		{"the one there is", []string{"."}, []string{"server"}, "server"},
		{"the first that nobody claims", []string{".", "api"}, []string{"api", "docs", "web"}, "docs api"},
		{"one too few", []string{"web", "api"}, []string{"web"}, "web -"},
		{"none", []string{"."}, nil, "-"},
	} {
		var labels []label.Service
		for _, p := range c.labels {
			labels = append(labels, label.Service{Path: p})
		}
		var docs []universalbuild.UniversalBuild
		for _, p := range c.documents {
			docs = append(docs, at(p))
		}
		var got []string
		for _, d := range match(labels, docs) {
			if d == nil {
				got = append(got, "-")
			} else {
				got = append(got, d.Metadata.Path)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestTheUnseenSetIsToldInTotals: nobody learns what it misses.
func TestTheUnseenSetIsToldInTotals(t *testing.T) {
	var folders []folder
	var scores []score
	for _, set := range []string{"a", unseen} {
		app := label.Application{Repo: "o/" + set, Ecosystem: "go", Set: set, Services: []label.Service{{Path: ".", Port: number(80)}}}
		folders = append(folders, folder{label: app})
		scores = append(scores, scored(app, nil, noScripts))
	}
	var b strings.Builder
	printScores(&b, options{}, folders, scores)
	if got := b.String(); strings.Contains(got, "o/unseen") || !strings.Contains(got, "o/a\t.\tport\tlabel \"80\"\tanswer \"no such service\"") || !strings.Contains(got, "| all | 2 | 0/2 0% | 0/2 0% |") {
		t.Error(got)
	}
}
