package event

import (
	"fmt"
	"io"
)

// NoOp hears nothing.
func NoOp(Stamped) {}

// Composite hands each event to several sinks, in their order; nil ones are
// left out.
func Composite(sinks ...Sink) Sink {
	return func(s Stamped) {
		for _, sink := range sinks {
			if sink != nil {
				sink(s)
			}
		}
	}
}

// Callback makes a sink of a function over the events themselves.
func Callback(f func(Event)) Sink { return func(s Stamped) { f(s.Event) } }

// Level says how much a log tells.
type Level int

// The levels, each telling what the one before tells and more.
const (
	Quiet   Level = iota // failures alone
	Normal               // the run's beginning and end
	Verbose              // phases, tools, validation
	Debug                // everything
)

// Log writes one line for each event that the level lets through.
func Log(w io.Writer, level Level) Sink {
	return func(s Stamped) {
		if LevelOf(s.Event) <= level {
			fmt.Fprintf(w, "%4d %-18s %s\n", s.Seq, s.Type, Describe(s.Event))
		}
	}
}

// LevelOf is the least level that tells an event.
func LevelOf(e Event) Level {
	switch e.(type) {
	case RunFailed, PhaseFailed, ScanFailed:
		return Quiet
	case RunStarted, RunCompleted, RunCanceled:
		return Normal
	case MessageAdded, LLMRequest, LLMDelta, BudgetUsed:
		return Debug
	}
	return Verbose
}

// Describe says an event in a few words for a log or a list.
func Describe(e Event) string {
	switch e := e.(type) {
	case RunStarted:
		return e.Path + " (" + e.Mode + ")"
	case RunCompleted:
		return fmt.Sprintf("%d services in %d ms", len(e.Services), e.Summary.TotalDurationMS)
	case RunFailed:
		return e.Problem
	case ScanFailed:
		return e.Problem
	case CacheStats:
		return fmt.Sprintf("%d hits, %d misses, %d entries of %d bytes", e.Hits, e.Misses, e.Entries, e.Bytes)
	case ScanCompleted:
		text := fmt.Sprintf("%d files, %d folders, %d manifests in %d ms", e.Files, e.Dirs, e.Manifests, e.DurationMS)
		if e.Partial != "" {
			text += "; partial: " + e.Partial
		}
		return text
	case PhaseStarted:
		return of(e.Phase, e.Service)
	case PhaseCompleted:
		return fmt.Sprintf("%s in %d ms: %s", of(e.Phase, e.Service), e.DurationMS, e.Result)
	case PhaseFailed:
		return of(e.Phase, e.Service) + ": " + e.Problem
	case LLMFailed:
		if e.WillRetry {
			return fmt.Sprintf("%s (try %d of %d; again in %d ms)", e.Problem, e.Try, e.Of, e.InMS)
		}
		return e.Problem
	case LLMResponse:
		if e.Usage == nil {
			return fmt.Sprintf("in %d ms", e.DurationMS)
		}
		return fmt.Sprintf("%d tokens in, %d out, in %d ms", e.Usage.Prompt, e.Usage.Completion, e.DurationMS)
	case ModelAsked:
		return of(e.Phase, e.Service) + ": " + e.Ask
	case ModelChosen:
		return e.Reason + ", " + e.Model
	case ProviderSwitched:
		return fmt.Sprintf("%s instead of %s: %s", e.To, e.From, e.Reason)
	case ExplorationEnded:
		return unsubmitted(e)
	case ValidationFailed:
		return fmt.Sprintf("%s: %v", e.Service, e.Problems)
	}
	return fmt.Sprintf("%+v", e)
}

func unsubmitted(e ExplorationEnded) string {
	switch e.Reason {
	case "exhausted":
		return fmt.Sprintf("the model used up its %d tool calls and submitted nothing", e.Limit)
	case "silent":
		return fmt.Sprintf("the model called no tool twice in a row and submitted nothing, after %d of %d tool calls", e.Calls, e.Limit)
	case "cut_off":
		return fmt.Sprintf("the model's answer was too long and was cut off twice in a row, so nothing was submitted, after %d of %d tool calls", e.Calls, e.Limit)
	}
	return fmt.Sprintf("the model repeated itself and submitted nothing, after %d of %d tool calls: %s", e.Calls, e.Limit, e.Evidence)
}

func of(phase, service string) string {
	if service == "" {
		return phase
	}
	return phase + " of " + service
}
