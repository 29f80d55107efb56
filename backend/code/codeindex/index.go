package codeindex

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/codeindex/codecache"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/repo"
)

// Reader reads sources; see crew.Readers.
type Reader interface {
	Read(ctx context.Context, sources []parserpool.Source, hear func(*facts.File)) error
}

// Index is the graph of a folder's sources at one moment, with what it leaves out.
// It never changes once made.
type Index struct {
	Graph   *codegraph.Graph
	Unread  []Unread       // sorted by path
	LeftOut []repo.Skipped // folders that were not looked into, but for those that everybody expects; sorted by path
	Partial *repo.Partial  // nil: the whole folder was walked

	kept    map[string]codecache.Kept // by path
	headers string                    // the language of files .h
	layout  codegraph.Layout
	dirs    []string // that were walked
}

// Whole says that all of the folder's sources are in the graph.
func (x *Index) Whole() bool { return x.Partial == nil && len(x.Unread) == 0 }

// Unread is a source that is there and of which not all is in the graph.
type Unread struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Progress is how far the reading is.
type Progress struct {
	Done, Of int // files
}

const (
	mostLine = 20_000   // bytes; what has longer lines was, too
	atOnce   = 16 << 20 // bytes of sources that are held to be read
)

// racy is how long after a writing a second one may leave the same time, as
// clocks of file systems go.
const racy = 50 * time.Millisecond

// reading makes one index.
type reading struct {
	tree   *repo.Tree
	reader Reader
	tell   func(Progress, func() *Index)

	index  *Index
	walked *repo.Index
	begun  Progress
}

// Read makes the index of a folder. What last (nil for none) knows of files that
// are as they were is taken over. While it reads, tell hears how far it is, and
// can have the index of what was read so far. The errors are ctx's, those of a
// root that cannot be read, and that nothing can be started to read sources with.
func Read(ctx context.Context, tree *repo.Tree, reader Reader, last *Index, tell func(Progress, func() *Index)) (*Index, error) {
	walked, err := tree.Index(ctx)
	if err != nil {
		return nil, err
	}
	r := &reading{
		tree: tree, reader: reader, tell: tell, walked: walked,
		index: &Index{
			LeftOut: walked.LeftOut(), Partial: walked.Partial, kept: map[string]codecache.Kept{},
			layout: Layout(tree, walked), dirs: append([]string{"."}, walked.Dirs...),
		},
	}
	var wanted []string
	for _, f := range walked.Files {
		if syntax.LanguageOf(f.Path) != "" {
			wanted = append(wanted, f.Path)
		}
	}
	r.begun.Of = len(wanted)
	r.index.headers = headersOf(wanted)
	changed, err := r.sources(ctx, wanted, last)
	if err != nil {
		return nil, err
	}
	r.index.finish(last, changed)
	return r.index, nil
}

// Again is the index after some files were written that it has already.
func (x *Index) Again(ctx context.Context, tree *repo.Tree, reader Reader, paths []string) (*Index, error) {
	next := &Index{LeftOut: x.LeftOut, Partial: x.Partial, headers: x.headers, kept: make(map[string]codecache.Kept, len(x.kept)), layout: x.layout, dirs: x.dirs}
	for p, k := range x.kept {
		if !slices.Contains(paths, p) {
			next.kept[p] = k
		}
	}
	for _, u := range x.Unread {
		if !slices.Contains(paths, u.Path) {
			next.Unread = append(next.Unread, u)
		}
	}
	r := &reading{tree: tree, reader: reader, tell: func(Progress, func() *Index) {}, index: next}
	changed, err := r.sources(ctx, paths, x)
	if err != nil {
		return nil, err
	}
	next.finish(x, changed)
	return next, nil
}

// sources has those sources read that are not as they were, and names them.
func (r *reading) sources(ctx context.Context, wanted []string, last *Index) (changed []string, err error) {
	var sources []parserpool.Source
	states := map[string]codecache.State{}
	size := 0
	flush := func() error {
		err := r.reader.Read(ctx, sources, func(f *facts.File) {
			r.index.kept[f.Path] = codecache.Kept{State: states[f.Path], Facts: f}
			changed = append(changed, f.Path)
			r.done()
		})
		sources, size = nil, 0
		return err
	}
	for _, name := range wanted {
		state := r.state(name)
		if last != nil {
			if k, ok := last.kept[name]; ok && k.State == state && state.Modified != 0 && k.Facts.Language == r.language(name) {
				r.index.kept[name] = k
				r.done()
				continue
			}
		}
		text, reason := source(r.tree, name)
		if reason != "" {
			r.index.Unread = append(r.index.Unread, Unread{name, reason})
			r.done()
			continue
		}
		states[name] = state
		sources = append(sources, parserpool.Source{Path: name, Language: r.language(name), Text: text})
		if size += len(text); size >= atOnce {
			if err := flush(); err != nil {
				return nil, fmt.Errorf("reading the sources of %s: %w", r.tree.Dir(), err)
			}
		}
	}
	if err := flush(); err != nil {
		return nil, fmt.Errorf("reading the sources of %s: %w", r.tree.Dir(), err)
	}
	return changed, nil
}

// headersOf is the language of files .h: C++ where there are sources of it, which
// C cannot be told from by the name.
func headersOf(paths []string) string {
	for _, p := range paths {
		if syntax.LanguageOf(p) == "cpp" {
			return "cpp"
		}
	}
	return "c"
}

func (r *reading) language(name string) string {
	if strings.HasSuffix(name, ".h") {
		return r.index.headers
	}
	return syntax.LanguageOf(name)
}

func (r *reading) done() {
	r.begun.Done++
	r.tell(r.begun, func() *Index {
		so := &Index{kept: r.index.kept, layout: r.index.layout}
		so.Graph = codegraph.Build(so.facts(), so.layout)
		so.kept = nil
		return so
	})
}

// state is taken before a file is read: what is written while it is read has
// another.
func (r *reading) state(name string) codecache.State {
	stamp, err := r.tree.Stamp(name)
	if err != nil {
		return codecache.State{}
	}
	s := codecache.State{Size: stamp.Size, Modified: stamp.Modified.UnixNano()}
	if time.Since(stamp.Modified) < racy {
		s.Modified = 0
	}
	return s
}

// finish makes the graph; of the last one where it stays the same but for what a
// few files name.
func (x *Index) finish(last *Index, changed []string) {
	for path, k := range x.kept {
		if k.Facts.Cut != "" && !slices.ContainsFunc(x.Unread, func(u Unread) bool { return u.Path == path }) {
			x.Unread = append(x.Unread, Unread{path, k.Facts.Cut})
		}
	}
	slices.SortFunc(x.Unread, func(a, b Unread) int { return strings.Compare(a.Path, b.Path) })
	if x.Graph = x.edited(last, changed); x.Graph == nil {
		x.Graph = codegraph.Build(x.facts(), x.layout)
	}
}

// mostEdited are so few files that taking them over one by one is quicker than
// finding all that is named anew.
const mostEdited = 8

func (x *Index) edited(last *Index, changed []string) *codegraph.Graph {
	if last == nil || last.Graph == nil || len(changed) > mostEdited || len(x.kept) != len(last.kept) || !reflect.DeepEqual(x.layout, last.layout) {
		return nil
	}
	g := last.Graph
	for _, path := range changed {
		next, ok := g.With(x.kept[path].Facts)
		if !ok {
			return nil
		}
		g = next
	}
	return g
}

func (x *Index) facts() []*facts.File {
	out := make([]*facts.File, 0, len(x.kept))
	for _, k := range x.kept {
		out = append(out, k.Facts)
	}
	return out
}

// Kept is an index without a graph: what a shelf knows, to be read on from.
func Kept(s *codecache.Folder) (*Index, error) {
	kept, err := s.Load()
	return &Index{kept: kept}, err
}

// Keep writes an index to a shelf.
func (x *Index) Keep(s *codecache.Folder) error {
	states := make(map[string]codecache.State, len(x.kept))
	for path, k := range x.kept {
		states[path] = k.State
	}
	return s.Save(x.Graph, states)
}

// source is the text of a file, or why it is not read.
func source(tree *repo.Tree, name string) (text []byte, reason string) {
	text, err := tree.ReadBytes(name, syntax.MostSource+1)
	switch {
	case err != nil:
		return nil, err.Error()
	case len(text) > syntax.MostSource:
		return nil, "it is larger than 512 KiB"
	case bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text):
		return nil, "it is not text in UTF-8"
	case longest(text) > mostLine:
		return nil, "it has lines of more than 20,000 letters, as programs write them"
	}
	return text, ""
}

func longest(text []byte) int {
	most := 0
	for line := range bytes.Lines(text) {
		most = max(most, len(line))
	}
	return most
}
