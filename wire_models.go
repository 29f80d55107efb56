//go:build engine || !headless || window

package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"aipack/backend/event"
	"aipack/backend/llm"
	"aipack/backend/llm/anthropic"
	"aipack/backend/llm/catalogue"
	"aipack/backend/llm/failover"
	"aipack/backend/llm/gemini"
	llmkeys "aipack/backend/llm/keys"
	"aipack/backend/llm/ledger"
	"aipack/backend/llm/ollama"
	"aipack/backend/llm/openai"
	"aipack/backend/llm/recording"
	"aipack/backend/llm/redact"
	"aipack/backend/llm/selector"
	"aipack/backend/llm/wire"
)

// Models are wired in aipack-engine and in the window only: the providers'
// libraries would cost the light program more at start-up than a detection.

// breakers remembers for the whole process how each provider fares.
var breakers failover.Breakers

// keyring is where keys are looked for. The file of keys lies in the data
// folder; without one, only the environment and the keychain count.
func keyring() llmkeys.Keys {
	k := llmkeys.Keys{Getenv: os.Getenv, Ring: llmkeys.System()}
	if data, err := dataFolder(); err == nil {
		k.Path = filepath.Join(data, "keys.json")
	}
	return k
}

// choosing is the selector with every provider that this program holds.
func choosing() selector.Selector {
	return selector.Selector{
		Keys: keyring(), Getenv: os.Getenv, HTTP: &http.Client{CheckRedirect: stay}, Make: makers(), Embedded: onDevice,
		Usual: func(provider string) string { return catalogue.Default(provider, time.Now()) },
	}
}

// stay keeps a question to Ollama on the server that the user named.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func makers() map[string]func(selector.Spec) (llm.Client, error) {
	return map[string]func(selector.Spec) (llm.Client, error){
		"anthropic": making(anthropic.New), "openai": making(openai.New), "gemini": making(gemini.New), "ollama": making(ollama.New),
		"embedded": func(s selector.Spec) (llm.Client, error) { return openEmbedded(s.Model) },
	}
}

// making makes clients as the selector asks for them.
func making[C llm.Client](open func(wire.Options) (C, error)) func(selector.Spec) (llm.Client, error) {
	return func(s selector.Spec) (llm.Client, error) {
		c, err := open(wire.Options{BaseURL: s.BaseURL, Key: s.Key.Reveal(), Model: s.Model})
		if err != nil {
			return nil, err // not a nil of C's own type
		}
		return c, nil
	}
}

// ModelChoice is what a run wants of its model.
type ModelChoice struct {
	selector.Want
	Retries  int
	Patience time.Duration // with a provider of the cloud that says nothing; others get localPatience

	Mode      recording.Mode // "" does not record
	Recording recording.Store
	Scenario  string
	Lost      func(error) // an exchange could not be kept

	Books    *ledger.Ledger // of what models are asked; nil: nobody keeps any
	Cap      float64        // US dollars that a month may cost in the cloud; 0 is no cap, and one needs books
	Unbooked func(error)    // what was asked could not be written down; may be nil

	capUnread error // nobody can say what the cap is

	Tell func(event.Event) // hears of failed tries and of switches; may be nil
	Now  func() time.Time  // time.Now where nil
}

// localPatience is how long a model on this machine or in its network may be
// silent: reading a long prompt on a processor takes minutes.
const localPatience = 10 * time.Minute

// usualPatience is the specification's request time-out.
const usualPatience = 30 * time.Second

// routed is a run's client: filtered, recorded, with its fallbacks.
type routed struct {
	llm.Client
	filter *redact.Filter
}

// Hidden counts what the secret filter hid, by kind.
func (r routed) Hidden() map[string]int { return r.filter.Hidden() }

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

// model makes the client of one run, and says who was chosen and why. Where
// nobody can be asked, the client is nil and the choice says what to do.
func model(ctx context.Context, m ModelChoice) (llm.Client, selector.Choice, error) {
	if m.Now == nil {
		m.Now = time.Now
	}
	r := routed{filter: &redact.Filter{}}
	var choice selector.Choice
	var asked llm.Client
	var first llm.Client
	if m.Mode != recording.Replay {
		s := choosing()
		if choice = s.Choose(ctx, m.Want); !choice.Ready() {
			return nil, choice, nil
		}
		clients, err := s.Open(choice)
		if err != nil {
			return nil, choice, err
		}
		first = clients[0]
		for i := range clients {
			clients[i] = m.held(clients[i], candidate(choice, i))
		}
		asked = failover.New(patient(clients, choice, m.Patience), failover.Options{Retries: m.Retries, Breakers: &breakers, Tell: r.filtered(m.Tell)})
	}
	r.filter.Known = keysInUse(ctx, os.Getenv, choice)
	if m.Mode != "" {
		recorder, err := recording.New(asked, m.Recording, recording.Options{Mode: m.Mode, Scenario: m.Scenario, Version: version, Now: m.Now, Lost: m.Lost})
		if err != nil {
			return nil, choice, err
		}
		asked = recorder
	}
	if m.Mode == recording.Replay {
		name := selector.Name(asked.Provider())
		choice.Chosen = selector.Candidate{Provider: asked.Provider(), Name: name, Model: asked.Model(), Reason: "Replaying what " + name + " answered; nothing is sent"}
	}
	r.Client = redact.New(asked, r.filter)
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
func keysInUse(ctx context.Context, getenv func(string) string, c selector.Choice) []string {
	var out []string
	add := func(k llmkeys.Key) {
		if !k.Empty() {
			out = append(out, k.Reveal())
		}
	}
	for i := range len(c.Then) + 1 {
		add(candidate(c, i).Key.Key)
	}
	environment := llmkeys.Keys{Getenv: getenv}
	for _, provider := range selector.Providers() {
		if found, err := environment.Find(ctx, provider, ""); err == nil {
			add(found.Key)
		}
	}
	return out
}
