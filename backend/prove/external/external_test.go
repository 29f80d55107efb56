package external

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// way leads to a listener of this machine.
func way(t *testing.T, l net.Listener) Way {
	t.Helper()
	t.Cleanup(func() { l.Close() })
	port := l.Addr().(*net.TCPAddr).Port
	return Way{Ports: []int{port}, Limit: 2 * time.Second, Dial: func(port int) (net.Conn, error) {
		return net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	}}
}

func local(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// served is a way to an HTTP server.
func served(t *testing.T, handle http.HandlerFunc) Way {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(s.Close)
	return way(t, s.Listener)
}

// raw is a way to a server that does with each connection what it is told.
func raw(t *testing.T, each func(net.Conn)) Way {
	t.Helper()
	l := local(t)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				each(c)
			}()
		}
	}()
	return way(t, l)
}

func TestSpeaks(t *testing.T) {
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secure.Close)
	healthy := grpc.NewServer()
	healthpb.RegisterHealthServer(healthy, health.NewServer())
	bare := grpc.NewServer()
	servers := func(s *grpc.Server) Way {
		l := local(t)
		go func() { _ = s.Serve(l) }()
		t.Cleanup(s.Stop)
		return way(t, l)
	}
	for name, c := range map[string]struct {
		way  Way
		want string
		says string // in the error
	}{
		"http/2":     {http2(t, false, 200), HTTP2, ""},
		"http":       {served(t, http.NotFound), HTTP, ""},
		"http 1.0":   {raw(t, func(c net.Conn) { io.WriteString(c, "HTTP/1.0 200 OK\r\n\r\nhello") }), HTTP, ""},
		"https":      {way(t, secure.Listener), HTTPS, ""},
		"grpc":       {servers(healthy), GRPC, ""},
		"grpc, bare": {servers(bare), GRPC, ""},
		"banner":     {raw(t, func(c net.Conn) { io.WriteString(c, "220 mail ready\r\n"); _, _ = io.Copy(io.Discard, c) }), TCP, ""},
		"echo":       {raw(t, func(c net.Conn) { _, _ = io.Copy(c, c) }), TCP, ""},
		"silent":     {raw(t, func(c net.Conn) { _, _ = io.Copy(io.Discard, c) }), "", "did not answer within 2s"},
		"hangs up":   {raw(t, func(c net.Conn) { _, _ = c.Read(make([]byte, 1)) }), "", "closed the connection without an answer"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.way.Speaks(t.Context())
			if got != c.want || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("%q, %v; want %q, %q", got, err, c.want, c.says)
			}
		})
	}
}

// http2 is a way to a server of HTTP/2 alone, which answers everything with one
// status.
func http2(t *testing.T, secure bool, status int) Way {
	t.Helper()
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(a http.ResponseWriter, _ *http.Request) { a.WriteHeader(status) }))
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(!secure)
	s.Config.Protocols.SetHTTP2(secure)
	if s.EnableHTTP2 = secure; secure {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return way(t, s.Listener)
}

// What is asked in a version that a server does not speak tells nothing of it.
func TestHTTP2AloneIsAskedInIt(t *testing.T) {
	for _, secure := range []bool{false, true} {
		for _, status := range []int{200, 500} {
			w := http2(t, secure, status)
			spoken, err := w.Speaks(t.Context())
			if want := map[bool]string{false: HTTP2, true: HTTPS}[secure]; spoken != want {
				t.Errorf("%q, %v; want %q", spoken, err, want)
			}
			if a := w.Get(t.Context(), spoken, "/"); a.Status != status || a.Err != nil {
				t.Errorf("%+v", a)
			}
		}
	}
}

func TestGetFollowsWithinTheService(t *testing.T) {
	w := served(t, func(a http.ResponseWriter, q *http.Request) {
		switch q.URL.Path {
		case "/":
			http.SetCookie(a, &http.Cookie{Name: "seen", Value: "1"})
			http.Redirect(a, q, "http://0.0.0.0:"+strings.Split(q.Host, ":")[1]+"/app/", http.StatusFound)
		case "/app/":
			fmt.Fprint(a, "here")
		case "/cookie":
			if _, err := q.Cookie("seen"); err != nil {
				http.SetCookie(a, &http.Cookie{Name: "seen", Value: "1"})
				http.Redirect(a, q, "/cookie", http.StatusFound)
			}
			fmt.Fprint(a, "known")
		case "/away":
			http.Redirect(a, q, "https://login.example.com/start", http.StatusFound)
		case "/secure":
			http.Redirect(a, q, "https://localhost/secure", http.StatusMovedPermanently)
		case "/behind": // as Django does with SECURE_SSL_REDIRECT, then Rails with force_ssl
			switch {
			case q.Header.Get("X-Forwarded-Proto") != "https":
				http.Redirect(a, q, "https://"+q.Host+"/behind", http.StatusMovedPermanently)
			default:
				http.Redirect(a, q, "https://"+q.Host+"/inner", http.StatusFound)
			}
		case "/inner":
			fmt.Fprint(a, "over "+q.Header.Get("X-Forwarded-Proto"))
		case "/moved":
			http.Redirect(a, q, "https://localhost/elsewhere", http.StatusFound)
		case "/round":
			http.Redirect(a, q, "/round", http.StatusFound)
		case "/broken":
			http.Redirect(a, q, "/500", http.StatusFound)
		case "/500":
			a.WriteHeader(http.StatusInternalServerError)
		case "/endless":
			for q.Context().Err() == nil {
				fmt.Fprintln(a, "more")
				a.(http.Flusher).Flush()
				time.Sleep(10 * time.Millisecond)
			}
		case "/late":
			select {
			case <-q.Context().Done():
			case <-time.After(10 * time.Second):
			}
		case "/hangs-up":
			panic(http.ErrAbortHandler)
		}
	})
	for _, c := range []struct {
		path   string
		status int
		astray string
		loop   bool
		says   string
	}{
		{"/", 200, "", false, "here"},
		{"/cookie", 200, "", false, "known"},
		{"/away", 302, "https://login.example.com/start", false, ""},
		{"/secure", 301, "https://localhost/secure", false, ""},
		{"/behind", 200, "", false, "over https"},
		{"/moved", 302, "https://localhost/elsewhere", false, ""},
		{"/round", 302, "", true, ""},
		{"/broken", 500, "", false, ""},
		{"/endless", 200, "", false, "more"},
		{"/late", 0, "", false, "did not answer within 2s"},
		{"/hangs-up", 0, "", false, "closed the connection without an answer"},
	} {
		a := w.Get(t.Context(), HTTP, c.path)
		said := a.Body
		if a.Err != nil {
			said = a.Err.Error()
		}
		if a.Status != c.status || a.Astray != c.astray || a.Loop != c.loop || !strings.Contains(said, c.says) {
			t.Errorf("%s: %+v", c.path, a)
		}
	}
}

func TestUpgrades(t *testing.T) {
	w := served(t, func(a http.ResponseWriter, q *http.Request) {
		if q.Header.Get("Upgrade") != "websocket" || q.Header.Get("Sec-WebSocket-Version") != "13" {
			a.WriteHeader(http.StatusUpgradeRequired)
			return
		}
		c, _, err := a.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer c.Close()
		fmt.Fprint(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
	})
	if a := w.Get(t.Context(), HTTP, "/"); a.Status != http.StatusUpgradeRequired {
		t.Fatalf("%+v", a)
	}
	if !w.Upgrades(t.Context(), false, "/") {
		t.Error("it does upgrade")
	}
	if served(t, http.NotFound).Upgrades(t.Context(), false, "/") {
		t.Error("it does not upgrade")
	}
}

func TestHealth(t *testing.T) {
	s, h := grpc.NewServer(), health.NewServer()
	healthpb.RegisterHealthServer(s, h)
	l := local(t)
	go func() { _ = s.Serve(l) }()
	t.Cleanup(s.Stop)
	w := way(t, l)
	if a := w.Health(context.Background()); a.Err != nil || a.Body != "SERVING" {
		t.Errorf("%+v", a)
	}
	h.SetServingStatus("", healthpb.HealthCheckResponse_NOT_SERVING)
	if a := w.Health(context.Background()); a.Err != nil || a.Body != "NOT_SERVING" {
		t.Errorf("%+v", a)
	}
}

// A refusal is an answer; an error is none.
func TestHealthThatIsRefused(t *testing.T) {
	for code, says := range map[codes.Code]string{
		codes.Unimplemented: "no health service", codes.NotFound: "does not speak for the whole server",
		codes.Unauthenticated: WantsLogin, codes.PermissionDenied: WantsLogin, codes.Unknown: "", codes.ResourceExhausted: "",
	} {
		s := grpc.NewServer(grpc.UnaryInterceptor(func(context.Context, any, *grpc.UnaryServerInfo, grpc.UnaryHandler) (any, error) {
			return nil, status.Error(code, "no")
		}))
		healthpb.RegisterHealthServer(s, health.NewServer())
		l := local(t)
		go func() { _ = s.Serve(l) }()
		t.Cleanup(s.Stop)
		w := way(t, l)
		if spoken, err := w.Speaks(t.Context()); spoken != GRPC {
			t.Errorf("%s: %q, %v", code, spoken, err)
		}
		if a := w.Health(t.Context()); (a.Err == nil) != (says != "") || !strings.Contains(a.Body, says) {
			t.Errorf("%s: %+v", code, a)
		}
	}
}

func TestOddPages(t *testing.T) {
	for _, c := range []struct{ kind, body, rule string }{
		{"text/plain", "", "empty_page"},
		{"text/html", "  \n", "empty_page"},
		{"text/html", `<!doctype html><html><head><title>Shop</title></head><body></body></html>`, "empty_page"},
		{"text/html", `<html><body><div id="root"></div><script src="/a.js"></script></body></html>`, ""}, // only a browser knows
		{"text/html", `<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed.`, "welcome_page"},
		{"text/html", `<title>Apache2 Debian Default Page: It works</title><p>This is the default`, "welcome_page"},
		{"text/html", `<html><body><h1>It works!</h1></body></html>`, "welcome_page"},
		{"text/html", `<h1>Our shop</h1><p>It works! Buy now.`, ""},
		{"text/html", `<title>Index of /</title><h1>Index of /</h1><pre><a href="a">a</a></pre>`, "directory_listing"},
		{"text/html", `<title>Directory listing for /</title><h1>Directory listing for /</h1>`, "directory_listing"},
		{"text/html", "<!doctype html>\n<meta name=\"viewport\" content=\"width=device-width\">\n<pre>\n<a href=\"go.mod\">go.mod</a>\n<a href=\"main.go\">main.go</a>\n</pre>\n", "directory_listing"},
		{"text/html", `<h1>Whitelabel Error Page</h1><p>This application has no explicit mapping`, "error_page"},
		{"text/html", "<br />\n<b>Fatal error</b>:  Uncaught Error: Call to undefined function foo() in /var/www/html/index.php:3", "error_page"},
		{"text/plain", "Traceback (most recent call last):\n  File \"app.py\"", "error_page"},
		{"text/html", `<h2>Application error: a client-side exception has occurred (see the browser console).</h2>`, "error_page"},
		{"text/html", `<p>No embeddable frontend found. Please run "npm run build" first.</p>`, "front_end_missing"},
		{"text/plain", "frontend not built", "front_end_missing"},
		{"text/plain", "The UI has not been built; index.html not found", "front_end_missing"},
		{"text/html", `<h1>Guide</h1><p>` + strings.Repeat("Learn to program. ", 120) + `If the frontend is not built, run npm run build.`, ""},
		{"text/html", `<h1>Hello</h1>`, ""},
		{"text/html", `<h1>500 recipes for winter</h1>`, ""},
		{"text/html", `<h1>500 Internal Server Error</h1>`, "error_page"},
		{"text/html", `<h1>Handbook</h1><p>To build it, run npm run build.`, ""},
		{"text/html", `<p>Nothing here yet: run npm run build first</p>`, "front_end_missing"},
		{"application/json", `{"status":"ok"}`, ""},
		{"text/plain", "Hello, World!", ""},
	} {
		remark, odd := Answer{What: "GET /", Status: 200, Type: c.kind, Body: c.body}.Odd()
		if remark.Rule != c.rule || odd != (c.rule != "") {
			t.Errorf("%s\n got %q (%s), want %q", c.body, remark.Rule, remark.Text, c.rule)
		}
	}
	if _, odd := (Answer{What: "GET /", Status: 204}).Odd(); odd {
		t.Error("204 says itself that there is nothing")
	}
}

func TestLinksAreTheServicesOwn(t *testing.T) {
	page := Answer{What: "GET /shop/", Status: 200, Type: "text/html", Body: `<a href="/a">1</a><a href="b/c">2</a><a href="https://example.com/d">3</a><a href="//example.com/e">4</a>
<a href="?q=1">5</a><a href="/delete/1">6</a><a href="mailto:x@example.com">7</a><a href="/a b">8</a><a href="#top">9</a><link href="/style.css">`}
	if got := fmt.Sprint(page.Links()); got != "[/a /shop/b/c /shop/]" {
		t.Error(got)
	}
	api := Answer{What: "GET /openapi.json", Status: 200, Type: "application/json", Body: `{"servers":[{"url":"https://shop.example.com/api"}],
"paths":{"/orders":{"get":{"parameters":[{"name":"page"}]},"post":{}},"/orders/{id}":{"get":{}},"/find":{"parameters":[{"required":true}],"get":{}},"/pay":{"post":{}},"/jobs/":{"get":{}}}}`}
	if got := fmt.Sprint(api.Links()); got != "[/api/jobs/ /api/orders]" {
		t.Error(got)
	}
	api.Status = 404
	if api.Links() != nil || len(Answer{Status: 200, Body: "hello"}.Links()) > 0 {
		t.Error("no page links")
	}
}
