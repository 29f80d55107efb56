// Command llama measures the embedded model: the library's own loop against
// our whole stack on the same weights, in turn, so that the ratios hold on any
// machine. The weights are random; no model is downloaded.
//
//	go run ./build/bench/llama            # the real 1.5B shape: 1.64 GB on disk while it runs
//	go run ./build/bench/llama -gpu       # with all layers on the GPU, compared with the processor
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"aipack/backend/model/llm/llamacpp"
	"aipack/backend/model/llm/llamacpp/inference"
	"aipack/backend/model/modelfile/gguftest"
)

// bench is one run of the program.
type bench struct {
	lib, self string
	model     string // of the large shape
	work      string
	threads   int
	rounds    int
	prompt    int // words
	tokens    int
	gpu       bool
}

func main() {
	var err error
	switch {
	case len(os.Args) > 1 && os.Args[1] == "worker":
		err = inference.Serve(os.Stdin, os.Stdout)
	case len(os.Args) > 1 && os.Args[1] == "plain":
		err = plain(os.Args[2:])
	default:
		err = measure()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure() error {
	b := &bench{}
	flag.StringVar(&b.lib, "lib", filepath.Join("build", "lib", "llama"), "folder of the libraries")
	flag.IntVar(&b.threads, "threads", llamacpp.DefaultThreads(), "threads")
	flag.IntVar(&b.rounds, "n", 5, "rounds of each measurement")
	flag.IntVar(&b.prompt, "prompt", 256, "words of the prompt")
	flag.IntVar(&b.tokens, "tokens", 32, "tokens of an answer")
	flag.BoolVar(&b.gpu, "gpu", false, "put all layers on the GPU and compare with the processor")
	shape := flag.String("shape", "1.5b", "1.5b or tiny")
	model := flag.String("model", "", "measure this model file, in place of one with random weights")
	out := flag.String("out", filepath.Join("docs", "BENCHMARKS.md"), "file to write the figures into, - for none")
	flag.Parse()
	var err error
	if b.lib, err = filepath.Abs(b.lib); err != nil {
		return err
	}
	if b.self, err = os.Executable(); err != nil {
		return err
	}
	if b.work, err = os.MkdirTemp("", "aipack-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.work)
	r := &report{what: "random weights of the " + *shape + " shape (Q8_0)", threads: b.threads, load: loadAverage()}
	if *model != "" {
		b.model, r.what = *model, filepath.Base(*model)
		if err := b.speed(context.Background(), r, llamacpp.NoGPU); err != nil {
			return err
		}
		return r.write(*out, "bench-weights")
	}
	b.model = filepath.Join(b.work, "model.gguf")
	s := gguftest.Coder15B()
	if *shape == "tiny" {
		s = gguftest.Tiny()
	}
	if err := gguftest.Write(b.model, s); err != nil {
		return err
	}
	if b.gpu {
		return b.gpuReport(context.Background(), r, *out)
	}
	if err := b.speed(context.Background(), r, llamacpp.NoGPU); err != nil {
		return err
	}
	if err := b.small(context.Background(), r); err != nil {
		return err
	}
	return r.write(*out, "bench-llama")
}

// options are those of a client of a model.
func (b *bench) options(model string, layers int) llamacpp.Options {
	return llamacpp.Options{
		Model: model, LibDir: b.lib, Threads: b.threads, GPULayers: layers, ContextTokens: 8192,
		Self: []string{b.self, "worker"},
	}
}

func loadAverage() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	var one string
	if _, err := fmt.Sscan(string(raw), &one); err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%s on %d cores", one, runtime.NumCPU())
}
