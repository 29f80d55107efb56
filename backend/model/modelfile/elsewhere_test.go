package modelfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"aipack/backend/base/fault"
)

// TestAnotherProgramsDownloadIsFollowed: it is shown while it goes on, and what
// becomes of it is noticed.
func TestAnotherProgramsDownloadIsFollowed(t *testing.T) {
	whole := modelBytes(300_000, 1)
	for name, c := range map[string]struct {
		end  func(t *testing.T, base string)
		want Stage // "" where it is no longer listed
	}{
		"finished": {func(t *testing.T, base string) {
			if err := os.Rename(base+partEnding, base); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(base, whole, 0o600); err != nil {
				t.Fatal(err)
			}
		}, Done},
		"killed": {func(*testing.T, string) {}, Done}, // this one goes on
		"paused": {func(t *testing.T, base string) {
			var r partRecord
			if err := readJSON(base+partEnding+recordEnding, &r); err != nil {
				t.Fatal(err)
			}
			r.Paused = true
			if err := writeJSON(base+partEnding+recordEnding, r); err != nil {
				t.Fatal(err)
			}
		}, Paused},
		"deleted": {func(t *testing.T, base string) {
			for _, ending := range []string{partEnding, partEnding + recordEnding} {
				if err := os.Remove(base + ending); err != nil {
					t.Fatal(err)
				}
			}
		}, Paused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t, whole)
			s := Shelf{Dir: t.TempDir()}
			base := filepath.Join(s.Dir, "tiny.gguf")
			id := h.model().ID
			other, err := lock(base)
			if err != nil {
				t.Fatal(err)
			}
			m := h.model()
			m.Bytes, m.SHA256, m.Commit = int64(len(whole)), h.sum(), testCommit
			if err := writeJSON(base+partEnding+recordEnding, partRecord{record: record{Version: 1, Model: m}}); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(base+partEnding, whole[:1000], 0o600); err != nil {
				t.Fatal(err)
			}
			d := &Downloads{Shelf: s, Fetcher: h.fetcher()}
			defer d.Close()
			d.Notice()
			at := standing(t, d, id, Elsewhere)
			if at.Done != 1000 || at.Total != int64(len(whole)) {
				t.Errorf("%d of %d", at.Done, at.Total)
			}
			c.end(t, base)
			other.release()
			ended(t, d, id, c.want)
		})
	}
}

// TestNobodysPartIsNotTakenUp: a part that no program is at waits for the user.
func TestNobodysPartIsNotTakenUp(t *testing.T) {
	h := newHub(t, modelBytes(10, 1))
	s := Shelf{Dir: t.TempDir()}
	r := partRecord{record: record{Version: 1, Model: h.model()}}
	if err := writeJSON(filepath.Join(s.Dir, "tiny.gguf.part.json"), r); err != nil {
		t.Fatal(err)
	}
	d := &Downloads{Shelf: s, Fetcher: h.fetcher()}
	defer d.Close()
	if d.Notice(); len(d.List()) != 0 || h.heads != 0 {
		t.Errorf("%+v", d.List())
	}
}

func TestAnotherProgramsDownloadLeavesTheList(t *testing.T) {
	h := newHub(t, modelBytes(10, 1))
	s := Shelf{Dir: t.TempDir()}
	other, err := lock(filepath.Join(s.Dir, "tiny.gguf"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.release()
	d := &Downloads{Shelf: s, Fetcher: h.fetcher()}
	defer d.Close()
	if err := d.Start(h.model()); err != nil {
		t.Fatal(err)
	}
	standing(t, d, h.model().ID, Elsewhere)
	if d.Dismiss(h.model().ID); len(d.List()) != 0 {
		t.Errorf("%+v", d.List())
	}
}

// TestACopyIsCancelled: a file that is taken in by copying is listed, and
// nothing of it stays where the user stops that.
func TestACopyIsCancelled(t *testing.T) {
	from := filepath.Join(t.TempDir(), "mine.gguf")
	s := Shelf{Dir: t.TempDir(), link: func(string, string) error { return errors.New("another disk") }}
	if err := os.WriteFile(from, modelBytes(3_000_000, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	d := &Downloads{Shelf: s}
	listed := make(chan struct{}, 1)
	d.Hear = func(list []Progress) {
		if len(list) == 1 && list[0].Stage == Copying {
			select {
			case listed <- struct{}{}:
				time.Sleep(100 * time.Millisecond) // the copy waits while it is cancelled
			default:
			}
		}
	}
	go func() {
		<-listed
		d.Cancel("own:mine.gguf")
	}()
	_, err := d.Import(context.Background(), from, false)
	if fault.CodeOf(err) != fault.Canceled {
		t.Errorf("%v", err)
	}
	left, _ := filepath.Glob(filepath.Join(s.Dir, "mine.gguf*"))
	if len(left) != 1 || filepath.Ext(left[0]) != lockEnding || len(d.List()) != 0 {
		t.Errorf("left are %q, listed %+v", left, d.List())
	}
}
