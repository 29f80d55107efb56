package codeindex

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"aipack/backend/code/codeindex/codecache"
	"aipack/backend/repo"
)

// TestIndexSurvivesKill lets a child change a folder and index it without end, and
// kills it at moments that lie all over a round: the next program has the whole
// index, be the shelf whole, half written or of an earlier round.
func TestIndexSurvivesKill(t *testing.T) {
	if dir := os.Getenv("CODEINDEX_TEST_CHILD"); dir != "" {
		indexForever(dir)
	}
	dir := project(t, map[string]string{"go.mod": "module example.com/shop\n"})
	path := shelfOf(dir)
	const rounds = 12
	for round := range rounds {
		child := exec.Command(os.Args[0], "-test.run", "^TestIndexSurvivesKill$")
		child.Env = append(os.Environ(), "CODEINDEX_TEST_CHILD="+dir)
		out, err := child.StdoutPipe()
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		var took time.Duration
		lines := bufio.NewScanner(out)
		for said := 0; said < 2; said++ {
			if !lines.Scan() {
				t.Fatalf("the child ended: %v", child.Wait())
			}
			if took, err = time.ParseDuration(lines.Text()); err != nil {
				t.Fatalf("the child says %q", lines.Text())
			}
		}
		time.Sleep(took * time.Duration(round) / rounds)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed
		var warned error
		again, err := readOnce(dir, func() (*codecache.Folder, error) { return codecache.Open(path, "1", time.Now) }, func(err error) { warned = err })
		if err != nil || warned != nil {
			t.Fatalf("killed %v into a round: %v, %v", took*time.Duration(round)/rounds, err, warned)
		}
		fresh, err := readOnce(dir, noShelf, func(error) {})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(again.Graph.Nodes, fresh.Graph.Nodes) || !slices.Equal(again.Graph.Edges, fresh.Graph.Edges) {
			t.Errorf("killed %v into a round: what is read on is not what is read anew", took*time.Duration(round)/rounds)
		}
	}
}

// shelfOf is beside the folder, which is walked.
func shelfOf(dir string) string { return filepath.Join(dir+".shelf", "shop.db") }

func readOnce(dir string, kept func() (*codecache.Folder, error), warn func(error)) (*Index, error) {
	tree, err := repo.Open(dir)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	return ReadOn(context.Background(), tree, &here{}, kept, func(Progress) {}, warn)
}

// indexForever says how long each round takes.
func indexForever(dir string) {
	path := shelfOf(dir)
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	for n := 0; err == nil; n++ {
		begin := time.Now()
		for i := 0; i < 200 && err == nil; i++ {
			text := fmt.Sprintf("package shop\n\nfunc F%d() { F%d() }\n", i, (i+n)%200)
			err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%03d.go", i)), []byte(text), 0o600)
		}
		if err == nil {
			_, err = readOnce(dir, func() (*codecache.Folder, error) { return codecache.Open(path, "1", time.Now) }, func(w error) { fmt.Fprintln(os.Stderr, w) })
		}
		fmt.Println(time.Since(begin))
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
