package recording

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"aipack/backend/model/llm"
)

// Exchange is one request and what came of it, as it is kept.
type Exchange struct {
	Format      string          `json:"format"` // "aipack exchange"
	Version     int             `json:"version"`
	RequestHash string          `json:"request_hash"` // SHA-256 of the canonical request, all of it
	Nth         int             `json:"nth"`          // from 1: the same request may be made again
	Scenario    string          `json:"scenario,omitempty"`
	Turn        int             `json:"turn"` // from 1, within what one client recorded
	Provider    string          `json:"provider"`
	Model       string          `json:"model"`
	RecordedAt  string          `json:"recorded_at"` // RFC 3339
	DurationMS  int64           `json:"duration_ms"`
	Aipack      string          `json:"aipack,omitempty"` // version
	Request     json.RawMessage `json:"request"`          // canonical
	Response    *llm.Response   `json:"response,omitempty"`
	Error       *Failure        `json:"error,omitempty"`

	Copied bool `json:"-"` // nobody was asked: it comes from an earlier recording
}

const (
	format  = "aipack exchange"
	version = 1
)

// Failure is a request that came to nothing, as it is kept.
type Failure struct {
	Kind         llm.Kind `json:"kind"`
	Provider     string   `json:"provider"`
	Model        string   `json:"model"`
	Status       int      `json:"status,omitempty"`
	RetryAfterMS int64    `json:"retry_after_ms,omitempty"`
	Message      string   `json:"message"`
	Hint         string   `json:"hint,omitempty"`
}

func failure(e *llm.Error) *Failure {
	return &Failure{e.Kind, e.Provider, e.Model, e.Status, e.RetryAfter.Milliseconds(), e.Message, e.Hint}
}

// answer gives what was recorded, in pieces as a model would.
func (e Exchange) answer(ctx context.Context, hear func(llm.Piece)) (*llm.Response, error) {
	if ctx.Err() != nil {
		return nil, &llm.Error{Kind: llm.Cancelled, Provider: e.Provider, Model: e.Model, Message: "the request was stopped", Err: ctx.Err()}
	}
	if f := e.Error; f != nil {
		return nil, &llm.Error{
			Kind: f.Kind, Provider: f.Provider, Model: f.Model, Status: f.Status, Message: f.Message, Hint: f.Hint,
			RetryAfter: time.Duration(f.RetryAfterMS) * time.Millisecond,
		}
	}
	if e.Response == nil {
		return nil, &llm.Error{Kind: llm.BadAnswer, Provider: e.Provider, Model: e.Model, Message: "the recorded exchange holds no answer"}
	}
	answer := *e.Response
	answer.Recorded = true
	if hear == nil {
		return &answer, nil
	}
	for _, t := range answer.Message.Thinking {
		hear(llm.Piece{Thinking: t.Text})
	}
	if answer.Message.Text != "" {
		hear(llm.Piece{Text: answer.Message.Text})
	}
	for i, call := range answer.Message.Calls {
		hear(llm.Piece{Call: i, CallName: call.Name, Arguments: call.Arguments})
	}
	return &answer, nil
}

// Canonical writes a request so that what means the same is the same, byte for
// byte: keys sorted, schemas without blanks, the ids of tool calls numbered in
// their order, and without what only one provider understands.
func Canonical(r llm.Request) ([]byte, error) {
	text, err := json.Marshal(normal(r))
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // a number stays as it was written
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	return encoded(value)
}

// encoded writes JSON with sorted keys and without the escapes for web pages.
func encoded(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// normal numbers the ids and drops what is opaque.
func normal(r llm.Request) llm.Request {
	ids := map[string]string{}
	id := func(given string) string {
		if given == "" {
			return ""
		}
		if ids[given] == "" {
			ids[given] = fmt.Sprintf("call-%d", len(ids)+1)
		}
		return ids[given]
	}
	messages := make([]llm.Message, len(r.Messages))
	for i, m := range r.Messages {
		calls := make([]llm.ToolCall, len(m.Calls))
		for j, call := range m.Calls {
			call.ID, call.Opaque = id(call.ID), ""
			calls[j] = call
		}
		thinking := make([]llm.Thinking, len(m.Thinking))
		for j, t := range m.Thinking {
			t.Opaque = nil
			thinking[j] = t
		}
		m.Calls, m.Thinking, m.CallID = calls, thinking, id(m.CallID)
		messages[i] = m
	}
	r.Messages = messages
	return r
}

// Hash is the SHA-256 of a canonical request, in hexadecimal.
func Hash(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:])
}

// Drift says how a request differs from the nearest one that is recorded.
type Drift struct {
	Near     string // file name of the nearest exchange
	Line     int    // the first that differs, from 1, of the request as Lines writes it
	Recorded string // that line, shortened around the difference
	Now      string
}

// Error says it in one sentence.
func (d *Drift) Error() string {
	return fmt.Sprintf("this request is not recorded: compared with the nearest one (%s), line %d differs first: recorded %q, now %q", d.Near,
		d.Line, d.Recorded, d.Now)
}

// Lines writes a canonical request for people: one value a line, and the line
// breaks of a text as line breaks.
func Lines(canonical []byte) []string {
	var out bytes.Buffer
	if json.Indent(&out, canonical, "", "  ") != nil {
		return []string{string(canonical)}
	}
	return strings.Split(strings.ReplaceAll(out.String(), `\n`, "\n"), "\n")
}

// nearest finds the recorded request that stays the same for longest. The
// request's lines are compared with each recorded one's.
func nearest(all []Exchange, request []byte) *Drift {
	now := Lines(request)
	best := &Drift{Line: 0}
	for _, e := range all {
		then := Lines(compact(e.Request))
		n := 0
		for n < len(now) && n < len(then) && now[n] == then[n] {
			n++
		}
		if n+1 > best.Line {
			best.Near, best.Line = e.file(), n+1
			best.Recorded, best.Now = around(line(then, n), line(now, n))
		}
	}
	return best
}

func compact(text json.RawMessage) []byte {
	var out bytes.Buffer
	if json.Compact(&out, text) != nil {
		return text
	}
	return out.Bytes()
}

func line(all []string, i int) string {
	if i < len(all) {
		return all[i]
	}
	return ""
}

// shown is how much of a line is shown on either side of a difference.
const shown = 60

// around shortens two lines to where they begin to differ.
func around(a, b string) (string, string) {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return cut(x, n), cut(y, n)
}

func cut(text []rune, at int) string {
	from, to := max(at-shown, 0), min(at+shown, len(text))
	out := strings.TrimSpace(string(text[min(from, to):to]))
	if from > 0 {
		out = "…" + out
	}
	if to < len(text) {
		out += "…"
	}
	return out
}
