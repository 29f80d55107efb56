package validate

import (
	"strings"
	"testing"

	"aipack/backend/universalbuild"
)

// TestWhatSourcesSay: what the sources say of a data service has the form that compose and
// its image can take, and what they cannot is told.
func TestWhatSourcesSay(t *testing.T) {
	t.Parallel()
	place := func(line, from, to int) *universalbuild.Place {
		return &universalbuild.Place{Path: "db.js", Line: line, From: from, To: to}
	}
	for name, c := range map[string]struct {
		store string
		user  string
		w     universalbuild.Written
		want  string // level and pointer below written
	}{
		"sound":                      {"postgresql", "me", universalbuild.Written{Host: "db", Port: 5433, Password: place(1, 2, 5)}, ""},
		"a machine of its own":       {"redis", "", universalbuild.Written{Host: "::1"}, ""},
		"no name":                    {"redis", "", universalbuild.Written{Host: "a b"}, "error host"},
		"a port that it cannot have": {"rabbitmq", "", universalbuild.Written{Host: "mq", Port: 5673}, "warning port"},
		"no port":                    {"redis", "", universalbuild.Written{Port: 70000}, "error port"},
		"no place":                   {"mysql", "me", universalbuild.Written{Password: place(1, 5, 5)}, "error password"},
		"root without a password":    {"mysql", "root", universalbuild.Written{Open: true}, ""},
		"another without":            {"mysql", "me", universalbuild.Written{Open: true}, "warning open"},
		"an account of PostgreSQL's": {"postgresql", "me", universalbuild.Written{Open: true}, ""},
	} {
		d := sound()
		d.Metadata.BackingServices = []string{c.store}
		d.Metadata.DataSetup = []universalbuild.DataSetup{{Service: c.store, User: c.user, Written: &c.w}}
		var got []string
		for _, p := range New(nil).Document(d) {
			got = append(got, string(p.Level)+" "+strings.TrimPrefix(p.Path, "/metadata/data_setup/0/written/"))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestTwoAccountsOfOneDataService: it is set up with one.
func TestTwoAccountsOfOneDataService(t *testing.T) {
	t.Parallel()
	both := func(user string) (n int) {
		a, b := sound(), sound()
		b.Metadata.Path, b.Metadata.ProjectName = "jobs", "jobs"
		for i, d := range []*universalbuild.UniversalBuild{&a, &b} {
			d.Metadata.BackingServices = []string{"postgresql"}
			d.Metadata.DataSetup = []universalbuild.DataSetup{{Service: "postgresql", User: []string{"me", user}[i], Database: "shop", Written: &universalbuild.Written{Host: "db"}}}
		}
		for _, p := range New(nil).List([]universalbuild.UniversalBuild{a, b}) {
			if strings.Contains(p.Path, "/1/metadata/data_setup/0") && p.Level != Error {
				n++
			}
		}
		return n
	}
	if both("me") != 0 || both("other") != 1 {
		t.Errorf("one account: %d problems, two: %d", both("me"), both("other"))
	}
}

// TestOnePortInOneNetwork: who asks a data service on its own machine shares its network.
func TestOnePortInOneNetwork(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		hosts [2]string
		ports [2]int
		want  int
	}{
		"two ports":                 {[2]string{"localhost", "127.0.0.1"}, [2]int{3000, 3001}, 0},
		"one port":                  {[2]string{"localhost", "127.0.0.1"}, [2]int{3000, 3000}, 1},
		"one port, by another name": {[2]string{"localhost", "db"}, [2]int{3000, 3000}, 0},
		"the data service's port":   {[2]string{"db", "localhost"}, [2]int{3000, 5432}, 1},
	} {
		var docs []universalbuild.UniversalBuild
		for i := range 2 {
			d := sound()
			d.Metadata.Path, d.Metadata.ProjectName = []string{"a", "b"}[i], []string{"a", "b"}[i]
			d.Metadata.BackingServices = []string{"postgresql"}
			d.Metadata.DataSetup = []universalbuild.DataSetup{{Service: "postgresql", User: "me", Database: "shop", Written: &universalbuild.Written{Host: c.hosts[i]}}}
			d.Runtime.Ports = []universalbuild.Port{{Port: c.ports[i], Protocol: "tcp"}}
			docs = append(docs, d)
		}
		n := 0
		for _, p := range New(nil).List(docs) {
			if p.Path == "/1/metadata/data_setup/0/written/host" && p.Level != Error {
				n++
			}
		}
		if n != c.want {
			t.Errorf("%s: %d warnings, want %d", name, n, c.want)
		}
	}
}
