package window

import (
	"aipack/backend/fault"
	"aipack/backend/prove"
)

// orders say what is proved and previewed.
type orders struct {
	memory *memory
	plan   *Plan
	values *values
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
	if failed(state.Problems) || state.Dockerfile.Error != "" {
		return prove.Request{}, &fault.Fault{Code: fault.DocumentInvalid, Message: "The document has errors, so it cannot be built", Hint: "Correct what the Result marks in red, then prove it."}
	}
	env, err := o.values.given(r.row.Path, service)
	if err != nil {
		return prove.Request{}, err
	}
	request := prove.Request{Document: parsed(state.Document), Dir: r.row.Path, Env: env}
	if state.ByHand {
		request.Dockerfile = state.Dockerfile.Content
	}
	return request, nil
}
