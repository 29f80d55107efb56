package repo

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func mapRepo(files map[string]string) *Tree {
	m := fstest.MapFS{}
	for name, content := range files {
		m[name] = &fstest.MapFile{Data: []byte(content), Mode: 0o644}
	}
	return New(m, "test")
}

func openDir(t testing.TB, dir string) *Tree {
	t.Helper()
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// waysInto opens a folder both ways: with what the system offers, and through
// os.Root alone.
func waysInto(t testing.TB, dir string) map[string]*Tree {
	t.Helper()
	plain := openDir(t, dir)
	plain.src.(*disk).quick.close()
	plain.src.(*disk).quick = quick{}
	return map[string]*Tree{"quick": openDir(t, dir), "plain": plain}
}

func indexOf(t testing.TB, r *Tree) *Index {
	t.Helper()
	x, err := r.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func paths(files []File) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.Path)
	}
	return out
}

// A folder below cmd that bears the name of an ignored program is its source.
func TestIndexKnowsProgramsFromTheirSources(t *testing.T) {
	t.Parallel()
	x := indexOf(t, mapRepo(map[string]string{
		".gitignore": "shop\ntills/\n/cmd/desk\n", "cmd/shop/main.go": "", "shop/cmd/shop/main.go": "", "cmd/tills/main.go": "", "cmd/desk/main.go": "", "acmd/shop/main.go": "",
	}))
	if got, want := paths(x.Files), []string{".gitignore", "cmd/shop/main.go"}; !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
}

func TestIndexLooksUp(t *testing.T) {
	t.Parallel()
	x := indexOf(t, mapRepo(map[string]string{
		"b.txt": "", "a.txt": "", "a/z": "", "a/b/c": "", "a-b/c": "", "a/b.d/c": "", "z/c": "", "node_modules/x/c": "",
	}))
	if got, want := paths(x.Files), []string{"a-b/c", "a.txt", "a/b.d/c", "a/b/c", "a/z", "b.txt", "z/c"}; !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if got, want := x.Dirs, []string{"a", "a-b", "a/b", "a/b.d", "z"}; !slices.Equal(got, want) {
		t.Errorf("dirs %q, want %q", got, want)
	}
	if got, want := x.Named("c"), []string{"a-b/c", "a/b.d/c", "a/b/c", "z/c"}; !slices.Equal(got, want) {
		t.Errorf("named %q, want %q", got, want)
	}
	if got, want := x.NamedUnder("a", "c"), []string{"a/b.d/c", "a/b/c"}; !slices.Equal(got, want) {
		t.Errorf("named under a: %q, want %q", got, want)
	}
	if got := x.NamedUnder("none", "c"); got != nil {
		t.Errorf("named under nothing: %q", got)
	}
	if got := x.Named("nothing"); got != nil {
		t.Errorf("named nothing: %q", got)
	}
	if got, want := paths(x.Under("a")), []string{"a/b.d/c", "a/b/c", "a/z"}; !slices.Equal(got, want) {
		t.Errorf("under a: %q, want %q", got, want)
	}
	if got := paths(x.Under("a/")); got != nil {
		t.Errorf("under a path that is not clean: %q", got)
	}
	if got, want := paths(x.In("a")), []string{"a/z"}; !slices.Equal(got, want) {
		t.Errorf("in a: %q, want %q", got, want)
	}
	if got, want := x.DirsIn("a"), []string{"a/b", "a/b.d"}; !slices.Equal(got, want) {
		t.Errorf("folders in a: %q, want %q", got, want)
	}
	for name, want := range map[string]bool{"a.txt": true, "a/b/c": true, "a": false, "a/b/d": false, "": false, "../a": false, "node_modules/x/c": false} {
		if f, ok := x.Stat(name); ok != want || ok && f.Path != name {
			t.Errorf("stat %q: %v", name, ok)
		}
	}
	if f, _ := x.Stat("a/b/c"); f.Name() != "c" {
		t.Errorf("name %q", f.Name())
	}
	if !x.HasDir(".") || !x.HasDir("a/b") || x.HasDir("node_modules") {
		t.Error("HasDir is wrong about the root, a/b or node_modules")
	}
	if got := x.SkippedIn("."); !slices.Equal(got, []string{"node_modules"}) {
		t.Errorf("skipped %q", got)
	}
}

func TestBothWaysGiveTheSameIndex(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	growTree(t, dir, 500)
	ways := waysInto(t, dir)
	onDisk, other := indexOf(t, ways["quick"]), indexOf(t, ways["plain"])
	if !slices.Equal(onDisk.Files, other.Files) || !slices.Equal(onDisk.Dirs, other.Dirs) || !slices.Equal(onDisk.Skipped, other.Skipped) {
		t.Error("the quick way and the plain way give different indexes")
	}
	if !slices.IsSortedFunc(onDisk.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) }) || !slices.IsSorted(onDisk.Dirs) {
		t.Error("the index is not sorted")
	}
	if len(onDisk.Files) < 500 {
		t.Errorf("%d files", len(onDisk.Files))
	}
}

func TestIndexSkipsInCompany(t *testing.T) {
	t.Parallel()
	r := mapRepo(map[string]string{"app/app.csproj": "", "app/obj/a": "", "app/bin/b": "", "ruby/bin/rails": "", "obj/x": "", "app/src/obj/y": ""})
	x := indexOf(t, r)
	if got, want := paths(x.Files), []string{"app/app.csproj", "app/src/obj/y", "obj/x", "ruby/bin/rails"}; !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if got, want := x.SkippedIn("app"), []string{"bin", "obj"}; !slices.Equal(got, want) {
		t.Errorf("skipped %q, want %q", got, want)
	}
}

func TestIndexSkipsWithinAFolder(t *testing.T) {
	t.Parallel()
	x := indexOf(t, mapRepo(map[string]string{"app/.yarn/cache/a.zip": "", "app/.yarn/releases/yarn.cjs": "", "app/cache/b": ""}))
	if got, want := paths(x.Files), []string{"app/.yarn/releases/yarn.cjs", "app/cache/b"}; !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if got, want := x.SkippedIn("app/.yarn"), []string{"cache"}; !slices.Equal(got, want) {
		t.Errorf("skipped %q, want %q", got, want)
	}
}

func TestIndexStopsAtTheLimits(t *testing.T) {
	t.Parallel()
	r := mapRepo(map[string]string{"z": "", "a/a": "", "a/b": "", "b/c": "", "b/d": "", "a/x/deep": "", "a/x/y/deeper": ""})
	for range 20 { // whatever the order in which folders are read
		x, err := r.IndexWith(t.Context(), IndexOptions{MaxFiles: 4})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := paths(x.Files), []string{"a/a", "a/b", "b/c", "z"}; !slices.Equal(got, want) {
			t.Fatalf("files %q, want %q", got, want)
		}
		if x.Partial == nil || *x.Partial != (Partial{Reason: TooManyFiles, Scanned: 4, Limit: 4}) {
			t.Fatalf("partial %+v", x.Partial)
		}
	}
	x, err := r.IndexWith(t.Context(), IndexOptions{MaxDepth: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := x.Stat("a/x/deep"); ok || len(x.Files) != 5 {
		t.Errorf("depth 1: %q", paths(x.Files))
	}
	if x.Partial != nil || len(x.Problems) != 1 {
		t.Errorf("depth 1: partial %v, problems %v", x.Partial, x.Problems)
	}
}

func TestIndexRunsOutOfTime(t *testing.T) {
	t.Parallel()
	x, err := mapRepo(map[string]string{"a": "", "b/c": ""}).IndexWith(t.Context(), IndexOptions{Timeout: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	if x.Partial == nil || x.Partial.Reason != OutOfTime {
		t.Errorf("partial %+v", x.Partial)
	}
}

func TestIndexEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := mapRepo(map[string]string{"a": ""}).Index(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestIndexOfAnEmptyFolder(t *testing.T) {
	t.Parallel()
	x := indexOf(t, openDir(t, t.TempDir()))
	if len(x.Files)+len(x.Dirs) != 0 || x.Partial != nil || len(x.In(".")) != 0 || !x.HasDir(".") {
		t.Errorf("index %+v", x)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	if _, err := Open(t.TempDir() + "/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing there: %v", err)
	}
	if _, err := Open("index_test.go"); !errors.Is(err, ErrNotFolder) {
		t.Errorf("a file: %v", err)
	}
}
