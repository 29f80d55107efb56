package modelfile

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestAWaitSaysWhy: whoever watches a download learns what ended the last try.
func TestAWaitSaysWhy(t *testing.T) {
	for name, c := range map[string]struct {
		first func(http.ResponseWriter, *http.Request)
		why   string
	}{
		"a busy server":  {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }, "the server answers 503 Service Unavailable"},
		"a sign-in page": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>sign in</html>")) }, "the server sends something else than the file"},
		"a broken line": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(len(modelBytes(300_000, 1))))
			_, _ = w.Write([]byte("GGUF"))
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, "the connection broke"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t, modelBytes(300_000, 1))
			h.bytes = func(n int, w http.ResponseWriter, r *http.Request) bool {
				if n == 1 {
					c.first(w, r)
				}
				return n == 1
			}
			var whys []string
			fetcher := h.fetcher()
			_, err := fetcher.Fetch(t.Context(), Shelf{Dir: t.TempDir()}, h.model(), func(p Progress) {
				if p.Stage == Waiting {
					whys = append(whys, p.Why)
				} else if p.Why != "" {
					t.Errorf("%s while %s", p.Why, p.Stage)
				}
			})
			if err != nil || !slices.ContainsFunc(whys, func(why string) bool { return strings.HasPrefix(why, c.why) }) {
				t.Errorf("%v, %q", err, whys)
			}
		})
	}
}
