package scan

import (
	"strings"
	"sync/atomic"

	"aipack/backend/repo"
	"aipack/backend/sealed"
)

// The bounds on what is read to know files of an export: a repository can be
// full of Dockerfiles.
const (
	mostSealed  = 1000
	sealedBytes = 256 << 10
)

// exported reports of a file whether it is one of those that an export leaves in
// a project, and nobody has changed it since: it says nothing that was not read
// from the project before, and is no evidence of it.
func exported(r *repo.Tree) func(path, name string) bool {
	var read atomic.Int32
	return func(path, name string) bool {
		if name != "Dockerfile" && name != ".dockerignore" && name != "compose.yaml" && !strings.HasPrefix(name, "Dockerfile.") || read.Add(1) > mostSealed {
			return false
		}
		text, err := r.ReadBytes(path, sealedBytes)
		return err == nil && sealed.Unchanged(text)
	}
}
