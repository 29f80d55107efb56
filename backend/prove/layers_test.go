package prove

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
)

// told is a process of whose end is heard when its channel says so.
type told struct {
	gateway.ContainerProcess
	end chan error
}

func (p told) Wait() error { return <-p.end }

// TestEndsThatNobodyHearsOf: what waits for a process waits no longer than its bound,
// nor than what it is done for.
func TestEndsThatNobodyHearsOf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := told{end: make(chan error, 1)}
		began := time.Now()
		if err := endOf(t.Context(), p, time.Minute); err == nil || !strings.Contains(err.Error(), "1m0s") || time.Since(began) != time.Minute {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := endOf(ctx, p, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		failed := errors.New("exit code 3")
		one := told{end: make(chan error, 1)}
		one.end <- failed
		if err := endOf(t.Context(), one, time.Minute); !errors.Is(err, failed) {
			t.Error(err)
		}
		close(p.end)
	})
}
