// Package conversation keeps a conversation with a model within its budget:
// what was said, how many tokens that is, what is summarised when room runs
// out, and how long a model may go on calling tools. It knows no repository
// and no provider.
package conversation

import (
	"fmt"
	"math"

	"aipack/backend/model/llm"
)

// Budget divides a context into parts, in tokens.
type Budget struct {
	Name      string
	System    int // instructions and tool definitions
	Bootstrap int // what is said about the repository at the start
	Immediate int // code that a question is about, whole
	Related   int // signatures of what is around that code
	History   int // questions, answers and tools' results
	Output    int // the answer
	Safety    int // for counts that are estimates
}

// Detect16K is the specification's table (section 4.1).
func Detect16K() Budget {
	return Budget{Name: "detect-16k", System: 1500, Bootstrap: 1000, History: 10_000, Output: 1500, Safety: 2000}
}

// Ask8K is for one question with its files.
func Ask8K() Budget {
	return Budget{Name: "ask-8k", System: 750, Bootstrap: 500, History: 5000, Output: 750, Safety: 1000}
}

// Quick4K is for small models and short questions.
func Quick4K() Budget {
	return Budget{Name: "quick-4k", System: 500, Bootstrap: 250, History: 2250, Output: 500, Safety: 500}
}

const wholeName = "repo"

// Large says that a budget is the repository's.
func (b Budget) Large() bool { return b.Name == wholeName }

// Whole divides a large window where a repository is looked through: 40 % and
// 30 % for what is read, 30 % for everything else.
func Whole(window int) Budget {
	rest := window * 30 / 100
	return Budget{
		Name: wholeName, Bootstrap: window * 30 / 100, History: window * 40 / 100,
		System: rest / 3, Output: rest / 3, Safety: rest - 2*(rest/3),
	}
}

// Around divides a large window where a question is asked about code that is
// known beforehand: 40 % for that code, 30 % for the signatures around it, and 30 %
// for prompts and answers (requirements C013 to C016).
func Around(window int) Budget {
	immediate, related := window*40/100, window*30/100
	rest := window - immediate - related
	b := Budget{
		Name: wholeName, Immediate: immediate, Related: related,
		System: rest * 20 / 100, Output: rest * 20 / 100, Safety: rest * 15 / 100, Bootstrap: rest * 10 / 100,
	}
	b.History = rest - b.System - b.Output - b.Safety - b.Bootstrap
	return b
}

// Task is what a conversation is for.
type Task int

// The tasks.
const (
	Detect Task = iota // look through a repository with tools
	Ask                // one question
	Talk               // questions about code, which tools may look up: what is not shown beforehand is theirs
)

// Usual is how many tokens a request may take where nobody said more (A068).
const Usual = 16_000

// wide is the window from which on a repository's profile holds more of a
// conversation than the usual one.
const wide = 25_000

// For chooses the profile for a task and a window, which is the model's or the
// user's own limit; one of 0 counts as 16,000. A large one gets the
// repository's profile (ruling K-21), as the task needs it. One that is smaller than
// every profile gets the smallest, scaled down.
func For(window int, task Task) Budget {
	if window >= wide && task == Detect {
		return Whole(window)
	}
	if window >= wide {
		return Around(window)
	}
	candidates := []Budget{Detect16K(), Ask8K(), Quick4K()}
	if task == Ask {
		candidates = candidates[1:]
	}
	if window <= 0 {
		return candidates[0]
	}
	for _, b := range candidates {
		if b.Total() <= window {
			return b
		}
	}
	return Quick4K().scaled(window)
}

func (b Budget) scaled(window int) Budget {
	share := func(n int) int { return n * window / Quick4K().Total() }
	return Budget{
		Name: b.Name, System: share(b.System), Bootstrap: share(b.Bootstrap),
		History: share(b.History), Output: share(b.Output), Safety: share(b.Safety),
	}
}

// Total is the whole context.
func (b Budget) Total() int { return b.Prompt() + b.Output + b.Safety }

// Prompt is what may be sent: everything but the answer and the margin.
func (b Budget) Prompt() int { return b.System + b.Bootstrap + b.Immediate + b.Related + b.History }

// MostSystem is how many tokens instructions and tools may have at most: what is set
// aside for them, and half of the history.
func (b Budget) MostSystem() int { return b.System + b.History/2 }

// holding is the budget with room for instructions and tools of so many tokens. What
// they need beyond their own segment the history gives, up to its half.
func (b Budget) holding(system int) (Budget, error) {
	more := system - b.System
	switch {
	case more <= 0:
		return b, nil
	case system > b.MostSystem():
		return b, &llm.Error{
			Kind: llm.TooLong, Provider: "aipack",
			Message: fmt.Sprintf("instructions and tools take %d tokens, and a window of %d has room for %d of them", system, b.Total(), b.MostSystem()),
			Hint:    "choose a model with a larger window",
		}
	}
	b.System, b.History = b.System+more, b.History-more
	return b, nil
}

// Limits bound a conversation further.
type Limits struct {
	ToolResult     int // tokens of one tool's result
	SummariseAfter int // turns that stay when older ones are summarised; at twice as many they are

	OnlyRoom bool // however many there are, only what does not fit is summarised
}

// DefaultLimits are the specification's (section 4.1).
func DefaultLimits() Limits { return Limits{ToolResult: 2000, SummariseAfter: 6} }

// clamp keeps a number between two others; not-a-number becomes the lower.
func clamp(v, low, high float64) float64 {
	if math.IsNaN(v) || v < low {
		return low
	}
	return math.Min(v, high)
}
