package runs

import (
	"encoding/json"
	"fmt"
	"strings"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/recording"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// SentPrompts gives exactly what was sent to models in a run, and what came
// back.
func (rs *Runs) SentPrompts(runID string) ([]SentPrompt, error) {
	return page.Guard(rs.Page, "Runs.SentPrompts", func() ([]SentPrompt, error) {
		rows, err := rs.Store.Exchanges(runID)
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
	p.USD, _ = gateway.Price(row.Provider, row.Model, llm.Usage{Prompt: row.Prompt, Cached: row.Cached, Completion: row.Completion, Reported: true})
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
