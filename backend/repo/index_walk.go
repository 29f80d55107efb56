package repo

import (
	"context"
	"errors"
	"io/fs"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// IndexOptions bounds and filters a walk. Zero fields mean the defaults.
type IndexOptions struct {
	MaxFiles int           // 200,000
	MaxDepth int           // folders below the root; 16
	Timeout  time.Duration // 5 s

	// Omit reports whether a file is left out as if it were not there. It is
	// asked by several goroutines; nil: none is.
	Omit func(path, name string) bool
}

func (o IndexOptions) withDefaults() IndexOptions {
	if o.MaxFiles <= 0 {
		o.MaxFiles = 200_000
	}
	if o.MaxDepth <= 0 {
		o.MaxDepth = 16
	}
	if o.Timeout <= 0 {
		o.Timeout = 5 * time.Second
	}
	return o
}

// mostNotes bounds the lists of skipped folders and problems.
const mostNotes = 1000

// Index walks the repository with the default options.
func (r *Tree) Index(ctx context.Context) (*Index, error) {
	return r.IndexWith(ctx, IndexOptions{})
}

// IndexWith walks the repository once, all folders of one depth side by side.
// So what a limit cuts off is the deepest, and two walks of one tree give the
// same index. Only a root that cannot be read and a context that ends are
// errors; everything else is noted in the index.
func (r *Tree) IndexWith(ctx context.Context, o IndexOptions) (*Index, error) {
	o = o.withDefaults()
	s := &indexWalk{repo: r, ctx: ctx, o: o, began: time.Now(), leave: r.leaving()}
	s.deadline = s.began.Add(o.Timeout)
	s.seen.Store(1)
	root := &node{path: "."}
	s.walk(root)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if root.err != nil {
		return nil, root.err
	}
	x := s.index(root)
	r.walked.Store(x)
	return x, nil
}

// indexWalk is one walk.
type indexWalk struct {
	repo     *Tree
	ctx      context.Context
	o        IndexOptions
	began    time.Time
	deadline time.Time
	leave    *leave
	workers  []*surveyor

	entries atomic.Int64 // read so far: bounds memory
	seen    atomic.Int64 // folders
	read    atomic.Int64
	late    atomic.Bool
	partial *Partial
	tooDeep int
}

// node is one folder while the walk goes on.
type node struct {
	path    string
	in      place
	left    *Skipped // the folder itself, by what lies in it
	files   []File
	dirs    []node
	links   []string // paths of files that are links
	skipped []Skipped
	notes   []Problem
	unread  *Problem // nil where all of it was listed
	cut     bool
	err     error
}

func (s *indexWalk) walk(root *node) {
	level := []*node{root}
	files := 0
	for depth := 0; len(level) > 0; depth++ {
		s.readAll(level)
		for i, n := range level {
			files += len(n.files)
			if files > s.o.MaxFiles || n.cut {
				s.partial = &Partial{Reason: TooManyFiles, Limit: s.o.MaxFiles}
			}
			if over := files - s.o.MaxFiles; over > 0 {
				n.files = n.files[:len(n.files)-over]
				for _, rest := range level[i+1:] {
					rest.files = nil
				}
				return
			}
		}
		if s.late.Load() {
			s.partial = &Partial{Reason: OutOfTime, Time: s.o.Timeout, About: s.estimate(files)}
			return
		}
		next := make([]*node, 0, 2*len(level))
		for _, n := range level {
			for i := range n.dirs {
				next = append(next, &n.dirs[i])
			}
		}
		if depth == s.o.MaxDepth {
			s.tooDeep = len(next)
			return
		}
		level = next
	}
}

// estimate says how many files there may be, if folders not read are like
// those that were.
func (s *indexWalk) estimate(files int) int {
	return files * int(s.seen.Load()) / max(int(s.read.Load()), 1)
}

// readAll reads the folders of one level side by side.
func (s *indexWalk) readAll(level []*node) {
	const perWorker = 4 // folders that make another goroutine worth its start
	want := min(1+len(level)/perWorker, 2*runtime.GOMAXPROCS(0), 16)
	for len(s.workers) < want {
		s.workers = append(s.workers, &surveyor{indexWalk: s, folders: s.repo.src.folders(false)})
	}
	if want == 1 {
		for _, n := range level {
			s.workers[0].visit(n)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for _, w := range s.workers[:want] {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(level)); i = next.Add(1) - 1 {
				w.visit(level[i])
			}
		})
	}
	wg.Wait()
}

// surveyor is one goroutine of the walk with its buffers.
type surveyor struct {
	*indexWalk
	folders folderReader
	batch   batch
}

func (w *surveyor) visit(n *node) {
	if w.late.Load() {
		return
	}
	if w.ctx.Err() != nil || time.Now().After(w.deadline) {
		w.late.Store(true)
		return
	}
	// Twice the limit may be read before a cut at the same place every time
	// gives way to a cut at all.
	left := 2*int64(w.o.MaxFiles) + 10_000 - w.entries.Load()
	w.batch.reset(n.path, int(max(left, 0)))
	err := w.folders.read(n.path, &w.batch)
	w.entries.Add(int64(len(w.batch.entries)))
	w.read.Add(1)
	n.cut = w.batch.cut
	if err != nil {
		err = bare(err)
		if n.path == "." && len(w.batch.entries) == 0 {
			n.err = err
		} else if !errors.Is(err, fs.ErrNotExist) { // gone meanwhile: as if it had never been
			n.note(n.path, err.Error())
			n.unread = &Problem{n.path, err.Error()}
		}
	}
	w.take(n)
}

// take sorts a listing into the node's files and folders.
func (w *surveyor) take(n *node) {
	all, entries := w.batch.sorted()
	here := company{all, entries, len(w.batch.prefix)}
	files, dirs, marked := 0, 0, false
	for _, e := range entries {
		switch e.kind {
		case kindFolder:
			dirs++
		case kindFile, kindLink:
			files++
			switch here.name(e) {
			case ".gitignore":
				if e.kind == kindFile && !w.repo.config.Ignored {
					n.in.ignore = w.repo.readIgnore(n.path, n.in.ignore)
				}
			case "CACHEDIR.TAG", "CMakeCache.txt", "pyvenv.cfg":
				marked = true
			}
		case kindOther:
		}
	}
	if marked {
		if v := w.leave.marked(n.path, here, n.in); v.reason != "" {
			n.left = &Skipped{n.path, v.reason, v.by}
			return
		}
	}
	n.files = make([]File, 0, files)
	if dirs > 0 {
		n.dirs = make([]node, 0, dirs)
	}
	w.seen.Add(int64(dirs))
	for _, e := range entries {
		path := all[e.start:e.end]
		name := here.name(e)
		if e.kind == kindOther {
			continue
		}
		if !utf8.ValidString(name) {
			n.note(strings.ToValidUTF8(path, "\uFFFD"), "the name "+strconv.Quote(name)+" is not UTF-8")
			continue
		}
		if e.kind == kindFolder {
			w.takeFolder(n, path, name, here)
			continue
		}
		if !w.leave.file(name, path, here, n.in) {
			continue
		}
		if e.kind == kindLink && !w.linkToFile(n, path) {
			continue
		}
		if w.o.Omit != nil && w.o.Omit(path, name) {
			continue
		}
		if e.kind == kindLink {
			n.links = append(n.links, path)
		}
		n.files = append(n.files, File{path})
	}
}

func (w *surveyor) takeFolder(n *node, path, name string, here company) {
	v := w.leave.folder(name, path, here, n.in)
	if v.reason != "" {
		n.skip(Skipped{path, v.reason, v.by})
	}
	if v.reason == "" || v.in.made {
		n.dirs = append(n.dirs, node{path: path, in: v.in})
	}
}

// linkToFile reports whether a link ends at a regular file of the repository.
func (w *surveyor) linkToFile(n *node, path string) bool {
	info, err := w.repo.src.stat(path)
	if err != nil {
		if errors.Is(bare(err), ErrOutside) {
			n.note(path, "the link leaves the repository and is not followed")
		}
		return false
	}
	return info.Mode().IsRegular()
}

func (n *node) note(path, reason string) {
	if len(n.notes) < mostNotes {
		n.notes = append(n.notes, Problem{path, reason})
	}
}

func (n *node) skip(s Skipped) {
	if len(n.skipped) < mostNotes {
		n.skipped = append(n.skipped, s)
	}
}
