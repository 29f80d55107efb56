package failover

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"

	"aipack/backend/model/llm"
)

// The specification's breaker: three requests in a row that failed with all
// their tries let a provider rest for a minute; then one request may try.
const (
	opensAfter = 3
	rests      = 60 * time.Second
)

// CircuitBreakers remembers how each provider's model fares, for as long as the
// process runs. The zero value is ready. It is safe for concurrent use.
type CircuitBreakers struct {
	mu  sync.Mutex
	all map[string]*breaker
}

type breaker struct {
	circuit *gobreaker.CircuitBreaker[*llm.Response]

	mu       sync.Mutex
	openedAt time.Time
	problem  string // the last failure that counted
}

func (b *CircuitBreakers) of(c llm.Client) *breaker {
	key := name(c)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil {
		b.all = map[string]*breaker{}
	}
	if b.all[key] == nil {
		b.all[key] = newBreaker(key)
	}
	return b.all[key]
}

func newBreaker(key string) *breaker {
	b := &breaker{}
	b.circuit = gobreaker.NewCircuitBreaker[*llm.Response](gobreaker.Settings{
		Name: key, MaxRequests: 1, Timeout: rests,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= opensAfter },
		IsExcluded: func(err error) bool {
			var own uncounted
			return errors.As(err, &own)
		},
		OnStateChange: func(_ string, _, to gobreaker.State) {
			if to == gobreaker.StateOpen {
				b.mu.Lock()
				b.openedAt = time.Now()
				b.mu.Unlock()
			}
		},
	})
	return b
}

func (b *breaker) note(problem string) {
	b.mu.Lock()
	b.problem = problem
	b.mu.Unlock()
}

// resting is the error of a request that the breaker did not let through.
func (b *breaker) resting(c llm.Client) *llm.Error {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := max(time.Until(b.openedAt.Add(rests)), 0)
	message := fmt.Sprintf("it failed %d times in a row (%s) and rests for another %d s", opensAfter, b.problem, int(left.Seconds()+0.5))
	if left == 0 {
		message = fmt.Sprintf("it failed %d times in a row (%s); another request is just trying it again", opensAfter, b.problem)
	}
	return &llm.Error{Kind: llm.Overloaded, Provider: c.Provider(), Model: c.Model(), RetryAfter: left, Message: message}
}

// State is how one provider fares.
type State struct {
	Provider, Model string
	Breaker         string // closed, open, half-open
	Failures        int    // in a row
	RestsUntil      time.Time
	Problem         string // the last failure, "" where the last request went well
}

// Forget lets a provider be asked again at once: the user has given it another
// key or address, or tests it.
func (b *CircuitBreakers) Forget(provider string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for key := range b.all {
		if strings.HasPrefix(key, provider+" ") {
			delete(b.all, key)
		}
	}
}

// State tells how a provider's model fares; one that was never asked is closed.
func (b *CircuitBreakers) State(provider, model string) State {
	b.mu.Lock()
	known := b.all[provider+" "+model]
	b.mu.Unlock()
	if known == nil {
		return State{Provider: provider, Model: model, Breaker: gobreaker.StateClosed.String()}
	}
	return known.state(provider, model)
}

func (b *breaker) state(provider, model string) State {
	at := b.circuit.State()
	s := State{Provider: provider, Model: model, Breaker: at.String(), Failures: int(b.circuit.Counts().ConsecutiveFailures)}
	b.mu.Lock()
	defer b.mu.Unlock()
	if at == gobreaker.StateOpen {
		s.RestsUntil = b.openedAt.Add(rests)
	}
	if s.Failures > 0 || at != gobreaker.StateClosed {
		s.Problem = b.problem
	}
	return s
}

// States tells how the providers fare, in their order.
func (c *Client) States() []State {
	out := make([]State, 0, len(c.providers))
	for i, p := range c.providers {
		out = append(out, c.breakers[i].state(p.Client.Provider(), p.Client.Model()))
	}
	return out
}
