// Package selector decides which provider's model is asked, in the order of
// the specification: the one that the user chose, then Anthropic and OpenAI
// where there is a key, then Ollama where it answers, then the model on this
// machine, then none. It says why, and why not each of the others. A cloud
// provider that the user has neither chosen nor given a key is never used.
// Selector links no provider's library: the constructors are handed in.
package selector

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/keys"
)

// Auto lets selector choose.
const Auto = "auto"

// NoFallback, as Want.Fallback, lets nobody else be asked.
const NoFallback = "none"

// Providers lists the providers in the specified order. Gemini is not in the
// specification's order: it is used only when it is chosen, or as a fallback
// where it has a key.
func Providers() []string { return []string{"anthropic", "openai", "gemini", "ollama", "embedded"} }

// Known says whether a provider is one of the list.
func Known(provider string) bool { return slices.Contains(Providers(), provider) }

// Name is a provider's name for people.
func Name(provider string) string {
	switch provider {
	case "anthropic":
		return "Claude"
	case "openai":
		return "OpenAI"
	case "gemini":
		return "Gemini"
	case "ollama":
		return "Ollama"
	case "embedded":
		return "the embedded model"
	}
	return provider
}

// UsualModel is the model that a provider is asked for where the user names
// none (specification, provider selection).
func UsualModel(provider string) string {
	switch provider {
	case "anthropic":
		return "claude-sonnet-4-20250514"
	case "openai":
		return "gpt-4o-mini"
	case "gemini":
		return "gemini-1.5-flash"
	case "ollama":
		return "qwen2.5-coder:7b"
	case "embedded":
		return "qwen2.5-coder"
	}
	return ""
}

// Preference is what the user set for one provider; "" takes what is usual.
type Preference struct {
	Model   string
	BaseURL string
}

// Want is what the user asked for.
type Want struct {
	Provider string // "" or Auto: selector chooses
	Model    string // of the chosen provider
	BaseURL  string // of the chosen provider
	By       string // who chose: "on the command line", "in Settings"
	Fallback string // "": the others of the order where selector chose, else nobody; NoFallback; or a provider

	Preferences map[string]Preference
}

// Candidate is a provider that can be asked.
type Candidate struct {
	Provider string
	Name     string
	Model    string
	BaseURL  string // "" for the provider's own
	Cloud    bool   // what is sent leaves this machine and its network
	Reason   string // one sentence
	Key      keys.Found
	KeyName  string // the environment's variable that its key is customarily in, "" for none
}

// Passed is a provider that is not asked first, and why.
type Passed struct {
	Provider string
	Name     string
	State    State
	Reason   string
}

// State says how a provider stands.
type State string

// The states.
const (
	Ready       State = "ready"
	NoKey       State = "no_key"
	Unreachable State = "unreachable"
	NoModel     State = "no_model"
	NoConsent   State = "no_consent" // it is a cloud, and the user has not chosen it
	NoTools     State = "no_tools"   // its model cannot call tools, as a test showed (A082)
	Absent      State = "absent"     // not in this program
)

// Choice is the outcome. Where nobody can be asked, Chosen.Provider is "" and
// Hint says what to do.
type Choice struct {
	Chosen Candidate
	Then   []Candidate // asked in turn when the chosen one fails
	Passed []Passed    // the others, in the specified order
	Hint   string
}

// Ready says that there is somebody to ask.
func (c Choice) Ready() bool { return c.Chosen.Provider != "" }

// Unready is the fault of a choice that nobody came of.
func (c Choice) Unready() error {
	f := &fault.Fault{Code: fault.ModelNotFound, Message: "no model is ready", Hint: c.Hint}
	if len(c.Passed) > 0 {
		f.Message += ": " + c.Passed[0].Name + ": " + c.Passed[0].Reason
		if c.Passed[0].State == Absent {
			f.Code = fault.WrongUse
		}
	}
	return f
}

// Spec is what a constructor needs.
type Spec struct {
	Model   string
	BaseURL string
	Key     keys.Key
}

// Finder looks for keys; keys.Places is one.
type Finder interface {
	Find(ctx context.Context, a keys.Account) (keys.Found, error)
}

// Chooser chooses. All fields but Usual, Order, Unfit and Embedded are needed.
type Chooser struct {
	Keys   Finder
	Getenv func(string) string
	HTTP   *http.Client
	Make   map[string]func(Spec) (llm.Client, error) // by provider

	// Usual names a provider's model where the user names none; nil takes
	// UsualModel. A provider may have retired that one.
	Usual func(provider string) string

	// Order lists Ollama's models as this machine should ask them, the best first;
	// nil takes the specification's order.
	Order func(ctx context.Context) []string

	// Unfit says why a candidate's model cannot do the work, "" where nothing is
	// known against it; nil asks nobody.
	Unfit func(Candidate) string

	// Embedded says which model this machine can run, or why none; nil where the
	// program has no inference of its own.
	Embedded func(ctx context.Context, want string) (model string, err error)
}

// How long Ollama may take to answer: the specification's 2 s where the choice
// hangs on it, less where it would only be a fallback.
const (
	probeLimit = 2 * time.Second
	spareLimit = 300 * time.Millisecond
)

// Choose decides. It makes at most one request, to Ollama, and none to a
// provider of the cloud.
func (s Chooser) Choose(ctx context.Context, w Want) Choice {
	if w.Provider == "" {
		w.Provider = Auto
	}
	if w.Provider == Auto {
		return s.auto(ctx, w)
	}
	return s.fixed(ctx, w)
}

// auto follows the order.
func (s Chooser) auto(ctx context.Context, w Want) Choice {
	var c Choice
	w.Model, w.BaseURL = "", "" // they belong to a provider that was named
	for _, provider := range Providers() {
		limit := probeLimit
		if c.Ready() {
			limit = spareLimit
		}
		candidate, state, reason := s.look(ctx, provider, w, limit)
		switch {
		case state != Ready:
			c.Passed = append(c.Passed, Passed{provider, Name(provider), state, reason})
		case !c.Ready() && provider == "gemini":
			c.Passed = append(c.Passed, Passed{provider, Name(provider), state, "it has a key, but is asked first only when you choose it"})
			c.Then = append(c.Then, candidate)
		case !c.Ready():
			candidate.Reason = "Using " + candidate.Name + " (" + reason + ")"
			c.Chosen = candidate
		default:
			c.Passed = append(c.Passed, Passed{provider, Name(provider), state, "it could be used, but " + c.Chosen.Name + " comes first"})
			c.Then = append(c.Then, candidate)
		}
	}
	if !c.Ready() {
		c.Then = nil
		c.Hint = "Run `aipack setup` to download a model for this machine, start Ollama, or set ANTHROPIC_API_KEY or OPENAI_API_KEY."
		return c
	}
	c.Then = spare(c.Then, w.Fallback)
	return c
}

// Lacking is an error of Embedded that no download of a model mends.
type Lacking string

// Error says what is missing.
func (l Lacking) Error() string { return string(l) }

// spare keeps of those that could be asked next what the user allows.
func spare(all []Candidate, fallback string) []Candidate {
	if fallback == "" {
		return all
	}
	return slices.DeleteFunc(all, func(c Candidate) bool { return c.Provider != fallback })
}

// fixed takes the provider that the user named, and no other in its place: who
// chose a local model does not want a cloud to answer.
func (s Chooser) fixed(ctx context.Context, w Want) Choice {
	var c Choice
	if !Known(w.Provider) {
		c.Hint = "The providers are " + strings.Join(Providers(), ", ") + "; auto chooses one."
		c.Passed = []Passed{{w.Provider, w.Provider, Absent, "there is no provider " + w.Provider}}
		return c
	}
	candidate, state, reason := s.look(ctx, w.Provider, w, probeLimit)
	by := "chosen"
	if w.By != "" {
		by += " " + w.By
	}
	if state == Ready {
		candidate.Reason = "Using " + candidate.Name + " (" + by + ")"
		c.Chosen = candidate
	} else {
		c.Passed = append(c.Passed, Passed{w.Provider, Name(w.Provider), state, by + ", but " + reason})
		c.Hint = s.remedy(ctx, candidate, state)
	}
	for _, provider := range Providers() {
		if provider != w.Provider {
			c.Passed = append(c.Passed, Passed{provider, Name(provider), "", Name(w.Provider) + " is " + by})
		}
	}
	if c.Ready() && Known(w.Fallback) && w.Fallback != w.Provider {
		w.Model, w.BaseURL = "", ""
		if spare, state, _ := s.look(ctx, w.Fallback, w, spareLimit); state == Ready {
			spare.Reason = "asked when " + c.Chosen.Name + " fails (chosen as fallback)"
			c.Then = append(c.Then, spare)
		}
	}
	return c
}

// remedy is what to do about a chosen provider that cannot be asked.
func (s Chooser) remedy(ctx context.Context, c Candidate, state State) string {
	switch state {
	case NoKey:
		set := "Set " + c.KeyName + ", or save a key: "
		if c.KeyName == "" {
			set = "Save a key: "
		}
		set += "aipack provider key set " + c.Provider
		if c.BaseURL != "" {
			set += " --base-url " + c.BaseURL
		}
		return set + "."
	case Unreachable:
		return "Start " + Name(c.Provider) + ", or choose another provider."
	case NoModel:
		switch c.Provider {
		case "ollama":
			return "Get the model: ollama pull " + s.order(ctx)[0] + "."
		case "embedded":
			return "Run `aipack setup` to download a model."
		}
		return "Name the model: --model on the command line, or in Settings."
	case NoTools:
		return "Choose a model that can call tools, for example " + s.usual(c.Provider) + ". If it has learnt to, test it again: aipack provider test " + c.Provider + "."
	}
	return "Choose another provider."
}

func (s Chooser) usual(provider string) string {
	if s.Usual != nil {
		if model := s.Usual(provider); model != "" {
			return model
		}
	}
	return UsualModel(provider)
}

// Open makes the clients of a choice, the chosen one first.
func (s Chooser) Open(c Choice) ([]llm.Client, error) {
	var out []llm.Client
	for _, candidate := range append([]Candidate{c.Chosen}, c.Then...) {
		client, err := s.Make[candidate.Provider](Spec{Model: candidate.Model, BaseURL: candidate.BaseURL, Key: candidate.Key.Key})
		if err != nil {
			return nil, err
		}
		out = append(out, client)
	}
	return out, nil
}
