//go:build unix

package fleet_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/fleet"
)

// TestPagesOfResults: on each kind of queue, as it is with the others.
func TestPagesOfResults(t *testing.T) { onBoth(t, pages) }

func pages(t *testing.T, address string, _ *postgres) {
	list, folder := repositories(t, map[string]string{"aq_1": "plain", "b%2": "fails", "c": "nothing", "d": "fails", "e": "plain"})
	q := open(t, address)
	add(t, q, list, fleet.Order{}, fleet.Added{New: 5})
	run(t, work{Folder: t.TempDir()}.worker(q))
	for _, one := range []struct {
		filter        fleet.Filter
		offset, limit int
		want          string
		all           int
	}{
		{fleet.Filter{}, 0, 2, "aq_1 b%2", 5},
		{fleet.Filter{}, 4, 2, "e", 5},
		{fleet.Filter{}, 9, 2, "", 5},
		{fleet.Filter{Cause: fleet.Failed}, 0, 9, "b%2 d", 2},
		{fleet.Filter{Cause: fleet.Failed}, 1, 1, "d", 2},
		{fleet.Filter{Text: "%"}, 0, 9, "b%2", 1},
		{fleet.Filter{Text: "aq_"}, 0, 9, "aq_1", 1},
		{fleet.Filter{Text: "!"}, 0, 9, "", 0},
		{fleet.Filter{Text: "CANNOT be"}, 0, 9, "b%2 d", 2},
		{fleet.Filter{Text: "cannot be", Cause: fleet.Detected}, 0, 9, "", 0},
		{fleet.Filter{Text: "'"}, 0, 9, "", 0},
	} {
		got, all, err := q.Page(t.Context(), one.filter, one.offset, one.limit)
		var names []string
		for _, r := range got {
			names = append(names, strings.TrimPrefix(r.Address, folder+"/"))
		}
		if err != nil || strings.Join(names, " ") != one.want || all != one.all {
			t.Errorf("%+v: %q of %d, %v", one, names, all, err)
		}
	}
}

// TestLookingBeginsNoQueue: neither a file nor a folder nor tables.
func TestLookingBeginsNoQueue(t *testing.T) {
	dir := t.TempDir()
	for _, at := range []string{"none/fleet.db", "empty.db"} {
		file := filepath.Join(dir, at)
		if at == "empty.db" {
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			if _, err := fleet.OpenBegun(t.Context(), file); !errors.Is(err, fleet.ErrAbsent) {
				t.Fatalf("%s: %v", at, err)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder was made")
	}
	at := filepath.Join(dir, "fleet.db")
	if err := open(t, at).Close(); err != nil {
		t.Fatal(err)
	}
	q, err := fleet.OpenBegun(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Close(); err != nil {
		t.Error(err)
	}
}
