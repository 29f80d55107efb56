// Package external asks a running program through its port what somebody
// outside of its container would ask it: which protocol it speaks, and what it
// answers. It knows nothing of containers; the caller brings the way in.
package external

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Way leads to a program's ports.
type Way struct {
	Dial  func(port int) (net.Conn, error)
	Ports []int         // the declared ones; the first is asked
	Limit time.Duration // for one answer's beginning
	Most  int64         // how much of an answer is read; 0 for as much as tells what it is
}

// Answer is what came of one question.
type Answer struct {
	What    string // "GET /health"
	Status  int    // HTTP, of the last answer; 0 where there was none
	Via     []string
	Astray  string // where a redirect led that is not the service; "" for nowhere
	Loop    bool   // redirects lead in a circle
	Behind  bool   // it was asked as a proxy asks that ends TLS
	Type    string // Content-Type
	Body    string // its beginning
	Latency time.Duration
	Err     error // why there is no answer
}

// mostBody is how much of an answer is read, and mostRedirects how far one is
// followed: as far as browsers do (Fetch standard, HTTP-redirect fetch: 20).
const (
	mostBody      = 64 << 10
	mostRedirects = 20
	reading       = 2 * time.Second // how long an answer that has begun is read
)

// Get asks for a path over one of HTTP, HTTPS and HTTP2, and follows redirects
// within the service. A program that sends whoever asks plainly to the same
// address over HTTPS stands behind a proxy that ends TLS, and is asked as that
// one asks.
func (w Way) Get(ctx context.Context, protocol, path string) Answer {
	a, upgrade := w.get(ctx, protocol, path, false)
	if upgrade {
		if b, _ := w.get(ctx, protocol, path, true); b.Err == nil && b.Astray == "" && !b.Loop {
			return b
		}
	}
	return a
}

// forwarded is the header by which such a proxy says that it was asked over HTTPS.
// https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/X-Forwarded-Proto
const forwarded = "X-Forwarded-Proto"

// get asks once; upgrade says that a redirect led away, and to nothing but the
// same address over HTTPS.
func (w Way) get(ctx context.Context, protocol, path string, behind bool) (a Answer, upgrade bool) {
	a = Answer{What: "GET " + path, Behind: behind}
	secure := protocol == HTTPS
	ctx, cancel := context.WithTimeout(ctx, 2*w.Limit)
	defer cancel()
	jar, _ := cookiejar.New(nil) // it never fails without options
	transport := w.transport()
	transport.Protocols = versions(protocol)
	client := http.Client{Jar: jar, Transport: transport, CheckRedirect: func(next *http.Request, asked []*http.Request) error {
		a.Via = append(a.Via, next.URL.String())
		last := asked[len(asked)-1].URL
		same := next.URL.Scheme == "https" && !secure && next.URL.Hostname() == last.Hostname() && next.URL.RequestURI() == last.RequestURI()
		if behind && !same && next.URL.Scheme == "https" && next.URL.Hostname() == last.Hostname() {
			next.URL.Scheme, next.URL.Host = last.Scheme, last.Host // the proxy's address is the program's
		}
		switch {
		case !w.own(next.URL, secure):
			a.Astray, upgrade = next.URL.String(), same
			return http.ErrUseLastResponse
		case len(asked) >= mostRedirects:
			a.Loop = true
			return http.ErrUseLastResponse
		}
		return nil
	}}
	defer client.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.address(secure)+path, nil)
	if err != nil {
		a.Err = err
		return a, false
	}
	request.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	request.Header.Set("User-Agent", "aipack-proof")
	if behind {
		request.Header.Set(forwarded, "https")
	}
	began := time.Now()
	response, err := client.Do(request)
	a.Latency = time.Since(began)
	if err != nil {
		a.Err = inWords(err, w.Limit)
		return a, false
	}
	defer response.Body.Close()
	a.Status, a.Type = response.StatusCode, response.Header.Get("Content-Type")
	// One that never ends has begun, and that is an answer.
	time.AfterFunc(reading, cancel)
	body, _ := io.ReadAll(io.LimitReader(response.Body, max(w.Most, mostBody))) // what came before an error counts
	a.Body = strings.ToValidUTF8(string(body), "")
	return a, upgrade
}

// HTML reports whether it is a page.
func (a Answer) HTML() bool { return strings.HasPrefix(a.Type, "text/html") }

// address is where the first port is asked. Its name is the one that a user on
// the same machine would type.
func (w Way) address(secure bool) string {
	scheme, usual := "http", 80
	if secure {
		scheme, usual = "https", 443
	}
	if w.Ports[0] == usual {
		return scheme + "://localhost"
	}
	return scheme + "://localhost:" + strconv.Itoa(w.Ports[0])
}

// own reports whether an address is the service's: on this machine, at one of
// its ports, over what it speaks.
func (w Way) own(u *url.URL, secure bool) bool {
	port := 80
	switch {
	case u.Port() != "":
		port, _ = strconv.Atoi(u.Port()) // no number is no port of ours
	case u.Scheme == "https":
		port = 443
	}
	here := slices.Contains([]string{"localhost", "127.0.0.1", "::1", "0.0.0.0"}, u.Hostname())
	return here && slices.Contains(w.Ports, port) && (u.Scheme == "https") == secure
}

// versions are those of HTTP that a protocol allows. Over TLS the two sides
// agree (RFC 7301): there are servers of HTTP/2 alone, which refuse the rest.
func versions(protocol string) *http.Protocols {
	v := new(http.Protocols)
	v.SetHTTP1(protocol != HTTP2)
	v.SetHTTP2(protocol == HTTPS)
	v.SetUnencryptedHTTP2(protocol == HTTP2)
	return v
}

// transport reaches every address through the way in, over HTTP/1.1. Certificates
// are not looked at: a service's own is signed by nobody.
func (w Way) transport() *http.Transport {
	return &http.Transport{
		DialContext:           w.dialContext,
		DisableKeepAlives:     true,
		TLSClientConfig:       &tls.Config{InsecureSkipVerify: true},
		TLSHandshakeTimeout:   w.Limit,
		ResponseHeaderTimeout: w.Limit,
	}
}

func (w Way) dialContext(_ context.Context, _, address string) (net.Conn, error) {
	_, text, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(text)
	if err != nil || !slices.Contains(w.Ports, port) {
		return nil, fmt.Errorf("port %s is none of the service's", text)
	}
	return w.Dial(port)
}

// inWords says why there was no answer.
func inWords(err error, limit time.Duration) error {
	var told *url.Error
	if errors.As(err, &told) {
		err = told.Err
	}
	var late net.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &late) && late.Timeout(), strings.Contains(err.Error(), "timeout awaiting response headers"):
		return fmt.Errorf("took the connection and did not answer within %s", limit)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), strings.Contains(err.Error(), "connection reset"), strings.Contains(err.Error(), "server closed idle connection"):
		return errors.New("closed the connection without an answer")
	case strings.Contains(err.Error(), "malformed HTTP"):
		return errors.New("answered with something that is not HTTP")
	}
	return err
}
