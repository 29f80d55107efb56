//go:build !headless || window

package main

import (
	"encoding/json"
	"path"

	"aipack/backend/export"
	"aipack/backend/fault"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
	"aipack/backend/validate"
)

// change sets one field; a value of null takes it away.
type change struct {
	Field string          `json:"field"`
	Value json.RawMessage `json:"value"`
}

// Service gives one service as it stands.
func (a *App) Service(runID, service string) (ServiceState, error) {
	return guard(a, "Service", func() (ServiceState, error) {
		return a.with(runID, service, func(*run, *store.Document) error { return nil })
	})
}

// Edit sets one field by its JSON pointer.
func (a *App) Edit(runID, service, pointer, value string) (ServiceState, error) {
	return guard(a, "Edit", func() (ServiceState, error) {
		if err := typed(value); err != nil {
			return ServiceState{}, err
		}
		return a.apply(runID, service, []change{{pointer, json.RawMessage(value)}})
	})
}

// Apply sets several fields at once: a proof's fix. edits is a JSON list of
// {field, value}.
func (a *App) Apply(runID, service, edits string) (ServiceState, error) {
	return guard(a, "Apply", func() (ServiceState, error) {
		var changes []change
		if err := typed(edits); err != nil {
			return ServiceState{}, err
		}
		if err := json.Unmarshal([]byte(edits), &changes); err != nil {
			return ServiceState{}, &fault.Fault{Code: fault.SyntaxError, Message: "The edits are no list of fields and values", Hint: "Correct the fields by hand.", Err: err}
		}
		return a.apply(runID, service, changes)
	})
}

func (a *App) apply(runID, service string, changes []change) (ServiceState, error) {
	return a.with(runID, service, func(r *run, d *store.Document) error {
		next, err := set(parsed(d.Current()), changes)
		if err != nil {
			return err
		}
		return r.edit(d, changes, next)
	})
}

func set(doc universalbuild.UniversalBuild, changes []change) (universalbuild.UniversalBuild, error) {
	for _, c := range changes {
		next, err := universalbuild.Set(doc, c.Field, c.Value)
		if err != nil {
			return doc, &fault.Fault{Code: fault.DocumentInvalid, Message: "The field cannot take this value", Hint: "Write what the field's label says; the old value is still there.", Err: err}
		}
		doc = next
	}
	return doc, nil
}

// SetDocument replaces the document by what the user has typed.
func (a *App) SetDocument(runID, service, text string) (ServiceState, error) {
	return guard(a, "SetDocument", func() (ServiceState, error) {
		if err := typed(text); err != nil {
			return ServiceState{}, err
		}
		reading, err := universalbuild.Read([]byte(text))
		if err == nil && len(reading.Remarks) > 0 {
			err = universalbuild.Invalid(reading.Remarks)
		}
		if err != nil {
			return ServiceState{}, &fault.Fault{Code: fault.SyntaxError, Message: "The document cannot be read", Hint: "Correct the text; the last valid document stays in force until then.", Err: err}
		}
		if len(reading.Documents) != 1 {
			return ServiceState{}, &fault.Fault{Code: fault.DocumentInvalid, Message: "One document is wanted here", Hint: "Every service has a tab of its own."}
		}
		return a.with(runID, service, func(r *run, d *store.Document) error {
			next := reading.Documents[0]
			return r.edit(d, differences(parsed(d.Current()), next), next)
		})
	})
}

// Reset gives a field the value that was detected; "" means all fields.
func (a *App) Reset(runID, service, pointer string) (ServiceState, error) {
	return guard(a, "Reset", func() (ServiceState, error) {
		return a.with(runID, service, func(r *run, d *store.Document) error {
			original, current := parsed(d.Original), parsed(d.Current())
			if pointer == "" {
				return r.edit(d, differences(current, original), original)
			}
			back := []change{{pointer, valueAt(original, pointer)}}
			next, err := set(current, back)
			if err != nil {
				return err
			}
			return r.edit(d, back, next)
		})
	})
}

// Undo takes the last edit back.
func (a *App) Undo(runID, service string) (ServiceState, error) {
	return guard(a, "Undo", func() (ServiceState, error) { return a.move(runID, service, store.Document.Undone) })
}

// Redo makes it again.
func (a *App) Redo(runID, service string) (ServiceState, error) {
	return guard(a, "Redo", func() (ServiceState, error) { return a.move(runID, service, store.Document.Redone) })
}

func (a *App) move(runID, service string, to func(store.Document) (int, bool)) (ServiceState, error) {
	return a.with(runID, service, func(r *run, d *store.Document) error {
		if n, ok := to(*d); ok {
			d.Edit = n
			r.places = nil
			r.saves(func() error { return a.store.MoveEdit(runID, service, n) })
		}
		return nil
	})
}

// with does something to a service's document and gives what came of it.
func (a *App) with(runID, service string, do func(*run, *store.Document) error) (ServiceState, error) {
	r, err := a.run(runID)
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
			if err := do(r, &r.docs[i]); err != nil {
				return ServiceState{}, err
			}
			return r.state(i), nil
		}
	}
	return ServiceState{}, &fault.Fault{Code: fault.FileNotFound, Message: "This run has no service " + service, Hint: "Choose one of its tabs."}
}

// edit puts a new document in force and keeps it. Without a difference nothing
// happens.
func (r *run) edit(d *store.Document, what []change, next universalbuild.UniversalBuild) error {
	text, err := written(attributed(parsed(d.Original), next))
	if err == nil {
		err = typed(text)
	}
	if err != nil || text == d.Current() {
		return err
	}
	log, err := json.Marshal(what)
	if err != nil {
		return &fault.Fault{Code: fault.SyntaxError, Message: "The value is no JSON", Hint: "Put text in quotes.", Err: err}
	}
	e := store.Edit{Number: len(d.Edits) + 1, Parent: d.Edit, At: r.app.now().UnixMilli(), What: string(log), Document: text}
	d.Edits = append(d.Edits, e)
	d.Edit = e.Number
	r.places = nil
	r.saves(func() error { return r.app.store.AddEdit(r.row.ID, d.Service, e) })
	return nil
}

// mostTyped bounds a document and what is typed into one, in bytes: every edit
// keeps the whole of it, and far above this none could be read back.
const mostTyped = 2 << 20

func typed(text string) error {
	if len(text) > mostTyped {
		return &fault.Fault{Code: fault.DocumentInvalid, Message: "The document would be larger than 2 MiB", Hint: "Keep large texts in files of the project; the old value is still there."}
	}
	return nil
}

// written is a document as the window and the store hold it.
func written(doc universalbuild.UniversalBuild) (string, error) {
	text, err := universalbuild.Write(doc, universalbuild.JSON)
	return string(text), err
}

// state is everything the Result shows of one service. It is called with the
// lock held.
func (r *run) state(i int) ServiceState {
	d := r.docs[i]
	_, canUndo := d.Undone()
	_, canRedo := d.Redone()
	doc := parsed(d.Current())
	s := ServiceState{
		Service: d.Service, Name: d.Name, Document: d.Current(), Original: d.Original, Edited: []string{},
		CanUndo: canUndo, CanRedo: canRedo, Problems: r.problems(d.Service, doc),
	}
	for _, c := range universalbuild.Diff(parsed(d.Original), doc) {
		s.Edited = append(s.Edited, c.Field)
	}
	s.DockerfilePath = r.place(i)
	s.Dockerfile = dockerfile(doc, s.DockerfilePath, r.known().paths)
	s.Generated = s.Dockerfile.Content
	if d.Dockerfile != "" {
		s.ByHand = true
		s.Dockerfile = byHand(d.Dockerfile, s.Dockerfile, doc, r.known().paths)
	}
	s.Existing, s.ExistingPath = r.existing(doc)
	return s
}

// place is where a service's Dockerfile lies. The services decide that together,
// so it is worked out for all of them at once. It is called with the lock held.
func (r *run) place(i int) string {
	if r.places == nil {
		for _, p := range export.Place(r.current()) {
			r.places = append(r.places, p.Dockerfile)
		}
	}
	return r.places[i]
}

// current gives the documents in force.
func (r *run) current() []universalbuild.UniversalBuild {
	docs := make([]universalbuild.UniversalBuild, len(r.docs))
	for i, d := range r.docs {
		docs[i] = parsed(d.Current())
	}
	return docs
}

func (r *run) problems(service string, doc universalbuild.UniversalBuild) []Problem {
	out := []Problem{}
	for _, p := range r.known().validate().Document(doc) {
		out = append(out, Problem{service, p.Path, p.Rule, string(p.Level), p.Message, p.Fix})
	}
	return out
}

// existing reads the project's own Dockerfile of a service.
func (r *run) existing(doc universalbuild.UniversalBuild) (text, place string) {
	folder, err := r.folder()
	if err != nil {
		return "", ""
	}
	defer folder.Close()
	place = path.Join(doc.Metadata.Path, "Dockerfile")
	if text, err = folder.ReadText(place); err != nil {
		return "", ""
	}
	return text, place
}

// failed reports whether a problem keeps the image from being built.
func failed(problems []Problem) bool {
	for _, p := range problems {
		if p.Level == string(validate.Error) {
			return true
		}
	}
	return false
}
