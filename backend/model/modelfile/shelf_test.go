package modelfile

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/model/hardware"
)

// specified are the specification's three models (A112 to A114).
func specified() []Model {
	return slices.DeleteFunc(Catalogue(), func(m Model) bool { return !strings.HasPrefix(m.ID, "qwen2.5-coder-") })
}

// TestChoice is A115 over the specified models, and what a GPU changes about it.
// Whether a model may be used commercially is left out here.
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
	free := specified()
	for i := range free {
		free[i].NonCommercial = false
	}
	for _, c := range cases {
		got := Choose(free, c.room)
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

// TestChoiceWithoutGPU: what is proposed answers in a minute on the processor
// (A091), and may be used commercially.
func TestChoiceWithoutGPU(t *testing.T) {
	model := func(id string, gb, weights, active int64) Model {
		return Model{ID: id, Bytes: gb * 1e9, Need: gb * GiB, Weights: weights * 1e9, Active: active * 1e9}
	}
	list := []Model{model("mixture", 18, 30, 3), model("large", 9, 15, 15), model("middle", 4, 7, 7), model("small", 1, 1, 1)}
	// At 100e9 weights a second and 10 GB of memory a second: the mixture takes
	// 27+18 s for 900 and 100 tokens, the large one 135+90, the middle one 63+40, the small one 9+10.
	pace := hardware.Pace{Computes: 100e9, Reads: 10e9}
	for _, c := range []struct {
		name string
		room Room
		want string
		fit  string
		says string
	}{
		{"fast", Room{Memory: 64 * GiB, Pace: pace}, "mixture", "good", "within a minute on this processor (estimated: 45 s)"},
		{"half as fast", Room{Memory: 64 * GiB, Pace: hardware.Pace{Computes: 50e9, Reads: 5e9}}, "small", "good", "(estimated: 40 s)"},
		{"slow", Room{Memory: 64 * GiB, Pace: hardware.Pace{Computes: 10e9, Reads: 5e9}}, "small", "slow", "the one that answers soonest on this processor (estimated: 2 min; none does within a minute)"},
		{"little memory", Room{Memory: 7 * GiB, Pace: hardware.Pace{Computes: 500e9, Reads: 40e9}}, "middle", "good", "(estimated: 25 s)"},
		{"a GPU", Room{Memory: 64 * GiB, Pace: pace, GPU: 12 * GiB, GPUName: "RTX"}, "large", "good", "fits whole on RTX"},
	} {
		got := Choose(list, c.room)
		fit, text := got.Model.Fit(c.room)
		if got.Model.ID != c.want || fit != c.fit || text == "" || !strings.Contains(got.Why, c.says) {
			t.Errorf("%s: %s (%s), %s", c.name, got.Model.ID, fit, got.Why)
		}
	}
	closed := model("closed", 5, 1, 1)
	closed.NonCommercial = true
	if got := Choose(append(list, closed), Room{Memory: 7 * GiB, Pace: pace}); got.Model.ID != "small" {
		t.Errorf("one that is not for commercial use is proposed: %s", got.Model.ID)
	}
	if got := Choose([]Model{closed}, Room{Memory: 8 * GiB}); got.Model.ID != "closed" {
		t.Error("the only one there is must do")
	}
}

func TestCatalogueIsWhole(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9.-]+$`)
	last := int64(1 << 62)
	for _, m := range Catalogue() {
		if !name.MatchString(m.ID) || !plainName(m.File) || !isHex(m.Commit, 40) || !isHex(m.SHA256, 64) || m.Bytes <= 0 || m.Need <= m.Bytes ||
			m.Context == 0 || m.Licence == "" || !strings.HasPrefix(m.LicenceURL, "https://") || m.Made == "" || m.Active <= 0 || m.Active > m.Weights || m.Token <= 0 && !m.Vectors {
			t.Errorf("%+v lacks something", m)
		}
		if bits := 8 * float64(m.Bytes) / float64(m.Weights); (bits < 4.2 || bits > 6) && !m.Vectors {
			t.Errorf("%s: %.1f bits a weight", m.ID, bits)
		}
		if m.Bytes > last {
			t.Errorf("%s is not in its place", m.ID)
		}
		last = m.Bytes
		for _, called := range []string{m.ID, m.File, strings.ToUpper(m.ID)} {
			if got, ok := Named(called); !ok || got.ID != m.ID {
				t.Errorf("%q is %q", called, got.ID)
			}
		}
	}
	for called, id := range map[string]string{"7b": "qwen2.5-coder-7b", "1.5b": "qwen2.5-coder-1.5b", "20b": "gpt-oss-20b", "9b": "qwen3.5-9b", "qwen2.5-coder:3b": "qwen2.5-coder-3b"} {
		if m, _ := Named(called); m.ID != id {
			t.Errorf("%q is %q, want %s", called, m.ID, id)
		}
	}
	for _, none := range []string{"", "b", "14b", "3b", "8b", "own:x.gguf", "coder"} {
		if m, ok := Named(none); ok {
			t.Errorf("%q is %s", none, m.ID)
		}
	}
	var ambiguous *fault.Fault
	if _, err := (Shelf{Dir: t.TempDir()}).Find("8b"); !errors.As(err, &ambiguous) || !strings.Contains(ambiguous.Hint, "granite-4.1-8b, ministral-3-8b;") {
		t.Errorf("8b: %v", err)
	}
}

// TestTheCataloguesCachesAreWhatTheirShapesGive: the cache follows from the
// published shapes, by the same rule as that of a file (config.json of each; of
// Qwen3.5 and Gemma 4 see the package gguf).
func TestTheCataloguesCachesAreWhatTheirShapesGive(t *testing.T) {
	const mb = 1 << 20
	for id, at16k := range map[string]int64{
		"qwen3-coder-30b-a3b": 48 * 4 * 2 * 128 * 2 * 16384,
		"gpt-oss-20b":         12*8*2*64*2*16384 + 12*8*2*64*2*768,
		"gemma-4-12b":         8*1*2*512*2*16384 + 40*8*2*256*2*1536,
		"qwen3.5-9b":          8*4*2*256*2*16384 + 50*mb + mb/4,
		"qwen3.5-4b":          8*4*2*256*2*16384 + 50*mb + mb/4, // hidden 2560, the same heads
		"granite-4.1-8b":      40 * 8 * 2 * 128 * 2 * 16384,
		"granite-4.1-3b":      40 * 8 * 2 * 64 * 2 * 16384,
		"ministral-3-8b":      34 * 8 * 2 * 128 * 2 * 16384,
		"ministral-3-3b":      106_496 * 16384,
		"qwen2.5-coder-7b":    28 * 4 * 2 * 128 * 2 * 16384,
		"qwen2.5-coder-3b":    36 * 2 * 2 * 128 * 2 * 16384,
		"qwen2.5-coder-1.5b":  28 * 2 * 2 * 128 * 2 * 16384,
	} {
		m, known := Named(id)
		if got := m.At(16384); !known || got != at16k {
			t.Errorf("%s: %d bytes for 16,384 tokens, want %d", id, got, at16k)
		}
		if m.NeedFor(1<<30) != m.NeedFor(m.Context) || m.NeedFor(0) != m.Bytes+m.At(0)+(m.Bytes+m.At(0))/10 {
			t.Errorf("%s needs %d in all", id, m.NeedFor(1<<30))
		}
	}
}

func having(room Room) func() Room { return func() Room { return room } }

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
	outside, data := t.TempDir(), modelBytes(1000, 1)
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
		best, err := s.Best(having(Room{Memory: 8 * GiB}))
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
		if _, err := s.Best(having(Room{})); fault.CodeOf(err) != fault.ModelNotFound || !errors.As(err, &none) || !strings.Contains(none.Hint, "aipack setup") {
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
	whole := modelBytes(1000, 1)
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
	if err := os.WriteFile(second, modelBytes(1000, 2), 0o600); err != nil {
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
	if err := os.WriteFile(file, modelBytes(10, 1), 0o600); err != nil {
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
	for name, data := range map[string][]byte{"put.gguf": modelBytes(10, 1), "broken.gguf": []byte("x"), "notes.txt": nil} {
		if err := os.WriteFile(filepath.Join(s.Dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.List()
	if err != nil || len(list) != len(Catalogue())+2 {
		t.Fatalf("%d listed, %v", len(list), err)
	}
	if own := list[len(Catalogue()):]; own[0].File != "put.gguf" || own[0].Architecture != "qwen2" || own[0].State != Ready || own[1].State != Damaged {
		t.Errorf("%+v", own)
	}
	if best, err := s.Best(having(Room{Memory: 64 * GiB})); err != nil || best.File != "put.gguf" {
		t.Errorf("%+v, %v", best, err)
	}
	if err := os.Remove(filepath.Join(s.Dir, "put.gguf")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Best(having(Room{Memory: 64 * GiB})); fault.CodeOf(err) != fault.ModelNotFound {
		t.Errorf("a damaged file is no model to use: %v", err)
	}
}

// TestAnImportedFileThatWasCutIsDamaged: its record knows better.
func TestAnImportedFileThatWasCutIsDamaged(t *testing.T) {
	from := filepath.Join(t.TempDir(), "own.gguf")
	if err := os.WriteFile(from, modelBytes(1000, 1), 0o600); err != nil {
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
