package store

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/store/sqlite"
)

// plan is a completed run of a folder with services, each "path=digest".
func plan(t *testing.T, s *DB, id, folder string, at int64, services ...string) {
	t.Helper()
	r := Run{ID: id, Path: folder, Name: filepath.Base(folder), State: "running", StartedAt: at}
	must(t, s.Begin(r))
	r.State, r.Services = "completed", len(services)
	var documents []Document
	for _, one := range services {
		service, digest, _ := strings.Cut(one, "=")
		documents = append(documents, Document{Service: service, Original: `{}`, Plan: digest})
	}
	must(t, s.End(r, documents))
}

// proof is "id run service digest verdict", and it began at its place in the list.
func prove(t *testing.T, s *DB, proofs ...string) {
	t.Helper()
	for i, one := range proofs {
		f := strings.Fields(one)
		must(t, s.SaveProof(Proof{ID: f[0], RunID: f[1], Service: f[2], Plan: strings.Trim(f[3], "-"), Verdict: f[4], Loud: len(f) > 5, StartedAt: int64(100 + i)}, ""))
	}
}

// TestAVerdictBelongsToAPlan: the last finished proof of the plan as it stands
// counts, in whichever run of the folder it was made.
func TestAVerdictBelongsToAPlan(t *testing.T) {
	for name, one := range map[string]struct {
		proofs []string
		want   string // the state, then the proofs that are Last, Running and Cut
	}{
		"nothing was proved":              {nil, " - - -"},
		"proven":                          {[]string{"p now . a proven"}, "proven p - -"},
		"ran":                             {[]string{"p now . a ran"}, "ran p - -"},
		"failed after it was proven":      {[]string{"p now . a proven", "q now . a failed"}, "failed q - -"},
		"a second was stopped":            {[]string{"p now . a proven", "q now . a stopped"}, "proven p - q"},
		"a second had no builder":         {[]string{"p now . a failed", "q now . a not_built"}, "failed p - q"},
		"one was stopped before":          {[]string{"q now . a stopped", "p now . a proven"}, "proven p - -"},
		"a second is running":             {[]string{"p now . a proven", "q now . a running"}, "running p q -"},
		"the only one was stopped":        {[]string{"p now . a stopped"}, "stopped - - p"},
		"no builder":                      {[]string{"p now . a not_built"}, "not_built - - p"},
		"an earlier plan was proven":      {[]string{"p now . b proven"}, "stale p - -"},
		"back to the plan that was":       {[]string{"p now . a proven", "q now . b failed"}, "proven p - -"},
		"and stopped on the way":          {[]string{"p now . a proven", "q now . b stopped", "r now . b failed"}, "proven p - q"},
		"an earlier run, the same plan":   {[]string{"p before . a proven"}, "proven p - -"},
		"an earlier run, another plan":    {[]string{"p before . b proven"}, "stale p - -"},
		"an earlier run is being proved":  {[]string{"p before . b running"}, "running - p -"},
		"a later run, the same plan":      {[]string{"p after . a proven"}, "proven p - -"},
		"a later run, another plan":       {[]string{"p after . b proven"}, " - - -"},
		"another folder":                  {[]string{"p elsewhere . a proven"}, " - - -"},
		"a run that was deleted":          {[]string{"p deleted . a proven"}, " - - -"},
		"an imported run":                 {[]string{"p imported . a proven"}, " - - -"},
		"of before plans were kept":       {[]string{"p now . - proven"}, "stale p - -"},
		"so, in another run":              {[]string{"p before . - proven"}, " - - -"},
		"a service that is no longer one": {[]string{"p now old a failed"}, " - - -"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, t.TempDir())
			plan(t, s, "before", "/p/shop", 1, ".=b")
			plan(t, s, "deleted", "/p/shop", 2, ".=a")
			plan(t, s, "imported", "/p/shop", 2, ".=a")
			plan(t, s, "now", "/p/shop", 3, ".=a")
			plan(t, s, "after", "/p/shop", 4, ".=b")
			plan(t, s, "elsewhere", "/p/blog", 5, ".=a")
			_, err := s.db.Exec(`UPDATE runs SET imported_at = 1 WHERE id = 'imported'`)
			must(t, err)
			prove(t, s, one.proofs...)
			must(t, s.Delete("deleted"))
			v, err := s.Verdict("now")
			must(t, err)
			got := v.State
			for _, p := range []*Proof{v.Services[0].Last, v.Services[0].Running, v.Services[0].Cut} {
				if p == nil {
					got += " -"
				} else {
					got += " " + p.ID
				}
			}
			if got != one.want {
				t.Errorf("%q, want %q", got, one.want)
			}
			listed, _, err := s.Runs(Filter{}, 0, 10)
			must(t, err)
			i := slices.IndexFunc(listed, func(r Run) bool { return r.ID == "now" })
			if listed[i].Proof != v.State {
				t.Errorf("the list says %q, the verdict %q", listed[i].Proof, v.State)
			}
		})
	}
}

// TestAnImportedRunHasItsOwnProofsAlone: what another computer proved says nothing
// of this one's folder, nor the other way round.
func TestAnImportedRunHasItsOwnProofsAlone(t *testing.T) {
	s := open(t, t.TempDir())
	plan(t, s, "here", "/p/shop", 1, ".=a")
	prove(t, s, "p here . a proven")
	file, err := s.Export("here")
	must(t, err)
	must(t, s.Delete("here"))
	n := 0
	newID := func() string { n++; return "i" + string(rune('0'+n)) }
	id, err := s.Import(file, newID)
	must(t, err)
	plan(t, s, "anew", "/p/shop", 2, ".=a")
	for run, want := range map[string]string{id: "proven", "anew": ""} {
		if v, err := s.Verdict(run); err != nil || v.State != want {
			t.Errorf("%s: %q, %v", run, v.State, err)
		}
	}
	// One that was exported while it ran never ends here.
	running := strings.ReplaceAll(string(file), `"Verdict": "proven"`, `"Verdict": "running"`)
	id, err = s.Import([]byte(running), newID)
	must(t, err)
	if v, err := s.Verdict(id); err != nil || v.State != "stopped" {
		t.Errorf("exported while it ran: %q, %v", v.State, err)
	}
}

func TestTheWholePlan(t *testing.T) {
	for _, one := range []struct {
		states, want string
		loud         bool
	}{
		{"proven proven", "proven", false}, {"proven! ran", "proven", true}, {"ran ran", "ran", false}, {"proven incomplete", "incomplete", false},
		{"proven! incomplete", "incomplete", false}, {"proven -", "part", false}, {"incomplete stopped", "part", false}, {"- stopped", "stopped", false},
		{"not_built -", "not_built", false}, {"- -", "", false}, {"proven stale", "stale", false}, {"stale failed", "failed", false},
		{"failed running", "running", false}, {"failed! proven", "failed", false},
	} {
		s := open(t, t.TempDir())
		plan(t, s, "r", "/p", 1, "a=1", "b=1")
		for i, state := range strings.Fields(one.states) {
			service, digest := string(rune('a'+i)), "1"
			if state == "stale" {
				state, digest = "proven", "0"
			}
			if state != "-" {
				prove(t, s, strings.ReplaceAll(service+" r "+service+" "+digest+" "+state, "!", " !"))
			}
		}
		if r, err := s.Run("r"); err != nil || r.Proof != one.want || r.Loud != one.loud {
			t.Errorf("%s: %q %v, want %q %v, %v", one.states, r.Proof, r.Loud, one.want, one.loud, err)
		}
	}
}

// TestPlansChange: with an edit the proof is of an earlier plan, and with its undo
// it stands again.
func TestPlansChange(t *testing.T) {
	s := open(t, t.TempDir())
	plan(t, s, "r", "/p", 1, ".=a")
	prove(t, s, "p r . a proven", "old r . - failed")
	for _, one := range [][2]string{{"b", "stale"}, {"a", "proven"}} {
		must(t, s.SavePlans("r", map[string]string{".": one[0]}))
		if v, err := s.Verdict("r"); err != nil || v.State != one[1] {
			t.Errorf("%s: %q, %v", one[0], v.State, err)
		}
	}
	must(t, s.Adopt(map[string]string{"old": "a", "p": "b"})) // the one of them that has none
	if v, err := s.Verdict("r"); err != nil || v.State != "failed" {
		t.Errorf("%q, %v", v.State, err)
	}
	for filter, want := range map[string]int{"failed": 1, "proven": 0, "unproven": 0, "stale": 0} {
		if runs, _, err := s.Runs(Filter{Result: filter}, 0, 9); err != nil || len(runs) != want {
			t.Errorf("%s: %d runs, %v", filter, len(runs), err)
		}
	}
}

// TestOldReportsKeepTheirWarnings: whether a warning belongs beside the verdict is
// read from the report once.
func TestOldReportsKeepTheirWarnings(t *testing.T) {
	dir := t.TempDir()
	dump, err := os.ReadFile("testdata/version-7.sql")
	must(t, err)
	db, err := sql.Open("sqlite3", filepath.Join(dir, Name))
	must(t, err)
	_, err = db.Exec(string(dump) + `INSERT INTO proofs VALUES
		('loud', 'old', '.', 'proven', '', 1, 1, '', '{"warnings":[{"message":"a"},{"message":"b","loud":true}]}'),
		('still', 'old', '.', 'proven', '', 2, 1, '', '{"warnings":[{"message":"a"}]}'),
		('none', 'old', '.', 'proven', '', 3, 1, '', '{"warnings":null}'),
		('running', 'old', '.', 'stopped', '', 4, 1, '', ''),
		('garbled', 'old', '.', 'proven', '', 5, 1, '', '{"warn');`)
	must(t, err)
	must(t, db.Close())
	s := open(t, dir)
	proofs, err := s.Proofs("old")
	must(t, err)
	for _, p := range proofs {
		if p.Loud != (p.ID == "loud") {
			t.Errorf("%s: %v", p.ID, p.Loud)
		}
	}
	if len(proofs) != 6 {
		t.Errorf("%d proofs", len(proofs))
	}
}

// TestOldReportsSayHealthy: in the database and in a recording alike, and no
// text of a log is touched.
func TestOldReportsSayHealthy(t *testing.T) {
	const (
		old  = `{"stores":[{"name":"db","state":"well"}],"services":[{"id":"api","well":true}],"log":["{\\"well\\":1}","all is well"]}`
		want = `{"stores":[{"name":"db","state":"healthy"}],"services":[{"id":"api","healthy":true}],"log":["{\\"well\\":1}","all is well"]}`
	)
	dir := t.TempDir()
	dump, err := os.ReadFile("testdata/version-8.sql")
	must(t, err)
	db, err := sql.Open("sqlite3", filepath.Join(dir, Name))
	must(t, err)
	_, err = db.Exec(string(dump) + `INSERT INTO proofs (id, run_id, service, verdict, cause, started_at, duration_ms, builder, report) VALUES ('p', 'old', '.', 'proven', '', 1, 1, '', '` + old + `');`)
	must(t, err)
	must(t, db.Close())
	s := open(t, dir)
	if got, err := s.Report("p"); err != nil || got != want {
		t.Errorf("the database has %s, %v", got, err)
	}

	finished(t, s, "r", "/p/shop", 5)
	must(t, s.SaveProof(Proof{ID: "q", RunID: "r", Service: ".", Verdict: "proven"}, old))
	file, err := s.Export("r")
	must(t, err)
	file = bytes.Replace(file, []byte(`"version": 2`), []byte(`"version": 1`), 1)
	if _, err = s.Import(file, func() string { return "imported" }); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Report("imported"); err != nil || got != want {
		t.Errorf("the recording has %s, %v", got, err)
	}
}

// TestVerdictsReadNoTexts: a list of runs is read without their documents and reports.
func TestVerdictsReadNoTexts(t *testing.T) {
	s := open(t, t.TempDir())
	for _, query := range []string{plansOf, provedIn} {
		told, err := sqlite.Collect(s.db, func(rows *sql.Rows) (text string, err error) {
			var a, b, c int
			return text, rows.Scan(&a, &b, &c, &text)
		}, `EXPLAIN QUERY PLAN `+query, `["r"]`)
		must(t, err)
		if n := strings.Count(strings.Join(told, "\n"), "COVERING INDEX "); n < 1 {
			t.Errorf("%s", strings.Join(told, "\n"))
		}
	}
}

// TestReports are of the proofs that ended, of this computer's runs that are there.
func TestReports(t *testing.T) {
	s := open(t, t.TempDir())
	for _, id := range []string{"kept", "gone"} {
		finished(t, s, id, "/p/"+id, 5)
	}
	must(t, s.SaveProof(Proof{ID: "b", RunID: "kept", Service: ".", Verdict: "proven", StartedAt: 2}, `{"n":2}`))
	must(t, s.SaveProof(Proof{ID: "a", RunID: "kept", Service: ".", Verdict: "failed", StartedAt: 1}, `{"n":1}`))
	must(t, s.SaveProof(Proof{ID: "c", RunID: "kept", Service: ".", Verdict: "running", StartedAt: 3}, ""))
	must(t, s.SaveProof(Proof{ID: "d", RunID: "gone", Service: ".", Verdict: "proven", StartedAt: 4}, `{"n":4}`))
	file, err := s.Export("kept")
	must(t, err)
	n := 0
	_, err = s.Import(file, func() string { n++; return fmt.Sprint("imported-", n) })
	must(t, err)
	must(t, s.Delete("gone"))
	got, err := s.Reports()
	must(t, err)
	if want := []string{`{"n":1}`, `{"n":2}`}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
