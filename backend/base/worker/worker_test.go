package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// question is what the worker of these tests is asked to do.
type question struct {
	Do   string `json:"do"`
	Text string `json:"text,omitempty"`
}

type process = Process[question, string]

// TestMain makes this test program its own worker, and the one that starts a
// worker and is killed.
func TestMain(m *testing.M) {
	switch os.Getenv("WORKER_TEST") {
	case "worker":
		if os.Getenv("WORKER_TEST_BOUND") != "" {
			LimitMemory(64 << 20)
		}
		if err := Serve(os.Stdin, os.Stdout, do); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if os.Getenv("WORKER_TEST_DEAF") != "" {
			select {}
		}
		os.Exit(0)
	case "parent":
		p, err := Start[question, string](command())
		if err == nil {
			_, err = p.Call(context.Background(), question{"dial", os.Getenv("WORKER_TEST_AT")}, nil)
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func do(ctx context.Context, q question, tell func(string)) (string, error) {
	switch q.Do {
	case "say":
		return q.Text, nil
	case "spell":
		for _, letter := range q.Text {
			tell(string(letter))
		}
		return q.Text, nil
	case "print":
		fmt.Println(q.Text) // as a library does that does not know better
		return "printed", nil
	case "variable":
		return os.Getenv(q.Text), nil
	case "refuse":
		return "", &Failure{Kind: "taste", Message: q.Text}
	case "fail":
		return "", errors.New(q.Text)
	case "crash":
		panic(q.Text)
	case "abort":
		fmt.Fprintln(os.Stderr, q.Text)
		os.Exit(3)
	case "leave":
		os.Exit(0)
	case "fill":
		for held := [][]byte{}; ; time.Sleep(100 * time.Microsecond) {
			held = append(held, bytes.Repeat([]byte{1}, 1<<20))
		}
	case "take":
		size := 8 << 30
		return string(bytes.Repeat([]byte{1}, size)[:1]), nil
	case "dig":
		return fmt.Sprint(dig([1024]int{})), nil
	case "wait":
		tell("waiting")
		<-ctx.Done()
		return "", ctx.Err()
	case "hang":
		tell("hanging")
		select {}
	case "dial":
		if _, err := net.Dial("tcp", q.Text); err != nil {
			return "", err
		}
		select {}
	}
	return "", fmt.Errorf("nothing is known of %q", q.Do)
}

// dig comes back no sooner than its stack is used up.
func dig(a [1024]int) int {
	if a[0] < 0 {
		return 0
	}
	return dig(a) + a[1]
}

func command() Command {
	return Command{Name: "the helper", Args: []string{os.Args[0]}, Env: []string{"WORKER_TEST=worker"}}
}

func start(t *testing.T, change ...func(*Command)) *process {
	t.Helper()
	c := command()
	for _, f := range change {
		f(&c)
	}
	p, err := Start[question, string](c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func says(t *testing.T, p *process, text string) {
	t.Helper()
	if got, err := p.Call(t.Context(), question{"say", text}, nil); err != nil || got != text {
		t.Errorf("%q: %q, %v", text, got, err)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	p := start(t)
	heard := ""
	if got, err := p.Call(t.Context(), question{"spell", "parts <&>"}, func(s string) { heard += s }); err != nil || got != heard || heard != "parts <&>" {
		t.Errorf("%q after %q, %v", got, heard, err)
	}
	if got, err := p.Call(t.Context(), question{"variable", "WORKER_TEST"}, nil); err != nil || got != "worker" {
		t.Errorf("%q, %v", got, err)
	}
	for _, junk := range []string{"loading…", `{"id":"x"}`, `{"id":99,"result":"for nobody"}`, "{}"} {
		if got, err := p.Call(t.Context(), question{"print", junk}, nil); err != nil || got != "printed" {
			t.Errorf("%s: %q, %v", junk, got, err)
		}
	}
	long := strings.Repeat("long ", 100_000)
	says(t, p, long)
	if err := p.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	if p.PID() == os.Getpid() || p.Gone() {
		t.Error("it is no process of its own")
	}
}

func TestFailuresCostOneRequest(t *testing.T) {
	t.Parallel()
	p := start(t)
	for what, want := range map[string]Failure{
		"refuse": {"taste", "no, thanks"}, "fail": {Internal, "no, thanks"}, "dance": {Internal, `nothing is known of "dance"`},
	} {
		_, err := p.Call(t.Context(), question{what, "no, thanks"}, nil)
		if f := as[*Failure](t, err); *f != want {
			t.Errorf("%s: %+v", what, f)
		}
	}
	says(t, p, "on")
}

func TestARequestThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	p, err := Start[func(), string](command())
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Call(t.Context(), func() {}, nil)
	if f := as[*Failure](t, err); f.Kind != Malformed || !strings.Contains(f.Message, "cannot be written") {
		t.Errorf("%+v", f)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestManyAskAtOnce(t *testing.T) {
	t.Parallel()
	p := start(t)
	done := make(chan struct{})
	for i := range 50 {
		go func() {
			says(t, p, fmt.Sprint(i))
			done <- struct{}{}
		}()
	}
	for range 50 {
		<-done
	}
}

func TestAProgramThatIsNotThere(t *testing.T) {
	t.Parallel()
	if _, err := Start[question, string](Command{Args: []string{"/no/such/program"}}); err == nil || !strings.Contains(err.Error(), "starting the worker") {
		t.Error(err)
	}
	args, err := Self("hidden")
	if program, _ := os.Executable(); err != nil || len(args) != 2 || args[0] != program || args[1] != "hidden" {
		t.Errorf("%q, %v", args, err)
	}
}

// TestItEndsWithItsParent: however the parent ends, and though the worker is
// busy.
func TestItEndsWithItsParent(t *testing.T) {
	t.Parallel()
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer at.Close()
	parent := exec.CommandContext(t.Context(), os.Args[0])
	parent.Env = append(os.Environ(), "WORKER_TEST=parent", "WORKER_TEST_AT="+at.Addr().String())
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := at.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	if err := line.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := line.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the worker lives on: %v", err)
	}
}

func as[T error](t *testing.T, err error) T {
	t.Helper()
	var e T
	if !errors.As(err, &e) {
		t.Fatalf("%v (%T) is no %T", err, err, e)
	}
	return e
}
