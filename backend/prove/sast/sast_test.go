package sast

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"aipack/backend/repo"
)

// project is a folder with these files.
func project(t *testing.T, files map[string]string) *repo.Tree {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tree.Close() })
	return tree
}

// onPath lets only these programs be found, which are scripts, beside the system's.
func onPath(t *testing.T, scripts map[string]string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs of this test are scripts")
	}
	dir := t.TempDir()
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	t.Setenv("TMPDIR", t.TempDir())
}

// says is a script that prints an answer with one result.
func says(rule, path string, line int) string {
	return fmt.Sprintf(`cat <<'END'
{"version":"1.0","results":[{"check_id":%q,"path":%q,"start":{"line":%d,"col":1},"extra":{"message":"theirs","severity":"INFO"}}],"errors":[],"paths":{"scanned":["main.go"]}}
END
`, rule, path, line)
}

const insecure = "package main\n\nvar c = tls.Config{InsecureSkipVerify: true} // password = \"hunter2Xq9vBw7\"\n"

// TestFolder: what a finding says is the rule's and the source's, not the tool's, and
// nothing is left on the disk.
func TestFolder(t *testing.T) {
	onPath(t, map[string]string{"semgrep": says("tmp.x.rules.aipack.go.tls", "main.go", 3)})
	found, err := Folder(t.Context(), project(t, map[string]string{"main.go": insecure}))
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Findings) != 1 || found.Read != 1 || found.Program != "semgrep" || found.Left != "" {
		t.Fatalf("%+v", found)
	}
	f := found.Findings[0]
	if f.Rule != "aipack.go.tls" || f.Level != "high" || f.Path != "main.go" || f.Line != 3 || !strings.Contains(f.Message, "any certificate") ||
		!strings.Contains(f.Fix, "InsecureSkipVerify") || !strings.HasPrefix(f.Evidence, "var c = tls.Config") || strings.Contains(f.Evidence, "hunter2") {
		t.Errorf("%+v", f)
	}
	if rest, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(rest) > 0 {
		t.Errorf("left behind: %v, %v", rest, err)
	}
}

// TestTool: opengrep is asked first, each is told to ask nobody, and neither hears what the
// user's environment wants of it.
func TestTool(t *testing.T) {
	t.Setenv("SEMGREP_RULES", "p/default")
	t.Setenv("OPENGREP_BASELINE_COMMIT", "HEAD~1")
	record := `{ echo "$0 $*"; env; pwd; ls -A .; } > "$RECORD"; ` + says("aipack.go.tls", "main.go", 3)
	for _, names := range [][]string{{"semgrep"}, {"opengrep", "semgrep"}} {
		into := filepath.Join(t.TempDir(), "record")
		t.Setenv("RECORD", into)
		scripts := map[string]string{}
		for _, n := range names {
			scripts[n] = record
		}
		onPath(t, scripts)
		tree := project(t, map[string]string{"main.go": insecure, ".semgrepignore": "*\n", ".semgrep.yml": "rules: []\n", "notes.txt": "x"})
		found, err := Folder(t.Context(), tree)
		if err != nil || found.Program != names[0] {
			t.Fatalf("%+v, %v", found, err)
		}
		text, err := os.ReadFile(into)
		if err != nil {
			t.Fatal(err)
		}
		said := string(text)
		for _, want := range []string{"/" + names[0] + " scan ", "--disable-nosem", "--disable-version-check", "--no-git-ignore", "SEMGREP_SEND_METRICS=off\n", "\nmain.go\n"} {
			if !strings.Contains(said, want) {
				t.Errorf("%s is not in\n%s", want, said)
			}
		}
		for _, never := range []string{"p/default", "BASELINE", tree.Dir() + "\n", ".semgrep.yml", "notes.txt"} {
			if strings.Contains(said, never) {
				t.Errorf("%s is in\n%s", never, said)
			}
		}
		if strings.Contains(said, "--metrics=off") != (names[0] == "semgrep") {
			t.Errorf("opengrep knows no metrics, semgrep does:\n%s", said)
		}
	}
}

// TestRefused: a tool that fails, answers nonsense or speaks of other things gives no finding,
// and never looks like a clean project.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"fails":           {"echo 'cannot read \x1b[31mrules' >&2; exit 2", "semgrep failed: exit status 2\ncannot read"},
		"fails in JSON":   {`echo '{"results":[],"errors":[{"message":"bad rule"}],"paths":{"scanned":[]}}'; exit 7`, "bad rule"},
		"not JSON":        {"echo oops", "was not understood"},
		"cut JSON":        {`printf '{"results":[{"check_id":"a'`, "was not understood"},
		"nothing":         {"exit 0", "was not understood"},
		"other JSON":      {"echo '{}'", "does not say which files"},
		"read nothing":    {`echo '{"results":[],"errors":[],"paths":{"scanned":[]}}'`, "read none of 1 sources"},
		"above":           {says("aipack.go.tls", "../../etc/passwd", 1), "a file that it was not given: ../../etc/passwd"},
		"absolute":        {says("aipack.go.tls", "/etc/passwd", 1), "not given: /etc/passwd"},
		"roundabout":      {says("aipack.go.tls", "main.go/../../rules/go.yaml", 1), "not given"},
		"backslashes":     {says("aipack.go.tls", `..\..\etc\passwd`, 1), "not given"},
		"settings":        {says("aipack.go.tls", ".semgrepignore", 1), "not given"},
		"other rule":      {says("python.lang.eval", "main.go", 1), "a rule that it was not given"},
		"rule in another": {says("xaipack.go.tls", "main.go", 1), "a rule that it was not given"},
		"line 0":          {says("aipack.go.tls", "main.go", 0), "no line 0"},
		"line 99":         {says("aipack.go.tls", "main.go", 99), "no line 99"},
	} {
		t.Run(name, func(t *testing.T) {
			onPath(t, map[string]string{"semgrep": c.script})
			found, err := Folder(t.Context(), project(t, map[string]string{"main.go": insecure}))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if len(found.Findings) > 0 || found.Read > 0 {
				t.Errorf("%+v", found)
			}
		})
	}
}

// TestAbsent: without a program, and with one that is a part of the project, nothing is run.
func TestAbsent(t *testing.T) {
	onPath(t, nil)
	tree := project(t, map[string]string{"main.go": insecure, "bin/semgrep": "#!/bin/sh\ntouch \"$RAN\"\n"})
	if _, err := Folder(t.Context(), tree); !errors.Is(err, ErrAbsent) {
		t.Errorf("%v", err)
	}
	ran := filepath.Join(t.TempDir(), "ran")
	t.Setenv("RAN", ran)
	own := filepath.Join(tree.Dir(), "bin")
	if err := os.Chmod(filepath.Join(own, "semgrep"), 0o700); err != nil {
		t.Fatal(err)
	}
	linked := filepath.Join(t.TempDir(), "bin")
	if err := os.Symlink(own, linked); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{own, linked} {
		t.Setenv("PATH", dir+":/usr/bin:/bin")
		if _, err := Folder(t.Context(), tree); err == nil || !strings.Contains(err.Error(), "part of the project") {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program of the project was run")
	}
}

// TestBounds: a tool that hangs or never ends to speak is ended, with what it has started.
func TestBounds(t *testing.T) {
	tree := project(t, map[string]string{"main.go": insecure})
	l := usual
	l.time, l.answer = 300*time.Millisecond, 1<<20
	for name, c := range map[string]struct{ script, want string }{
		"hangs":         {"sleep 60", "did not end within 300ms"},
		"child hangs":   {"sleep 60 & echo $! > \"$CHILD\"; wait", "did not end within 300ms"},
		"deaf":          {"trap '' TERM INT PIPE; while :; do sleep 1; done", "did not end within 300ms"},
		"endless":       {"yes '{\"results\":[]}'", "longer than 1 MiB"},
		"endless aside": {"yes x >&2", "did not end within 300ms"},
	} {
		t.Run(name, func(t *testing.T) {
			onPath(t, map[string]string{"semgrep": c.script})
			child := filepath.Join(t.TempDir(), "child")
			t.Setenv("CHILD", child)
			began := time.Now()
			_, err := l.folder(t.Context(), tree)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %s", took)
			}
			if pid, err := os.ReadFile(child); err == nil && alive(strings.TrimSpace(string(pid))) {
				t.Errorf("process %s goes on", pid)
			}
		})
	}
	onPath(t, map[string]string{"semgrep": "sleep 60"})
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	if _, err := usual.folder(ctx, tree); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// alive reports whether a process runs; one that is dead and not yet reaped does not.
func alive(pid string) bool {
	status, err := os.ReadFile("/proc/" + pid + "/stat")
	return err == nil && !strings.Contains(string(status), ") Z ")
}

// TestLeft: what the tool says that it did not understand is told.
func TestLeft(t *testing.T) {
	onPath(t, map[string]string{"semgrep": `cat <<'END'
{"results":[],"errors":[{"message":"Syntax error","path":"a.go"},{"message":"Timeout","path":"a.go"},{"message":"Rule parse error","rule_id":"aipack.go.sql"}],
"paths":{"scanned":["main.go","a.go"]},"skipped_rules":[{"rule_id":"aipack.go.tls"}]}
END`})
	found, err := Folder(t.Context(), project(t, map[string]string{"main.go": insecure, "a.go": insecure, "b.go": insecure}))
	want := "1 file was not understood as a whole; 1 of 3 files were passed over; 2 of the rules were not understood by this version"
	if err != nil || found.Left != want {
		t.Errorf("%q, %v, want %q", found.Left, err, want)
	}
}
