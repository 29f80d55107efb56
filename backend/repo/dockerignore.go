package repo

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
)

// DockerIgnore is a folder's .dockerignore: what a build started in that folder
// does not see. The index does not leave these files out by itself: a
// Dockerfile, compose files and tests are commonly named there, and still say
// what the project is.
type DockerIgnore struct {
	Path    string // of the .dockerignore
	matcher *patternmatcher.PatternMatcher
}

// DockerIgnore reads the .dockerignore that a build of that folder heeds, nil
// if there is none. Beside a Dockerfile of another name, name.dockerignore
// comes first, as BuildKit does it; "" for the plain one.
func (r *Tree) DockerIgnore(dir, dockerfile string) (*DockerIgnore, error) {
	names := []string{path.Join(dir, ".dockerignore")}
	if dockerfile != "" {
		names = []string{dockerfile + ".dockerignore", names[0]}
	}
	for _, name := range names {
		b, err := r.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		patterns, err := ignorefile.ReadAll(bytes.NewReader(b))
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		m, err := patternmatcher.New(patterns)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		return &DockerIgnore{name, m}, nil
	}
	return nil, nil //nolint:nilnil // no file is an answer, and a nil DockerIgnore excludes nothing
}

// Excludes reports whether the build does not see a path, relative to the
// folder of the build.
func (d *DockerIgnore) Excludes(name string) bool {
	if d == nil {
		return false
	}
	out, err := d.matcher.MatchesOrParentMatches(path.Clean(name))
	return err == nil && out
}
