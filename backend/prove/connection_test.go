package prove

import (
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
	gatewaypb "github.com/moby/buildkit/frontend/gateway/pb"

	"aipack/backend/prove/tunnel"
)

// silent is a container of whose processes nothing is heard any more, as after
// BuildKit has lost its stream of their messages; he who writes to one learns it.
type silent struct{ gateway.Container }

type silentProcess struct {
	gateway.ContainerProcess
	ctx context.Context
}

var errLost = errors.New("EOF")

func (silent) Start(ctx context.Context, request gateway.StartRequest) (gateway.ContainerProcess, error) {
	ctx, lost := context.WithCancelCause(ctx)
	go func() {
		if request.Stdin == nil {
			<-ctx.Done()
		} else {
			_, _ = request.Stdin.Read(make([]byte, 1))
		}
		lost(errLost)
	}()
	return silentProcess{ctx: ctx}, nil
}

func (silent) Release(context.Context) error { return nil }

func (p silentProcess) Wait() error {
	<-p.ctx.Done()
	return context.Cause(p.ctx)
}

// TestNobodyHearsOfTheEnd: a program of which nothing is heard any more is not
// waited for, and its silence is not held against it.
func TestNobodyHearsOfTheEnd(t *testing.T) {
	one := &run{session: &session{limits: Usual(), report: &Report{Start: &Started{}}}, container: silent{}, gone: make(chan struct{})}
	if err := one.start(t.Context(), gateway.StartRequest{}); err != nil {
		t.Fatal(err)
	}
	var err error
	if one.door, err = one.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer one.door.close()
	if err := one.door.broken(); !errors.Is(err, tunnel.ErrBroken) {
		t.Errorf("the way is said to be %v", err)
	}
	<-one.gone
	var ended *endedError
	if err := one.ended(); !errors.Is(err, tunnel.ErrBroken) || errors.As(err, &ended) {
		t.Errorf("it ended with %v", err)
	}
}

// TestAskedInsideInVain: a probe inside of which nothing is heard has an end too,
// where there is no door yet.
func TestAskedInsideInVain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		one := &run{
			session: &session{limits: Usual(), tell: func(string, string) {}, report: &Report{Start: &Started{}, Probe: &Probe{}, Image: &Image{Ports: []string{"8080/tcp"}}}}, container: silent{}, gone: make(chan struct{}),
		}
		if err := one.start(ctx, gateway.StartRequest{}); err != nil {
			t.Fatal(err)
		}
		if err := one.healthyInside(ctx); !errors.Is(err, tunnel.ErrBroken) {
			t.Errorf("it says %v", err)
		}
	})
}

// TestAnUnlearnedEnd: a release whose exit code the builder did not learn is no
// migration that failed.
func TestAnUnlearnedEnd(t *testing.T) {
	for code, broken := range map[uint32]bool{0: false, 1: false, 255: false, math.MaxUint32: true} {
		one := &run{session: &session{limits: Usual(), report: &Report{}}, gone: make(chan struct{}), end: &gatewaypb.ExitError{ExitCode: code}}
		close(one.gone)
		if err := one.releaseEnds(t.Context()); errors.Is(err, tunnel.ErrBroken) != broken || (err == nil) != (code == 0) {
			t.Errorf("%d: %v", code, err)
		}
	}
}
