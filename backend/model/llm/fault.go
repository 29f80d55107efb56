package llm

import (
	"errors"

	"aipack/backend/base/fault"
)

// Fault is a provider's error as windows and scripts act on it; any other error
// stays.
func Fault(err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	f := &fault.Fault{Code: fault.NetworkError, Message: e.Error(), Hint: e.Hint}
	switch e.Kind {
	case Unauthorised:
		f.Code = fault.PermissionDenied
	case ModelAbsent, UnsupportedModel:
		f.Code = fault.ModelNotFound
	case TimedOut:
		f.Code = fault.Timeout
	case OverCap:
		f.Code = fault.OverCap
	case Cancelled:
		f.Code = fault.Canceled
	}
	return f
}
