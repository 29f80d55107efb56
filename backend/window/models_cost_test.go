package window

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/settings"
	"aipack/backend/cli"
	"aipack/backend/cli/asking"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/openai"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/llm/spending"
	"aipack/backend/store"
)

// asks sends one short question to a held model.
func asks(t *testing.T, client llm.Client) error {
	t.Helper()
	_, err := client.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hello"}}}, func(llm.Piece) {})
	return err
}

// TestTheWindowAndTheCommandLineKeepTheSameBooks: what one asks the other
// counts, under one cap; deleting and importing runs changes nothing.
func TestTheWindowAndTheCommandLineKeepTheSameBooks(t *testing.T) {
	data := served.Alone(t, served.Nowhere)
	a, p := opened(t, data)
	withMode(t, a, func(s *settings.Preferences) { s.Mode, s.MonthlyCapUSD = "static", 1 })
	s := served.New(t, script.New(script.Say("yes"), script.Say("yes"), script.Say("never")), served.OpenAI)
	raw, err := openai.New(openai.Options{BaseURL: s.URL + "/v1", Key: "k", Model: "gpt-4o-mini"})
	if err != nil {
		t.Fatal(err)
	}
	cloud := selector.Candidate{Provider: "openai", Model: "gpt-4o-mini", Cloud: true}
	line, err := asking.Terms(cli.Asking{Say: func(text string) { t.Error(text) }})
	if err != nil || line.Cap != 1 {
		t.Fatalf("cap %v, %v", line.Cap, err)
	}
	window := gateway.Terms{Books: a.books, Cap: 1}
	for _, m := range []gateway.Terms{line, window} {
		if err := asks(t, m.Hold(raw, cloud)); err != nil {
			t.Fatal(err)
		}
	}
	month, err := a.Models.MonthCost()
	if err != nil || month.Calls != 2 || month.PromptTokens != 3000 || month.CompletionTokens != 120 || month.USD <= 0 || month.Estimated {
		t.Errorf("%+v %v", month, err)
	}

	run := analysed(t, a, p, doubtful(t)).RunID
	if err := a.store.AddExchange(run, store.Exchange{Hash: "h", Provider: "openai", Model: "gpt-4o-mini", At: a.now().UnixMilli(), Prompt: 10_000_000, Reported: true, JSON: "{}"}); err != nil {
		t.Fatal(err)
	}
	file, err := a.History.Export(run, filepath.Join(t.TempDir(), "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.History.Import(file); err != nil {
		t.Fatal(err)
	}
	if err := a.History.Delete(run); err != nil {
		t.Fatal(err)
	}
	if after, err := a.Models.MonthCost(); err != nil || after != month {
		t.Errorf("deleting and importing made %+v of %+v, %v", after, month, err)
	}

	if err := a.books.Add(spending.Entry{Provider: "openai", Model: "gpt-4o-mini", Calls: 1, Prompt: 10_000_000}); err != nil {
		t.Fatal(err)
	}
	var refused *llm.Error
	if err := asks(t, line.Hold(raw, cloud)); !errors.As(err, &refused) || refused.Kind != llm.OverCap || strings.Count(s.Seen(), "hello") != 2 {
		t.Errorf("over the cap: %v", err)
	}
}

// TestTheCapOutlivesTheHistory: it lies with the ledger, and that of a month
// that began before there was any is taken from the history.
func TestTheCapOutlivesTheHistory(t *testing.T) {
	data := served.Alone(t, served.Nowhere)
	a, p := opened(t, data)
	withMode(t, a, func(s *settings.Preferences) { s.Mode, s.MonthlyCapUSD = "static", 7 })
	run := analysed(t, a, p, doubtful(t)).RunID
	if err := a.store.AddExchange(run, store.Exchange{Hash: "h", Provider: "openai", Model: "gpt-4o-mini", At: time.Now().UnixMilli(), Prompt: 1000, Reported: true, JSON: "{}"}); err != nil {
		t.Fatal(err)
	}
	a.Close()
	before, err := filepath.Glob(filepath.Join(data, "spending", "*.jsonl"))
	if err != nil || len(before) != 0 {
		t.Fatalf("%v %v", before, err)
	}

	b, _ := opened(t, data)
	if month, err := b.Models.MonthCost(); err != nil || month.Calls != 1 || month.PromptTokens != 1000 {
		t.Errorf("taken over: %+v %v", month, err)
	}
	b.Close()
	if err := os.WriteFile(filepath.Join(data, store.Name), []byte(strings.Repeat("ruined ", 200)), 0o600); err != nil {
		t.Fatal(err)
	}
	c, _ := opened(t, data)
	month, err := c.Models.MonthCost()
	if kept := c.preferences.InForce().MonthlyCapUSD; kept != 7 || err != nil || month.Calls != 1 {
		t.Errorf("cap %d, %+v, %v", kept, month, err)
	}
}
