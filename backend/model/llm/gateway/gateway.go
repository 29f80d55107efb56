// Package gateway is the one way to a model: it knows every provider, chooses
// among them, finds their keys, holds a run to what may be spent, hides
// secrets, records, and goes to the next where one fails. It does not know what
// is asked.
package gateway

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"aipack/backend/base/appdir"
	"aipack/backend/model/hardware"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/anthropic"
	"aipack/backend/model/llm/catalogue"
	"aipack/backend/model/llm/failover"
	"aipack/backend/model/llm/gemini"
	"aipack/backend/model/llm/keys"
	"aipack/backend/model/llm/llamacpp"
	"aipack/backend/model/llm/ollama"
	"aipack/backend/model/llm/openai"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/llm/testresults"
	"aipack/backend/model/llm/wire"
)

// Models are those that this process can ask. It remembers how each
// provider fares and holds the model that is in memory, so a process has one.
// It is safe for use by several goroutines.
type Models struct {
	version  string                       // of this program, as recordings name it
	Breakers failover.CircuitBreakers     // how each provider fares
	resident resident[*llamacpp.Client]   // it converses
	embedder resident[*llamacpp.Embedder] // it gives vectors; it is small, so neither goes for the other

	keysSeen sync.Map // of verified: that no provider calls wrong

	looking  sync.Mutex
	looked   bool // at what follows
	picture  hardware.Picture
	decision hardware.Decision
}

// New makes a gateway; version is the program's.
func New(version string) *Models { return &Models{version: version} }

// Keys is where keys are looked for. The file of keys lies in the data folder;
// without one, only the environment and the keychain count.
func (g *Models) Keys() keys.Places {
	k := keys.Places{Getenv: os.Getenv, Ring: keys.System()}
	if data, err := appdir.Data(); err == nil {
		k.Path = filepath.Join(data, "keys.json")
	}
	return k
}

// Trials is the book of what models were seen to do. Without a data folder it
// keeps nothing.
func (g *Models) Trials() testresults.Book {
	data, err := appdir.Data()
	if err != nil {
		return testresults.Book{}
	}
	return testresults.In(data, g.version)
}

// Selector chooses among all providers. A model that a test found unable to call
// tools is passed over.
func (g *Models) Selector() selector.Chooser {
	s := g.untested()
	trials := g.Trials()
	s.Unfit = func(c selector.Candidate) string { return trials.Problem(c.Provider, c.Model, c.BaseURL) }
	return s
}

// untested chooses among all providers, whatever tests found.
func (g *Models) untested() selector.Chooser {
	return selector.Chooser{
		Keys: g.Keys(), Getenv: os.Getenv, HTTP: &http.Client{CheckRedirect: stay}, Make: g.makers(), Embedded: g.onDevice, Order: g.order,
		Usual: func(provider string) string { return catalogue.Default(provider, time.Now()) },
	}
}

// stay keeps a question to Ollama on the server that the user named.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func (g *Models) makers() map[string]func(selector.Spec) (llm.Client, error) {
	return map[string]func(selector.Spec) (llm.Client, error){
		"anthropic": making(anthropic.New), "openai": making(openai.New), "gemini": making(gemini.New), "ollama": making(ollama.New),
		"embedded": func(s selector.Spec) (llm.Client, error) {
			e, err := g.onShelf(context.Background(), s.Model)
			if err != nil {
				return nil, err
			}
			return g.converser(e), nil
		},
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
