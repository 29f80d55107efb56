package audit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"aipack/backend/repo"
	"aipack/backend/secret/leak"
)

var at = time.Date(2026, 11, 29, 14, 5, 0, 0, time.UTC)

// audited looks at a folder with one token in a source; it lies in no repository.
func audited(t *testing.T, ignored map[string]Ignored, above string) Report {
	t.Helper()
	dir := t.TempDir()
	text := above + "token = 'ghp_" + strings.Repeat("a1B2c3D4e5F6", 3) + "'\n"
	if err := os.WriteFile(filepath.Join(dir, "bot.py"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	tree, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Request{Folder: dir, Project: tree, Ignored: ignored, Now: func() time.Time { return at }})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRun: a token is critical, its id stays when the line moves, and the history of a
// folder without one is not looked at.
func TestRun(t *testing.T) {
	gitAlone(t)
	r := audited(t, nil, "")
	if len(r.Findings) != 1 || r.Findings[0].Severity != Critical || r.Findings[0].Path != "bot.py" || r.Findings[0].Line != 1 || r.Counts() != "1 critical" {
		t.Fatalf("%+v", r)
	}
	if left := r.Unlooked(); len(left) != 3 || !strings.Contains(left[0].Said, "no git repository") || !strings.Contains(left[2].Said, "install one of them") {
		t.Errorf("%+v", left)
	}
	id := r.Findings[0].ID
	if moved := audited(t, nil, "import os\n\n"); moved.Findings[0].ID != id || moved.Findings[0].Line != 3 {
		t.Errorf("%+v", moved.Findings)
	}
	standing := audited(t, map[string]Ignored{id: {Reason: "revoked", Until: at.Add(time.Hour)}}, "")
	if standing.Findings[0].Ignored == nil || len(standing.Open()) != 0 || standing.Counts() != "" {
		t.Errorf("%+v", standing)
	}
	if over := audited(t, map[string]Ignored{id: {Reason: "revoked", Until: at}}, ""); len(over.Open()) != 1 {
		t.Error("what is ignored until today still is")
	}
}

// TestWeight: what is sure and in use is critical; nothing that is gone or in a test is.
func TestWeight(t *testing.T) {
	for want, all := range map[Severity][]leak.Credential{
		Critical: {{Sure: true}, {Sure: true, Rule: "private-key"}},
		High:     {{Sure: true, Commit: "c"}, {Rule: "password-in-address"}},
		Medium:   {{}, {Sure: true, Aside: true}},
		Low:      {{Commit: "c"}, {Sure: true, Aside: true, Rule: "private-key"}},
	} {
		for _, c := range all {
			if got := weight(c); got != want {
				t.Errorf("%+v: %s, want %s", c, got, want)
			}
		}
	}
}

// TestSARIF: the report is valid by the schema of OASIS, and says what was not looked at
// and what is ignored.
func TestSARIF(t *testing.T) {
	r := audited(t, nil, "")
	r.Findings[0].Ignored = &Ignored{Reason: "revoked in May"}
	text, err := r.SARIF("1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := sarif.FromBytes(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(); err != nil {
		t.Error(err)
	}
	for _, want := range []string{`"bot.py"`, `"startLine": 1`, "revoked in May", "not looked at: secrets in the history", `"error"`, `"1.2.3"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
}
