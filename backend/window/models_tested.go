package window

import (
	"context"
	"sync"
	"time"

	"aipack/backend/llm/gateway"
	"aipack/backend/llm/selector"
	"aipack/backend/window/page"
)

// tested are the last tests of models since the start.
type tested struct {
	page   *page.Link
	models *gateway.Models

	mu   sync.Mutex
	last map[string]ModelTest // by provider
}

// of is the last test of a model, nil where it was not tested since the start.
func (td *tested) of(id, model string) *ModelTest {
	td.mu.Lock()
	defer td.mu.Unlock()
	if t, ok := td.last[id]; ok && t.Model == model {
		return &t
	}
	return nil
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
		test := ModelTest{At: begun.UnixMilli()}
		terms := gateway.Terms{Want: gateway.Wanted(s), Books: ms.books, Cap: float64(s.MonthlyCapUSD), Unbooked: ms.page.Unsaved}
		terms.Provider, terms.Fallback = id, selector.NoFallback
		found, model, err := ms.models.Try(ctx, terms)
		test.Model, test.DurationMS = model, ms.now().Sub(begun).Milliseconds()
		test.Tools, test.JSONMode, test.ContextWindow = found.Tools, found.JSON, found.Window
		test.TokensPerSecond, test.Warning = found.TokensPerSecond, found.Warning
		if test.OK = err == nil; !test.OK {
			f := page.FaultOf(err)
			test.Message, test.Hint = f.Message, f.Hint
		}
		ms.tested.anew(id)
		ms.tested.keep(id, test)
		return test, nil
	})
}
