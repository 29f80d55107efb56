//go:build engine || !headless || window

package main

import (
	"path/filepath"
	"time"

	"aipack/backend/llm"
	"aipack/backend/llm/allowance"
	"aipack/backend/llm/catalogue"
	"aipack/backend/llm/ledger"
	"aipack/backend/llm/selector"
)

// booksIn are the books of a data folder.
func booksIn(data string, now func() time.Time) *ledger.Ledger {
	return &ledger.Ledger{Dir: filepath.Join(data, "spending"), Now: now}
}

// withBooks makes a command line keep to the cap that the window's settings
// say, and write into the same books. Without a data folder there are none.
func (m ModelChoice) withBooks(say func(string)) ModelChoice {
	data, err := dataFolder()
	if err != nil {
		return m // nor are there settings with a cap
	}
	m.Books = booksIn(data, time.Now)
	usd, _, err := m.Books.Cap()
	m.Cap, m.capUnread = float64(usd), err
	m.Unbooked = func(err error) { say("a request is missing in the month's sum: " + err.Error()) }
	return m
}

// held books what a model is asked, and holds one of the cloud to the cap of a
// month.
func (m ModelChoice) held(client llm.Client, c selector.Candidate) llm.Client {
	if m.Books == nil {
		return client
	}
	o := allowance.Options{Book: func(u llm.Usage) { m.book(c, u) }}
	if c.Cloud {
		o.Most, o.Spent = m.Cap, func() (float64, error) { return spentIn(m.Books) }
		if m.capUnread != nil {
			o.Most, o.Spent = 1, func() (float64, error) { return 0, m.capUnread } // there may be one: nothing is covered
		}
		o.Price = func(u llm.Usage) (float64, bool) {
			row, known := catalogue.Lookup(c.Provider, c.Model)
			if !known {
				return 0, false
			}
			return row.Cost(u)
		}
	}
	return allowance.New(client, o)
}

func (m ModelChoice) book(c selector.Candidate, u llm.Usage) {
	e := ledger.Entry{Provider: c.Provider, Model: c.Model, Calls: 1, Prompt: u.Prompt, Cached: u.Cached, Completion: u.Completion}
	if !u.Reported {
		e.Estimated = 1
	}
	if err := m.Books.Add(e); err != nil && m.Unbooked != nil {
		m.Unbooked(err)
	}
}

// priceOf is what tokens of a model cost in US dollars; one on this machine
// costs nothing.
func priceOf(provider, model string, u llm.Usage) (float64, bool) {
	if provider == "embedded" || provider == "ollama" && !selector.OllamaCloud(model) {
		return 0, true
	}
	m, known := catalogue.Lookup(provider, model)
	if !known {
		return 0, false
	}
	return m.Cost(u)
}

// spentIn is what this month has cost in US dollars.
func spentIn(books *ledger.Ledger) (float64, error) {
	entries, err := books.Month()
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, e := range entries {
		usd, _ := priceOf(e.Provider, e.Model, usageOf(e))
		sum += usd
	}
	return sum, nil
}

// usageOf are the tokens of an entry; that they were counted is taken as read,
// so that a guess has its price, too.
func usageOf(e ledger.Entry) llm.Usage {
	return llm.Usage{Prompt: e.Prompt, Cached: e.Cached, Completion: e.Completion, Reported: true}
}

// holding wraps the model that a command tests.
func holding(client llm.Client, c selector.Candidate, say func(string)) llm.Client {
	return ModelChoice{}.withBooks(say).held(client, c)
}
