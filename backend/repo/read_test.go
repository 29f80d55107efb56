package repo

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestTextIsDecoded(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, bytes, want string
		binary            bool
	}{
		{"plain", "{\"a\": \"é\"}\n", "{\"a\": \"é\"}\n", false},
		{"empty", "", "", false},
		{"utf-8 with mark", "\xEF\xBB\xBF{}", "{}", false},
		{"utf-16 little", "\xFF\xFE{\x00\n\x00\xE9\x00}\x00", "{\né}", false},
		{"utf-16 big", "\xFE\xFF\x00{\x00}", "{}", false},
		{"utf-16 little without mark", "{\x00\"\x00a\x00\"\x00}\x00", `{"a"}`, false},
		{"utf-16 big without mark", "\x00{\x00\"\x00a\x00\"\x00}", `{"a"}`, false},
		{"utf-16 surrogates", "\xFF\xFE\x3D\xD8\x00\xDE", "\U0001F600", false},
		{"utf-16 half a surrogate", "\xFF\xFE\x3D\xD8a\x00", "\uFFFDa", false},
		{"utf-16 half a unit", "\xFF\xFEa\x00b", "a", false},
		{"latin-1", "caf\xe9", "café", false},
		{"one byte", "{", "{", false},
		{"elf", "\x7fELF\x02\x01\x01\x00\x00", "", true},
		{"compressed", "\x1f\x8b\x08\x01\x02\x03\x04\x05\x06\x07\x0e\x0f", "", true},
		{"ansi colours", "\x1b[1mhello\x1b[0m and more\f\n", "\x1b[1mhello\x1b[0m and more\f\n", false},
	}
	for _, test := range tests {
		r := mapRepo(map[string]string{"package.json": test.bytes})
		got, err := r.ReadText("package.json")
		if test.binary != errors.Is(err, ErrBinary) || got != test.want {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
		if binary, err := r.IsBinary("package.json"); err != nil || binary != test.binary {
			t.Errorf("%s: binary %v, %v", test.name, binary, err)
		}
	}
}

func TestReadingHasLimits(t *testing.T) {
	t.Parallel()
	r := NewWith(fstest.MapFS{"a": {Data: []byte("0123456789")}}, "test", Config{MaxFileSize: 9})
	if _, err := r.ReadFile("a"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("reading over the limit: %v", err)
	}
	for most, want := range map[int64]string{-1: "", 0: "", 3: "012", 9: "012345678", 100: "012345678"} {
		if b, err := r.ReadBytes("a", most); err != nil || string(b) != want {
			t.Errorf("first %d bytes: %q, %v", most, b, err)
		}
	}
	if _, err := r.ReadFile("none"); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "reading none: ") {
		t.Errorf("reading nothing: %v", err)
	}
}

func TestTextHeadEndsAtACharacter(t *testing.T) {
	t.Parallel()
	r := mapRepo(map[string]string{"a": "abcé€x"})
	for most, want := range map[int64]string{3: "abc", 4: "abc", 5: "abcé", 6: "abcé", 7: "abcé", 8: "abcé€", 100: "abcé€x"} {
		got, cut, err := r.ReadTextHead("a", most)
		if err != nil || got != want || cut != (most < 9) {
			t.Errorf("first %d bytes: %q, cut %v, %v", most, got, cut, err)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	r := NewWith(fstest.MapFS{
		"a":     {Data: []byte("one\r\ntwo\nthree\n\nfive")},
		"long":  {Data: []byte(strings.Repeat("é", 100) + "\nnext\n")},
		"wide":  {Data: []byte("\xFF\xFEa\x00\n\x00b\x00")},
		"bytes": {Data: []byte("caf\xe9\n")},
		"bin":   {Data: []byte("a\x00b")},
	}, "test", Config{MaxLineLength: 11})
	tests := []struct {
		name         string
		start, count int
		want         []string
		more         bool
	}{
		{"a", 1, 2, []string{"one", "two"}, true},
		{"a", 0, 1, []string{"one"}, true},
		{"a", 4, 10, []string{"", "five"}, false},
		{"a", 6, 10, nil, false},
		{"a", 1, 5, []string{"one", "two", "three", "", "five"}, false},
		{"long", 1, 5, []string{"ééééé…", "next"}, false},
		{"wide", 1, 5, []string{"a", "b"}, false},
		{"bytes", 1, 5, []string{"café"}, false},
	}
	for _, test := range tests {
		got, err := r.ReadLines(test.name, test.start, test.count)
		if err != nil || !slices.Equal(got.Lines, test.want) || got.More != test.more {
			t.Errorf("%s from %d: %q, more %v, %v", test.name, test.start, got.Lines, got.More, err)
		}
	}
	if _, err := r.ReadLines("bin", 1, 1); !errors.Is(err, ErrBinary) {
		t.Errorf("lines of a binary file: %v", err)
	}
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir+"/run.sh", "#!/bin/sh\nexit\n")
	if err := os.Chmod(dir+"/run.sh", 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir+"/image.png", "\x89PNG\r\n\x1a\n\x00\x00")
	r := openDir(t, dir)
	m, err := r.Metadata("run.sh")
	if err != nil || m.Size != 15 || m.Binary || !m.Executable || m.Lines != 2 || m.Modified.IsZero() {
		t.Errorf("run.sh: %+v, %v", m, err)
	}
	if m, err = r.Metadata("image.png"); err != nil || !m.Binary || m.Executable || m.Lines != -1 {
		t.Errorf("image.png: %+v, %v", m, err)
	}
	if _, err = r.Metadata("."); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
	if !r.Exists("run.sh") || r.IsDir("run.sh") || !r.IsFile("run.sh") || !r.IsDir(".") || r.Exists("none") {
		t.Error("exists, is a folder or is a file: wrong")
	}
}

func TestTotalSizeAddsUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	growTree(t, dir, 3000)
	write(t, dir+"/more", strings.Repeat("x", 1000))
	r := openDir(t, dir)
	x := indexOf(t, r)
	var want int64
	for _, f := range x.Files {
		n, err := r.Size(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		want += n
	}
	if got := r.TotalSize(t.Context(), x.Files); got != want || got < 1000 {
		t.Errorf("total %d, want %d", got, want)
	}
}

// Some file systems give files without a size.
func TestFilesOfUnknownSizeAreRead(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("no such files here")
	}
	r := openDir(t, "/proc/self")
	if text, err := r.ReadText("status"); err != nil || !strings.Contains(text, "Threads:") {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}
