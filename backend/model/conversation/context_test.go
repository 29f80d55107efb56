package conversation

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"aipack/backend/model/llm"
)

// shown are blocks of about so many tokens each.
func shown(l Level, n, tokens int) (out []Block) {
	for i := range n {
		name := fmt.Sprintf("%s%d", l, i)
		out = append(out, Block{Level: l, Heading: "== " + string(l), Name: name, Text: "begin " + name + "\n" + strings.Repeat("word ", tokens) + "end " + name + "\n"})
	}
	return out
}

// wholeOrNot fails where a block is there in part, and gives the names of those that
// are there.
func wholeOrNot(t *testing.T, text string, blocks []Block) (there []string) {
	t.Helper()
	for _, b := range blocks {
		switch whole := strings.Contains(text, b.Text); {
		case whole:
			there = append(there, b.Name)
		case strings.Contains(text, "begin "+b.Name+"\n"):
			t.Errorf("%s is there in part", b.Name)
		}
	}
	return there
}

func TestBlocksAreWholeOrLeftOut(t *testing.T) {
	for _, budget := range []Budget{Quick4K(), Ask8K(), Detect16K(), Around(25_000), Around(32_000), Around(128_000), Around(200_000)} {
		size := budget.Prompt() / 12 // three times what fits
		blocks := append(shown(Immediate, 18, size), shown(Related, 18, size)...)
		c := New(Options{System: "s", Budget: budget})
		left := c.AddContext(Context{Before: "before\n", Blocks: blocks, After: "the question"})
		r, done, err := c.Request()
		if err != nil || done != nil {
			t.Fatalf("%s: %v %v", budget.Name, done, err)
		}
		text := r.Messages[1].Text
		there := wholeOrNot(t, text, blocks)
		if strings.Contains(text, cutNote) || !strings.HasPrefix(text, "before\n") || !strings.HasSuffix(text, "the question") || len(there)+len(left) != len(blocks) || len(there) < 2 {
			t.Errorf("%s of %d: %v are there, %d are left out", budget.Name, budget.Total(), there, len(left))
		}
		if !strings.Contains(text, "(Left out for want of room: "+left[0].Name) || strings.Count(text, "== immediate") != 1 || there[0] != "immediate0" {
			t.Errorf("%s of %d: %v are there, and what is not is not told", budget.Name, budget.Total(), there)
		}
		for _, s := range c.Segments() {
			if s.Used > s.Limit && s.Name != "bootstrap" {
				t.Errorf("%s of %d: %+v", budget.Name, budget.Total(), s)
			}
		}
	}
}

// TestBlocksGoByRankWhereTheCountWasWrong: a report that says that there are twice as
// many tokens takes the least needed blocks out, whole, and tells it.
func TestBlocksGoByRankWhereTheCountWasWrong(t *testing.T) {
	c := New(Options{System: "s", Budget: Around(32_000)})
	blocks := append(shown(Immediate, 5, 1500), shown(Related, 40, 100)...)
	if left := c.AddContext(Context{Blocks: blocks, After: "?"}); len(left) > 0 {
		t.Fatalf("%d are left out", len(left))
	}
	if _, _, err := c.Request(); err != nil {
		t.Fatal(err)
	}
	c.Learn(llm.Usage{Reported: true, Prompt: 2 * c.Used()})
	r, done, err := c.Request()
	if err != nil || done == nil {
		t.Fatalf("%v %v", done, err)
	}
	text := r.Messages[1].Text
	there := wholeOrNot(t, text, blocks)
	if len(there) == 0 || len(there) == len(blocks) || !slices.Equal(there, names(blocks)[:len(there)]) || strings.Contains(text, cutNote) || !strings.Contains(text, "Left out") {
		t.Errorf("%v are there", there)
	}
	if c.Used() > c.Budget().Prompt() {
		t.Errorf("%d tokens", c.Used())
	}
}

func names(blocks []Block) (out []string) {
	for _, b := range blocks {
		out = append(out, b.Name)
	}
	return out
}

// TestAQuestionGrowsWithTheWindow, and what is set aside for code and not used is the
// conversation's.
func TestAQuestionGrowsWithTheWindow(t *testing.T) {
	for window := 1000; window < 300_000; window = window*5/4 + 7 {
		for _, task := range []Task{Detect, Ask} {
			b := For(window, task)
			if b.Total() > window || window >= wide && b.Total() < window-3 || min(b.System, b.History, b.Output, b.Safety, b.Bootstrap) <= 0 {
				t.Errorf("a window of %d: %+v", window, b)
			}
		}
	}
	if b := For(160_000, Ask); b.Immediate != 64_000 || b.Related != 48_000 || b.Total()-b.Immediate-b.Related != 48_000 {
		t.Errorf("%+v", b) // requirement C016
	}
	c := New(Options{System: "s", Budget: Around(100_000)})
	c.AddContext(Context{Blocks: shown(Immediate, 3, 500), After: "?"})
	c.AddAssistant(llm.Message{Text: "a"})
	long := strings.Repeat("a line of a log\n", 6_000)
	if cut := c.AddUser(long); cut {
		t.Error("a long message is cut in an empty window")
	}
	if r, done, err := c.Request(); err != nil || done != nil || r.Messages[3].Text != long {
		t.Errorf("%v %v", done, err)
	}
	if !c.AddUser(strings.Repeat(long, 4)) {
		t.Error("what is cut is not told")
	}
}

// TestInstructionsHaveTheirRoomOrNoneIsAsked: what they need beyond their segment is
// taken from the history, where everybody sees it; beyond that nothing is sent.
func TestInstructionsHaveTheirRoomOrNoneIsAsked(t *testing.T) {
	for tokens := 100; tokens < 8000; tokens += 100 {
		c := New(Options{System: strings.Repeat("a", tokens*36/10), Budget: Ask8K()})
		c.AddUser("q")
		_, _, err := c.Request()
		b := c.Budget()
		switch e := (*llm.Error)(nil); {
		case c.fixed > Ask8K().MostSystem():
			if !errors.As(err, &e) || e.Kind != llm.TooLong || !strings.Contains(e.Message, "room for 3250") {
				t.Errorf("%d tokens: %v", tokens, err)
			}
		case err != nil || c.fixed > b.System || b.Total() != Ask8K().Total() || b.Output != Ask8K().Output:
			t.Errorf("%d tokens: %v, %+v", tokens, err, b)
		}
	}
}
