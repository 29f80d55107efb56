// Command meaning measures how well symbols are found that a question in words
// means: by their names alone, by words, by meaning and by both. questions.jsonl
// names what answers each; people wrote it from the sources before anything was asked.
//
//	go run ./build/bench/meaning -model FILE.gguf -projects FOLDER
//
// FOLDER holds the projects unpacked: chi (github.com/go-chi/chi/v5@v5.2.1 of Go's
// proxy), flask (flask==3.1.0 of PyPI), commander (commander@13.1.0 of npm).
package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"aipack/backend/code/codefind"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/codeindex"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/model/llm/llamacpp"
	"aipack/backend/model/llm/llamacpp/inference"
	"aipack/backend/model/modelfile"
	"aipack/backend/repo"
)

//go:embed questions.jsonl
var labelled []byte

type question struct {
	Project  string   `json:"project"`
	Question string   `json:"question"`
	Answers  []string `json:"answers"` // any of them will do
}

// ways are the rankings that are compared.
var ways = []string{"names", "words", "meaning", "both", "both, meaning twice"}

func main() {
	if len(os.Args) == 2 { // this program is its own workers
		switch os.Args[1] {
		case "worker":
			_ = inference.Serve(os.Stdin, os.Stdout)
			return
		case parserpool.Command:
			_ = parserpool.Serve(os.Stdin, os.Stdout)
			return
		}
	}
	model := flag.String("model", filepath.Join("build", "weights", modelfile.Meaning().File), "all-MiniLM-L6-v2")
	projects := flag.String("projects", "", "folder of the projects")
	each := flag.Bool("each", false, "tell the places of every question")
	flag.Parse()
	if err := measure(context.Background(), *model, *projects, *each); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, model, projects string, each bool) error {
	lib, err := filepath.Abs(filepath.Join("build", "lib", "llama"))
	if err != nil {
		return err
	}
	e := llamacpp.NewEmbedder(llamacpp.Options{Model: model, LibDir: lib, ContextTokens: modelfile.Meaning().Context, GPULayers: llamacpp.NoGPU})
	defer func() { _ = e.Close() }()
	asked := map[string][]question{}
	var names []string
	for lines := bufio.NewScanner(bytes.NewReader(labelled)); lines.Scan(); {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return err
		}
		if asked[q.Project] == nil {
			names = append(names, q.Project)
		}
		asked[q.Project] = append(asked[q.Project], q)
	}
	var all score
	for _, name := range names {
		s, err := project(ctx, e, filepath.Join(projects, name), asked[name], each)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.print(name)
		all.add(s)
	}
	all.print("all")
	return nil
}

// score is what the ways came to, by their places in ways.
type score struct {
	questions  int
	hits, ones [5]int     // among the first five, and first
	reciprocal [5]float64 // sum
}

func (s *score) add(o score) {
	s.questions += o.questions
	for i := range ways {
		s.hits[i], s.ones[i], s.reciprocal[i] = s.hits[i]+o.hits[i], s.ones[i]+o.ones[i], s.reciprocal[i]+o.reciprocal[i]
	}
}

func (s *score) print(name string) {
	for i, way := range ways {
		n := float64(s.questions)
		fmt.Printf("| %s | %s | %d | %.2f | %.2f | %.3f |\n", name, way, s.questions, float64(s.ones[i])/n, float64(s.hits[i])/n, s.reciprocal[i]/n)
	}
}

func project(ctx context.Context, e *llamacpp.Embedder, dir string, asked []question, each bool) (s score, err error) {
	tree, err := repo.Open(dir)
	if err != nil {
		return s, err
	}
	defer tree.Close()
	readers := parserpool.New([]string{os.Args[0], parserpool.Command})
	defer func() { _ = readers.Close() }()
	index, err := codeindex.Read(ctx, tree, readers, nil, func(codeindex.Progress, func() *codeindex.Index) {})
	if err != nil {
		return s, err
	}
	x := codefind.New(index.Graph)
	began := time.Now()
	vectors, err := e.Embed(ctx, x.Texts(), nil)
	if err != nil {
		return s, err
	}
	fmt.Fprintf(os.Stderr, "%s: %d symbols in %.1f s\n", dir, len(vectors), time.Since(began).Seconds())
	for _, q := range asked {
		v, err := e.Embed(ctx, []string{q.Question}, nil)
		if err != nil {
			return s, err
		}
		words, meaning := x.ByWords(q.Question), x.ByMeaning(vectors, v[0])
		var byName []codegraph.NodeID
		for _, h := range index.Graph.Search(q.Question, codegraph.Filter{}, 200) {
			byName = append(byName, h.Node)
		}
		var right []codegraph.NodeID
		for _, a := range q.Answers {
			found := index.Graph.Named(a)
			if len(found) == 0 {
				return s, fmt.Errorf("nothing is called %s", a)
			}
			right = append(right, found...)
		}
		s.questions++
		places := [5]int{}
		for i, found := range [][]codegraph.NodeID{byName, x.Joined(200, words), x.Joined(200, meaning), x.Joined(200, words, meaning), x.Joined(200, words, meaning, meaning)} {
			places[i] = slices.IndexFunc(found, func(n codegraph.NodeID) bool { return slices.Contains(right, n) }) + 1
			if places[i] > 0 {
				s.reciprocal[i] += 1 / float64(places[i])
			}
			if places[i] > 0 && places[i] <= 5 {
				s.hits[i]++
			}
			if places[i] == 1 {
				s.ones[i]++
			}
		}
		if each {
			fmt.Printf("%v %s\n", places, q.Question)
		}
	}
	return s, nil
}
