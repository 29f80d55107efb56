package reader

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/grammar"
	"aipack/backend/code/syntax/plain"

	"golang.org/x/tools/txtar"
)

// FuzzRead reads whatever a text may say in any language: it ends, and what it says
// lies within the text.
func FuzzRead(f *testing.F) {
	names := slices.Sorted(maps.Keys(languages))
	names = append(names, slices.Sorted(maps.Keys(plain.Languages))...)
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		one := archive.Files[0]
		f.Add(uint8(slices.Index(names, one.Name)), one.Data)
	}
	f.Fuzz(func(t *testing.T, language uint8, text []byte) {
		if len(text) > 20_000 {
			t.Skip()
		}
		parsed, err := grammar.Parse(names[int(language)%len(names)], text, grammar.Limits{Time: time.Second, Nodes: 1 << 16})
		if err != nil {
			t.Skip()
		}
		begun := time.Now()
		file := Read(parsed)
		if took := time.Since(begun); took > 2*time.Second {
			t.Errorf("it took %v", took)
		}
		checkPlaces(t, &file, len(text))
	})
}

// checkPlaces checks that everything a file says stands somewhere in its text.
func checkPlaces(t *testing.T, f *syntax.File, size int) {
	last := max(f.Lines, 1)
	isLine := func(n int) bool { return n >= 1 && n <= last }
	isSpan := func(from, to int) bool { return from >= 0 && from <= to && to <= size }
	for i, s := range f.Symbols {
		if s.Name == "" || s.Owner < syntax.Nobody || s.Owner >= i || !isLine(s.Line) || s.EndLine < s.Line || s.EndLine > last || !isSpan(s.Start, s.End) {
			t.Fatalf("of %d lines and %d bytes there is a symbol %+v", last, size, s)
		}
	}
	for _, u := range f.Uses {
		if u.Path == "" || !isLine(u.Line) || u.Symbol < syntax.Nobody || u.Symbol >= len(f.Symbols) || u.At < 0 || u.At > size {
			t.Fatalf("of %d lines and %d bytes there is a use %+v", last, size, u)
		}
	}
	for _, im := range f.Imports {
		if !isLine(im.Line) || !isSpan(im.From, im.To) {
			t.Fatalf("of %d lines and %d bytes there is an import %+v", last, size, im)
		}
	}
	for _, l := range f.Locals {
		if l.Name == "" || !isSpan(l.From, max(l.From, l.To)) || l.To > size {
			t.Fatalf("of %d bytes there is a local name %+v", size, l)
		}
	}
	for _, e := range f.Exports {
		if !isLine(e.Line) {
			t.Fatalf("of %d lines there is an export %+v", last, e)
		}
	}
	for _, p := range f.Problems {
		if !isLine(p.Line) {
			t.Fatalf("of %d lines there is a problem %+v", last, p)
		}
	}
	for _, spans := range [][]syntax.Span{f.Comments, f.Verbatim} {
		for i, s := range spans {
			if !isSpan(s.Start, s.End) || i > 0 && s.Start < spans[i-1].End {
				t.Fatalf("of %d bytes there is a span %+v", size, s)
			}
		}
	}
}
