package agent

import (
	"strings"
	"testing"

	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax/syntaxtest"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/tool"
)

// TestWhatAChangeBreaksIsSaid: a file that could not be parsed any more goes back to the
// model once and is shown then, whatever the rules allow; what others use is shown at once.
func TestWhatAChangeBreaksIsSaid(t *testing.T) {
	files := map[string]string{"pay.py": "def pay(amount):\n    return amount\n", "shop.py": "from pay import pay\n\npay(3)\n"}
	read := script.Call("read_file", `{"path":"pay.py"}`)
	broken := script.Call("edit_file", `{"path":"pay.py","old_string":"def pay(amount):","new_string":"def pay(amount:"}`)
	more := script.Call("edit_file", `{"path":"pay.py","old_string":"def pay(amount):","new_string":"def pay(amount, to):"}`)
	graph := codegraph.Build(syntaxtest.Project(t, "-- pay.py --\n"+files["pay.py"]+"-- shop.py --\n"+files["shop.py"]), codegraph.Layout{})
	for name, c := range map[string]struct {
		steps   []script.Step
		allowed bool
		shown   string // the first problem that the user sees
		times   int    // the user is asked
		told    string // the model is told
		becomes string
	}{
		"it does not parse, and is mended": {[]script.Step{read, broken, more}, false, "shop.py:3: ", 1, "could not be parsed any more: pay.py:1: ", "def pay(amount, to):\n    return amount\n"},
		"the model insists":                {[]script.Step{read, broken, broken}, false, "pay.py:1: ", 1, "could not be parsed any more", "def pay(amount:\n    return amount\n"},
		"the model insists, and may":       {[]script.Step{read, broken, broken}, true, "pay.py:1: ", 1, "could not be parsed any more", "def pay(amount:\n    return amount\n"},
		"a use elsewhere":                  {[]script.Step{read, more}, true, "", 0, `"problems":"shop.py:3: `, "def pay(amount, to):\n    return amount\n"},
	} {
		t.Run(name, func(t *testing.T) {
			w := shopIn(t, files)
			var problems [][]string
			w.say = func(c edit.Change) Approval {
				problems = append(problems, c.Problems)
				return Approval{}
			}
			client := script.New(append(c.steps, script.Say("done"))...)
			conv := w.converse(t, client, func(o *Options) {
				o.Hands.Reader = syntaxtest.Reader{}
				o.Code = func() tool.Code { return tool.Code{Graph: graph} }
				if c.allowed {
					o.Permissions, _ = permission.New(permission.Rule{Category: permission.Write, Level: permission.Allow, Pattern: "**", Source: permission.User})
				}
			})
			if a, err := conv.Ask(t.Context(), "change it"); err != nil || a.Text != "done" {
				t.Fatalf("%+v %v", a, err)
			}
			if len(problems) != c.times || c.times > 0 && (len(problems[0]) == 0 || !strings.HasPrefix(problems[0][0], c.shown)) {
				t.Errorf("shown %q", problems)
			}
			var said strings.Builder
			for _, m := range client.Requests()[len(client.Requests())-1].Messages {
				said.WriteString(m.Text)
			}
			if !strings.Contains(said.String(), c.told) {
				t.Errorf("the model is told %s", said.String())
			}
			if got := w.file(t, "pay.py"); got != c.becomes {
				t.Errorf("it becomes %q", got)
			}
		})
	}
}
