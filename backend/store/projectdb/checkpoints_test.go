package projectdb

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestCheckpoints: contents are kept once, and the oldest go where there is too much, but
// never the one that is being saved.
func TestCheckpoints(t *testing.T) {
	t.Parallel()
	d := open(t, t.TempDir(), t.TempDir())
	d.most = 100
	save := func(was string, bytes int) int64 {
		t.Helper()
		id, err := d.SaveCheckpoint(Checkpoint{Session: "s", Path: "a", Was: was, Became: "x", Beside: ".tmp", Mode: 0o644}, []byte(strings.Repeat("b", bytes)))
		must(t, err)
		return id
	}
	first, second := save("one", 40), save("one", 40)
	if n, err := d.CheckpointBytes(); err != nil || n != 40 {
		t.Errorf("%d bytes are kept of one content, %v", n, err)
	}
	made := save("", 0)
	save("two", 50)
	check := func(want string) {
		t.Helper()
		rows, err := d.Checkpoints(0)
		must(t, err)
		var got []string
		for _, r := range rows {
			got = append(got, fmt.Sprint(r.ID, r.Was))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	check("1one 2one 3 4two")
	save("three", 30) // 120 bytes: the first two go, for the second has the same content
	check("3 4two 5three")
	if _, err := d.Content("one"); !errors.Is(err, ErrAbsent) {
		t.Errorf("a content that nobody needs is kept: %v", err)
	}
	if data, err := d.Content("two"); err != nil || len(data) != 50 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	save("huge", 500)
	check("6huge")
	if left, err := d.Unsettled(); err != nil || len(left) != 1 || left[0].Mode != 0o644 {
		t.Errorf("%+v, %v", left, err)
	}
	must(t, d.Settled(first, second, made, 6))
	if left, err := d.Unsettled(); err != nil || len(left) != 0 {
		t.Errorf("%+v, %v", left, err)
	}
	must(t, d.DropCheckpoints())
	if n, err := d.CheckpointBytes(); err != nil || n != 0 {
		t.Errorf("%d bytes, %v", n, err)
	}
	if id := save("one", 1); id != 7 {
		t.Errorf("the number %d is given again", id)
	}
}
