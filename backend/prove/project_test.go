package prove

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tonistiigi/fsutil"

	"aipack/backend/packaging/export"
	"aipack/backend/prove/check"
	"aipack/backend/prove/handover"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

// TestHeldProject: a proof of a folder that is held open reads nothing else, whatever
// has its name by then; where what is sent to the build has become a link to outside,
// there is none.
func TestHeldProject(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	lock := `{"lockfileVersion": 3, "packages": {"node_modules/a": {"version": "1.0.0"}}}`
	repotest.LayOut(t, dir, map[string]string{"web/package-lock.json": lock, "web/.npmrc": "//npm.example.net/:_authToken=inside", "db.sql": "inside"})
	held, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	outside := t.TempDir()
	repotest.LayOut(t, outside, map[string]string{"web/.npmrc": "//npm.example.net/:_authToken=outside", "db.sql": "outside", "web/secret": "outside"})
	if err := os.Rename(dir, dir+".moved"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, dir); err != nil {
		t.Skip(err)
	}
	r := Request{Dir: dir, Root: held, Document: universalbuild.UniversalBuild{
		Metadata: universalbuild.Metadata{Path: "web"},
		Build:    universalbuild.Build{Context: "web", Secrets: []universalbuild.Secret{{ID: "npmrc", File: ".npmrc", Target: "/root/.npmrc"}}},
	}}

	sent, err := localMounts(t.Context(), r, export.Text{})
	if err != nil {
		t.Fatal(err)
	}
	defer sent.Close()
	if got := walked(t, sent.local["context"]); !reflect.DeepEqual(keys(got), []string{".npmrc", "package-lock.json"}) {
		t.Errorf("sent to the build: %v", got)
	}
	f, err := sent.local["context"].Open(".npmrc")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, err := io.ReadAll(f); err != nil || !strings.HasSuffix(string(text), "=inside") {
		t.Errorf("%q %v", text, err)
	}
	if s, err := r.signIn(); err != nil || !strings.HasSuffix(string(s.given["npmrc"]), "=inside") {
		t.Errorf("signed in with %q, %v", s.given, err)
	}
	if c := packagesCheck(r); c.State != check.Passed || !strings.Contains(c.Reason, "1 packages") {
		t.Errorf("%+v", c)
	}
	if r.holds("secret") || !r.holds(".npmrc") {
		t.Error("another folder is looked into")
	}
	laid, set, err := handover.Lay(r.project, nil, []universalbuild.InitialFile{{From: "db.sql", To: "/initdb/db.sql"}})
	if err != nil || len(set) != 1 {
		t.Fatalf("%+v %v", set, err)
	}
	one, err := laid.Open("0/db.sql")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(one); err != nil || string(text) != "inside" {
		t.Errorf("%q %v", text, err)
	}

	if err := os.RemoveAll(filepath.Join(dir+".moved", "web")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "web"), filepath.Join(dir+".moved", "web")); err != nil {
		t.Fatal(err)
	}
	if _, err := localMounts(t.Context(), r, export.Text{}); err == nil {
		t.Error("a link to outside is sent to the build")
	}
	if r.holds(".npmrc") {
		t.Error("a link to outside is looked through")
	}
}

// TestContextAsItWas: what is sent from a folder that is held open is what is sent
// from one by its name: modes, links, two names of one file.
func TestContextAsItWas(t *testing.T) {
	dir := t.TempDir()
	repotest.LayOut(t, dir, map[string]string{"a/b/c.txt": "c", "run.sh": "#!/bin/sh", "ümläut": "u", "empty/x": ""})
	for _, err := range []error{
		os.Chmod(filepath.Join(dir, "run.sh"), 0o755), os.Remove(filepath.Join(dir, "empty", "x")), os.Link(filepath.Join(dir, "run.sh"), filepath.Join(dir, "a", "twin.sh")),
		os.Symlink("../run.sh", filepath.Join(dir, "a", "link")), os.Symlink("/etc/passwd", filepath.Join(dir, "away")), os.Symlink("nowhere", filepath.Join(dir, "dangling")),
	} {
		if err != nil {
			t.Skip(err)
		}
	}
	byName, err := fsutil.NewFS(dir)
	if err != nil {
		t.Fatal(err)
	}
	in, err := Request{Dir: dir}.context()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	want, got := walked(t, byName), walked(t, fsutil.NewRootFS(in))
	if len(want) != 10 || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// walked is what a build is told of each file.
func walked(t *testing.T, of fsutil.FS) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := of.Walk(context.Background(), "", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			out[p] = info.Sys().(interface{ String() string }).String()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func keys(m map[string]string) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// TestFilesInPlace: only files of the project, below the folder that is sent to
// the build, are proved in place of its own.
func TestFilesInPlace(t *testing.T) {
	for name, ok := range map[string]bool{
		"server.js": true, "api/a b.txt": true, "": false, ".": false, "../x": false, "/etc/passwd": false, "a/../b": false, `a\b`: false, ".git/config": false, ".gitignore": true,
	} {
		r := Request{Files: map[string][]byte{name: []byte("x")}}
		if err := r.checkFiles(); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := (Request{Files: map[string][]byte{"a": make([]byte, largestFile+1)}}).checkFiles(); err == nil {
		t.Error("a file of any size is proved")
	}
	r := Request{Dir: t.TempDir(), Files: map[string][]byte{"api/new.txt": nil, "other/x": nil}}
	r.Document.Build.Context = "api"
	if err := os.Mkdir(filepath.Join(r.Dir, "api"), 0o755); err != nil {
		t.Fatal(err)
	}
	if in := r.filesIn(); len(in) != 1 || !r.holds("new.txt") || r.holds("x") {
		t.Errorf("%v", in)
	}
}
