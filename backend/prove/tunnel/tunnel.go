// Package tunnel carries TCP connections over one pair of pipes: a container
// without network is reached through the standard input and output of a
// process in it.
package tunnel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/hashicorp/yamux"
)

// pipes are two one-way streams as one.
type pipes struct {
	io.Reader
	io.Writer
	close func() error
}

func (p pipes) Close() error { return p.close() }

// answersWithin is how long the far end, which may have all processors busy, may
// take to answer.
const answersWithin = 15 * time.Second

func config() *yamux.Config {
	c := yamux.DefaultConfig()
	c.EnableKeepAlive = false // the process at the other end is ours, and ends with its pipes
	c.LogOutput = io.Discard
	c.StreamOpenTimeout, c.StreamCloseTimeout = answersWithin, 5*time.Second
	return c
}

// Join copies both ways until both sides are done.
func Join(a, b net.Conn) {
	var wait sync.WaitGroup
	one := func(to, from net.Conn) {
		_, _ = io.Copy(to, from) // an end in the middle is told to both sides by closing them
		if half, ok := to.(interface{ CloseWrite() error }); ok {
			_ = half.CloseWrite()
		} else {
			_ = to.Close()
		}
	}
	wait.Go(func() { one(a, b) })
	wait.Go(func() { one(b, a) })
	wait.Wait()
}

// Near is the near end.
type Near struct {
	session *yamux.Session
	mu      sync.Mutex
	lent    map[string]func() (net.Conn, error) // by the address at the far end; nil until there is one
}

// Open makes a tunnel of the far end's output and input. Close ends both by
// calling end.
func Open(out io.Reader, in io.Writer, end func() error) (*Near, error) {
	q := newQuiet(out, in)
	session, err := yamux.Client(pipes{q, q, end}, config())
	if err != nil {
		return nil, err
	}
	return &Near{session: session}, nil
}

// ErrBroken says that the far end is gone, whatever a port would have said.
var ErrBroken = errors.New("the way to the program is broken")

// ErrRefused says that nothing takes connections on the port.
var ErrRefused = errors.New("refuses the connection")

// Dial connects to a port at the far end. The error is ErrBroken where there is
// no far end any more.
func (t *Near) Dial(port int) (net.Conn, error) { return t.dial(toLoopback, port) }

// DialHere connects to a port as a neighbour in a network would: who listens
// on the loopback address alone is not reached.
func (t *Near) DialHere(port int) (net.Conn, error) { return t.dial(toHere, port) }

func (t *Near) dial(kind byte, port int) (net.Conn, error) {
	stream, err := t.session.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	request := binary.BigEndian.AppendUint16([]byte{kind}, uint16(port))
	if _, err := stream.Write(request); err != nil {
		stream.Close()
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if err := said(stream); err != nil {
		stream.Close()
		if errors.Is(err, ErrRefused) {
			return nil, fmt.Errorf("port %d %w", port, err)
		}
		return nil, err
	}
	return stream, nil
}

// Lend has the far end listen on an address of its machine, until the tunnel
// is closed. Whoever connects there is joined to what to gives. The error is
// ErrRefused where the address is taken.
func (t *Near) Lend(address string, to func() (net.Conn, error)) error {
	t.mu.Lock()
	first := t.lent == nil
	if first {
		t.lent = map[string]func() (net.Conn, error){}
	}
	_, taken := t.lent[address]
	if !taken {
		t.lent[address] = to
	}
	t.mu.Unlock()
	if taken {
		return fmt.Errorf("listening on %s: %w", address, ErrRefused)
	}
	if first {
		go t.accept()
	}
	stream, err := t.session.Open()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if err := writeText(stream, toListen, address); err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if err := said(stream); err != nil {
		stream.Close()
		return fmt.Errorf("listening on %s: %w", address, err)
	}
	return nil // the stream stays: its end would end the listening
}

func (t *Near) accept() {
	for {
		stream, err := t.session.Accept()
		if err != nil {
			return
		}
		go t.carry(stream)
	}
}

// carry joins one connection of the far end's to whom it is meant for.
func (t *Near) carry(stream net.Conn) {
	defer stream.Close()
	var kind [1]byte
	if _, err := io.ReadFull(stream, kind[:]); err != nil || kind[0] != arrived {
		return
	}
	address, err := readText(stream)
	if err != nil {
		return
	}
	t.mu.Lock()
	to := t.lent[address]
	t.mu.Unlock()
	if to == nil {
		return
	}
	conn, err := to()
	if err != nil {
		_, _ = stream.Write([]byte{refused}) // it is told by the stream's end too
		return
	}
	defer conn.Close()
	if _, err := stream.Write([]byte{connected}); err == nil {
		Join(stream, conn)
	}
}

// Close ends every connection.
func (t *Near) Close() error { return t.session.Close() }
