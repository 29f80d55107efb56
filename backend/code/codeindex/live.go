package codeindex

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/codeindex/codecache"
	"aipack/backend/code/syntax"
	"aipack/backend/repo"
	"aipack/backend/store/sqlite"
)

// Live is the index of a folder that somebody has open: it is read in the
// background, kept on a shelf, and read again where sources change.
type Live struct {
	tree    *repo.Tree
	reader  Reader
	changed func()
	stop    context.CancelFunc
	done    chan struct{}

	shelving sync.RWMutex      // held to open and close the shelf, shared to use it
	shelf    *codecache.Folder // nil: nothing is kept
	loose    *vectors          // what a model makes of texts while there is no shelf; nil: followed no more

	mu   sync.Mutex
	view View
	next chan struct{} // closed when the view changes
}

// View is a live index at one moment.
type View struct {
	Index    *Index   // nil before anything was read
	Current  bool     // nothing is known to have changed since
	Progress Progress // of the reading, while it is not current
	Warning  string   // what is not as it should be; "" for nothing
	Err      error    // why there is no index
}

// settling is how long files have to be left alone before they are read again.
const settling = 100 * time.Millisecond

// Follow keeps the index of a folder up to date until Close. changed is called
// after each change of the view, from one goroutine. A shelf that cannot be had is
// a warning.
func Follow(dir string, how repo.Config, reader Reader, kept func() (*codecache.Folder, error), changed func()) (*Live, error) {
	tree, err := repo.OpenWith(dir, how)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	l := &Live{
		tree: tree, reader: reader, changed: changed, stop: stop, done: make(chan struct{}),
		next: make(chan struct{}), loose: &vectors{made: map[string][]float32{}},
	}
	go l.run(ctx, kept)
	return l, nil
}

// View is the index as it is now.
func (l *Live) View() View {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.view
}

// Wait waits until the index is current or cannot be made.
func (l *Live) Wait(ctx context.Context) (View, error) {
	for {
		l.mu.Lock()
		view, next := l.view, l.next
		l.mu.Unlock()
		if view.Current || view.Err != nil {
			return view, nil
		}
		select {
		case <-next:
		case <-ctx.Done():
			return view, ctx.Err()
		}
	}
}

// Close ends the reading and puts the shelf away.
func (l *Live) Close() error {
	l.stop()
	<-l.done
	err := l.tree.Close()
	l.shelving.Lock()
	defer l.shelving.Unlock()
	l.loose = nil
	if l.shelf != nil {
		err = errors.Join(err, l.shelf.Close())
		l.shelf = nil
	}
	return err
}

func (l *Live) show(change func(*View)) {
	l.mu.Lock()
	change(&l.view)
	close(l.next)
	l.next = make(chan struct{})
	l.mu.Unlock()
	l.changed()
}

func (l *Live) warn(text string, err error) {
	l.show(func(v *View) { v.Warning = fmt.Sprintf("%s: %v", text, err) })
}

func (l *Live) run(ctx context.Context, kept func() (*codecache.Folder, error)) {
	defer close(l.done)
	last := l.before(kept)
	w := watchOf(l.tree.Dir())
	defer w.close()
	if w.err != nil {
		l.warn("changes of this folder are not noticed", w.err)
	}
	var paths []string // that were written, where nothing else happened
	all := true        // the folder is walked
	for {
		index, err := l.read(ctx, last, all, paths)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			l.show(func(v *View) { v.Err = err })
		default:
			last = index
			if all {
				more, err := w.follow(index.dirs)
				if err != nil {
					l.warn("changes of some folders are not noticed", err)
				}
				if more && l.View().Index == nil {
					l.show(func(v *View) { v.Index = index })
				}
				if more {
					continue // what changed before they were watched
				}
			}
			l.show(func(v *View) { v.Index, v.Current, v.Progress, v.Err = index, true, Progress{}, nil })
			l.keep(index)
		}
		if paths, all = w.wait(ctx, last); ctx.Err() != nil {
			return
		}
		l.show(func(v *View) { v.Current = false })
	}
}

// before is what the shelf knows; nil where there is none.
func (l *Live) before(kept func() (*codecache.Folder, error)) *Index {
	s, err := kept()
	if err != nil {
		var inUse sqlite.InUse
		if !errors.As(err, &inUse) {
			l.warn("the code index is not kept", err)
		}
		return nil
	}
	l.shelving.Lock()
	l.shelf = s
	l.shelving.Unlock()
	last, err := Kept(s)
	if err != nil {
		l.warn("the kept code index cannot be read and is rebuilt", err)
		return nil
	}
	return last
}

func (l *Live) keep(index *Index) {
	if l.shelf == nil {
		return
	}
	if err := index.Keep(l.shelf); err != nil {
		l.warn("the code index is not kept", err)
	}
}

// A first look at a folder that is large is shown in parts: each as soon as that
// costs a small part of the time that the reading has taken.
const (
	firstPart = time.Second
	partCosts = 8
)

func (l *Live) read(ctx context.Context, last *Index, all bool, paths []string) (*Index, error) {
	if !all {
		return last.Again(ctx, l.tree, l.reader, paths)
	}
	first := last == nil || last.Graph == nil
	began := time.Now()
	next, told := began.Add(firstPart), time.Time{}
	return Read(ctx, l.tree, l.reader, last, func(p Progress, sofar func() *Index) {
		now := time.Now()
		switch {
		case first && now.After(next) && p.Done < p.Of:
			part := sofar()
			next = time.Now().Add(partCosts * time.Since(now))
			l.show(func(v *View) { v.Index, v.Progress = part, p })
		case now.Sub(told) > settling:
			told = now
			l.show(func(v *View) { v.Progress = p })
		}
	})
}

// watch hears of changes below a folder.
type watch struct {
	dir     string
	files   *fsnotify.Watcher
	folders map[string]bool
	err     error
}

func watchOf(dir string) *watch {
	w := &watch{dir: dir, folders: map[string]bool{}}
	w.files, w.err = fsnotify.NewBufferedWatcher(1024)
	return w
}

func (w *watch) close() {
	if w.err == nil {
		_ = w.files.Close() // nothing is lost with it
	}
}

// mostFolders are watched; systems allow a user some thousand.
const mostFolders = 4000

// follow watches these folders and no others, and says whether there are more.
func (w *watch) follow(dirs []string) (more bool, err error) {
	if w.err != nil {
		return false, nil // said already
	}
	if len(dirs) > mostFolders {
		err = fmt.Errorf("there are %d, and %d are watched", len(dirs), mostFolders)
		dirs = dirs[:mostFolders]
	}
	want := map[string]bool{}
	for _, d := range dirs {
		want[d] = true
		if !w.folders[d] {
			if failed := w.files.Add(filepath.Join(w.dir, filepath.FromSlash(d))); failed != nil {
				if !errors.Is(failed, os.ErrNotExist) {
					err = failed
				}
				continue
			}
			w.folders[d], more = true, true
		}
	}
	for d := range w.folders {
		if !want[d] {
			_ = w.files.Remove(filepath.Join(w.dir, filepath.FromSlash(d))) // it is gone already
			delete(w.folders, d)
		}
	}
	return more, err
}

// wait waits for changes that matter: the sources that were written, or all where
// more than that happened.
func (w *watch) wait(ctx context.Context, last *Index) (paths []string, all bool) {
	if w.err != nil {
		<-ctx.Done()
		return nil, false
	}
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return nil, false
		case <-quiet:
			return paths, all
		case err, ok := <-w.files.Errors:
			if !ok {
				<-ctx.Done()
				return nil, false
			}
			all = all || err != nil // some events were lost
		case e, ok := <-w.files.Events:
			if !ok {
				<-ctx.Done()
				return nil, false
			}
			path, whole := w.meaning(e, last)
			if path == "" && !whole {
				continue
			}
			if all = all || whole; path != "" && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
		if quiet == nil || !all {
			quiet = time.After(settling)
		}
	}
}

// meaning is what an event says: that a source was written, or that the folder
// has to be walked.
func (w *watch) meaning(e fsnotify.Event, last *Index) (path string, whole bool) {
	rel, err := filepath.Rel(w.dir, e.Name)
	if err != nil || e.Op == fsnotify.Chmod {
		return "", false
	}
	rel = filepath.ToSlash(rel)
	info, err := os.Lstat(e.Name)
	known := false
	if last != nil && last.Graph != nil {
		_, known = last.kept[rel]
	}
	switch {
	case err == nil && info.Mode().IsRegular() && known:
		return rel, false
	case err == nil && info.IsDir():
		return "", e.Has(fsnotify.Create) || e.Has(fsnotify.Rename)
	case err == nil && !matters(rel):
		return "", false
	}
	return "", known || matters(rel) || w.folders[rel]
}

// matters reports whether a file of this name can change the graph: sources, and
// what says where modules lie.
func matters(name string) bool {
	base := filepath.Base(name)
	return syntax.LanguageOf(base) != "" || isManifest(base) || base == ".gitignore"
}

func isManifest(base string) bool {
	return base == "go.mod" || base == "package.json" || base == "Cargo.toml" || isTSConfig(base)
}

// Graph is the graph of a view; an empty one before anything was read.
func (v View) Graph() *codegraph.Graph {
	if v.Index == nil {
		return codegraph.Build(nil, codegraph.Layout{})
	}
	return v.Index.Graph
}
