// Package redact keeps secrets out of what is sent to a model. It is a client
// that wraps another: every message goes through its filter, so nothing passes
// by. What it hides becomes «secret:kind»: the model sees that there is
// something, and which, but not what. Events, recordings and the prompt
// inspector sit behind it and see only the filtered text.
package redact

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/fence"
	"aipack/backend/secret/conceal"
)

// Filter hides secrets in text. The same text always comes out the same, so
// that the prefix of a conversation stays the same byte for byte. It is safe
// for concurrent use.
type Filter struct {
	// Known are secrets that are hidden wherever they stand: the keys in use.
	Known []string

	mu     sync.Mutex
	done   map[[sha256.Size]byte]string
	bytes  int
	hidden map[string]int
}

// mostKept bounds what is remembered of earlier texts.
const mostKept = 32 << 20

// Hidden counts what was hidden until now, by kind. A text that is sent again
// with each turn counts once.
func (f *Filter) Hidden() map[string]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := map[string]int{}
	for kind, n := range f.hidden {
		out[kind] = n
	}
	return out
}

// Text filters a text: a prompt, a file's content, a tool's result in JSON.
func (f *Filter) Text(s string) string { return f.remembered(s, false) }

// Env filters the content of an environment file: every value is hidden but
// numbers, switches and the addresses of other services.
func (f *Filter) Env(s string) string { return f.remembered(s, true) }

func (f *Filter) remembered(s string, env bool) string {
	if s == "" {
		return s
	}
	sum := sha256.New()
	if env {
		_, _ = sum.Write([]byte{1})
	}
	_, _ = sum.Write([]byte(s))
	key := [sha256.Size]byte(sum.Sum(nil))
	f.mu.Lock()
	out, known := f.done[key]
	f.mu.Unlock()
	if known {
		return out
	}
	counts := map[string]int{}
	out = f.filter(s, env, counts)
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, known := f.done[key]; known {
		return out
	}
	if f.done == nil || f.bytes > mostKept {
		f.done, f.bytes = map[[sha256.Size]byte]string{}, 0
	}
	if f.hidden == nil {
		f.hidden = map[string]int{}
	}
	f.done[key] = out
	f.bytes += len(out) + sha256.Size
	for kind, n := range counts {
		f.hidden[kind] += n
	}
	return out
}

// filter works from the inside out: strings within JSON, then environment
// files within fences, then the text as it stands.
func (f *Filter) filter(s string, env bool, counts map[string]int) string {
	if c := strings.TrimSpace(s); c != "" && (c[0] == '{' || c[0] == '[') && json.Valid([]byte(s)) {
		s = eachString(s, func(text string) string { return f.flat(text, env, counts) })
		env = false // its lines are inside of the strings
	}
	blocks := fence.Blocks(s)
	for i := len(blocks) - 1; i >= 0; i-- {
		b := blocks[i]
		if inside := s[b.Start:b.End]; conceal.IsEnv(b.Label) || json.Valid([]byte(inside)) {
			s = s[:b.Start] + f.filter(inside, conceal.IsEnv(b.Label), counts) + s[b.End:]
		}
	}
	return f.flat(s, env, counts)
}

// flat hides what the rules find in a text.
func (f *Filter) flat(s string, env bool, counts map[string]int) string {
	var found conceal.Spans
	for _, known := range f.Known {
		if len(known) >= 8 {
			found = found.Every(s, known, "key")
		}
	}
	if env {
		found = append(found, conceal.FindEnv(s)...)
	} else {
		found = append(found, conceal.FindSearched(s)...)
	}
	found = append(found, conceal.Find(s)...)
	found = append(found, leaks(s)...)
	return found.Hide(s, false, func(kind string) { counts[kind]++ })
}

// eachString rewrites the strings of a valid JSON text and leaves everything
// else as it is, order and blanks included.
func eachString(s string, rewrite func(string) string) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '"' {
			out.WriteByte(s[i])
			i++
			continue
		}
		end := i + 1
		for s[end] != '"' {
			if s[end] == '\\' {
				end++
			}
			end++
		}
		literal := s[i : end+1]
		out.WriteString(rewritten(literal, rewrite))
		i = end + 1
	}
	return out.String()
}

func rewritten(literal string, rewrite func(string) string) string {
	var text string
	if json.Unmarshal([]byte(literal), &text) != nil {
		return literal
	}
	changed := rewrite(text)
	if changed == text {
		return literal
	}
	b, err := json.Marshal(changed)
	if err != nil {
		return literal
	}
	return string(b)
}

// Client filters what goes to another client.
type Client struct {
	inner  llm.Client
	filter *Filter
}

var _ llm.Client = (*Client)(nil)

// New wraps a client.
func New(inner llm.Client, f *Filter) *Client { return &Client{inner: inner, filter: f} }

// Provider is the wrapped client's.
func (c *Client) Provider() string { return c.inner.Provider() }

// Model is the wrapped client's.
func (c *Client) Model() string { return c.inner.Model() }

// Chat sends the filtered request. An error's text is filtered as well: some
// servers repeat what they were sent.
func (c *Client) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	if err := Warm(); err != nil { // nothing is sent unfiltered
		return nil, &llm.Error{
			Kind: llm.BadRequest, Provider: c.Provider(), Model: c.Model(),
			Message: "the secret filter cannot be used, so nothing was sent", Err: err,
		}
	}
	answer, err := c.inner.Chat(ctx, c.Request(r), hear)
	var known *llm.Error
	if errors.As(err, &known) {
		clean := *known
		clean.Message, clean.Hint, clean.Err = c.filter.Text(known.Message), c.filter.Text(known.Hint), c.hidden(known.Err)
		return nil, &clean
	}
	return answer, err
}

// hidden keeps what an error is and hides what it says.
func (c *Client) hidden(err error) error {
	if err == nil {
		return nil
	}
	if text := err.Error(); c.filter.Text(text) != text {
		return errors.New(c.filter.Text(text))
	}
	return err
}

// Request filters a request; the caller's stays as it is.
func (c *Client) Request(r llm.Request) llm.Request {
	env := envCalls(r.Messages)
	messages := make([]llm.Message, len(r.Messages))
	for i, m := range r.Messages {
		if m.Role == llm.Tool && (env[m.CallID] || envAnswer(m.Text)) {
			m.Text = c.filter.Env(m.Text)
		}
		m.Text = c.filter.Text(m.Text)
		if len(m.Calls) > 0 {
			calls := make([]llm.ToolCall, len(m.Calls))
			for j, call := range m.Calls {
				call.Arguments = c.filter.Text(call.Arguments)
				calls[j] = call
			}
			m.Calls = calls
		}
		if len(m.Thinking) > 0 {
			thinking := make([]llm.Thinking, len(m.Thinking))
			for j, t := range m.Thinking {
				// Opaque is signed by the provider that made it; it never held
				// more than what the filter let through.
				t.Text = c.filter.Text(t.Text)
				thinking[j] = t
			}
			m.Thinking = thinking
		}
		messages[i] = m
	}
	r.Messages = messages
	return r
}

// Answer filters what a tool answered to a call, as Request does. It is empty
// where the filter cannot be used.
func (c *Client) Answer(call llm.ToolCall, text string) string {
	if Warm() != nil {
		return ""
	}
	call.ID = "1"
	sent := c.Request(llm.Request{Messages: []llm.Message{
		{Role: llm.Assistant, Calls: []llm.ToolCall{call}}, {Role: llm.Tool, CallID: call.ID, Text: text},
	}})
	return sent.Messages[1].Text
}

// envAnswer reports whether a tool's answer in JSON has come out of an
// environment file that the call did not name: a search over a folder.
func envAnswer(text string) bool {
	if !strings.Contains(text, "env") || !json.Valid([]byte(text)) {
		return false
	}
	const field = `"path":"`
	for rest := text; ; {
		_, after, found := strings.Cut(rest, field)
		if !found {
			return false
		}
		name, _, _ := strings.Cut(after, `"`)
		if conceal.IsEnv(name) {
			return true
		}
		rest = after
	}
}

// envCalls finds the tool calls whose arguments name an environment file.
func envCalls(messages []llm.Message) map[string]bool {
	out := map[string]bool{}
	for _, m := range messages {
		for _, call := range m.Calls {
			if conceal.IsEnv(strings.NewReplacer(`"`, " ", ",", " ", "{", " ", "}", " ", ":", " ").Replace(call.Arguments)) {
				out[call.ID] = true
			}
		}
	}
	return out
}
