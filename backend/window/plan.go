package window

import (
	"encoding/json"

	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
	"aipack/backend/window/page"
)

// Plan is what the user sees and edits of a run's services: their documents,
// their Dockerfiles, and the files that are written of them.
type Plan struct {
	page   *page.Link
	memory *memory
}

// Service gives one service as it stands.
func (p *Plan) Service(runID, service string) (ServiceState, error) {
	return page.Guard(p.page, "Plan.Service", func() (ServiceState, error) {
		return p.with(runID, service, func(*run, *store.Document) error { return nil })
	})
}

// Edit sets one field by its JSON pointer.
func (p *Plan) Edit(runID, service, pointer, value string) (ServiceState, error) {
	return page.Guard(p.page, "Plan.Edit", func() (ServiceState, error) {
		if err := typed(value); err != nil {
			return ServiceState{}, err
		}
		return p.apply(runID, service, []universalbuild.Edit{{Field: pointer, Value: json.RawMessage(value)}})
	})
}

// Apply sets several fields at once: a proof's fix. edits is a JSON list of
// {field, value}.
func (p *Plan) Apply(runID, service, edits string) (ServiceState, error) {
	return page.Guard(p.page, "Plan.Apply", func() (ServiceState, error) {
		var changes []universalbuild.Edit
		if err := typed(edits); err != nil {
			return ServiceState{}, err
		}
		if err := json.Unmarshal([]byte(edits), &changes); err != nil {
			return ServiceState{}, &fault.Fault{
				Code: fault.SyntaxError, Message: "The edits are not a list of fields and values",
				Hint: "Correct the fields by hand.", Err: err,
			}
		}
		return p.apply(runID, service, changes)
	})
}

func (p *Plan) apply(runID, service string, changes []universalbuild.Edit) (ServiceState, error) {
	return p.with(runID, service, func(r *run, d *store.Document) error {
		next, err := set(parsed(d.Current()), changes)
		if err != nil {
			return err
		}
		return r.edit(d, changes, next)
	})
}

// SetDocument replaces the document by what the user has typed.
func (p *Plan) SetDocument(runID, service, text string) (ServiceState, error) {
	return page.Guard(p.page, "Plan.SetDocument", func() (ServiceState, error) {
		if err := typed(text); err != nil {
			return ServiceState{}, err
		}
		reading, err := universalbuild.Read([]byte(text))
		if err == nil && len(reading.Remarks) > 0 {
			err = universalbuild.Invalid(reading.Remarks)
		}
		if err != nil {
			return ServiceState{}, &fault.Fault{
				Code: fault.SyntaxError, Message: "The document cannot be read",
				Hint: "Correct the text; the last valid document stays in force until then.", Err: err,
			}
		}
		if len(reading.Documents) != 1 {
			return ServiceState{}, &fault.Fault{Code: fault.DocumentInvalid, Message: "One document is wanted here", Hint: "Every service has a tab of its own."}
		}
		return p.with(runID, service, func(r *run, d *store.Document) error {
			next := reading.Documents[0]
			return r.edit(d, universalbuild.Edits(parsed(d.Current()), next), next)
		})
	})
}

// Reset gives a field the value that was detected; "" means all fields.
func (p *Plan) Reset(runID, service, pointer string) (ServiceState, error) {
	return page.Guard(p.page, "Plan.Reset", func() (ServiceState, error) {
		return p.with(runID, service, func(r *run, d *store.Document) error {
			original, current := parsed(d.Original), parsed(d.Current())
			if pointer == "" {
				return r.edit(d, universalbuild.Edits(current, original), original)
			}
			back := []universalbuild.Edit{{Field: pointer, Value: universalbuild.JSONAt(original, pointer)}}
			next, err := set(current, back)
			if err != nil {
				return err
			}
			return r.edit(d, back, next)
		})
	})
}

// Undo takes the last edit back.
func (p *Plan) Undo(runID, service string) (ServiceState, error) {
	return page.Guard(p.page, "Plan.Undo", func() (ServiceState, error) { return p.move(runID, service, store.Document.Undone) })
}

// Redo makes it again.
func (p *Plan) Redo(runID, service string) (ServiceState, error) {
	return page.Guard(p.page, "Plan.Redo", func() (ServiceState, error) { return p.move(runID, service, store.Document.Redone) })
}

func (p *Plan) move(runID, service string, to func(store.Document) (int, bool)) (ServiceState, error) {
	return p.with(runID, service, func(r *run, d *store.Document) error {
		if n, ok := to(*d); ok {
			d.Edit = n
			r.places = nil
			r.saves(func() error { return r.archive.MoveEdit(runID, service, n) })
		}
		return nil
	})
}

// with does something to a service's document and gives what came of it.
func (p *Plan) with(runID, service string, do func(*run, *store.Document) error) (ServiceState, error) {
	r, err := p.memory.run(runID)
	if err != nil {
		return ServiceState{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.row.State == "running" {
		return ServiceState{}, errRunning()
	}
	for i := range r.docs {
		if r.docs[i].Service == service {
			d := &r.docs[i]
			edit, hand := d.Edit, d.Dockerfile
			if err := do(r, d); err != nil {
				return ServiceState{}, err
			}
			if d.Edit != edit || d.Dockerfile != hand {
				r.replan()
			}
			return r.state(i), nil
		}
	}
	return ServiceState{}, &fault.Fault{Code: fault.FileNotFound, Message: "This run has no service " + service, Hint: "Choose one of its tabs."}
}
