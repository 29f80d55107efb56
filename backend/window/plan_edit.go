package window

import (
	"encoding/json"

	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
)

// edit puts a new document in force and keeps it. Without a difference nothing
// happens.
func (r *run) edit(d *store.Document, what []universalbuild.Edit, next universalbuild.UniversalBuild) error {
	text, err := written(universalbuild.Attributed(parsed(d.Original), next))
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
	e := store.Edit{Number: len(d.Edits) + 1, Parent: d.Edit, At: r.now().UnixMilli(), What: string(log), Document: text}
	d.Edits = append(d.Edits, e)
	d.Edit = e.Number
	r.places = nil
	r.saves(func() error { return r.archive.AddEdit(r.row.ID, d.Service, e) })
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

func typed(text string) error {
	if len(text) > mostTyped {
		return &fault.Fault{
			Code: fault.DocumentInvalid, Message: "The document would be larger than 2 MiB",
			Hint: "Keep large texts in files of the project; the old value is still there.",
		}
	}
	return nil
}
