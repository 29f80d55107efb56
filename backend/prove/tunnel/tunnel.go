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
	"strconv"
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

func config() *yamux.Config {
	c := yamux.DefaultConfig()
	c.EnableKeepAlive = false // the process at the other end is ours, and ends with its pipes
	c.LogOutput = io.Discard
	c.StreamOpenTimeout, c.StreamCloseTimeout = 5*time.Second, 5*time.Second
	return c
}

// Serve is the far end: it connects every stream that is asked for to a port
// of its own machine, until in ends. It is what runs inside the container.
func Serve(in io.Reader, out io.Writer) error {
	session, err := yamux.Server(pipes{in, out, func() error { return nil }}, config())
	if err != nil {
		return err
	}
	for {
		stream, err := session.Accept()
		if err != nil {
			return nil // the pipe has ended: so have we
		}
		go func() {
			defer stream.Close()
			_ = answer(stream) // the near end sees its stream close
		}()
	}
}

// answer reads the port, connects, says whether that went well in one byte,
// and joins the two.
func answer(stream net.Conn) error {
	var port uint16
	if err := binary.Read(stream, binary.BigEndian, &port); err != nil {
		return err
	}
	conn, err := dialLocal(port)
	if err != nil {
		_, err = stream.Write([]byte{refused})
		return err
	}
	defer conn.Close()
	if _, err := stream.Write([]byte{connected}); err != nil {
		return err
	}
	Join(stream, conn)
	return nil
}

// The one byte that comes before what the port says.
const (
	refused   = 0
	connected = 1
)

// dialLocal tries both loopback addresses: a program may listen on one of
// them only.
func dialLocal(port uint16) (net.Conn, error) {
	text := strconv.Itoa(int(port))
	conn, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", text), 2*time.Second)
	if err != nil {
		conn, err = net.DialTimeout("tcp", net.JoinHostPort("::1", text), 2*time.Second)
	}
	return conn, err
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
type Near struct{ session *yamux.Session }

// Open makes a tunnel of the far end's output and input. Close ends both by
// calling end.
func Open(out io.Reader, in io.Writer, end func() error) (*Near, error) {
	session, err := yamux.Client(pipes{out, in, end}, config())
	if err != nil {
		return nil, err
	}
	return &Near{session}, nil
}

// ErrBroken says that the far end is gone, whatever a port would have said.
var ErrBroken = errors.New("the way to the program is broken")

// ErrRefused says that nothing takes connections on the port.
var ErrRefused = errors.New("refuses the connection")

// Dial connects to a port at the far end. The error is ErrBroken where there is
// no far end any more.
func (t *Near) Dial(port int) (net.Conn, error) {
	stream, err := t.session.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if err := binary.Write(stream, binary.BigEndian, uint16(port)); err != nil {
		stream.Close()
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	_ = stream.SetReadDeadline(time.Now().Add(5 * time.Second))
	var said [1]byte
	if _, err := io.ReadFull(stream, said[:]); err != nil {
		stream.Close()
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if said[0] != connected {
		stream.Close()
		return nil, fmt.Errorf("port %d %w", port, ErrRefused)
	}
	return stream, stream.SetReadDeadline(time.Time{})
}

// Close ends every connection.
func (t *Near) Close() error { return t.session.Close() }
