//go:build linux && !race

// The race detector needs more memory than the bound leaves.

package fleet_test

import (
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/fleet"
)

func TestWhatEatsMemoryIsEnded(t *testing.T) {
	list, folder := repositories(t, map[string]string{"eats": "eats", "plain": "plain"})
	q := open(t, filepath.Join(t.TempDir(), "fleet.db"))
	add(t, q, list, fleet.Order{}, fleet.Added{New: 2})
	run(t, work{Folder: t.TempDir(), Memory: 512 << 20}.worker(q))
	got := said(t, q, folder)
	if !strings.Contains(got, "eats failed  it used more than 512 MiB of memory\n") || !strings.Contains(got, "plain detected") {
		t.Error(got)
	}
}
