package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove/sandbox/told"
)

// TestCommand: how it ended and what it changed is told, links and long files only by
// their number.
func TestCommand(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		most time.Duration
		exit int
		late bool
		want string
		left int
	}{
		"nothing":             {"true", time.Minute, 0, false, "", 0},
		"an exit code":        {"exit 7", time.Minute, 7, false, "", 0},
		"changed":             {"echo new > a", time.Minute, 0, false, "a=new\n;", 0},
		"in the same size":    {"echo dla > a; touch -d '2001-01-01' a", time.Minute, 0, false, "a=dla\n;", 0},
		"made, moved, gone":   {"mkdir d; echo x > d/e; mv a d/a; rm b", time.Minute, 0, false, "a-;b-;d/a=old\n;d/e=x\n;", 0},
		"a link":              {"ln -s /etc/passwd l; ln -sf /etc/passwd a", time.Minute, 0, false, "", 2},
		"too long":            {"head -c 5000000 /dev/zero > z", time.Minute, 0, false, "", 1},
		"more than are told":  {"for i in $(seq 210); do : > n$i; done", time.Minute, 0, false, "*", 10},
		"a limit":             {"echo x > a; sleep 60", 300 * time.Millisecond, 137, true, "a=x\n;", 0},
		"what goes on behind": {"sleep 60 & echo x > a", time.Minute, 0, false, "a=x\n;", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for file, text := range map[string]string{"a": "old\n", "b": "", ".git/HEAD": "x"} {
				if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(20 * time.Millisecond) // a file system's clock ticks
			var out bytes.Buffer
			command(json.NewEncoder(&out), c.most, []string{"/bin/sh", "-c", c.line})
			got, n := "", 0
			first, last := told.Line{}, told.Line{}
			for d := json.NewDecoder(&out); ; n++ {
				var l told.Line
				if err := d.Decode(&l); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				switch last = l; {
				case n == 0:
					first = l
				case l.Gone:
					got += l.Path + "-;"
				case l.Path != "":
					got += l.Path + "=" + string(l.Content) + ";"
				}
			}
			if c.want == "*" && strings.Count(got, ";") == told.MostFiles {
				got = c.want
			}
			if first.Exit == nil || *first.Exit != c.exit || first.Late != c.late || !last.Done || last.Left != c.left || got != c.want {
				t.Errorf("%+v, %q, %+v", first, got, last)
			}
		})
	}
	var out bytes.Buffer
	if command(json.NewEncoder(&out), time.Minute, []string{"/no/such/shell"}); !strings.Contains(out.String(), `"problem"`) {
		t.Errorf("%s", out.String())
	}
}
