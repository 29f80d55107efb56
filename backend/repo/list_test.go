package repo

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func sample() *Tree {
	return mapRepo(map[string]string{
		".gitignore": "*.log\n", "README.md": "# Hello\n", "main.go": "package main\n\nfunc main() {\n\tprintln(1)\n}\n",
		"src/a.go": "package src\n// main\n", "src/deep/b.ts": "main()\nmain()\nMAIN\n", "src/x.log": "main", "bin.dat": "main\x00",
		".github/ci.yml": "main: 1\n", "node_modules/a/index.js": "main", "dist/out.min.js": "main",
	})
}

func names(l Listing) []string {
	var out []string
	for _, e := range l.Entries {
		out = append(out, e.Path)
	}
	return out
}

func TestListAndWalkFilter(t *testing.T) {
	t.Parallel()
	with := func(change func(*DirFilter)) DirFilter {
		f := DefaultDirFilter()
		change(&f)
		return f
	}
	tests := []struct {
		what   string
		dir    string
		filter DirFilter
		depth  int
		want   string
	}{
		{"default", ".", DefaultDirFilter(), 1, "README.md bin.dat main.go src"},
		{"the root by another name", "", DefaultDirFilter(), 1, "README.md bin.dat main.go src"},
		{"hidden", ".", with(func(f *DirFilter) { f.Hidden = true }), 1, ".github .gitignore README.md bin.dat main.go src"},
		{"folders", ".", with(func(f *DirFilter) { f.Files = false }), 5, "src src/deep"},
		{"files", ".", with(func(f *DirFilter) { f.Dirs = false }), 5, "README.md bin.dat main.go src/a.go src/deep/b.ts"},
		{"extensions", ".", with(func(f *DirFilter) { f.Dirs, f.Extensions = false, []string{".GO", "ts"} }), 5, "main.go src/a.go src/deep/b.ts"},
		{"ignored", "src", with(func(f *DirFilter) { f.Ignored = true }), 1, "src/a.go src/deep src/x.log"},
		{"below an ignore file", "src", DefaultDirFilter(), 1, "src/a.go src/deep"},
		{"depth", ".", DefaultDirFilter(), 2, "README.md bin.dat main.go src src/a.go src/deep"},
		{"names left out", ".", with(func(f *DirFilter) { f.Exclude = []string{"README.md", "src"} }), 2, "bin.dat main.go"},
		{"all", ".", with(func(f *DirFilter) { f.All, f.Dirs, f.Exclude = true, false, []string{"node_modules"} }), 9, "README.md bin.dat dist/out.min.js main.go src/a.go src/deep/b.ts"},
		{"named and not gone into", ".", with(func(f *DirFilter) { f.Closed = true }), 5, "README.md bin.dat dist main.go src src/a.go src/deep src/deep/b.ts"},
		{"named outright", "node_modules", DefaultDirFilter(), 5, "node_modules/a node_modules/a/index.js"},
	}
	r := sample()
	for _, test := range tests {
		l, err := r.Walk(t.Context(), test.dir, WalkOptions{MaxDepth: test.depth, Filter: test.filter})
		if err != nil || strings.Join(names(l), " ") != test.want {
			t.Errorf("%s: %q, %v", test.what, names(l), err)
		}
	}
	l, err := r.List(t.Context(), ".", DefaultDirFilter())
	if err != nil || len(l.Entries) != 4 || !l.Entries[1].Binary || l.Entries[1].Size != 5 || l.Entries[3].Type != TypeDir {
		t.Errorf("list: %+v, %v", l, err)
	}
	if l, err = r.Walk(t.Context(), ".", WalkOptions{MaxFiles: 2, Filter: DefaultDirFilter()}); err != nil || len(l.Entries) != 2 || !l.Truncated {
		t.Errorf("limit: %+v, %v", l, err)
	}
	if _, err = r.List(t.Context(), "main.go", DefaultDirFilter()); !errors.Is(err, ErrNotFolder) {
		t.Errorf("a file listed: %v", err)
	}
	if n, err := r.Children(t.Context(), "src", DefaultDirFilter()); err != nil || n != 2 {
		t.Errorf("children: %d, %v", n, err)
	}
}

func TestGlobAndFind(t *testing.T) {
	t.Parallel()
	r := sample()
	for pattern, want := range map[string]string{
		"*.go": "main.go", "**/*.go": "main.go src/a.go", "src/**": "src/a.go src/deep/b.ts", "./main.go": "main.go",
		".github/**/*.{yml,yaml}": ".github/ci.yml", "{main,bin}.*": "bin.dat main.go", "none*": "",
	} {
		l, err := r.Glob(t.Context(), pattern)
		if err != nil || strings.Join(names(l), " ") != want {
			t.Errorf("glob %s: %q, %v", pattern, names(l), err)
		}
	}
	for _, test := range []struct {
		q    FileQuery
		want string
	}{
		{FileQuery{Name: "*.go"}, "main.go src/a.go"},
		{FileQuery{Name: "src/*.go"}, "src/a.go"},
		{FileQuery{Dir: "src", Name: "*.ts"}, "src/deep/b.ts"},
		{FileQuery{Extensions: []string{"md", ".ts"}}, "README.md src/deep/b.ts"},
		{FileQuery{Contains: "MAIN"}, "src/deep/b.ts"},
		{FileQuery{MinSize: 20}, "main.go src/a.go"},
		{FileQuery{MaxSize: 8}, "README.md bin.dat"},
		{FileQuery{Name: "*.log", Ignored: true}, "src/x.log"},
		{FileQuery{Name: "*.yml", Hidden: true}, ".github/ci.yml"},
	} {
		l, err := r.Find(t.Context(), test.q)
		if err != nil || strings.Join(names(l), " ") != test.want {
			t.Errorf("find %+v: %q, %v", test.q, names(l), err)
		}
	}
	if l, err := r.Find(t.Context(), FileQuery{MaxResults: 1}); err != nil || len(l.Entries) != 1 || !l.Truncated {
		t.Errorf("limit: %+v, %v", l, err)
	}
	if _, err := r.Glob(t.Context(), "[a"); !errors.Is(err, ErrPattern) {
		t.Errorf("bad pattern: %v", err)
	}
	for _, p := range []string{"../*", "/etc/*"} {
		if _, err := r.Glob(t.Context(), p); !errors.Is(err, ErrOutside) {
			t.Errorf("glob %s: %v", p, err)
		}
	}
}

func TestGrep(t *testing.T) {
	t.Parallel()
	r := sample()
	got, err := r.Grep(t.Context(), `\bmain\b`, GrepOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var where []string
	for _, f := range got.Files {
		for _, m := range f.Matches {
			where = append(where, fmt.Sprintf("%s:%d", f.Path, m.Line))
		}
	}
	if want := "main.go:1 main.go:3 src/a.go:2 src/deep/b.ts:1 src/deep/b.ts:2"; strings.Join(where, " ") != want || got.Matches != 5 || got.Truncated || got.Searched != 4 {
		t.Errorf("%q, %+v", where, got)
	}
	for _, test := range []struct {
		what      string
		o         GrepOptions
		matches   int
		truncated bool
	}{
		{"case", GrepOptions{CaseInsensitive: true}, 6, false},
		{"limit", GrepOptions{MaxMatches: 3}, 3, true},
		{"limit met exactly", GrepOptions{MaxMatches: 5}, 5, false},
		{"limit per file", GrepOptions{MaxPerFile: 1}, 3, true},
		{"files by name", GrepOptions{Files: "*.ts"}, 2, false},
		{"files by path", GrepOptions{Files: "src/*.go"}, 1, false},
		{"one file", GrepOptions{Path: "main.go"}, 2, false},
		{"one folder", GrepOptions{Path: "src"}, 3, false},
		{"binary", GrepOptions{Binary: true}, 6, false},
		{"hidden", GrepOptions{Hidden: true}, 6, false},
	} {
		got, err := r.Grep(t.Context(), `\bmain\b`, test.o)
		if err != nil || got.Matches != test.matches || got.Truncated != test.truncated {
			t.Errorf("%s: %d matches, truncated %v, %v", test.what, got.Matches, got.Truncated, err)
		}
	}
	if _, err := r.Grep(t.Context(), "(", GrepOptions{}); !errors.Is(err, ErrPattern) {
		t.Errorf("bad pattern: %v", err)
	}
}

func TestGrepShowsContext(t *testing.T) {
	t.Parallel()
	r := mapRepo(map[string]string{"f": "a\nb\nX1\nc\nX2\nd\ne\n"})
	got, err := r.Grep(t.Context(), "X", GrepOptions{Context: 2})
	if err != nil || got.Matches != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	first, second := got.Files[0].Matches[0], got.Files[0].Matches[1]
	if !slices.Equal(first.Before, []string{"a", "b"}) || !slices.Equal(first.After, []string{"c", "X2"}) ||
		!slices.Equal(second.Before, []string{"X1", "c"}) || !slices.Equal(second.After, []string{"d", "e"}) {
		t.Errorf("%+v, %+v", first, second)
	}
	lines, err := r.GrepFile("f", "^[ab]$")
	if err != nil || len(lines) != 2 || lines[1].Line != 2 {
		t.Errorf("one file: %+v, %v", lines, err)
	}
}

func TestTree(t *testing.T) {
	t.Parallel()
	r := sample()
	tree, err := r.Tree(t.Context(), ".", TreeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := `.
├── README.md
├── bin.dat
├── main.go
└── src/
    ├── a.go
    └── deep/
        └── b.ts
`
	if tree.String() != want {
		t.Errorf("got\n%s", tree)
	}
	if cut, deeper := tree.Truncated(); cut || deeper {
		t.Error("nothing is missing")
	}
	if tree, err = r.Tree(t.Context(), "src", TreeOptions{MaxDepth: 1}); err != nil {
		t.Fatal(err)
	}
	if _, deeper := tree.Truncated(); !deeper || tree.String() != "src\n├── a.go\n└── deep/\n" {
		t.Errorf("deeper %v\n%s", deeper, tree)
	}
	b, err := json.Marshal(tree)
	if want := `{"name":"src","type":"dir","children":[{"name":"a.go","type":"file","size":20},{"name":"deep","type":"dir","children":[],"truncated":true}]}`; err != nil || string(b) != want {
		t.Errorf("%s, %v", b, err)
	}
	if tree, err = r.Tree(t.Context(), ".", TreeOptions{MaxEntries: 5}); err != nil {
		t.Fatal(err)
	}
	if want := ".\n├── README.md\n├── bin.dat\n├── main.go\n└── src/\n    ├── a.go\n    └── …\n"; tree.String() != want {
		t.Errorf("got\n%s", tree)
	}
	if tree, err = r.Tree(t.Context(), ".", TreeOptions{NoFiles: true, Hidden: true}); err != nil {
		t.Fatal(err)
	}
	if want := ".\n├── .github/\n└── src/\n    └── deep/\n"; tree.String() != want {
		t.Errorf("got\n%s", tree)
	}
}

func TestAFullFolderHidesNoOther(t *testing.T) {
	t.Parallel()
	content := map[string]string{"src/main.go": "", "src/api/a.go": "", "zoo/z.go": ""}
	for i := range 300 {
		content[fmt.Sprintf("docs/%03d.md", i)] = ""
	}
	tree, err := mapRepo(content).Tree(t.Context(), ".", TreeOptions{MaxEntries: 30})
	if err != nil {
		t.Fatal(err)
	}
	drawn := tree.String()
	for _, want := range []string{"main.go", "z.go", "000.md", "…"} {
		if !strings.Contains(drawn, want) {
			t.Errorf("%s is not in\n%s", want, drawn)
		}
	}
	if n := strings.Count(drawn, "── ") - strings.Count(drawn, "…"); n != 30 { // without the mark of what is missing
		t.Errorf("%d entries", n)
	}
}

func TestFairShares(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		wants []int
		among int
		want  []int
	}{
		{nil, 5, []int{}}, {[]int{3}, 5, []int{3}}, {[]int{9}, 5, []int{5}}, {[]int{100, 1, 1}, 10, []int{8, 1, 1}},
		{[]int{5, 5, 5}, 7, []int{3, 2, 2}}, {[]int{5, 5, 5}, 2, []int{1, 1, 0}}, {[]int{2, 2}, 0, []int{0, 0}}, {[]int{0, 4}, 3, []int{0, 3}},
	} {
		if got := fairShares(test.wants, test.among); !slices.Equal(got, test.want) {
			t.Errorf("%d among %v: %v", test.among, test.wants, got)
		}
	}
}

// TestGrepCountsOnlyWhatIsShown, where lines are shown otherwise than they are.
func TestGrepCountsOnlyWhatIsShown(t *testing.T) {
	r := mapRepo(map[string]string{"a": "one x\ntwo\nx hidden\nthree x\n", "b": strings.Repeat("hidden x\n", mostUnshown+1)})
	shown := func(name string) func(int, string) string {
		return func(number int, line string) string {
			if strings.Contains(line, "hidden") {
				return fmt.Sprintf("%s:%d", name, number)
			}
			return line
		}
	}
	got, err := r.Grep(t.Context(), "x", GrepOptions{MaxPerFile: 2, Context: 1, Shown: shown})
	want := []GrepMatch{{"a", []LineMatch{{1, "one x", nil, []string{"two"}}, {4, "three x", []string{"a:3"}, nil}}}}
	if err != nil || !reflect.DeepEqual(got.Files, want) || got.Matches != 2 || !got.Truncated {
		t.Errorf("%+v, %v", got, err)
	}
}
