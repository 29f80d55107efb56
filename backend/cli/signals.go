package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Signals is a context that ends with the first signal to end, so that what runs
// can put things in order. The second ends the program as the system does it, also
// where a call of the system holds what should have listened; processes that the
// program started end with it (see worker).
func Signals() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
