//go:build long

package sast

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// real lets a real program be found: the opengrep or semgrep on PATH, the semgrep in the
// folder that SEMGREP_BIN names, or one that is fetched from PyPI.
func real(t *testing.T) {
	t.Helper()
	dir := os.Getenv("SEMGREP_BIN")
	if dir == "" {
		if _, err := exec.LookPath(names[0]); err == nil {
			return
		}
		if p, err := exec.LookPath(names[1]); err == nil {
			dir = filepath.Dir(p)
		}
	}
	if dir == "" {
		venv := filepath.Join(os.TempDir(), "aipack-semgrep")
		dir = filepath.Join(venv, "bin")
		if _, err := os.Stat(filepath.Join(dir, "semgrep")); err != nil {
			for _, c := range [][]string{{"python3", "-m", "venv", venv}, {filepath.Join(dir, "pip"), "install", "--quiet", "semgrep"}} {
				if out, err := exec.CommandContext(t.Context(), c[0], c[1:]...).CombinedOutput(); err != nil {
					t.Skipf("semgrep cannot be fetched here: %v\n%s", err, out)
				}
			}
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// place is a line and what a rule says of it, by its class: "python/a.py:7 sql".
func place(path string, line int, rule string) string {
	return fmt.Sprintf("%s:%d %s %s", path, line, strings.Split(rule, ".")[1], class(rule))
}

// TestHostileSeeds: of the bugs that were put into testdata at least nine in ten are found,
// and nothing else but one finding in twenty.
func TestHostileSeeds(t *testing.T) {
	real(t)
	seeded, clean, files := map[string]bool{}, 0, map[string]string{}
	mark := regexp.MustCompile(`(?:#|//) (bug|clean): (aipack\.\S+)`)
	err := filepath.WalkDir("testdata", func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("testdata", strings.TrimSuffix(p, ".txt")) // Go's own tools would take a source for a package
		files[filepath.ToSlash(rel)] = string(text)
		for i, line := range strings.Split(string(text), "\n") {
			if m := mark.FindStringSubmatch(line); m != nil && m[1] == "bug" {
				seeded[place(filepath.ToSlash(rel), i+1, m[2])] = true
			} else if m != nil {
				clean++
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	found, err := Folder(t.Context(), project(t, files))
	if err != nil {
		t.Fatal(err)
	}
	if found.Left != "" {
		t.Errorf("left: %s", found.Left)
	}
	hit, wrong := map[string]bool{}, 0
	for _, f := range found.Findings {
		at := place(f.Path, f.Line, f.Rule)
		if hit[at] = true; !seeded[at] {
			wrong++
			t.Logf("false: %s %s", at, f.Evidence)
		}
	}
	got := 0
	for at := range seeded {
		if hit[at] {
			got++
		} else {
			t.Logf("missed: %s", at)
		}
	}
	t.Logf("%s: %d of %d found, %d false beside %d clean lines, %d files", found.Program, got, len(seeded), wrong, clean, found.Read)
	if len(seeded) < 60 || clean < 60 || got*10 < len(seeded)*9 || wrong*20 >= len(found.Findings) {
		t.Error("too few are found, or too many that are none")
	}
}

// TestHostileFolder: nothing that lies in a project makes the tool run, skip or fetch anything.
func TestHostileFolder(t *testing.T) {
	real(t)
	ran, asked := filepath.Join(t.TempDir(), "ran"), make(chan string, 100)
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	go func() {
		for {
			c, err := proxy.Accept()
			if err != nil {
				return
			}
			head := make([]byte, 200)
			n, _ := c.Read(head)
			asked <- string(head[:n])
			_ = c.Close()
		}
	}()
	for _, name := range []string{"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"} {
		t.Setenv(name, "http://"+proxy.Addr().String())
	}
	t.Setenv("no_proxy", "")
	t.Setenv("NO_PROXY", "")
	touch := "#!/bin/sh\necho $0 >> '" + ran + "'\n"
	own := "rules:\n  - {id: own, languages: [python], severity: INFO, message: m, pattern: eval(...)}\n"
	bad := "import yaml\n\ndef f(x):\n    return yaml.unsafe_load(x)  # nosemgrep\n"
	tree := project(t, map[string]string{
		"app.py": bad, "tests/test_app.py": bad, "vendor/lib.py": bad, "a.min.py": bad, "fine.py": "# nosem\nx = 1\n",
		".semgrepignore": "*\n!nothing\n", "vendor/.semgrepignore": "*\n", ".semgrep.yml": own, ".semgrep/rules.yml": own, ".semgrepconfig": "x\n",
		".gitattributes": "* filter=own\n", "setup.cfg": "[semgrep]\nexclude=*\n", "pyproject.toml": "[tool.semgrep]\nexclude=['*']\n", ".python-version": "9.9\n",
		"semgrep.py": "raise SystemExit(3)\n", "click/__init__.py": "raise SystemExit(3)\n", "sitecustomize.py": "raise SystemExit(3)\n", "monitor": touch,
		"broken.py": "import yaml\ndef (:\n  yaml.unsafe_load(x)\n", "deep.py": "import yaml\nyaml.unsafe_load(" + strings.Repeat("(", 20_000), "long.py": "x = '" + strings.Repeat("a", 200_000) + "'\n", "-rf.py": bad, "--version": "x",
		"a b\tc.py": bad, "\"q'$(touch x).py": bad,
	})
	git := exec.CommandContext(t.Context(), "sh", "-c", "git init -q . && chmod +x monitor && git config core.fsmonitor \"$PWD/monitor\" && git config filter.own.clean \"$PWD/monitor\"")
	git.Dir = tree.Dir()
	if out, err := git.CombinedOutput(); err != nil {
		t.Skipf("%v\n%s", err, out)
	}
	found, err := Folder(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	var at []string
	for _, f := range found.Findings {
		if f.Rule != "aipack.python.deserialise-yaml" || f.Line != 4 {
			t.Errorf("%+v", f)
		}
		at = append(at, f.Path)
	}
	want := []string{"\"q'$(touch x).py", "-rf.py", "a b\tc.py", "a.min.py", "app.py", "tests/test_app.py", "vendor/lib.py"}
	if slices.Sort(at); !slices.Equal(at, want) {
		t.Errorf("found in %q, want %q; left: %s", at, want, found.Left)
	}
	if !strings.Contains(found.Left, "not understood as a whole") && !strings.Contains(found.Left, "passed over") {
		t.Errorf("the broken files are not told of: %q", found.Left)
	}
	if text, err := os.ReadFile(ran); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of the project was run: %s, %v", bytes.TrimSpace(text), err)
	}
	select {
	case request := <-asked:
		t.Errorf("the network was asked: %q", request)
	default:
	}
}
