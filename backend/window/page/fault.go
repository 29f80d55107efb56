package page

import (
	"encoding/json"
	"errors"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/store"
)

// Fault is an error as the page shows it.
type Fault struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Report  string `json:"report"` // of a defect, to be copied
}

// defect is a fault with a report to be copied.
type defect struct {
	fault.Fault
	report string
}

// Text is an error as JSON text of its Fault: Wails' runtime makes an Error with
// this message of it, and an object would become "[object Object]".
func Text(err error) string {
	text, broken := json.Marshal(FaultOf(err))
	if broken != nil {
		return err.Error()
	}
	return string(text)
}

// FaultOf says an error in the page's words.
func FaultOf(err error) Fault {
	var d *defect
	if errors.As(err, &d) {
		return Fault{Code: string(d.Code), Message: d.Message, Hint: d.Hint, Report: d.report}
	}
	var newer store.Newer
	if errors.As(err, &newer) {
		return Fault{Code: "UNSUPPORTED_VERSION", Message: newer.Error(), Hint: "Update aipack to open it."}
	}
	var f *fault.Fault
	if errors.As(err, &f) {
		return Fault{Code: string(f.Code), Message: err.Error(), Hint: f.Hint}
	}
	switch {
	case errors.Is(err, store.ErrAbsent):
		return Fault{Code: string(fault.FileNotFound), Message: "This entry is no longer in the history.", Hint: "It was deleted; analyse the folder again."}
	case errors.Is(err, store.ErrDamaged):
		return Fault{
			Code: string(fault.Internal), Message: err.Error(),
			Hint: "Start aipack again: the damaged file is then set aside, and a new one begun.", Report: err.Error(),
		}
	case errors.Is(err, store.ErrNoRecording):
		return Fault{Code: string(fault.SyntaxError), Message: err.Error(), Hint: "Choose a file that Export run has written."}
	}
	return Fault{
		Code: string(fault.Internal), Message: err.Error(),
		Hint: "Try again; if it stays, send a problem report from Settings, Diagnostics.", Report: err.Error(),
	}
}

// Sentence begins a text with a capital and ends it with a full stop.
func Sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}
