//go:build lab

package main

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove"
)

// TestLab proves the documents that stand beside the fixtures of
// testdata/lab.txt: each must build, start and be healthy on the builder that
// AIPACK_BUILDER names (make lab prints its address).
func TestLab(t *testing.T) {
	builder, err := prove.Choose(t.Context(), os.Getenv("AIPACK_BUILDER"))
	if err != nil {
		t.Fatal(err)
	}
	wanted := labList(t)
	for _, f := range fixtures(t) {
		if !wanted[f.name] {
			continue
		}
		delete(wanted, f.name)
		t.Run(f.name, func(t *testing.T) {
			t.Parallel() // a proof waits more than it computes
			dir, err := filepath.Abs(f.path)
			if err != nil {
				t.Fatal(err)
			}
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
				if r.Verdict != prove.Proven {
					t.Errorf("%s: %s\nline %d: %s\n%s\n%s", d.Metadata.Path, r.Failure.Cause, r.Failure.Line, r.Failure.Text, strings.Join(r.Failure.Log, "\n"), r.Dockerfile)
					continue
				}
				t.Logf("%s proven in %d ms", d.Metadata.Path, r.DurationMS)
			}
		})
	}
	for name := range wanted {
		t.Errorf("testdata/lab.txt names %s, which is no fixture", name)
	}
}

// labList reads the names; a line may end in a comment.
func labList(t *testing.T) map[string]bool {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "lab.txt"))
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]bool{}
	for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
		name, _, _ := strings.Cut(s.Text(), "#")
		if name = strings.TrimSpace(name); name != "" {
			list[name] = true
		}
	}
	return list
}
