package language

import (
	"slices"
	"testing"
	"testing/fstest"

	"aipack/backend/repo"
)

func folderOf(t *testing.T, names ...string) *Folder {
	t.Helper()
	m := fstest.MapFS{}
	for _, n := range names {
		m[n] = &fstest.MapFile{}
	}
	r := repo.New(m, "/code/shop")
	x, err := r.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return NewReader(r, x).Folder(".")
}

func TestGlobFindsBelowItsFolder(t *testing.T) {
	t.Parallel()
	root := folderOf(t, "a.go", "web/b.go", "web/deep/c.go", "web/deep/d.ts", "web-old/e.go", "web/x.csproj", "web/[id].ts", "web/package.json")
	tests := []struct {
		dir, pattern string
		want         []string
	}{
		{".", "*.go", []string{"a.go"}},
		{".", "**/*.go", []string{"a.go", "web-old/e.go", "web/b.go", "web/deep/c.go"}},
		{".", "*/package.json", []string{"web/package.json"}},
		{".", "web/**/*.{go,ts}", []string{"web/[id].ts", "web/b.go", "web/deep/c.go", "web/deep/d.ts"}},
		{"web", "**/*.go", []string{"b.go", "deep/c.go"}},
		{"web", "deep/*", []string{"deep/c.go", "deep/d.ts"}},
		{"web", "deep/c.go", []string{"deep/c.go"}},
		{"web", "**", []string{"[id].ts", "b.go", "package.json", "x.csproj"}}, // no slash: the folder's own files
		{"web", "\\[id\\].ts", []string{"[id].ts"}},
		{"web", "./deep/*.ts", nil},
		{".", "none/**/*.go", nil},
		{".", "[", nil},
		{".", "../**/*.go", nil},
	}
	for _, test := range tests {
		if got := root.Sub(test.dir).Glob(test.pattern); !slices.Equal(got, test.want) {
			t.Errorf("%s: glob %s: %q, want %q", test.dir, test.pattern, got, test.want)
		}
	}
}

func TestFolderSeesItsFolders(t *testing.T) {
	t.Parallel()
	root := folderOf(t, "b/x", "a/deep/y", "a-b/z")
	if got, want := root.Dirs(), []string{"a", "a-b", "b"}; !slices.Equal(got, want) {
		t.Errorf("folders %q, want %q", got, want)
	}
	if got, want := root.Sub("a").Dirs(), []string{"deep"}; !slices.Equal(got, want) {
		t.Errorf("folders of a: %q, want %q", got, want)
	}
	if !root.HasDir("a/deep") || root.HasDir("c") || root.Name() != "shop" || root.Sub("../..").Path != "." {
		t.Error("HasDir, Name or Sub is wrong")
	}
}

func TestJoinCleans(t *testing.T) {
	t.Parallel()
	root := folderOf(t, "a/b/c")
	for _, test := range [][3]string{
		{".", "x", "x"}, {".", "x/y", "x/y"}, {"a", "x", "a/x"}, {"a", "x/y", "a/x/y"}, {"a", "./x", "a/x"}, {"a", "../x", "x"},
		{"a/b", ".", "a/b"}, {"a/b", "", "a/b"}, {"a/b", "..", "a"}, {".", "", "."}, {"a", "x//y/", "a/x/y"}, {".", "../x", "../x"}, {"a", "..x", "a/..x"},
	} {
		if got := root.Sub(test[0]).Join(test[1]); got != test[2] {
			t.Errorf("%s joined with %q: %q, want %q", test[0], test[1], got, test[2])
		}
	}
	if f := root.Sub("a/b"); !f.Has("c") || !f.Has("./c") || f.Has("") || f.Has(".") || !f.Has("../b/c") || f.Has("../c") {
		t.Error("Has is wrong")
	}
}
