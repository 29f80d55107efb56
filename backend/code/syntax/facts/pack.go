package facts

import (
	"encoding/binary"

	"github.com/klauspost/compress/zstd"

	"aipack/backend/code/syntax"
)

// A packed file is one frame of zstd. In it lie two tables of strings with the
// records that name strings by their number: what a File has at hand, and the rest,
// which names strings of both. Number 0 is the empty one. All numbers are varints.

var encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true))

// Pack packs what a source says; of one that says far too much no more than that.
func Pack(f *syntax.File) []byte {
	w := packing{numbers: map[string]int{"": 0}}
	w.head(f)
	head := w.cut()
	w.body(f)
	all := append(head, w.cut()...)
	if len(all) > mostUnpacked {
		return Pack(&syntax.File{Path: f.Path, Language: f.Language, Lines: f.Lines, Cut: "it says more than is kept of a source"})
	}
	return encoder.EncodeAll(all, nil)
}

type packing struct {
	numbers map[string]int
	added   []string // since the last cut
	records []byte
}

// cut is a table with its records.
func (w *packing) cut() []byte {
	out := binary.AppendUvarint(nil, uint64(len(w.added)))
	for _, s := range w.added {
		out = binary.AppendUvarint(out, uint64(len(s)))
	}
	for _, s := range w.added {
		out = append(out, s...)
	}
	out = append(out, w.records...)
	w.added, w.records = nil, nil
	return out
}

func (w *packing) count(n int) { w.records = binary.AppendUvarint(w.records, uint64(n)) }

func (w *packing) ints(list ...int) {
	for _, n := range list {
		w.records = binary.AppendVarint(w.records, int64(n))
	}
}

func (w *packing) texts(list ...string) {
	for _, s := range list {
		number, ok := w.numbers[s]
		if !ok {
			number = len(w.numbers)
			w.numbers[s] = number
			w.added = append(w.added, s)
		}
		w.count(number)
	}
}

func (w *packing) flags(set ...bool) {
	bits := 0
	for i, on := range set {
		if on {
			bits |= 1 << i
		}
	}
	w.count(bits)
}

func (w *packing) head(f *syntax.File) {
	w.texts(f.Path, f.Language, f.Package, f.Cut)
	w.ints(f.Lines)
	w.count(len(f.Uses))
	w.count(len(f.Symbols))
	line, start := 0, 0
	for i := range f.Symbols {
		s := &f.Symbols[i]
		w.texts(s.Name, s.Type)
		more := s.Of != "" || s.Value != "" || len(s.Bases) > 0 || len(s.Generics) > 0
		w.count(int(s.Kind))
		w.flags(s.Exported, s.Static, s.Local, s.Declared, more, s.Doc != "")
		w.ints(s.Owner, s.Line-line, s.EndLine-s.Line, s.Start-start, s.End-s.Start)
		line, start = s.Line, s.Start
		w.params(s.Params)
		if more {
			w.texts(s.Of, s.Value)
			w.count(len(s.Bases))
			for _, b := range s.Bases {
				w.texts(b.Type)
				w.ints(b.Line - s.Line)
			}
			w.params(s.Generics)
			for _, g := range s.Generics {
				w.texts(g.Name)
			}
		}
	}
	w.count(len(f.Imports))
	for _, i := range f.Imports {
		w.texts(i.Module, i.Name, i.As)
		w.ints(i.Line, i.From, i.To)
		w.flags(i.Exported, i.Static, i.Lax)
	}
	w.count(len(f.Exports))
	for _, e := range f.Exports {
		w.texts(e.Name, e.Path)
		w.ints(e.Line)
	}
	w.count(len(f.Problems))
	for _, p := range f.Problems {
		w.texts(p.Text)
		w.ints(p.Line)
	}
}

// params packs all of parameters but their names.
func (w *packing) params(list []syntax.Param) {
	w.count(len(list))
	for _, p := range list {
		w.texts(p.Type)
		w.flags(p.Optional, p.Rest)
	}
}

func (w *packing) body(f *syntax.File) {
	for i := range f.Symbols {
		s := &f.Symbols[i]
		w.texts(s.Signature, s.Doc)
		for _, p := range s.Params {
			w.texts(p.Name)
		}
	}
	line, at := 0, 0
	for _, u := range f.Uses {
		w.texts(string(u.Kind), u.Path, u.Given)
		w.ints(u.Symbol, u.Line-line, u.At-at, u.Args)
		w.flags(u.Typed)
		line, at = u.Line, u.At
	}
	w.count(len(f.Locals))
	at = 0
	for _, l := range f.Locals {
		w.texts(l.Name, l.Type, l.Value)
		w.ints(l.From-at, l.To-l.From)
		at = l.From
	}
	for _, spans := range [][]syntax.Span{f.Comments, f.Verbatim} {
		w.count(len(spans))
		at = 0
		for _, s := range spans {
			w.ints(s.Start-at, s.End-s.Start)
			at = s.Start
		}
	}
}
