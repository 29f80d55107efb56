//go:build !headless || window

package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"aipack/backend/advise"
	"aipack/backend/conversation"
	"aipack/backend/fault"
	"aipack/backend/llm"
	"aipack/backend/llm/recording"
	"aipack/backend/llm/selector"
	"aipack/backend/pipeline"
	"aipack/backend/repo"
	"aipack/backend/settings"
	"aipack/backend/store"
	"aipack/backend/tool"
)

// asked is how the model of a run differs from what the settings say.
type asked struct {
	provider, model string // a second opinion
	replay          string // id of the run whose recording answers
	mode            string
	retry           *pipeline.Retry // begins in the middle
	hint            string          // in place of the earlier run's
}

// adviser makes who is asked in a run, and the run's mode.
func (r *run) adviser(s settings.Settings) (pipeline.Adviser, string) {
	mode := s.Mode
	if r.asked.mode != "" {
		mode = r.asked.mode
	}
	if mode == pipeline.Static {
		return nil, mode
	}
	m := ModelChoice{
		Want: wantOf(s), Retries: s.Retries, Patience: time.Duration(s.RequestTimeoutS) * time.Second,
		Mode: recording.Record, Recording: exchanges{r.app.store, r.row.ID}, Lost: r.app.unsaved, Now: r.app.now,
		Books: r.app.books, Cap: float64(s.MonthlyCapUSD), Unbooked: r.app.unsaved,
	}
	switch {
	case r.asked.retry != nil:
		r.asked.retry.Earlier = r.earlier(m, s)
	case r.asked.replay != "":
		m.Mode, m.Recording = recording.Replay, exchanges{r.app.store, r.asked.replay}
	case r.asked.provider != "":
		m.Provider, m.Model, m.Fallback, m.By = r.asked.provider, r.asked.model, selector.NoFallback, "for a second opinion"
	}
	hears := r.advising(m, s)
	r.mu.Lock()
	r.advises = hears.Adviser
	r.mu.Unlock()
	return hears, mode
}

func (r *run) advising(m ModelChoice, s settings.Settings) *hearing {
	return advising(m, known, advise.Options{
		Most: s.MaxContextTokens, Now: r.app.now,
		Limits: advise.Limits{Phase: time.Duration(s.PhaseTimeoutS) * time.Second, Run: time.Duration(s.TimeoutS) * time.Second, Calls: s.MaxToolCalls},
		Talk:   conversation.Limits{ToolResult: s.MaxToolResultTokens, SummariseAfter: s.SummarizeAfter},
		Tools:  tool.Limits{Lines: s.MaxFileLines, MostLines: max(s.MaxFileLines, 500), Tokens: s.MaxToolResultTokens},
	}, func(selector.Choice) { r.app.emit("models", nil) })
}

// exchanges keeps a run's recording in the history.
type exchanges struct {
	store *store.Store
	runID string
}

// Save adds an exchange.
func (x exchanges) Save(e recording.Exchange) error {
	text, err := e.Text()
	if err != nil {
		return err
	}
	at, err := time.Parse(time.RFC3339, e.RecordedAt)
	if err != nil {
		return err
	}
	row := store.Exchange{Hash: e.RequestHash, Provider: e.Provider, Model: e.Model, At: at.UnixMilli(), JSON: string(text)}
	if e.Response != nil {
		u := e.Response.Usage
		row.Prompt, row.Cached, row.Completion, row.Reported = u.Prompt, u.Cached, u.Completion, u.Reported
	}
	return x.store.AddExchange(x.runID, row)
}

// Load gives all of them, and those of the run that it was a retry of.
func (x exchanges) Load() ([]recording.Exchange, error) {
	rows, err := recorded(x.store, x.runID)
	if err != nil {
		return nil, err
	}
	out := make([]recording.Exchange, 0, len(rows))
	for _, row := range rows {
		e, err := recording.Parse([]byte(row.JSON))
		if err != nil {
			return nil, fmt.Errorf("reading exchange %d of the recording: %w", row.Number, err)
		}
		out = append(out, e)
	}
	return out, nil
}

// SentPrompts gives exactly what was sent to models in a run, and what came
// back.
func (a *App) SentPrompts(runID string) ([]SentPrompt, error) {
	return guard(a, "SentPrompts", func() ([]SentPrompt, error) {
		rows, err := a.store.Exchanges(runID)
		if err != nil {
			return nil, err
		}
		out := []SentPrompt{}
		for _, row := range rows {
			p, err := sent(row)
			if err != nil {
				return nil, fmt.Errorf("reading exchange %d of the run: %w", row.Number, err)
			}
			out = append(out, p)
		}
		return out, nil
	})
}

func sent(row store.Exchange) (SentPrompt, error) {
	e, err := recording.Parse([]byte(row.JSON))
	if err != nil {
		return SentPrompt{}, err
	}
	var request llm.Request
	if err := json.Unmarshal(e.Request, &request); err != nil {
		return SentPrompt{}, err
	}
	p := SentPrompt{
		Number: row.Number, At: row.At, DurationMS: e.DurationMS, Provider: row.Provider, Model: row.Model, PromptTokens: row.Prompt, CachedTokens: row.Cached,
		CompletionTokens: row.Completion, Reported: row.Reported, Messages: []SentMessage{}, Tools: []string{}, Answer: SentMessage{Calls: []SentCall{}},
		Hidden: strings.Count(string(e.Request), "«secret:"),
	}
	p.USD, _ = priceOf(row.Provider, row.Model, llm.Usage{Prompt: row.Prompt, Cached: row.Cached, Completion: row.Completion, Reported: true})
	for _, m := range request.Messages {
		p.Messages = append(p.Messages, message(m))
	}
	for _, t := range request.Tools {
		p.Tools = append(p.Tools, t.Name)
	}
	if e.Response != nil {
		p.Answer = message(e.Response.Message)
	}
	if e.Error != nil {
		p.Error = e.Error.Message
	}
	return p, nil
}

func message(m llm.Message) SentMessage {
	out := SentMessage{Role: string(m.Role), Text: m.Text, ToolName: m.ToolName, Calls: []SentCall{}, Failed: m.Failed}
	for _, c := range m.Calls {
		out.Calls = append(out.Calls, SentCall{c.Name, c.Arguments})
	}
	return out
}

// SecondOpinion analyses a run's folder once more and asks another provider
// every question. Compare shows the differences.
func (a *App) SecondOpinion(runID, providerID, model string) (string, error) {
	return guard(a, "SecondOpinion", func() (string, error) {
		if !selector.Known(providerID) {
			return "", &fault.Fault{Code: fault.WrongUse, Message: "There is no provider " + providerID, Hint: "Choose one of " + strings.Join(selector.Providers(), ", ") + "."}
		}
		return a.again(runID, asked{provider: providerID, model: model, mode: pipeline.LLM})
	})
}

// ReplayRun analyses a run's folder once more; what the model answered then
// answers again, without network.
func (a *App) ReplayRun(runID string) (string, error) {
	return guard(a, "ReplayRun", func() (string, error) {
		r, err := a.run(runID)
		if err != nil {
			return "", err
		}
		kept, err := recorded(a.store, runID)
		if err != nil {
			return "", err
		}
		if len(kept) == 0 {
			return "", &fault.Fault{Code: fault.NothingFound, Message: "No model was asked in this run, so there is nothing to replay", Hint: "Analyse the folder again: the rules give the same answers."}
		}
		return a.again(runID, asked{replay: runID, mode: r.mode()})
	})
}

// mode is the mode that the run began with.
func (r *run) mode() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.events {
		if e.Type != "run.started" {
			continue
		}
		text, err := json.Marshal(e.Event)
		var started struct {
			Mode string `json:"mode"`
		}
		if errors.Join(err, json.Unmarshal(text, &started)) == nil && started.Mode != "" {
			return started.Mode
		}
	}
	return pipeline.Full
}

// again analyses the folder of a run once more.
func (a *App) again(runID string, how asked) (string, error) {
	row, err := a.store.Run(runID)
	if err != nil {
		return "", err
	}
	folder, err := repo.Open(row.Path)
	if err != nil {
		return "", unreadable(row.Path, err)
	}
	r, err := a.begin(folder, filepath.Base(row.Path), cmp.Or(how.hint, row.Hint), how)
	if err != nil {
		return "", errors.Join(err, folder.Close())
	}
	return r.row.ID, nil
}
