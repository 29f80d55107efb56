package wiretest

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"aipack/backend/model/llm"
)

// Bytes fuzzes what a server answers: no bytes make a client panic, hang, give
// an id twice, or fail with anything but an *llm.Error.
func Bytes(f *testing.F, p Protocol, with func(*http.Client) (llm.Client, error)) {
	f.Helper()
	f.Add([]byte(strings.Join(p.Answer, "")), 200)
	f.Add([]byte(strings.Join(p.Answer[:p.Begun], "")+p.Midway), 200)
	f.Add([]byte(strings.Join(p.Answer[:p.Begun], "")+p.Garbage), 200)
	f.Add([]byte(p.NoModel), 404)
	f.Add([]byte(p.TooLong), 400)
	f.Fuzz(func(t *testing.T, body []byte, status int) {
		c, err := with(&http.Client{Transport: canned{p.ContentType, status, body}})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := c.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}}, func(llm.Piece) {})
		var known *llm.Error
		switch {
		case err != nil && (!errors.As(err, &known) || known.Provider == "" || known.Message == ""):
			t.Errorf("%q: %v", body, err)
		case err == nil && answer == nil:
			t.Errorf("%q: neither an answer nor an error", body)
		case err == nil:
			seen := map[string]bool{"": true}
			for _, call := range answer.Message.Calls {
				if seen[call.ID] {
					t.Errorf("%q: the id %q, twice or empty", body, call.ID)
				}
				seen[call.ID] = true
			}
		}
	})
}

// canned is a server without a network.
type canned struct {
	contentType string
	status      int
	body        []byte
}

// RoundTrip answers every request with the same bytes.
func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		if err := r.Body.Close(); err != nil {
			return nil, err
		}
	}
	return &http.Response{
		StatusCode: 100 + (c.status%500+500)%500, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {c.contentType}}, Body: io.NopCloser(bytes.NewReader(c.body)),
	}, nil
}
