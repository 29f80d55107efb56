package prove

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/tonistiigi/fsutil"

	"aipack/backend/prove/overlay"
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

// Of files that are proved in place of the project's own.
const (
	mostFiles   = 100
	largestFile = 1 << 20
)

// checkFiles refuses files that are no files of the project.
func (r Request) checkFiles() error {
	if len(r.Files) > mostFiles {
		return fmt.Errorf("%d files are to be proved in place of the project's own, and at most %d are", len(r.Files), mostFiles)
	}
	for name, text := range r.Files {
		switch {
		case !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, "\\\x00"):
			return fmt.Errorf("%q is no path of a file in the project", name)
		case name == ".git" || strings.HasPrefix(name, ".git/"):
			return fmt.Errorf("%s belongs to git: it is not proved in place of the project's own", name)
		case len(text) > largestFile:
			return fmt.Errorf("%s is larger than 1 MiB: it is not proved in place of the project's own", name)
		}
	}
	return nil
}

// Text reads a file of the folder that is sent to the build, as it is proved, and
// says how the project calls it.
func (r Request) Text(name string) (text []byte, inProject string, err error) {
	inProject = path.Join(contextIn(r), name)
	if text, ok := r.Files[inProject]; ok {
		return text, inProject, nil
	}
	root, err := r.project()
	if err != nil {
		return nil, inProject, err
	}
	defer root.Close()
	f, err := root.Open(filepath.FromSlash(inProject))
	if err != nil {
		return nil, inProject, err
	}
	defer f.Close()
	text, err = io.ReadAll(io.LimitReader(f, largestFile+1))
	return text, inProject, err
}

// over lays the files over the folder that is sent to the build.
func (r Request) over(context fsutil.Root) fsutil.FS {
	return overlay.Over(fsutil.NewRootFS(context), r.filesIn(), func(name string) (fs.FileInfo, error) { return context.Lstat(filepath.FromSlash(name)) })
}

// filesIn are those in the folder that is sent to the build, by their paths there.
func (r Request) filesIn() map[string][]byte {
	files := map[string][]byte{}
	for name, text := range r.Files {
		if in := contextIn(r); in == "." {
			files[name] = text
		} else if below, ok := strings.CutPrefix(name, in+"/"); ok {
			files[below] = text
		}
	}
	return files
}

// contextIn is the folder that is sent to the build, relative to the project;
// never one outside of it.
func contextIn(r Request) string {
	if dir := strings.TrimPrefix(path.Join("/", r.Document.Context()), "/"); dir != "" {
		return dir
	}
	return "."
}
