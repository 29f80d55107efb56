package external

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// The protocols that a port is known to speak.
const (
	HTTP      = "http"
	HTTPS     = "https"
	HTTP2     = "http2" // HTTP/2 alone, without TLS
	GRPC      = "grpc"
	WebSocket = "websocket"
	TCP       = "tcp" // it says something, and not in HTTP
)

// Speaks tells the protocol of the first port; "" where the program takes the
// connection and says nothing, or nothing takes it. The error says which.
//
// It is asked in HTTP/1.1, because most programs speak it, and the first bytes
// of the answer tell the others: a TLS record begins with 0x15 or 0x16 and the
// version's 0x03 (RFC 8446, 5.1), a server of HTTP/2 begins with a SETTINGS
// frame (RFC 9113, 3.4).
func (w Way) Speaks(ctx context.Context) (string, error) {
	first, err := w.firstBytes()
	switch {
	case errors.Is(err, ErrSilent):
		return "", err // whoever speaks TLS or HTTP/2 says so, or hangs up
	case strings.HasPrefix(first, "HTTP/") && !wantsOther(first):
		return HTTP, nil
	case isTLS(first) || w.takesTLS(ctx):
		return HTTPS, nil
	case w.isGRPC(ctx):
		return GRPC, nil
	case isHTTP2(first), first == "" && w.Get(ctx, HTTP2, "/").Err == nil:
		return HTTP2, nil
	case strings.HasPrefix(first, "HTTP/"):
		return HTTP, nil
	case first != "":
		return TCP, nil
	}
	return "", err
}

// ErrSilent says that a program took the connection, and nothing came.
var ErrSilent = errors.New("took the connection and did not answer")

// firstBytes asks as a browser would and gives the beginning of what is said.
func (w Way) firstBytes() (string, error) {
	conn, err := w.Dial(w.Ports[0])
	if err != nil {
		return "", err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(w.Limit)) // a pipe that knows none ends with its other side
	if _, err := fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: localhost:%d\r\nUser-Agent: aipack-proof\r\nAccept: */*\r\nConnection: close\r\n\r\n", w.Ports[0]); err != nil {
		return "", inWords(err, w.Limit)
	}
	r := bufio.NewReaderSize(conn, 1024)
	var late net.Error
	if _, err := r.Peek(1); errors.As(err, &late) && late.Timeout() {
		return "", fmt.Errorf("%w within %s", ErrSilent, w.Limit)
	} else if err != nil {
		return "", inWords(err, w.Limit)
	}
	// The rest of the head is on its way, if there is more.
	_ = conn.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	_, _ = r.Peek(r.Size())
	first, _ := r.Peek(r.Buffered())
	return string(first), nil
}

// wantsOther reports whether an answer in HTTP/1 says that another protocol is
// spoken here: Go's and nginx's "plain HTTP request … HTTPS", Tomcat's
// "requires TLS", Node's "Unknown ALPN Protocol" of an HTTP/2 server.
func wantsOther(first string) bool {
	head, _, _ := strings.Cut(first, "\n")
	if !strings.Contains(head, " 400") && !strings.Contains(head, " 403") && !strings.Contains(head, " 505") {
		return false
	}
	for _, said := range []string{"HTTPS", "TLS", "ALPN"} {
		if strings.Contains(first, said) {
			return true
		}
	}
	return strings.Contains(head, " 505")
}

// isHTTP2 reports whether it begins with a SETTINGS frame (RFC 9113, 4.1 and
// 6.5): a length, the type 4, flags, and stream 0.
func isHTTP2(first string) bool {
	return len(first) >= 9 && first[3] == 4 && first[5:9] == "\x00\x00\x00\x00"
}

func isTLS(first string) bool {
	return len(first) > 2 && (first[0] == 0x15 || first[0] == 0x16) && first[1] == 0x03
}

// takesTLS reports whether a handshake succeeds.
func (w Way) takesTLS(ctx context.Context) bool {
	conn, err := w.Dial(w.Ports[0])
	if err != nil {
		return false
	}
	defer conn.Close()
	limit, cancel := context.WithTimeout(ctx, min(w.Limit, 3*time.Second))
	defer cancel()
	return tls.Client(conn, &tls.Config{InsecureSkipVerify: true, ServerName: "localhost"}).HandshakeContext(limit) == nil
}

// Upgrades reports whether a path becomes a WebSocket (RFC 6455, 4.1: the key
// is any 16 bytes).
func (w Way) Upgrades(ctx context.Context, secure bool, path string) bool {
	ctx, cancel := context.WithTimeout(ctx, w.Limit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.address(secure)+path, nil)
	if err != nil {
		return false
	}
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "YWlwYWNrIGFza3MgaGVyZQ==", "Origin": w.address(secure),
	} {
		request.Header.Set(name, value)
	}
	t := w.transport()
	defer t.CloseIdleConnections()
	t.DisableKeepAlives = false // "Connection: close" would stand in the way
	response, err := t.RoundTrip(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusSwitchingProtocols
}
