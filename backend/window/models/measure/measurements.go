// Package measure is what the page asks about what models are worth.
package measure

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/advise"
	"aipack/backend/model/advise/live"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/llm/spending"
	"aipack/backend/model/scores"
	"aipack/backend/window/page"
)

// Parts are what measuring needs. All are needed.
type Parts struct {
	Page        *page.Link
	Preferences func() settings.Preferences // those in force
	Models      *gateway.Models
	Books       *spending.Ledger
	Labelled    func() (scores.Set, error)
	Kept        scores.Book
	Now         func() time.Time
}

// New measures nothing yet. Two things the page cannot do: forget drops what a model
// was found to be worth whose name is another's now, or nobody's; end, for who ends
// the program, cancels what runs.
func New(p Parts) (ms *Measurements, forget func(provider, model string), end func()) {
	ms = &Measurements{Parts: p}
	return ms, ms.forget, ms.close
}

// Measurements find out what models are worth, one after the other, in projects
// that the program carries. They belong to the program, not to a screen, and
// leave nothing in the history.
type Measurements struct {
	Parts

	mu      sync.Mutex
	number  int
	running *Run
	failed  *Stop
	cancel  context.CancelFunc
	ended   chan struct{} // closed when the one that runs has ended
}

// terms are those on which a model is measured. Another model's answers would
// be another measurement.
func (ms *Measurements) terms(provider, model string) gateway.Terms {
	m := gateway.Preferred(ms.Preferences())
	m.Provider, m.Model, m.Fallback, m.By = provider, model, selector.NoFallback, "to be measured"
	m.Books, m.Unbooked = ms.Books, ms.Page.Unsaved
	return m
}

// Plan says what measuring a model will send where, and what it may cost.
// Model "" is the one that the provider would be asked for. Nothing is sent.
func (ms *Measurements) Plan(provider, model string) (Plan, error) {
	return page.Guard(ms.Page, "Measurements.Plan", func() (Plan, error) {
		m := ms.terms(provider, model)
		choice := ms.Models.Selector().Choose(context.Background(), m.Want)
		if !choice.Ready() {
			return Plan{}, choice.Unready()
		}
		set, err := ms.Labelled()
		if err != nil {
			return Plan{}, err
		}
		foreseen, err := set.Foresee(context.Background(), analysis.Registry(), analysis.New().Execute)
		if err != nil {
			return Plan{}, err
		}
		c := choice.Chosen
		_, priced := gateway.Price(c.Provider, c.Model, foreseen.Most)
		if c.Cloud && !priced && m.Cap > 0 {
			return Plan{}, &fault.Fault{
				Code: fault.WrongUse, Message: "No price is known for " + c.Model + ", so the cap of a month cannot be kept",
				Hint: "Choose a model with a known price, or take the cap away in Settings, Limits.",
			}
		}
		price := gateway.Price
		if !c.Cloud {
			price = scores.Free
		}
		return Plan{
			Provider: c.Provider, Model: c.Model, Cloud: c.Cloud,
			Sends: foreseen.Sends(c.Model + " " + ms.at(c)), Costs: foreseen.Costs(c.Provider, c.Model, price, m.Cap > 0),
		}, nil
	})
}

// at says where a model is asked.
func (ms *Measurements) at(c selector.Candidate) string {
	account, err := ms.Models.Selector().Account(c.Provider, c.BaseURL)
	switch {
	case c.Provider == "embedded":
		return "on this computer"
	case err != nil || account.Host == "":
		return "on " + c.Name + "'s servers"
	}
	return "at " + account.Host
}

// Start measures a model. Only one is measured at a time.
func (ms *Measurements) Start(provider, model string) error {
	return page.Guarded(ms.Page, "Measurements.Start", func() error {
		set, err := ms.Labelled()
		if err != nil {
			return err
		}
		ms.mu.Lock()
		defer ms.mu.Unlock()
		if ms.running != nil {
			return &fault.Fault{Code: fault.Busy, Message: ms.running.Model + " is being measured", Hint: "Wait until that has ended, or cancel it."}
		}
		ctx, cancel := context.WithCancel(context.Background())
		ms.running = &Run{Provider: provider, Model: model, StartedAt: ms.Now().UnixMilli(), Of: len(set.Fixtures)}
		ms.failed, ms.cancel, ms.ended = nil, cancel, make(chan struct{})
		go func() {
			var err error
			ms.Page.Apart("measuring a model", func() { err = ms.measure(ctx, set, provider, model) })
			cancel()
			ms.end(provider, model, err)
		}()
		go ms.tell()
		return nil
	})
}

// Cancel ends what is being measured; nothing of it is kept.
func (ms *Measurements) Cancel() error {
	return page.Guarded(ms.Page, "Measurements.Cancel", func() error {
		ms.mu.Lock()
		if ms.running != nil {
			ms.running.Canceling = true
			ms.cancel()
		}
		ms.mu.Unlock()
		ms.tell()
		return nil
	})
}

// State says what is being measured, and what all models are worth.
func (ms *Measurements) State() (State, error) {
	return page.Guard(ms.Page, "Measurements.State", ms.state)
}

// measure asks the model, and keeps what that came to.
func (ms *Measurements) measure(ctx context.Context, set scores.Set, provider, model string) error {
	terms := ms.terms(provider, model)
	price := gateway.Price
	if c := ms.Models.Selector().Choose(ctx, terms.Want); c.Ready() && !c.Chosen.Cloud {
		price = scores.Free
	}
	o := advise.Options{Now: ms.Now}.Measured() // the usual limits: results of other ones could not be compared
	result, err := set.Measure(ctx, scores.Manner{
		Analyse: analysis.New().Execute, Now: ms.Now, Price: price, Progress: ms.advance,
		Advise: func() pipeline.Adviser { return live.New(ms.Models, terms, analysis.Registry, o, nil) },
	})
	if err != nil {
		return err
	}
	if !result.Answered() {
		return &fault.Fault{
			Code: fault.ModelNotFound, Message: "It could not be measured: " + cmp.Or(result.Problem, "the model was asked nothing"),
			Hint: "Test the provider in Settings, Providers.",
		}
	}
	result.Provider, result.Model, result.Version = provider, model, ms.Page.About.Version
	return ms.Kept.Add(result)
}

// advance counts a project.
func (ms *Measurements) advance() {
	ms.mu.Lock()
	ms.running.Done++
	ms.mu.Unlock()
	ms.tell()
}

func (ms *Measurements) end(provider, model string, err error) {
	ms.mu.Lock()
	if err != nil && !errors.Is(err, context.Canceled) {
		ms.failed = &Stop{provider, model, page.FaultOf(err)}
	}
	ms.running = nil
	close(ms.ended)
	ms.mu.Unlock()
	ms.tell()
}

func (ms *Measurements) forget(provider, model string) {
	if err := ms.Kept.Forget(provider, model); err != nil {
		ms.Page.Unsaved(err)
	}
	ms.tell()
}

// tell tells the page how things stand.
func (ms *Measurements) tell() {
	if s, err := ms.state(); err == nil {
		ms.Page.Emit("measure", s)
	}
}

func (ms *Measurements) state() (State, error) {
	set, err := ms.Labelled()
	if err != nil {
		return State{}, err
	}
	ms.mu.Lock()
	defer ms.mu.Unlock()
	all, err := ms.Kept.Last() // what is told later holds no less
	if err != nil {
		return State{}, err
	}
	ms.number++
	out := State{Number: ms.number, Failed: ms.failed, Worth: []Found{}}
	if ms.running != nil {
		running := *ms.running
		out.Running = &running
	}
	judge := scores.Judge{Set: set.ID, Version: ms.Page.About.Version, Now: ms.Now()}
	for _, r := range all {
		out.Worth = append(out.Worth, Found{r.Provider, r.Model, judge.Words(r), judge.Tone(r), scores.Details(r)})
	}
	return out, nil
}

// close cancels what runs and waits for its end, not for long.
func (ms *Measurements) close() {
	ms.mu.Lock()
	ended := ms.ended
	if ms.running == nil {
		ended = nil
	} else {
		ms.cancel()
	}
	ms.mu.Unlock()
	if ended == nil {
		return
	}
	select {
	case <-ended:
	case <-time.After(time.Second):
	}
}
