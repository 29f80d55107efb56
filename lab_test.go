//go:build lab

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"aipack/backend/prove"
	"aipack/backend/universalbuild"
)

// TestLab proves the documents that stand beside the fixtures of
// testdata/lab.txt on the builder that AIPACK_BUILDER names (make lab prints its
// address). Each must come to the verdict that the list names, else to the one
// of its kind.
func TestLab(t *testing.T) {
	builder, err := prove.Choose(t.Context(), os.Getenv("AIPACK_BUILDER"))
	if err != nil {
		t.Fatal(err)
	}
	wanted := labList(t)
	for _, f := range fixtures(t) {
		verdict, named := wanted[f.name]
		if !named {
			continue
		}
		delete(wanted, f.name)
		t.Run(f.name, func(t *testing.T) {
			t.Parallel() // a proof waits more than it computes
			dir := onDisk(t, f.path)
			docs := f.want(t)
			if len(docs) == 0 {
				t.Fatal("there is nothing to prove")
			}
			for _, d := range docs {
				p := prove.Prover{Builder: builder, Limits: prove.Usual(), Now: time.Now}
				r, err := p.Prove(t.Context(), prove.Request{Document: d, Dir: dir})
				if err != nil {
					t.Fatalf("%s: %v", d.Metadata.Path, err)
				}
				if want := cmp.Or(verdict, usual(d)); r.Verdict != want {
					t.Errorf("%s: %s, not %s\n%+v\n%s", d.Metadata.Path, r.Verdict, want, r.Failure, r.Dockerfile)
					continue
				}
				t.Logf("%s %s in %d ms", d.Metadata.Path, r.Verdict, r.DurationMS)
			}
		})
	}
	for name := range wanted {
		t.Errorf("testdata/lab.txt names %s, which is no fixture", name)
	}
}

// onDisk is a fixture's folder; one that is a single file is laid out first.
func onDisk(t *testing.T, fixture string) string {
	t.Helper()
	if path.Ext(fixture) != ".txtar" {
		dir, err := filepath.Abs(fixture)
		if err != nil {
			t.Fatal(err)
		}
		return dir
	}
	archive, err := txtar.ParseFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	files, err := txtar.FS(archive)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	return dir
}

// usual is the verdict that a service of its kind comes to where all is well.
func usual(d universalbuild.UniversalBuild) prove.Verdict {
	switch {
	case d.Metadata.Kind == universalbuild.CLI:
		return prove.Ran
	case len(d.Metadata.BackingServices) > 0:
		return prove.Incomplete
	}
	return prove.Proven
}

// labList reads the names, each with its verdict where that is not the usual
// one; a line may end in a comment.
func labList(t *testing.T) map[string]prove.Verdict {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "lab.txt"))
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]prove.Verdict{}
	for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
		line, _, _ := strings.Cut(s.Text(), "#")
		if words := append(strings.Fields(line), ""); words[0] != "" {
			list[words[0]] = prove.Verdict(words[1])
		}
	}
	return list
}
