package tests

import (
	"errors"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/repo"
)

// closed is a file system of which some folders may not be read.
type closed struct {
	fstest.MapFS
	folders []string
}

func (c closed) Open(name string) (fs.File, error) {
	if slices.Contains(c.folders, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return c.MapFS.Open(name)
}

func (c closed) ReadDir(name string) ([]fs.DirEntry, error) {
	if slices.Contains(c.folders, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return c.MapFS.ReadDir(name)
}

func goProgram(more ...string) fstest.MapFS {
	m := fstest.MapFS{
		"go.mod":  {Data: []byte("module example.com/x\n\ngo 1.24\n")},
		"main.go": {Data: []byte("package main\n\nimport \"net/http\"\n\nfunc main() { _ = http.ListenAndServe(\":9000\", nil) }\n")},
	}
	for _, name := range more {
		m[name] = &fstest.MapFile{Data: []byte("x")}
	}
	return m
}

// scanned runs the line and gives what was told of the scan, in its order.
func scanned(t *testing.T, r *repo.Tree, o *pipeline.Orchestrator, limits scan.Limits) (*pipeline.Outcome, []event.Event, error) {
	t.Helper()
	var told []event.Event
	out, err := o.Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: pipeline.Static, Limits: limits, Sink: func(s event.Stamped) {
		if strings.HasPrefix(s.Type, "scan.") {
			told = append(told, s.Event)
		}
	}})
	return out, told, err
}

func completed(t *testing.T, told []event.Event) event.ScanCompleted {
	t.Helper()
	if len(told) != 2 || told[0] != (event.ScanStarted{}) {
		t.Fatalf("told of the scan: %+v", told)
	}
	done, ok := told[1].(event.ScanCompleted)
	if !ok {
		t.Fatalf("told at its end: %+v", told[1])
	}
	// What languages the files are in, what folders are for, and the steps, pipeline's tests hold.
	done.Steps, done.Guess = nil, nil
	done.DurationMS, done.Others, done.Languages, done.Unknown, done.KeyDirs, done.Workspaces = 0, 0, nil, nil, nil, nil
	return done
}

// TestWhatIsLeftOutIsTold: a folder that nobody would expect to be left out, with the
// reason; those that go by a tool's own name are not named.
func TestWhatIsLeftOutIsTold(t *testing.T) {
	t.Parallel()
	files := goProgram("docs/a.txt", "node_modules/a/index.js", "env/pyvenv.cfg", "env/lib/a.py", "gen/a.go")
	files[".gitignore"] = &fstest.MapFile{Data: []byte("gen/\n")}
	_, told, err := scanned(t, repo.New(files, "x"), analysis.New(), scan.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := []event.LeftOut{{Path: "env", Why: "filled by a tool, as env/pyvenv.cfg says"}, {Path: "gen", Why: "not tracked by git, and ignored by .gitignore"}}
	if got := told[1].(event.ScanCompleted).LeftOut; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestTheScanIsTold(t *testing.T) {
	t.Parallel()
	_, told, err := scanned(t, repo.New(goProgram("docs/a.txt"), "x"), analysis.New(), scan.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := completed(t, told), (event.ScanCompleted{Files: 3, Dirs: 1, Manifests: 1}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestAFolderThatCannotBeReadIsSaid(t *testing.T) {
	t.Parallel()
	r := repo.New(closed{goProgram("private/a.txt", "docs/a.txt"), []string{"private"}}, "x")
	out, told, err := scanned(t, r, analysis.New(), scan.Limits{})
	if err != nil || len(out.Documents) != 1 {
		t.Fatalf("%d documents: %v", len(out.Documents), err)
	}
	want := event.ScanCompleted{
		Files: 3, Dirs: 2, Manifests: 1, Reason: "unreadable_folders", Unread: 1, Partial: "1 folder could not be read: private (permission denied)",
	}
	if got := completed(t, told); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if v := out.Context.Scan(); v.Outcome != scan.Incomplete {
		t.Errorf("the outcome is %s", v.Outcome)
	}
}

func TestLimitsOfOneRun(t *testing.T) {
	t.Parallel()
	for reason, l := range map[scan.PartialReason]scan.Limits{scan.MaxFilesReached: {Files: 2}, scan.MaxDepthReached: {Depth: 1}} {
		out, told, err := scanned(t, repo.New(goProgram("a/b/c/d.txt"), "x"), analysis.New(), l)
		if err != nil {
			t.Fatal(err)
		}
		if done := completed(t, told); done.Reason != string(reason) || done.Partial == "" || out.Context.Scan().Outcome != scan.Incomplete {
			t.Errorf("%s: %+v", reason, done)
		}
	}
}

// TestAFailedScanGoesOnWithWhatItHas: out of time, with a part of the folder
// known, is a warning; a folder that cannot be read at all ends the run.
func TestAFailedScanGoesOnWithWhatItHas(t *testing.T) {
	t.Parallel()
	limits := scan.Default()
	limits.Timeout = time.Nanosecond
	_, told, _ := scanned(t, repo.New(goProgram(), "x"), analysis.Within(limits), scan.Limits{})
	if len(told) != 3 {
		t.Fatalf("told of the scan: %+v", told)
	}
	failed, is := told[1].(event.ScanFailed)
	done, then := told[2].(event.ScanCompleted)
	if !is || !then || failed.Problem == "" || done.Reason != string(scan.Timeout) {
		t.Errorf("told of the scan: %+v", told)
	}
	_, told, err := scanned(t, repo.New(closed{goProgram(), []string{"."}}, "x"), analysis.New(), scan.Limits{})
	if !errors.Is(err, fs.ErrPermission) || len(told) != 2 {
		t.Errorf("a folder that may not be read: %v, told %+v", err, told)
	}
}
