// Package hubtest is a hub of models for tests: one file under any name, with
// the headers by which Hugging Face says what it is.
package hubtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"aipack/backend/model/modelfile/gguftest"
)

// Tiny gives the bytes of a small model of random weights.
func Tiny(t testing.TB) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tiny.gguf")
	if err := gguftest.Write(path, gguftest.Tiny()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Serve gives the address of a hub that serves data until the test ends.
func Serve(t testing.TB, data []byte) string { return serve(t, data, 0) }

// ServeHalting is a hub whose first answer stops after half of the file.
func ServeHalting(t testing.TB, data []byte) string { return serve(t, data, 1) }

func serve(t testing.TB, data []byte, halting int64) string {
	t.Helper()
	sum := sha256.Sum256(data)
	var asked atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Linked-Etag", `"`+hex.EncodeToString(sum[:])+`"`)
		w.Header().Set("X-Linked-Size", strconv.Itoa(len(data)))
		w.Header().Set("X-Repo-Commit", strings.Repeat("a", 40))
		if r.Method == http.MethodGet && asked.Add(1) <= halting {
			w.Header().Set("Content-Length", strconv.Itoa(len(data)))
			_, _ = w.Write(data[:len(data)/2])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
			return
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}))
	t.Cleanup(s.Close)
	return s.URL
}
