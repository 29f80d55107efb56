//go:build lab

package browser

import (
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// site serves a page; the gate leads to it alone.
func site(t *testing.T, html string) Visit {
	t.Helper()
	program := Find()
	if program == "" {
		t.Fatal("there is no browser: this test needs Chromium, Chrome or Edge")
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, html)
		case "/slow":
			<-r.Context().Done()
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(s.CloseClientConnections)
	t.Cleanup(s.Close)
	room, err := os.MkdirTemp("/tmp", "t")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(room) })
	t.Setenv("TMPDIR", room)
	address := s.Listener.Addr().String()
	_, text, _ := net.SplitHostPort(address)
	port, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	dial := func(int) (net.Conn, error) { return net.Dial("tcp", address) }
	return Visit{Program: program, Ports: []int{port}, Path: "/", Dial: dial, Limit: 40 * time.Second}
}

func look(t *testing.T, v Visit) *Page {
	t.Helper()
	p, err := Look(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	nothingLeft(t)
	return p
}

// nothingLeft holds the browser against what it promises: no profile, no
// process that was started with it.
func nothingLeft(t *testing.T) {
	t.Helper()
	left, err := os.ReadDir(os.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range left {
		t.Errorf("left behind: %s", f.Name())
	}
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range lines {
		if line, err := os.ReadFile(f); err == nil && strings.Contains(string(line), os.TempDir()+"/") {
			t.Errorf("still running: %s", strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
}

func TestLooksAtAPage(t *testing.T) {
	p := look(t, site(t, "<title>Shop</title><h1>hello</h1>"))
	if p.Title != "Shop" || len(p.Errors)+len(p.Failed)+len(p.Outside) != 0 || p.Requests < 1 || p.LoadMS <= 0 || p.PaintMS <= 0 || p.Browser == "" {
		p.Screenshot = nil
		t.Errorf("%+v", p)
	}
	picture, err := jpeg.Decode(bytes.NewReader(p.Screenshot))
	if err != nil {
		t.Fatal(err)
	}
	if b := picture.Bounds(); b.Dx() < 800 || b.Dy() < 400 {
		t.Errorf("picture of %v", b)
	}
}

func TestToldWhatIsWrong(t *testing.T) {
	var reached atomic.Int32
	outside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer outside.Close()
	p := look(t, site(t, `<script>alert("hold")</script>
		<script src="/missing.js"></script><img src="https://cdn.example.com/x.png"><img src="`+outside.URL+`/y.png">
		<script>console.error("no", 7); setTimeout(() => { throw new Error("boom") }, 0); new WebSocket("ws://`+outside.Listener.Addr().String()+`/")</script>`))
	said := fmt.Sprintf("%+v", p.Errors)
	if !strings.Contains(said, "no 7") || !strings.Contains(said, "boom") || len(p.Errors) != 2 {
		t.Errorf("errors: %s", said)
	}
	if len(p.Failed) != 1 || p.Failed[0].Status != 404 || !strings.HasSuffix(p.Failed[0].URL, "/missing.js") {
		t.Errorf("failed: %+v", p.Failed)
	}
	if len(p.Outside) != 2 || p.Outside[0] != "cdn.example.com" {
		t.Errorf("outside: %q", p.Outside)
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("another server of this machine was reached %d times", n)
	}
}

func TestAPageThatNeverLoadsIsStillSeen(t *testing.T) {
	began := time.Now()
	p := look(t, site(t, `<h1>waiting</h1><img src="/slow">`))
	if p.LoadMS != 0 || len(p.Screenshot) == 0 {
		t.Errorf("load %d ms, picture of %d bytes", p.LoadMS, len(p.Screenshot))
	}
	if took := time.Since(began); took > 35*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestCancellingEndsTheBrowser(t *testing.T) {
	v := site(t, `<img src="/slow">`)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(2*time.Second, cancel)
	if _, err := Look(ctx, v); err == nil {
		t.Error("no error")
	}
	nothingLeft(t)
}

func TestWhatIsNoBrowser(t *testing.T) {
	v := site(t, "x")
	v.Program = "/bin/true"
	if _, err := Look(t.Context(), v); err == nil || !strings.Contains(err.Error(), "does not start") {
		t.Errorf("error %v", err)
	}
	nothingLeft(t)
}
