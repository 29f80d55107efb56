package runs

import (
	"aipack/backend/base/settings"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/advise"
	"aipack/backend/model/advise/live"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/recording"
	"aipack/backend/model/llm/selector"
	"aipack/backend/store"
	"aipack/backend/window/session"
)

// asked is how the model of a run differs from what the settings say.
type asked struct {
	provider, model string // a second opinion
	replay          string // id of the run whose recording answers
	goOn            string // id of the run whose conversation is gone on with
	again           int    // how often a model that submitted nothing goes on
	mode            string
	retry           *pipeline.Retry // begins in the middle
	hint            string          // in place of the earlier run's
}

// mostRecorded bounds how many of a folder's recorded answers may answer again.
const mostRecorded = 500

// adviser makes who is asked in a run, and the run's mode.
func (rs *Runs) adviser(r *session.Run, s settings.Preferences, how asked) (pipeline.Adviser, string) {
	mode := s.Mode
	if how.mode != "" {
		mode = how.mode
	}
	if mode == pipeline.Static {
		return nil, mode
	}
	m := gateway.Preferred(s)
	m.Mode, m.Recording, m.Lost, m.Now = recording.Record, session.Exchanges{Store: rs.Store, RunID: r.ID()}, rs.Page.Unsaved, rs.Now
	m.Books, m.Unbooked = rs.Books, rs.Page.Unsaved
	switch {
	case how.retry != nil:
		how.retry.Earlier = rs.earlier(how, m, s)
	case how.replay != "":
		m.Mode, m.Recording = recording.Replay, recordingOf(rs.Store, how.replay)
	case how.goOn != "":
		m.Mode, m.Copy, m.Recording = recording.Auto, true, session.Exchanges{Store: rs.Store, RunID: r.ID(), From: func() ([]store.Exchange, error) { return recorded(rs.Store, how.goOn) }}
		m.Provider, m.Model, m.Fallback, m.By = how.provider, how.model, selector.NoFallback, "to go on"
	case how.provider != "":
		m.Provider, m.Model, m.Fallback, m.By = how.provider, how.model, selector.NoFallback, "for a second opinion"
	case s.RecordedAnswers:
		m.Mode, m.Copy, m.Recording = recording.Auto, true, session.Exchanges{Store: rs.Store, RunID: r.ID(), From: func() ([]store.Exchange, error) {
			return rs.Store.ExchangesOf(r.Path(), mostRecorded)
		}}
	}
	again := how.again
	if how.retry != nil {
		again = 0 // from its phase on the model is asked as usual
	}
	hears := rs.advising(m, s, again)
	r.SetAdviser(hears.Adviser)
	return hears, mode
}

func (rs *Runs) advising(m gateway.Terms, s settings.Preferences, again int) *live.Adviser {
	o := advise.Within(s)
	o.Now, o.Limits.Again = rs.Now, again
	return live.New(rs.Gateway, m, analysis.Registry, o, func(selector.Choice) { rs.Page.Emit("models", nil) })
}

// earlier is who knows what the run before a retry was answered; nil where it
// asked nobody. It never asks a model.
func (rs *Runs) earlier(how asked, m gateway.Terms, s settings.Preferences) pipeline.Adviser {
	rows, err := recorded(rs.Store, how.retry.Of)
	if err != nil {
		rs.Page.Notify("warning", "What a model answered before cannot be read: "+err.Error()+".", "Rules alone decide the phases before the chosen one.")
	}
	if len(rows) == 0 {
		return nil
	}
	m.Mode, m.Recording = recording.Replay, recordingOf(rs.Store, how.retry.Of)
	return rs.advising(m, s, how.again)
}
