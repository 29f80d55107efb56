package agent

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/redact"
	"aipack/backend/model/llm/script"
	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
	"aipack/backend/store/projectdb"
)

// workshop is a conversation that may change a project, which lies in a folder.
type workshop struct {
	dir   string
	desk  *checkpoint.Desk
	asked []string // what was approved or refused, with the diff
	say   func(edit.Change) Approval
}

func shopIn(t *testing.T, files map[string]string) *workshop {
	t.Helper()
	w := &workshop{dir: t.TempDir(), say: func(edit.Change) Approval { return Approval{} }}
	repotest.LayOut(t, w.dir, files)
	db, err := projectdb.OpenAs("a test", t.TempDir(), w.dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if w.desk, err = checkpoint.Open(w.dir, db); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.desk.Close(); _ = db.Close() })
	return w
}

func (w *workshop) converse(t *testing.T, client llm.Client, change ...func(*Options)) *Conversation {
	t.Helper()
	tree, err := repo.Open(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	o := Options{Client: client, Repo: tree, Hands: &Hands{Desk: w.desk, Session: func() string { return "s" }, Approve: func(_ context.Context, c edit.Change, d permission.Decision) Approval {
		w.asked = append(w.asked, fmt.Sprintf("%s %s\n%s", c.Kind(), d.Level, c.Diff()))
		return w.say(c)
	}}}
	for _, c := range change {
		c(&o)
	}
	return New(o)
}

func (w *workshop) file(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(w.dir, name))
	if os.IsNotExist(err) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const server = "const port = 4000\r\nlisten(port)\r\n"

var (
	readServer = script.Call("read_file", `{"path":"server.js"}`)
	editServer = script.Call("edit_file", `{"path":"server.js","old_string":"4000","new_string":"process.env.PORT || 4000"}`)
)

// TestAChangeIsMadeWithConsent: it is shown, made, told of, and can be taken back.
func TestAChangeIsMadeWithConsent(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": server})
	client := script.New(readServer, editServer, script.Call("write_file", `{"path":"docs/port.md","content":"PORT\n"}`), script.Call("edit_file", `{"path":"server.js","old_string":"process.env.PORT || 4000","new_string":"process.env.PORT ?? 4000"}`), script.Say("done"))
	a, err := w.converse(t, client).Ask(t.Context(), "read the port from PORT")
	if err != nil || a.Text != "done" || a.Stopped != "" {
		t.Fatalf("%+v, %v", a, err)
	}
	if want := []File{{"server.js", "changed"}, {"docs/port.md", "created"}}; !slices.Equal(a.Files, want) {
		t.Errorf("%+v", a.Files)
	}
	if got := w.file(t, "server.js"); got != "const port = process.env.PORT ?? 4000\r\nlisten(port)\r\n" || w.file(t, "docs/port.md") != "PORT\n" {
		t.Errorf("%q, %q", got, w.file(t, "docs/port.md"))
	}
	if len(w.asked) != 3 || !strings.HasPrefix(w.asked[0], "changed ask\n--- a/server.js\n+++ b/server.js\n@@ -1,2 +1,2 @@\n-const port = 4000") {
		t.Errorf("%q", w.asked)
	}
	if said := client.Requests()[2].Messages; said[len(said)-1].Text != `{"path":"server.js","status":"changed"}` || said[len(said)-1].Failed {
		t.Errorf("%+v", said[len(said)-1])
	}
	if _, err := w.desk.Restore(1, checkpoint.Where{}, false); err != nil || w.file(t, "server.js") != server || w.file(t, "docs/port.md") != "" {
		t.Errorf("taken back: %v, %q", err, w.file(t, "server.js"))
	}
}

// TestWhatIsNotAllowedIsNotDone: refused, denied, nobody to ask, not read, out of date, half
// a call.
func TestWhatIsNotAllowedIsNotDone(t *testing.T) {
	cut := script.Give(llm.Response{Stop: llm.StopLength, Message: llm.Message{Calls: []llm.ToolCall{{Name: "write_file", Arguments: `{"path":"server.js","content":"half`}}}})
	refuse := func(edit.Change) Approval { return Approval{Answer: permission.Refused, Word: "use 5000"} }
	for name, c := range map[string]struct {
		steps  []script.Step
		say    func(edit.Change) Approval
		change func(*Options)
		files  []File
		told   string
	}{
		"refused":               {[]script.Step{readServer, editServer}, refuse, nil, []File{{"server.js", Refused}}, `"user":"use 5000"`},
		"nobody is there":       {[]script.Step{readServer, editServer}, nil, func(o *Options) { o.Hands.Approve = nil }, []File{{"server.js", Denied}}, "nobody is there to approve"},
		"not read":              {[]script.Step{editServer}, nil, nil, nil, "was not shown as it is"},
		"a secret's file":       {[]script.Step{script.Call("write_file", `{"path":".env","content":"A=1\n"}`)}, nil, nil, []File{{".env", Denied}}, "holds credentials"},
		"git's files":           {[]script.Step{script.Call("write_file", `{"path":".git/hooks/pre-commit","content":"x"}`)}, nil, nil, nil, "git's own files"},
		"outside":               {[]script.Step{script.Call("write_file", `{"path":"../x","content":"x"}`)}, nil, nil, nil, "no file of the project"},
		"half a call":           {[]script.Step{readServer, script.Call("write_file", `{"path":"server.js","content":"half`)}, nil, nil, nil, "nothing was done"},
		"half an answer":        {[]script.Step{readServer, cut}, nil, nil, nil, "was cut off"},
		"a path with a mistake": {[]script.Step{script.Call("delete_file", `{"path":"sever.js"}`)}, nil, nil, nil, "there is no file"},
		"denied by a rule": {[]script.Step{readServer, editServer}, nil, func(o *Options) {
			o.Permissions, _ = permission.New(permission.Rule{Category: permission.Write, Level: permission.Deny, Pattern: "*.js", Source: permission.User})
		}, []File{{"server.js", Denied}}, "may not be changed"},
		"what runs by itself, in spite of a rule": {
			[]script.Step{script.Call("write_file", `{"path":".github/workflows/ci.yml","content":"on: push\n"}`)}, refuse, allowAll,
			[]File{{".github/workflows/ci.yml", Refused}}, `"user":"use 5000"`,
		},
		"what runs by itself, and nobody is there": {
			[]script.Step{script.Call("write_file", `{"path":"package.json","content":"{\"scripts\":{\"postinstall\":\"x\"}}"}`)}, nil,
			func(o *Options) { allowAll(o); o.Hands.Approve = nil }, []File{{"package.json", Denied}}, "nobody is there to approve",
		},
	} {
		w := shopIn(t, map[string]string{"server.js": server})
		if c.say != nil {
			w.say = c.say
		}
		client := script.New(append(c.steps, script.Say("so be it"))...)
		conv := w.converse(t, client, func(o *Options) {
			if c.change != nil {
				c.change(o)
			}
		})
		a, err := conv.Ask(t.Context(), "read the port from PORT")
		if err != nil || a.Text != "so be it" || !slices.Equal(a.Files, c.files) {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
		if w.file(t, "server.js") != server || w.file(t, ".env") != "" || w.file(t, ".git/hooks/pre-commit") != "" {
			t.Errorf("%s: %q", name, w.file(t, "server.js"))
		}
		requests := client.Requests()
		if said := fmt.Sprint(requests[len(requests)-1].Messages); !strings.Contains(said, c.told) {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// TestWhatTheUserMakesOfIt: what the user altered is what is written, and the model has to
// read it; a file that changes while it is asked about stays as it is.
func TestWhatTheUserMakesOfIt(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": server})
	w.say = func(edit.Change) Approval { return Approval{After: []byte("const port = 1\n")} }
	again := script.Call("edit_file", `{"path":"server.js","old_string":"= 1","new_string":"= 2"}`)
	client := script.New(readServer, editServer, again, script.Say("done"))
	if a, err := w.converse(t, client).Ask(t.Context(), "q"); err != nil || len(w.asked) != 1 || w.file(t, "server.js") != "const port = 1\n" || len(a.Files) != 1 {
		t.Fatalf("%+v, %v: %q", a, err, w.file(t, "server.js"))
	}
	w = shopIn(t, map[string]string{"server.js": server})
	w.say = func(edit.Change) Approval {
		repotest.LayOut(t, w.dir, map[string]string{"server.js": "mine\n"})
		return Approval{}
	}
	client = script.New(readServer, editServer, script.Say("done"))
	if a, err := w.converse(t, client).Ask(t.Context(), "q"); err != nil || w.file(t, "server.js") != "mine\n" || len(a.Files) != 0 {
		t.Errorf("%+v, %v: %q", a, err, w.file(t, "server.js"))
	}
}

// TestAHiddenSecretIsNotWritten: of a line with a secret the model sees a mark, and can
// neither change that line nor write the file anew.
func TestAHiddenSecretIsNotWritten(t *testing.T) {
	const text = "a = 1\ntoken = \"ghp_16C7e42F292c6912E7710c838347Ae178B4a\"\nb = 2\n"
	w := shopIn(t, map[string]string{"x.js": text})
	client := script.New(
		script.Call("read_file", `{"path":"x.js"}`),
		script.Call("write_file", `{"path":"x.js","content":"a = 2\ntoken = \"«secret:github-pat»\"\nb = 2\n"}`),
		script.Call("edit_file", `{"path":"x.js","old_string":"token","new_string":"key"}`),
		script.Call("edit_file", `{"path":"x.js","old_string":"b = 2","new_string":"b = 3"}`), script.Say("done"),
	)
	a, err := w.converse(t, hiding{redact.New(client, &redact.Filter{})}).Ask(t.Context(), "q")
	if err != nil || len(w.asked) != 1 || w.file(t, "x.js") != strings.Replace(text, "b = 2", "b = 3", 1) {
		t.Errorf("%+v, %v, asked %q: %q", a, err, w.asked, w.file(t, "x.js"))
	}
}

// TestForThisSession: an answer for the session is about that file, and it is not asked
// about again.
func TestForThisSession(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": server})
	w.say = func(edit.Change) Approval { return Approval{Answer: permission.ForSession} }
	more := script.Call("edit_file", `{"path":"server.js","old_string":"listen","new_string":"serve"}`)
	client := script.New(readServer, editServer, more, script.Call("write_file", `{"path":"b.js","content":"b"}`), script.Say("done"))
	if a, err := w.converse(t, client).Ask(t.Context(), "q"); err != nil || len(w.asked) != 2 || len(a.Files) != 2 {
		t.Errorf("%+v, %v: asked %d times", a, err, len(w.asked))
	}
}

// TestConflictsDoNotEndATurn: three texts that are not there are no failing tool.
func TestConflictsDoNotEndATurn(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": server})
	wrong := func(n int) script.Step {
		return script.Call("edit_file", fmt.Sprintf(`{"path":"server.js","old_string":"no%d","new_string":"x"}`, n))
	}
	client := script.New(readServer, wrong(1), wrong(2), wrong(3), wrong(4), editServer, script.Say("done"))
	if a, err := w.converse(t, client).Ask(t.Context(), "q"); err != nil || a.Reason != conversation.Answered || len(a.Files) != 1 {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestAChangeGoesOnAfterACut: what was asked when the process was killed is asked again,
// and what was read is still known.
func TestAChangeGoesOnAfterACut(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": server})
	var kept []Kept
	keep := func(o *Options) { o.Keep = func(k Kept) { kept = append(kept, k) } }
	if _, err := w.converse(t, asWritten(readServer, editServer, script.Say("done")), keep).Ask(t.Context(), "q"); err != nil {
		t.Fatal(err)
	}
	repotest.LayOut(t, w.dir, map[string]string{"server.js": server})
	w.asked, kept = nil, kept[:4] // the change was wished, and nobody had answered
	c := w.converse(t, asWritten(readServer, editServer, script.Say("done")), keep)
	c.Restore(kept)
	a, err := c.Resume(t.Context())
	if err != nil || a.Text != "done" || len(w.asked) != 1 || len(a.Files) != 1 || !strings.Contains(w.file(t, "server.js"), "process.env.PORT") {
		t.Errorf("%+v, %v, asked %d times: %q", a, err, len(w.asked), w.file(t, "server.js"))
	}
}

// allowAll makes a rule that allows every change, as a user may.
func allowAll(o *Options) {
	o.Permissions, _ = permission.New(permission.Rule{Category: permission.Write, Level: permission.Allow, Pattern: "*", Source: permission.User})
}
