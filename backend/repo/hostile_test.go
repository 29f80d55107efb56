package repo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func write(t testing.TB, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func link(t testing.TB, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skipf("no symlinks here: %v", err)
	}
}

func TestPathsOutsideAreRefused(t *testing.T) {
	t.Parallel()
	outer := t.TempDir()
	write(t, outer+"/secret", "secret")
	write(t, outer+"/repo/sub/file", "x")
	ways := waysInto(t, outer+"/repo")
	ways["memory"] = mapRepo(map[string]string{"sub/file": "x"})
	for kind, r := range ways {
		for _, name := range []string{"../secret", "/etc/passwd", "sub/../../secret", "..", "a\x00b", outer + "/secret", "./../secret", "sub/../.."} {
			if _, err := r.ReadFile(name); !errors.Is(err, ErrOutside) {
				t.Errorf("%s: reading %q: %v", kind, name, err)
			}
			if _, err := r.Metadata(name); !errors.Is(err, ErrOutside) {
				t.Errorf("%s: metadata of %q: %v", kind, name, err)
			}
			if _, err := r.List(t.Context(), name, DefaultDirFilter()); !errors.Is(err, ErrOutside) {
				t.Errorf("%s: listing %q: %v", kind, name, err)
			}
			if _, err := r.Tree(t.Context(), name, TreeOptions{}); !errors.Is(err, ErrOutside) {
				t.Errorf("%s: tree of %q: %v", kind, name, err)
			}
			if _, err := r.Size(name); !errors.Is(err, ErrOutside) {
				t.Errorf("%s: size of %q: %v", kind, name, err)
			}
			if r.Exists(name) || r.IsDir(name) || r.IsFile(name) {
				t.Errorf("%s: %q exists", kind, name)
			}
		}
		for _, name := range []string{"sub/file", "./sub/file", "sub//file", "sub/../sub/file"} {
			if b, err := r.ReadFile(name); err != nil || string(b) != "x" {
				t.Errorf("%s: reading %q: %q, %v", kind, name, b, err)
			}
		}
	}
}

func TestLinksOutOfTheRootAreNotFollowed(t *testing.T) {
	t.Parallel()
	outer := t.TempDir()
	dir := outer + "/repo"
	write(t, outer+"/secret", "secret")
	write(t, outer+"/folder/secret", "secret")
	write(t, dir+"/real", "inside")
	write(t, dir+"/sub/x", "")
	link(t, "../secret", dir+"/up")
	link(t, outer+"/secret", dir+"/absolute")
	link(t, "../folder", dir+"/folder")
	link(t, "real", dir+"/inside")
	link(t, "../real", dir+"/sub/inside")
	link(t, "nothing", dir+"/dangling")
	link(t, "sub", dir+"/subfolder")
	for way, r := range waysInto(t, dir) {
		for _, name := range []string{"up", "absolute", "folder/secret"} {
			if b, err := r.ReadFile(name); !errors.Is(err, ErrOutside) {
				t.Errorf("%s: reading %s: %q, %v", way, name, b, err)
			}
		}
		for _, name := range []string{"inside", "sub/inside", "subfolder/inside"} {
			if b, err := r.ReadFile(name); err != nil || string(b) != "inside" {
				t.Errorf("%s: reading %s: %q, %v", way, name, b, err)
			}
		}
		x := indexOf(t, r)
		if got, want := paths(x.Files), []string{"inside", "real", "sub/inside", "sub/x"}; !slices.Equal(got, want) {
			t.Errorf("%s: files %q, want %q", way, got, want)
		}
		if len(x.Problems) != 3 {
			t.Errorf("%s: problems %v", way, x.Problems)
		}
		l, err := r.Walk(t.Context(), ".", WalkOptions{FollowSymlinks: true, Filter: DefaultDirFilter()})
		if err != nil || slices.ContainsFunc(l.Entries, func(e DirEntry) bool { return e.Path == "folder/secret" }) {
			t.Errorf("%s: walk leaves the root: %v, %v", way, l, err)
		}
	}
}

// TestNoRaceLeavesTheRoot swaps a folder for a link that leads out, again and
// again, while the repository is walked and read.
func TestNoRaceLeavesTheRoot(t *testing.T) {
	t.Parallel()
	outer := t.TempDir()
	dir := outer + "/repo"
	write(t, outer+"/out/sub/secret", "secret")
	write(t, dir+"/a/sub/file", "public")
	link(t, "../out", dir+"/b")
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 400 {
			// Any of these may fail while the other side looks; the next round tries again.
			_ = os.Rename(dir+"/a", dir+"/c")
			_ = os.Rename(dir+"/b", dir+"/a")
			_ = os.Rename(dir+"/a", dir+"/b")
			_ = os.Rename(dir+"/c", dir+"/a")
		}
	}()
	ways := waysInto(t, dir)
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		for way, r := range ways {
			for _, f := range indexOf(t, r).Files {
				if f.Name() == "secret" {
					t.Fatalf("%s: the index holds %s", way, f.Path)
				}
			}
			if b, err := r.ReadFile("a/sub/secret"); err == nil {
				t.Fatalf("%s: read %q", way, b)
			}
		}
	}
}

func TestLoopsOfLinksEnd(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir+"/a/b/file", "")
	link(t, "..", dir+"/a/b/up")
	link(t, ".", dir+"/self")
	link(t, "two", dir+"/one")
	link(t, "one", dir+"/two")
	r := openDir(t, dir)
	if x := indexOf(t, r); len(x.Files) != 1 {
		t.Errorf("files %q", paths(x.Files))
	}
	if _, err := r.ReadFile("one"); err == nil {
		t.Error("a loop was read")
	}
	l, err := r.Walk(t.Context(), ".", WalkOptions{FollowSymlinks: true, Filter: DefaultDirFilter(), MaxDepth: 50})
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Entries) > 8 {
		t.Errorf("%d entries", len(l.Entries))
	}
	if l, err = r.Walk(t.Context(), "self/a", WalkOptions{}); err != nil || l.Truncated {
		t.Errorf("walk through a link: %v, %v", l, err)
	}
}

func TestOddNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	odd := []string{"new\nline", `quo"te'`, "tab\t", " space ", "-rf", "$(x)", "ünïcödé", "\u202Ergb"}
	for _, name := range odd {
		write(t, filepath.Join(dir, name), name)
	}
	if err := os.WriteFile(dir+"/bad\xff\xfe", nil, 0o644); err != nil {
		t.Skipf("names must be UTF-8 here: %v", err)
	}
	r := openDir(t, dir)
	x := indexOf(t, r)
	for _, name := range odd {
		if _, ok := x.Stat(name); !ok {
			t.Errorf("%q is not in the index", name)
		}
		if b, err := r.ReadFile(name); err != nil || string(b) != name {
			t.Errorf("reading %q: %q, %v", name, b, err)
		}
	}
	if len(x.Files) != len(odd) || len(x.Problems) != 1 || !strings.Contains(x.Problems[0].Reason, "UTF-8") {
		t.Errorf("%d files, problems %v", len(x.Files), x.Problems)
	}
	tree, err := r.Tree(t.Context(), ".", TreeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(tree.String(), "\n"); lines != 1+len(odd) {
		t.Errorf("the tree has %d lines:\n%s", lines, tree)
	}
}

// oddFS answers for some folders as a hostile or broken disk would.
type oddFS struct {
	fstest.MapFS
	fail    map[string]error
	endless map[string]bool
}

func (o oddFS) Open(name string) (fs.File, error) {
	if err := o.fail[name]; err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	f, err := o.MapFS.Open(name)
	if o.endless[name] {
		return &endlessDir{File: f}, err
	}
	return f, err
}

type endlessDir struct {
	fs.File
	given int
}

func (d *endlessDir) ReadDir(n int) ([]fs.DirEntry, error) {
	info, err := d.Stat()
	if err != nil {
		return nil, err
	}
	out := make([]fs.DirEntry, n)
	for i := range out {
		d.given++
		out[i] = endlessEntry{fs.FileInfoToDirEntry(info), fmt.Sprintf("file%09d", d.given)}
	}
	return out, nil
}

type endlessEntry struct {
	fs.DirEntry
	name string
}

func (e endlessEntry) Name() string      { return e.name }
func (e endlessEntry) Type() fs.FileMode { return 0 }

func TestFoldersThatCannotBeReadAreNamed(t *testing.T) {
	t.Parallel()
	m := fstest.MapFS{"a/x": {}, "locked/x": {}, "vanished/x": {}, "broken/x": {}, "z/x": {}}
	r := New(oddFS{MapFS: m, fail: map[string]error{"locked": fs.ErrPermission, "vanished": fs.ErrNotExist, "broken": io.ErrUnexpectedEOF}}, "odd")
	x := indexOf(t, r)
	if got, want := paths(x.Files), []string{"a/x", "z/x"}; !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if got, want := x.Problems, []Problem{{"broken", "unexpected EOF"}, {"locked", "permission denied"}}; !slices.Equal(got, want) {
		t.Errorf("problems %v, want %v", got, want)
	}
	if _, err := New(oddFS{MapFS: m, fail: map[string]error{".": fs.ErrPermission}}, "odd").Index(t.Context()); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("an unreadable root: %v", err)
	}
}

func TestEndlessFoldersAreCut(t *testing.T) {
	t.Parallel()
	m := fstest.MapFS{"a": {}, "many/x": {}, "small/x": {}}
	r := New(oddFS{MapFS: m, endless: map[string]bool{"many": true}}, "odd")
	x, err := r.IndexWith(t.Context(), IndexOptions{MaxFiles: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Files) != 1000 || x.Partial == nil || x.Partial.Reason != TooManyFiles {
		t.Errorf("%d files, partial %+v", len(x.Files), x.Partial)
	}
	if _, ok := x.Stat("a"); !ok {
		t.Error("the shallow file is not there")
	}
}

func TestHugeFilesAreNotReadWhole(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir+"/huge.json", "{\n\"a\": 1,\n")
	if err := os.Truncate(dir+"/huge.json", 2<<30); err != nil {
		t.Skipf("no sparse files here: %v", err)
	}
	r := openDir(t, dir)
	if _, err := r.ReadText("huge.json"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("reading text: %v", err)
	}
	if b, err := r.ReadHead("huge.json", 5); err != nil || string(b) != "{\n\"a\"" {
		t.Errorf("reading the head: %q, %v", b, err)
	}
	if m, err := r.Metadata("huge.json"); err != nil || m.Size != 2<<30 || !m.Binary {
		t.Errorf("metadata: %+v, %v", m, err)
	}
	if n := r.TotalSize(t.Context(), indexOf(t, r).Files); n != 2<<30 {
		t.Errorf("total size %d", n)
	}
}

// FuzzContainment: no name reads what lies beside the root.
func FuzzContainment(f *testing.F) {
	for _, name := range []string{"../secret", "a/../../secret", "/secret", "up/secret", "a/up/secret", "up", "./..//secret", "file"} {
		f.Add(name)
	}
	outer := f.TempDir()
	write(f, outer+"/secret", "secret")
	write(f, outer+"/repo/file", "public")
	write(f, outer+"/repo/a/file", "public")
	for _, l := range []string{"/repo/up", "/repo/a/up"} {
		if err := os.Symlink(outer, outer+l); err != nil {
			f.Skip("no symlinks here")
		}
	}
	r := openDir(f, outer+"/repo")
	f.Fuzz(func(t *testing.T, name string) {
		if b, err := r.ReadFile(name); err == nil && string(b) != "public" {
			t.Errorf("%q reads %q", name, b)
		}
		if l, err := r.List(t.Context(), name, DirFilter{Dirs: true, Files: true, Hidden: true}); err == nil {
			for _, e := range l.Entries {
				if e.Name == "secret" || e.Name == "repo" {
					t.Errorf("%q lists %q", name, e.Path)
				}
			}
		}
		if l, err := r.Glob(t.Context(), name); err == nil {
			for _, e := range l.Entries {
				if e.Name == "secret" {
					t.Errorf("%q finds %q", name, e.Path)
				}
			}
		}
	})
}
