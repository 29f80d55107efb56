package modelfile

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"aipack/backend/base/fault"
)

func TestWhatLiesThereIsCheckedAndKept(t *testing.T) {
	data := modelBytes(300_000, 1)
	cases := []struct {
		name  string
		part  []byte
		first string // the range asked for first; "none" for no GET at all
	}{
		{"a part", data[:500_000], "bytes=500000-"},
		{"all of it", data, "none"},
		{"more than all", append(slices.Clone(data), 1, 2, 3), ""},
		{"nothing", nil, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t, data)
			s := Shelf{Dir: t.TempDir()}
			leave(t, s, h, c.part)
			e, err := h.fetcher().Fetch(t.Context(), s, h.model(), nil)
			judge(t, s, h, e, err, "")
			asked := append(h.asked(), "none")
			if asked[0] != c.first {
				t.Errorf("asked for %q first, wanted %q", asked[0], c.first)
			}
		})
	}
}

// TestASpoiltPartIsMended: the wrong sum of a part costs one more download, and
// ends with the right file.
func TestASpoiltPartIsMended(t *testing.T) {
	data := modelBytes(300_000, 1)
	h := newHub(t, data)
	s := Shelf{Dir: t.TempDir()}
	spoilt := slices.Clone(data[:500_000])
	spoilt[250_000] ^= 1
	leave(t, s, h, spoilt)
	e, err := h.fetcher().Fetch(t.Context(), s, h.model(), nil)
	judge(t, s, h, e, err, "")
	if got := h.asked(); len(got) != 2 || got[0] == "" || got[1] != "" {
		t.Errorf("asked for %q, wanted the rest and then all", got)
	}
}

func TestAMirrorWithAnotherFileIsRefusedBeforeTheFirstByte(t *testing.T) {
	h := newHub(t, modelBytes(10, 1))
	m, _ := Named("1.5b")
	m.Repo = "me/models"
	_, err := h.fetcher().Fetch(t.Context(), Shelf{Dir: t.TempDir()}, m, nil)
	if fault.CodeOf(err) != fault.ChecksumWrong || len(h.asked()) != 0 {
		t.Errorf("%v after %d GETs", err, len(h.asked()))
	}
}

func TestAFullDiskIsSeenBeforeTheFirstByte(t *testing.T) {
	h := newHub(t, modelBytes(300_000, 1))
	f := h.fetcher()
	f.Free = func(string) (int64, error) { return spare, nil }
	_, err := f.Fetch(t.Context(), Shelf{Dir: t.TempDir()}, h.model(), nil)
	if fault.CodeOf(err) != fault.DiskFull || len(h.asked()) != 0 {
		t.Errorf("%v after %d GETs", err, len(h.asked()))
	}
}

// TestAFileThatIsNoModelIsNotKept: it is what the hub has, so nothing is gained
// by fetching or keeping it.
func TestAFileThatIsNoModelIsNotKept(t *testing.T) {
	h := newHub(t, append([]byte("GGUF"), bytes.Repeat([]byte{0xEE}, 1000)...))
	s := Shelf{Dir: t.TempDir()}
	_, err := h.fetcher().Fetch(t.Context(), s, h.model(), nil)
	left, _ := filepath.Glob(filepath.Join(s.Dir, "tiny.gguf*"))
	if fault.CodeOf(err) != fault.SyntaxError || len(left) != 1 || filepath.Ext(left[0]) != lockEnding {
		t.Errorf("%v, left behind %q", err, left)
	}
}

func TestAFullDiskHasItsCode(t *testing.T) {
	for err, want := range map[error]fault.Code{syscall.ENOSPC: fault.DiskFull, syscall.EDQUOT: fault.DiskFull, syscall.EROFS: fault.PermissionDenied} {
		if got := unwritable(fmt.Errorf("writing: %w", err)); fault.CodeOf(got) != want {
			t.Errorf("%v: %v", err, got)
		}
	}
}

func TestASilentServerIsLeft(t *testing.T) {
	h := newHub(t, modelBytes(300_000, 1))
	stop := make(chan struct{})
	defer close(stop)
	h.bytes = func(n int, w http.ResponseWriter, r *http.Request) bool {
		if n == 1 {
			w.Header().Set("Content-Length", strconv.Itoa(len(h.data)))
			_, _ = w.Write(h.data[:1000])
			w.(http.Flusher).Flush()
			select {
			case <-stop:
			case <-r.Context().Done():
			}
		}
		return n == 1
	}
	f := h.fetcher()
	f.Stall = 50 * time.Millisecond
	s := Shelf{Dir: t.TempDir()}
	var stages []Stage
	e, err := f.Fetch(t.Context(), s, h.model(), func(p Progress) {
		if len(stages) == 0 || stages[len(stages)-1] != p.Stage {
			stages = append(stages, p.Stage)
		}
	})
	judge(t, s, h, e, err, "")
	if !slices.Contains(stages, Stalled) || stages[len(stages)-1] != Done {
		t.Errorf("the stages were %q", stages)
	}
}

func TestPausingKeepsThePart(t *testing.T) {
	h := newHub(t, modelBytes(300_000, 1))
	reached := make(chan struct{})
	h.bytes = func(n int, w http.ResponseWriter, r *http.Request) bool {
		if n == 1 {
			w.Header().Set("Content-Length", strconv.Itoa(len(h.data)))
			_, _ = w.Write(h.data[:600_000])
			w.(http.Flusher).Flush()
			close(reached)
			<-r.Context().Done()
		}
		return n == 1
	}
	s := Shelf{Dir: t.TempDir()}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-reached
		for {
			if info, err := os.Stat(filepath.Join(s.Dir, "tiny.gguf.part")); err == nil && info.Size() == 600_000 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	_, err := h.fetcher().Fetch(ctx, s, h.model(), nil)
	judge(t, s, h, Entry{}, err, fault.Canceled)
	e, err := h.fetcher().Fetch(t.Context(), s, h.model(), nil)
	judge(t, s, h, e, err, "")
	if got := h.asked(); got[1] != "bytes=600000-" {
		t.Errorf("it went on at %q", got[1])
	}
}

func TestTwoProgramsDoNotFetchTheSameFile(t *testing.T) {
	h := newHub(t, modelBytes(10, 1))
	s := Shelf{Dir: t.TempDir()}
	held, err := lock(filepath.Join(s.Dir, "tiny.gguf"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.fetcher().Fetch(t.Context(), s, h.model(), nil); fault.CodeOf(err) != fault.Busy {
		t.Errorf("%v", err)
	}
	held.release()
	e, err := h.fetcher().Fetch(t.Context(), s, h.model(), nil)
	judge(t, s, h, e, err, "")
}
