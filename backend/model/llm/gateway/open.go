package gateway

import (
	"context"
	"os"
	"strings"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/allowance"
	"aipack/backend/model/llm/failover"
	"aipack/backend/model/llm/keys"
	"aipack/backend/model/llm/recording"
	"aipack/backend/model/llm/redact"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/llm/server"
)

// routed is a run's client: filtered, recorded, with its fallbacks.
type routed struct {
	llm.Client
	filter *redact.Filter
	shown  *redact.Client // filters what the user is shown, which is not counted with what is sent
}

// Hidden counts what the secret filter hid, by kind.
func (r routed) Hidden() map[string]int { return r.filter.Hidden() }

// Hide takes the secrets out of a tool's answer that the user is shown.
func (r routed) Hide(call llm.ToolCall, text string) string { return r.shown.Answer(call, text) }

// counter is a client that can count as its model does: the embedded one.
type counter interface {
	CountText(ctx context.Context, text string) (int, error)
}

// counting is a routed client whose model counts its own tokens.
type counting struct {
	routed
	counter
}

// CountTokens is what a conversation asks. The model may have to be loaded.
func (c counting) CountTokens(text string) (int, error) {
	return c.CountText(context.Background(), text)
}

// Open makes the client of one run, and says who was chosen and why. Where
// nobody can be asked, the client is nil and the choice says what to do.
func (g *Models) Open(ctx context.Context, m Terms) (llm.Client, selector.Choice, error) {
	if m.Now == nil {
		m.Now = time.Now
	}
	if m.turnUnread != nil {
		return nil, selector.Choice{}, &fault.Fault{
			Code: fault.OverCap, Message: "what a turn may take cannot be read, so it cannot be kept to", Err: m.turnUnread,
			Hint: "save the tokens of a turn once more in Settings, Limits",
		}
	}
	r := routed{filter: &redact.Filter{}}
	var choice selector.Choice
	var asked llm.Client
	var first llm.Client
	if m.Mode != recording.Replay {
		s := g.Selector()
		if choice = s.Choose(ctx, m.Want); !choice.Ready() {
			return nil, choice, nil
		}
		clients, err := s.Open(choice)
		if err != nil {
			return nil, choice, err
		}
		first = clients[0]
		if m.Verify && m.Mode != recording.Auto { // what is recorded needs no key
			if err := g.verify(ctx, choice, first); err != nil {
				return nil, choice, err
			}
		}
		for i := range clients {
			clients[i] = m.Hold(clients[i], candidate(choice, i))
		}
		asked = failover.New(patient(clients, choice, m.Patience), failover.Options{Retries: m.Retries, Breakers: &g.Breakers, Tell: r.filtered(m.Tell)})
		asked = allowance.OfTurn(asked, allowance.Turn{Most: m.Turn, Near: m.Near})
	}
	r.filter.Known = keysInUse(os.Getenv, choice)
	if m.Mode != "" {
		recorder, err := recording.New(asked, m.Recording, recording.Options{
			Mode: m.Mode, Scenario: m.Scenario, Version: g.version, Now: m.Now, Copy: m.Copy, Lost: m.Lost,
		})
		if err != nil {
			return nil, choice, err
		}
		asked = recorder
	}
	if m.Mode == recording.Auto {
		choice.Chosen.Reason += "; what was recorded answers again, and only the rest is asked"
	}
	if m.Mode == recording.Replay {
		name := selector.Name(asked.Provider())
		choice.Chosen = selector.Candidate{
			Provider: asked.Provider(), Name: name, Model: asked.Model(),
			Reason: "Replaying what " + name + " answered; nothing is sent",
		}
	}
	r.Client = redact.New(asked, r.filter)
	r.shown = redact.New(asked, &redact.Filter{Known: r.filter.Known})
	if t, ok := first.(counter); ok {
		return counting{r, t}, choice, nil
	}
	return r, choice, nil
}

// filtered hands on what failover tells: a server's message may repeat what it
// was sent.
func (r routed) filtered(tell func(event.Event)) func(event.Event) {
	if tell == nil {
		return nil
	}
	return func(e event.Event) {
		switch told := e.(type) {
		case event.LLMFailed:
			told.Problem = r.filter.Text(told.Problem)
			e = told
		case event.ProviderSwitched:
			told.Reason = r.filter.Text(told.Reason)
			e = told
		}
		tell(e)
	}
}

func patient(clients []llm.Client, c selector.Choice, cloud time.Duration) []failover.Provider {
	if cloud <= 0 {
		cloud = usualPatience
	}
	out := make([]failover.Provider, len(clients))
	for i, client := range clients {
		out[i] = failover.Provider{Client: client, Patience: localPatience}
		if candidate(c, i).Cloud {
			out[i].Patience = cloud
		}
	}
	return out
}

func candidate(c selector.Choice, i int) selector.Candidate {
	if i == 0 {
		return c.Chosen
	}
	return c.Then[i-1]
}

// keysInUse gathers the keys in use and those of the environment, so that none is
// ever sent as a part of a text.
func keysInUse(getenv func(string) string, c selector.Choice) []string {
	var out []string
	add := func(k keys.Key) {
		if !k.Empty() {
			out = append(out, k.Reveal())
		}
	}
	for i := range len(c.Then) + 1 {
		add(candidate(c, i).Key.Key)
	}
	variables := server.Variables()
	for _, provider := range selector.Providers() {
		variables = append(variables, keys.Names(provider)...)
	}
	for _, name := range variables {
		add(keys.Of(strings.TrimSpace(getenv(name))))
	}
	return out
}
