package wire

import (
	"bytes"
	"net/http"
	"sync"

	"aipack/backend/model/llm"
)

// Quirks are the optional parameters that a server was seen to refuse, or is
// known to. A client leaves them out from then on. Safe for concurrent use.
type Quirks struct {
	mu      sync.Mutex
	refused map[string]bool
}

// Refuses says whether the server refused the parameter before.
func (q *Quirks) Refuses(parameter string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.refused[parameter]
}

// Expect takes parameters as refused that the server is known not to heed.
func (q *Quirks) Expect(parameters ...string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, parameter := range parameters {
		q.refuse(parameter)
	}
}

func (q *Quirks) refuse(parameter string) {
	if q.refused == nil {
		q.refused = map[string]bool{}
	}
	q.refused[parameter] = true
}

// Learn notes the first of the parameters that the server's 400 or 422 names
// and that was not known to be refused; it says whether there was one, so that
// another try makes sense.
func (q *Quirks) Learn(x *Exchange, parameters ...string) bool {
	x.mu.Lock()
	status, body := x.status, x.body
	x.mu.Unlock()
	if status != http.StatusBadRequest && status != http.StatusUnprocessableEntity {
		return false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, parameter := range parameters {
		if !q.refused[parameter] && bytes.Contains(body, []byte(parameter)) {
			q.refuse(parameter)
			return true
		}
	}
	return false
}

// Told says whether the fault that the server reported holds a word.
func (x *Exchange) Told(word string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return bytes.Contains(x.body, []byte(word))
}

// Adapt puts a request again, most times at the most, as long as the server
// refuses it and learn finds something in the refusal to do otherwise.
func Adapt(most int, once func() (*llm.Response, *Exchange, *llm.Error), learn func(*Exchange) bool) (*llm.Response, error) {
	for again := 0; ; again++ {
		answer, x, err := once()
		if err == nil {
			return answer, nil
		}
		if err.Kind != llm.BadRequest || again == most || !learn(x) {
			return nil, err
		}
	}
}
