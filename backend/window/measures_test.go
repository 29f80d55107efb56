package window

import (
	"context"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/window/history"
	"aipack/backend/window/models"
	"aipack/backend/window/models/measure"
)

// serving is an App whose OpenAI is a server of the test.
func serving(t *testing.T, step script.Step) (*App, *served.Model) {
	t.Helper()
	data := served.Alone(t, served.Nowhere)
	t.Setenv("OPENAI_API_KEY", "k")
	s := served.New(t, &script.Client{Rest: step}, served.OpenAI)
	a, _ := opened(t, data)
	withMode(t, a, func(p *settings.Preferences) {
		*p = p.With(settings.Provider{Provider: "openai", Model: "gpt-4o-mini", BaseURL: s.URL + "/v1"})
		p.Mode, p.Retries = "static", 0
	})
	return a, s
}

// settled waits until nothing is measured any more.
func settled(t *testing.T, a *App) measure.State {
	t.Helper()
	for range 600 {
		s, err := a.Measurements.State()
		if err != nil {
			t.Fatal(err)
		}
		if s.Running == nil {
			return s
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the measurement does not end")
	return measure.State{}
}

// TestAModelIsMeasured: what is sent is said before, nothing stands in the
// history, everything in the books, and the result is still there after the
// next start.
func TestAModelIsMeasured(t *testing.T) {
	a, s := serving(t, script.Say(`{"known":true,"answer":7070,"path":"src/ports.rs","quote":"Port::Echo => 7070,","confidence":0.9}`))
	plan, err := a.Measurements.Plan("openai", "")
	if err != nil || plan.Model != "gpt-4o-mini" || !strings.Contains(plan.Sends, "10 questions on 7 small projects") || !strings.Contains(plan.Sends, strings.TrimPrefix(s.URL, "http://")) {
		t.Fatalf("%+v %v", plan, err)
	}
	if s.Seen() != "" {
		t.Error("something was sent before anybody agreed")
	}
	if err := a.Measurements.Start(plan.Provider, plan.Model); err != nil {
		t.Fatal(err)
	}
	state := settled(t, a)
	if state.Failed != nil || len(state.Worth) != 1 || !strings.Contains(state.Worth[0].Words, "put 1 of 7 wrong fields right, made none wrong") || state.Worth[0].Tone != "ok" {
		t.Fatalf("%+v %+v", state, state.Failed)
	}
	if rows, err := a.History.Page(history.Filter{}, 0, 10); err != nil || rows.Total != 0 {
		t.Errorf("the history has %d runs, %v", rows.Total, err)
	}
	if month, err := a.Models.MonthCost(); err != nil || month.Calls < 9 {
		t.Errorf("%+v %v", month, err)
	}
	a.Close()
	b, _ := opened(t, a.data)
	if again, err := b.Measurements.State(); err != nil || len(again.Worth) != 1 || again.Worth[0].Words != state.Worth[0].Words {
		t.Errorf("%+v %v", again, err)
	}
}

// TestAMeasurementIsCancelled: one at a time, and nothing of it is kept.
func TestAMeasurementIsCancelled(t *testing.T) {
	asked := make(chan struct{}, 16)
	a, _ := serving(t, func(ctx context.Context, _ llm.Request) (*llm.Response, error) {
		asked <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	})
	if err := a.Measurements.Start("openai", "gpt-4o-mini"); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := a.Measurements.Start("openai", "gpt-4o"); fault.CodeOf(err) != fault.Busy {
		t.Errorf("a second one: %v", err)
	}
	if err := a.Measurements.Cancel(); err != nil {
		t.Fatal(err)
	}
	if s := settled(t, a); len(s.Worth) != 0 || s.Failed != nil {
		t.Errorf("%+v", s)
	}
	if err := a.Measurements.Cancel(); err != nil {
		t.Errorf("where nothing runs: %v", err)
	}
}

// TestAModelThatNeverAnswersIsNotJudged, and no price means no cap.
func TestAModelThatNeverAnswersIsNotJudged(t *testing.T) {
	a, _ := serving(t, script.FailAs(llm.Unauthorised))
	if err := a.Measurements.Start("openai", "gpt-4o-mini"); err != nil {
		t.Fatal(err)
	}
	if s := settled(t, a); len(s.Worth) != 0 || s.Failed == nil || s.Failed.Model != "gpt-4o-mini" {
		t.Errorf("%+v", s)
	}
	withMode(t, a, func(p *settings.Preferences) { p.Mode, p.MonthlyCapUSD = "static", 5 })
	if err := a.Models.SaveProvider(models.ProviderSettings{Provider: "openai"}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Measurements.Plan("openai", "of-my-own"); fault.CodeOf(err) != fault.WrongUse {
		t.Errorf("a cap that cannot be kept: %v", err)
	}
	if p, err := a.Measurements.Plan("openai", "gpt-4o-mini"); err != nil || !p.Cloud || !strings.Contains(p.Costs, "never more than the cap") || !strings.Contains(p.Sends, "gpt-4o-mini on OpenAI's servers") {
		t.Errorf("%+v %v", p, err)
	}
}
