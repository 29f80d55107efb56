package modelfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const testCommit = "0123456789abcdef0123456789abcdef01234567"

// modelBytes writes a small model: the metadata that a header is read for, and one
// tensor of random floats.
func modelBytes(floats int, seed uint64) []byte {
	var b bytes.Buffer
	word := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) }
	text := func(s string) { word(uint64(len(s))); b.WriteString(s) }
	entry := func(key string, kind uint32, value any) {
		text(key)
		word(kind)
		if s, ok := value.(string); ok {
			text(s)
			return
		}
		word(value)
	}
	b.WriteString("GGUF")
	word(uint32(3))
	word(uint64(1))
	word(uint64(9))
	entry("general.architecture", 8, "qwen2")
	entry("general.name", 8, "Tiny Test")
	entry("general.file_type", 4, uint32(0))
	entry("qwen2.context_length", 4, uint32(4096))
	entry("qwen2.block_count", 4, uint32(2))
	entry("qwen2.embedding_length", 4, uint32(64))
	entry("qwen2.attention.head_count", 4, uint32(4))
	entry("qwen2.attention.head_count_kv", 4, uint32(2))
	text("tokenizer.ggml.tokens")
	word(uint32(9))
	word(uint32(8))
	word(uint64(3))
	for _, s := range []string{"a", "b", "c"} {
		text(s)
	}
	text("blk.0.weight")
	word(uint32(1))
	word(uint64(floats))
	word(uint32(0))
	word(uint64(0))
	for b.Len()%32 != 0 {
		b.WriteByte(0)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for range floats {
		word(r.Uint32())
	}
	return b.Bytes()
}

// hub is a server with one file, and whatever faults a test asks for.
type hub struct {
	*httptest.Server
	data   []byte
	mu     sync.Mutex
	ranges []string // asked for, one for each GET of the bytes
	heads  int
	bytes  func(n int, w http.ResponseWriter, r *http.Request) bool // serves GET number n, from 1; false leaves it to the server
	head   func(n int, w http.ResponseWriter, r *http.Request) bool
}

func newHub(t *testing.T, data []byte) *hub {
	t.Helper()
	h := &hub{data: data}
	mux := http.NewServeMux()
	mux.HandleFunc("/me/models/resolve/", func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			h.mu.Lock()
			h.heads++
			n := h.heads
			h.mu.Unlock()
			if h.head != nil && h.head(n, w, r) {
				return
			}
		}
		sum := sha256.Sum256(h.data)
		w.Header().Set("X-Linked-Etag", `"`+hex.EncodeToString(sum[:])+`"`)
		w.Header().Set("X-Linked-Size", strconv.Itoa(len(h.data)))
		w.Header().Set("X-Repo-Commit", testCommit)
		http.Redirect(w, r, "/cdn/file?signature=secret", http.StatusFound)
	})
	mux.HandleFunc("/cdn/file", func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.ranges = append(h.ranges, r.Header.Get("Range"))
		n, bytes := len(h.ranges), h.bytes
		h.mu.Unlock()
		if bytes != nil && bytes(n, w, r) {
			return
		}
		h.serve(w, r, h.data)
	})
	h.Server = httptest.NewServer(mux)
	t.Cleanup(h.Close)
	return h
}

// serve answers as a good server does, ranges and all.
func (h *hub) serve(w http.ResponseWriter, r *http.Request, data []byte) {
	sum := sha256.Sum256(data)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

func (h *hub) asked() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]string{}, h.ranges...)
}

// fetcher is quick to lose patience.
func (h *hub) fetcher() Fetcher {
	return Fetcher{
		Endpoint: h.URL, Client: h.Client(), Backoff: time.Millisecond, Tries: 4, FirstByte: 10 * time.Second, Stall: 10 * time.Second,
		Free: func(string) (int64, error) { return 1 << 40, nil },
	}
}

// model is the hub's file, as the hub describes it at first contact.
func (h *hub) model() Model {
	m, ok := OnHub("me/models/tiny.gguf")
	if !ok {
		panic("the name is not understood")
	}
	return m
}

func (h *hub) sum() string {
	sum := sha256.Sum256(h.data)
	return hex.EncodeToString(sum[:])
}

// cut sends n bytes of what it would send and breaks the connection.
type cut struct {
	http.ResponseWriter
	left int
}

func (c *cut) Write(b []byte) (int, error) {
	b = b[:min(len(b), c.left)]
	c.left -= len(b)
	_, err := c.ResponseWriter.Write(b)
	if c.left == 0 {
		c.ResponseWriter.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	return len(b), err
}

// rangeOf reads "bytes=N-".
func rangeOf(r *http.Request) int {
	n, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(r.Header.Get("Range"), "bytes="), "-"))
	return n
}

func partial(w http.ResponseWriter, first, total int) {
	w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", first, total-1, total))
	w.WriteHeader(http.StatusPartialContent)
}
