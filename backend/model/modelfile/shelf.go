package modelfile

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aipack/backend/base/atomicfile"
	"aipack/backend/base/fault"
	"aipack/backend/model/modelfile/gguf"
)

// Shelf is the folder that holds the models. Beside each file of the user's
// lies FILE.json, which says where it came from; a download under way has
// FILE.part, FILE.part.json and FILE.lock.
type Shelf struct {
	Dir string

	link func(from, to string) error // os.Link; a test may refuse, as two disks do
}

// Folder is where models are kept: AIPACK_MODELS, else aipack/models in the
// system's cache folder (A121), else in .cache of the working directory.
func Folder() string {
	if dir := os.Getenv("AIPACK_MODELS"); dir != "" {
		if abs, err := filepath.Abs(dir); err == nil {
			return abs
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = ".cache"
	}
	return filepath.Join(cache, "aipack", "models")
}

// record is what lies beside a file: what it is, and where it is when it was
// left where the user has it.
type record struct {
	Version int    `json:"version"`
	Model   Model  `json:"model"`
	Path    string `json:"path,omitempty"`   // of a file used in place
	Source  string `json:"source,omitempty"` // that it was imported from
}

// State says how a model stands.
type State string

// The states of a file.
const (
	Absent      State = "absent"
	Partly      State = "part"        // an interrupted download
	Downloading State = "downloading" // told by Downloads
	Ready       State = "ready"
	Missing     State = "missing" // used in place, and no longer there
	Damaged     State = "damaged" // the user's own, and no GGUF file that can be read
)

// Entry is a model as it stands on the shelf.
type Entry struct {
	Model
	Path    string `json:"path"` // "" while absent
	Own     bool   `json:"own"`
	InPlace bool   `json:"in_place"`
	State   State  `json:"state"`
}

// List gives the catalogue and the user's own files, the largest first.
func (s Shelf) List() ([]Entry, error) {
	var out []Entry
	for _, m := range Catalogue() {
		out = append(out, s.entry(m))
	}
	own, err := s.own()
	return append(out, own...), err
}

// entry looks where a model that is fetched stands.
func (s Shelf) entry(m Model) Entry {
	e := Entry{Model: m, State: Absent}
	path := filepath.Join(s.Dir, m.File)
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && (m.Bytes == 0 || info.Size() == m.Bytes) {
		e.Path, e.State = path, Ready
	} else if _, err := os.Stat(path + partEnding); err == nil {
		e.State = Partly
	}
	return e
}

// own lists the user's files: those with a record, and those simply put there.
func (s Shelf) own() ([]Entry, error) {
	names, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &fault.Fault{
			Code: fault.PermissionDenied, Message: "the folder of the models cannot be read",
			Hint: "check the permissions of " + s.Dir, Err: err,
		}
	}
	listed := map[string]bool{}
	for _, m := range Catalogue() {
		listed[m.File] = true
	}
	var out []Entry
	for _, n := range names {
		file, isRecord := strings.CutSuffix(n.Name(), recordEnding)
		if !isRecord && strings.HasSuffix(strings.ToLower(n.Name()), ".gguf") {
			file = n.Name()
		} else if !isRecord {
			continue
		}
		if listed[file] || !plainName(file) || !strings.HasSuffix(strings.ToLower(file), ".gguf") {
			continue
		}
		listed[file] = true
		out = append(out, s.ownEntry(file))
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.File, b.File)) })
	return out, nil
}

func (s Shelf) ownEntry(file string) Entry {
	r, err := readRecord(filepath.Join(s.Dir, file+recordEnding))
	path := filepath.Join(s.Dir, file)
	e := Entry{Model: r.Model, Own: true, State: Ready}
	if err == nil && r.Path != "" {
		path, e.InPlace = r.Path, true
	}
	if err != nil || r.Model.File != file || r.Version < recordVersion {
		header, err := gguf.Read(path)
		// Of a file that is away for now the record tells what it was.
		if !errors.Is(err, fs.ErrNotExist) || r.Model.File != file {
			e.Model = described(file, path, header)
			e.Repo, e.Commit, e.SHA256 = r.Model.Repo, r.Model.Commit, r.Model.SHA256
		}
		if err != nil {
			e.State = Damaged
		}
	} else if info, err := os.Stat(path); err == nil && info.Size() != r.Model.Bytes {
		if _, err := gguf.Read(path); err != nil {
			e.State = Damaged
		}
	}
	e.Path = path
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		e.State = Missing
		if !e.InPlace {
			e.State, e.Path = Absent, ""
		}
	}
	return e
}

// Find gives the entry with this id, file name, or what is unmistakable of it.
func (s Shelf) Find(name string) (Entry, error) {
	if m, ok := Named(name); ok {
		return s.entry(m), nil
	}
	own, err := s.own()
	if err != nil {
		return Entry{}, err
	}
	for _, e := range own {
		if e.ID == name || e.File == name || strings.TrimSuffix(e.File, ".gguf") == name {
			return e, nil
		}
	}
	if m, ok := OnHub(name); ok {
		return s.entry(m), nil
	}
	of := alike(name)
	if len(of) == 0 {
		of = Catalogue()
	}
	known := make([]string, len(of))
	for i, m := range of {
		known[i] = m.ID
	}
	return Entry{}, &fault.Fault{
		Code: fault.ModelNotFound, Message: fmt.Sprintf("there is no model %q", name),
		Hint: "known are " + strings.Join(known, ", ") + "; a file of the hub is OWNER/REPOSITORY/FILE.gguf; a file of yours is taken in with aipack model import",
	}
}

// Best gives the model to use where the user has named none: of those that are
// here the one that Choose would take, else ModelNotFound (A118). The room is
// looked at only where there is a choice.
func (s Shelf) Best(room func() Room) (Entry, error) {
	list, err := s.List()
	if err != nil {
		return Entry{}, err
	}
	var here []Model
	for _, e := range list {
		if e.State == Ready && !e.Vectors {
			here = append(here, e.Model)
		}
	}
	switch len(here) {
	case 0:
		return Entry{}, NoModel()
	case 1:
		return s.Find(here[0].ID)
	}
	return s.Find(Choose(here, room()).Model.ID)
}

// Meaning is the model of the catalogue by which code is found (C113).
func Meaning() Model {
	return Catalogue()[slices.IndexFunc(Catalogue(), func(m Model) bool { return m.Vectors })]
}

// Meaning is how it stands here.
func (s Shelf) Meaning() Entry { return s.entry(Meaning()) }

// NoModel is the error of a program that cannot ask (A118).
func NoModel() error {
	return &fault.Fault{
		Code: fault.ModelNotFound, Message: "no model for inference on this computer is here",
		Hint: "run `aipack setup` to download one, or set ANTHROPIC_API_KEY or OPENAI_API_KEY",
	}
}

// Remove deletes a model and what is left of its download; a file used in
// place is only forgotten.
func (s Shelf) Remove(e Entry) error {
	base := filepath.Join(s.Dir, e.File)
	held, err := lock(base)
	if err != nil {
		return err
	}
	defer held.release()
	doomed := []string{base + recordEnding, base + partEnding, base + partEnding + recordEnding}
	if !e.InPlace {
		doomed = append(doomed, base)
	}
	var errs []error
	for _, path := range doomed {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Endings of the files beside a model.
const (
	partEnding   = ".part"
	recordEnding = ".json"
	lockEnding   = ".lock"
)

// recordVersion is that of a record which tells what a conversation takes; one
// of version 1 told it wrongly for models whose layers differ.
const recordVersion = 2

// mostRecord is how large a record may be.
const mostRecord = 64 << 10

// readJSON reads a small file that anybody may have changed.
func readJSON(path string, into any) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	b := make([]byte, mostRecord)
	n := 0
	for n < len(b) {
		k, err := f.Read(b[n:])
		n += k
		if err != nil {
			break
		}
	}
	return json.Unmarshal(b[:n], into)
}

func readRecord(path string) (record, error) {
	var r record
	if err := readJSON(path, &r); err != nil {
		return record{}, err
	}
	return r, r.check()
}

// check refuses a record that would lead out of the folder or make no sense.
func (r record) check() error {
	switch {
	case r.Version != 1 && r.Version != recordVersion:
		return fmt.Errorf("the record is of version %d", r.Version)
	case !plainName(r.Model.File):
		return errors.New("the record names no file")
	case r.Path != "" && !filepath.IsAbs(r.Path):
		return errors.New("the record's path is not whole")
	case r.Model.Bytes < 0 || r.Model.Need < 0 || r.Model.Context < 0 || r.Model.Weights < 0 || r.Model.Active < 0 || r.Model.At(r.Model.Context) < 0:
		return errors.New("the record counts below zero")
	case r.Model.SHA256 != "" && !isHex(r.Model.SHA256, 64):
		return errors.New("the record's sum is none")
	}
	return nil
}

// writeJSON writes a small file whole or not at all.
func writeJSON(path string, value any) error {
	b, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(path, append(b, '\n'), 0o600)
}
