package agent

import (
	"encoding/json"
	"slices"
	"testing"

	"aipack/backend/agent/permission"
	"aipack/backend/model/llm/script"
)

// TestWhatWasDoneIsToldAgain: what is kept of a turn tells the same commands, with how
// they were decided on and ended, and the same places, as the turn did itself.
func TestWhatWasDoneIsToldAgain(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": server})
	place := &shed{act: says("one\ntwo\n", 3)}
	var asked []string
	var kept []Kept
	client := script.New(
		script.Call("read_file", `{"path":"server.js"}`), bash("npm test"), bash("rm -rf dist"),
		script.Call("bash", `{"command":"npm start","run_in_background":true}`), script.Call("bash_output", `{"bash_id":"1"}`),
		script.Call("bash", `{"line":"no such argument"}`), script.Say("server.js:1 says so."),
	)
	say := func(w Wish) Approval {
		if w.Line == "rm -rf dist" {
			return Approval{Answer: permission.Refused}
		}
		return Approval{}
	}
	keep := func(o *Options) { o.Keep = func(k Kept) { kept = append(kept, k) } }
	a, err := w.converse(t, client, running(place, &asked, say), keep).Ask(t.Context(), "run the tests")
	if err != nil || len(a.Commands) != 3 || len(a.Evidence) == 0 {
		t.Fatalf("%+v, %v", a, err)
	}
	r := Retell(kept)
	text := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if got, want := text(r.Commands), text(a.Commands); got != want {
		t.Errorf("commands\n%s, want\n%s", got, want)
	}
	for i, ran := range r.Commands {
		if !slices.Equal(ran.Output, a.Commands[i].Output) {
			t.Errorf("%s printed %q, want %q", ran.Command, ran.Output, a.Commands[i].Output)
		}
	}
	if got := r.Evidence(a.Text); !slices.Equal(got, a.Evidence) {
		t.Errorf("evidence %v, want %v", got, a.Evidence)
	}
	if len(r.Calls) != len(a.Calls) {
		t.Errorf("%d calls, want %d", len(r.Calls), len(a.Calls))
	}
	if n := len(kept); lastQuestion(append(kept, kept...)) != n {
		t.Errorf("the last question is at %d", lastQuestion(append(kept, kept...)))
	}
}
