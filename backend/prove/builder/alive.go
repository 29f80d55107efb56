package builder

import (
	"context"
	"fmt"
	"time"

	"github.com/moby/buildkit/client"
)

// How often a builder is asked whether it is still there, how long it may take to
// answer, and how often in a row it may not. A connection that broke is seen by the
// next question; a builder that is busy is given a minute.
const (
	AliveEvery  = 3 * time.Second
	aliveWithin = 20 * time.Second
	aliveMisses = 3
)

// LostError says that the builder does not answer any more.
type LostError struct {
	address string
	err     error
}

func (e *LostError) Error() string {
	return fmt.Sprintf("asking the builder %s who it is: %v", e.address, e.err)
}

func (e *LostError) Unwrap() error { return e.err }

// informant is what tells whether a builder is still there.
type informant interface {
	Info(ctx context.Context) (*client.Info, error)
}

// Watch asks the builder until ctx or done ends, and says when it is lost. BuildKit's
// client waits for the processes of a container for ever where its connection broke.
func Watch(ctx context.Context, c informant, address string, every time.Duration, done <-chan struct{}) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for misses := 0; ; {
		select {
		case <-ctx.Done():
			return nil // whoever ended it knows why
		case <-done:
			return nil
		case <-tick.C:
		}
		asked, cancel := context.WithTimeout(ctx, aliveWithin)
		_, err := c.Info(asked)
		cancel()
		if err == nil || ctx.Err() != nil {
			misses = 0
		} else if misses++; misses >= aliveMisses {
			return &LostError{address, err}
		}
	}
}
