package code

import (
	"slices"

	"aipack/backend/code/codemap"
	"aipack/backend/code/syntax"
	"aipack/backend/detect/analysis"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// State is how far the reading of a folder's sources is. It is also the
// event "code".
type State struct {
	Folder    string             `json:"folder"`
	Seq       int64              `json:"seq"`   // of two, the one with the higher is the later
	State     string             `json:"state"` // reading: nothing is there yet; partial: what was read can be used; changed: it is read again; current; failed
	Done      int                `json:"done"`  // files
	Of        int                `json:"of"`
	Rate      float64            `json:"rate"`  // files a second
	Graph     int                `json:"graph"` // goes up with each new graph: what was answered before may be old
	Files     int                `json:"files"`
	Symbols   int                `json:"symbols"`
	Kinds     []string           `json:"kinds"`
	Languages []codemap.Language `json:"languages"`
	Other     []codemap.Language `json:"other"`   // whose sources are not read
	Top       string             `json:"top"`     // the file on which the project hangs most
	Partial   string             `json:"partial"` // why not the whole folder was walked
	Warning   string             `json:"warning"`
	Error     *page.Fault        `json:"error"`
}

func (v *view) state() State {
	f := v.folder
	s := State{
		Folder: f.dir, Seq: v.seq, State: "reading", Done: v.Progress.Done, Of: v.Progress.Of, Rate: f.rate(v.View),
		Kinds: []string{}, Languages: []codemap.Language{}, Other: f.others(v.run), Warning: v.Warning,
	}
	whole := f.wasWhole(v.Current)
	switch {
	case v.Err != nil:
		said := page.FaultOf(session.Unreadable(f.dir, v.Err))
		s.State, s.Error = "failed", &said
	case v.Current:
		s.State = "current"
	case whole:
		s.State = "changed"
	case v.Index != nil:
		s.State = "partial"
	}
	if v.Index == nil {
		return s
	}
	known, number := f.mapOf(v.Index)
	s.Graph, s.Files, s.Symbols, s.Languages, s.Kinds = number, known.Files(), known.Symbols(), known.Languages(), known.Kinds()
	s.Top = known.Top()
	if v.Index.Partial != nil {
		s.Partial = string(v.Index.Partial.Reason)
	}
	return s
}

func (f *folder) wasWhole(now bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.whole = f.whole || now
	return f.whole
}

// others are the languages of the folder whose sources are not read.
func (f *folder) others(r *session.Run) []codemap.Language {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r != nil && !f.looked && !r.UnderWay() {
		f.looked = true
		var paths []string
		if index := r.KnownIndex(); index != nil {
			paths = index.Paths()
		}
		count := map[string]int{}
		for _, p := range paths {
			l, ok := analysis.Registry().ByExtension(p)
			if ok && !slices.ContainsFunc(l.Extensions, func(e string) bool { return syntax.LanguageOf(e) != "" }) {
				count[l.ID]++
			}
		}
		f.other = codemap.ByFiles(count)
	}
	return append([]codemap.Language{}, f.other...)
}
