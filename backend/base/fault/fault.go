// Package fault names the errors that the window and the command line act on.
// Everything else is an ordinary error.
package fault

import "errors"

// Code is a closed set: the window switches on it and never on text.
type Code string

// The codes. The first group is the specification's own.
const (
	PathTraversal    Code = "PATH_TRAVERSAL"
	FileNotFound     Code = "FILE_NOT_FOUND"
	InvalidPath      Code = "INVALID_PATH"
	SyntaxError      Code = "SYNTAX_ERROR"
	EditConflict     Code = "EDIT_CONFLICT"
	NetworkError     Code = "NETWORK_ERROR"
	Timeout          Code = "TIMEOUT"
	NoMatches        Code = "NO_MATCHES"
	Ambiguous        Code = "AMBIGUOUS"
	PermissionDenied Code = "PERMISSION_DENIED"
	CommandFailed    Code = "COMMAND_FAILED"

	NotAFolder      Code = "NOT_A_FOLDER"
	NothingFound    Code = "NOTHING_FOUND"
	DocumentInvalid Code = "DOCUMENT_INVALID"
	FileExists      Code = "FILE_EXISTS"
	EngineAbsent    Code = "ENGINE_ABSENT"
	BuildFailed     Code = "BUILD_FAILED"
	WrongUse        Code = "WRONG_USE"
	Canceled        Code = "CANCELED"
	Interrupted     Code = "INTERRUPTED" // aipack itself ended meanwhile
	Internal        Code = "INTERNAL"

	MaxIterations Code = "MAX_ITERATIONS" // a model used up its tool calls and submitted nothing
	ModelNotFound Code = "MODEL_NOT_FOUND"
	DiskFull      Code = "DISK_FULL"
	ChecksumWrong Code = "CHECKSUM_WRONG"
	OverCap       Code = "OVER_CAP" // a month would cost more than the user allows
	Busy          Code = "BUSY"     // another program is at the same thing
)

// Fault is an error with a code and a word on what to do.
type Fault struct {
	Code    Code
	Message string // what happened and to what, in one sentence
	Hint    string // what the user can do
	Err     error  // the cause, if any
}

// Error says what happened, and the cause.
func (f *Fault) Error() string {
	if f.Err != nil {
		return f.Message + ": " + f.Err.Error()
	}
	return f.Message
}

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.Err }

// CodeOf gives an error's code, Internal where it has none.
func CodeOf(err error) Code {
	var f *Fault
	if errors.As(err, &f) {
		return f.Code
	}
	return Internal
}
