package fleeting

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/cli/visible"
	"aipack/backend/fleet"
	"aipack/backend/fleet/list"
)

const aboutLists = "LIST is a file with a repository a line: a folder, or an address that git fetches, with @REF\nfor a branch, a tag or a commit. A table (CSV) and lines of JSON do as well, such as an\norganisation's export: the column is found by its name (clone_url, ssh_url, url, path …). A\nfolder as LIST means the folders in it, and - standard input. Credentials in addresses are left\nout: git finds them where the worker runs."

// read reads a list.
func (d *desk) read(name string) ([]fleet.Repository, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if name == "-" {
		return d.parse(os.Stdin, here, "standard input")
	}
	name, err = filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &fault.Fault{Code: fault.FileNotFound, Message: "there is no list " + name, Hint: "aipack fleet add --help says what a list is"}
	case err != nil:
		return nil, err
	case info.IsDir():
		return within(name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return d.parse(f, filepath.Dir(name), name)
}

func (d *desk) parse(from io.Reader, folder, name string) ([]fleet.Repository, error) {
	l, err := list.Read(from, folder)
	if err != nil {
		return nil, &fault.Fault{Code: fault.SyntaxError, Message: "the list " + name + " cannot be read", Err: err, Hint: "aipack fleet add --help says what a list is"}
	}
	if l.Stripped > 0 {
		visible.Fprintf(d.p.Err, "aipack: the credentials in %d addresses were left out; set up git where the workers run\n", l.Stripped)
	}
	return l.Repositories, nil
}

// within are the folders in a folder, each taken for a repository.
func within(folder string) (out []fleet.Repository, err error) {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			out = append(out, fleet.Repository{Address: filepath.Join(folder, e.Name())})
		}
	}
	return out, err
}
