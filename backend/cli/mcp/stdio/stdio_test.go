package stdio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	protocol "github.com/modelcontextprotocol/go-sdk/mcp"
)

// answer is a line of the server.
type answer struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// client writes whatever it likes to a server with a tool that waits until it is let go.
type client struct {
	t       *testing.T
	in      *os.File
	answers chan answer // closed when the server has ended
	letGo   chan struct{}
	began   chan struct{} // a value for each call that waits
	stopped chan struct{} // a value for each that was stopped
}

func connect(t *testing.T, ctx context.Context) *client {
	t.Helper()
	in, toServer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromServer, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, in: toServer, answers: make(chan answer, 5000), letGo: make(chan struct{}), began: make(chan struct{}, 5000), stopped: make(chan struct{}, 5000)}
	server := protocol.NewServer(&protocol.Implementation{Name: "test", Version: "1"}, nil)
	protocol.AddTool(server, &protocol.Tool{Name: "wait"}, func(ctx context.Context, _ *protocol.CallToolRequest, _ map[string]any) (*protocol.CallToolResult, any, error) {
		c.began <- struct{}{}
		select {
		case <-c.letGo:
		case <-ctx.Done():
			c.stopped <- struct{}{}
		}
		return nil, nil, ctx.Err()
	})
	go func() {
		_ = server.Run(ctx, &Transport{In: in, Out: out}) // seen by its answers
		_ = out.Close()
	}()
	go func() {
		defer close(c.answers)
		lines := bufio.NewScanner(fromServer)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var a answer
			if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
				t.Errorf("%v in %q", err, lines.Text())
			}
			c.answers <- a
		}
	}()
	t.Cleanup(func() {
		_ = c.in.Close() // a test may have closed it
		for range c.answers {
		}
	})
	c.line(`{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	if a := c.answer(); string(a.ID) != `"init"` || a.Error.Code != 0 {
		t.Fatalf("%+v", a)
	}
	c.line(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return c
}

func (c *client) line(text string) {
	c.t.Helper()
	if _, err := c.in.WriteString(text + "\n"); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) answer() answer {
	c.t.Helper()
	select {
	case a, more := <-c.answers:
		if !more {
			c.t.Fatal("the server has ended")
		}
		return a
	case <-time.After(20 * time.Second):
		c.t.Fatal("no answer")
	}
	return answer{}
}

// wait calls the tool that waits.
func (c *client) wait(id string) {
	c.line(`{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"wait","arguments":{}}}`)
}

// malformed are lines that are no message, and what is answered: the code and the id.
var malformed = []struct {
	name, line string
	code       int
	id         string
}{
	{"garbage", `hello`, -32700, "null"},
	{"a command", `GET / HTTP/1.1`, -32700, "null"},
	{"unfinished", `{"jsonrpc":"2.0","id":5,"method":"ping"`, -32700, "null"},
	{"an unfinished string", `{"jsonrpc":"2.0","id":5,"method":"pi`, -32700, "null"},
	{"an unfinished escape", `{"jsonrpc":"2.0","id":5,"method":"\u00"}`, -32700, "null"},
	{"an escape that is none", `{"jsonrpc":"2.0","id":5,"method":"\x"}`, -32700, "null"},
	{"more behind it", `{"jsonrpc":"2.0","id":5,"method":"ping"} x`, -32700, "null"},
	{"two messages", `{"jsonrpc":"2.0","id":5,"method":"ping"}{"jsonrpc":"2.0","id":6,"method":"ping"}`, -32700, "null"},
	{"a comma too many", `{"jsonrpc":"2.0","id":5,"method":"ping",}`, -32700, "null"},
	{"a comment", `{"jsonrpc":"2.0","id":5,/* */"method":"ping"}`, -32700, "null"},
	{"single quotes", `{'jsonrpc':'2.0','id':5,'method':'ping'}`, -32700, "null"},
	{"keys without quotes", `{jsonrpc:"2.0",id:5,method:"ping"}`, -32700, "null"},
	{"not a number", `{"jsonrpc":"2.0","id":NaN,"method":"ping"}`, -32700, "null"},
	{"a number that begins with 0", `{"jsonrpc":"2.0","id":05,"method":"ping"}`, -32700, "null"},
	{"NUL", "\x00", -32700, "null"},
	{"NUL in a string", "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"pi\x00ng\"}", -32700, "null"},
	{"a byte order mark", "\ufeff{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}", -32700, "null"},
	{"UTF-16", "{\x00\"\x00i\x00d\x00\"\x00}\x00", -32700, "null"},
	{"bad UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"p\xffng\"}", -32700, "null"},
	{"half of a character", "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"p\xe4\xb8\"}", -32700, "null"},
	{"a surrogate in UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"p\xed\xa0\x80\"}", -32700, "null"},
	{"brackets without end", strings.Repeat("[", 400), -32700, "null"},
	{"an empty batch", `[]`, -32600, "null"},
	{"a batch", `[{"jsonrpc":"2.0","id":5,"method":"ping"},{"jsonrpc":"2.0","id":6,"method":"ping"}]`, -32600, "null"},
	{"an array of numbers", `[1,2,3]`, -32600, "null"},
	{"a string", `"ping"`, -32600, "null"},
	{"a number", `5`, -32600, "null"},
	{"true", `true`, -32600, "null"},
	{"null", `null`, -32600, "null"},
	{"an empty object", `{}`, -32600, "null"},
	{"no version", `{"id":5,"method":"ping"}`, -32600, "5"},
	{"version 1.0", `{"jsonrpc":"1.0","id":5,"method":"ping"}`, -32600, "5"},
	{"a version that is a number", `{"jsonrpc":2.0,"id":"five","method":"ping"}`, -32600, `"five"`},
	{"a version in capitals", `{"JSONRPC":"2.0","id":5,"method":"ping"}`, -32600, "5"},
	{"an id that is an object", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, -32600, "null"},
	{"an id that is an array", `{"jsonrpc":"2.0","id":[1],"method":"ping"}`, -32600, "null"},
	{"an id that is true", `{"jsonrpc":"2.0","id":true,"method":"ping"}`, -32600, "null"},
	{"an id that is null", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, -32600, "null"},
	{"a broken id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, -32600, "null"},
	{"an id beyond what is exact", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, -32600, "null"},
	{"an id beyond all numbers", `{"jsonrpc":"2.0","id":1e999,"method":"ping"}`, -32600, "null"},
	{"the id of a call under way", `{"jsonrpc":"2.0","id":"waits","method":"ping"}`, -32600, "null"},
	{"no method", `{"jsonrpc":"2.0","id":5}`, -32600, "5"},
	{"a method that is a number", `{"jsonrpc":"2.0","id":5,"method":1}`, -32600, "5"},
	{"a method without a name", `{"jsonrpc":"2.0","id":5,"method":""}`, -32600, "5"},
	{"a method that is null", `{"jsonrpc":"2.0","id":5,"method":null}`, -32600, "5"},
	{"parameters that are a string", `{"jsonrpc":"2.0","id":5,"method":"ping","params":"x"}`, -32600, "5"},
	{"parameters that are a number", `{"jsonrpc":"2.0","id":5,"method":"ping","params":1}`, -32600, "5"},
	{"a result without an id", `{"jsonrpc":"2.0","result":{}}`, -32600, "null"},
	{"brackets in brackets", `{"jsonrpc":"2.0","id":5,"method":"ping","params":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}`, -32600, "null"},
	{"a million brackets", strings.Repeat("[", 1_000_000), -32600, "null"},
	{"objects in objects", strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000), -32600, "null"},
	{"9 MB, id first", `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"id":8,"a":"` + strings.Repeat("x", 9_000_000) + `"}}`, -32600, "7"},
	{"9 MB, id last", `{"method":"ping","params":{"id":8,"a":"` + strings.Repeat("x", 9_000_000) + `\",\"id\":9}"},"jsonrpc":"2.0", "id" : "a\"7" }`, -32600, `"a\"7"`},
	{"60 MB", strings.Repeat("x", 60_000_000), -32600, "null"},
	{"60 MB of brackets", strings.Repeat("[", 60_000_000), -32600, "null"},
	{"9 MB, an id without end", `{"id":` + strings.Repeat("7", 9_000_000) + `}`, -32600, "null"},
	{"9 MB, an id that is an object", `{"id":{"id":7},"a":"` + strings.Repeat("x", 9_000_000) + `"}`, -32600, "null"},

	// Messages, which the kit answers.
	{"a method that nobody has", `{"jsonrpc":"2.0","id":5,"method":"nothing"}`, -32601, "5"},
	{"parameters of another kind", `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":[1]}`, -32602, "5"},
	{"a tool that nobody has", `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"nothing"}}`, -32602, "5"},
	{"an id of the largest kind", `{"jsonrpc":"2.0","id":9007199254740991,"method":"nothing"}`, -32601, "9007199254740991"},
	{"blanks around it", " \t{ \"jsonrpc\" : \"2.0\" , \"id\" : 5 , \"method\" : \"nothing\" } \r", -32601, "5"},
}

// unanswered are lines to which nothing is said.
var unanswered = []string{
	"", " ", "\r", `{"jsonrpc":"2.0","method":"notifications/nothing"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}`,
	`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody's"}}`,
	`{"jsonrpc":"2.0","method":"notifications/cancelled"}`, `{"jsonrpc":"2.0","method":"notifications/progress","params":[]}`,
	`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":"init","error":{"code":1,"message":"x"}}`,
	`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`, `{"error":"x"}`,
}

// TestMalformedLines: each is answered by an error of JSON-RPC, the server lives, and
// the call that is under way all the time has its answer in the end.
func TestMalformedLines(t *testing.T) {
	c := connect(t, t.Context())
	c.wait(`"waits"`)
	<-c.began
	for _, one := range malformed {
		for _, nothing := range unanswered {
			c.line(nothing)
		}
		c.line(one.line)
		if a := c.answer(); a.Error.Code != one.code || string(a.ID) != one.id || a.Error.Message == "" || len(a.Error.Message) > 300 {
			t.Errorf("%s: %d to %s, want %d to %s: %.400s", one.name, a.Error.Code, a.ID, one.code, one.id, a.Error.Message)
		}
		c.line(`{"jsonrpc":"2.0","id":0,"method":"ping"}`)
		if a := c.answer(); string(a.ID) != "0" || string(a.Result) != "{}" {
			t.Fatalf("after %s: %+v", one.name, a)
		}
	}
	close(c.letGo)
	if a := c.answer(); string(a.ID) != `"waits"` || a.Error.Code != 0 {
		t.Errorf("%+v", a)
	}
}

// TestLastLine: one that is cut off has its error before the server ends.
func TestLastLine(t *testing.T) {
	c := connect(t, t.Context())
	if _, err := c.in.WriteString(`{"jsonrpc":"2.0","id":5,"meth`); err != nil {
		t.Fatal(err)
	}
	if err := c.in.Close(); err != nil {
		t.Fatal(err)
	}
	if a := c.answer(); a.Error.Code != -32700 {
		t.Errorf("%+v", a)
	}
	if a, more := <-c.answers; more {
		t.Errorf("%+v", a)
	}
}

// TestCallsAreStopped: by the client's word, by its end, and by the program's.
func TestCallsAreStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for name, stop := range map[string]func(c *client){
		"its word": func(c *client) {
			c.line(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
			<-c.stopped
			if a := c.answer(); string(a.ID) != "1" {
				c.t.Errorf("%+v", a)
			}
			c.line(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`)
		},
		"its end": func(c *client) {
			if err := c.in.Close(); err != nil {
				c.t.Error(err)
			}
		},
		"the program's": func(*client) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			of := t.Context()
			if name == "the program's" {
				of = ctx
			}
			c := connect(t, of)
			c.wait("1")
			c.wait("2")
			<-c.began
			<-c.began
			stop(c)
			<-c.stopped
		})
	}
}

// TestFlood: a client that asks without end is told so, and what it asked before is
// answered.
func TestFlood(t *testing.T) {
	c := connect(t, t.Context())
	for i := range 2 * mostCalls {
		c.wait(fmt.Sprint(i))
	}
	for range mostCalls {
		if a := c.answer(); a.Error.Code != codeBusy {
			t.Fatalf("%+v", a)
		}
	}
	close(c.letGo)
	for range mostCalls {
		if a := c.answer(); a.Error.Code != 0 {
			t.Fatalf("%+v", a)
		}
	}
	c.wait("0") // there is room again
	if a := c.answer(); string(a.ID) != "0" || a.Error.Code != 0 {
		t.Errorf("%+v", a)
	}
}

// TestHeld: large messages of calls that are under way are not held without end.
func TestHeld(t *testing.T) {
	c := connect(t, t.Context())
	text := strings.Repeat("x", 8_000_000)
	const fit = mostHeld / 8_000_000
	for i := range fit + 1 {
		c.line(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"wait","arguments":{"a":"%s"}}}`, i, text))
	}
	if a := c.answer(); a.Error.Code != codeBusy || string(a.ID) != fmt.Sprint(fit) {
		t.Errorf("%+v", a)
	}
	close(c.letGo)
	for range fit {
		if a := c.answer(); a.Error.Code != 0 {
			t.Errorf("%+v", a)
		}
	}
}

// TestClosedOutput: nobody to answer is the end.
func TestClosedOutput(t *testing.T) {
	here, there := io.Pipe()
	if err := here.Close(); err != nil {
		t.Fatal(err)
	}
	connection, err := (&Transport{In: io.NopCloser(strings.NewReader("x\nx\n")), Out: there}).Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := connection.Read(t.Context()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%v", err)
	}
}

// FuzzLine: whatever comes is a message, an error that is JSON of one line, or nothing.
func FuzzLine(f *testing.F) {
	for _, one := range malformed {
		if len(one.line) < 10_000 {
			f.Add([]byte(one.line))
		}
	}
	for _, one := range unanswered {
		f.Add([]byte(one))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		in := bufio.NewReaderSize(bytes.NewReader(text), 16)
		for {
			l, err := next(in)
			message, refused := l.message()
			if message != nil && refused != nil {
				t.Errorf("%q is both", l.text)
			}
			if refused != nil {
				var a answer
				if said := refused.encoded(); json.Unmarshal(said, &a) != nil || bytes.IndexByte(said, '\n') >= 0 || a.Error.Code == 0 {
					t.Errorf("%q is answered by %q", l.text, said)
				}
			}
			if call, ok := message.(*jsonrpc.Request); ok && call.IsCall() {
				// However long it is, its id is found.
				var id idFinder
				id.read(l.text)
				if got, ok := idOf(id.id); len(l.text) < mostID && (!ok || got != call.ID) {
					t.Errorf("%q: id %q, want %v", l.text, id.id, call.ID)
				}
			}
			if err != nil {
				return
			}
		}
	})
}
