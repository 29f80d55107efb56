package universalbuild_test

import (
	"os/exec"
	"strings"
	"testing"

	"aipack/backend/universalbuild"
)

func TestChain(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"none":              {nil, ""},
		"one is as it is":   {[]string{"cd src && migrate"}, "cd src && migrate"},
		"plain commands":    {[]string{"flask db upgrade", "A=b flask seed"}, "flask db upgrade && A=b flask seed"},
		"a folder":          {[]string{"cd src && migrate", "seed"}, "(cd src && migrate) && seed"},
		"variables":         {[]string{"export A=1", "A=1", "seed"}, "(export A=1) && (A=1) && seed"},
		"in the background": {[]string{"watch &", "seed"}, "(watch &) && seed"},
		"a comment":         {[]string{"migrate # twice", "seed"}, "(migrate # twice\n) && seed"},
		"a semicolon last":  {[]string{"cd a; b;", "seed"}, "(cd a; b) && seed"},
	} {
		if got := universalbuild.Chain(c.lines); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestChainRuns has a shell run chains: each line begins where the image does, and
// the first that fails ends it.
func TestChainRuns(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		last  string
		want  string
	}{
		"two folders":           {[]string{"cd etc && pwd"}, "cd tmp && exec pwd", "/etc /tmp"},
		"variables do not last": {[]string{"A=1; echo $A", "echo ${A-none}"}, "echo ${A-none}", "1 none none"},
		"a failure ends it":     {[]string{"echo a", "cd nowhere && echo b"}, "echo c; echo d", "a"},
		"an exit, too":          {[]string{"exit 3"}, "echo c || echo d", ""},
		"a comment":             {[]string{"echo a # first", "echo b"}, "exec echo c # last", "a b c"},
		"an alternative":        {[]string{"false || echo a"}, "false || echo b", "a b"},
		"in the background":     {[]string{"true & wait; echo a"}, "echo b & wait", "a b"},
	} {
		shell := exec.Command("sh", "-c", universalbuild.ChainInto(c.lines, c.last))
		shell.Dir = "/"
		out, _ := shell.Output()
		if got := strings.Join(strings.Fields(string(out)), " "); got != c.want {
			t.Errorf("%s: %q printed %q, want %q", name, shell.Args[2], got, c.want)
		}
	}
}
