package language

import (
	"errors"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"

	"aipack/backend/base/bounded"
	"aipack/backend/base/finding"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// Reader reads files of one repository once for all rules. It is safe for use
// by several goroutines.
type Reader struct {
	Repo  *repo.Tree
	Index *repo.Index

	mu       sync.Mutex
	partial  map[string]Partial // by path
	texts    map[string]*text
	parsed   map[parseKey]any
	warnings map[string]universalbuild.Warning
	kept     int // bytes of texts that Kept remembers
}

type text struct {
	once    sync.Once
	content string
	ok      bool
}

type parseKey struct {
	path string
	kind any
}

// NewReader makes a reader over an index.
func NewReader(r *repo.Tree, x *repo.Index) *Reader {
	return &Reader{
		Repo: r, Index: x,
		texts: map[string]*text{}, parsed: map[parseKey]any{}, warnings: map[string]universalbuild.Warning{},
	}
}

// Partial is a file of which only some lines are the project's own word.
type Partial struct {
	Text string // what rules see in place of the file's: each line where the file has it
	Own  []bool // by line from 0: the project's own
}

// With has rules see only a part of some files, by path.
func (r *Reader) With(files map[string]Partial) *Reader {
	r.partial = files
	return r
}

// Partly reports whether rules see only a part of a file.
func (r *Reader) Partly(p string) bool {
	_, ok := r.partial[p]
	return ok
}

// Owns reports whether a line of a file, from 1, is the project's own word.
func (r *Reader) Owns(p string, line int) bool {
	part, ok := r.partial[p]
	return !ok || line > 0 && line <= len(part.Own) && part.Own[line-1]
}

// Folder gives the view of one folder, "." for the root.
func (r *Reader) Folder(dir string) *Folder { return &Folder{Path: dir, reader: r} }

// Warnings lists what could not be read below a folder, sorted by path.
func (r *Reader) Warnings(dir string) []universalbuild.Warning {
	r.mu.Lock()
	defer r.mu.Unlock()
	var ws []universalbuild.Warning
	for p, w := range r.warnings {
		if dir == "." || strings.HasPrefix(p, dir+"/") {
			ws = append(ws, w)
		}
	}
	sort.Slice(ws, func(i, j int) bool { return ws[i].Path < ws[j].Path })
	return ws
}

func (r *Reader) warn(p string, line int, code, message, fix string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.warnings[p] = universalbuild.Warning{Code: code, Message: message, Path: p, Line: line, Fix: fix}
}

func (r *Reader) text(p string) (string, bool) {
	if _, ok := r.Index.Stat(p); !ok {
		return "", false
	}
	r.mu.Lock()
	t, ok := r.texts[p]
	if !ok {
		t = &text{}
		r.texts[p] = t
	}
	r.mu.Unlock()
	t.once.Do(func() {
		if part, ok := r.partial[p]; ok {
			t.content, t.ok = part.Text, true
			return
		}
		s, err := r.Repo.ReadText(p)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				message, hint := unreadable(p, err)
				r.warn(p, 0, "file_unreadable", message, hint)
			}
			return
		}
		t.content, t.ok = s, true
	})
	return t.content, t.ok
}

// unreadable says that a file could not be read, and what to do.
func unreadable(name string, err error) (message, hint string) {
	if errors.Is(err, repo.ErrTooLarge) {
		return name + " is too large and was not read.", "nothing is to be done, unless the program starts or is set up there"
	}
	return err.Error(), "make the file readable, or leave it out with .gitignore"
}

// Folder is what rules see of one folder. All names are relative to it, with
// slashes; "../x" reaches no further than the repository's root.
type Folder struct {
	Path   string // relative to the repository's root, "." for the root itself
	reader *Reader
}

// Reader gives the shared reader.
func (f *Folder) Reader() *Reader { return f.reader }

// Join gives a name's path relative to the repository's root.
func (f *Folder) Join(name string) string {
	switch {
	case name == "." || !fs.ValidPath(name): // not clean
		return path.Join(f.Path, name)
	case f.Path == ".":
		return name
	}
	return f.Path + "/" + name
}

// plainName reports whether a name is one element of a path: nearly all are,
// and rules ask for thousands.
func plainName(name string) bool {
	return name != "" && name != "." && name != ".." && strings.IndexByte(name, '/') < 0
}

// Name is the folder's own name; the repository's for the root.
func (f *Folder) Name() string {
	if f.Path == "." {
		return path.Base(strings.ReplaceAll(f.reader.Repo.Dir(), "\\", "/"))
	}
	return path.Base(f.Path)
}

// IsRoot reports whether this is the repository's root.
func (f *Folder) IsRoot() bool { return f.Path == "." }

// Has reports whether a file of that name exists; name may hold slashes.
func (f *Folder) Has(name string) bool {
	if plainName(name) {
		return f.reader.Index.Has(f.Path, name)
	}
	_, ok := f.reader.Index.Stat(f.Join(name))
	return ok
}

// HasDir reports whether a folder of that name holds any file.
func (f *Folder) HasDir(name string) bool { return len(f.reader.Index.Under(f.Join(name))) > 0 }

// FirstOf gives the first name that exists, "" if none does.
func (f *Folder) FirstOf(names ...string) string {
	for _, n := range names {
		if f.Has(n) {
			return n
		}
	}
	return ""
}

// Text reads a file as UTF-8. A file that is there and cannot be read becomes
// a warning of the run.
func (f *Folder) Text(name string) (string, bool) { return f.reader.text(f.Join(name)) }

// Files lists the names directly within the folder, sorted.
func (f *Folder) Files() []string {
	in := f.reader.Index.In(f.Path)
	names := make([]string, len(in))
	for i, file := range in {
		names[i] = file.Name()
	}
	return names
}

// Glob lists files below the folder that match a doublestar pattern, relative
// to the folder, shallow ones first, then by name.
func (f *Folder) Glob(pattern string) []string {
	files := f.reader.Index.In(f.Path)
	if strings.Contains(pattern, "/") {
		// Only what lies below the part without wildcards can match.
		files = f.reader.Index.Under(f.Join(bounded.GlobBase(pattern)))
	}
	matches, err := bounded.Glob(pattern)
	if err != nil {
		return nil
	}
	end := literalEnd(pattern)
	var out []string
	for _, file := range files {
		if !strings.HasSuffix(file.Path, end) {
			continue
		}
		if rel := f.Rel(file.Path); matches(rel) {
			out = append(out, rel)
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		return strings.Count(out[i], "/") < strings.Count(out[j], "/")
	})
	return out
}

// literalEnd is what every match of a pattern ends in: it spares matching
// nearly all files of a large repository one by one.
func literalEnd(pattern string) string {
	return pattern[strings.LastIndexAny(pattern, `/*?[]{}\`)+1:]
}

// Rel gives a path of the repository relative to the folder that holds it.
func (f *Folder) Rel(p string) string {
	if f.Path == "." {
		return p
	}
	return strings.TrimPrefix(p, f.Path+"/")
}

// Sub gives the view of a folder below, or above with "..".
func (f *Folder) Sub(name string) *Folder {
	p := f.Join(name)
	if p == ".." || strings.HasPrefix(p, "../") {
		p = "."
	}
	return f.reader.Folder(p)
}

// Dirs lists the folders directly within that hold any file, sorted by name.
func (f *Folder) Dirs() []string {
	var out []string
	for _, d := range f.reader.Index.DirsIn(f.Path) {
		if len(f.reader.Index.Under(d)) > 0 {
			out = append(out, path.Base(d))
		}
	}
	return out
}

// Evidence points at a place in one of the folder's files. line is from 1, 0
// for the file as a whole.
func (f *Folder) Evidence(rule, name string, line int, excerpt string) finding.Evidence {
	return finding.Evidence{Rule: rule, Path: f.Join(name), Line: line, Excerpt: clip(excerpt)}
}

// At finds the first line of a file that contains needle and points at it; at
// the file as a whole if no line does.
func (f *Folder) At(rule, name, needle string) finding.Evidence {
	content, _ := f.Text(name)
	for i, line := range strings.Split(content, "\n") {
		if needle != "" && strings.Contains(line, needle) {
			return f.Evidence(rule, name, i+1, line)
		}
	}
	return f.Evidence(rule, name, 0, "")
}

// Warn records something about a file that the user should know.
func (f *Folder) Warn(name, code, message, fix string) {
	f.reader.warn(f.Join(name), 0, code, message, fix)
}

// WarnAt is Warn about one line of a file, from 1.
func (f *Folder) WarnAt(name string, line int, code, message, fix string) {
	f.reader.warn(f.Join(name), line, code, message, fix)
}

// Parse reads a file with a parser, once per run. A file that is there and
// does not parse becomes a warning of the run.
func Parse[T any](f *Folder, name string, parse func(string) (T, error)) (T, bool) {
	var zero T
	content, ok := f.Text(name)
	if !ok {
		return zero, false
	}
	type result struct {
		value T
		ok    bool
	}
	// The type stands in the key: two parsers may read one file.
	r := once(f.reader, parseKey{f.Join(name), any((*T)(nil))}, func() result {
		v, err := parse(content)
		if err != nil {
			f.Warn(name, "manifest_unreadable", f.Join(name)+" cannot be read: "+err.Error(), "correct the file; until then it is ignored")
		}
		return result{v, err == nil}
	})
	return r.value, r.ok
}

// Once computes something about a folder the first time it is asked for and
// remembers it for the run. what names it; two rules that compute different
// things need different names. Two goroutines may both compute it: make must
// depend on nothing but the repository.
func Once[T any](f *Folder, what string, make func() T) T {
	return once(f.reader, parseKey{f.Path, what}, make)
}

func once[T any](r *Reader, key parseKey, make func() T) T {
	r.mu.Lock()
	known, ok := r.parsed[key]
	r.mu.Unlock()
	if ok {
		return known.(T)
	}
	v := make()
	r.mu.Lock()
	r.parsed[key] = v
	r.mu.Unlock()
	return v
}

// maxKept bounds what Kept remembers for one run, in bytes.
const maxKept = 32 << 20

// Kept is Once for a text that was made out of a file. Texts are many, so it
// remembers them up to a bound: beyond it they are made each time.
func Kept(f *Folder, what string, make func() string) string {
	r, key := f.reader, parseKey{f.Path, what}
	r.mu.Lock()
	known, ok := r.parsed[key].(string)
	r.mu.Unlock()
	if ok {
		return known
	}
	text := make()
	r.mu.Lock()
	if _, ok := r.parsed[key]; !ok && r.kept+len(text) <= maxKept {
		r.parsed[key] = text
		r.kept += len(text)
	}
	r.mu.Unlock()
	return text
}

func clip(s string) string {
	s = strings.TrimSpace(s)
	const most = 200
	if len(s) <= most {
		return strings.ToValidUTF8(s, "�")
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
