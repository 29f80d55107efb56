package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/detect/pipeline"
	"aipack/backend/universalbuild"
)

// folder is the project that a tool is asked about.
type folder struct {
	Path string `json:"path" jsonschema:"the project's folder: absolute, or relative to the first folder that the server was started for"`
}

// found is an analysed folder, which is held open.
type found struct {
	*project
	*pipeline.Outcome
}

// analyse looks at a folder by rules alone: nothing leaves the computer.
func (s *server) analyse(ctx context.Context, name string) (*found, error) {
	at, err := s.within(name)
	if err != nil {
		return nil, err
	}
	p, err := s.open(at, name)
	if err != nil {
		return nil, err
	}
	out, err := s.Analyse(ctx, pipeline.Run{ID: fmt.Sprintf("mcp-%d", s.Now().UnixNano()), Repo: p.Tree, Mode: pipeline.Static})
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return &found{p, out}, nil
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
