package prove

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/moby/buildkit/client"
	gateway "github.com/moby/buildkit/frontend/gateway/client"

	"aipack/backend/prove/builder"
)

// Fleet proves several services on several builders.
type Fleet struct {
	Prover
	Builders []builder.Found // at least one
}

// Prove spreads the requests over the builders in turn; each builder proves
// one after the other. Reports come in the order of the requests, one for each:
// what was not tried any more says so. The Sink may be called from several
// goroutines at once.
func (f Fleet) Prove(ctx context.Context, requests []Request) ([]*Report, error) {
	reports := make([]*Report, len(requests))
	errs := make([]error, len(f.Builders))
	var wait sync.WaitGroup
	for n := range f.Builders {
		wait.Go(func() {
			for i := n; i < len(requests) && errs[n] == nil; i += len(f.Builders) {
				p := f.Prover
				p.Builder = f.turn(n, i)
				reports[i], errs[n] = p.Prove(ctx, requests[i])
			}
		})
	}
	wait.Wait()
	err := errors.Join(errs...)
	for i, r := range reports {
		if r != nil {
			continue
		}
		report, failed := NotTried(context.WithoutCancel(ctx), requests[i], errors.New("it was not its turn yet when the proof ended"), f.Now())
		if failed != nil {
			return nil, errors.Join(err, failed)
		}
		if ctx.Err() != nil {
			report.Verdict = Stopped
		}
		reports[i] = report
	}
	return reports, err
}

// turn is the nth builder with the reason why it proves the ith service.
func (f Fleet) turn(n, i int) builder.Found {
	b := f.Builders[n]
	if len(f.Builders) > 1 {
		b.Why += fmt.Sprintf(", and service %d is its turn: builder %d of %d", i+1, n+1, len(f.Builders))
	}
	return b
}

// cacheImports and cacheExports share layers through a registry, as
// `docker build --cache-from type=registry --cache-to type=registry,mode=max`.
func cacheImports(ref string) []gateway.CacheOptionsEntry {
	if ref == "" {
		return nil
	}
	return []gateway.CacheOptionsEntry{{Type: "registry", Attrs: map[string]string{"ref": ref}}}
}

func cacheExports(ref string) []client.CacheOptionsEntry {
	if ref == "" {
		return nil
	}
	return []client.CacheOptionsEntry{{Type: "registry", Attrs: map[string]string{"ref": ref, "mode": "max", "ignore-error": "true"}}}
}
