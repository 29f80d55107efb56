package tunnel

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// ends are a tunnel's two ends over real pipes.
func ends(t *testing.T) (*Near, chan error) {
	t.Helper()
	farIn, nearOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	nearIn, farOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- Serve(farIn, farOut) }()
	near, err := Open(nearIn, nearOut, func() error { return errors.Join(nearOut.Close(), farOut.Close()) })
	if err != nil {
		t.Fatal(err)
	}
	return near, served
}

// echo is a port that gives back what it gets.
func echo(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_, _ = io.Copy(c, c)
			}()
		}
	}()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestManyConnectionsAtOnce(t *testing.T) {
	port := echo(t)
	near, served := ends(t)
	sent := make([]byte, 3<<20)
	if _, err := rand.Read(sent); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			c, err := near.Dial(port)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			go func() { _, _ = c.Write(sent) }()
			got := make([]byte, len(sent))
			if _, err := io.ReadFull(c, got); err != nil || !bytes.Equal(got, sent) {
				t.Errorf("what came back is not what was sent: %v", err)
			}
		})
	}
	wait.Wait()
	if err := near.Close(); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Errorf("the far end: %v", err)
	}
}

func TestNobodyListens(t *testing.T) {
	near, _ := ends(t)
	defer near.Close()
	if _, err := near.Dial(1); err == nil || !strings.Contains(err.Error(), "refuses") {
		t.Errorf("error %v", err)
	}
}

// What is not ours at the far end must not hang or panic.
func TestServeWithNonsense(t *testing.T) {
	if err := Serve(strings.NewReader("GET / HTTP/1.1\r\n\r\nnonsense"), io.Discard); err != nil {
		t.Error(err)
	}
}
