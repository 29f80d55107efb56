package prove

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"aipack/backend/packaging/export"
	"aipack/backend/packaging/stack"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/external"
	"aipack/backend/universalbuild"
)

// shop is a page that needs a list, which is kept in PostgreSQL.
func shop() []Request {
	port := func(n int) []universalbuild.Port { return []universalbuild.Port{{Port: n, Protocol: "tcp"}} }
	return []Request{
		{Document: universalbuild.UniversalBuild{
			Metadata: universalbuild.Metadata{ProjectName: "page", Path: "page", Kind: universalbuild.Web, DependsOn: []string{"list"}},
			Runtime:  universalbuild.Runtime{Command: []string{"./page"}, Ports: port(8080), Variables: []universalbuild.Variable{{Name: "LIST_URL", Value: "{service:list.url}"}}},
		}},
		{Document: universalbuild.UniversalBuild{
			Metadata: universalbuild.Metadata{ProjectName: "list", Path: "list", Kind: universalbuild.Web, BackingServices: []string{"postgresql", "ledgerdb"}},
			Runtime: universalbuild.Runtime{
				Command: []string{"./list"}, Ports: port(8080), Healthcheck: &universalbuild.Healthcheck{},
				Variables: []universalbuild.Variable{{Name: "DATABASE_URL", Value: "{postgresql.url}", Secret: true}, {Name: "SESSION_SECRET", Value: "{secret:hex:32}", Secret: true}},
			},
		}},
	}
}

// TestEveryGeneratedValueIsHidden: also from those who were not given it. A data
// service prints its own password, too.
func TestEveryGeneratedValueIsHidden(t *testing.T) {
	requests := shop()
	n := newNeighbourhood(wholeOf(requests))
	list, page := n.equip(requests[1], n.whole.Services[1]), n.equip(requests[0], n.whole.Services[0])
	_, password, ok := strings.Cut(list.Env["DATABASE_URL"], "app:")
	password, _, found := strings.Cut(password, "@postgresql:5432/app")
	if !ok || !found || len(password) < 16 || len(list.Env["SESSION_SECRET"]) != 64 {
		t.Fatalf("%d variables, and no password in DATABASE_URL", len(list.Env))
	}
	for name, r := range map[string]Request{"list": list, "page": page} {
		for _, secret := range []string{password, list.Env["SESSION_SECRET"]} {
			if said := r.mask().Replace("it says " + secret); said != "it says •••" {
				t.Errorf("%s repeats a secret", name)
			}
		}
	}
}

func TestNeighboursOnOnePortAreMoved(t *testing.T) {
	requests := shop()
	n := newNeighbourhood(wholeOf(requests))
	page := n.equip(requests[0], n.whole.Services[0])
	if got := page.Env["LIST_URL"]; got != "http://list:18080" {
		t.Errorf("LIST_URL is %s", got)
	}
	env := map[string]string{"A": "http://list:8080/x", "B": "list:8080,mylist:8080", "C": "list:80801", "D": "http://my-list:8080"}
	instead(env, "list", 8080)
	for name, want := range map[string]string{"A": "http://list:18080/x", "B": "list:18080,mylist:8080", "C": "list:80801", "D": "http://my-list:8080"} {
		if env[name] != want {
			t.Errorf("%s is %s, want %s", name, env[name], want)
		}
	}
	if moved(60000) != 50000 || moved(8080) != 18080 {
		t.Error("a port is moved out of those that there are")
	}
}

func TestTheUsersOwnDatabaseIsLeftAlone(t *testing.T) {
	requests := shop()
	requests[1].Env = map[string]string{"DATABASE_URL": "postgres://me@db.example.com/x"}
	n := newNeighbourhood(wholeOf(requests))
	n.leaveOut(requests)
	store := n.neighbour("postgresql")
	if told := store.told(); told.State != StoreLeftOut || !strings.Contains(told.Reason, "DATABASE_URL") {
		t.Errorf("%+v", told)
	}
	list := n.equip(requests[1], n.whole.Services[1])
	if list.Env["DATABASE_URL"] != "postgres://me@db.example.com/x" || list.Env["SESSION_SECRET"] == "" {
		t.Errorf("%v", list.Env)
	}
	if err := n.await(t.Context(), n.whole.Services[1].Needs, func(waiting string) { t.Errorf("it waits %s", waiting) }); err != nil {
		t.Error(err)
	}
}

// TestNobodyWaitsForEver: whoever is done, well or not, lets the others go on;
// and whoever ends twice ends once.
func TestNobodyWaitsForEver(t *testing.T) {
	requests := shop()
	n := newNeighbourhood(wholeOf(requests))
	list := n.neighbour("list")
	waited := make(chan string, 1)
	ended := make(chan error, 1)
	go func() {
		ended <- n.await(t.Context(), n.whole.Services[0].Needs, func(waiting string) { waited <- waiting })
	}()
	if got := <-waited; got != "for list to be healthy" {
		t.Errorf("it waits %q", got)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() { list.isDone(errors.New("it crashed")) })
		group.Go(list.isHealthy)
	}
	group.Wait()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	s := &session{report: &Report{Stores: n.told("page", requests[0].Document)}, neighbourhood: n, service: n.whole.Services[0]}
	if got := s.missing(); !slices.Equal(got, []string{"list"}) {
		t.Errorf("missing: %v", got)
	}
	stopped, stop := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer stop()
	if err := n.await(stopped, []stack.Need{{Name: "postgresql", Well: true}, {Name: "nobody"}}, func(string) {}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a proof that is stopped waits on: %v", err)
	}
}

func TestWhoAskedIsRemembered(t *testing.T) {
	requests := shop()
	n := newNeighbourhood(wholeOf(requests))
	store := n.neighbour("postgresql")
	if _, err := store.connect("list", 5432); err == nil || store.isThere() || store.wasAsked("list") {
		t.Error("a database that was not started is there")
	}
	near, far := net.Pipe()
	defer far.Close()
	store.isStarted(func(int) (net.Conn, error) { return near, nil })
	if c, err := store.connect("list", 5432); err != nil {
		t.Error(err)
	} else {
		c.Close()
	}
	told := n.told("list", requests[1].Document)
	if len(told) != 2 || !told[0].Asked || told[1].State != StoreUnknown || told[1].ID != "ledgerdb" || store.wasAsked("page") {
		t.Errorf("%+v", told)
	}
	store.isGone()
	if _, err := store.connect("list", 5432); err == nil {
		t.Error("a database that is gone is there")
	}
}

// TestOneAlone: the others of the plan are known by name, are not there, and are
// sentence apart from those that failed.
func TestOneAlone(t *testing.T) {
	all := shop()
	page := all[0]
	page.Beside = []universalbuild.UniversalBuild{all[0].Document, all[1].Document}
	whole, absent := wholeOf([]Request{page})
	if len(whole.Services) != 1 || len(whole.Stores) != 0 || len(absent) != 1 || absent[0].Name != "list" {
		t.Fatalf("%+v, absent %+v", whole, absent)
	}
	n := newNeighbourhood(whole, absent)
	if got := n.equip(page, whole.Services[0]).Env["LIST_URL"]; got != "http://list:8080" {
		t.Errorf("LIST_URL is %q", got)
	}
	if n.hosts("page")["list"] == "" {
		t.Error("list has no name")
	}
	if err := n.await(t.Context(), whole.Services[0].Needs, func(waiting string) { t.Errorf("it waits %s", waiting) }); err != nil {
		t.Error(err)
	}
	if got := n.lacking(whole.Services[0].Needs); !slices.Equal(got, []string{"list"}) {
		t.Errorf("lacking: %v", got)
	}
	beside := n.services(whole.Services[0])
	if len(beside) != 1 || !beside[0].Absent || beside[0].Healthy {
		t.Fatalf("%+v", beside)
	}
	report := &Report{Services: beside, Start: &Started{Log: []string{"Error: connect ECONNREFUSED 127.77.0.2:8080"}}}
	if f := explain(&stageError{"start", errors.New("exit code 1")}, export.Text{}, page.Document, report); f.Rule != "neighbour_absent" || !strings.Contains(f.Cause, "list") {
		t.Errorf("%s: %s", f.Rule, f.Cause)
	}
}

// TestAnErrorBesideAnUnhealthyNeighbour names it.
func TestAnErrorBesideAnUnhealthyNeighbour(t *testing.T) {
	report := &Report{Services: []cause.Neighbour{{ID: "list", Address: "list:8080", Reason: "it crashed"}}, Start: &Started{Log: []string{"listening"}}}
	unhealthy := serverError(3000, external.Answer{What: "GET /", Status: 500}, 1)
	f := explain(&stageError{"health", unhealthy}, export.Text{}, shop()[0].Document, report)
	if f.Rule != "server_error" || !strings.Contains(f.Cause, "It needs list, which was not healthy: it crashed.") || !strings.Contains(f.Fix, "list") {
		t.Errorf("%s: %s %s", f.Rule, f.Cause, f.Fix)
	}
}

// TestDataServicesAsTheSourcesCallThem: a data service has the name that the sources have
// for it, and a password of theirs is read where it stands; what is a word of every log is
// not masked.
func TestDataServicesAsTheSourcesCallThem(t *testing.T) {
	for word, masked := range map[string]bool{"correct-horse": true, "keeper": false, "changeme": false, "root": false} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "db.js"), []byte("'"+word+"'\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		d := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Path: ".", BackingServices: []string{"postgresql", "redis"}, DataSetup: []universalbuild.DataSetup{
			{Service: "postgresql", User: "keeper", Database: "stock", Written: &universalbuild.Written{Host: "db", Password: &universalbuild.Place{Path: "db.js", Line: 1, From: 2, To: 2 + len(word)}}},
			{Service: "redis", Written: &universalbuild.Written{Host: "localhost"}},
		}}}
		r := Request{Dir: dir, Document: d}
		n := newNeighbourhood(wholeOf([]Request{r}))
		n.project = r.project
		if err := n.readWritten(); err != nil {
			t.Fatal(err)
		}
		if n.values["POSTGRES_PASSWORD"] != word || slices.Contains(n.hidden(), word) != masked {
			t.Errorf("%s: read %q, hidden %q", word, n.values["POSTGRES_PASSWORD"], n.hidden())
		}
		s := n.whole.Services[0]
		if hosts := n.hosts(s.Name); hosts["db"] == "" || hosts["db"] != hosts["postgresql"] {
			t.Errorf("%v", hosts)
		}
		one := &session{service: s}
		if !one.isLent("tcp 127.0.0.1:6379") || !one.isLent("tcp ::1:6379") || one.isLent("tcp 0.0.0.0:6379") || one.isLent("tcp 127.0.0.1:5432") {
			t.Error("what is lent is taken for the program's, or the other way round")
		}
	}
}
