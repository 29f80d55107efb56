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

// door is the way to a program's ports from outside its container, which has
// no network: the pipes of a process that runs beside the program carry the
// connections.
type door struct {
	way   *tunnel.Near
	ended chan struct{}
}

// open starts the process that carries the connections, where there is none
// yet.
func (t *trial) open(ctx context.Context) (*door, error) {
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
	relay, err := t.container.Start(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("the builder gives no way to reach the service: %w", err)
	}
	d := &door{ended: make(chan struct{})}
	go func() {
		_ = relay.Wait()                   // why it ended is told by the tunnel
		_ = outside.CloseWithError(io.EOF) // whoever still waits for an answer gets none
		close(d.ended)
	}()
	d.way, err = tunnel.Open(out, in, func() error {
		_ = out.CloseWithError(io.EOF)
		return in.Close()
	})
	return d, err
}

// dial connects to one of the program's ports.
func (d *door) dial(port int) (net.Conn, error) { return d.way.Dial(port) }

// broken says why nobody can be reached any more, whatever listens there; nil
// where the way is open, or there is none.
func (d *door) broken() error {
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
func (d *door) close() {
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
