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

// Prove spreads the requests over the builders in turn: services that need each
// other, or the same data services, are proved together on one of them, and
// each builder proves one such group after the other. Reports come in the order
// of the requests, one for each: what was not tried any more says so. The Sink
// may be called from several goroutines at once.
func (f Fleet) Prove(ctx context.Context, requests []Request) ([]*Report, error) {
	reports := make([]*Report, len(requests))
	errs := make([]error, len(f.Builders))
	var wait sync.WaitGroup
	groups := Groups(requests)
	for n := range f.Builders {
		wait.Go(func() {
			for g := n; g < len(groups) && errs[n] == nil; g += len(f.Builders) {
				p := f.Prover
				p.Builder = f.turn(n, groups[g])
				errs[n] = p.group(ctx, requests, groups[g], reports)
			}
		})
	}
	wait.Wait()
	err := errors.Join(errs...)
	for i, r := range reports {
		if r != nil {
			continue
		}
		report, failed := NotTried(context.WithoutCancel(ctx), requests[i], errors.New("it was not its turn yet when the proof ended"), f.Now(), f.Lint)
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

// Groups are the places of requests that are proved together.
func Groups(requests []Request) [][]int {
	whole, _ := wholeOf(requests)
	return whole.Groups()
}

// group proves some of the requests together.
func (p Prover) group(ctx context.Context, requests []Request, members []int, reports []*Report) error {
	var some []Request
	for _, i := range members {
		some = append(some, requests[i])
	}
	found, err := p.Together(ctx, some)
	for k, i := range members {
		reports[i] = found[k]
	}
	return err
}

// turn is the nth builder with the reason why it proves these services.
func (f Fleet) turn(n int, services []int) builder.Found {
	b := f.Builders[n]
	if len(f.Builders) > 1 {
		b.Why += fmt.Sprintf(", and service %d is its turn: builder %d of %d", services[0]+1, n+1, len(f.Builders))
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
