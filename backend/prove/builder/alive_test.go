package builder

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/moby/buildkit/client"
)

// said are what a builder says when it is asked, the last for ever.
type said []error

func (a *said) Info(context.Context) (*client.Info, error) {
	err := (*a)[0]
	if len(*a) > 1 {
		*a = (*a)[1:]
	}
	return &client.Info{}, err
}

// TestWatch: a builder is lost where it does not answer several times in a row.
func TestWatch(t *testing.T) {
	no := errors.New("code = Unavailable")
	for name, c := range map[string]struct {
		said said
		lost bool
	}{
		"it said":                 {said{nil}, false},
		"it is busy once":         {said{no, nil}, false},
		"busy, and then again":    {said{no, no, nil, no, no, nil}, false},
		"it is gone":              {said{nil, no}, true},
		"it was never there then": {said{no}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			done := make(chan struct{})
			time.AfterFunc(time.Second, func() { close(done) })
			err := Watch(t.Context(), &c.said, "unix:///b", time.Millisecond, done)
			var lost *LostError
			if errors.As(err, &lost) != c.lost || c.lost && !errors.Is(err, no) {
				t.Error(err)
			}
		})
	}
}
