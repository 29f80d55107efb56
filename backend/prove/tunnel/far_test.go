package tunnel

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"strconv"
	"sync"
	"testing"
)

// TestNeighboursComeFromElsewhere: what listens on the loopback address alone
// is not reached from a neighbour, and who comes is no local user.
func TestNeighboursComeFromElsewhere(t *testing.T) {
	near, _ := ends(t)
	defer near.Close()
	if c, err := near.DialHere(echo(t)); err == nil {
		c.Close()
		t.Error("a port of 127.0.0.1 is reached by a neighbour")
	} else if !errors.Is(err, ErrRefused) {
		t.Error(err)
	}
	l, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	from := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		host, _, _ := net.SplitHostPort(c.RemoteAddr().String())
		from <- host
		c.Close()
	}()
	c, err := near.DialHere(l.Addr().(*net.TCPAddr).Port)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if host := <-from; host != Here {
		t.Errorf("it came from %s", host)
	}
}

// TestLentAddressesLeadAway carries ten connections at once from an address of
// the far end to an echo, and says so where nobody is behind it.
func TestLentAddressesLeadAway(t *testing.T) {
	near, _ := ends(t)
	defer near.Close()
	target := net.JoinHostPort("127.0.0.1", strconv.Itoa(echo(t)))
	at := free(t, "127.77.0.2")
	if err := near.Lend(at, func() (net.Conn, error) { return net.Dial("tcp", target) }); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 10 {
		wait.Go(func() {
			c, err := net.Dial("tcp", at)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			sent := make([]byte, 300<<10)
			_, _ = rand.Read(sent)
			go func() {
				_, _ = c.Write(sent)
				_ = c.(*net.TCPConn).CloseWrite()
			}()
			if back, err := io.ReadAll(c); err != nil || !bytes.Equal(back, sent) {
				t.Errorf("%d bytes of %d came back: %v", len(back), len(sent), err)
			}
		})
	}
	wait.Wait()

	nobody := free(t, "127.77.0.3")
	if err := near.Lend(nobody, func() (net.Conn, error) { return nil, errors.New("nobody is there") }); err != nil {
		t.Fatal(err)
	}
	if c, err := net.Dial("tcp", nobody); err == nil { // the reset may come before dialling has ended
		defer c.Close()
		if _, err := c.Read(make([]byte, 1)); err == nil {
			t.Error("somebody answers where nobody is")
		}
	}
	if err := near.Lend(at, nil); !errors.Is(err, ErrRefused) {
		t.Errorf("an address is lent twice: %v", err)
	}
}

// free is an address on which nobody listens.
func free(t *testing.T, host string) string {
	t.Helper()
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
