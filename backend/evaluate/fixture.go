package evaluate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// Fixture is a labelled project.
type Fixture struct {
	Name string // kind/name
	Want []universalbuild.UniversalBuild

	dir     string
	archive bool
}

// Fixtures finds the labelled projects below a folder: KIND/NAME, a folder or
// a txtar file, and its documents beside it in KIND/NAME.json.
func Fixtures(dir string) ([]Fixture, error) {
	labels, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(labels)
	var out []Fixture
	for _, label := range labels {
		place := strings.TrimSuffix(label, ".json")
		f := Fixture{Name: filepath.Base(filepath.Dir(place)) + "/" + filepath.Base(place), dir: place}
		if _, err := os.Stat(place); errors.Is(err, fs.ErrNotExist) {
			f.dir, f.archive = place+".txtar", true
		}
		raw, err := os.ReadFile(label)
		if err != nil {
			return nil, err
		}
		reading, err := universalbuild.Read(raw)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", label, err)
		}
		f.Want = reading.Documents
		out = append(out, f)
	}
	return out, nil
}

// open gives the project, and what lets go of it.
func (f Fixture) open() (*repo.Tree, func(), error) {
	if !f.archive {
		r, err := repo.Open(f.dir)
		if err != nil {
			return nil, nil, err
		}
		return r, func() { r.Close() }, nil
	}
	archive, err := txtar.ParseFile(f.dir)
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "aipack-eval-")
	if err != nil {
		return nil, nil, err
	}
	for _, file := range archive.Files {
		if err := write(dir, file.Name, file.Data); err != nil {
			os.RemoveAll(dir)
			return nil, nil, err
		}
	}
	r, err := repo.Open(dir)
	if err != nil {
		os.RemoveAll(dir)
		return nil, nil, err
	}
	return r, func() { r.Close(); os.RemoveAll(dir) }, nil
}
