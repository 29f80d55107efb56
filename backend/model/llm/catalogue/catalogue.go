// Package catalogue is what aipack knows about models without asking anyone:
// the specification's table and a few models that came after it.
package catalogue

import (
	"strings"
	"time"

	"aipack/backend/model/llm"
)

// Model is one row.
type Model struct {
	Provider string `json:"provider"`
	Name     string `json:"name"` // as the provider knows it
	Title    string `json:"title"`

	Window int `json:"window"`         // tokens
	Tier   int `json:"tier,omitempty"` // 1 best, 2 recommended, 3 without a GPU; 0 in the cloud
	VRAM   int `json:"vram,omitempty"` // GB of graphics memory it needs
	RAM    int `json:"ram,omitempty"`  // GB of main memory it needs

	Weights float64 `json:"weights,omitempty"` // billions of parameters that a token is computed with; 0 in the cloud

	Tools bool `json:"tools"` // it can call functions
	JSON  bool `json:"json"`  // its answers can be bound to a schema

	Price *Price `json:"price,omitempty"` // nil where no public price is certain, and for local models
	Note  string `json:"note,omitempty"`

	Retired   string `json:"retired,omitempty"`   // the day from which its provider refuses it, "2026-06-15"
	Successor string `json:"successor,omitempty"` // what to take instead
}

// Price is in US dollars per million tokens, as the provider published it.
type Price struct {
	Input  float64 `json:"input"`
	Cached float64 `json:"cached,omitempty"` // input read from the cache; 0 where not published
	Output float64 `json:"output"`
}

// Of gives the rows of a provider.
func Of(provider string) []Model {
	var own []Model
	for _, m := range rows() {
		if m.Provider == provider {
			own = append(own, m)
		}
	}
	return own
}

// Lookup finds the row of a model. It looks through what providers put around a
// name: Ollama's ":latest" and quantisation, dates, "-latest", "models/".
func Lookup(provider, name string) (Model, bool) {
	name = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(name)), "models/")
	if alias, known := aliases()[name]; known {
		name = alias
	}
	best := -1
	for i, m := range rows() {
		if m.Provider == provider && names(m, name) && (best < 0 || len(m.Name) > len(rows()[best].Name)) {
			best = i
		}
	}
	if best < 0 {
		return Model{}, false
	}
	found := rows()[best]
	if provider == "ollama" && name != found.Name && strings.Contains(name, "-") {
		// Another quantisation needs another amount of memory.
		found.VRAM, found.RAM = 0, 0
	}
	return found, true
}

// names says whether a name is a row's: the same, or the same with a tag that
// does not make it another model. "gpt-4o-audio-preview" is not "gpt-4o".
func names(m Model, name string) bool {
	rest, same := strings.CutPrefix(name, m.Name)
	if !same {
		return false
	}
	if m.Provider == "ollama" {
		return rest == "" || strings.Contains(m.Name, ":") && strings.HasPrefix(rest, "-")
	}
	return rest == "" || rest == "-latest" || isDate(rest)
}

// isDate says whether a tag is a date or a number: "-20250514", "-2024-08-06", "-001".
func isDate(tag string) bool {
	if len(tag) < 4 || tag[0] != '-' {
		return false
	}
	return strings.Trim(tag, "-0123456789") == ""
}

// Pull is the command that gets the model, "" in the cloud.
func (m Model) Pull() string {
	if m.Provider == "ollama" {
		return "ollama pull " + m.Name
	}
	return ""
}

// Window is the number of tokens that a model can take, 0 where it is not known.
func Window(provider, name string) int {
	m, _ := Lookup(provider, name)
	return m.Window
}

// Default is the model to take where the user has chosen none: the
// specification's, or, once its provider has retired it, its successor. It is
// empty for a provider without rows.
func Default(provider string, now time.Time) string {
	name := defaults()[provider]
	for range rows() {
		m, known := Lookup(provider, name)
		if !known || !m.Gone(now) || m.Successor == "" {
			break
		}
		name = m.Successor
	}
	return name
}

// Gone says whether the provider refuses the model by now.
func (m Model) Gone(now time.Time) bool {
	return m.Retired != "" && now.UTC().Format(time.DateOnly) >= m.Retired
}

// Cost estimates what an answer cost, in US dollars. It is not known for models
// without a price or answers without a count. What Anthropic adds for writing
// to its cache is not counted.
func (m Model) Cost(u llm.Usage) (dollars float64, known bool) {
	if m.Price == nil || !u.Reported {
		return 0, false
	}
	cached, rate := min(u.Cached, u.Prompt), m.Price.Cached
	if rate == 0 {
		rate = m.Price.Input
	}
	return (float64(u.Prompt-cached)*m.Price.Input + float64(cached)*rate + float64(u.Completion)*m.Price.Output) / 1e6, true
}
