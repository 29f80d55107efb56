package window

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"aipack/backend/universalbuild"
	"aipack/backend/window/plan"
)

func TestExportKeepsWhatIsInTheWay(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	s := analysed(t, a, p, dir)
	mine := filepath.Join(dir, "Dockerfile")
	if err := os.WriteFile(mine, []byte("FROM mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	states := func(force bool) map[string]string {
		results, err := a.Plan.Export(s.RunID, "", nil, force, false)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, r := range results.Files {
			out[r.Path] = r.State
			if r.Path == "Dockerfile" && (r.Backup != "") != force {
				t.Errorf("backup: %+v", r)
			}
		}
		return out
	}
	if got := states(false); got["Dockerfile"] != "kept" || got["universalbuild.json"] != "written" {
		t.Errorf("%v", got)
	}
	if s, _ := a.Plan.Service(s.RunID, "."); s.Existing != "FROM mine\n" {
		t.Errorf("the project's own Dockerfile is shown as %q", s.Existing)
	}
	if got := states(true); got["Dockerfile"] != "written" || got["universalbuild.json"] != "same" {
		t.Errorf("%v", got)
	}
	old, err := os.ReadFile(mine + ".bak-1")
	if err != nil || string(old) != "FROM mine\n" {
		t.Errorf("the old one: %q %v", old, err)
	}
	if s, _ := a.Plan.Service(s.RunID, "."); s.Existing != "" {
		t.Error("a Dockerfile that was exported is shown as the project's own")
	}
}

func TestWhatExportCannotWriteIsSaid(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "turborepo"))
	dir := t.TempDir()
	// A file stands where a folder is needed: that fails for every user.
	if err := os.WriteFile(filepath.Join(dir, "apps"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	results, err := a.Plan.Export(s.RunID, dir, nil, true, false)
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for _, r := range results.Files {
		want := "written"
		switch {
		case strings.HasPrefix(r.Path, "apps/"):
			want = "failed"
		case r.Path == "compose.yaml": // it builds the Dockerfiles below apps
			want = "kept"
		}
		if r.State != want {
			t.Errorf("%+v, want %s", r, want)
		}
		if r.State == "failed" {
			failed++
			if r.Message == "" {
				t.Errorf("%s failed without a word", r.Path)
			}
		}
	}
	if failed == 0 || failed == len(results.Files) {
		t.Errorf("%d of %d failed", failed, len(results.Files))
	}
}

// TestAPipeInTheProjectIsNotRead: a repository may hold anything under a name
// that we would write.
func TestAPipeInTheProjectIsNotRead(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	s := analysed(t, a, p, dir)
	if err := syscall.Mkfifo(filepath.Join(dir, "Dockerfile"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "universalbuild.json")); err != nil {
		t.Fatal(err)
	}
	seen := make(chan []plan.ExportFile, 1)
	go func() {
		files, err := a.Plan.Files(s.RunID, "", false)
		if err != nil {
			t.Error(err)
		}
		seen <- files
	}()
	select {
	case files := <-seen:
		for _, f := range files {
			if special := f.Path == "Dockerfile" || f.Path == "universalbuild.json"; f.Same || f.Exists != special {
				t.Errorf("%s: exists %v, same %v", f.Path, f.Exists, f.Same)
			}
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the pipe is waited for")
	}
}

func TestSeveralServicesAreExportedAsOneDocument(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "turborepo"))
	document := func(merged bool) []byte {
		t.Helper()
		files, err := a.Plan.Files(s.RunID, "", merged)
		at := slices.IndexFunc(files, func(f plan.ExportFile) bool { return f.Path == "universalbuild.json" })
		if err != nil || at < 0 {
			t.Fatal(err, files)
		}
		dir := t.TempDir()
		if results, err := a.Plan.Export(s.RunID, dir, []string{"universalbuild.json"}, false, merged); err != nil || len(results.Files) != 1 {
			t.Fatal(err, results)
		}
		written, err := os.ReadFile(filepath.Join(dir, "universalbuild.json"))
		if err != nil || string(written) != files[at].Content {
			t.Fatalf("merged %v: what is written is not what is shown: %v", merged, err)
		}
		return written
	}
	list, one := document(false), document(true)
	var whole universalbuild.UniversalBuild
	if err := json.Unmarshal(one, &whole); err != nil || len(whole.Projects) != len(s.Documents) || len(whole.Projects) < 2 {
		t.Fatalf("%v: %d projects of %d services", err, len(whole.Projects), len(s.Documents))
	}
	var services []universalbuild.UniversalBuild
	if err := json.Unmarshal(list, &services); err != nil || !reflect.DeepEqual(universalbuild.Split(whole), services) {
		t.Errorf("the two forms say different things: %v", err)
	}
}
