package modelfile

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"aipack/backend/base/fault"
)

// slow serves half of the file and then waits; later tries are served well.
func slow(h *hub) {
	h.bytes = func(n int, w http.ResponseWriter, r *http.Request) bool {
		if n == 1 {
			w.Header().Set("Content-Length", strconv.Itoa(len(h.data)))
			_, _ = w.Write(h.data[:len(h.data)/2])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}
		return n == 1
	}
}

// half waits until half of the file is there.
func half(t *testing.T, s Shelf, h *hub) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if info, err := os.Stat(filepath.Join(s.Dir, "tiny.gguf.part")); err == nil && info.Size() == int64(len(h.data)/2) {
			return
		}
		if time.Now().After(end) {
			t.Fatal("nothing is fetched")
		}
	}
}

func TestDownloadsSurviveAnEndOfTheProgram(t *testing.T) {
	cases := []struct {
		name   string
		end    func(d *Downloads, id string)
		listed Stage // by the next program at once, "" for not at all
		goesOn bool
	}{
		{"closed", func(d *Downloads, _ string) { d.Close() }, "", true},
		{"paused, then closed", func(d *Downloads, id string) { d.Pause(id); d.Close() }, Paused, false},
		{"cancelled", func(d *Downloads, id string) { d.Cancel(id); d.Close() }, "", false},
		{"paused, then cancelled", func(d *Downloads, id string) { d.Pause(id); d.Cancel(id); d.Close() }, "", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t, modelBytes(300_000, 1))
			slow(h)
			s := Shelf{Dir: t.TempDir()}
			d := &Downloads{Shelf: s, Fetcher: h.fetcher()}
			if err := d.Start(h.model()); err != nil {
				t.Fatal(err)
			}
			half(t, s, h)
			id := h.model().ID
			c.end(d, id)
			next := &Downloads{Shelf: s, Fetcher: h.fetcher()}
			defer next.Close()
			if err := next.Begin(); err != nil {
				t.Fatal(err)
			}
			if c.goesOn {
				ended(t, next, id, Done)
				e, err := s.Find("tiny.gguf")
				judge(t, s, h, e, err, "")
				return
			}
			list := next.List()
			if c.listed == "" {
				left, _ := filepath.Glob(filepath.Join(s.Dir, "*.part*"))
				if len(list) != 0 || len(left) != 0 {
					t.Errorf("listed are %+v, left behind %q", list, left)
				}
				return
			}
			if len(list) != 1 || list[0].Stage != c.listed || list[0].Done != int64(len(h.data)/2) {
				t.Fatalf("listed are %+v", list)
			}
			if err := next.Start(h.model()); err != nil {
				t.Fatal(err)
			}
			ended(t, next, id, Done)
		})
	}
}

func TestDownloadsAreToldInOrder(t *testing.T) {
	h := newHub(t, modelBytes(300_000, 1))
	s := Shelf{Dir: t.TempDir()}
	var mu sync.Mutex
	var heard []Progress
	d := &Downloads{Shelf: s, Fetcher: h.fetcher(), Hear: func(list []Progress) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, list...)
	}}
	defer d.Close()
	for range 3 { // twice is once
		if err := d.Start(h.model()); err != nil {
			t.Fatal(err)
		}
	}
	p := ended(t, d, h.model().ID, Done)
	d.Dismiss(h.model().ID)
	if len(d.List()) != 0 {
		t.Error("a dismissed download is still listed")
	}
	if p.Done != int64(len(h.data)) || p.Total != p.Done {
		t.Errorf("%d of %d", p.Done, p.Total)
	}
	mu.Lock()
	defer mu.Unlock()
	last := int64(0)
	for _, p := range heard {
		if p.Done < last {
			t.Errorf("%d bytes after %d", p.Done, last)
		}
		last = p.Done
	}
	if len(h.asked()) != 1 || heard[len(heard)-1].Stage != Done {
		t.Errorf("%d GETs, ended as %s", len(h.asked()), heard[len(heard)-1].Stage)
	}
}

func TestAFailedDownloadSaysWhyAndGoesOnWhenAsked(t *testing.T) {
	h := newHub(t, modelBytes(300_000, 1))
	h.bytes = func(n int, w http.ResponseWriter, r *http.Request) bool {
		if n <= 4 {
			w.WriteHeader(http.StatusInternalServerError)
		}
		return n <= 4
	}
	d := &Downloads{Shelf: Shelf{Dir: t.TempDir()}, Fetcher: h.fetcher()}
	defer d.Close()
	if err := d.Start(h.model()); err != nil {
		t.Fatal(err)
	}
	p := ended(t, d, h.model().ID, Failed)
	if p.Problem == nil || p.Problem.Code != fault.NetworkError || p.Problem.Hint == "" {
		t.Errorf("the problem is %+v", p.Problem)
	}
	if err := d.Start(h.model()); err != nil {
		t.Fatal(err)
	}
	ended(t, d, h.model().ID, Done)
}

// TestADownloadHasEndedOnceItHasLetGo: a row that is done while its files are
// still held would offer what cannot be used yet.
func TestADownloadHasEndedOnceItHasLetGo(t *testing.T) {
	d := &Downloads{Shelf: Shelf{Dir: t.TempDir()}}
	_, j, err := d.enter(t.Context(), Model{ID: "own:a", Name: "a", File: "a.gguf"})
	if err != nil {
		t.Fatal(err)
	}
	for _, stage := range []Stage{Fetching, Done, Failed, Paused} {
		d.hear(j)(Progress{ID: "own:a", Stage: stage, Done: 7})
		if p := d.List()[0]; p.Stage != Fetching || p.Done != 7 || !d.Active("own:a") {
			t.Errorf("after %s: %+v", stage, p)
		}
	}
}
