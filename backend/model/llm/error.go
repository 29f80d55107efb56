package llm

import (
	"fmt"
	"time"
)

// Kind says what went wrong, so that a caller can decide whether another try
// or another provider would help.
type Kind string

// The kinds.
const (
	Unreachable      Kind = "unreachable"       // no connection, or it was cut
	Overloaded       Kind = "overloaded"        // 429, 529, 503: try later
	ServerFault      Kind = "server_fault"      // another 5xx
	TimedOut         Kind = "timed_out"         // no answer within the limit
	Unauthorised     Kind = "unauthorised"      // key missing, wrong or without credit
	ModelAbsent      Kind = "model_absent"      // the provider has no such model
	UnsupportedModel Kind = "unsupported_model" // it cannot call functions
	TooLong          Kind = "too_long"          // the conversation exceeds the window
	BadRequest       Kind = "bad_request"       // the provider does not accept the request
	BadAnswer        Kind = "bad_answer"        // the answer is not what the protocol says
	OverCap          Kind = "over_cap"          // it could cost more than the user allows
	Cancelled        Kind = "cancelled"         // the user stopped it
)

// Error is a request that came to nothing.
type Error struct {
	Kind       Kind
	Provider   string
	Model      string
	Status     int           // HTTP status, 0 where there was none
	RetryAfter time.Duration // as the provider asked, 0 where it did not
	Message    string        // one sentence; never holds a key
	Hint       string        // what the user can do, "" for nothing
	Err        error
}

// Error says who failed and why.
func (e *Error) Error() string {
	if e.Status != 0 {
		return fmt.Sprintf("%s: %s (HTTP %d)", e.Provider, e.Message, e.Status)
	}
	return e.Provider + ": " + e.Message
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Passing says whether the same request may succeed a moment later.
func (e *Error) Passing() bool {
	switch e.Kind {
	case Unreachable, Overloaded, ServerFault, TimedOut, BadAnswer:
		return true
	}
	return false
}
