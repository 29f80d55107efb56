package outside

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/base/fault"
)

// address speaks to a server over HTTP.
func (k *link) address(value func(string) (string, error), left *atomic.Int64) (protocol.Transport, error) {
	u, err := url.Parse(k.URL)
	if err != nil {
		return nil, err
	}
	send := &keyed{host: u.Host, scheme: u.Scheme, left: left, most: k.limits.message}
	if k.Key != "" {
		key, err := value(k.Key)
		if err != nil {
			return nil, err
		}
		if send.name, send.key = k.Header, key; send.name == "" {
			send.name, send.key = "Authorization", "Bearer "+key
		}
		if strings.ContainsAny(key, "\r\n\x00") {
			return nil, &fault.Fault{Code: fault.WrongUse, Message: "the variable " + k.Key + " holds what no header can", Hint: "look for a line break in it"}
		}
	}
	return &protocol.StreamableClientTransport{
		Endpoint: k.URL, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: int(k.limits.message),
		HTTPClient: &http.Client{
			Transport: send,
			// Where an answer points is not what the user has set up.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// keyed sends the key to one server alone, and measures what comes back.
type keyed struct {
	host, scheme string
	name, key    string
	left         *atomic.Int64
	most         int64
}

// RoundTrip sends a request.
func (s *keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != s.host || r.URL.Scheme != s.scheme {
		return nil, errors.New("another server than the one that was set up is not asked")
	}
	if s.name != "" {
		r = r.Clone(r.Context())
		r.Header.Set(s.name, s.key)
	}
	a, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		a.Body = &metered{&most{a.Body, s.most}, s.left}
	}
	return a, err
}

// errFlood is a server that sends more than it may.
var errFlood = errors.New("it sent more than is read")

// metered reads until all that a server may send is used up.
type metered struct {
	io.ReadCloser
	left *atomic.Int64
}

// Read reads on.
func (m *metered) Read(p []byte) (int, error) {
	if m.left.Load() <= 0 {
		return 0, errFlood
	}
	n, err := m.ReadCloser.Read(p)
	m.left.Add(-int64(n))
	return n, err
}

// most reads so many bytes of one answer.
type most struct {
	io.ReadCloser
	left int64
}

// Read reads on.
func (m *most) Read(p []byte) (int, error) {
	if m.left <= 0 {
		return 0, errFlood
	}
	n, err := m.ReadCloser.Read(p[:min(int64(len(p)), m.left)])
	m.left -= int64(n)
	return n, err
}

// tail keeps the end of a text.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const mostTail = 2 << 10

// Write takes more of it.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[max(0, len(b)-mostTail):]...)
	t.text = t.text[max(0, len(t.text)-mostTail):]
	return len(b), nil
}

// last is the last line.
func (t *tail) last() string {
	if t == nil {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(t.text), "\uFFFD"))
	return text[strings.LastIndexByte(text, '\n')+1:]
}
