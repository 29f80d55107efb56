package mcp

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/repo"
)

// Root is a folder that may be looked at, with all below it. It is held open from the
// start: what has its name later is not looked at, and no link leads out of it, at
// whatever moment it is put there.
type Root struct {
	held  *os.Root
	names []string // what it is called, absolute: with links followed, and as it was given
}

// Hold opens a folder.
func Hold(name string) (*Root, error) {
	given, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(given)
	if err != nil {
		return nil, err
	}
	held, err := os.OpenRoot(real)
	if err != nil {
		return nil, err
	}
	return &Root{held, []string{real, given}}, nil
}

// Close lets go of the folder.
func (r *Root) Close() error { return r.held.Close() }

// place is where a path of the folders that may be looked at leads to.
type place struct {
	root *Root
	path string // in it, without links
}

// name is what the place is called on this computer.
func (p place) name() string { return filepath.Join(p.root.names[0], p.path) }

// within finds the place of a path, and refuses one that lies outside of the folders
// that the server was started for. Of what lies there nothing is told, not even
// whether it is there.
func (s *server) within(name string) (place, error) {
	at := name
	if !filepath.IsAbs(at) {
		at = filepath.Join(s.Roots[0].names[0], at)
	}
	p, err := s.follow(at)
	return p, s.refused(name, err)
}

// refused is what a client is told where a path cannot be gone; nil for nil.
func (s *server) refused(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return &fault.Fault{Code: fault.FileNotFound, Message: "there is no " + name, Hint: "give a path in " + s.roots(" or ")}
	case errors.Is(err, fs.ErrPermission):
		return &fault.Fault{Code: fault.PermissionDenied, Message: "no permission to look at " + name, Hint: "ask the user to start aipack mcp as somebody who may"}
	}
	return &fault.Fault{
		Code: fault.PermissionDenied, Message: name + " lies outside of what this server may look at: " + s.roots(", "),
		Hint: "ask the user to start aipack mcp with that folder",
	}
}

func (s *server) roots(separator string) string {
	var names []string
	for _, r := range s.Roots {
		names = append(names, r.names[0])
	}
	return strings.Join(names, separator)
}

// mostLinks are as many as systems follow.
const mostLinks = 40

var errOutside = errors.New("it leads to outside")

// follow finds the place of an absolute path. A link is followed by hand: it may lead
// to another of the folders, or to the same by its whole name, and both are places;
// that is what an os.Root does not follow.
func (s *server) follow(name string) (place, error) {
	at, ok := s.named(name)
	for links := 0; ok; links++ {
		link, err := at.link()
		if err != nil || link == "" {
			return at, err
		}
		if links == mostLinks {
			return at, errOutside
		}
		at, ok = s.named(link)
	}
	return at, errOutside
}

// named finds the place of a path by its letters. Where a folder is called by yet
// another name, the system is asked which; what it says is again taken by its letters.
func (s *server) named(name string) (place, bool) {
	if p, ok := s.below(name); ok {
		return p, true
	}
	return s.below(resolved(filepath.Clean(name)))
}

func (s *server) below(name string) (place, bool) {
	for _, r := range s.Roots {
		for _, of := range r.names {
			if rel, err := filepath.Rel(of, name); err == nil && filepath.IsLocal(rel) {
				return place{r, rel}, true
			}
		}
	}
	return place{}, false
}

// link is where the first link of the place's path leads to, with what follows behind
// it; "" where there is none in it.
func (p place) link() (string, error) {
	elements := strings.Split(p.path, string(filepath.Separator))
	for i := range elements {
		at := filepath.Join(elements[:i+1]...)
		info, err := p.root.held.Lstat(at)
		switch {
		case err != nil:
			return "", err
		case info.Mode()&fs.ModeSymlink != 0:
			to, err := p.root.held.Readlink(at)
			if err != nil {
				return "", err
			}
			if !filepath.IsAbs(to) {
				to = filepath.Join(p.root.names[0], filepath.Dir(at), to)
			}
			return filepath.Join(append([]string{to}, elements[i+1:]...)...), nil
		case !info.IsDir() && i < len(elements)-1:
			return "", fs.ErrNotExist
		}
	}
	return "", nil
}

// resolved follows the links of a path as far as it is there.
func resolved(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	dir := filepath.Dir(name)
	if dir == name {
		return name
	}
	return filepath.Join(resolved(dir), filepath.Base(name))
}

// open opens a folder. name is what the client calls it.
func (s *server) open(p place, name string) (*project, error) {
	info, err := p.root.held.Stat(p.path)
	if err == nil && !info.IsDir() {
		return nil, &fault.Fault{Code: fault.NotAFolder, Message: name + " is not a folder", Hint: "give the folder that holds the project, not a file in it"}
	}
	if err != nil {
		return nil, s.refused(name, err)
	}
	held, err := p.root.held.OpenRoot(p.path)
	if err != nil {
		return nil, s.refused(name, err)
	}
	tree, err := repo.In(held, p.name(), repo.Config{})
	if err != nil {
		return nil, errors.Join(err, held.Close())
	}
	return &project{tree, held}, nil
}

// project is a folder that is held open for a call.
type project struct {
	*repo.Tree
	held *os.Root
}

func (p *project) Close() error { return errors.Join(p.Tree.Close(), p.held.Close()) }

// read reads a file, no more of it than so many bytes. name is what the client calls it.
func (s *server) read(p place, name string, most int64) ([]byte, error) {
	tree, err := repo.In(p.root.held, p.root.names[0], repo.Config{MaxFileSize: most})
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	text, err := tree.ReadBytes(filepath.ToSlash(p.path), most)
	if errors.Is(err, repo.ErrNotRegular) {
		return nil, &fault.Fault{Code: fault.InvalidPath, Message: name + " is no file", Hint: "give the path of a Dockerfile"}
	}
	return text, s.refused(name, err)
}
