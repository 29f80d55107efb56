//go:build long

package codeindex

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/code/codegraph"
)

// Folders that nobody has: very many files, a symbol that everything names, files
// that all import each other in one circle.
func TestHostileFolders(t *testing.T) {
	for name, c := range map[string]struct {
		make func(write func(name, text string))
		most time.Duration // of an answer, once it is read
		ask  func(g *codegraph.Graph) int
		want int
	}{
		"100,000 files": {func(write func(name, text string)) {
			for i := range 100_000 {
				write(fmt.Sprintf("p%d/f%d.go", i/500, i), fmt.Sprintf("package p\n\nfunc F%d() {}\n", i))
			}
		}, time.Second, func(g *codegraph.Graph) int { return len(g.Files) }, 100_000},
		"a symbol with 50,000 references": {func(write func(name, text string)) {
			write("a.go", "package a\n\nfunc Busy() {}\n")
			for i := range 50 {
				write(fmt.Sprintf("b%d.go", i), "package a\n\nfunc f"+fmt.Sprint(i)+"() {\n"+strings.Repeat("\tBusy()\n", 1000)+"}\n")
			}
		}, time.Second, func(g *codegraph.Graph) int {
			n := g.Named("Busy")[0]
			g.Dependents(n, 0)
			return len(g.To(n))
		}, 50_000},
		"a circle of 1,000 files": {func(write func(name, text string)) {
			for i := range 1000 {
				write(fmt.Sprintf("m%d.py", i), fmt.Sprintf("import m%d\n\ndef f():\n    m%d.f()\n", (i+1)%1000, (i+1)%1000))
			}
		}, time.Second, func(g *codegraph.Graph) int {
			g.LoadingCycles()
			return len(g.Dependents(g.Named("m0.py#f")[0], 0))
		}, 999},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			c.make(func(name, text string) {
				p := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			})
			l := follow(t, dir, &here{}, noShelf)
			ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
			defer stop()
			began := time.Now()
			v, err := l.Wait(ctx)
			if err != nil || v.Err != nil {
				t.Fatal(err, v.Err)
			}
			read := time.Since(began)
			began = time.Now()
			got := c.ask(v.Graph())
			took := time.Since(began)
			t.Logf("read in %s, answered in %s", read.Round(time.Millisecond), took.Round(time.Millisecond))
			if got != c.want || took > c.most {
				t.Errorf("%d in %s", got, took)
			}
		})
	}
}
