package llamacpp

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"aipack/backend/model/llm/llamacpp/inference"
	"aipack/backend/model/modelfile/gguftest"
)

// TestMain makes this test program its own worker, too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		if err := inference.Serve(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// libDir is where make llama puts the libraries. Without them the tests fail:
// nothing here would be shown otherwise.
func libDir(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("LLAMA_LIB_DIR"); dir != "" {
		return dir
	}
	dir, err := filepath.Abs("../../../../build/lib/llama")
	if err != nil {
		t.Fatal(err)
	}
	if !holdsLibraries(dir) {
		t.Fatal("llama.cpp's libraries are missing; make llama fetches them")
	}
	return dir
}

// modelFile writes a model with random weights.
func modelFile(t testing.TB, s gguftest.Shape) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "random.gguf")
	if err := gguftest.Write(path, s); err != nil {
		t.Fatal(err)
	}
	return path
}

// client is a client of the tiny model on one thread: ggml's threads wait
// busily, and a test machine has few.
func client(t testing.TB, change ...func(*Options)) *Client {
	t.Helper()
	o := Options{LibDir: libDir(t), Threads: 1, GPULayers: NoGPU, ContextTokens: 4096}
	for _, f := range change {
		f(&o)
	}
	if o.Model == "" {
		o.Model = modelFile(t, gguftest.Tiny())
	}
	c := New(o)
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func as[T error](t testing.TB, err error) T {
	t.Helper()
	var e T
	if !errors.As(err, &e) {
		t.Fatalf("%v (%T) is no %T", err, err, e)
	}
	return e
}
