package gitindex_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/repo/gitindex"
	"aipack/backend/repo/repotest"
)

// git runs git in a folder without anybody's settings.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v %s", args, err, out)
	}
}

func write(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, dir string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, ".git", "index"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func repository(t *testing.T, args ...string) string {
	t.Helper()
	repotest.Git(t)
	dir := t.TempDir()
	git(t, dir, append([]string{"init", "-q"}, args...)...)
	return dir
}

// TestWhatGitWrites reads indexes of every version and kind that git itself
// writes.
func TestWhatGitWrites(t *testing.T) {
	long := strings.Repeat("long-name/", 30) + "file"
	names := []string{"a", "a-b", "a/b", "a.b/c", "build/server.js", "build.gradle", "ünï/ß", long}
	for version := 2; version <= 4; version++ {
		for hash, format := range map[gitindex.Hash]string{gitindex.SHA1: "sha1", gitindex.SHA256: "sha256"} {
			t.Run(fmt.Sprint(version, format), func(t *testing.T) {
				dir := repository(t, "--object-format="+format)
				write(t, dir, names[0], "untracked/x", "later")
				for _, n := range names[1:] {
					if n != "a/b" { // "a" is a file
						write(t, dir, n)
					}
				}
				git(t, dir, "add", "a", "a-b", "a.b", "build", "build.gradle", "ünï", "long-name")
				if version == 3 {
					git(t, dir, "add", "-N", "later") // needs the flags of version 3
				} else {
					git(t, dir, "update-index", "--index-version", fmt.Sprint(version))
				}
				b := read(t, dir)
				if got := binary.BigEndian.Uint32(b[4:]); got != uint32(version) {
					t.Fatalf("git wrote version %d", got)
				}
				x, err := gitindex.Parse(b, hash)
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range names {
					if x.File(n) != (n != "a/b") {
						t.Errorf("File(%q) = %v", n, x.File(n))
					}
				}
				for folder, want := range map[string]bool{"a": false, "a.b": true, "build": true, "buil": false, "untracked": false, "ünï": true, "long-name/long-name": true, "long": false, "zz": false} {
					if got, sub := x.Folder(folder); got != want || sub {
						t.Errorf("Folder(%q) = %v, %v", folder, got, sub)
					}
				}
				if x.File("untracked/x") {
					t.Error("what is not tracked is found")
				}
			})
		}
	}
}

func TestSubmodulesAndSparseFolders(t *testing.T) {
	sub := repository(t)
	write(t, sub, "f")
	git(t, sub, "add", ".")
	git(t, sub, "commit", "-qm", "x")
	dir := repository(t)
	write(t, dir, "in/f", "far/away/f", "vendor/own")
	git(t, dir, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", sub, "vendor/lib")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "x")
	x, err := gitindex.Parse(read(t, dir), gitindex.SHA1)
	if err != nil {
		t.Fatal(err)
	}
	if tracked, link := x.Folder("vendor/lib"); !tracked || !link {
		t.Errorf("the submodule is %v %v", tracked, link)
	}
	if tracked, link := x.Folder("vendor"); !tracked || link {
		t.Errorf("the folder of the submodule is %v %v", tracked, link)
	}
	git(t, dir, "sparse-checkout", "set", "--cone", "--sparse-index", "in")
	if x, err = gitindex.Parse(read(t, dir), gitindex.SHA1); err != nil {
		t.Fatal(err)
	}
	if tracked, _ := x.Folder("far"); !tracked || !x.File("in/f") {
		t.Error("folders outside of a sparse checkout are tracked")
	}
	git(t, dir, "sparse-checkout", "disable")
	git(t, dir, "update-index", "--split-index")
	if _, err := gitindex.Parse(read(t, dir), gitindex.SHA1); err == nil {
		t.Error("a part of a split index is taken for the whole")
	}
}

func TestNothingIsTrackedWithoutAnIndex(t *testing.T) {
	var none *gitindex.Index
	if tracked, _ := none.Folder("a"); tracked || none.File("a") {
		t.Error("no index tracks something")
	}
	for _, bad := range []string{"", "DIRC", "DIRC\x00\x00\x00\x02\xff\xff\xff\xff" + strings.Repeat("x", 200), "DIRC\x00\x00\x00\x09\x00\x00\x00\x00" + strings.Repeat("\x00", 20)} {
		if _, err := gitindex.Parse([]byte(bad), gitindex.SHA1); err == nil {
			t.Errorf("%q is an index", bad)
		}
	}
}

// FuzzParse: any bytes give an index that can be asked, or an error.
func FuzzParse(f *testing.F) {
	for _, version := range []byte{2, 3, 4} {
		entry := make([]byte, 62, 80)
		binary.BigEndian.PutUint16(entry[60:], 1)
		if version == 4 {
			entry = append(entry, 0, 'a', 0)
		} else {
			entry = append(entry, 'a', 0)
		}
		b := append([]byte{'D', 'I', 'R', 'C', 0, 0, 0, version, 0, 0, 0, 1}, entry...)
		f.Add(append(b, make([]byte, 20)...), false)
	}
	f.Fuzz(func(t *testing.T, b []byte, long bool) {
		hash := gitindex.SHA1
		if long {
			hash = gitindex.SHA256
		}
		if x, err := gitindex.Parse(b, hash); err == nil {
			x.File("a")
			x.Folder("a")
		}
	})
}
