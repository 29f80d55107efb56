package repo

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// growTree writes a tree of about n empty files as a large repository has
// them: packages with sources, tests and a few deep folders, a .gitignore at
// the root and in every tenth package, and node_modules that nobody reads.
func growTree(tb testing.TB, dir string, n int) {
	tb.Helper()
	write := func(content string, elements ...string) {
		p := filepath.Join(append([]string{dir}, elements...)...)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		tb.Fatal(err)
	}
	write("node_modules/\n*.log\n*.tmp\n/out/\ndist\n.env\n*~\n.DS_Store\n*.py[cod]\n!keep.log\n", ".gitignore")
	kinds := []string{"index.ts", "model.go", "view.tsx", "test_model.py", "style.css", "README.md", "data.json", "main.rs"}
	written := 0
	for p := 0; written < n; p++ {
		pkg := fmt.Sprintf("packages/group%02d/package%04d", p%37, p)
		write(`{"name":"p"}`, pkg, "package.json")
		if p%10 == 0 {
			write("generated/\n*.snap\n/coverage.txt\n", pkg, ".gitignore")
			write("", pkg, "node_modules", "left", "index.js")
		}
		for d := range 4 {
			for f, kind := range kinds {
				write("", pkg, fmt.Sprintf("src/part%d", d), fmt.Sprintf("%d_%s", f, kind))
				written++
			}
		}
		write("", pkg, "src/deep/er/still/file.go")
		write("", pkg, "debug.log")
		written += 3
	}
}

// BenchmarkIndex walks the tree that AIPACK_TREE names, else one of 13,000
// files that it writes.
func BenchmarkIndex(b *testing.B) {
	dir := os.Getenv("AIPACK_TREE")
	if dir == "" {
		dir = b.TempDir()
		growTree(b, dir, 13_000)
	}
	r, err := Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	b.ReportAllocs()
	for b.Loop() {
		x, err := r.Index(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(x.Files)), "files")
	}
}

// TestGrowTree writes the tree that AIPACK_GROW names, for measurements beside
// other programs.
func TestGrowTree(t *testing.T) {
	dir := os.Getenv("AIPACK_GROW")
	if dir == "" {
		t.Skip("AIPACK_GROW is not set")
	}
	growTree(t, filepath.Join(dir, "13k"), 13_000)
	growTree(t, filepath.Join(dir, "40k"), 40_000)
}
