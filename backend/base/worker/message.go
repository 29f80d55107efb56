package worker

import (
	"bytes"
	"encoding/json"
)

// What a message to a worker wants.
const (
	opAsk    = "ask"    // answered by any number of parts, then a result or a failure
	opCancel = "cancel" // ends the request with the same id; has no answer of its own
	opPing   = "ping"   // answered at once, whatever else is going on
)

// request is a message to the worker: one line of JSON.
type request[Q any] struct {
	ID  int64  `json:"id"`
	Op  string `json:"op"`
	Ask *Q     `json:"ask,omitempty"`
}

// answer is a message from the worker. Result or Failure is set in the last
// one of a request.
type answer[A any] struct {
	ID      int64    `json:"id"`
	Part    *A       `json:"part,omitempty"`
	Result  *A       `json:"result,omitempty"`
	Failure *Failure `json:"failure,omitempty"`
}

// Kinds of failure that every worker knows; the others are its own.
const (
	Cancelled = "cancelled"
	Malformed = "malformed" // a request that cannot be written as JSON
	Internal  = "internal"
)

// Failure says why a request came to nothing. The worker lives on.
type Failure struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// Error makes a failure an error.
func (f *Failure) Error() string { return f.Message }

func lineOf[Q any](r request[Q]) ([]byte, error) {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return nil, &Failure{Kind: Malformed, Message: "the request cannot be written: " + err.Error()}
	}
	return line.Bytes(), nil
}
