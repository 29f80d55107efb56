package advise

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"aipack/backend/base/event"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

// TestTheUserSummarisesAndPutsBack works on a conversation while a model looks
// through a repository.
func TestTheUserSummarisesAndPutsBack(t *testing.T) {
	var a *Adviser
	var whole, short, back int
	var asked int
	client := &script.Client{Rest: func(_ context.Context, r llm.Request) (*llm.Response, error) {
		switch asked++; asked {
		case 8:
			whole = len(r.Messages)
			if done, err := a.Compact(); !done || err != nil {
				t.Errorf("nothing is summarised: %v %v", done, err)
			}
		case 9:
			short = len(r.Messages)
			if err := a.Restore(); err != nil {
				t.Error(err)
			}
			if err := a.Restore(); !errors.Is(err, conversation.ErrNothing) {
				t.Errorf("put back twice: %v", err)
			}
		case 10:
			back = len(r.Messages)
			return &llm.Response{Message: llm.Message{Text: "nothing"}}, nil
		}
		return &llm.Response{Message: llm.Message{Calls: []llm.ToolCall{{ID: fmt.Sprint(asked), Name: "search_files", Arguments: fmt.Sprintf(`{"pattern":"a%d*"}`, asked)}}}}, nil
	}}
	tb := sit(t, shop)
	a = New(Options{Registry: registry(), Open: func(context.Context) (llm.Client, error) { return client, nil }, Talk: conversation.Limits{SummariseAfter: 8}})
	a.Explore(t.Context(), tb.Desk, "why")
	if short >= whole || back <= whole {
		t.Errorf("%d messages, %d summarised, %d put back", whole, short, back)
	}
	var names []string
	for _, e := range tb.told {
		names = append(names, e.Name())
	}
	for _, want := range []string{event.ContextCompacted{}.Name(), event.ContextRestored{}.Name()} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not told", want)
		}
	}
}

func TestNothingIsSummarisedWhereNobodySpeaks(t *testing.T) {
	a := asking(&script.Client{Rest: script.Say(right)})
	if _, err := a.Compact(); !errors.Is(err, ErrNoTalk) {
		t.Error(err)
	}
	a.Answer(t.Context(), sit(t, shop).Desk, portQuestion())
	if err := a.Restore(); !errors.Is(err, ErrNoTalk) {
		t.Error(err)
	}
}

// TestTheUsersLimitChoosesTheProfile: a large window alone is no reason to send
// more; a larger limit is, as far as the model goes.
func TestTheUsersLimitChoosesTheProfile(t *testing.T) {
	for _, c := range []struct {
		most, window int
		profile      string
		total        int
	}{
		{0, 0, "detect-16k", 16_000}, {0, 128_000, "detect-16k", 16_000}, {16_000, 200_000, "detect-16k", 16_000},
		{64_000, 128_000, "repo", 64_000}, {64_000, 32_000, "repo", 32_000}, {64_000, 8192, "ask-8k", 8000}, {4000, 128_000, "quick-4k", 4000},
	} {
		client := &script.Client{Rest: script.Say("nothing is deployed")}
		tb := sit(t, shop)
		a := New(Options{Registry: registry(), Open: func(context.Context) (llm.Client, error) { return client, nil }, Most: c.most, Window: c.window})
		a.Explore(t.Context(), tb.Desk, "why")
		for _, e := range tb.told {
			if b, ok := e.(event.BudgetUsed); ok && (b.Profile != c.profile || b.Window != c.total) {
				t.Errorf("limit %d, window %d: %s of %d", c.most, c.window, b.Profile, b.Window)
			}
		}
		if b := a.budget(conversation.Ask); b.Total() > a.room() || b.Total() < min(a.room(), 8000) || b.Large() && b.Total() != a.room() {
			t.Errorf("limit %d, window %d: a question of %+v", c.most, c.window, b)
		}
	}
	lines, talk := New(Options{Most: 64_000, Window: 64_000}).limits(conversation.Whole(64_000))
	if lines.Lines != 500 || talk.ToolResult != 8000 {
		t.Errorf("%+v %+v", lines, talk)
	}
}
