package modelfile

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"aipack/backend/base/fault"
)

// TestServersMisbehave: whatever a server does, either the right file arrives
// or none.
func TestServersMisbehave(t *testing.T) {
	data := modelBytes(300_000, 1) // 1.2 MB
	other := modelBytes(300_000, 2)
	cases := []struct {
		name  string
		had   int // bytes of the file that lie there already
		bytes func(h *hub) func(int, http.ResponseWriter, *http.Request) bool
		head  func(int, http.ResponseWriter, *http.Request) bool
		code  fault.Code // "" for success
		gets  int        // at most this many
		check func(t *testing.T, h *hub)
	}{
		{name: "none", gets: 1},
		{name: "cuts three times", gets: 4, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, r *http.Request) bool {
				if n <= 3 {
					h.serve(&cut{w, 300_000}, r, h.data)
				}
				return n <= 3
			}
		}, check: func(t *testing.T, h *hub) {
			for i, asked := range h.asked() {
				if got := asked != ""; got != (i > 0) {
					t.Errorf("GET %d asked for %q", i+1, asked)
				}
			}
		}},
		{name: "cuts, and ignores ranges", had: 500_000, gets: 3, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, r *http.Request) bool {
				if n == 1 {
					w = &cut{w, 700_000}
				}
				r.Header.Del("Range")
				h.serve(w, r, h.data)
				return true
			}
		}},
		{name: "promises more than it sends", gets: 2, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, r *http.Request) bool {
				if n == 1 {
					w.Header().Set("Content-Length", strconv.Itoa(len(h.data)))
					_, _ = w.Write(h.data[:1000])
				}
				return n == 1
			}
		}},
		{name: "promises another length", code: fault.NetworkError, gets: 4, had: 1000, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(_ int, w http.ResponseWriter, r *http.Request) bool {
				_, _ = w.Write(h.data[:5000])
				return true
			}
		}},
		{name: "sends more than the file has", gets: 1, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(_ int, w http.ResponseWriter, r *http.Request) bool {
				w.(http.Flusher).Flush() // no length
				_, _ = w.Write(append(slices.Clone(h.data), "and more"...))
				return true
			}
		}},
		{name: "sends another range", had: 400_000, gets: 2, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, r *http.Request) bool {
				if n == 1 {
					partial(w, rangeOf(r)-7, len(h.data))
					_, _ = w.Write(h.data[rangeOf(r)-7:])
				}
				return n == 1
			}
		}},
		{name: "lies about the range", had: 400_000, gets: 2, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, r *http.Request) bool {
				if n == 1 { // the right words, the wrong bytes
					partial(w, rangeOf(r), len(h.data))
					_, _ = w.Write(h.data[:len(h.data)-rangeOf(r)])
				}
				return n == 1
			}
		}},
		{name: "changes the file in the middle", gets: 4, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, r *http.Request) bool {
				if n == 1 { // an older version, then the one that was promised
					h.serve(&cut{w, 600_000}, r, other)
				}
				return n == 1
			}
		}},
		{name: "changes the file, and ignores If-Range", gets: 4, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, r *http.Request) bool {
				r.Header.Del("If-Range")
				if n == 1 {
					h.serve(&cut{w, 600_000}, r, other)
				}
				return n == 1
			}
		}},
		{name: "returns the wrong sum", code: fault.ChecksumWrong, gets: 2, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(_ int, w http.ResponseWriter, r *http.Request) bool {
				h.serve(w, r, other)
				return true
			}
		}, check: func(t *testing.T, h *hub) {
			if len(h.asked()) != 2 {
				t.Errorf("%d GETs: a wrong file is worth exactly one more try", len(h.asked()))
			}
		}},
		{name: "shows a sign-in page", had: 400_000, gets: 3, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, r *http.Request) bool {
				if n <= 2 {
					w.Header().Set("Content-Type", "text/html")
					_, _ = w.Write([]byte("<html>Welcome to our hotel</html>"))
				}
				return n <= 2
			}
		}, check: func(t *testing.T, h *hub) {
			if last := h.asked()[2]; last != "bytes=400000-" {
				t.Errorf("after the page it asked for %q: the part was spoilt", last)
			}
		}},
		{name: "is overloaded", gets: 4, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, r *http.Request) bool {
				switch n {
				case 1:
					w.WriteHeader(http.StatusServiceUnavailable)
				case 2:
					w.WriteHeader(http.StatusTooManyRequests)
				case 3:
					w.WriteHeader(http.StatusBadGateway)
				}
				return n <= 3
			}
		}},
		{name: "is down", code: fault.NetworkError, gets: 8, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(_ int, w http.ResponseWriter, r *http.Request) bool { panic(http.ErrAbortHandler) }
		}},
		{name: "refuses the range", had: 400_000, gets: 2, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, r *http.Request) bool {
				if n == 1 {
					w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
				}
				return n == 1
			}
		}},
		{name: "has no such file", code: fault.ModelNotFound, head: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusNotFound)
			return true
		}},
		{name: "wants a password", code: fault.PermissionDenied, head: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusForbidden)
			return true
		}},
		{name: "does not say what the file is", code: fault.ChecksumWrong, head: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusOK)
			return true
		}},
		{name: "redirects for ever", code: fault.NetworkError, gets: 4, bytes: func(h *hub) func(int, http.ResponseWriter, *http.Request) bool {
			return func(_ int, w http.ResponseWriter, r *http.Request) bool {
				http.Redirect(w, r, "/cdn/file?again", http.StatusFound)
				return true
			}
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t, data)
			h.head = c.head
			if c.bytes != nil {
				h.bytes = c.bytes(h)
			}
			s := Shelf{Dir: t.TempDir()}
			if c.had > 0 {
				leave(t, s, h, data[:c.had])
			}
			e, err := h.fetcher().Fetch(t.Context(), s, h.model(), nil)
			judge(t, s, h, e, err, c.code)
			if c.name != "redirects for ever" && len(h.asked()) > c.gets {
				t.Errorf("%d GETs: %q", len(h.asked()), h.asked())
			}
			if c.check != nil {
				c.check(t, h)
			}
		})
	}
}

// judge holds what came of a fetch against what should have.
func judge(t *testing.T, s Shelf, h *hub, e Entry, err error, want fault.Code) {
	t.Helper()
	path := filepath.Join(s.Dir, "tiny.gguf")
	got, reading := os.ReadFile(path)
	if want != "" {
		if fault.CodeOf(err) != want {
			t.Errorf("the error is %v, wanted %s", err, want)
		}
		var f *fault.Fault
		if errors.As(err, &f); f == nil || f.Hint == "" || strings.Contains(err.Error(), "secret") {
			t.Errorf("the error helps nobody, or tells a signed address: %v", err)
		}
		if reading == nil {
			t.Error("a file stands under the finished name")
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, h.data) {
		t.Errorf("%d bytes arrived, and not the right ones", len(got))
	}
	if e.Path != path || e.State != Ready || e.SHA256 != h.sum() || e.Commit != testCommit || e.Context != 4096 {
		t.Errorf("the entry is %+v", e)
	}
	left, _ := filepath.Glob(filepath.Join(s.Dir, "*.part*"))
	if len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// leave puts down what an interrupted download leaves.
func leave(t *testing.T, s Shelf, h *hub, data []byte) {
	t.Helper()
	m := h.model()
	m.Bytes, m.SHA256, m.Commit = int64(len(h.data)), h.sum(), testCommit
	base := filepath.Join(s.Dir, m.File)
	if err := os.WriteFile(base+partEnding, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeJSON(base+partEnding+recordEnding, partRecord{record: record{Version: 1, Model: m}}); err != nil {
		t.Fatal(err)
	}
}
