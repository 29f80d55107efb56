package jsonl

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

type record struct{ N int }

func TestWhatIsAddedIsRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "folder", "records.jsonl")
	if all, err := Read[record](path); err != nil || len(all) != 0 {
		t.Fatal(all, err)
	}
	for _, n := range []int{1, 2} {
		if err := Add(path, record{n}); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := Read[record](path); err != nil || !slices.Equal(all, []record{{1}, {2}}) {
		t.Error(all, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
}

func TestHalfALineSpoilsNoOther(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "records.jsonl")
	if err := os.WriteFile(path, []byte("\n{\"N\":1}\n{\"N\":"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Add(path, record{3}); err != nil {
		t.Fatal(err)
	}
	if all, err := Read[record](path); err != nil || !slices.Equal(all, []record{{1}, {3}}) {
		t.Error(all, err)
	}
}

func TestManyAddAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "records.jsonl")
	var all sync.WaitGroup
	for n := range 50 {
		all.Go(func() {
			if err := Add(path, record{n}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got, err := Read[record](path)
	slices.SortFunc(got, func(a, b record) int { return a.N - b.N })
	if err != nil || len(got) != 50 || got[0].N != 0 || got[49].N != 49 {
		t.Error(got, err)
	}
}

func TestWhatCannotBeReadIsSaid(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if _, err := Read[record](folder); err == nil {
		t.Error("a folder was read")
	}
	if err := Add(folder, record{1}); err == nil {
		t.Error("a folder was written to")
	}
}
