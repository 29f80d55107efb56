package window

import (
	"strings"
	"testing"

	"aipack/backend/prove/audit"
	"aipack/backend/store/projectdb"
)

// TestInsight: what is kept of projects is counted, and the report that can be handed on
// names none of them.
func TestInsight(t *testing.T) {
	data := t.TempDir()
	a, p := opened(t, data)
	dir := sample(t, a, "node-express")
	s := analysed(t, a, p, dir)
	prove(t, a, s.RunID, "failed")
	db, err := projectdb.Open(data, dir, a.now)
	if err != nil {
		t.Fatal(err)
	}
	err = db.SaveTests([]projectdb.Tests{{Service: "web", State: "failed", Passed: 4, Failed: 1}})
	if err == nil {
		err = audit.Save(db, audit.Report{At: a.now(), Findings: []audit.Finding{{ID: "a", Severity: audit.Critical}, {ID: "b", Severity: audit.Low}}})
	}
	if err == nil {
		err = db.Ignore(projectdb.Ignored{Finding: "b", Reason: "known", Until: a.now().UnixMilli() + 1_000_000})
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	a.Page.Log.Add("reading " + dir + "/package.json failed: password=hunter2hunter2x9, see https://git.acme.io/x or ask ann@acme.io")
	d, err := a.Program.Diagnostics()
	if err != nil {
		t.Fatal(err)
	}
	i := d.Insight
	if i.Proofs.Failed != 1 || i.Tests.Passed != 4 || i.Tests.Failed != 1 || i.Findings.Projects != 1 || i.Findings.BySeverity["critical"] != 1 || i.Findings.BySeverity["low"] != 0 || i.Findings.Ignored != 1 {
		t.Errorf("%+v", i)
	}
	report, err := a.Program.PrivateReport()
	if err != nil || !strings.Contains(report, `"project 1"`) || !strings.Contains(report, `"failed": 1`) {
		t.Fatal(report, err)
	}
	for _, private := range []string{dir, data, "hunter2", "acme.io", "ann@", `"` + s.Name + `"`} {
		if strings.Contains(report, private) {
			t.Errorf("%q is in the report:\n%s", private, report)
		}
	}
}
