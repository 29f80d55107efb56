package window

import (
	"aipack/backend/base/fault"
	"aipack/backend/prove"
	"aipack/backend/window/values"
)

// orders say what is proved and previewed.
type orders struct {
	memory *memory
	plan   *Plan
	values *values.Book
}

// of is a service as the user has it before him.
func (o *orders) of(runID, service string) (prove.Request, error) {
	r, err := o.memory.run(runID)
	if err != nil {
		return prove.Request{}, err
	}
	state, err := o.plan.Service(runID, service)
	if err != nil {
		return prove.Request{}, err
	}
	if state.Invalid != "" {
		return prove.Request{}, &fault.Fault{
			Code: fault.DocumentInvalid, Message: "The document has errors, so it cannot be built",
			Hint: "Correct what the Result marks in red, then prove it.",
		}
	}
	env, err := o.values.Given(r.row.Path, service)
	if err != nil {
		return prove.Request{}, err
	}
	request := prove.Request{Document: parsed(state.Document), Dir: r.row.Path, Called: service}.Given(env)
	r.mu.Lock()
	request.Beside = r.current()
	r.mu.Unlock()
	if state.ByHand {
		request.Dockerfile = state.Dockerfile.Content
	}
	return request, nil
}

// services are those of a run, in the order of its plan.
func (o *orders) services(runID string) ([]string, error) {
	r, err := o.memory.run(runID)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []string
	for _, d := range r.docs {
		list = append(list, d.Service)
	}
	if len(list) == 0 {
		return nil, &fault.Fault{Code: fault.DocumentInvalid, Message: "There is no service to prove", Hint: "Analyse a project that has one first."}
	}
	return list, nil
}
