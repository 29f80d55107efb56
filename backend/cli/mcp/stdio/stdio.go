// Package stdio carries messages of the Model Context Protocol over a program's input
// and output, one a line (https://modelcontextprotocol.io/specification, "stdio"). A
// line that is no message costs its sender an error of JSON-RPC and nothing else; the
// kit's own transport ends the program at it, with all that it was asked before.
package stdio

import (
	"bufio"
	"context"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	protocol "github.com/modelcontextprotocol/go-sdk/mcp"
)

// What one client may have under way. The kit begins each call as it comes, so that
// a later one can stop it.
const (
	mostCalls = 1000
	mostHeld  = 64 << 20 // bytes of their messages
)

// Transport is a client at both ends of a pipe. It leaves its output open.
type Transport struct {
	In  io.ReadCloser
	Out io.Writer
}

// Connect begins to read. The connection ends with ctx, and so do the calls that are
// under way: the kit itself would wait for them.
func (t *Transport) Connect(ctx context.Context) (protocol.Connection, error) {
	c := &connection{in: t.In, out: t.Out, lines: make(chan line), closed: make(chan struct{}), calls: map[jsonrpc.ID]int{}}
	context.AfterFunc(ctx, func() { _ = c.Close() }) // whoever closes it by its end hears of a failure
	go c.readOn()
	return c, nil
}

type connection struct {
	in     io.ReadCloser
	lines  chan line // closed when there are no more
	failed error     // why, before lines is closed

	writing sync.Mutex
	out     io.Writer

	mu    sync.Mutex
	calls map[jsonrpc.ID]int // under way, with the bytes of their messages
	held  int                // the sum of these

	closing  sync.Once
	closed   chan struct{}
	closeErr error
}

// SessionID is empty: there is one session.
func (*connection) SessionID() string { return "" }

// Close ends a Read that waits.
func (c *connection) Close() error {
	c.closing.Do(func() {
		close(c.closed)
		c.closeErr = c.in.Close()
	})
	return c.closeErr
}

// readOn reads lines until there are no more, or nobody wants them.
func (c *connection) readOn() {
	defer close(c.lines)
	in := bufio.NewReaderSize(c.in, 64<<10)
	for {
		l, err := next(in)
		if l.long || len(l.text) > 0 {
			select {
			case c.lines <- l:
			case <-c.closed:
				return
			}
		}
		if err != nil {
			c.failed = err
			return
		}
	}
}

// Read gives the next message. What is none is answered and passed over.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		case l, more := <-c.lines:
			if !more {
				return nil, c.failed
			}
			message, refused := l.message()
			if call, ok := message.(*jsonrpc.Request); ok && call.IsCall() {
				refused = c.begin(call.ID, len(l.text))
			}
			if refused == nil && message != nil {
				return message, nil
			}
			if refused != nil {
				if err := c.send(refused.encoded()); err != nil {
					return nil, err
				}
			}
		}
	}
}

// begin counts a call, unless there are too many.
func (c *connection) begin(id jsonrpc.ID, size int) *refusal {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, used := c.calls[id]; used {
		// Without the id: it would be taken for the answer to the call that has it.
		return invalid(nil, "a call that is under way has this id")
	}
	if len(c.calls) >= mostCalls || c.held+size > mostHeld {
		return &refusal{rawID(id), codeBusy, "too many calls are under way; wait for the answers to some"}
	}
	c.calls[id] = size
	c.held += size
	return nil
}

// Write sends a message.
func (c *connection) Write(ctx context.Context, m jsonrpc.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	text, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		c.held -= c.calls[r.ID]
		delete(c.calls, r.ID)
		c.mu.Unlock()
	}
	return c.send(text)
}

func (c *connection) send(text []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(text, '\n'))
	return err
}
