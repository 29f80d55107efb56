package repo

import (
	"path"
	"sort"
	"strings"
	"sync"
	"time"
)

// File is one file of the index.
type File struct {
	Path string // slash-separated, relative to the root
}

// Name is the last element of the path.
func (f File) Name() string { return f.Path[strings.LastIndexByte(f.Path, '/')+1:] }

// Index is every file of a repository that counts: not ignored, not in a
// skipped folder, within the limits. It never changes once made. Links to
// files inside the repository count as files; links to folders are not
// followed.
type Index struct {
	// Files holds a folder's own files first, by name, then its folders, by
	// name, one after another.
	Files    []File
	Dirs     []string // in the same order, without the root
	Skipped  []Skipped
	Problems []Problem
	Partial  *Partial      // nil: the index is whole
	Took     time.Duration // for the walk

	folders []folder
	at      map[string]int32 // path to its place in folders

	names     sync.Once
	firstWith map[string]int32 // a file name to the first file that has it
	nextWith  []int32          // a file to the next with the same name, -1 for none
}

// folder is a slice of the index.
type folder struct {
	first, own, last int32    // its own files are [first,own), all below [first,last)
	dirs             []string // paths of the folders directly within, by name
}

// Skipped is something that is there and was left out.
type Skipped struct {
	Path   string     `json:"path"`
	Reason SkipReason `json:"reason"`
}

// SkipReason says why an entry was left out.
type SkipReason string

// The reasons.
const (
	SkippedByName SkipReason = "name"      // a folder of dependencies or outputs
	SkippedByGit  SkipReason = "gitignore" // .gitignore names the folder
)

// Problem is something that could not be looked at. The walk goes on without.
type Problem struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Partial says that there is more than the index holds, and why.
type Partial struct {
	Reason  PartialReason `json:"reason"`
	Scanned int           `json:"scanned"`
	About   int           `json:"about,omitempty"` // files there may be, by the folders seen and not read
	Limit   int           `json:"limit,omitempty"` // files
	Time    time.Duration `json:"-"`
}

// PartialReason is a limit that a walk ran into.
type PartialReason string

// The limits.
const (
	TooManyFiles PartialReason = "max_files"
	OutOfTime    PartialReason = "timeout"
)

// In lists the files directly within a folder, sorted by name.
func (x *Index) In(dir string) []File {
	if f, ok := x.folder(dir); ok {
		return x.Files[f.first:f.own:f.own]
	}
	return nil
}

// Under lists the files of a folder and everything below it.
func (x *Index) Under(dir string) []File {
	if f, ok := x.folder(dir); ok {
		return x.Files[f.first:f.last:f.last]
	}
	return nil
}

// DirsIn lists the paths of the folders directly within a folder, sorted by
// name, those without any file too.
func (x *Index) DirsIn(dir string) []string {
	f, _ := x.folder(dir)
	return f.dirs
}

// HasDir reports whether the folder is there, with or without files.
func (x *Index) HasDir(dir string) bool {
	_, ok := x.folder(dir)
	return ok
}

func (x *Index) folder(dir string) (folder, bool) {
	i, ok := x.at[dir]
	if !ok {
		return folder{}, false
	}
	return x.folders[i], true
}

// Stat finds one file.
func (x *Index) Stat(name string) (File, bool) {
	dir := "."
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		dir = name[:i]
	}
	in := x.In(dir)
	i := sort.Search(len(in), func(i int) bool { return in[i].Path >= name })
	if i < len(in) && in[i].Path == name {
		return in[i], true
	}
	return File{}, false
}

// Named lists the paths of all files with that exact name, in the index's
// order.
func (x *Index) Named(name string) []string {
	x.names.Do(x.linkNames)
	var out []string
	if i, ok := x.firstWith[name]; ok {
		for ; i >= 0; i = x.nextWith[i] {
			out = append(out, x.Files[i].Path)
		}
	}
	return out
}

func (x *Index) linkNames() {
	x.firstWith = make(map[string]int32, len(x.Files)/2)
	x.nextWith = make([]int32, len(x.Files))
	for i := len(x.Files) - 1; i >= 0; i-- {
		name := x.Files[i].Name()
		x.nextWith[i] = -1
		if next, ok := x.firstWith[name]; ok {
			x.nextWith[i] = next
		}
		x.firstWith[name] = int32(i)
	}
}

// SkippedIn lists the names of the folders directly within a folder that were
// left out.
func (x *Index) SkippedIn(dir string) []string {
	var out []string
	for _, s := range x.Skipped {
		if path.Dir(s.Path) == dir {
			out = append(out, path.Base(s.Path))
		}
	}
	return out
}
