package failover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

func scripted(provider string, steps ...script.Step) *script.Client {
	c := script.New(steps...)
	c.ProviderID = provider
	return c
}

func list(clients ...llm.Client) []Provider {
	out := []Provider{}
	for _, c := range clients {
		out = append(out, Provider{Client: c})
	}
	return out
}

func kind(err error) llm.Kind {
	var e *llm.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

func TestRetriesAfter100And200And400Milliseconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []event.Event
		a := scripted("ollama", script.FailAs(llm.Unreachable), script.FailAs(llm.ServerFault), script.FailAs(llm.BadAnswer), script.Say("yes"))
		c := New(list(a), Options{Retries: Retries, Tell: func(e event.Event) { told = append(told, e) }})
		begun := time.Now()
		answer, err := c.Chat(t.Context(), llm.Request{}, nil)
		if err != nil || answer.Message.Text != "yes" || answer.Provider != "ollama" {
			t.Fatal(answer, err)
		}
		if took := time.Since(begun); took != 700*time.Millisecond {
			t.Errorf("it took %s", took)
		}
		var waits []int64
		for _, e := range told {
			f := e.(event.LLMFailed)
			waits = append(waits, f.InMS)
			if !f.WillRetry || f.Of != 4 {
				t.Errorf("%+v", f)
			}
		}
		if !slices.Equal(waits, []int64{100, 200, 400}) {
			t.Errorf("waits %v", waits)
		}
	})
}

func TestTheNextProviderAnswersWhenTheFirstHasNoMoreTries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var switched []event.ProviderSwitched
		a, b := scripted("anthropic"), scripted("ollama", script.Say("here"))
		a.Rest = script.FailAs(llm.Overloaded)
		c := New(list(a, b), Options{Retries: Retries, Tell: func(e event.Event) {
			if s, ok := e.(event.ProviderSwitched); ok {
				switched = append(switched, s)
			}
		}})
		answer, err := c.Chat(t.Context(), llm.Request{}, nil)
		if err != nil || answer.Provider != "ollama" || c.Provider() != "ollama" {
			t.Fatal(answer, err)
		}
		if len(a.Requests()) != 4 {
			t.Errorf("the first was asked %d times", len(a.Requests()))
		}
		if len(switched) != 1 || switched[0].From != "anthropic scripted" || switched[0].To != "ollama scripted" || switched[0].Reason == "" {
			t.Errorf("%+v", switched)
		}
	})
}

func TestWhatAnotherTryCannotHelpIsNotTriedAgain(t *testing.T) {
	for _, k := range []llm.Kind{llm.Unauthorised, llm.ModelAbsent, llm.UnsupportedModel, llm.BadRequest} {
		a, b := scripted("openai", script.FailAs(k)), scripted("ollama", script.Say("here"))
		if answer, err := New(list(a, b), Options{Retries: Retries}).Chat(t.Context(), llm.Request{}, nil); err != nil || answer.Provider != "ollama" {
			t.Errorf("%s: %v %v", k, answer, err)
		}
	}
	for _, k := range []llm.Kind{llm.TooLong, llm.Cancelled} {
		a, b := scripted("openai", script.FailAs(k)), scripted("ollama", script.Say("here"))
		if _, err := New(list(a, b), Options{Retries: Retries}).Chat(t.Context(), llm.Request{}, nil); kind(err) != k || b.Left() != 1 {
			t.Errorf("%s: %v, the second was asked: %v", k, err, b.Left() == 0)
		}
	}
}

func TestRetryAfterIsHonouredAndCapped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busy := func(d time.Duration) script.Step {
			return script.Fail(&llm.Error{Kind: llm.Overloaded, Status: 429, RetryAfter: d, Message: "busy"})
		}
		begun := time.Now()
		if _, err := New(list(scripted("openai", busy(3*time.Second), script.Say("yes"))), Options{Retries: Retries}).Chat(t.Context(), llm.Request{}, nil); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begun); took != 3*time.Second {
			t.Errorf("waited %s", took)
		}
		begun = time.Now()
		_, err := New(list(scripted("openai", busy(time.Hour))), Options{Retries: Retries}).Chat(t.Context(), llm.Request{}, nil)
		var e *llm.Error
		if !errors.As(err, &e) || e.RetryAfter != time.Hour || !strings.Contains(e.Message, "asks to wait 1h0m0s") || time.Since(begun) != 0 {
			t.Errorf("%+v after %s", e, time.Since(begun))
		}
	})
}

// TestTransitions walks the specification's table: closed, three failures,
// open, a minute, half-open, and from there either way.
func TestTransitions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := scripted("openai")
		a.Rest = script.FailAs(llm.Unauthorised)
		c := New(list(a), Options{})
		state := func() string { return c.States()[0].Breaker }
		fail := func() error { _, err := c.Chat(t.Context(), llm.Request{}, nil); return err }
		for range 2 {
			_ = fail()
		}
		if state() != "closed" {
			t.Fatal(state())
		}
		_ = fail()
		if s := c.States()[0]; s.Breaker != "open" || time.Until(s.RestsUntil) != time.Minute || s.Problem != "scripted failure" {
			t.Fatalf("%+v", s)
		}
		if err := fail(); kind(err) != llm.Overloaded || len(a.Requests()) != 3 {
			t.Fatalf("a resting provider was asked: %v, %d", err, len(a.Requests()))
		}
		time.Sleep(time.Minute + 1)
		if state() != "half-open" {
			t.Fatal(state())
		}
		if err := fail(); kind(err) != llm.Unauthorised || state() != "open" {
			t.Fatal(err, state())
		}
		time.Sleep(time.Minute + 1)
		a.Rest = script.Say("well again")
		if err := fail(); err != nil || state() != "closed" {
			t.Fatal(err, state())
		}
	})
}

func TestAStopAndARefusedRequestDoNotCount(t *testing.T) {
	a := scripted("openai")
	c := New(list(a), Options{Retries: Retries})
	for _, k := range []llm.Kind{llm.TooLong, llm.BadRequest, llm.Cancelled, llm.TooLong, llm.BadRequest} {
		a.Rest = script.FailAs(k)
		_, _ = c.Chat(t.Context(), llm.Request{}, nil)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	a.Rest = script.Hang()
	if _, err := c.Chat(ctx, llm.Request{}, nil); kind(err) != llm.TimedOut {
		t.Errorf("the run's own end: %v", err)
	}
	if s := c.States()[0]; s.Failures != 0 || s.Breaker != "closed" {
		t.Errorf("%+v", s)
	}
}

func TestAListenerIsToldToStartOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cut := func(_ context.Context, _ llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
			hear(llm.Piece{Text: "half an ans"})
			return nil, &llm.Error{Kind: llm.Unreachable, Message: "cut"}
		}
		var heard []string
		c := New(list(talker(cut), scripted("ollama", script.Say("whole"))), Options{})
		if _, err := c.Chat(t.Context(), llm.Request{}, func(p llm.Piece) {
			if p.Again {
				heard = append(heard, "<again>")
			}
			heard = append(heard, p.Text)
		}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(heard, ""); got != "half an ans<again>whole" {
			t.Error(got)
		}
	})
}

func TestASilentProviderIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		drip := func(ctx context.Context, _ llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
			for range 10 { // slow, but not silent
				time.Sleep(20 * time.Second)
				hear(llm.Piece{Text: "."})
			}
			<-ctx.Done()
			return nil, &llm.Error{Kind: llm.Cancelled, Message: "stopped", Err: ctx.Err()}
		}
		begun := time.Now()
		_, err := New([]Provider{{Client: talker(drip), Patience: 30 * time.Second}}, Options{}).Chat(t.Context(), llm.Request{}, nil)
		if kind(err) != llm.TimedOut || time.Since(begun) != 230*time.Second {
			t.Errorf("%v after %s", err, time.Since(begun))
		}
	})
}

func TestWaitingForATryCanBeStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := scripted("openai")
		a.Rest = script.Fail(&llm.Error{Kind: llm.Overloaded, RetryAfter: 10 * time.Second, Message: "busy"})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		begun := time.Now()
		if _, err := New(list(a), Options{Retries: Retries}).Chat(ctx, llm.Request{}, nil); kind(err) != llm.Cancelled || time.Since(begun) != time.Second {
			t.Errorf("%v after %s", err, time.Since(begun))
		}
	})
}

func TestWhenNobodyAnswersAllAreNamed(t *testing.T) {
	_, err := New(list(scripted("anthropic", script.FailAs(llm.Unauthorised)), scripted("ollama", script.FailAs(llm.ModelAbsent))), Options{}).Chat(t.Context(), llm.Request{}, nil)
	if kind(err) != llm.Unauthorised || !strings.Contains(err.Error(), "anthropic") || !strings.Contains(err.Error(), "ollama") {
		t.Error(err)
	}
}

func TestManyAskAtOnce(t *testing.T) {
	a := scripted("openai")
	a.Rest = script.FailAs(llm.Unauthorised)
	b := scripted("ollama")
	b.Rest = script.Say("yes")
	c := New(list(a, b), Options{})
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if answer, err := c.Chat(t.Context(), llm.Request{}, func(llm.Piece) {}); err != nil || answer.Provider != "ollama" {
				t.Error(answer, err)
			}
			_ = c.States()
		})
	}
	wg.Wait()
}

// talker is a client of one function.
type talker func(context.Context, llm.Request, func(llm.Piece)) (*llm.Response, error)

func (talker) Provider() string { return "talker" }
func (talker) Model() string    { return "m" }
func (f talker) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	return f(ctx, r, hear)
}

// BenchmarkBreakerDecision is the time that a resting provider costs: the
// specification allows 1 ms.
func BenchmarkBreakerDecision(b *testing.B) {
	a := scripted("openai")
	a.Rest = script.FailAs(llm.Unauthorised)
	c := New(list(a), Options{})
	for range opensAfter {
		_, _ = c.Chat(b.Context(), llm.Request{}, nil)
	}
	for b.Loop() {
		if _, err := c.Chat(b.Context(), llm.Request{}, nil); kind(err) != llm.Overloaded {
			b.Fatal(err)
		}
	}
}

// BenchmarkFailover is the time from a failure that no retry helps to the
// second provider's answer: the specification allows about 100 ms. The waits
// between retries are not in it.
func BenchmarkFailover(b *testing.B) {
	answer := talker(func(context.Context, llm.Request, func(llm.Piece)) (*llm.Response, error) {
		return &llm.Response{}, nil
	})
	refuse := talker(func(context.Context, llm.Request, func(llm.Piece)) (*llm.Response, error) {
		return nil, &llm.Error{Kind: llm.BadRequest, Message: "no"}
	})
	c := New(list(refuse, answer), Options{Retries: Retries, Tell: func(e event.Event) { _ = fmt.Sprint(e) }})
	for b.Loop() {
		if _, err := c.Chat(b.Context(), llm.Request{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
