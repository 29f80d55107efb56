package cause

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove/cause/causetest"
	"aipack/backend/universalbuild"
)

// stepBytes is how long the log of a step may be.
const stepBytes = 1 << 20

func TestColoursAndProgressAreNoText(t *testing.T) {
	for said, want := range map[string]string{
		"\x1b[31m\x1b[1mInternal Error\x1b[22m\x1b[39m: x": "Internal Error: x",
		" 10%\r 20%\rdone\r":                   "done",
		"\x1b]8;;http://a\x07link\x1b]8;;\x07": "link",
		"a\xffb":                               "a?b",
	} {
		if got := plain(said); got != want {
			t.Errorf("%q: %q", said, got)
		}
	}
	if n := len(plain(strings.Repeat("ä", 1<<20))); n > lineBytes+8 {
		t.Errorf("%d bytes", n)
	}
}

// What stands above hundreds of lines is found, and shown with the lines
// round it in their order.
func TestTheWholeLogIsRead(t *testing.T) {
	var log []string
	for i := range 400 {
		log = append(log, "line "+strconv.Itoa(i))
	}
	log[100] = "npm error network request to https://github.com/x.tgz failed, reason: getaddrinfo ENOTFOUND github.com"
	f := sample{Stage: "build", Exit: 1, Log: log}.explain(universalbuild.UniversalBuild{})
	if f.Rule != "no_network" || !slices.Equal(f.Details["hosts"].([]string), []string{"github.com"}) {
		t.Errorf("%+v", f)
	}
	at, ok := f.Details["log_line"].(int)
	if !ok || len(f.Log) != logLines || f.Log[at] != log[100] || f.Log[at-1] != "line 99" || f.Log[at+1] != "line 101" {
		t.Errorf("%v: %q", f.Details, f.Log)
	}
	// What ended the step stands at its end: an earlier line is only asked
	// where the end says nothing.
	log[399] = `npm error Missing script: "build"`
	if f := (sample{Stage: "build", Exit: 1, Log: log}).explain(universalbuild.UniversalBuild{}); f.Rule != "missing_script" || f.Log[len(f.Log)-1] != log[399] {
		t.Errorf("%s: %q", f.Rule, f.Log)
	}
}

// The command is what was tried: none of its words is a cause, whether the
// builder repeats it or a shell or package manager does.
func TestTheCommandIsNoCause(t *testing.T) {
	for _, log := range [][]string{
		{},
		{"boom"},
		{"+ " + causetest.Loud, "boom"},
		{"++ " + causetest.Loud, "boom"},
		{"$ " + causetest.Loud, "boom"},
		{"> a@1.0.0 build", "> " + causetest.Loud, "", "boom"},
		{"packages/a build$ " + causetest.Loud, "boom"},
		{"npm error command failed", "npm error command sh -c " + causetest.Loud, "boom"},
		{"Error: Command failed: " + causetest.Loud, "boom"},
		{"subprocess.CalledProcessError: Command '" + causetest.Loud + "' returned non-zero exit status 1.", "boom"},
		{causetest.Loud, "boom"},
	} {
		f := sample{Stage: "build", Exit: 1, Log: log}.explain(universalbuild.UniversalBuild{})
		if f.Rule != "command_failed" || len(f.Edits) > 0 {
			t.Errorf("%q\n%s: %s %v", log, f.Rule, f.Cause, f.Edits)
		}
		if want := "It said: “boom”."; len(log) > 0 && !strings.Contains(f.Cause, want) {
			t.Errorf("%q: %s", log, f.Cause)
		}
	}
}

// A log may be anything and as long as a step's may be; it costs a few seconds
// at most.
func TestHostileLogsEnd(t *testing.T) {
	var words []string
	for _, s := range causetest.Samples(t) {
		words = append(words, s.Log...)
	}
	line := strings.Join(words, " ")
	long := strings.Repeat(line+"\n", stepBytes/len(line))
	short := strings.Repeat(strings.Join(words, "\n")+"\n", stepBytes/len(line))
	for name, log := range map[string]string{
		"long lines": long, "many lines": short, "one line": strings.ReplaceAll(long, "\n", " "),
		"empty lines": strings.Repeat("\n", stepBytes), "escapes": strings.Repeat("\x1b[", stepBytes/2), "returns": strings.Repeat("a\r", stepBytes/2),
		"nearly": strings.Repeat("environment variable ", stepBytes/21) + "\n" + strings.Repeat("A_", stepBytes/2),
	} {
		began := time.Now()
		f := sample{Stage: "build", Exit: 1, Log: causetest.Lines(log)}.explain(universalbuild.UniversalBuild{})
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s: %s for %s", name, took, f.Rule)
		} else {
			t.Logf("%s: %s, %s", name, took.Round(time.Millisecond), f.Rule)
		}
		for _, l := range f.Log {
			if len(l) > lineBytes+8 {
				t.Errorf("%s: a line of %d bytes is shown", name, len(l))
			}
		}
	}
}

func FuzzExplain(f *testing.F) {
	for _, s := range causetest.Samples(f) {
		f.Add(s.Stage, strings.Join(s.Log, "\n"), s.Builder, s.Exit)
	}
	f.Fuzz(func(t *testing.T, stage, log, builder string, exit int) {
		got := sample{Stage: stage, Exit: exit, Log: causetest.Lines(log), Builder: builder}.explain(universalbuild.UniversalBuild{})
		if got.Rule == "" || got.Log == nil || len(got.Log) > logLines {
			t.Errorf("%+v", got)
		}
		if at, ok := got.Details["log_line"].(int); ok && (at < 0 || at >= len(got.Log)) {
			t.Errorf("line %d of %d", at, len(got.Log))
		}
	})
}

// TestWhatIsUnknownIsNoComplaint: Hibernate prints what it does not ask its database.
func TestWhatIsUnknownIsNoComplaint(t *testing.T) {
	f := (sample{Stage: "start", Exit: 1, Log: []string{"\tDatabase driver: undefined/unknown", "\tMaximum pool size: undefined/unknown", "Cannot find the table"}}).explain(universalbuild.UniversalBuild{})
	if !strings.HasSuffix(f.Cause, "It said: “Cannot find the table”.") {
		t.Error(f.Cause)
	}
}

// TestTracebacksWithinOtherThings: what a group of exceptions or a record in JSON
// holds is what went wrong.
func TestTracebacksWithinOtherThings(t *testing.T) {
	for name, log := range map[string][]string{
		"a group": {
			"  + Exception Group Traceback (most recent call last):", "  |   File \"/app/main.py\", line 3, in lifespan", "  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)",
			"  +-+---------------- 1 ----------------", "    | Traceback (most recent call last):", "    |   File \"/app/main.py\", line 9, in pages", "    | shop.errors.PagesError: 500: the front page is missing", "    +------------------------------------",
		},
		"a group in a record": {
			`{"level":"error","message":"  + Exception Group Traceback (most recent call last):\n  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)\n  +-+---- 1 ----\n    | shop.errors.PagesError: 500: the front page is missing\n    +-----\n","severity":"error"}`,
			`{"exc_info":["<class 'ExceptionGroup'>","unhandled errors in a TaskGroup (1 sub-exception)"],"level":"error","message":"ASGI lifespan startup failed"}`,
			`{"level":"error","message":"Unexpected exit from worker-1"}`,
		},
	} {
		if f := (sample{Stage: "start", Exit: 1, Log: log}).explain(universalbuild.UniversalBuild{}); !strings.HasSuffix(f.Cause, "It said: “shop.errors.PagesError: 500: the front page is missing”.") {
			t.Errorf("%s: %s", name, f.Cause)
		}
	}
}
