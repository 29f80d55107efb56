package builder

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// engine answers as the Docker engine's API does where it hands a connection to
// its BuildKit; what comes right behind its answer is part of the stream.
func engine(t *testing.T, hasBuildKit bool) (address string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hasBuildKit || r.Method != http.MethodPost || r.URL.Path != "/session" || r.Header.Get("Upgrade") != "h2c" || r.Header.Get("Connection") != "Upgrade" {
			http.NotFound(w, r)
			return
		}
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		_, _ = io.WriteString(c, "HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\nhello "+r.Header.Get("X-Docker-Expose-Session-Uuid")+"\n")
		_, _ = io.Copy(c, c)
	}))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func TestTheEngineHandsAConnectionOver(t *testing.T) {
	t.Parallel()
	c, err := upgrade(t.Context(), "tcp", engine(t, true), "/session", "h2c", map[string][]string{"x-docker-expose-session-uuid": {"7"}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, "echo\n"); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(c)
	for _, want := range []string{"hello 7\n", "echo\n"} {
		if line, err := lines.ReadString('\n'); err != nil || line != want {
			t.Errorf("%q, %v, want %q", line, err, want)
		}
	}
}

func TestAnEngineWithoutBuildKit(t *testing.T) {
	t.Parallel()
	if _, err := upgrade(t.Context(), "tcp", engine(t, false), "/session", "h2c", nil); err == nil || !strings.Contains(err.Error(), "it has no BuildKit") {
		t.Error(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "docker+tcp://" + l.Addr().String()
	l.Close()
	if _, err := Choose(t.Context(), address); err == nil || !strings.Contains(err.Error(), address+" (it was named)") {
		t.Errorf("an engine that is not there: %v", err)
	}
}

func TestWhatAnOldBuilderLacks(t *testing.T) {
	t.Parallel()
	if f := (Found{Version: oldVersion}); !f.Old() || len(f.Lacks()) == 0 {
		t.Errorf("%+v", f)
	}
	if f := (Found{Version: "v0.33.0"}); f.Old() || f.Lacks() != nil {
		t.Errorf("%+v", f)
	}
}
