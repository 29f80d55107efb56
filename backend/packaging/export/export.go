// Package export turns documents into files: Dockerfile, .dockerignore,
// compose.yaml and the documents themselves. It does not know how the
// documents were found, and builds nothing.
package export

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"aipack/backend/base/fault"
)

// Options change what is written.
type Options struct {
	// NoHeredoc writes for engines whose BuildKit has no here-documents:
	// Docker 20.10.
	NoHeredoc bool

	// Files lists the context's files, relative to it, where they are known.
	// With it, patterns in manifests are resolved and a folder is told from a
	// file.
	Files []string
	files map[string]bool // the same to look one up; nil: Files is looked through

	// DockerfilePath is where the file will lie, relative to the repository's
	// root. It stands in the header only; absent: Dockerfile in the service's
	// folder.
	DockerfilePath string
}

// Unwritable lists the values of a document that cannot stand in a Dockerfile
// without changing their meaning.
type Unwritable []Unfit

// Unfit is one such value.
type Unfit struct {
	Field  string // JSON pointer
	Reason string // one sentence with the way out
}

// Error names every value.
func (u Unwritable) Error() string {
	var b strings.Builder
	for i, p := range u {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s: %s", p.Field, p.Reason)
	}
	return b.String()
}

func (u Unwritable) fault() error {
	if len(u) == 0 {
		return nil
	}
	return &fault.Fault{
		Code:    fault.DocumentInvalid,
		Message: "the document has values that cannot stand in a Dockerfile",
		Hint:    "Change the named fields, then export again.",
		Err:     u,
	}
}

// listed gives the values of one document in a list, with pointers into the
// list.
func listed(err error, i, documents int) Unwritable {
	var u Unwritable
	if !errors.As(err, &u) {
		return Unwritable{{Reason: err.Error()}}
	}
	if documents > 1 {
		for j := range u {
			u[j].Field = "/" + strconv.Itoa(i) + u[j].Field
		}
	}
	return u
}
