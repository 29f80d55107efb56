// Package wire is what the clients of the providers share: an HTTP client that
// bounds and watches what a server sends, faults told apart, and the answer as
// it grows. It knows no provider's protocol.
package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"aipack/backend/model/llm"
)

const (
	maxAnswer = 64 << 20  // bytes of one answer, far above any model's
	maxFault  = 256 << 10 // bytes of an error's body that are read
)

// Base reads the address of a server. Empty means standard. Keys and queries
// have no place in it: they would end up in messages. drop are ends of a path
// that the library adds itself and people copy along.
func Base(provider, address, standard string, drop ...string) (*url.URL, error) {
	address = strings.TrimRight(strings.TrimSpace(address), "/")
	for _, end := range drop {
		address = strings.TrimSuffix(address, end)
	}
	if address == "" {
		address = standard
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, &llm.Error{
			Kind: llm.BadRequest, Provider: provider,
			Message: "the server's address must begin with http:// or https://", Hint: "for example " + standard,
		}
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, &llm.Error{
			Kind: llm.BadRequest, Provider: provider, Message: "the server's address must hold no password, query or fragment",
			Hint: "put the key into the key's own field",
		}
	}
	return u, nil
}

// Key takes the blanks off a key that was pasted or read from a file. What no
// header can carry is no key.
func Key(provider, key string) (string, error) {
	key = strings.TrimSpace(key)
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", &llm.Error{Kind: llm.Unauthorised, Provider: provider, Message: "the key holds characters that no key has", Hint: "copy the key once more"}
	}
	return key, nil
}

// Guarded gives a client like c (nil for a plain one) whose exchanges are
// watched. It follows no redirect: the libraries' key headers would go along.
func Guarded(c *http.Client) *http.Client {
	guarded := &http.Client{}
	if c != nil {
		*guarded = *c
	}
	if guarded.Transport == nil {
		guarded.Transport = plain()
	}
	guarded.Transport = guard{guarded.Transport}
	return guarded
}

// plain is the transport of all clients that bring none: they share its
// connections. It has no limit on the time to an answer's first byte: a local
// model may read a long prompt for minutes. The caller's context bounds it.
var plain = sync.OnceValue(func() http.RoundTripper {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	t := standard.Clone()
	t.DialContext = (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	t.MaxIdleConnsPerHost = 4
	return t
})

// Exchange is what was seen of one request and its answer.
type Exchange struct {
	mu         sync.Mutex
	status     int
	retryAfter time.Duration
	body       []byte // of an answer that reports a fault
	broken     error  // what ended the reading before its time
	page       bool   // the answer was a web page
	whole      bool   // the answer was one JSON document
	moved      string // where a redirect pointed
	tail       []byte // the last bytes read
	ended      bool   // the answer was read to its end
}

type exchangeKey struct{}

// Watch gives a context whose requests are recorded in the exchange.
func Watch(ctx context.Context) (context.Context, *Exchange) {
	x := &Exchange{}
	return context.WithValue(ctx, exchangeKey{}, x), x
}

// Broken is what ended the reading of the answer before its time, nil for
// nothing. The libraries see a plain end instead, which they neither log nor hide.
func (x *Exchange) Broken() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.broken
}

// Streaming says whether the server accepted the request and nothing broke
// since, so that an error comes from what the answer holds.
func (x *Exchange) Streaming() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.broken == nil && x.status >= 200 && x.status < 300
}

// Ended says that the answer was read to an end that nothing broke.
func (x *Exchange) Ended() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.ended && x.broken == nil
}

// EndsWith says whether mark is among the last bytes that were read.
func (x *Exchange) EndsWith(mark string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return bytes.Contains(x.tail, []byte(mark))
}

// tailSize is enough for the line that ends a stream, or says why it ended.
const tailSize = 4096

func (x *Exchange) remember(read []byte, ended bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.ended = x.ended || ended
	x.tail = append(x.tail, read[max(0, len(read)-tailSize):]...)
	x.tail = append(x.tail[:0], x.tail[max(0, len(x.tail)-tailSize):]...)
}

func (x *Exchange) breakWith(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.broken == nil {
		x.broken = err
	}
}

var (
	errPage  = errors.New("the server answered with a web page")
	errMoved = errors.New("the server points to another address")
	errLarge = fmt.Errorf("the answer is larger than %d MB", maxAnswer>>20)
)

type guard struct{ next http.RoundTripper }

// RoundTrip sends the request and records what its answer's head says.
func (g guard) RoundTrip(r *http.Request) (*http.Response, error) {
	x, watched := r.Context().Value(exchangeKey{}).(*Exchange)
	if !watched {
		x = &Exchange{}
	}
	answer, err := g.next.RoundTrip(r)
	if err != nil {
		x.breakWith(err)
		return nil, err
	}
	if err := x.head(answer); err != nil {
		return nil, errors.Join(err, answer.Body.Close())
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return answer, x.fault(answer)
	}
	answer.Body = &bounded{from: answer.Body, x: x, left: maxAnswer}
	return answer, nil
}

func (x *Exchange) head(answer *http.Response) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.status = answer.StatusCode
	x.retryAfter = retryAfter(answer.Header, time.Now())
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	x.page = kind == "text/html" || kind == "application/xhtml+xml"
	x.whole = kind == "application/json"
	switch {
	case answer.StatusCode >= 300 && answer.StatusCode < 400:
		if to, err := answer.Location(); err == nil {
			x.moved = to.Scheme + "://" + to.Host
		}
		x.broken = errMoved
		return errMoved
	case x.page && answer.StatusCode < 300:
		x.broken = errPage
		return errPage
	}
	return nil
}

// fault reads the body of an answer that reports a fault and puts it back.
func (x *Exchange) fault(answer *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxFault))
	err = errors.Join(err, answer.Body.Close())
	answer.Body = io.NopCloser(bytes.NewReader(body))
	x.mu.Lock()
	defer x.mu.Unlock()
	x.body = body
	if err != nil && len(body) == 0 {
		x.broken = err
	}
	return nil
}

// bounded is the body of an answer up to a limit. What ends it before its time
// is recorded and looks like an ordinary end to the reader.
type bounded struct {
	from io.ReadCloser
	x    *Exchange
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		b.x.breakWith(errLarge)
		return 0, io.EOF
	}
	if int64(len(p)) > b.left {
		p = p[:b.left]
	}
	n, err := b.from.Read(p)
	b.left -= int64(n)
	b.x.remember(p[:n], errors.Is(err, io.EOF))
	if err != nil && !errors.Is(err, io.EOF) {
		b.x.breakWith(err)
		err = io.EOF
	}
	return n, err
}

func (b *bounded) Close() error { return b.from.Close() }
