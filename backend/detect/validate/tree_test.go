package validate

import "testing"

func TestTreeFindsFilesAndFolders(t *testing.T) {
	t.Parallel()
	root := newTree([]string{"z", "a/b/c.txt", "a/b.d", "a-b/x", "web/[id].ts", "web/src/main.ts"})
	tests := []struct {
		dir, name string
		want      bool
	}{
		{".", "z", true}, {".", "a", true}, {".", "a/b", true}, {".", "a/b/c.txt", true}, {".", "a/b/c", false}, {".", "a/b.", false},
		{".", ".", true}, {".", "./a/", true}, {".", "a-b/x", true}, {".", "b", false}, {".", "*/b", true}, {".", "*/b/*.txt", true},
		{".", "*.txt", false}, {".", "?", true}, {".", "a/b/*/x", false}, {".", "web/[id].ts", true}, {".", "web/[id].*", true},
		{"web", "src", true}, {"web", "src/*.ts", true}, {"web", "main.ts", false}, {"web", "z", false}, {"web", "*", true},
		{"we", ".", false}, {"we", "b/src", false}, {"a/b", "c.txt", true},
	}
	for _, test := range tests {
		if got := root.below(test.dir).has(test.name); got != test.want {
			t.Errorf("%s has %s: %v", test.dir, test.name, got)
		}
	}
	if newTree(nil).has("a") || newTree(nil).has(".") {
		t.Error("nothing has something")
	}
}
