package session

import (
	"errors"

	"aipack/backend/base/fault"
	"aipack/backend/repo"
)

// Unreadable says why a folder cannot be analysed.
func Unreadable(full string, err error) error {
	f := fault.OfFile("The folder "+full+" cannot be read", err, "Check the path.")
	switch {
	case f.Code == fault.FileNotFound:
		f.Hint = "It was moved or deleted; choose it again."
	case errors.Is(err, repo.ErrNotFolder):
		f.Code, f.Hint = fault.NotAFolder, "Choose the folder that holds the project, not a file in it."
	case f.Code == fault.Internal:
		f.Code = fault.InvalidPath
	}
	return f
}

// ErrRunning refuses what needs a finished analysis.
func ErrRunning() error {
	return &fault.Fault{Code: fault.WrongUse, Message: "The analysis is still running", Hint: "Wait for it to end, or stop it."}
}
