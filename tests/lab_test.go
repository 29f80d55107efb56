//go:build lab

package tests

import (
	"bufio"
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/lint"
	"aipack/backend/universalbuild"
)

// TestLab proves the documents that stand beside the fixtures of
// testdata/lab.txt on the builder that AIPACK_BUILDER names (make lab prints its
// address). Each must come to the verdict that the list names, else to the one
// of its kind.
func TestLab(t *testing.T) {
	p := labProver(t)
	wanted := labList(t)
	for _, f := range fixtures(t) {
		verdict, named := wanted[f.name]
		if !named {
			continue
		}
		delete(wanted, f.name)
		t.Run(f.name, func(t *testing.T) {
			t.Parallel() // a proof waits more than it computes
			dir := f.folder(t, nil)
			docs := f.want(t)
			if len(docs) == 0 {
				t.Fatal("there is nothing to prove")
			}
			for _, d := range docs {
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

// labProver proves on the builder that AIPACK_BUILDER names.
func labProver(t *testing.T) prove.Prover {
	t.Helper()
	builder, err := builder.Choose(t.Context(), os.Getenv("AIPACK_BUILDER"))
	if err != nil {
		t.Fatal(err)
	}
	return prove.Prover{Builder: builder, Limits: prove.Usual(), Lint: lint.Check, Now: time.Now}
}

// usual is the verdict that a service of its kind comes to where nothing is wrong.
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
