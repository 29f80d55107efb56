package proofs

import (
	"context"
	"encoding/json"

	"aipack/backend/prove"
	"aipack/backend/prove/learned"
	"aipack/backend/prove/repair"
	"aipack/backend/universalbuild"
	"aipack/backend/window/session"
	"aipack/backend/window/variables"
)

// loop proves again where that helps, and with fix what a failure offers. What
// is kept enters the plan at once, as an edit of the user's own would.
func (r *round) loop(folder string, fix bool) repair.Loop {
	return repair.Loop{
		Fix: fix, Tell: r.hear, Ask: r.of.asks(r.rows[0].RunID), Memory: r.memory(folder),
		Keep: func(service string, t prove.Try, given map[string]string) error {
			return r.keep(folder, service, t, given)
		},
	}
}

// memory is what helped with failures in other projects.
func (r *round) memory(folder string) repair.Memory {
	if r.of.data == "" {
		return nil
	}
	return learned.Memory{Book: learned.In(r.of.data, r.of.now), Project: folder, Warn: func(err error) {
		r.of.page.Log.Add("what was learned before is not used: " + err.Error())
	}}
}

// keep makes the edits of a try in the plan, all in one step, so that they are
// undone together, and in a Dockerfile that was written by hand. What the proof was given beside them stands among the
// variables of the user's proofs, but for secrets: those are made up anew.
func (r *round) keep(folder, service string, t prove.Try, given map[string]string) error {
	var changes []universalbuild.Edit
	for _, e := range t.Edits {
		value, err := json.Marshal(e.New)
		if err != nil {
			return err
		}
		changes = append(changes, universalbuild.Edit{Field: e.Field, Value: value})
	}
	o := r.of.orders
	var state session.ServiceState
	var err error
	if len(changes) > 0 { // what changes a file alone is no step that is undone
		state, err = o.registry.Edit(r.rows[0].RunID, service, changes)
	} else {
		state, err = o.registry.Service(r.rows[0].RunID, service)
	}
	if err != nil {
		return err
	}
	if t.Dockerfile != "" {
		if state, err = o.registry.SetDockerfile(r.rows[0].RunID, service, t.Dockerfile); err != nil {
			return err
		}
	}
	r.plan.Change(service, changes, t.Dockerfile)
	digests := r.plan.ByName()
	for i, over := range r.over {
		if !over {
			r.rows[i].Plan = digests[r.rows[i].Service]
		}
	}
	doc, more := session.Parsed(state.Document), false
	for name, value := range given {
		if variables.IsSecret(doc, name, value) {
			continue
		}
		if err := o.values.Set(variables.Account{Folder: folder, Service: service, Name: name}, value, false); err != nil {
			return err
		}
		more = true
	}
	if more {
		return r.rekey(folder, service)
	}
	return nil
}

// rekey has the repair found again by who asks for it with the values that were kept.
func (r *round) rekey(folder, service string) error {
	env, err := r.of.orders.values.Given(folder, service)
	if err != nil {
		return err
	}
	for i := range r.asked {
		if r.asked[i].Name() == service || r.asked[i].Called == service {
			r.asked[i] = r.asked[i].Given(env)
		}
	}
	r.of.page.Unsaved(r.found.Rekey(context.Background(), folder, r.asked))
	return nil
}
