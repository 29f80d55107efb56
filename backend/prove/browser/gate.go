package browser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"slices"
	"strconv"
	"strings"
	"time"

	"aipack/backend/prove/tunnel"
)

// gate is the only way out that the browser has: an HTTP proxy on the loopback
// that leads to the service and refuses everything else, its own maker's
// servers included.
type gate struct {
	ports  []int // of the service
	dial   func(port int) (net.Conn, error)
	server *http.Server
	pass   *httputil.ReverseProxy
	listen net.Listener
}

// open starts the gate on a free port of 127.0.0.1.
func (g *gate) open(ctx context.Context) error {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("opening a port for the browser: %w", err)
	}
	g.listen = l
	quiet := log.New(io.Discard, "", 0)
	g.pass = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.Out.Host = r.In.Host },
		Transport: &http.Transport{
			DisableCompression: true, MaxConnsPerHost: 16,
			DialContext: func(_ context.Context, _, address string) (net.Conn, error) {
				port, ok := g.service(address)
				if !ok {
					return nil, errors.New("not the service")
				}
				return g.dial(port)
			},
		},
		ErrorLog: quiet,
	}
	g.server = &http.Server{Handler: g, ErrorLog: quiet, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = g.server.Serve(l) }() // it ends by being closed
	return nil
}

func (g *gate) address() string { return g.listen.Addr().String() }

func (g *gate) close() {
	g.pass.Transport.(*http.Transport).CloseIdleConnections()
	_ = g.server.Close()
}

// service tells the service's own addresses from all others.
func (g *gate) service(host string) (port int, ok bool) {
	name, text, err := net.SplitHostPort(host)
	if err != nil {
		name, text = host, "80"
	}
	port, err = strconv.Atoi(text)
	local := slices.Contains([]string{"localhost", "127.0.0.1", "::1", "0.0.0.0"}, strings.ToLower(strings.Trim(name, "[]")))
	return port, err == nil && local && slices.Contains(g.ports, port)
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	port, ok := g.service(r.URL.Host)
	switch {
	case !ok:
		http.Error(w, "aipack lets the page reach its own service alone", http.StatusForbidden)
	case r.Method == http.MethodConnect: // WebSockets come this way
		g.connect(w, port)
	default:
		g.pass.ServeHTTP(w, r)
	}
}

func (g *gate) connect(w http.ResponseWriter, port int) {
	far, err := g.dial(port)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer far.Close()
	near, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer near.Close()
	if _, err := io.WriteString(near, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	tunnel.Join(near, far)
}
