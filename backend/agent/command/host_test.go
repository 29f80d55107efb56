package command

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove/sandbox"
	"aipack/backend/repo/repotest"
)

const secretLine = "TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a\n"

// hosts are a project, and where its commands run here: without a wall, and within one
// where this machine has it.
func hosts(t *testing.T) (string, map[string]*Host) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("commands are a POSIX shell's")
	}
	t.Setenv("TMPDIR", t.TempDir()) // who looks for copies that are left finds no other program's
	dir := t.TempDir()
	repotest.LayOut(t, dir, map[string]string{"a.txt": "old\n", "b/c.txt": "c\n", ".env": secretLine, ".git/HEAD": "ref: refs/heads/main\n", ".git/hooks/x": "x\n"})
	if err := os.Symlink("a.txt", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	h, err := OnHost(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	open := *h
	open.wall = ""
	all := map[string]*Host{"without a wall": &open}
	if h.wall != "" {
		all["within one"] = h
	} else if _, err := exec.LookPath("bwrap"); err == nil {
		t.Log("bubblewrap is there and makes no namespace")
	}
	return dir, all
}

func order(h *Host, line string, limit time.Duration) (sandbox.Outcome, string, error) {
	var out bytes.Buffer
	r, err := h.Run(context.Background(), sandbox.Order{Line: line, Limit: limit, Out: &out})
	return r, out.String(), err
}

func listed(files []sandbox.File) (out string) {
	for _, f := range files {
		if f.Content == nil {
			out += f.Path + " gone;"
			continue
		}
		out += f.Path + "=" + string(f.Content) + ";"
	}
	return out
}

// TestOnHost: a command works on a copy, has no keys, and what it changed comes back.
func TestOnHost(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "sk-ant-secret")
	dir, all := hosts(t)
	for where, h := range all {
		for name, c := range map[string]struct {
			line  string
			limit time.Duration
			exit  int
			late  bool
			print string
			files string
			left  int
		}{
			"an exit code":          {line: "echo out; echo err >&2; exit 7", exit: 7, print: "out\nerr\n"},
			"a temporary file":      {line: "f=$(mktemp) && echo x > $f && cat $f && rm $f", print: "x\n"},
			"a signal":              {line: "kill -9 $$", exit: 137},
			"changed, made, gone":   {line: "echo new > a.txt; rm b/c.txt; mkdir -p d/e; : > d/e/f", files: "a.txt=new\n;b/c.txt gone;d/e/f=;"},
			"touched":               {line: "touch a.txt; cp a.txt x; mv x a.txt"},
			"a link":                {line: "cat link; rm a.txt; ln -s /etc/passwd a.txt", print: "old\n", left: 1},
			"no keys":               {line: "env | grep -c ANTHROPIC; cat .env 2>/dev/null; ls -a", print: "0\n.\n..\n.git\na.txt\nb\nlink\n"},
			"git's own stay":        {line: "echo x > .git/hooks/x; rm .git/HEAD"},
			"a limit":               {line: "echo begun; echo x > a.txt; sleep 60", limit: 4 * time.Second, exit: 137, late: true, print: "begun\n", files: "a.txt=x\n;"},
			"a child in the way":    {line: "sleep 60 & echo done", print: "done\n"},
			"what cannot be undone": {line: "mkdir locked; : > locked/x; chmod 555 locked", files: "locked/x=;"},
		} {
			t.Run(where+": "+name, func(t *testing.T) {
				if c.limit == 0 {
					c.limit = time.Minute
				}
				began := time.Now()
				r, out, err := order(h, c.line, c.limit)
				if err != nil || r.Exit != c.exit || r.Late != c.late || out != c.print || listed(r.Files) != c.files || r.Left != c.left || time.Since(began) > 20*time.Second {
					t.Errorf("%+v, %q, %v, %s", r, out, err, listed(r.Files))
				}
			})
		}
	}
	if b, _ := os.ReadFile(filepath.Join(dir, "a.txt")); string(b) != "old\n" {
		t.Errorf("the project has changed: %q", b)
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "aipack-command-*")); len(left) > 0 {
		t.Errorf("copies are left: %q", left)
	}
}

// noWall skips a test of what bubblewrap does where it is not there, or the machine lets it
// make no namespace. In CI, where a builder runs, that fails: what lets a builder make its
// containers lets bubblewrap, too.
func noWall(t *testing.T) {
	t.Helper()
	const why = "NOT CHECKED: bubblewrap is not there, or may make no namespace"
	if os.Getenv("CI") != "" && os.Getenv("AIPACK_BUILDER") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// TestTheWall: no network, nothing of the user's own but the project, nothing to write to.
func TestTheWall(t *testing.T) {
	home := t.TempDir()
	repotest.LayOut(t, home, map[string]string{".ssh/id_rsa": "key\n", ".cargo/bin/tool": "#!/bin/sh\necho tool\n", "notes.txt": "mine\n"})
	t.Setenv("HOME", home)
	dir, all := hosts(t)
	h, there := all["within one"]
	if !there {
		noWall(t)
	}
	for line, want := range map[string]string{
		"wc -l < /proc/net/dev": "3\n",
		"cat " + home + "/.ssh/id_rsa " + home + "/notes.txt || true": "No such file",
		"sh " + home + "/.cargo/bin/tool":                             "tool\n",
		"echo x > /etc/aipack-was-here || echo refused":               "refused\n",
		"echo x > " + home + "/.cargo/bin/tool || echo refused":       "refused\n",
		"pwd":                                 dir + "\n",
		`ls /root /home /tmp | grep -c notes`: "0\n",
		`ls /proc | grep -c "^[0-9]" | sed "s/^[1-9]$/few/"`: "few\n",
		"cat " + dir + "/.env || true":                       "No such file",
	} {
		r, out, err := order(h, line, time.Minute)
		if err != nil || !strings.Contains(out, want) || strings.Contains(out, "key\n") || strings.Contains(out, "mine\n") || strings.Contains(out, "ghp_") {
			t.Errorf("%s: %+v, %q, %v", line, r, out, err)
		}
	}
	open := *h
	open.wall = ""
	if _, out, err := order(&open, "cat $HOME/notes.txt", time.Minute); err != nil || out != "mine\n" || h.Contained() || !strings.Contains(open.Said(false), "without a sandbox") {
		t.Errorf("without the wall: %q, %v", out, err)
	}
}

// TestLeftCopiesAreRemoved once no command can be at work in them.
func TestLeftCopiesAreRemoved(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("TMP", os.Getenv("TMPDIR")) // as Windows calls it
	old, young := filepath.Join(os.TempDir(), "aipack-command-1"), filepath.Join(os.TempDir(), "aipack-command-2")
	for _, d := range []string{old, young} {
		repotest.LayOut(t, d, map[string]string{"a/b": "c"})
	}
	then := time.Now().Add(-3 * backgroundLimit)
	if err := os.Chtimes(old, then, then); err != nil {
		t.Fatal(err)
	}
	sweep(time.Now())
	_, gone := os.Stat(old)
	if _, there := os.Stat(young); !errors.Is(gone, os.ErrNotExist) || there != nil {
		t.Errorf("%v, %v", gone, there)
	}
}

// TestACommandOnHostIsStopped: with its context, and no copy is left.
func TestACommandOnHostIsStopped(t *testing.T) {
	_, all := hosts(t)
	for where, h := range all {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		began := time.Now()
		_, err := h.Run(ctx, sandbox.Order{Line: "sleep 60 & sleep 61", Limit: time.Minute, Out: &bytes.Buffer{}})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 10*time.Second {
			t.Errorf("%s: %v after %s", where, err, time.Since(began))
		}
	}
}
