package gateway

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/selector"
)

// verifying is how long a provider has to say that a key is wrong. One that takes longer
// says it to the first request.
const verifying = 3 * time.Second

// verified is a key at a server. The key itself is not kept.
type verified struct {
	provider, server string
	key              [sha256.Size]byte
}

// verify asks the provider about its model, which costs nothing, and gives the fault where
// it says that the key is wrong. Each key is asked about once in the life of a process,
// until it is right; that nobody answers, or that the key may not be used for this very
// question, says nothing about it. Where another provider would be asked in its place
// nothing is looked at: that one answers, and the switch is told.
func (g *Models) verify(ctx context.Context, choice selector.Choice, client llm.Client) error {
	d, able := client.(llm.Describer)
	key := choice.Chosen.Key.Key
	if !able || key.Empty() || len(choice.Then) > 0 {
		return nil
	}
	about := verified{choice.Chosen.Provider, choice.Chosen.BaseURL, sha256.Sum256([]byte(key.Reveal()))}
	if _, before := g.keysSeen.Load(about); before {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, verifying)
	defer cancel()
	_, err := d.Describe(limited)
	if wrongKey(err) {
		return llm.Fault(err)
	}
	if ctx.Err() == nil {
		g.keysSeen.Store(about, true)
	}
	return nil
}

// wrongKey reports whether a provider refuses a key as a whole. One of OpenAI's that was
// made for requests alone is refused the list of models for want of a scope.
func wrongKey(err error) bool {
	var e *llm.Error
	return errors.As(err, &e) && e.Kind == llm.Unauthorised && e.Status != http.StatusForbidden && !strings.Contains(strings.ToLower(e.Message), "scope")
}
