package facts

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"

	"aipack/backend/code/syntax"
)

// mostUnpacked is what a file can take, in bytes before they are compressed. What
// people write takes some three times its text, and sources have at most 512 KiB.
const mostUnpacked = 4 << 20

var decoder, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(mostUnpacked), zstd.WithDecoderLowmem(true))

var errDamaged = errors.New("these are no packed facts")

// Open has what others see of a packed file at hand. Facts that do not fit together
// are an error.
func Open(packed []byte) (*File, error) {
	raw, err := decoder.DecodeAll(packed, nil)
	if err != nil {
		return nil, errDamaged
	}
	r := &unpacking{strings: []string{""}, left: raw}
	f := &File{packed: slices.Clip(packed)}
	var all syntax.File
	r.table()
	f.Uses = r.head(&all, func(n int) { f.Symbols = make([]Symbol, 0, n) }, func(s *syntax.Symbol, hasDoc bool) {
		f.Symbols = append(f.Symbols, seen(s))
		f.Symbols[len(f.Symbols)-1].HasDoc = hasDoc
	})
	if r.damaged {
		return nil, errDamaged
	}
	f.Path, f.Language, f.Package, f.Lines, f.Cut = all.Path, all.Language, all.Package, all.Lines, all.Cut
	f.Imports, f.Exports, f.Problems = all.Imports, all.Exports, all.Problems
	return f, nil
}

// mostParams are so many parameters that it does not count how many more there are.
const mostParams = 200

// seen is what others see of a symbol.
func seen(s *syntax.Symbol) Symbol {
	params := s.Params[:min(len(s.Params), mostParams)]
	least, most := s.Arity()
	if most > mostParams {
		most = -1
	}
	rest := slices.IndexFunc(params, func(p syntax.Param) bool { return p.Rest })
	if rest < 0 {
		rest = len(params)
	}
	out := Symbol{
		Name: s.Name, Type: s.Type, Owner: int32(s.Owner), Line: int32(s.Line), EndLine: int32(s.EndLine), Start: int32(s.Start), End: int32(s.End),
		params: uint8(len(params)), rest: uint8(rest), least: uint8(min(least, mostParams)), most: int16(most),
		Kind: s.Kind, Exported: s.Exported, Static: s.Static, Local: s.Local, Declared: s.Declared,
	}
	typed := slices.ContainsFunc(params, func(p syntax.Param) bool { return p.Type != "" })
	if typed || s.Of != "" || s.Value != "" || len(s.Bases) > 0 || len(s.Generics) > 0 {
		out.more = &more{of: s.Of, value: s.Value, bases: s.Bases, generics: s.Generics}
		for _, p := range params {
			if typed {
				out.more.types = append(out.more.types, p.Type)
			}
		}
	}
	return out
}

// All is all that a source says, unpacked for this one caller.
func (f *File) All() *syntax.File {
	raw, err := decoder.DecodeAll(f.packed, nil)
	if err == nil {
		r := &unpacking{strings: []string{""}, left: raw}
		out := &syntax.File{}
		r.table()
		uses := r.head(out, func(n int) { out.Symbols = make([]syntax.Symbol, 0, n) }, func(s *syntax.Symbol, _ bool) {
			one := *s
			one.Params = slices.Clone(s.Params)
			out.Symbols = append(out.Symbols, one)
		})
		r.table()
		r.body(out, uses)
		if !r.damaged {
			return out
		}
	}
	// What others see was whole when it was opened.
	return &syntax.File{Path: f.Path, Language: f.Language, Lines: f.Lines, Cut: errDamaged.Error()}
}

type unpacking struct {
	strings []string
	left    []byte
	damaged bool
}

func (r *unpacking) fail() { r.damaged, r.left = true, nil }

// number takes a number of at most so much; 0 where there is none.
func (r *unpacking) number(most int) int {
	n, size := binary.Uvarint(r.left)
	if size <= 0 || n > uint64(most) {
		r.fail()
		return 0
	}
	r.left = r.left[size:]
	return int(n)
}

// count takes how many follow, each of a byte at least.
func (r *unpacking) count() int { return r.number(len(r.left)) }

func (r *unpacking) int() int {
	n, size := binary.Varint(r.left)
	if size <= 0 || n < math.MinInt32 || n > math.MaxInt32 {
		r.fail()
		return 0
	}
	r.left = r.left[size:]
	return int(n)
}

func (r *unpacking) text() string { return r.strings[r.number(len(r.strings)-1)] }

// flags takes several at once.
func (r *unpacking) flags(all ...*bool) {
	bits := r.number(math.MaxUint8)
	for i, f := range all {
		*f = bits>>i&1 == 1
	}
}

// table takes the strings that what follows names.
func (r *unpacking) table() {
	sizes := make([]int, r.count())
	total := 0
	for i := range sizes {
		sizes[i] = r.number(len(r.left))
		total += sizes[i]
	}
	if total > len(r.left) {
		r.fail()
	}
	if r.damaged {
		return
	}
	text := string(r.left[:total])
	r.left = r.left[total:]
	r.strings = slices.Grow(r.strings, len(sizes))
	for _, n := range sizes {
		r.strings = append(r.strings, text[:n])
		text = text[n:]
	}
}

// head takes what others see of a file. It says of how many symbols it hears, then of
// each; their lists are used again for the next. It gives the number of uses.
func (r *unpacking) head(f *syntax.File, symbols func(int), hear func(s *syntax.Symbol, hasDoc bool)) (uses int) {
	f.Path, f.Language, f.Package, f.Cut = r.text(), r.text(), r.text(), r.text()
	f.Lines = r.int()
	uses = r.number(math.MaxInt32)
	n := r.count()
	symbols(n)
	var s syntax.Symbol
	for i := range n {
		hasDoc := r.symbol(&s)
		if s.Owner < syntax.Nobody || s.Owner >= i {
			r.fail()
		}
		if r.damaged {
			return 0
		}
		hear(&s, hasDoc)
	}
	f.Imports = list(r, func(i *syntax.Import) {
		i.Module, i.Name, i.As = r.text(), r.text(), r.text()
		i.Line, i.From, i.To = r.int(), r.int(), r.int()
		r.flags(&i.Exported, &i.Static, &i.Lax)
	})
	f.Exports = list(r, func(e *syntax.Export) { e.Name, e.Path, e.Line = r.text(), r.text(), r.int() })
	f.Problems = list(r, func(p *syntax.Problem) { p.Text, p.Line = r.text(), r.int() })
	return uses
}

// list takes a list of what takes a byte at least; nil for an empty one.
func list[T any](r *unpacking, take func(*T)) []T {
	n := r.count()
	if n == 0 {
		return nil
	}
	out := make([]T, n)
	for i := range out {
		take(&out[i])
	}
	return out
}

// symbol takes a symbol after the last one, and whether something is said of it.
func (r *unpacking) symbol(s *syntax.Symbol) (hasDoc bool) {
	last := *s
	*s = syntax.Symbol{Name: r.text(), Type: r.text(), Kind: syntax.Kind(r.number(math.MaxUint8))}
	more := false
	r.flags(&s.Exported, &s.Static, &s.Local, &s.Declared, &more, &hasDoc)
	s.Owner = r.int()
	s.Line = last.Line + r.int()
	s.EndLine = s.Line + r.int()
	s.Start = last.Start + r.int()
	s.End = s.Start + r.int()
	s.Params = r.params(last.Params)
	if !more {
		return hasDoc
	}
	s.Of, s.Value = r.text(), r.text()
	s.Bases = list(r, func(b *syntax.Base) { b.Type, b.Line = r.text(), s.Line+r.int() })
	s.Generics = r.params(nil)
	for i := range s.Generics {
		s.Generics[i].Name = r.text()
	}
	return hasDoc
}

func (r *unpacking) params(out []syntax.Param) []syntax.Param {
	out = out[:0]
	for range r.count() {
		var p syntax.Param
		p.Type = r.text()
		r.flags(&p.Optional, &p.Rest)
		out = append(out, p)
	}
	return out
}

// body takes what only the file itself needs.
func (r *unpacking) body(f *syntax.File, uses int) {
	for i := range f.Symbols {
		s := &f.Symbols[i]
		s.Signature, s.Doc = r.text(), r.text()
		for k := range s.Params {
			s.Params[k].Name = r.text()
		}
	}
	if uses > len(r.left) {
		r.fail()
		return
	}
	if uses > 0 {
		f.Uses = make([]syntax.Use, uses)
	}
	var last syntax.Use
	for i := range f.Uses {
		u := &f.Uses[i]
		u.Kind, u.Path, u.Given = syntax.UseKind(r.text()), r.text(), r.text()
		u.Symbol, u.Line, u.At, u.Args = r.int(), last.Line+r.int(), last.At+r.int(), r.int()
		r.flags(&u.Typed)
		if u.Symbol < syntax.Nobody || u.Symbol >= len(f.Symbols) {
			r.fail()
			return
		}
		last = *u
	}
	at := 0
	f.Locals = list(r, func(l *syntax.Local) {
		l.Name, l.Type, l.Value = r.text(), r.text(), r.text()
		l.From = at + r.int()
		l.To = l.From + r.int()
		at = l.From
	})
	f.Comments, f.Verbatim = r.spans(), r.spans()
}

func (r *unpacking) spans() []syntax.Span {
	at := 0
	return list(r, func(s *syntax.Span) {
		s.Start = at + r.int()
		s.End = s.Start + r.int()
		at = s.Start
	})
}
