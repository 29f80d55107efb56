package cli

import (
	"errors"
	"io"
	"os"

	"aipack/backend/base/fault"
	"aipack/backend/universalbuild"
)

// mostDocuments is how much of a file is read; more is no document of ours.
const mostDocuments = 16 << 20

// readDocuments reads documents that were written before. What is no field of
// theirs is refused: whoever wrote it meant something by it.
func readDocuments(name string) ([]universalbuild.UniversalBuild, error) {
	const hint = "give --from a file that prove --fix --out, or an earlier export, has written"
	f, err := os.Open(name)
	if err != nil {
		return nil, &fault.Fault{Code: fault.FileNotFound, Message: "cannot read " + name, Hint: hint, Err: err}
	}
	defer f.Close()
	var reading universalbuild.Reading
	content, err := io.ReadAll(io.LimitReader(f, mostDocuments))
	if err == nil {
		reading, err = universalbuild.Read(content)
	}
	switch {
	case err != nil:
	case len(reading.Remarks) > 0:
		err = universalbuild.Invalid(reading.Remarks)
	case len(reading.Documents) == 0:
		err = errors.New("it is empty")
	default:
		return reading.Documents, nil
	}
	return nil, &fault.Fault{Code: fault.DocumentInvalid, Message: name + " holds no documents", Hint: hint, Err: err}
}
