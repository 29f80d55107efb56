package window

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/prove/gate"
)

// TestFindings: what is found holds a commit until it is let stand, and counts again after.
func TestFindings(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	s := analysed(t, a, p, dir)
	if r, err := a.Findings.Last(s.RunID); err != nil || !r.At.IsZero() || r.Findings == nil || r.Looks == nil {
		t.Fatalf("before: %+v %v", r, err)
	}
	token := "ghp_" + strings.Repeat("a1B2c3D4e5F6", 3)
	if err := os.WriteFile(filepath.Join(dir, "bot.js"), []byte("const t = '"+token+"';\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := a.Findings.Look(s.RunID)
	if err != nil || len(r.Findings) != 1 || r.Findings[0].Path != "bot.js" || len(r.Unlooked()) == 0 {
		t.Fatalf("%+v %v", r, err)
	}
	held := func() gate.State {
		t.Helper()
		ready, err := a.Keep.Look(s.RunID, []string{"Dockerfile"})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(ready.Checks, func(c gate.Check) bool { return c.Name == "findings" })
		return ready.Checks[i].State
	}
	if held() != gate.Failed {
		t.Error("a token does not hold the commit")
	}
	id := r.Findings[0].ID
	if _, err := a.Findings.Ignore(s.RunID, id, " ", ""); fault.CodeOf(err) != fault.WrongUse {
		t.Error(err)
	}
	if _, err := a.Findings.Ignore(s.RunID, id, "revoked", "2001-01-01"); fault.CodeOf(err) != fault.WrongUse {
		t.Error(err)
	}
	if r, err = a.Findings.Ignore(s.RunID, id, "revoked", "2999-01-01"); err != nil || r.Findings[0].Ignored == nil || held() != gate.Passed {
		t.Errorf("%+v %v", r, err)
	}
	if r, err = a.Findings.Heed(s.RunID, id); err != nil || r.Findings[0].Ignored != nil || held() != gate.Failed {
		t.Errorf("%+v %v", r, err)
	}
	if text, err := a.Findings.SARIF(s.RunID); err != nil || !strings.Contains(text, "bot.js") || strings.Contains(text, token) {
		t.Error(err)
	}
	if err := a.Findings.Stop(s.RunID); err != nil {
		t.Error(err)
	}
}
