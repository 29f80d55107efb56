package conversation

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/base/tokens"
	"aipack/backend/model/llm"
)

func TestTheBudgetIsTheSpecifications(t *testing.T) {
	b := Detect16K()
	if b.Total() != 16_000 || b.Prompt() != 12_500 || b.Output != 1500 || b.Safety != 2000 {
		t.Errorf("%+v, total %d", b, b.Total())
	}
	if Ask8K().Total() != 8000 || Quick4K().Total() != 4000 {
		t.Errorf("ask %d, quick %d", Ask8K().Total(), Quick4K().Total())
	}
	for window, want := range map[int]string{0: "detect-16k", 128_000: "repo", 24_000: "detect-16k", 16_000: "detect-16k", 8192: "ask-8k", 4096: "quick-4k", 2048: "quick-4k"} {
		b := For(window, Detect)
		if b.Name != want || window > 0 && b.Total() > window {
			t.Errorf("window %d: %s of %d", window, b.Name, b.Total())
		}
	}
	if w := Whole(160_000); w.History != 64_000 || w.Bootstrap != 48_000 || w.Total() != 160_000 {
		t.Errorf("whole: %+v", w)
	}
}

func TestTheEstimateIsTheSpecificationsAndTenPercent(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 2, strings.Repeat("x", 400): 110} {
		if got := (tokens.Estimate{}).Count(text); got != want {
			t.Errorf("%d bytes: %d, want %d", len(text), got, want)
		}
	}
}

// client is a model of which only the names matter.
type client struct {
	llm.Client
	provider, model string
}

func (c client) Provider() string { return c.provider }
func (c client) Model() string    { return c.model }

func TestOpenAIsModelsAreCountedByTheirTables(t *testing.T) {
	for _, c := range []struct {
		model, text string
		want        int
	}{
		// From the tests of OpenAI's tiktoken and its cookbook.
		{"gpt-4", "hello world", 2}, {"gpt-4", "antidisestablishmentarianism", 6}, {"gpt-4o", "tiktoken is great!", 6},
		{"gpt-4", "お誕生日おめでとう", 9}, {"gpt-4o", "お誕生日おめでとう", 8}, {"gpt-4", "<|endoftext|>", 7},
	} {
		counter := CounterFor(client{provider: "openai", model: c.model})
		if got := counter.Count(c.text); got != c.want || !counter.Exact() {
			t.Errorf("%s %q: %d, want %d", c.model, c.text, got, c.want)
		}
	}
	for _, c := range []client{{provider: "ollama", model: "qwen2.5-coder:7b"}, {provider: "anthropic", model: "claude-sonnet-4-5"}, {provider: "openai", model: "qwen2.5"}} {
		if CounterFor(c).Exact() {
			t.Errorf("%s %s is no model of OpenAI's and was counted as one", c.provider, c.model)
		}
	}
}

func TestCountingInPartsChangesNothing(t *testing.T) {
	counter := CounterFor(client{provider: "openai", model: "gpt-4o"})
	line := "func main() { fmt.Println(\"hello, world\") } // line\n"
	one := counter.Count(line)
	if got := counter.Count(strings.Repeat(line, 500)); got != 500*one {
		t.Errorf("500 lines of %d tokens are %d", one, got)
	}
}

// sane holds what every request must be like.
func sane(t *testing.T, c *Transcript, r llm.Request) {
	t.Helper()
	if r.Messages[0].Role != llm.System {
		t.Fatal("the system prompt is not the first message")
	}
	n := ToolTokens(c.counter, r.Tools)
	open := map[string]bool{}
	for i, m := range r.Messages {
		n += messageTokens(c.counter, m)
		for _, call := range m.Calls {
			open[call.ID] = true
		}
		if m.Role == llm.Tool && !open[m.CallID] {
			t.Fatalf("message %d is the result of a call that is gone", i)
		}
	}
	if c.corrected(n) > c.budget.Prompt() {
		t.Fatalf("%d tokens of %d", c.corrected(n), c.budget.Prompt())
	}
}

func TestNoSizeExceedsTheBudget(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	divisor := 1
	junk := func(n int) string {
		n /= divisor
		switch random.IntN(4) {
		case 0:
			return strings.Repeat("a", n)
		case 1:
			return strings.Repeat("日本語", n/9)
		case 2:
			return strings.Repeat("x y\n", n/4)
		}
		return strings.Repeat("\x00\xff", n/2)
	}
	for _, counter := range []Counter{tokens.Estimate{}, CounterFor(client{provider: "openai", model: "gpt-4o"})} {
		rounds := 12
		if counter.Exact() {
			rounds, divisor = 4, 8 // the exact count takes its time
		}
		for round := range rounds {
			c := New(Options{Counter: counter, System: "be brief", Budget: []Budget{Detect16K(), Ask8K(), Quick4K(), Quick4K().scaled(2000)}[round%4]})
			c.AddUser(junk(random.IntN(300_000)))
			for i := range 2 * rounds {
				call := llm.ToolCall{ID: fmt.Sprint(i), Name: junk(random.IntN(5000)), Arguments: junk(random.IntN(50_000))}
				c.AddAssistant(llm.Message{
					Text: junk(random.IntN(50_000)), Calls: []llm.ToolCall{call},
					Thinking: []llm.Thinking{{Text: junk(random.IntN(20_000)), Opaque: json.RawMessage(`"x"`)}},
				})
				c.AddToolResult(call, ToolResult{Text: junk(random.IntN(200_000))})
				r, _, err := c.Request()
				if err != nil {
					t.Fatal(err)
				}
				sane(t, c, r)
				c.Learn(llm.Usage{Reported: true, Prompt: random.IntN(60_000)})
			}
		}
	}
}

func TestToolsThatDoNotFitAreAnError(t *testing.T) {
	c := New(Options{System: strings.Repeat("long ", 20_000)})
	c.AddUser("?")
	_, _, err := c.Request()
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.TooLong {
		t.Errorf("%v", err)
	}
}

// talk makes a conversation of so many turns, each a call and its result.
func talk(turns int) *Transcript {
	c := New(Options{System: "system", Label: func(p string) string {
		if p == "Cargo.toml" {
			return "Rust project"
		}
		return ""
	}})
	c.AddUser("what is this?")
	for i := range turns {
		path := fmt.Sprintf("src/%d.rs", i)
		if i == 0 {
			path = "Cargo.toml"
		}
		call := llm.ToolCall{ID: fmt.Sprint(i), Name: "read_file", Arguments: fmt.Sprintf(`{"file_path":%q}`, path)}
		c.AddAssistant(llm.Message{Calls: []llm.ToolCall{call}})
		c.AddToolResult(call, ToolResult{Text: "content", Read: []string{path}})
	}
	return c
}

func TestALongConversationIsSummarised(t *testing.T) {
	c := talk(7) // 14 messages, more than 2 x 6
	r, done, err := c.Request()
	if err != nil || done == nil {
		t.Fatalf("%v %v", done, err)
	}
	sane(t, c, r)
	if len(r.Messages) != 3+6 || r.Messages[1].Text != "what is this?" {
		t.Errorf("%d messages are left: %+v", len(r.Messages), r.Messages)
	}
	if !strings.Contains(r.Messages[2].Text, "Previously read: Cargo.toml (Rust project), src/1.rs") {
		t.Errorf("summary: %s", r.Messages[2].Text)
	}
	if len(done.Dropped) != 8 || len(c.History()) != 1+1+14 {
		t.Errorf("dropped %d, history %d", len(done.Dropped), len(c.History()))
	}
	if _, again, _ := c.Request(); again != nil {
		t.Error("the next request summarised once more")
	}
}

func TestACompactionCanBeUndone(t *testing.T) {
	c, same := talk(7), talk(7)
	if _, done, _ := c.Request(); done == nil {
		t.Fatal("nothing was summarised")
	}
	c.AddUser("and now?")
	same.AddUser("and now?")
	if _, err := c.Undo(); err != nil {
		t.Fatal(err)
	}
	r, done, err := c.Request()
	if err != nil || done != nil {
		t.Fatalf("summarised again: %v %v", done, err)
	}
	if diff := cmp.Diff(same.messages(), r.Messages); diff != "" {
		t.Error(diff)
	}
	if _, err := c.Undo(); !errors.Is(err, ErrNothing) {
		t.Error("undone twice")
	}
}

func TestWhatDoesNotFitIsNotUndone(t *testing.T) {
	c := New(Options{System: "s", Budget: Quick4K()})
	c.AddUser("q")
	for i := range 8 {
		call := llm.ToolCall{ID: fmt.Sprint(i), Name: "read_file", Arguments: `{"path":"a"}`}
		c.AddAssistant(llm.Message{Calls: []llm.ToolCall{call}})
		c.AddToolResult(call, ToolResult{Text: strings.Repeat("word ", 700)})
	}
	before, _, err := c.Request()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Undo(); !errors.Is(err, ErrNoRoom) {
		t.Fatalf("undo: %v", err)
	}
	after, _, _ := c.Request()
	if diff := cmp.Diff(before.Messages, after.Messages); diff != "" {
		t.Error(diff)
	}
}

// prefix reports whether a request begins with another, byte for byte.
func prefix(t *testing.T, before, after llm.Request) bool {
	t.Helper()
	write := func(r llm.Request) string {
		var b strings.Builder
		enc := json.NewEncoder(&b)
		for _, part := range append([]any{r.Tools}, anys(r.Messages)...) {
			if err := enc.Encode(part); err != nil {
				t.Fatal(err)
			}
		}
		return b.String()
	}
	return strings.HasPrefix(write(after), write(before))
}

func anys(list []llm.Message) []any {
	out := make([]any, len(list))
	for i, m := range list {
		out[i] = m
	}
	return out
}

func TestRequestsShareTheirPrefix(t *testing.T) {
	c := talk(0)
	last, _, err := c.Request()
	if err != nil {
		t.Fatal(err)
	}
	compacted := 0
	for i := range 20 {
		call := llm.ToolCall{ID: fmt.Sprint(i), Name: "grep_content", Arguments: `{"pattern":"x"}`}
		c.AddAssistant(llm.Message{Text: "let me look", Calls: []llm.ToolCall{call}})
		c.AddToolResult(call, ToolResult{Text: "nothing"})
		c.Learn(llm.Usage{Reported: true, Prompt: 100 * i})
		r, done, err := c.Request()
		if err != nil {
			t.Fatal(err)
		}
		if done != nil {
			compacted++
		}
		if same := prefix(t, last, r); same != (done == nil) {
			t.Errorf("turn %d: prefix kept: %v, summarised: %v", i, same, done != nil)
		}
		last = r
	}
	if compacted == 0 || compacted > 6 {
		t.Errorf("summarised %d times in 20 turns", compacted)
	}
}

func TestReportedUsageCorrectsTheEstimate(t *testing.T) {
	c := talk(2)
	if _, _, err := c.Request(); err != nil {
		t.Fatal(err)
	}
	used := c.Used()
	c.Learn(llm.Usage{Reported: true, Prompt: used * 2})
	if got := c.Used(); got < used*2-2 || got > used*2+2 {
		t.Errorf("%d after a report of %d", got, used*2)
	}
	c.Learn(llm.Usage{Reported: true, Prompt: 1})
	if got := c.Used(); got < used*8/10-1 {
		t.Errorf("a report of one token was believed: %d", got)
	}
}
