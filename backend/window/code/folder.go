package code

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"aipack/backend/code/codeindex"
	"aipack/backend/code/codeindex/codecache"
	"aipack/backend/code/codemap"
	"aipack/backend/repo"
	"aipack/backend/window/session"
)

// folder is one whose code is followed.
type folder struct {
	dir     string
	how     repo.Config
	readers Readers
	live    *codeindex.Live
	seq     *atomic.Int64 // of states, of all folders
	now     func() time.Time

	mu     sync.Mutex
	began  time.Time        // of the reading under way
	done   int              // files at the last look
	whole  bool             // all was read once
	index  *codeindex.Index // that known is of
	known  *codemap.Map
	shown  int // maps
	other  []codemap.Language
	looked bool // for other

	meant readVectors

	planned string // what plan is of
	plan    codemap.Plan
}

// follow gives the folder of this path, followed; anew where that is wanted.
func (c *Code) follow(dir string, kept func(string) (*codecache.Folder, error), anew bool) (*folder, error) {
	how := c.registry.Folders()
	if f := c.followed(); f.follows(dir, how) && !anew {
		return f, nil
	}
	c.opening.Lock()
	defer c.opening.Unlock()
	before := c.followed()
	if before.follows(dir, how) && !anew {
		return before, nil
	}
	c.put(nil)
	if before != nil {
		c.page.Unsaved(before.close())
	}
	read, err := c.Readers()
	if err != nil {
		return nil, err
	}
	f := &folder{dir: dir, how: how, readers: read, now: c.now, seq: &c.seq}
	// The first word may come before Follow is back.
	ready := make(chan struct{})
	f.live, err = codeindex.Follow(dir, how, read, func() (*codecache.Folder, error) { return kept(dir) }, func() {
		<-ready
		c.page.Apart("telling of the code", func() { c.tell(f) })
	})
	if err != nil {
		return nil, errors.Join(session.Unreadable(dir, err), read.Close())
	}
	c.put(f)
	close(ready)
	return f, nil
}

// follows reports whether it is that folder that is followed, looked into in that way.
func (f *folder) follows(dir string, how repo.Config) bool {
	return f != nil && f.dir == dir && reflect.DeepEqual(f.how, how)
}

func (c *Code) followed() *folder {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.folder
}

func (c *Code) put(f *folder) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.folder = f
	if f == nil && c.looking != nil {
		c.looking()
	}
	c.endFinding("stopped")
}

// leave ends the following.
func (c *Code) leave() error {
	c.opening.Lock()
	defer c.opening.Unlock()
	f := c.followed()
	c.put(nil)
	if f == nil {
		return nil
	}
	return f.close()
}

func (f *folder) close() error { return errors.Join(f.live.Close(), f.readers.Close()) }

// tell says how far the reading is. It is called by the one goroutine that reads,
// and must not wait for who closes the folder.
func (c *Code) tell(f *folder) {
	c.page.Emit("code", f.look(nil).state())
}

// rate is how many files a second are read.
func (f *folder) rate(v codeindex.View) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	if v.Progress.Done < f.done || f.began.IsZero() {
		f.began = now
	}
	f.done = v.Progress.Done
	passed := now.Sub(f.began).Seconds()
	if v.Progress.Of == 0 || passed < 0.2 {
		return 0
	}
	return float64(v.Progress.Done) / passed
}

// mapOf gives the map of an index, and its number.
func (f *folder) mapOf(x *codeindex.Index) (*codemap.Map, int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.known == nil || f.index != x {
		f.shown++
		f.index, f.known = x, codemap.New(x)
	}
	return f.known, f.shown
}

// view is what one question is answered from: the code of a folder at one
// moment, and the run whose plan stands beside it.
type view struct {
	codeindex.View
	folder *folder
	run    *session.Run // nil: none is needed
	seq    int64
}

// look gives what is known now.
func (f *folder) look(r *session.Run) *view {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &view{folder: f, run: r, View: f.live.View(), seq: f.seq.Add(1)}
}

// answers gives what answers questions.
func (v *view) answers() *codemap.View {
	known, _ := v.folder.mapOf(v.Index)
	return &codemap.View{Map: known, Plan: v.folder.planOf(v.run), Whole: v.Current || v.folder.wasWhole(false)}
}

// planOf reads the documents of a run where they are others than before.
func (f *folder) planOf(r *session.Run) codemap.Plan {
	f.mu.Lock()
	defer f.mu.Unlock()
	var key strings.Builder
	key.WriteString(r.ID())
	docs := r.Documents()
	for _, d := range docs {
		fmt.Fprintf(&key, " %s %d", d.Service, d.Edit)
	}
	if key.String() == f.planned {
		return f.plan
	}
	f.planned, f.plan = key.String(), codemap.Plan{ByPath: map[string][]codemap.Use{}}
	for _, d := range docs {
		doc := session.Parsed(d.Current())
		f.plan.Services = append(f.plan.Services, codemap.Use{Service: path.Clean(doc.Metadata.Path), Name: d.Name})
		for _, e := range doc.Evidence {
			if e.Path != "" && e.Line > 0 {
				f.plan.ByPath[e.Path] = append(f.plan.ByPath[e.Path], codemap.Use{Service: d.Service, Name: d.Name, Field: e.Field, Line: e.Line})
			}
		}
	}
	slices.SortStableFunc(f.plan.Services, func(a, b codemap.Use) int { return cmp.Compare(len(b.Service), len(a.Service)) })
	return f.plan
}
