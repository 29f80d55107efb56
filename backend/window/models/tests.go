package models

import (
	"context"
	"sync"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/selector"
	"aipack/backend/window/page"
)

// Tests are the last tests of models: what was seen of one is kept for the next
// start, why one could not be asked only until something changes.
type Tests struct {
	Page    *page.Link
	Gateway *gateway.Models

	mu   sync.Mutex
	last map[string]ModelTest // by provider
}

// of is the last test of a model, nil where it was not tested.
func (td *Tests) of(c selector.Candidate) *ModelTest {
	td.mu.Lock()
	t, since := td.last[c.Provider]
	td.mu.Unlock()
	if since && t.Model == c.Model {
		return &t
	}
	seen, known := td.Gateway.Trials().Last(c.Provider, c.Model, c.BaseURL)
	if !known {
		return nil
	}
	t = saw(seen.Capabilities)
	t.OK, t.At, t.Model, t.DurationMS = seen.Tools, seen.At, seen.Model, seen.DurationMS
	if !t.OK {
		t.Message, t.Hint = llm.NoFunctionCalling, "Choose a model that can call tools."
	}
	return &t
}

// saw is what a model was seen to do, as the page shows it.
func saw(c llm.Capabilities) ModelTest {
	return ModelTest{Tools: c.Tools, JSONMode: c.JSON, ContextWindow: c.Window, TokensPerSecond: c.TokensPerSecond, Warning: c.Warning}
}

// Forget says that another file has a model's name, or none.
func (td *Tests) Forget(id, model string) {
	if err := td.Gateway.Trials().Forget(id, model); err != nil {
		td.Page.Unsaved(err)
	}
	td.Anew(id)
}

// Anew gives a provider another chance after a change, and tells the page.
func (td *Tests) Anew(id string) {
	td.Gateway.Breakers.Forget(id)
	td.mu.Lock()
	delete(td.last, id)
	td.mu.Unlock()
	td.Page.Emit("models", nil)
}

// keep is told of a test.
func (td *Tests) keep(id string, t ModelTest) {
	td.mu.Lock()
	defer td.mu.Unlock()
	if td.last == nil {
		td.last = map[string]ModelTest{}
	}
	td.last[id] = t
}

// mostTest bounds a test: a model on a slow processor is read in first.
const mostTest = 3 * time.Minute

// Test asks a provider's model to call a tool and to answer in JSON. That
// it cannot is an answer.
func (ms *Models) Test(id string) (ModelTest, error) {
	return page.Guard(ms.Page, "Models.Test", func() (ModelTest, error) {
		ctx, cancel := context.WithTimeout(context.Background(), mostTest)
		defer cancel()
		s := ms.Preferences.InForce()
		begun := ms.Now()
		terms := gateway.Terms{Want: gateway.Wanted(s), Books: ms.Books, Cap: float64(s.MonthlyCapUSD), Unbooked: ms.Page.Unsaved, Unkept: ms.Page.Unsaved}
		terms.Provider, terms.Fallback = id, selector.NoFallback
		found, asked, err := ms.Gateway.Try(ctx, terms)
		test := saw(found)
		test.At, test.Model, test.DurationMS = begun.UnixMilli(), asked.Model, ms.Now().Sub(begun).Milliseconds()
		if test.OK = err == nil; !test.OK {
			f := page.FaultOf(err)
			test.Message, test.Hint = f.Message, f.Hint
		}
		ms.Tested.Anew(id)
		ms.Tested.keep(id, test)
		return test, nil
	})
}
