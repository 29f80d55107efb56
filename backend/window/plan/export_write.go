package plan

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"aipack/backend/base/fault"
	"aipack/backend/base/linesum"
	"aipack/backend/packaging/export"
	"aipack/backend/window/page"
)

// WrittenFile says what became of one file.
type WrittenFile struct {
	Path    string `json:"path"`
	State   string `json:"state"` // written, kept, same, failed
	Backup  string `json:"backup"`
	Message string `json:"message"`
}

// ExportOutcome is what became of an export.
type ExportOutcome struct {
	Folder string        `json:"folder"`
	Files  []WrittenFile `json:"files"`
	Steps  []NextStep    `json:"steps"` // what builds and starts what is there now
}

// NextStep is something to do with what was written.
type NextStep struct {
	Folder  string `json:"folder"`  // where it is done
	Command string `json:"command"` // "" where there is none
	Note    string `json:"note"`    // what a person has to do besides; "" for nothing
}

// write puts files below a folder: those of paths, or all, and whatever these cannot do
// without. The project's own stay as they are unless force says to replace them, and
// then a copy is kept; so does what needs one that stays, or is there for such files
// alone: half a set would build the project's own Dockerfile with our variables, or
// leave out what it copies.
func write(dir string, files []export.File, paths []string, force bool) ExportOutcome {
	s := newSet(dir, files)
	s.choose(paths)
	for _, f := range files {
		if one := s.at[f.Path]; one.chosen && one.refusal != nil && !force && !one.ours {
			one.left = f.Path
		}
	}
	s.spread()
	results := map[string]WrittenFile{}
	for _, f := range s.inOrder() {
		one := s.at[f.Path]
		switch {
		case !one.chosen:
			continue
		case one.left != "":
			results[f.Path] = one.kept(f.Path)
			continue
		}
		r := writeOne(dir, f, force || one.ours)
		one.there = r.State != "failed"
		if results[f.Path] = r; !one.there { // what needs it is not written either
			one.left = f.Path
			s.spread()
		}
	}
	out := ExportOutcome{Folder: dir, Files: []WrittenFile{}, Steps: []NextStep{}}
	var there []export.File
	for _, f := range files {
		if r, ok := results[f.Path]; ok {
			out.Files = append(out.Files, r)
		}
		if s.at[f.Path].there {
			there = append(there, f)
		}
	}
	for _, step := range export.Steps(there, func(name string) bool { return exists(dir, name) }) {
		out.Steps = append(out.Steps, NextStep{filepath.Join(dir, filepath.FromSlash(step.Folder)), step.Command, step.Note})
	}
	return out
}

// set is the files of an export, and how each of them stands.
type set struct {
	files []export.File
	at    map[string]*standing
}

type standing struct {
	there   bool // lies in the folder as it would be written
	ours    bool // an earlier export wrote what lies there, and nobody has changed it since
	refusal error
	chosen  bool
	left    string // the file because of which it is left; "" where it is not
}

func newSet(dir string, files []export.File) set {
	s := set{files: files, at: map[string]*standing{}}
	for _, f := range files {
		one := &standing{}
		if old, err := read(dir, f.Path); err == nil {
			one.there, one.ours = string(old) == f.Content, linesum.Unchanged(old)
		}
		if err := export.Check(dir, []export.File{f}); fault.CodeOf(err) == fault.FileExists {
			one.refusal = err
		}
		s.at[f.Path] = one
	}
	return s
}

// choose marks what is to be written, and what that cannot do without.
func (s set) choose(paths []string) {
	for _, f := range s.files {
		s.at[f.Path].chosen = len(paths) == 0 || slices.Contains(paths, f.Path)
	}
	for again := true; again; {
		again = false
		for _, f := range s.files {
			if !s.at[f.Path].chosen {
				continue
			}
			with := f.Needs
			if !slices.ContainsFunc(f.Serves, s.present) {
				with = append(slices.Clone(with), f.Serves...)
			}
			for _, path := range with {
				if !s.present(path) {
					s.at[path].chosen, again = true, true
				}
			}
		}
	}
}

// present reports whether a file will be there: chosen, or there already.
func (s set) present(path string) bool { return s.at[path].chosen || s.at[path].there }

// spread leaves what needs a file that is left, and what is there for such files alone.
func (s set) spread() {
	missing := func(path string) bool { return s.at[path].left != "" && !s.at[path].there }
	for again := true; again; {
		again = false
		for _, f := range s.files {
			one := s.at[f.Path]
			if !one.chosen || one.left != "" || one.there {
				continue
			}
			without := slices.IndexFunc(f.Needs, missing)
			switch {
			case without >= 0:
				one.left, again = s.at[f.Needs[without]].left, true
			case len(f.Serves) > 0 && !slices.ContainsFunc(f.Serves, func(path string) bool { return s.present(path) && !missing(path) }):
				one.left, again = f.Serves[0], true
			}
		}
	}
}

// inOrder gives the files such that each comes before what needs it.
func (s set) inOrder() []export.File {
	place := func(f export.File) int {
		switch {
		case f.Service != "":
			return 1
		case slices.Contains(f.Serves, export.ComposeFile):
			return 2
		case len(f.Serves) > 0:
			return 0
		}
		return 3
	}
	list := slices.Clone(s.files)
	slices.SortStableFunc(list, func(a, b export.File) int { return place(a) - place(b) })
	return list
}

func (one *standing) kept(path string) WrittenFile {
	r := WrittenFile{Path: path, State: "kept"}
	switch {
	case one.left != path:
		r.Message = "it belongs with " + one.left
	case one.refusal != nil:
		r.Message = page.FaultOf(one.refusal).Message
	}
	return r
}

func writeOne(dir string, f export.File, force bool) WrittenFile {
	r := WrittenFile{Path: f.Path, State: "written"}
	done, err := export.Write(dir, []export.File{f}, export.WriteOptions{Force: force})
	switch {
	case err != nil:
		said := page.FaultOf(err)
		r.State, r.Message = "failed", said.Message+". "+said.Hint
	case len(done) == 1 && done[0].Same:
		r.State = "same"
	case len(done) == 1:
		r.Backup = done[0].Backup
	}
	return r
}

// read gives a plain file of a folder that is not too large to be one of ours.
func read(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Lstat(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > mostRead {
		return nil, fs.ErrInvalid
	}
	return root.ReadFile(filepath.FromSlash(name))
}

// mostRead bounds a file of ours, in bytes: a compose.yaml of 5,000 services has 10 MB.
const mostRead = 64 << 20

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return !errors.Is(err, fs.ErrNotExist)
}
