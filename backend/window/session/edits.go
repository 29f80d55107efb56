package session

import (
	"encoding/json"

	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
)

// Service gives one service as it stands.
func (m *Registry) Service(runID, service string) (ServiceState, error) {
	return m.with(runID, service, func(*Run, *store.Document) error { return nil })
}

// Edit sets fields of a service's document, all in one step.
func (m *Registry) Edit(runID, service string, changes []universalbuild.Edit) (ServiceState, error) {
	return m.with(runID, service, func(r *Run, d *store.Document) error {
		next, err := set(Parsed(d.Current()), changes)
		if err != nil {
			return err
		}
		return r.edit(d, changes, next)
	})
}

// SetDocument puts another document in the place of a service's.
func (m *Registry) SetDocument(runID, service string, next universalbuild.UniversalBuild) (ServiceState, error) {
	return m.with(runID, service, func(r *Run, d *store.Document) error {
		return r.edit(d, universalbuild.Edits(Parsed(d.Current()), next), next)
	})
}

// Reset gives a field the value that was detected; "" means all fields.
func (m *Registry) Reset(runID, service, pointer string) (ServiceState, error) {
	return m.with(runID, service, func(r *Run, d *store.Document) error {
		original, current := Parsed(d.Original), Parsed(d.Current())
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
}

// Undo takes the last edit of a service back.
func (m *Registry) Undo(runID, service string) (ServiceState, error) {
	return m.move(runID, service, store.Document.Undone)
}

// Redo makes it again.
func (m *Registry) Redo(runID, service string) (ServiceState, error) {
	return m.move(runID, service, store.Document.Redone)
}

func (m *Registry) move(runID, service string, to func(store.Document) (int, bool)) (ServiceState, error) {
	return m.with(runID, service, func(r *Run, d *store.Document) error {
		if n, ok := to(*d); ok {
			d.Edit = n
			r.places = nil
			r.saves(func() error { return r.store.MoveEdit(runID, service, n) })
		}
		return nil
	})
}

// SetDockerfile puts a Dockerfile written by hand in force; "" or our own text brings
// ours back.
func (m *Registry) SetDockerfile(runID, service, content string) (ServiceState, error) {
	return m.with(runID, service, func(r *Run, d *store.Document) error {
		if content == r.ours(service) {
			content = ""
		}
		if content != d.Dockerfile {
			d.Dockerfile = content
			r.saves(func() error { return r.store.SaveDockerfile(runID, service, content) })
		}
		return nil
	})
}

// with does something to a service's document and gives what came of it.
func (m *Registry) with(runID, service string, do func(*Run, *store.Document) error) (ServiceState, error) {
	r, err := m.Run(runID)
	if err != nil {
		return ServiceState{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.row.State == "running" {
		return ServiceState{}, ErrRunning()
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

// edit puts a new document in force and keeps it. Without a difference nothing
// happens.
func (r *Run) edit(d *store.Document, what []universalbuild.Edit, next universalbuild.UniversalBuild) error {
	text, err := written(universalbuild.Attributed(Parsed(d.Original), next))
	if err == nil {
		err = CheckSize(text)
	}
	if err != nil || text == d.Current() {
		return err
	}
	log, err := json.Marshal(what)
	if err != nil {
		return &fault.Fault{Code: fault.SyntaxError, Message: "The value is no JSON", Hint: "Put text in quotes.", Err: err}
	}
	e := store.Edit{Number: len(d.Edits) + 1, Parent: d.Edit, At: r.now().UnixMilli(), What: string(log), Document: text}
	d.Edits = append(d.Edits, e)
	d.Edit = e.Number
	r.places = nil
	r.saves(func() error { return r.store.AddEdit(r.row.ID, d.Service, e) })
	return nil
}

// set makes edits of a document.
func set(doc universalbuild.UniversalBuild, changes []universalbuild.Edit) (universalbuild.UniversalBuild, error) {
	next, err := universalbuild.Apply(doc, changes)
	if err != nil {
		return doc, &fault.Fault{
			Code: fault.DocumentInvalid, Message: "The field cannot take this value",
			Hint: "Write what the field's label says; the old value is still there.", Err: err,
		}
	}
	return next, nil
}

// mostTyped bounds a document and what is typed into one, in bytes: every edit
// keeps the whole of it, and far above this none could be read back.
const mostTyped = 2 << 20

func CheckSize(text string) error {
	if len(text) > mostTyped {
		return &fault.Fault{
			Code: fault.DocumentInvalid, Message: "The document would be larger than 2 MiB",
			Hint: "Keep large texts in files of the project; the old value is still there.",
		}
	}
	return nil
}
