package stdio

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"aipack/backend/base/bounded"
)

// mostLine is how long a line may be, in bytes: a Dockerfile of the size that is
// checked has six times as many where each of its characters is escaped.
const mostLine = 8 << 20

// line is what a client sent, without what ends it.
type line struct {
	text []byte          // none where it is too long
	long bool            // longer than mostLine
	id   json.RawMessage // of one that is too long, where it says one
}

// next reads a line, the last one with io.EOF.
func next(in *bufio.Reader) (l line, err error) {
	var id idFinder
	for {
		part, err := in.ReadSlice('\n')
		if !l.long && len(l.text)+len(part) > mostLine {
			id.read(l.text)
			l = line{long: true}
		}
		if l.long {
			id.read(part)
		} else {
			l.text = append(l.text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			l.text, l.id = bytes.Trim(l.text, blanks), id.id
			return l, err
		}
	}
}

// blanks are what JSON has between its tokens.
const blanks = " \t\r\n"

// codeBusy is of those that JSON-RPC leaves to servers.
const codeBusy = -32000

// refusal is why a line is answered with an error.
type refusal struct {
	id   json.RawMessage // nil where it is not known
	code int
	why  string
}

func invalid(id json.RawMessage, why string) *refusal {
	return &refusal{id, jsonrpc.CodeInvalidRequest, why}
}

// encoded is the answer (https://www.jsonrpc.org/specification#error_object). The kit
// leaves out an id that is null.
func (r *refusal) encoded() []byte {
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": r.id, "error": map[string]any{"code": r.code, "message": r.why}})
	if err != nil {
		panic(err) // an id is valid JSON
	}
	return text
}

// message reads a line: a message, a refusal, or neither where nothing is said to it.
func (l line) message() (jsonrpc.Message, *refusal) {
	if l.long {
		return nil, invalid(l.id, "the message is longer than 8 MiB")
	}
	if !utf8.Valid(l.text) {
		return nil, &refusal{nil, jsonrpc.CodeParseError, "the line is not in UTF-8"}
	}
	if err := bounded.JSONDepth(string(l.text)); err != nil {
		return nil, invalid(nil, err.Error())
	}
	var fields map[string]json.RawMessage
	var otherwise *json.UnmarshalTypeError
	switch err := json.Unmarshal(l.text, &fields); {
	case errors.As(err, &otherwise):
		return nil, invalid(nil, "a line is one message, which is an object of JSON: there are no batches")
	case err != nil:
		return nil, &refusal{nil, jsonrpc.CodeParseError, "the line is not JSON: " + err.Error()}
	}
	return messageOf(fields)
}

func messageOf(fields map[string]json.RawMessage) (jsonrpc.Message, *refusal) {
	_, isCall := fields["method"]
	if _, failed := fields["error"]; failed && !isCall {
		// Two programs that answer each other's errors never stop; and nothing is asked
		// of a client that could fail.
		return nil, nil
	}
	raw, hasID := fields["id"]
	id, ok := idOf(raw)
	switch {
	case hasID && !ok:
		return nil, invalid(nil, "the id of a message is a string or a whole number")
	case textOf(fields["jsonrpc"]) != "2.0":
		return nil, invalid(raw, `a message has "jsonrpc": "2.0"`)
	}
	if !isCall {
		result, answered := fields["result"]
		if !answered || !hasID {
			return nil, invalid(raw, "a message has a method, or is an answer with an id")
		}
		return &jsonrpc.Response{ID: id, Result: result}, nil
	}
	method := textOf(fields["method"])
	if method == "" {
		return nil, invalid(raw, "the method of a message is a name")
	}
	params := fields["params"]
	if string(params) == "null" {
		params = nil
	}
	if len(params) > 0 && params[0] != '{' && params[0] != '[' {
		return nil, invalid(raw, "the parameters of a message are an object or an array")
	}
	return &jsonrpc.Request{ID: id, Method: method, Params: params}, nil
}

// textOf is a string of JSON; "" for whatever else.
func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// mostExact is up to where a whole number is told from its neighbours as a float64,
// which the kit takes ids for.
const mostExact = 1<<53 - 1

// idOf reads the id of a message; a false word for what may be none.
func idOf(raw json.RawMessage) (jsonrpc.ID, bool) {
	var v any
	if json.Unmarshal(raw, &v) != nil || v == nil {
		return jsonrpc.ID{}, false
	}
	if n, ok := v.(float64); ok && (n != math.Trunc(n) || math.Abs(n) > mostExact) {
		return jsonrpc.ID{}, false
	}
	id, err := jsonrpc.MakeID(v)
	return id, err == nil
}

// rawID is the id as it is written.
func rawID(id jsonrpc.ID) json.RawMessage {
	text, err := json.Marshal(id.Raw())
	if err != nil {
		panic(err) // a string or a number
	}
	return text
}

// mostID is how many bytes of an id are kept where the message is too long.
const mostID = 256

// idFinder finds the id of a message as its bytes go by, wherever it stands in it, so
// that the call of a message that is too long fails for its caller and is not waited
// for.
type idFinder struct {
	depth           int
	quoted, escaped bool
	word            []byte // the key or value of the outermost object that is being read
	key             string // as it is written
	id              json.RawMessage
}

func (f *idFinder) read(text []byte) {
	for _, c := range text {
		switch {
		case f.quoted:
			f.keep(c)
			f.quoted = f.escaped || c != '"'
			f.escaped = !f.escaped && c == '\\'
		case c == '"':
			f.keep(c)
			f.quoted = true
		case c == '{' || c == '[':
			f.depth++
		case c == '}' || c == ']':
			if f.depth == 1 {
				f.value()
			}
			f.depth--
		case f.depth != 1 || bytes.IndexByte([]byte(blanks), c) >= 0:
		case c == ':':
			f.key, f.word = string(f.word), f.word[:0]
		case c == ',':
			f.value()
		default:
			f.keep(c)
		}
	}
}

func (f *idFinder) keep(c byte) {
	if f.depth == 1 && len(f.word) <= mostID {
		f.word = append(f.word, c)
	}
}

// value ends a value of the outermost object.
func (f *idFinder) value() {
	if _, ok := idOf(f.word); ok && textOf(json.RawMessage(f.key)) == "id" && utf8.Valid(f.word) {
		f.id = bytes.Clone(f.word)
	}
	f.key, f.word = "", f.word[:0]
}
