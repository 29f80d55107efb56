package outside

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/base/bounded"
	"aipack/backend/base/fault"
)

// mostArguments is how many bytes a call may send: whoever approves it has to read them.
const mostArguments = 64 << 10

// Arguments reads the arguments of a call and writes them as they are sent, so that what is
// shown is what is sent: of a name that is there twice, a reader could take either.
func Arguments(raw string) (sent json.RawMessage, err error) {
	wrong := func(why string) error {
		return &fault.Fault{Code: fault.WrongUse, Message: "the arguments " + why + "; nothing was called", Hint: "write them as one whole JSON object"}
	}
	if len(raw) > mostArguments {
		return nil, wrong(fmt.Sprintf("have %d bytes, and at most %d are sent", len(raw), mostArguments))
	}
	if strings.TrimSpace(raw) == "" {
		raw = "{}"
	}
	if err := bounded.JSONDepth(raw); err != nil {
		return nil, wrong("are too deep")
	}
	d := json.NewDecoder(strings.NewReader(raw))
	d.UseNumber() // an id of twenty digits stays what it is
	var given map[string]any
	if err := d.Decode(&given); err != nil || given == nil {
		return nil, wrong("are no JSON object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, wrong("go on after their end")
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(given); err != nil {
		return nil, wrong("cannot be written")
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// Answer is what a tool answers, without secrets.
type Answer struct {
	Text   string
	Failed bool // the tool says so
}

// mostLate is how many calls in a row a server may leave without an answer.
const mostLate = 2

// Call calls a tool. The error says in our own words why there is no answer.
func (t Tool) Call(ctx context.Context, arguments json.RawMessage) (Answer, error) {
	k := t.link
	k.mu.Lock()
	defer k.mu.Unlock() // one call at a time: what servers answer side by side few have tried
	if k.gone != nil {
		return Answer{}, k.gone
	}
	within, cancel := context.WithTimeout(ctx, k.limits.call)
	defer cancel()
	r, err := k.session.CallTool(within, &protocol.CallToolParams{Name: t.called, Arguments: arguments})
	var said *jsonrpc.Error
	switch {
	case err == nil:
		k.late = 0
		return Answer{Text: k.clean(text(r)), Failed: r.IsError}, nil
	case ctx.Err() != nil:
		return Answer{}, ctx.Err()
	case errors.As(err, &said) && !unsent(said) && within.Err() == nil:
		return Answer{Text: k.clean(shortened(said.Message, mostAbout)), Failed: true}, nil
	}
	f := k.unanswered(within, err, k.limits.call)
	// What was refused on the way, as by a proxy, may arrive the next time.
	if k.late++; f.Code != fault.Timeout && !(said != nil && unsent(said)) || k.late >= mostLate {
		k.gone = &fault.Fault{Code: f.Code, Message: f.Message + ", and is asked no more in this conversation", Hint: f.Hint}
		return Answer{}, k.gone
	}
	return Answer{}, f
}

// unsent is the library's word for a call that reached no server (internal/jsonrpc2, wire.go),
// which looks as if one had said it.
func unsent(e *jsonrpc.Error) bool { return e.Code == -32005 && e.Message == "rejected by transport" }

// text is what a model is shown of a result.
func text(r *protocol.CallToolResult) string {
	var out []string
	for _, c := range r.Content {
		switch c := c.(type) {
		case *protocol.TextContent:
			out = append(out, c.Text)
		case *protocol.ImageContent:
			out = append(out, fmt.Sprintf("[a picture of %d bytes, which is not shown]", len(c.Data)))
		case *protocol.AudioContent:
			out = append(out, fmt.Sprintf("[a sound of %d bytes, which is not shown]", len(c.Data)))
		case *protocol.ResourceLink:
			out = append(out, "[a link: "+c.URI+"]")
		case *protocol.EmbeddedResource:
			if c.Resource != nil {
				out = append(out, c.Resource.Text)
			}
		}
	}
	if len(out) == 0 && r.StructuredContent != nil {
		if b, err := json.Marshal(r.StructuredContent); err == nil {
			out = append(out, string(b))
		}
	}
	if len(out) == 0 && r.NeedsInput() {
		return "[it asks the user for something, which is not handed on]"
	}
	return strings.Join(out, "\n")
}
