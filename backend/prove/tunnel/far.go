package tunnel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"

	"github.com/hashicorp/yamux"
)

// Here is the address under which a machine stands for itself among those that
// are joined by tunnels. Whoever listens on 127.0.0.1 alone is not reached
// there, and who comes from there is no local user: PostgreSQL trusts
// 127.0.0.1, and nobody would come from it in a network.
const Here = "127.77.0.1"

// What a stream is for, in its first byte.
const (
	toLoopback = 'd' // connect to a port of this machine, as one that runs on it would
	toHere     = 'n' // connect to a port as a neighbour would
	toListen   = 'l' // listen on an address, for as long as the stream lives
	arrived    = 'c' // a connection has come to an address that is listened on
)

// The one byte that answers it.
const (
	refused   = 0
	connected = 1
)

// Serve is the far end: it connects every stream that is asked for to a port
// of its own machine, and hands on those who come to an address that it was
// told to listen on, until in ends. It is what runs inside the container.
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
			_ = answer(session, stream) // the near end sees its stream close
		}()
	}
}

func answer(session *yamux.Session, stream net.Conn) error {
	var kind [1]byte
	if _, err := io.ReadFull(stream, kind[:]); err != nil {
		return err
	}
	switch kind[0] {
	case toLoopback:
		return connect(stream, dialLoopback)
	case toHere:
		return connect(stream, dialHere)
	case toListen:
		return lend(session, stream)
	}
	return fmt.Errorf("what is %q?", kind[0])
}

// connect reads the port, connects, says whether that went well in one byte,
// and joins the two.
func connect(stream net.Conn, dial func(port string) (net.Conn, error)) error {
	var port uint16
	if err := binary.Read(stream, binary.BigEndian, &port); err != nil {
		return err
	}
	conn, err := dial(strconv.Itoa(int(port)))
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

// dialLoopback tries both loopback addresses: a program may listen on one of
// them only.
func dialLoopback(port string) (net.Conn, error) {
	conn, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", port), 2*time.Second)
	if err != nil {
		conn, err = net.DialTimeout("tcp", net.JoinHostPort("::1", port), 2*time.Second)
	}
	return conn, err
}

func dialHere(port string) (net.Conn, error) {
	from := net.Dialer{Timeout: 2 * time.Second, LocalAddr: &net.TCPAddr{IP: net.ParseIP(Here)}}
	return from.Dial("tcp", net.JoinHostPort(Here, port))
}

// lend listens on the address that the stream names until the stream ends, and
// opens a stream to the near end for each connection.
func lend(session *yamux.Session, stream net.Conn) error {
	address, err := readText(stream)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		_, err = stream.Write([]byte{refused})
		return err
	}
	defer func() { _ = listener.Close() }() // nobody is left to hear of it
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go handOn(session, conn, address)
		}
	}()
	if _, err := stream.Write([]byte{connected}); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, stream) // nothing comes: it waits for the end
	return err
}

// handOn joins a connection to the near end. One that cannot be carried is
// reset, as by a machine on which nobody listens.
func handOn(session *yamux.Session, conn net.Conn, address string) {
	defer conn.Close()
	stream, err := session.Open()
	if err != nil {
		return
	}
	defer stream.Close()
	if writeText(stream, arrived, address) != nil || said(stream) != nil {
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		return
	}
	Join(stream, conn)
}

// A text goes over a stream as its kind, its length in one byte, and itself.
func writeText(w io.Writer, kind byte, text string) error {
	if len(text) > 255 {
		return errors.New("an address is longer than 255 bytes")
	}
	_, err := w.Write(append([]byte{kind, byte(len(text))}, text...))
	return err
}

func readText(r io.Reader) (string, error) {
	var length [1]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return "", err
	}
	text := make([]byte, length[0])
	_, err := io.ReadFull(r, text)
	return string(text), err
}

// said reads the one byte that answers a stream.
func said(stream net.Conn) error {
	_ = stream.SetReadDeadline(time.Now().Add(answersWithin))
	var answer [1]byte
	if _, err := io.ReadFull(stream, answer[:]); err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if answer[0] != connected {
		return ErrRefused
	}
	return stream.SetReadDeadline(time.Time{})
}
