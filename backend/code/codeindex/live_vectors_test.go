package codeindex

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"aipack/backend/code/codeindex/codecache"
	"aipack/backend/repo"
)

// TestVectorsLieOnTheShelfOfWhoFollows: they outlive the following, and where the
// shelf cannot be had, that is said.
func TestVectorsLieOnTheShelfOfWhoFollows(t *testing.T) {
	dir := project(t, shop)
	file := filepath.Join(t.TempDir(), "shelf.db")
	kept := func() (*codecache.Folder, error) { return codecache.Open(file, "1", time.Now) }
	begin := func() *Live {
		l, err := Follow(dir, repo.Config{}, &here{}, kept, func() {})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
		defer stop()
		if _, err := l.Wait(ctx); err != nil {
			t.Fatal(err)
		}
		return l
	}
	first := begin()
	if err := first.SaveVectors(map[string][]float32{"a": {1, 2}, "b": {3, 4}}); err != nil {
		t.Fatal(err)
	}
	second := begin() // the shelf is in use
	if err := second.SaveVectors(map[string][]float32{"c": {5, 6}, "d": {7, 8}}); err != nil {
		t.Fatal(err)
	}
	if err := second.DropVectors([]string{"d"}); err != nil {
		t.Fatal(err)
	}
	if got, err := second.Vectors(); !errors.Is(err, ErrNotKept) || len(got) != 1 || len(got["c"]) != 2 {
		t.Errorf("who has no shelf: %v, %v", got, err) // and reads nothing twice all the same
	}
	for _, l := range []*Live{second, first} {
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(first.SaveVectors(nil), first.DropVectors(nil)); !errors.Is(err, ErrNotKept) {
		t.Errorf("after the end: %v", err)
	}
	third := begin()
	defer func() {
		if err := third.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := third.DropVectors([]string{"b"}); err != nil {
		t.Fatal(err)
	}
	if got, err := third.Vectors(); err != nil || len(got) != 1 || len(got["a"]) != 2 || got["a"][1] != 2 {
		t.Errorf("%v, %v", got, err)
	}
}
