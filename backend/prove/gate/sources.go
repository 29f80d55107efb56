package gate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"aipack/backend/packaging/export"
	"aipack/backend/repo"
)

// Source is a file of the project, and when it was written last.
type Source struct {
	Path string // from the folder, with slashes
	At   time.Time
}

// mostSources bounds how many files are looked at.
const mostSources = 50_000

// Sources are the files of a project that its .gitignore does not leave out, but for those
// that are exported: writing these changes nothing of what was proved.
func Sources(ctx context.Context, project *repo.Tree, exported []export.File) ([]Source, error) {
	list, err := project.Walk(ctx, ".", repo.WalkOptions{MaxDepth: 16, MaxFiles: mostSources, Filter: repo.DirFilter{Files: true}})
	if err != nil {
		return nil, err
	}
	var out []Source
	for _, e := range list.Entries {
		if e.Type == repo.TypeFile && !slices.ContainsFunc(exported, func(f export.File) bool { return f.Path == e.Path }) {
			out = append(out, Source{e.Path, e.Modified})
		}
	}
	return out, nil
}

// newer are the sources that were written after a moment.
func (s Subject) newer(at time.Time) (out []string) {
	for _, one := range s.Sources {
		if one.At.After(at) {
			out = append(out, one.Path)
		}
	}
	return out
}

// outdated takes back that a check has passed where files were written since.
func (s Subject) outdated(c Check, at time.Time) Check {
	since := s.newer(at)
	if c.State != Passed || len(since) == 0 {
		return c
	}
	c.State = Noted
	if len(since) == 1 {
		c.Said += "; " + since[0] + " was written since"
	} else {
		c.Said += fmt.Sprintf("; %d files were written since, %s among them", len(since), since[0])
	}
	return c
}
