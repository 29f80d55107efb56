package codeindex

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/codeindex/codecache"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/code/syntax/syntaxtest"
	"aipack/backend/repo"
	"aipack/backend/store/sqlite"
)

// here reads sources in this process, and remembers which.
type here struct{ read []string }

func (h *here) Read(ctx context.Context, sources []parserpool.Source, hear func(*facts.File)) error {
	for _, s := range sources {
		f, err := syntaxtest.Read(s.Path, s.Language, s.Text)
		if err != nil {
			return err
		}
		h.read = append(h.read, s.Path)
		hear(facts.Of(f))
	}
	return ctx.Err()
}

// project lays out files, long enough ago that their times say something.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, dir, name, text)
		past := time.Now().Add(-time.Hour)
		if err := os.Chtimes(filepath.Join(dir, name), past, past); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o755), os.WriteFile(p, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

var shop = map[string]string{
	"go.mod":         "module example.com/shop\n",
	"main.go":        "package main\n\nimport \"example.com/shop/store\"\n\nfunc main() { store.Open() }\n",
	"store/store.go": "package store\n\nfunc Open() {}\nfunc Close() {}\n",
}

func calls(g *codegraph.Graph) string {
	var out []string
	for _, e := range g.Edges {
		if e.Kind == codegraph.Calls {
			out = append(out, fmt.Sprintf("%s>%s", g.ID(e.From), g.ID(e.To)))
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func follow(t *testing.T, dir string, r Reader, kept func() (*codecache.Folder, error)) *Live {
	t.Helper()
	l, err := Follow(dir, repo.Config{}, r, kept, func() {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// eventually waits until the calls of a live index are these.
func eventually(t *testing.T, l *Live, want string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	for {
		v, err := l.Wait(ctx)
		if err != nil || v.Err != nil {
			t.Fatalf("%v, %v: has %s", err, v.Err, calls(v.Graph()))
		}
		if calls(v.Graph()) == want {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("has %q, not %q; %+v", calls(v.Graph()), want, v.Progress)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func noShelf() (*codecache.Folder, error) { return nil, sqlite.InUse("code index") }

// What is written, made, moved and deleted in a folder is in its graph soon.
func TestLiveFollows(t *testing.T) {
	dir := project(t, shop)
	l := follow(t, dir, &here{}, noShelf)
	eventually(t, l, "main.go#main>store/store.go#Open")
	write(t, dir, "main.go", "package main\n\nimport \"example.com/shop/store\"\n\nfunc main() { store.Close() }\n")
	eventually(t, l, "main.go#main>store/store.go#Close")
	write(t, dir, "new/deep/new.go", "package deep\n\nimport \"example.com/shop/store\"\n\nfunc New() { store.Open() }\n")
	eventually(t, l, "main.go#main>store/store.go#Close new/deep/new.go#New>store/store.go#Open")
	write(t, dir, "new/deep/more.go", "package deep\n\nfunc more() { New() }\n")
	eventually(t, l, "main.go#main>store/store.go#Close new/deep/more.go#more>new/deep/new.go#New new/deep/new.go#New>store/store.go#Open")
	if err := os.RemoveAll(filepath.Join(dir, "new")); err != nil {
		t.Fatal(err)
	}
	eventually(t, l, "main.go#main>store/store.go#Close")
	write(t, dir, "go.mod", "module example.com/other\n")
	eventually(t, l, "")
}

// A second run reads what changed since the first alone, and has the same graph.
func TestShelfIsReadOn(t *testing.T) {
	dir := project(t, shop)
	path := filepath.Join(t.TempDir(), "shop.db")
	kept := func() (*codecache.Folder, error) { return codecache.Open(path, "1", time.Now) }
	first := &here{}
	run := func(r *here, want string) *codegraph.Graph {
		t.Helper()
		l, err := Follow(dir, repo.Config{}, r, kept, func() {})
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, l, want)
		v := l.View()
		if err := l.Close(); err != nil || v.Warning != "" {
			t.Fatalf("%v, %s", err, v.Warning)
		}
		return v.Graph()
	}
	g := run(first, "main.go#main>store/store.go#Open")
	second := &here{}
	if again := run(second, "main.go#main>store/store.go#Open"); !slices.Equal(g.Edges, again.Edges) || !slices.Equal(g.Nodes, again.Nodes) {
		t.Error("the second graph is another")
	}
	if len(second.read) > 0 {
		t.Errorf("read %s again", second.read)
	}
	write(t, dir, "store/store.go", "package store\n\nfunc Open() { Close() }\nfunc Close() {}\n")
	third := &here{}
	run(third, "main.go#main>store/store.go#Open store/store.go#Open>store/store.go#Close")
	if !slices.Equal(slices.Compact(third.read), []string{"store/store.go"}) {
		t.Errorf("read %s", third.read)
	}
	kept = func() (*codecache.Folder, error) { return codecache.Open(path, "2", time.Now) }
	fourth := &here{}
	run(fourth, "main.go#main>store/store.go#Open store/store.go#Open>store/store.go#Close")
	slices.Sort(fourth.read)
	if len(slices.Compact(fourth.read)) != 2 {
		t.Errorf("another version of the program read %s alone", fourth.read)
	}
}

// A shelf that is damaged, deleted or taken costs time, never an answer.
func TestShelfInTrouble(t *testing.T) {
	dir := project(t, shop)
	for name, harm := range map[string]func(t *testing.T, path string){
		"no database":  func(t *testing.T, path string) { write(t, filepath.Dir(path), filepath.Base(path), "nonsense") },
		"torn in two":  func(t *testing.T, path string) { tear(t, path) },
		"deleted":      func(t *testing.T, path string) { remove(t, path) },
		"a folder":     func(t *testing.T, path string) { remove(t, path); write(t, path, "x", "") },
		"while in use": func(*testing.T, string) {},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "shop.db")
			s, err := codecache.Open(path, "1", time.Now)
			if err != nil {
				t.Fatal(err)
			}
			if name != "while in use" {
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			} else {
				defer s.Close()
			}
			harm(t, path)
			l := follow(t, dir, &here{}, func() (*codecache.Folder, error) { return codecache.Open(path, "1", time.Now) })
			eventually(t, l, "main.go#main>store/store.go#Open")
			if name == "deleted" || name == "while in use" {
				return
			}
			remove(t, path) // while it is used
			write(t, dir, "store/store.go", "package store\n\nfunc Open() { Close() }\nfunc Close() {}\n")
			eventually(t, l, "main.go#main>store/store.go#Open store/store.go#Open>store/store.go#Close")
			write(t, dir, "store/store.go", shop["store/store.go"])
			eventually(t, l, "main.go#main>store/store.go#Open")
		})
	}
}

func tear(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err == nil {
		err = os.Truncate(path, info.Size()/2+17)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

// slow reads a few files at a time.
type slow struct{ here }

func (s *slow) Read(ctx context.Context, sources []parserpool.Source, hear func(*facts.File)) error {
	return s.here.Read(ctx, sources, func(f *facts.File) {
		time.Sleep(30 * time.Millisecond)
		hear(f)
	})
}

// A graph is there before all is read, and the view says how far it is.
func TestLiveIsUsableEarly(t *testing.T) {
	files := map[string]string{"go.mod": "module example.com/shop\n"}
	for i := range 60 {
		files[fmt.Sprintf("f%02d.go", i)] = fmt.Sprintf("package shop\n\nfunc F%d() {}\n", i)
	}
	l := follow(t, project(t, files), &slow{}, noShelf)
	early := 0
	for {
		v := l.View()
		if v.Current {
			break
		}
		if v.Index != nil && v.Progress.Of == 60 {
			early = max(early, len(v.Graph().Files))
		}
		time.Sleep(5 * time.Millisecond)
	}
	if early == 0 || early >= 60 {
		t.Errorf("%d files were there before all", early)
	}
}
