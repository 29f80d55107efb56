package allowance

import (
	"context"
	"fmt"
	"sync"

	"aipack/backend/model/llm"
)

// Turn is how much all requests of one turn may come to.
type Turn struct {
	Most int          // tokens, of what is sent and what is written
	Near func(string) // hears once, in words, when four fifths are used; may be nil
}

// least is the shortest answer, in tokens, that a request is still made for.
const least = 256

type held struct {
	llm.Client
	turn Turn

	mu   sync.Mutex
	used int
	said bool
}

// OfTurn holds a client to the tokens of one turn: no answer may become longer than what
// is left, and its errors are of kind llm.OverCap where hardly anything is. What was sent
// is counted by the provider; before that, at four bytes a token.
func OfTurn(c llm.Client, t Turn) llm.Client {
	if t.Most <= 0 {
		return c
	}
	return &held{Client: c, turn: t}
}

// Chat asks what the turn has room for.
func (h *held) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	h.mu.Lock()
	used := h.used
	h.mu.Unlock()
	left := h.turn.Most - used - (size(r)+bytesOfToken-1)/bytesOfToken
	if left < least {
		return nil, &llm.Error{
			Kind: llm.OverCap, Provider: h.Provider(), Model: h.Model(),
			Message: fmt.Sprintf("this turn has taken %d of the %d tokens that you allow, and the next request would go beyond", used, h.turn.Most),
			Hint:    "Ask for a smaller step, or raise the tokens of a turn in Settings, Limits.",
		}
	}
	if r.MaxTokens <= 0 || r.MaxTokens > left {
		r.MaxTokens = min(left, max(r.MaxTokens, usualAnswer))
	}
	said := 0
	counted := hear
	if hear != nil {
		counted = func(p llm.Piece) {
			said += len(p.Text) + len(p.Thinking) + len(p.Arguments)
			hear(p)
		}
	}
	answer, err := h.Client.Chat(ctx, r, counted)
	if err == nil || said > 0 {
		h.count(took(r, answer, said))
	}
	return answer, err
}

func (h *held) count(u llm.Usage) {
	h.mu.Lock()
	h.used += u.Prompt + u.Completion
	used, near := h.used, !h.said && h.used >= h.turn.Most/5*4
	h.said = h.said || near
	h.mu.Unlock()
	if near && h.turn.Near != nil {
		h.turn.Near(fmt.Sprintf("This turn has taken %d of the %d tokens that you allow; it ends there.", used, h.turn.Most))
	}
}
