package window

import (
	"context"
	"sync"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/selector"
	"aipack/backend/window/page"
)

// tested are the last tests of models: what was seen of one is kept for the next
// start, why one could not be asked only until something changes.
type tested struct {
	page   *page.Link
	models *gateway.Models

	mu   sync.Mutex
	last map[string]ModelTest // by provider
}

// of is the last test of a model, nil where it was not tested.
func (td *tested) of(c selector.Candidate) *ModelTest {
	td.mu.Lock()
	t, since := td.last[c.Provider]
	td.mu.Unlock()
	if since && t.Model == c.Model {
		return &t
	}
	seen, known := td.models.Trials().Last(c.Provider, c.Model, c.BaseURL)
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

// forget says that another file has a model's name, or none.
func (td *tested) forget(id, model string) {
	if err := td.models.Trials().Forget(id, model); err != nil {
		td.page.Unsaved(err)
	}
	td.anew(id)
}

// anew gives a provider another chance after a change, and tells the page.
func (td *tested) anew(id string) {
	td.models.Breakers.Forget(id)
	td.mu.Lock()
	delete(td.last, id)
	td.mu.Unlock()
	td.page.Emit("models", nil)
}

// keep is told of a test.
func (td *tested) keep(id string, t ModelTest) {
	td.mu.Lock()
	defer td.mu.Unlock()
	td.last[id] = t
}

// mostTest bounds a test: a model on a slow processor is read in first.
const mostTest = 3 * time.Minute

// Test asks a provider's model to call a tool and to answer in JSON. That
// it cannot is an answer.
func (ms *Models) Test(id string) (ModelTest, error) {
	return page.Guard(ms.page, "Models.Test", func() (ModelTest, error) {
		ctx, cancel := context.WithTimeout(context.Background(), mostTest)
		defer cancel()
		s := ms.preferences.inForce()
		begun := ms.now()
		terms := gateway.Terms{Want: gateway.Wanted(s), Books: ms.books, Cap: float64(s.MonthlyCapUSD), Unbooked: ms.page.Unsaved, Unkept: ms.page.Unsaved}
		terms.Provider, terms.Fallback = id, selector.NoFallback
		found, asked, err := ms.models.Try(ctx, terms)
		test := saw(found)
		test.At, test.Model, test.DurationMS = begun.UnixMilli(), asked.Model, ms.now().Sub(begun).Milliseconds()
		if test.OK = err == nil; !test.OK {
			f := page.FaultOf(err)
			test.Message, test.Hint = f.Message, f.Hint
		}
		ms.tested.anew(id)
		ms.tested.keep(id, test)
		return test, nil
	})
}
