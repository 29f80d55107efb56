package projects

import (
	"io/fs"
	"os"
	"path/filepath"

	"aipack/backend/base/atomicfile"
	"aipack/backend/base/fault"
	"aipack/backend/window/page"
)

// sampleFolders says where each sample lies: they are fixtures of the tests.
var sampleFolders = map[string]string{
	"node-express":   "single/node-express",
	"python-fastapi": "single/python-fastapi",
	"turborepo":      "monorepo/turborepo",
}

// Samples lists the projects that come with aipack.
func (p *Projects) Samples() ([]Sample, error) {
	return page.Guard(p.Page, "Projects.Samples", func() ([]Sample, error) {
		return []Sample{
			{"node-express", "Node service", "javascript"},
			{"python-fastapi", "Python service", "python"},
			{"turborepo", "Monorepo with two services", "typescript"},
		}, nil
	})
}

// OpenSample unpacks a sample into the data folder, unless it is there
// already, and gives its path.
func (p *Projects) OpenSample(name string) (string, error) {
	return page.Guard(p.Page, "Projects.OpenSample", func() (string, error) {
		from, ok := sampleFolders[name]
		if !ok {
			return "", &fault.Fault{Code: fault.FileNotFound, Message: "There is no sample " + name, Hint: "Choose one of the list."}
		}
		to := filepath.Join(p.Data, "samples", name)
		content, err := fs.Sub(p.Files, from)
		if err != nil {
			return "", err
		}
		return to, unpack(content, to)
	})
}

// unpack writes the files that are not there yet.
func unpack(from fs.FS, to string) error {
	return fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(to, filepath.FromSlash(name))
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		if _, err := os.Lstat(target); err == nil {
			return nil
		}
		content, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		return atomicfile.Write(target, content, 0o644) // half a file would stay for ever
	})
}
