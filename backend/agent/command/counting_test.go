package command

import (
	"slices"
	"testing"
	"testing/fstest"

	"aipack/backend/prove/sandbox"
	"aipack/backend/repo/repotest"
)

func TestCounting(t *testing.T) {
	dir := t.TempDir()
	repotest.LayOut(t, dir, map[string]string{
		"package.json": "{}", "src/a.js": "1\n", "dist/old.js": "1\n", "node_modules/x/index.js": "1\n", ".gitignore": "dist\n*.log\n", "go/go.mod": "module x\n",
	})
	var files []sandbox.File
	for _, name := range []string{"src/a.js", "src/deep/new/b.js", "node_modules/y/index.js", "dist/old.js", "dist/new.js", "err.log", "docs/a.md", "py/__pycache__/a.pyc"} {
		files = append(files, sandbox.File{Path: name, Content: []byte("2\n")})
	}
	files = append(files, sandbox.File{Path: "package.json"}, sandbox.File{Path: "node_modules/x/index.js"})
	got, made, err := Counting(t.Context(), dir, files)
	var names []string
	for _, f := range got {
		names = append(names, f.Path)
	}
	if want := []string{"src/a.js", "src/deep/new/b.js", "docs/a.md", "package.json"}; err != nil || made != len(files)-len(names) || !slices.Equal(names, want) {
		t.Errorf("%q, %d, %v", names, made, err)
	}
	if got, made, err := Counting(t.Context(), "/nowhere", nil); got != nil || made != 0 || err != nil {
		t.Errorf("%v, %d, %v", got, made, err)
	}
}

// TestLaid holds the folder with files over it against Go's own test of file systems.
func TestLaid(t *testing.T) {
	l := laid{fstest.MapFS{"a": {Data: []byte("1")}, "d/b": {Data: []byte("2")}, "e/c": {Data: []byte("3")}},
		map[string]sandbox.File{"a": {Path: "a", Content: []byte("new")}, "d/n/x": {Path: "d/n/x", Content: []byte{}}},
		map[string][]string{".": {"a", "d"}, "d": {"n"}, "d/n": {"x"}}}
	if err := fstest.TestFS(l, "a", "d/b", "d/n/x", "e/c"); err != nil {
		t.Error(err)
	}
}
