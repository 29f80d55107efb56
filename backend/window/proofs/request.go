package proofs

import (
	"aipack/backend/base/fault"
	"aipack/backend/prove"
	"aipack/backend/window/session"
	"aipack/backend/window/variables"
)

// orders say what is proved and previewed.
type orders struct {
	registry *session.Registry
	values   *variables.Book
}

// of is a service as the user has it before him.
func (o *orders) of(runID, service string) (prove.Request, error) {
	r, err := o.registry.Run(runID)
	if err != nil {
		return prove.Request{}, err
	}
	state, err := o.registry.Service(runID, service)
	if err != nil {
		return prove.Request{}, err
	}
	if state.Invalid != "" {
		return prove.Request{}, &fault.Fault{
			Code: fault.DocumentInvalid, Message: "The document has errors, so it cannot be built",
			Hint: "Correct what the Result marks in red, then prove it.",
		}
	}
	env, err := o.values.Given(r.Path(), service)
	if err != nil {
		return prove.Request{}, err
	}
	request := prove.Request{Document: session.Parsed(state.Document), Dir: r.Path(), Called: service}.Given(env)
	if len(state.Edited) > 0 {
		detected := session.Parsed(state.Original)
		request.Detected = &detected
	}
	request.Beside = r.CurrentDocuments()
	if state.ByHand {
		request.Dockerfile = state.Dockerfile.Content
	}
	return request, nil
}

// services are those of a run, in the order of its plan.
func (o *orders) services(runID string) ([]string, error) {
	r, err := o.registry.Run(runID)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, d := range r.Documents() {
		list = append(list, d.Service)
	}
	if len(list) == 0 {
		return nil, &fault.Fault{Code: fault.DocumentInvalid, Message: "There is no service to prove", Hint: "Analyse a project that has one first."}
	}
	return list, nil
}
