package prove

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/tonistiigi/fsutil"

	"aipack/backend/repo"
)

// project opens the repository's folder.
func (r Request) project() (*os.Root, error) {
	if r.Root != nil {
		return r.Root.OpenRoot(".")
	}
	return os.OpenRoot(r.Dir)
}

// tree is project for whoever reads files of it.
func (r Request) tree() (*repo.Tree, error) {
	root, err := r.project()
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", r.Dir, err)
	}
	defer root.Close()
	return repo.In(root, r.Dir, repo.Config{})
}

// context opens the folder that is sent to the build.
func (r Request) context() (fsutil.Root, error) {
	root, err := r.project()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	in, err := root.OpenRoot(filepath.FromSlash(contextIn(r)))
	if err != nil {
		return nil, err
	}
	return fsutil.NewRoot(in), nil
}

// contextIn is the folder that is sent to the build, relative to the project;
// never one outside of it.
func contextIn(r Request) string {
	if dir := strings.TrimPrefix(path.Join("/", r.Document.Context()), "/"); dir != "" {
		return dir
	}
	return "."
}
