package wiretest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"aipack/backend/model/llm"
)

// Protocol is what the faults need to know of a provider's wire format.
type Protocol struct {
	Make        func(t testing.TB, url, key string) llm.Client
	ContentType string
	Answer      []string // a whole answer, whose text is "Hello"
	Begun       int      // so many of its pieces bring the first text
	NoModel     string   // body of the 404 for an unknown model
	BadKey      string   // body of the 401; %s is the key
	Limited     string   // body of the 429
	TooLong     string   // body of the 400 for a conversation that exceeds the window
	NoTools     string   // body of the 400 for a model without tools, "" where there is none
	Midway      string   // a piece that reports a fault after the answer has begun
	MidwayKind  llm.Kind
	Garbage     string // a piece that is not what the protocol says
	Keyless     bool   // a server may be asked without a key
}

// key is made to be found again wherever it must not be.
const key = "sk-canary-4f9d1b7c2e8a"

// patience is far above what anything here takes: it only ends what hangs.
const patience = 20 * time.Second

// Faults checks that a client tells the faults apart, tries nothing twice, hides
// its key, and stops at once.
func Faults(t *testing.T, p Protocol) {
	t.Helper()
	t.Run("statuses", p.statuses)
	t.Run("retry after", p.retryAfter)
	t.Run("streams", p.streams)
	t.Run("cancelling", p.cancelling)
	t.Run("places", p.places)
	t.Run("many at once", p.atOnce)
	t.Run("the prefix stays", p.prefix)
	t.Run("models", p.models)
}

func (p Protocol) whole() http.HandlerFunc { return Stream(p.ContentType, p.Answer...) }
func (p Protocol) begun() http.HandlerFunc { return Stream(p.ContentType, p.Answer[:p.Begun]...) }

func (p Protocol) ask(ctx context.Context, t *testing.T, url string, hear func(llm.Piece)) (*llm.Response, *llm.Error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := p.Make(t, url, key).Chat(ctx, llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}}, hear)
	if err == nil {
		return answer, nil
	}
	return nil, discreet(t, err)
}

// discreet gives the *llm.Error that err is, which names its provider and shows
// no key.
func discreet(t *testing.T, err error) *llm.Error {
	t.Helper()
	e := Known(t, err)
	for e := err; e != nil; e = errors.Unwrap(e) {
		if text := fmt.Sprintf("%v %+v", e, e); strings.Contains(text, key) || strings.Contains(text, "canary") {
			t.Errorf("the key shows in %s", text)
		}
	}
	if strings.Contains(e.Hint, key) || e.Provider == "" || e.Message == "" || strings.ContainsAny(e.Message, "\n\r\x00") {
		t.Errorf("error %+v", e)
	}
	return e
}

func (p Protocol) statuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		kind    llm.Kind
		status  int
	}{
		"too many":            {Status(429, p.Limited), llm.Overloaded, 429},
		"overloaded":          {Status(503, `{"error":"busy"}`), llm.Overloaded, 503},
		"overloaded, 529":     {Status(529, ""), llm.Overloaded, 529},
		"server":              {Status(500, `{"error":{"message":"Internal server error"}}`), llm.ServerFault, 500},
		"server, no JSON":     {Status(500, "oops\x00\n\nstack trace"), llm.ServerFault, 500},
		"key":                 {Status(401, strings.ReplaceAll(p.BadKey, "%s", key)), llm.Unauthorised, 401},
		"forbidden":           {Status(403, ""), llm.Unauthorised, 403},
		"credit":              {Status(402, `{"error":{"message":"Insufficient credits"}}`), llm.Unauthorised, 402},
		"no model":            {Status(404, p.NoModel), llm.ModelAbsent, 404},
		"no such path":        {Status(404, "404 page not found"), llm.BadRequest, 404},
		"too long":            {Status(400, p.TooLong), llm.TooLong, 400},
		"too large":           {Status(413, ""), llm.TooLong, 413},
		"bad request":         {Status(400, `{"error":{"message":"messages must not be empty"}}`), llm.BadRequest, 400},
		"gateway timeout":     {Status(504, ""), llm.TimedOut, 504},
		"a proxy's page":      {page(502), llm.ServerFault, 502},
		"a long body":         {Status(500, strings.Repeat("x", 1<<20)), llm.ServerFault, 500},
		"a body that is cut":  {Then(Status(500, `{"error":{"mess`), Cut), llm.ServerFault, 500},
		"deep body":           {Status(400, strings.Repeat("[", 100_000)), llm.BadRequest, 400},
		"error of wrong type": {Status(400, `{"error":[1,2,{"message":3}]}`), llm.BadRequest, 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := Serve(t, c.handler)
			_, e := p.ask(t.Context(), t, s.URL, nil)
			if e == nil || e.Kind != c.kind || e.Status != c.status || len(e.Message) > 2000 {
				t.Errorf("got %+v, want %s, %d", e, c.kind, c.status)
			}
			if n := len(s.Requests()); n != 1 {
				t.Errorf("%d requests: to try again is not the client's to decide", n)
			}
		})
	}
	if p.NoTools != "" {
		_, e := p.ask(t.Context(), t, Serve(t, Status(400, p.NoTools)).URL, nil)
		if e == nil || e.Kind != llm.UnsupportedModel || e.Message != llm.NoFunctionCalling {
			t.Errorf("no tools: %+v", e)
		}
	}
}

func page(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		send(w, "<!DOCTYPE html><html><body><h1>Sign in to continue</h1></body></html>")
	}
}

func (p Protocol) retryAfter(t *testing.T) {
	t.Parallel()
	in := time.Now().Add(90 * time.Second).UTC().Format(http.TimeFormat)
	for header, want := range map[string][2]time.Duration{
		"Retry-After: 7":                               {7 * time.Second, 7 * time.Second},
		"Retry-After: 0.25":                            {250 * time.Millisecond, 250 * time.Millisecond},
		"Retry-After: " + in:                           {60 * time.Second, 90 * time.Second},
		"Retry-After-Ms: 1500":                         {1500 * time.Millisecond, 1500 * time.Millisecond},
		"Retry-After: -3":                              {0, 0},
		"Retry-After: soon":                            {0, 0},
		"Retry-After: NaN":                             {0, 0},
		"Retry-After: 1e300":                           {24 * time.Hour, 24 * time.Hour},
		"Retry-After: Mon, 02 Jan 2006 15:04:05 GMT":   {0, 0},
		"Retry-After: Fri, 31 Dec 9999 23:59:59 GMT":   {24 * time.Hour, 24 * time.Hour},
		"X-Ratelimit-Reset-Requests: 1s (not for now)": {0, 0},
	} {
		_, e := p.ask(t.Context(), t, Serve(t, Status(429, `{"error":"slow down"}`, header)).URL, nil)
		if e == nil || e.Kind != llm.Overloaded || e.RetryAfter < want[0] || e.RetryAfter > want[1] {
			t.Errorf("%s: %+v", header, e)
		}
	}
}

// Known gives the *llm.Error that err is; the test fails where it is none.
func Known(t *testing.T, err error) *llm.Error {
	t.Helper()
	var e *llm.Error
	if !errors.As(err, &e) {
		t.Fatalf("no *llm.Error: %v", err)
	}
	return e
}
