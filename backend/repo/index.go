package repo

import (
	"path"
	"slices"
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
	Files    []File   // sorted by path
	Made     []File   // in folders that hold what a build made, sorted: there, but no sources
	Dirs     []string // sorted, without the root
	Skipped  []Skipped
	Problems []Problem
	Unread   []Problem     // those of Problems that are folders of which not all was listed
	Deeper   int           // folders below the depth that was asked for, not looked into
	Partial  *Partial      // nil: no limit on files or time cut it off
	Took     time.Duration // for the walk

	folders []folder
	at      map[string]int32 // path to its place in folders
	links   map[string]bool  // paths of Files that are links

	named  sync.Once
	names  map[string]int32 // a file name to its number
	starts []int32          // a name's number to its first place in places
	places []int32          // places in Files, all of one name together
}

// folder is a part of the index.
type folder struct {
	first, last int32    // all below it are Files[first:last]
	files       []File   // its own, by name
	dirs        []string // paths of the folders directly within, by name
}

// Skipped is a folder that is there and was left out.
type Skipped struct {
	Path   string     `json:"path"`
	Reason SkipReason `json:"reason"`
	By     string     `json:"by,omitempty"` // the file that says so, or "settings"
}

// SkipReason says why an entry was left out.
type SkipReason string

// The reasons.
const (
	SkippedByName SkipReason = "name"      // it is the name of a tool's own folder, or one that the user gave
	SkippedByMark SkipReason = "mark"      // a cache or what a build makes: the tool that fills it has left a mark
	SkippedAsDeps SkipReason = "vendored"  // dependencies that the project brings along, by the mark of who put them there
	SkippedByGit  SkipReason = "gitignore" // .gitignore names the folder, and git does not track it
	SkippedAsMade SkipReason = "made"      // a build made all that is in it: its files count, but not as sources
)

// Usual reports whether the folder goes by a name that only a tool gives, such as
// node_modules: everybody expects that it is left out.
func (s Skipped) Usual() bool { return s.Reason == SkippedByName && s.By == "" }

// LeftOut lists the folders that were left out and that not everybody expects to be,
// by path.
func (x *Index) LeftOut() []Skipped {
	var out []Skipped
	for _, s := range x.Skipped {
		if !s.Usual() {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b Skipped) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// Why says it in words that go behind the folder's name.
func (s Skipped) Why() string {
	switch s.Reason {
	case SkippedByMark:
		if s.By != "" {
			return "filled by a tool, as " + s.By + " says"
		}
		return "filled by a tool"
	case SkippedAsDeps:
		return "dependencies that the project brings along"
	case SkippedAsMade:
		return "made by a build"
	case SkippedByGit:
		return "not tracked by git, and ignored by " + s.By
	}
	if s.By != "" {
		return "by your own list"
	}
	return "a tool's own folder"
}

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

// In lists the files directly within a folder, sorted by name, those that a build
// made too.
func (x *Index) In(dir string) []File {
	if f, ok := x.folder(dir); ok {
		return f.files
	}
	return nil
}

// Under lists the files of a folder and everything below it, sorted by path;
// none of Made.
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
	return x.find(dir, name[strings.LastIndexByte(name, '/')+1:])
}

// Has reports whether a folder directly holds a file of that name.
func (x *Index) Has(dir, name string) bool {
	_, ok := x.find(dir, name)
	return ok
}

func (x *Index) find(dir, name string) (File, bool) {
	in, prefix := x.In(dir), len(dir)+1
	if dir == "." {
		prefix = 0
	}
	i := sort.Search(len(in), func(i int) bool { return in[i].Path[prefix:] >= name })
	if i < len(in) && in[i].Path[prefix:] == name {
		return in[i], true
	}
	return File{}, false
}

// Named lists the paths of all files with that exact name, sorted; none of Made.
func (x *Index) Named(name string) []string { return x.NamedUnder(".", name) }

// NamedUnder is Named for a folder and everything below it.
func (x *Index) NamedUnder(dir, name string) []string {
	x.GroupByName()
	n, ok := x.names[name]
	f, found := x.folder(dir)
	if !ok || !found {
		return nil
	}
	places := x.places[x.starts[n]:x.starts[n+1]]
	from, _ := slices.BinarySearch(places, f.first)
	to, _ := slices.BinarySearch(places, f.last)
	if from == to {
		return nil
	}
	out := make([]string, 0, to-from)
	for _, p := range places[from:to] {
		out = append(out, x.Files[p].Path)
	}
	return out
}

// GroupByName makes ready what Named needs, which otherwise happens when it is
// first asked: so it can be made beside other work.
func (x *Index) GroupByName() { x.named.Do(x.groupByName) }

// groupByName sorts the files' places by counting: no slice per name.
func (x *Index) groupByName() {
	x.names = make(map[string]int32, len(x.Files)/2)
	numbers := make([]int32, len(x.Files))
	var counts []int32
	for i, f := range x.Files {
		n, ok := x.names[f.Name()]
		if !ok {
			n = int32(len(counts))
			x.names[f.Name()] = n
			counts = append(counts, 0)
		}
		numbers[i] = n
		counts[n]++
	}
	x.starts = make([]int32, len(counts)+1)
	for n, c := range counts {
		x.starts[n+1] = x.starts[n] + c
	}
	x.places = make([]int32, len(x.Files))
	free := slices.Clone(x.starts)
	for i, n := range numbers {
		x.places[free[n]] = int32(i)
		free[n]++
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

// Filled lists the folders that tools fill again, by their marks: caches and what
// builds make.
func (x *Index) Filled() []string {
	var out []string
	for _, s := range x.Skipped {
		if s.Reason == SkippedByMark {
			out = append(out, s.Path)
		}
	}
	return out
}

// Paths lists every file's path, sorted, with those of Made.
func (x *Index) Paths() []string {
	out := make([]string, 0, len(x.Files)+len(x.Made))
	for _, f := range x.Files {
		out = append(out, f.Path)
	}
	if len(x.Made) > 0 {
		for _, f := range x.Made {
			out = append(out, f.Path)
		}
		slices.Sort(out)
	}
	return out
}
