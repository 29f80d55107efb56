package child

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/fleet"
)

// TestProved reads what prove and repair print; see backend/cli/proving.
func TestProved(t *testing.T) {
	t.Parallel()
	one := func(name, verdict, more string) string {
		return `{"name":"` + name + `","verdict":"` + verdict + `"` + more + `}`
	}
	failed := func(class string) string { return `,"failure":{"cause":"the port is taken","class":"` + class + `"}` }
	for name, c := range map[string]struct {
		want fleet.Want
		e    ended
		o    fleet.Outcome
	}{
		"two came up":  {fleet.Prove, ended{out: []byte("[" + one("a", "proven", "") + "," + one("b", "ran", "") + "]")}, fleet.Outcome{Cause: fleet.Proven, Services: []fleet.Service{{Name: "a", Verdict: "proven"}, {Name: "b", Verdict: "ran"}}}},
		"one did not":  {fleet.Prove, ended{code: 1, out: []byte("[" + one("a", "proven", "") + "," + one("b", "failed", failed("project")) + "]")}, fleet.Outcome{Cause: fleet.Failed, Said: "b: the port is taken", Services: []fleet.Service{{Name: "a", Verdict: "proven"}, {Name: "b", Verdict: "failed", Said: "the port is taken"}}}},
		"it passes":    {fleet.Prove, ended{code: 1, out: []byte("[" + one("b", "failed", failed("transient")) + "]")}, fleet.Outcome{Cause: fleet.Failed, Passing: true, Said: "b: the port is taken", Services: []fleet.Service{{Name: "b", Verdict: "failed", Said: "the port is taken"}}}},
		"partly":       {fleet.Prove, ended{code: 1, out: []byte("[" + one("a", "incomplete", "") + "," + one("b", "proven", "") + "]")}, fleet.Outcome{Cause: fleet.Partly, Said: "a answers, but was not fully tried", Services: []fleet.Service{{Name: "a", Verdict: "incomplete"}, {Name: "b", Verdict: "proven"}}}},
		"no builder":   {fleet.Prove, ended{code: 1, said: "aipack: no builder answers\n", out: []byte("[" + one("a", "not_built", "") + "]")}, fleet.Outcome{Cause: fleet.Failed, Passing: true, Said: "no builder answers", Services: []fleet.Service{{Name: "a", Verdict: "not_built", Said: "no builder answers"}}}},
		"a mended one": {fleet.Repair, ended{out: []byte(`{"verdict":"proven","services":[` + one("a", "proven", `,"attempts":[{}]`) + `]}`)}, fleet.Outcome{Cause: fleet.Mended, Services: []fleet.Service{{Name: "a", Verdict: "proven"}}}},
		"in vain":      {fleet.Repair, ended{code: 1, out: []byte(`{"services":[` + one("a", "failed", `,"attempts":[{}],"ended":"nothing more to try"`) + `]}`)}, fleet.Outcome{Cause: fleet.Failed, Said: "a: nothing more to try", Services: []fleet.Service{{Name: "a", Verdict: "failed", Said: "nothing more to try"}}}},
		"no services":  {fleet.Prove, ended{code: 3, said: "aipack: nothing deployable\n"}, fleet.Outcome{Cause: fleet.Nothing, Said: "nothing deployable"}},
		"no report":    {fleet.Prove, ended{code: 1, said: "words\naipack: the flag is wrong\n  what to do: this\n"}, fleet.Outcome{Cause: fleet.Failed, Said: "the flag is wrong"}},
	} {
		var o fleet.Outcome
		proved(&o, c.e, c.want)
		o.Output = nil
		if diff := cmp.Diff(c.o, o); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestCommand: a repository goes to one builder, and no process learns of the queue.
func TestCommand(t *testing.T) {
	t.Setenv("AIPACK_QUEUE", "postgres://u:s3cret@h/d")
	t.Setenv("PGPASSWORD", "s3cret")
	t.Setenv("SHOP_TOKEN", "for proofs")
	h := &Handler{Programs: Programs{[]string{"light"}, []string{"engine", "x"}}, Builders: []string{"b1", "b2", "b3"}, Extra: []string{"--env=SHOP_TOKEN"}}
	builders := map[string]bool{}
	for _, address := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		j := fleet.Job{Repository: fleet.Repository{Address: address}, Want: fleet.Prove}
		program, _, env := h.command(fleet.Checkout{Folder: "-odd"}, j, "/place")
		again, _, _ := h.command(fleet.Checkout{Folder: "-odd"}, j, "/other")
		if !slices.Equal(program, again) || !slices.Equal(program[:5], []string{"engine", "x", "prove", "--format", "json"}) || !slices.Equal(program[7:], []string{"--env=SHOP_TOKEN", "--", "-odd"}) {
			t.Errorf("%q, %q", program, again)
		}
		builders[program[6]] = true
		if strings.Contains(strings.Join(env, " "), "s3cret") || !slices.Contains(env, "SHOP_TOKEN=for proofs") || !slices.Contains(env, "TMPDIR=/place") {
			t.Errorf("%q", env)
		}
	}
	if len(builders) < 2 {
		t.Errorf("only %v", builders)
	}
	program, _, env := h.command(fleet.Checkout{Folder: "/f"}, fleet.Job{Want: fleet.Detect}, "/place")
	if !slices.Equal(program, []string{"light", "detect", "--format", "json", "--", "/f"}) || strings.Contains(strings.Join(env, " "), "for proofs") {
		t.Errorf("%q, %q", program, env)
	}
}
