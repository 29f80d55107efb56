package plan

import (
	"encoding/json"

	"aipack/backend/base/fault"
	"aipack/backend/universalbuild"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Plan is what the user sees and edits of a run's services: their documents,
// their Dockerfiles, and the files that are written of them.
type Plan struct {
	Page *page.Link
	Runs *session.Registry
}

// Service gives one service as it stands.
func (p *Plan) Service(runID, service string) (session.ServiceState, error) {
	return page.Guard(p.Page, "Plan.Service", func() (session.ServiceState, error) {
		return p.Runs.Service(runID, service)
	})
}

// Edit sets one field by its JSON pointer.
func (p *Plan) Edit(runID, service, pointer, value string) (session.ServiceState, error) {
	return page.Guard(p.Page, "Plan.Edit", func() (session.ServiceState, error) {
		if err := session.CheckSize(value); err != nil {
			return session.ServiceState{}, err
		}
		return p.Runs.Edit(runID, service, []universalbuild.Edit{{Field: pointer, Value: json.RawMessage(value)}})
	})
}

// Apply sets several fields at once: a proof's fix. edits is a JSON list of
// {field, value}.
func (p *Plan) Apply(runID, service, edits string) (session.ServiceState, error) {
	return page.Guard(p.Page, "Plan.Apply", func() (session.ServiceState, error) {
		var changes []universalbuild.Edit
		if err := session.CheckSize(edits); err != nil {
			return session.ServiceState{}, err
		}
		if err := json.Unmarshal([]byte(edits), &changes); err != nil {
			return session.ServiceState{}, &fault.Fault{
				Code: fault.SyntaxError, Message: "The edits are not a list of fields and values",
				Hint: "Correct the fields by hand.", Err: err,
			}
		}
		return p.Runs.Edit(runID, service, changes)
	})
}

// SetDocument replaces the document by what the user has typed.
func (p *Plan) SetDocument(runID, service, text string) (session.ServiceState, error) {
	return page.Guard(p.Page, "Plan.SetDocument", func() (session.ServiceState, error) {
		if err := session.CheckSize(text); err != nil {
			return session.ServiceState{}, err
		}
		reading, err := universalbuild.Read([]byte(text))
		if err == nil && len(reading.Remarks) > 0 {
			err = universalbuild.Invalid(reading.Remarks)
		}
		if err != nil {
			return session.ServiceState{}, &fault.Fault{
				Code: fault.SyntaxError, Message: "The document cannot be read",
				Hint: "Correct the text; the last valid document stays in force until then.", Err: err,
			}
		}
		if len(reading.Documents) != 1 {
			return session.ServiceState{}, &fault.Fault{Code: fault.DocumentInvalid, Message: "One document is wanted here", Hint: "Every service has a tab of its own."}
		}
		return p.Runs.SetDocument(runID, service, reading.Documents[0])
	})
}

// Reset gives a field the value that was detected; "" means all fields.
func (p *Plan) Reset(runID, service, pointer string) (session.ServiceState, error) {
	return page.Guard(p.Page, "Plan.Reset", func() (session.ServiceState, error) {
		return p.Runs.Reset(runID, service, pointer)
	})
}

// Undo takes the last edit back.
func (p *Plan) Undo(runID, service string) (session.ServiceState, error) {
	return page.Guard(p.Page, "Plan.Undo", func() (session.ServiceState, error) { return p.Runs.Undo(runID, service) })
}

// Redo makes it again.
func (p *Plan) Redo(runID, service string) (session.ServiceState, error) {
	return page.Guard(p.Page, "Plan.Redo", func() (session.ServiceState, error) { return p.Runs.Redo(runID, service) })
}
