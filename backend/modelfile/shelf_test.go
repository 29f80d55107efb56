package modelfile

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"aipack/backend/fault"
)

// TestChoice is A115 and what a GPU changes about it.
func TestChoice(t *testing.T) {
	cases := []struct {
		name string
		room Room
		want string
		says string
	}{
		{"plenty", Room{Memory: 64 * GiB}, "7b", "the largest for this computer: it needs 8 GB and 2 GB to spare, 64 GB are free"},
		{"just enough", Room{Memory: 10 * GiB}, "7b", ""},
		{"a byte short", Room{Memory: 10*GiB - 1}, "3b", ""},
		{"six", Room{Memory: 6 * GiB}, "3b", ""},
		{"four", Room{Memory: 4 * GiB}, "1.5b", "the largest"},
		{"three", Room{Memory: 3 * GiB}, "1.5b", "the smallest"},
		{"none", Room{}, "1.5b", "the smallest"},
		{"a GPU in a small computer", Room{Memory: 5 * GiB, GPU: 24 * GiB, GPUName: "RTX 4090"}, "7b", "fits whole on RTX 4090"},
		{"a small GPU in a small computer", Room{Memory: 5 * GiB, GPU: 4 * GiB, GPUName: "GTX 1650"}, "3b", "fits whole on GTX 1650"},
		{"a tiny GPU in a large computer", Room{Memory: 32 * GiB, GPU: GiB, GPUName: "old"}, "7b", "for this computer"},
		{"a GPU, and no memory at all", Room{Memory: GiB, GPU: 24 * GiB}, "1.5b", "the smallest"},
	}
	for _, c := range cases {
		got := Choose(Catalogue(), c.room)
		if got.Model.ID != "qwen2.5-coder-"+c.want || !strings.Contains(got.Why, c.says) {
			t.Errorf("%s: %s, %s", c.name, got.Model.ID, got.Why)
		}
		kind, text := got.Model.Fit(c.room)
		if (kind == "no") != (c.name == "none") || text == "" {
			t.Errorf("%s: the chosen one fits: %s, %s", c.name, kind, text)
		}
	}
	if got := Choose(nil, Room{Memory: 64 * GiB}); got.Model.ID != "" {
		t.Errorf("of nothing it chooses %s", got.Model.ID)
	}
}

func TestCatalogueIsWhole(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9.-]+$`)
	for _, m := range Catalogue() {
		if !name.MatchString(m.ID) || !plainName(m.File) || !isHex(m.Commit, 40) || !isHex(m.SHA256, 64) || m.Bytes <= 0 || m.Need <= m.Bytes ||
			m.Context == 0 || m.Licence == "" || m.LicenceURL == "" {
			t.Errorf("%+v lacks something", m)
		}
		for _, called := range []string{m.ID, m.File, strings.TrimPrefix(m.ID, "qwen2.5-coder-"), strings.ToUpper(m.ID)} {
			if got, ok := Named(called); !ok || got.ID != m.ID {
				t.Errorf("%q is %q", called, got.ID)
			}
		}
	}
	for _, none := range []string{"", "b", "14b", "own:x.gguf", "coder"} {
		if m, ok := Named(none); ok {
			t.Errorf("%q is %s", none, m.ID)
		}
	}
}

func TestNamesOnTheHub(t *testing.T) {
	for name, want := range map[string]bool{
		"me/models/tiny.gguf": true, "me/models/tiny.gguf@" + testCommit: true, "tiny.gguf": false, "me/../tiny.gguf": false,
		"me/models/tiny.gguf@main": false, "me/models/../../x.gguf": false, "me/models/x.bin": false, "https://x/y/z.gguf": false,
	} {
		if _, ok := OnHub(name); ok != want {
			t.Errorf("%s: %v", name, ok)
		}
	}
}

func TestImport(t *testing.T) {
	outside, data := t.TempDir(), gguf(1000, 1)
	file := filepath.Join(outside, "My Model (v1).GGUF")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, inPlace := range []bool{false, true} {
		s := Shelf{Dir: filepath.Join(t.TempDir(), "new")}
		e, err := s.Import(t.Context(), file, inPlace, nil)
		if err != nil {
			t.Fatal(err)
		}
		if e.ID != "own:My-Model--v1-.gguf" || e.Name != "Tiny Test" || e.State != Ready || e.InPlace != inPlace || e.Context != 4096 || e.Bytes != int64(len(data)) {
			t.Errorf("%+v", e)
		}
		if inPlace != (e.Path == file) {
			t.Errorf("it lies in %s", e.Path)
		}
		best, err := s.Best(Room{Memory: 8 * GiB})
		if err != nil || best.ID != e.ID {
			t.Errorf("the best that is here is %v, %v", best.ID, err)
		}
		if err := s.Remove(e); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(file); err != nil {
			t.Errorf("the user's own file is gone: %v", err)
		}
		var none *fault.Fault
		if _, err := s.Best(Room{}); fault.CodeOf(err) != fault.ModelNotFound || !errors.As(err, &none) || !strings.Contains(none.Hint, "aipack setup") {
			t.Errorf("without any model: %v", err)
		}
	}
}

func TestImportRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	whole := gguf(1000, 1)
	cases := map[string]struct {
		path string
		code fault.Code
	}{
		"nothing":              {filepath.Join(dir, "absent.gguf"), fault.FileNotFound},
		"a folder":             {dir, fault.SyntaxError},
		"some text":            {write("text.gguf", []byte("hello")), fault.SyntaxError},
		"a file cut short":     {write("cut.gguf", whole[:len(whole)-1]), fault.SyntaxError},
		"a false Qwen":         {write("qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", whole), fault.ChecksumWrong},
		"a model's vocabulary": {write("vocabulary.gguf", noTensors(whole)), fault.SyntaxError},
	}
	for name, c := range cases {
		s := Shelf{Dir: t.TempDir()}
		if _, err := s.Import(t.Context(), c.path, false, nil); fault.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := Shelf{Dir: t.TempDir()}
	first, second := write("same.gguf", whole), filepath.Join(t.TempDir(), "same.gguf")
	if err := os.WriteFile(second, gguf(1000, 2), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Import(t.Context(), first, false, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Import(t.Context(), first, false, nil); err != nil {
		t.Errorf("the same file once more: %v", err)
	}
	if _, err := s.Import(t.Context(), second, false, nil); fault.CodeOf(err) != fault.FileExists {
		t.Errorf("another file of the same name: %v", err)
	}
}

// noTensors sets the number of tensors to nothing.
func noTensors(data []byte) []byte {
	out := append([]byte{}, data...)
	out[8] = 0
	return out
}

func TestAFileUsedInPlaceMayGo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "own.gguf")
	if err := os.WriteFile(file, gguf(10, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	s := Shelf{Dir: t.TempDir()}
	if _, err := s.Import(t.Context(), file, true, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if e, err := s.Find("own.gguf"); err != nil || e.State != Missing {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestAFilePutIntoTheFolderIsListed(t *testing.T) {
	s := Shelf{Dir: t.TempDir()}
	for name, data := range map[string][]byte{"put.gguf": gguf(10, 1), "broken.gguf": []byte("x"), "notes.txt": nil} {
		if err := os.WriteFile(filepath.Join(s.Dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.List()
	if err != nil || len(list) != len(Catalogue())+2 {
		t.Fatalf("%d listed, %v", len(list), err)
	}
	if own := list[3:]; own[0].File != "put.gguf" || own[0].Architecture != "qwen2" || own[0].State != Ready || own[1].State != Damaged {
		t.Errorf("%+v", own)
	}
	if best, err := s.Best(Room{Memory: 64 * GiB}); err != nil || best.File != "put.gguf" {
		t.Errorf("%+v, %v", best, err)
	}
	if err := os.Remove(filepath.Join(s.Dir, "put.gguf")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Best(Room{Memory: 64 * GiB}); fault.CodeOf(err) != fault.ModelNotFound {
		t.Errorf("a damaged file is no model to use: %v", err)
	}
}

// TestAnImportedFileThatWasCutIsDamaged: its record knows better.
func TestAnImportedFileThatWasCutIsDamaged(t *testing.T) {
	from := filepath.Join(t.TempDir(), "own.gguf")
	if err := os.WriteFile(from, gguf(1000, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	s := Shelf{Dir: t.TempDir()}
	e, err := s.Import(t.Context(), from, false, nil)
	if err != nil || e.State != Ready {
		t.Fatal(e, err)
	}
	if err := os.Truncate(e.Path, e.Bytes/2); err != nil {
		t.Fatal(err)
	}
	if e, err = s.Find("own.gguf"); err != nil || e.State != Damaged {
		t.Errorf("%+v, %v", e, err)
	}
}
