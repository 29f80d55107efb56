package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/prove/sandbox"
)

// stage is a place that says what it is told to.
type stage func(ctx context.Context, o sandbox.Order) (sandbox.Outcome, error)

func (s stage) Run(ctx context.Context, o sandbox.Order) (sandbox.Outcome, error) { return s(ctx, o) }
func (stage) Folder() string                                                      { return "." }
func (stage) Said(bool) string                                                    { return "on a stage" }
func (stage) Contained() bool                                                     { return true }

// acts are a place whose commands are words: say TEXT, wait, fail, late, change.
var acts = stage(func(ctx context.Context, o sandbox.Order) (sandbox.Outcome, error) {
	out := sandbox.Outcome{Took: time.Second}
	for _, act := range strings.Split(o.Line, "; ") {
		word, rest, _ := strings.Cut(act, " ")
		switch word {
		case "say":
			fmt.Fprintln(o.Out, rest)
		case "wait":
			<-ctx.Done()
			return out, ctx.Err()
		case "fail":
			return out, errors.New("the builder went away")
		case "exit":
			out.Exit = 3
		case "late":
			out.Late, out.Exit = true, 137
		case "change":
			out.Files, out.Left = []sandbox.File{{Path: rest, Content: []byte("x")}}, 1
		}
	}
	return out, nil
})

func TestRunning(t *testing.T) {
	for line, want := range map[string]string{
		"say a; exit": "ended 3 [a] 0", "say \x1b[31mred\x1b[0m": "ended 0 [red] 0", "say 10%\r50%\r100%\r": "ended 0 [100%] 0",
		"say a; late; change f": "timed out 137 [a] 1", "say a; fail": "failed 0 [a] 0",
	} {
		r := New(acts, 1000)
		got := r.Run(t.Context(), Request{Line: line})
		if said := fmt.Sprintf("%s %d %v %d", got.State, got.Exit, got.Output, len(got.Files)); said != want || (got.Err != nil) != (got.State == Failed) {
			t.Errorf("%s: %s, %v", line, said, got.Err)
		}
	}
	long := New(acts, 400).Run(t.Context(), Request{Line: strings.Repeat("say 0123456789; ", 100) + "say the end"})
	if text := strings.Join(long.Output, "\n"); len(text) > 500 || !strings.HasPrefix(text, "0123456789") || !strings.HasSuffix(text, "the end") || !strings.Contains(text, "left out here") {
		t.Errorf("%q", text)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if got := New(acts, 400).Run(ctx, Request{Line: "say a; wait"}); got.State != Killed {
		t.Errorf("%+v", got)
	}
}

// TestInTheBackground: what is new is told once, an end with its files once; killed and
// closed, nothing goes on.
func TestInTheBackground(t *testing.T) {
	patience = 300 * time.Millisecond
	t.Cleanup(func() { patience = 10 * time.Second })
	gone := make(chan string, 10)
	r := New(stage(func(ctx context.Context, o sandbox.Order) (sandbox.Outcome, error) {
		defer func() { gone <- o.Line }()
		return acts(ctx, o)
	}), 1000)
	begin := func(line string) Report {
		t.Helper()
		got, err := r.Start(Request{Line: line, Limit: time.Hour})
		if err != nil || got.State != Running || got.ID == "" {
			t.Fatalf("%+v, %v", got, err)
		}
		return got
	}
	first, second := begin("say hello; wait"), begin("say done; change f")
	look := func(id string) string {
		t.Helper()
		got, err := r.Output(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%s %v %d", got.State, got.Output, len(got.Files))
	}
	for _, one := range []struct{ id, want string }{
		{first.ID, "running [hello] 0"}, {first.ID, "running [] 0"}, {second.ID, "ended [done] 1"}, {second.ID, "ended [] 0"},
	} {
		if got := look(one.id); got != one.want {
			t.Errorf("%s: %s, want %s", one.id, got, one.want)
		}
	}
	if got, err := r.Kill(first.ID); err != nil || got.State != Killed || len(gone) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if got := look(first.ID); got != "killed [] 0" {
		t.Errorf("%s", got)
	}
	if got, err := r.Kill(second.ID); err != nil || got.State != Ended {
		t.Errorf("one that had ended: %+v, %v", got, err)
	}
	for range mostJobs {
		begin("wait")
	}
	if _, err := r.Start(Request{Line: "say one too many"}); fault.CodeOf(err) != fault.Busy {
		t.Errorf("%v", err)
	}
	if _, err := r.Output(t.Context(), "bash_99"); fault.CodeOf(err) != fault.FileNotFound {
		t.Errorf("%v", err)
	}
	r.Close()
	if len(gone) != 2+mostJobs {
		t.Errorf("%d have ended", len(gone))
	}
}

func TestParse(t *testing.T) {
	for raw, want := range map[string]string{
		`{"command":"npm test"}`: "npm test 2m0s false false",
		`{"command":"npm test","timeout":30,"description":"runs the tests"}`: "npm test 30s false false",
		`{"command":"npm i","timeout":120000,"network":true}`:                "npm i 10m0s false true",
		`{"command":"npm start","timeout":1,"run_in_background":true}`:       "npm start 30m0s true false",
		`{"command":"x","timeout":-5}`:                                       "x 1s false false",
		`{"command":"rm -rf bui`:                                             "", `{"command":" "}`: "", `{}`: "", `null`: "", `[]`: "", `{"command":["ls"]}`: "",
		`{"command":"a","cwd":"/"}`: "", `{"command":"a\u0000b"}`: "", `{"command":"a","timeout":"5"}`: "",
	} {
		q, err := Parse(Bash, raw)
		got := ""
		if err == nil {
			got = fmt.Sprintf("%s %s %v %v", q.Line, q.Limit, q.Background, q.Network)
		} else if fault.CodeOf(err) != fault.WrongUse || !strings.Contains(err.Error(), "nothing was run") {
			t.Errorf("%s: %v", raw, err)
		}
		if got != want {
			t.Errorf("%s: %q", raw, got)
		}
	}
	if q, err := Parse(Kill, `{"bash_id":"bash_1"}`); err != nil || q.ID != "bash_1" {
		t.Errorf("%+v, %v", q, err)
	}
	for _, raw := range []string{`{}`, `{"bash_id":""}`, `{"command":"x","bash_id":"bash_1"}`} {
		if _, err := Parse(Output, raw); err == nil {
			t.Errorf("%s is taken", raw)
		}
	}
	for _, d := range Definitions(acts) {
		if len(d.Schema) == 0 || d.Description == "" || properties[d.Name] == nil {
			t.Errorf("%+v", d)
		}
	}
}
