package modelfile

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// TestMain lets this program be the one that a test kills.
func TestMain(m *testing.M) {
	if at := os.Getenv("AIPACK_TEST_HUB"); at != "" {
		model, _ := OnHub("me/models/tiny.gguf")
		f := Fetcher{Endpoint: at, Free: func(string) (int64, error) { return 1 << 40, nil }}
		_, _ = f.Fetch(context.Background(), Shelf{Dir: os.Getenv("AIPACK_TEST_DIR")}, model, nil)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestKilledInTheMiddle: after kill -9 the part is there, the lock is free, and
// the next program goes on where the first one was.
func TestKilledInTheMiddle(t *testing.T) {
	h := newHub(t, modelBytes(1_000_000, 1))
	s := Shelf{Dir: t.TempDir()}
	const most = 2_500_000
	h.mu.Lock() // the first request comes from another program
	h.bytes = func(n int, w http.ResponseWriter, r *http.Request) bool {
		if n == 1 {
			w.Header().Set("Content-Length", strconv.Itoa(len(h.data)))
			_, _ = w.Write(h.data[:most])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}
		return n == 1
	}
	h.mu.Unlock()
	first := exec.CommandContext(t.Context(), os.Args[0])
	first.Env = append(os.Environ(), "AIPACK_TEST_HUB="+h.URL, "AIPACK_TEST_DIR="+s.Dir)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(s.Dir, "tiny.gguf.part")
	for end := time.Now().Add(time.Minute); ; time.Sleep(2 * time.Millisecond) {
		if info, err := os.Stat(part); err == nil && info.Size() == most {
			break
		}
		if time.Now().After(end) {
			t.Fatal("nothing is fetched")
		}
	}
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait()
	d := &Downloads{Shelf: s, Fetcher: h.fetcher()}
	defer d.Close()
	if err := d.Begin(); err != nil {
		t.Fatal(err)
	}
	ended(t, d, h.model().ID, Done)
	e, err := s.Find("tiny.gguf")
	judge(t, s, h, e, err, "")
	if got := h.asked(); len(got) != 2 || got[1] != "bytes="+strconv.Itoa(most)+"-" {
		t.Errorf("asked for %q", got)
	}
}

// ended waits until a download stands still, and says where.
func ended(t *testing.T, d *Downloads, id string, want Stage) Progress {
	t.Helper()
	p := until(t, d, func(p Progress) bool { return p.ID == id && p.Stage.Ended() && !d.Active(id) })
	if p.Stage != want {
		t.Fatalf("it ended as %s (%v), wanted %s", p.Stage, p.Problem, want)
	}
	return p
}

// standing waits until a download is in a stage.
func standing(t *testing.T, d *Downloads, id string, want Stage) Progress {
	t.Helper()
	return until(t, d, func(p Progress) bool { return p.ID == id && p.Stage == want })
}

func until(t *testing.T, d *Downloads, is func(Progress) bool) Progress {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(2 * time.Millisecond) {
		for _, p := range d.List() {
			if is(p) {
				return p
			}
		}
		if time.Now().After(end) {
			t.Fatalf("it does not come to that: %+v", d.List())
		}
	}
}
