package proofs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/prove"
	"aipack/backend/store"
	"aipack/backend/window/session"
)

// reported is the report of a proof that is over.
func reported(t *testing.T, a *bench, id string) *prove.Report {
	t.Helper()
	text, err := a.Proofs.Report(id)
	if err != nil {
		t.Fatal(err)
	}
	report, err := prove.ParseReport(text)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return report
}

// mall is a project of three services: two share Redis, the third stands alone.
func mall(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, dependencies := range map[string]string{"api": `"redis": "^4.0.0"`, "worker": `"redis": "^4.0.0"`, "web": ""} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf(`{"name": %q, "version": "1.0.0", "scripts": {"start": "node server.js"}, "dependencies": {%s}}`, name, dependencies)
		program := "require('http').createServer((q, a) => a.end('ok')).listen(8080)\n"
		if dependencies != "" {
			program = "const client = require('redis').createClient({url: process.env.REDIS_URL})\nclient.connect()\n" + program
		}
		for file, content := range map[string]string{"package.json": text, "server.js": program} {
			if err := os.WriteFile(filepath.Join(dir, name, file), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// fake proves what it is told to, and remembers who was proved together.
type fake struct {
	groups [][]string
	prove  func(requests []prove.Request) ([]*prove.Report, error)
}

func (f *fake) Together(_ context.Context, requests []prove.Request) ([]*prove.Report, error) {
	var names []string
	for _, r := range requests {
		names = append(names, r.Document.Metadata.Path)
	}
	f.groups = append(f.groups, names)
	return f.prove(requests)
}

// whole begins a round over all services of a project.
func whole(t *testing.T, a *bench, run string, cancel context.CancelFunc) (*round, []prove.Request) {
	t.Helper()
	services, err := a.Proofs.orders.services(run)
	if err != nil {
		t.Fatal(err)
	}
	of, err := planAt(a, run)
	if err != nil {
		t.Fatal(err)
	}
	digests := of.ByName()
	var requests []prove.Request
	var rows []store.Proof
	for _, s := range services {
		request, err := a.Proofs.orders.of(run, s)
		if err != nil {
			t.Fatal(err)
		}
		requests = append(requests, request)
		rows = append(rows, store.Proof{ID: session.NewID(), RunID: run, Service: s, Verdict: "running", StartedAt: 7, Plan: digests[s]})
	}
	return a.Proofs.begun(rows, of, requests[0].Dir, cancel), requests
}

func heard(r *round) (lines []string) {
	r.feed.Last(func(rest []ProofItem) {
		for _, item := range rest {
			switch {
			case item.Store != nil:
				lines = append(lines, fmt.Sprintf("%q store %s %s", item.Service, item.Store.Name, item.Store.State))
			case item.End != nil:
				lines = append(lines, item.Service+" "+item.End.Verdict)
			case item.Phase != "":
				lines = append(lines, item.Service+" in "+item.Phase)
			}
		}
	})
	return lines
}

// TestAWholePlanIsProved in groups of what belongs together, in one stream, and
// each service keeps a report of its own.
func TestAWholePlanIsProved(t *testing.T) {
	a, page := atBench(t, t.TempDir())
	run := detected(t, a, page, mall(t)).RunID
	r, requests := whole(t, a, run, func() {})
	prover := &fake{}
	prover.prove = func(requests []prove.Request) (reports []*prove.Report, err error) {
		for _, one := range requests {
			path := one.Document.Metadata.Path
			if path == "api" {
				r.hear(prove.Progress{Store: &prove.DataService{Name: "redis", State: prove.StoreHealthy}, Phase: "healthy"})
			}
			r.hear(prove.Progress{Service: path, Phase: "release"})
			verdict := prove.Proven
			if path == "worker" {
				verdict = prove.Incomplete
			}
			reports = append(reports, &prove.Report{Service: path, Verdict: verdict, Stores: []prove.DataService{{Name: "redis", State: prove.StoreHealthy}}})
		}
		return reports, nil
	}
	err := r.prove(t.Context(), prover, requests, false, nil)
	if got := fmt.Sprint(prover.groups); err != nil || got != "[[api worker] [web]]" {
		t.Errorf("proved together: %s, %v", got, err)
	}
	want := `"" store redis healthy, api in release, worker in release, api proven, worker incomplete, web in release, web proven`
	if got := strings.Join(heard(r), ", "); got != want {
		t.Errorf("the page hears\n%s, not\n%s", got, want)
	}
	for _, row := range r.rows {
		if report := reported(t, a, row.ID); report.Service != row.Service || len(report.Stores) != 1 {
			t.Errorf("%s keeps %+v", row.Service, report)
		}
	}
	r.finish(t.Context(), nil)
	recent, err := a.History.Recents()
	if err != nil || len(recent) == 0 || recent[0].Proof != "incomplete" {
		t.Errorf("the history says %+v, %v", recent, err)
	}
	if len(a.Proofs.running) != 0 {
		t.Errorf("%d are under way", len(a.Proofs.running))
	}
}

// TestAWholeThatIsStopped keeps what was over before, and stops the rest.
func TestAWholeThatIsStopped(t *testing.T) {
	a, page := atBench(t, t.TempDir())
	run := detected(t, a, page, mall(t)).RunID
	ctx, cancel := context.WithCancel(t.Context())
	r, requests := whole(t, a, run, cancel)
	if err := a.Proofs.Stop(r.rows[1].ID); err != nil || ctx.Err() == nil {
		t.Fatalf("%v: the id of any of them stops them all", err)
	}
	prover := &fake{prove: func([]prove.Request) ([]*prove.Report, error) {
		return []*prove.Report{{Service: "api", Verdict: prove.Failed}, {Service: "worker", Verdict: prove.Stopped}}, ctx.Err()
	}}
	r.finish(ctx, r.prove(ctx, prover, requests, false, nil))
	rows, err := a.Proofs.List(run)
	verdicts := map[string]string{}
	for _, row := range rows {
		verdicts[row.Service] = row.Verdict
	}
	if err != nil || fmt.Sprint(verdicts) != "map[api:failed web:stopped worker:stopped]" {
		t.Errorf("%v, %v", err, verdicts)
	}
}

// TestOneFaultInAPlan: what could not be tried says so, and the page hears why.
func TestOneFaultInAPlan(t *testing.T) {
	a, page := atBench(t, t.TempDir())
	run := detected(t, a, page, mall(t)).RunID
	r, requests := whole(t, a, run, func() {})
	var last ProofBatch
	a.Page.Frame.Emit = func(_ string, payload any) { last = payload.(ProofBatch) }
	prover := &fake{prove: func(some []prove.Request) ([]*prove.Report, error) {
		return make([]*prove.Report, len(some)), errors.New("the builder went away")
	}}
	r.finish(t.Context(), r.prove(t.Context(), prover, requests, false, nil))
	if last.Error == nil || !last.Done || len(last.Items) != 3 || last.Items[2].End.Verdict != "not_built" {
		t.Errorf("%+v", last)
	}
}
