package native

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"aipack/backend/model/modelfile/gguftest"
)

const libDir = "../../../../../build/lib/llama"

func TestLayoutsHaveTheHeadersSizes(t *testing.T) {
	if m, c, b := unsafe.Sizeof(modelParams{}), unsafe.Sizeof(contextParams{}), unsafe.Sizeof(batch{}); m != 80 || c != 160 || b != 56 {
		t.Errorf("llama_model_params %d, llama_context_params %d, llama_batch %d bytes", m, c, b)
	}
}

// TestTheGuardRefusesAnotherRelease changes one thing at a time.
func TestTheGuardRefusesAnotherRelease(t *testing.T) {
	real := open(t)
	for name, change := range map[string]func(*Library){
		"version": func(l *Library) { l.version = func() string { return "0.5.0" } },
		"longer":  func(l *Library) { l.version = func() string { return "0.4.01" } },
		"model field moved": func(l *Library) {
			l.modelDefaults = func() modelParams { m := real.modelDefaults(); m.lazyMode, m.mainGPU = m.mainGPU, m.lazyMode; return m }
		},
		"context field moved": func(l *Library) {
			l.contextDefaults = func() contextParams { c := real.contextDefaults(); c.ubatch = c.sequences; return c }
		},
		"flag moved": func(l *Library) {
			l.contextDefaults = func() contextParams { c := real.contextDefaults(); c.embeddings = true; return c }
		},
	} {
		l := *real
		change(&l)
		if err := l.guard(); !errors.Is(err, ErrRelease) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := real.guard(); err != nil {
		t.Error(err)
	}
}

func TestOpenSaysWhatIsMissing(t *testing.T) {
	if _, err := Open(t.TempDir(), 0); err == nil || !strings.Contains(err.Error(), "ggml") {
		t.Errorf("an empty folder: %v", err)
	}
	dir := t.TempDir()
	for _, part := range parts {
		if err := os.WriteFile(filepath.Join(dir, part+suffix), []byte("no library"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(dir, 0); err == nil || !strings.Contains(err.Error(), "loading") {
		t.Errorf("files that are no libraries: %v", err)
	}
}

func open(t *testing.T) *Library {
	t.Helper()
	l, err := Open(libDir, LogCallback(func(int, string) {}))
	if err != nil {
		t.Fatalf("%v (make llama fetches the libraries)", err)
	}
	return l
}

func TestTokensAndPiecesAreInverse(t *testing.T) {
	l := open(t)
	path := filepath.Join(t.TempDir(), "tiny.gguf")
	if err := gguftest.Write(path, gguftest.Tiny()); err != nil {
		t.Fatal(err)
	}
	m, err := l.Load(path, Options{VocabOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for _, text := range []string{"hello", "the hello in there", "äöü 漢字 🙂\t\x00\n", "<|im_end|>", "<tool_call>", ""} {
		var back strings.Builder
		for _, token := range m.Tokens(text, false) {
			back.Write(m.Piece(token, false))
		}
		if back.String() != text {
			t.Errorf("%q came back as %q", text, back.String())
		}
	}
	marks := m.Tokens("<|im_end|>", true)
	if len(marks) != 1 || !m.Control(marks[0]) || !m.Ends(marks[0]) || len(m.Piece(marks[0], false)) != 0 {
		t.Errorf("the mark that ends a turn: %v", marks)
	}
	if n := len(m.Tokens("<tool_call>", false)); n != 1 {
		t.Errorf("a tag is %d tokens", n)
	}
}
