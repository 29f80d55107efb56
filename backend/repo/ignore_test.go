package repo

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestGitignoreRules(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rules   string
		ignored string // space-separated paths; a slash at the end makes a folder
		kept    string
	}{
		{"*.log\n!keep.log\n", "a.log x/b.log", "keep.log x/keep.log a.logs"},
		{"/out\n", "out out/", "x/out outer"},
		{"out/\n", "out/ x/out/", "out x/out"},
		{"a/b\n", "a/b", "x/a/b a/bc"},
		{"**/a/b\n", "a/b x/a/b x/y/a/b", "a/x/b"},
		{"a/**/b\n", "a/b a/x/b a/x/y/b", "ab x/a/b"},
		{"a/**\n", "a/b a/b/c", "a x/a/b"},
		{"a/*\n", "a/b", "a/b/c x/a/b"},
		{"*.py[cod]\n", "m.pyc m.pyo", "m.py m.pyx"},
		{"[!a-c]x\n", "dx", "ax bx"},
		{"[[:digit:]]\n", "7", "a [ :"},
		{"\\#a\n\\!b\nd   \n", "#a !b d", "a b"},
		{"# comment\n\n   \n/\n!\n", "", "a # comment"},
		{"\uFEFFa\r\nb\r\n", "a b", "c"},
		{"foo\\\n[ab\n", "", "foo foo\\ [ab a"},
		{"*~\n.#*\nnpm-debug.log*\n", "a~ .#a npm-debug.log npm-debug.log.1", "~a a#"},
		{"*\n!*.go\n!*/\n", "a.c", "a.go d/ d/a.go"},
		{"*.tar.gz\n*.\n", "a.tar.gz b.", "a.gz tar.gz"},
		{".env*\n!.env.example\n", ".env .env.local", ".env.example"},
		{"a?c\n", "abc", "ac a/c"},
		{"x/[^/]*.o\n", "x/a.o", "x/y/a.o"},
	}
	for _, test := range tests {
		l := &ignoreChain{list: parseIgnore(test.rules, 0)}
		check := func(names string, want bool) {
			for _, p := range strings.Fields(names) {
				name, isDir := strings.CutSuffix(p, "/")
				if got := l.ignores(name, path.Base(name), isDir); got != want {
					t.Errorf("rules %q: ignores(%q) = %v", test.rules, p, got)
				}
			}
		}
		check(test.ignored, true)
		check(test.kept, false)
	}
	escaped := &ignoreChain{list: parseIgnore("c\\ \nd  \n", 0)}
	if !escaped.ignores("c ", "c ", false) || escaped.ignores("c", "c", false) || !escaped.ignores("d", "d", false) {
		t.Error("an escaped space at the end counts, others do not")
	}
}

// ignoreSeeds is how many trees are compared; 3,000 agreed when this was
// written.
const ignoreSeeds = 20

// TestIgnoreAgreesWithGit grows random trees with random ignore files, has git track
// some of the files all the same, and compares the index with what git itself would
// not ignore.
func TestIgnoreAgreesWithGit(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	for seed := range uint64(ignoreSeeds) {
		dir := t.TempDir()
		growRandom(t, dir, rand.New(rand.NewPCG(seed, 7)))
		if out, err := exec.CommandContext(t.Context(), git, "init", "-q", dir).CombinedOutput(); err != nil {
			t.Fatalf("git init: %v %s", err, out)
		}
		if seed%2 == 1 {
			trackSome(t, git, dir, rand.New(rand.NewPCG(seed, 8)))
		}
		x := indexOf(t, openDir(t, dir))
		var got []string
		for _, f := range x.Files {
			got = append(got, f.Path)
		}
		slices.Sort(got)
		want := notIgnoredByGit(t, git, dir)
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: %s\nonly here %q\nonly git  %q", seed, ignoreFilesOf(t, dir), without(got, want), without(want, got))
		}
	}
}

func notIgnoredByGit(t *testing.T, git, dir string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), git, "-C", dir, "-c", "core.excludesFile=", "-c", "core.quotePath=false",
		"ls-files", "-z", "--cached", "--others", "--exclude-per-directory=.gitignore")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	list := strings.FieldsFunc(string(out), func(c rune) bool { return c == 0 })
	slices.Sort(list)
	return list
}

// trackSome has git track some files, whatever is ignored.
func trackSome(t *testing.T, git, dir string, r *rand.Rand) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), git, "-C", dir, "ls-files", "-z", "--others")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	args := []string{"-C", dir, "--literal-pathspecs", "add", "-f", "--"}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if r.IntN(3) == 0 {
			args = append(args, name)
		}
	}
	if len(args) == 5 {
		return
	}
	if out, err := exec.CommandContext(t.Context(), git, args...).CombinedOutput(); err != nil {
		t.Fatalf("git add: %v %s", err, out)
	}
}

func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

func ignoreFilesOf(t *testing.T, dir string) string {
	var b bytes.Buffer
	err := filepath.WalkDir(dir, func(p string, _ os.DirEntry, err error) error {
		if err == nil && filepath.Base(p) == ".gitignore" {
			content, err := os.ReadFile(p)
			fmt.Fprintf(&b, "\n%s: %q", p[len(dir):], content)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// growRandom writes a small tree of confusable names with ignore files made of
// the same pieces.
func growRandom(t *testing.T, dir string, r *rand.Rand) {
	t.Helper()
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	name := func() string {
		return pick("a", "b", "ab", "a.b", "a.log", "b.log", ".a", "foo", "foo.bar", "[a]", "a b", "b~")
	}
	var write func(dir string, depth int)
	write = func(dir string, depth int) {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for range 2 + r.IntN(6) {
			p := filepath.Join(dir, name())
			if _, err := os.Lstat(p); err == nil {
				continue
			}
			if depth < 3 && r.IntN(2) == 0 {
				write(p, depth+1)
			} else if err := os.WriteFile(p, nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if depth > 0 && r.IntN(3) > 0 {
			return
		}
		var rules strings.Builder
		for range 1 + r.IntN(7) {
			rules.WriteString(randomRule(r, name) + pick("\n", "\n", "\r\n"))
		}
		if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(rules.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(dir, 0)
}

func randomRule(r *rand.Rand, name func() string) string {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	piece := func() string {
		switch r.IntN(4) {
		case 0:
			return name()
		case 1:
			return pick("*", "**", "?", "a*", "*b", "*.log", "*.*", "[ab]", "[!a]*", "[a-b].log", "foo*r", "\\a", "***", "[[:alpha:]]", "a**b", "[", "[]a]", "\\[a]")
		}
		return pick("a", "b", "foo", "**", "*.b", ".*")
	}
	var b strings.Builder
	b.WriteString(pick("", "", "", "!", "/", "!/"))
	for i := range 1 + r.IntN(3) {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(piece())
	}
	b.WriteString(pick("", "", "", "/", " ", "  "))
	return b.String()
}

func TestIgnoreAppliesBelowItsFolderOnly(t *testing.T) {
	t.Parallel()
	r := mapRepo(map[string]string{
		".gitignore": "/gen\n", "gen/a": "", "web/gen/a": "", "web/.gitignore": "!/keep.log\n*.tmp\n",
		"web/x.tmp": "", "x.tmp": "", "web/deep/y.tmp": "",
	})
	x := indexOf(t, r)
	want := []string{".gitignore", "web/.gitignore", "web/gen/a", "x.tmp"}
	if got := paths(x.Files); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if len(x.Skipped) != 1 || x.Skipped[0] != (Skipped{"gen", SkippedByGit, ".gitignore"}) {
		t.Errorf("skipped %v", x.Skipped)
	}
	if _, ok := x.Stat("web/deep/y.tmp"); ok {
		t.Error("web/.gitignore does not reach web/deep")
	}
	r.config.Ignored = true
	if all := indexOf(t, r); len(all.Files) != 7 {
		t.Errorf("with ignored files: %q", paths(all.Files))
	}
}

// FuzzIgnore: no pattern takes longer than it may, and none panics.
func FuzzIgnore(f *testing.F) {
	f.Add("*.log\n!a/**/b\n", "a/x/b")
	f.Add("[[:alpha:]-\\]]*?/\n", "z]/")
	f.Add(strings.Repeat("*a", 60), strings.Repeat("a", 200)+"b")
	f.Add(strings.Repeat("**/a/", 40), strings.Repeat("a/", 60)+"b")
	f.Fuzz(func(t *testing.T, rules, name string) {
		if len(rules) > 2000 || len(name) > 1000 {
			t.Skip()
		}
		l := &ignoreChain{list: parseIgnore(rules, 0)}
		l.ignores(name, path.Base(name), true)
		l.ignores(name, path.Base(name), false)
		if literal := (&ignoreChain{list: parseIgnore(escapePattern(name), 0)}); name != "" && !strings.ContainsAny(name, "/\n\r") &&
			strings.TrimSpace(name) == name && !strings.HasPrefix(name, "\uFEFF") && !literal.ignores(name, name, false) {
			t.Errorf("the escaped name %q is not matched", name)
		}
	})
}

// escapePattern makes a pattern that matches exactly a name.
func escapePattern(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if strings.IndexByte(`*?[\!# `, name[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(name[i])
	}
	return b.String()
}
