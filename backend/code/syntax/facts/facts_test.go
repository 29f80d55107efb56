package facts_test

import (
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/code/syntax/syntaxtest"
)

// texts are what short texts of every language say.
func texts(t testing.TB) []*syntax.File {
	paths, err := filepath.Glob("../reader/testdata/*.txtar")
	if err != nil || len(paths) < 10 {
		t.Fatalf("%d texts: %v", len(paths), err)
	}
	var out []*syntax.File
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := syntaxtest.Read("a/"+archive.Files[0].Name, archive.Files[0].Name, archive.Files[0].Data)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	return append(out, &syntax.File{}, full)
}

// full has a value in every field.
var full = &syntax.File{
	Path: "a.x", Language: "x", Package: "p", Lines: 9, Cut: "cut",
	Symbols: []syntax.Symbol{
		{Name: "A", Kind: syntax.Class, Owner: syntax.Nobody, Line: 5, EndLine: 9, Start: 50, End: 90, Exported: true, Bases: []syntax.Base{{Type: "B", Line: 6}}, Generics: []syntax.Param{{Name: "T", Type: "U"}}},
		{
			Name: "f", Kind: syntax.Method, Owner: 0, Of: "A", Line: 2, EndLine: 3, Start: 10, End: 20, Signature: "f(a, b)", Doc: "it\ndoes", Static: true, Local: true, Declared: true, Type: "C", Value: "a.b()",
			Params: []syntax.Param{{Name: "a", Type: "T"}, {Name: "b", Optional: true}, {Name: "c", Rest: true}},
		},
		{Name: "g", Kind: syntax.Function, Owner: 1, Params: []syntax.Param{{Name: "a"}, {Name: "b"}}},
	},
	Locals:   []syntax.Local{{Name: "l", From: 60, To: 70, Type: "T"}, {Name: "m", From: 1, To: 2, Value: "l.m"}},
	Uses:     []syntax.Use{{Kind: syntax.Calls, Path: "a.b", Symbol: 1, Line: 7, At: 65, Typed: true, Args: -1, Given: "a;b"}, {Kind: syntax.Uses, Path: "c", Symbol: syntax.Nobody, Line: 1, At: 3, Args: 4}},
	Imports:  []syntax.Import{{Module: "m", Name: "n", As: "o", Line: 3, From: 4, To: 5, Exported: true, Static: true, Lax: true}},
	Exports:  []syntax.Export{{Name: "n", Path: "p", Line: 2}},
	Problems: []syntax.Problem{{Line: 3, Text: "odd"}},
	Comments: []syntax.Span{{Start: 1, End: 2}, {Start: 80, End: 90}},
	Verbatim: []syntax.Span{{Start: 3, End: 9}},
}

// What is packed says the same when it is unpacked, in every language.
func TestAll(t *testing.T) {
	for _, want := range texts(t) {
		got := facts.Of(want).All()
		if !reflect.DeepEqual(plain(got), plain(want)) {
			t.Errorf("%s: got\n%+v\nwant\n%+v", want.Path, got, want)
		}
	}
}

// plain makes empty lists none.
func plain(f *syntax.File) syntax.File {
	out := *f
	out.Symbols = nil
	for _, s := range f.Symbols {
		if len(s.Params) == 0 {
			s.Params = nil
		}
		if len(s.Generics) == 0 {
			s.Generics = nil
		}
		if len(s.Bases) == 0 {
			s.Bases = nil
		}
		out.Symbols = append(out.Symbols, s)
	}
	for _, list := range []any{&out.Locals, &out.Uses, &out.Imports, &out.Exports, &out.Problems, &out.Comments, &out.Verbatim} {
		if v := reflect.ValueOf(list).Elem(); v.Len() == 0 {
			v.SetZero()
		}
	}
	return out
}

// What others see of a symbol is what it says.
func TestSymbols(t *testing.T) {
	for _, f := range texts(t) {
		seen := facts.Of(f)
		if seen.Uses != len(f.Uses) || len(seen.Symbols) != len(f.Symbols) || seen.Path != f.Path || seen.Language != f.Language || seen.Package != f.Package || seen.Lines != f.Lines || seen.Cut != f.Cut {
			t.Fatalf("%s: %+v", f.Path, seen)
		}
		for i := range f.Symbols {
			s, w := &seen.Symbols[i], &f.Symbols[i]
			least, most := s.Arity()
			wantLeast, wantMost := w.Arity()
			if s.Name != w.Name || s.Type != w.Type || s.Of() != w.Of || s.Value() != w.Value || s.Kind != w.Kind || int(s.Owner) != w.Owner || int(s.Line) != w.Line || int(s.EndLine) != w.EndLine ||
				int(s.Start) != w.Start || int(s.End) != w.End || s.Exported != w.Exported || s.Static != w.Static || s.Local != w.Local || s.Declared != w.Declared || s.HasDoc != (w.Doc != "") ||
				len(s.Bases()) != len(w.Bases) || len(s.Generics()) != len(w.Generics) || s.Params() != len(w.Params) || least != wantLeast || most != wantMost {
				t.Errorf("%s: got %+v, want %+v", f.Path, s, w)
			}
			rest := slices.IndexFunc(w.Params, func(p syntax.Param) bool { return p.Rest })
			for k, p := range w.Params {
				if s.ParamType(k) != p.Type || s.ParamRest(k) != (k == rest) {
					t.Errorf("%s: parameter %d of %s: %q", f.Path, k, s.Name, s.ParamType(k))
				}
			}
			for args := -1; args < 5; args++ {
				if s.Takes(args) != w.Takes(args) {
					t.Errorf("%s: %s takes %d: %v", f.Path, s.Name, args, s.Takes(args))
				}
			}
		}
	}
}

// A function of more parameters than are counted takes any number.
func TestManyParams(t *testing.T) {
	s := facts.Of(&syntax.File{Symbols: []syntax.Symbol{{Name: "f", Kind: syntax.Function, Owner: syntax.Nobody, Params: make([]syntax.Param, 300)}}}).Symbols[0]
	if !s.Takes(300) || s.Takes(10) || s.Params() != 200 {
		t.Errorf("%+v", s)
	}
}

// What says far too much is left out with a reason.
func TestTooMuch(t *testing.T) {
	f := &syntax.File{Path: "a.js", Language: "javascript", Lines: 7}
	for i := range 600_000 {
		f.Uses = append(f.Uses, syntax.Use{Kind: syntax.Uses, Path: "name" + strings.Repeat("x", i%50), Symbol: syntax.Nobody, Line: i * 1000, At: i * 3000})
	}
	if got := facts.Of(f); got.Cut == "" || got.Uses != 0 || got.Path != "a.js" || got.Lines != 7 {
		t.Errorf("%d uses, cut %q", got.Uses, got.Cut)
	}
}

// FuzzOpen opens any bytes: they are facts whose parts fit together, or none.
func FuzzOpen(f *testing.F) {
	for _, one := range texts(f) {
		f.Add(facts.Pack(one))
		f.Add(unpacked(f, facts.Pack(one)))
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		for _, b := range [][]byte{packed, frame(packed)} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			file, err := facts.Open(b)
			if err != nil {
				continue
			}
			all := file.All()
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 256<<20 {
				t.Errorf("it takes %d MB", used>>20)
			}
			for i, s := range file.Symbols {
				if int(s.Owner) < syntax.Nobody || int(s.Owner) >= i {
					t.Errorf("symbol %d lies in %d", i, s.Owner)
				}
			}
			for _, u := range all.Uses {
				if u.Symbol < syntax.Nobody || u.Symbol >= len(all.Symbols) {
					t.Errorf("a use lies in symbol %d of %d", u.Symbol, len(all.Symbols))
				}
			}
		}
	})
}
