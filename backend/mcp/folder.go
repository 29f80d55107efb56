package mcp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aipack/backend/fault"
	"aipack/backend/pipeline"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// folder is the project that a tool is asked about.
type folder struct {
	Path string `json:"path" jsonschema:"the project's folder: absolute, or relative to the first folder that the server was started for"`
}

// within resolves a path, links followed, and refuses one that lies outside of
// the folders that the server was started for. Of what lies there nothing is told,
// not even whether it is there.
func (s *server) within(name string) (string, error) {
	if !filepath.IsAbs(name) {
		name = filepath.Join(s.Roots[0], name)
	}
	real, missing, err := resolved(filepath.Clean(name))
	if err != nil {
		return "", err
	}
	if !slices.ContainsFunc(s.Roots, func(root string) bool {
		rel, err := filepath.Rel(root, real)
		return err == nil && filepath.IsLocal(rel)
	}) {
		return "", &fault.Fault{
			Code: fault.PermissionDenied, Message: name + " lies outside of what this server may look at: " + strings.Join(s.Roots, ", "),
			Hint: "ask the user to start aipack mcp with that folder",
		}
	}
	if missing {
		return "", &fault.Fault{Code: fault.FileNotFound, Message: "there is no " + name, Hint: "give a path in " + strings.Join(s.Roots, " or ")}
	}
	return real, nil
}

// resolved follows the links of a path as far as it is there. A link that
// leads nowhere counts as what it names.
func resolved(name string) (real string, missing bool, err error) {
	real, err = filepath.EvalSymlinks(name)
	if !errors.Is(err, os.ErrNotExist) {
		return real, false, err
	}
	if to, err := os.Readlink(name); err == nil {
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		return filepath.Clean(to), true, nil
	}
	dir := filepath.Dir(name)
	if dir == name {
		return name, true, nil
	}
	above, _, err := resolved(dir)
	return filepath.Join(above, filepath.Base(name)), true, err
}

// found is an analysed folder.
type found struct {
	dir string
	*pipeline.Outcome
}

// analyse looks at a folder by rules alone: nothing leaves the computer.
func (s *server) analyse(ctx context.Context, name string) (*found, error) {
	dir, err := s.within(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fault.Fault{Code: fault.NotAFolder, Message: name + " is not a folder", Hint: "give the folder that holds the project, not a file in it"}
	}
	release, err := slot(ctx, s.analyses)
	if err != nil {
		return nil, err
	}
	defer release()
	tree, err := repo.Open(dir)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	out, err := s.Analyse(ctx, pipeline.Run{ID: fmt.Sprintf("mcp-%d", s.Now().UnixNano()), Repo: tree, Mode: pipeline.Static})
	if err != nil {
		return nil, err
	}
	return &found{dir, out}, nil
}

// chosen are the documents of one service, of all where none is named, and the
// others.
func (f *found) chosen(service string) (wanted, beside []universalbuild.UniversalBuild, err error) {
	var paths []string
	for _, d := range f.Documents {
		paths = append(paths, d.Metadata.Path)
		if service == "" || d.Metadata.Path == service || d.Metadata.ProjectName == service {
			wanted = append(wanted, d)
			continue
		}
		beside = append(beside, d)
	}
	switch {
	case len(f.Documents) == 0:
		return nil, nil, &fault.Fault{Code: fault.NothingFound, Message: f.Context.Structure().Missing}
	case len(wanted) == 0:
		return nil, nil, &fault.Fault{Code: fault.WrongUse, Message: fmt.Sprintf("there is no service %q", service), Hint: "give one of " + strings.Join(paths, ", ")}
	}
	return wanted, beside, nil
}
