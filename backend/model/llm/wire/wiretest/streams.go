package wiretest

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"aipack/backend/model/llm"
)

func (p Protocol) streams(t *testing.T) {
	t.Parallel()
	line := strings.Repeat("x", 1<<20)
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		kind    llm.Kind
	}{
		"cut":             {Then(p.begun(), Cut), llm.Unreachable},
		"ended too early": {p.begun(), llm.Unreachable},
		"nothing":         {Stream(p.ContentType), llm.Unreachable},
		"cut at once":     {Cut, llm.Unreachable},
		"a web page":      {page(200), llm.BadAnswer},
		"a fault midway":  {Then(p.begun(), Stream("", p.Midway)), p.MidwayKind},
		"garbage":         {Then(p.begun(), Stream("", p.Garbage)), llm.BadAnswer},
		"a line without end": {Then(p.begun(), func(w http.ResponseWriter, _ *http.Request) {
			send(w, strings.TrimRight(p.Answer[0], "\r\n"))
			for range 80 {
				if !send(w, line) {
					return
				}
			}
		}), llm.BadAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, e := p.ask(t.Context(), t, Serve(t, c.handler).URL, nil)
			if e == nil || e.Kind != c.kind || len(e.Message) > 2000 {
				t.Errorf("got %+v, want %s", e, c.kind)
			}
		})
	}
	if answer, e := p.ask(t.Context(), t, Serve(t, p.whole()).URL, nil); e != nil || answer.Message.Text != "Hello" {
		t.Errorf("the whole answer: %+v, %v", answer, e)
	}
}

// nowhere is an address that nothing listens on. A port that was free a moment ago
// will not do: a server of a test beside this one may have it by then.
const nowhere = "http://127.0.0.1:1"

func (p Protocol) places(t *testing.T) {
	t.Parallel()
	t.Run("nothing listens", func(t *testing.T) {
		t.Parallel()
		if _, e := p.ask(t.Context(), t, nowhere, nil); e == nil || e.Kind != llm.Unreachable || e.Hint == "" {
			t.Errorf("got %+v", e)
		}
	})
	t.Run("it is no web server", func(t *testing.T) {
		t.Parallel()
		if _, e := p.ask(t.Context(), t, chatter(t), nil); e == nil || e.Kind != llm.Unreachable {
			t.Errorf("got %+v", e)
		}
	})
	t.Run("a redirect takes no key along", func(t *testing.T) {
		t.Parallel()
		thief := Serve(t, p.whole())
		for _, status := range []int{301, 302, 303, 307, 308} {
			s := Serve(t, Status(status, "", "Location: "+thief.URL+"/v1?token=secret"))
			_, e := p.ask(t.Context(), t, s.URL, nil)
			if e == nil || e.Kind != llm.BadRequest || !strings.Contains(e.Message, thief.URL) || strings.Contains(e.Message, "secret") {
				t.Errorf("%d: got %+v", status, e)
			}
		}
		if n := len(thief.Requests()); n != 0 {
			t.Errorf("%d requests went elsewhere", n)
		}
	})
}

// chatter is a server that speaks no HTTP.
func chatter(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(c, "220 mail.example ESMTP\r\n")
			_ = c.Close()
		}
	}()
	return "http://" + l.Addr().String()
}
