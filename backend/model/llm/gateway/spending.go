package gateway

import (
	"time"

	"aipack/backend/base/appdir"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/allowance"
	"aipack/backend/model/llm/catalogue"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/llm/spending"
)

// WithBooks makes a command line keep to the caps that the window's settings
// say, that of a turn where somebody hears of it, and write into the same books. Without a data folder there is none.
// say hears of a request that could not be written down.
func (m Terms) WithBooks(say func(string)) Terms {
	data, err := appdir.Data()
	if err != nil {
		return m // nor are there settings with a cap
	}
	m.Books = spending.In(data, time.Now)
	usd, _, err := m.Books.Cap()
	m.Cap, m.capUnread = float64(usd), err
	if m.Near != nil {
		m.Turn, m.turnUnread = m.Books.Turn()
	}
	m.Unbooked = func(err error) { say("a request is missing in the month's sum: " + err.Error()) }
	return m
}

// Hold records what a model is asked, and holds one of the cloud to the cap of a
// month.
func (m Terms) Hold(client llm.Client, c selector.Candidate) llm.Client {
	if m.Books == nil {
		return client
	}
	o := allowance.Options{Book: func(u llm.Usage) { m.book(c, u) }}
	if c.Cloud {
		o.Most, o.Near, o.Spent = m.Cap, m.Near, func() (float64, error) { return Spent(m.Books) }
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

func (m Terms) book(c selector.Candidate, u llm.Usage) {
	e := spending.Entry{Provider: c.Provider, Model: c.Model, Calls: 1, Prompt: u.Prompt, Cached: u.Cached, Completion: u.Completion}
	if !u.Reported {
		e.Estimated = 1
	}
	if err := m.Books.Add(e); err != nil && m.Unbooked != nil {
		m.Unbooked(err)
	}
}
