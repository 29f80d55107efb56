package evaluate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
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

	dir   string // "" for an archive
	files []txtar.File
	sum   [sha256.Size]byte // of label and archive
}

// Fixtures finds the labelled projects below a folder: KIND/NAME, a folder or
// a txtar file, and its documents beside it in KIND/NAME.json.
func Fixtures(dir string) ([]Fixture, error) { return fixtures(os.DirFS(dir), dir) }

// Archived finds those of folders that hold archives only, as a program carries
// them within itself.
func Archived(fsys fs.FS, folders ...string) ([]Fixture, error) {
	var out []Fixture
	for _, folder := range folders {
		below, err := fs.Sub(fsys, folder)
		if err != nil {
			return nil, err
		}
		found, err := fixtures(below, "")
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

func fixtures(fsys fs.FS, dir string) ([]Fixture, error) {
	labels, err := fs.Glob(fsys, "*/*.json")
	if err != nil {
		return nil, err
	}
	slices.Sort(labels)
	var out []Fixture
	for _, label := range labels {
		f, err := fixture(fsys, dir, label)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func fixture(fsys fs.FS, dir, label string) (Fixture, error) {
	f := Fixture{Name: strings.TrimSuffix(label, path.Ext(label))}
	raw, err := fs.ReadFile(fsys, label)
	if err != nil {
		return f, err
	}
	reading, err := universalbuild.Read(raw)
	if err != nil {
		return f, fmt.Errorf("reading %s: %w", label, err)
	}
	f.Want = reading.Documents
	if about, err := fs.Stat(fsys, f.Name); err == nil && about.IsDir() && dir != "" {
		f.dir = filepath.Join(dir, filepath.FromSlash(f.Name))
		return f, nil
	}
	archive, err := fs.ReadFile(fsys, f.Name+".txtar")
	if err != nil {
		return f, err
	}
	f.files = txtar.Parse(archive).Files
	f.sum = sha256.Sum256(slices.Concat([]byte(f.Name+"\n"), raw, archive))
	return f, nil
}

// SetOf names a set of archived fixtures by all that is in it: results of two
// sets cannot be compared.
func SetOf(fixtures []Fixture) string {
	const shown = 6 // bytes
	all := sha256.New()
	for _, f := range fixtures {
		all.Write(f.sum[:])
	}
	return hex.EncodeToString(all.Sum(nil)[:shown])
}

// open gives the project, and what lets go of it.
func (f Fixture) open() (*repo.Tree, func(), error) {
	if f.dir != "" {
		r, err := repo.Open(f.dir)
		if err != nil {
			return nil, nil, err
		}
		return r, func() { r.Close() }, nil
	}
	dir, err := os.MkdirTemp("", "aipack-eval-")
	if err != nil {
		return nil, nil, err
	}
	for _, file := range f.files {
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
