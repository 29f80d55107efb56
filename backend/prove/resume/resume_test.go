package resume

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"aipack/backend/prove"
	"aipack/backend/prove/repair"
	"aipack/backend/store/projectdb"
	"aipack/backend/universalbuild"
)

// TestOpen: what was cut off goes on with the same files, plan and values, and with
// nothing else; two do not repair one project at once.
func TestOpen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(t *testing.T, folder string, r *prove.Request)
		ended  bool
		anew   bool
		goesOn bool
	}{
		"the same":        {goesOn: true},
		"asked to":        {anew: true},
		"it had ended":    {ended: true},
		"another file":    {change: func(t *testing.T, folder string, _ *prove.Request) { write(t, folder, "b.js", "2") }},
		"a longer file":   {change: func(t *testing.T, folder string, _ *prove.Request) { write(t, folder, "a.js", "longer") }},
		"another plan":    {change: func(_ *testing.T, _ string, r *prove.Request) { r.Document.Runtime.Workdir = "/srv" }},
		"another value":   {change: func(_ *testing.T, _ string, r *prove.Request) { r.Env = map[string]string{"KEY": "2"} }},
		"a proposed file": {change: func(_ *testing.T, _ string, r *prove.Request) { r.Files = map[string][]byte{"a.js": nil} }},
		"other reasons": {change: func(_ *testing.T, _ string, r *prove.Request) {
			r.Document.Evidence = []universalbuild.Evidence{{Field: "/x"}}
		}, goesOn: true},
		"nothing of these": {change: func(*testing.T, string, *prove.Request) {}, goesOn: true},
	} {
		data, folder := t.TempDir(), t.TempDir()
		write(t, folder, "a.js", "1")
		var doc universalbuild.UniversalBuild
		doc.Metadata.Path = "."
		request := prove.Request{Document: universalbuild.Normal(doc), Dir: folder, Env: map[string]string{"KEY": "1"}}
		first, err := Open(t.Context(), data, folder, []prove.Request{request}, false, time.Now)
		if err != nil || !first.Since.IsZero() {
			t.Fatalf("%s: %v, since %s", name, err, first.Since)
		}
		if _, err := Open(t.Context(), data, folder, []prove.Request{request}, false, time.Now); !errors.Is(err, projectdb.ErrInUse) {
			t.Errorf("%s: twice at once: %v", name, err)
		}
		first.Session.Begun([]prove.Request{request}, []*prove.Report{{Service: ".", Verdict: prove.Failed}})
		if c.ended {
			first.Session.End(false)
		}
		first.Close()
		if c.change != nil {
			c.change(t, folder, &request)
		}
		second, err := Open(t.Context(), data, folder, []prove.Request{request}, c.anew, time.Now)
		if err != nil || second.Since.IsZero() == c.goesOn {
			t.Errorf("%s: %v, since %s", name, err, second.Since)
		}
		if _, reports, err := second.Session.Stand([]prove.Request{request}); err != nil || (len(reports) == 1) != c.goesOn {
			t.Errorf("%s: %d reports, %v", name, len(reports), err)
		}
		second.Close()
	}
	var none *repair.Session
	if none.Err() != nil {
		t.Error("no session has a fault")
	}
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
