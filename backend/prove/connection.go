package prove

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"aipack/backend/prove/tunnel"
)

// probeConnection is the way to a program's ports from outside its container, which has
// no network: the pipes of a process that runs beside the program carry the
// connections.
type probeConnection struct {
	way    *tunnel.Near
	cancel context.CancelFunc // of what waits for the process
	closed chan struct{}
	ended  chan struct{}
}

// open starts the process that carries the connections, where there is none
// yet.
func (t *run) open(ctx context.Context) (*probeConnection, error) {
	if t.door != nil {
		return t.door, nil
	}
	inside, in := io.Pipe()
	out, outside := io.Pipe()
	request := t.base
	if t.neighbourhood != nil {
		request.User = "0:0" // neighbours' ports may be below 1024
	}
	request.Args = []string{probeDir + "/probe", "-for", t.lasts.String(), "relay"}
	request.Stdin, request.Stdout = inside, patient{outside}
	ctx, cancel := context.WithCancel(ctx)
	relay, err := t.container.Start(ctx, request)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("the builder gives no way to reach the service: %w", err)
	}
	d := &probeConnection{cancel: cancel, closed: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		_ = relay.Wait()                   // why it ended is told by the tunnel
		_ = outside.CloseWithError(io.EOF) // whoever still waits for an answer gets none
		close(d.ended)
	}()
	d.way, err = tunnel.Open(out, in, func() error {
		_ = out.CloseWithError(io.EOF)
		return in.Close()
	})
	if err != nil {
		cancel()
		return nil, err
	}
	go t.serveConnection(d)
	return d, nil
}

const (
	// looksAfter is how often it is asked whether the way is still there.
	looksAfter = 10 * time.Second
	// goesWithin is how long a program's end may come after that of its way.
	goesWithin = 2 * time.Second
)

// serveConnection ends the waiting for a program to which the way is gone: where BuildKit
// (v0.33) has ended its stream of the processes' messages, nobody hears of their
// ends, nor that nobody does, until something is written to one of them.
func (t *run) serveConnection(d *probeConnection) {
	look := time.NewTicker(looksAfter)
	defer look.Stop()
	for err := error(nil); err == nil; {
		select {
		case <-t.gone:
			return
		case <-d.closed:
			return
		case <-d.ended:
			err = tunnel.ErrBroken
		case <-look.C:
			err = d.broken()
		}
		if err == nil {
			continue
		}
		select {
		case <-t.gone:
		case <-d.closed:
		case <-time.After(goesWithin):
			t.kill(err)
		}
	}
}

// dial connects to one of the program's ports.
func (d *probeConnection) dial(port int) (net.Conn, error) { return d.way.Dial(port) }

// broken says why nobody can be reached any more, whatever listens there; nil
// where the way is open, or there is none.
func (d *probeConnection) broken() error {
	if d == nil {
		return nil
	}
	conn, err := d.way.Dial(1) // any port: that nothing listens there is an answer
	if err == nil {
		return conn.Close()
	}
	if errors.Is(err, tunnel.ErrBroken) {
		return err
	}
	return nil
}

// close ends every connection. The process ends with its input; a container
// must not be stopped in the middle of that.
func (d *probeConnection) close() {
	close(d.closed)
	defer d.cancel()
	_ = d.way.Close()
	select {
	case <-d.ended:
	case <-time.After(3 * time.Second):
	}
}

// patient takes what nobody reads any more: BuildKit's client (v0.33) stops
// taking a process's messages at its writer's first error, and then those of
// all others wait behind them.
type patient struct{ *io.PipeWriter }

func (p patient) Write(b []byte) (int, error) {
	_, _ = p.PipeWriter.Write(b)
	return len(b), nil
}
