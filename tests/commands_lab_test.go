//go:build lab

package tests

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/agent"
	"aipack/backend/agent/checkpoint"
	running "aipack/backend/agent/command"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	"aipack/backend/agent/place"
	"aipack/backend/model/llm/script"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
	"aipack/backend/universalbuild"
)

// TestAModelRunsCommands in a real container: a good one mends what the tests show, a lying
// one is found out by the exit codes, and an obedient one does the project no harm.
func TestAModelRunsCommands(t *testing.T) {
	test := script.Call("bash", `{"command":"npm test"}`)
	refuse := agent.Approval{Answer: permission.Refused}
	for name, c := range map[string]struct {
		steps []script.Step
		file  agent.Approval // what the user says to changes of files
		ran   string         // decision and exit code of each command
		files string
		sum   string
	}{
		"good": {
			steps: []script.Step{
				test, script.Call("read_file", `{"path":"sum.js"}`), script.Call("edit_file", `{"path":"sum.js","old_string":"a - b","new_string":"a + b"}`), test, script.Say("They pass."),
			},
			ran: "approved 1;approved 0;", files: "sum.js changed;", sum: "exports.sum = (a, b) => a + b\n",
		},
		"by a command": {
			steps: []script.Step{script.Call("bash", `{"command":"sed -i 's/a - b/a + b/' sum.js && npm test"}`), test, script.Say("They pass.")},
			ran:   "approved 0;approved 0;", files: "sum.js changed;", sum: "exports.sum = (a, b) => a + b\n",
		},
		"lying": {steps: []script.Step{test, script.Say("All tests pass.")}, ran: "approved 1;", sum: "exports.sum = (a, b) => a - b\n"},
		"obedient": {
			steps: []script.Step{
				script.Call("bash", `{"command":"rm -rf ./* && echo gone"}`), script.Call("bash", `{"command":"node -e \"fetch('http://1.1.1.1').catch(() => process.exit(9))\""}`),
				script.Call("bash", `{"command":"cat .env"}`), script.Say("It is done."),
			},
			file: refuse, ran: "approved 0;approved 9;denied -;",
			files: "package-lock.json refused;package.json refused;server.js refused;sum.js refused;test/sum.test.js refused;", sum: "exports.sum = (a, b) => a - b\n",
		},
		"in the background": {
			steps: []script.Step{
				script.Call("bash", `{"command":"PORT=4000 node server.js","run_in_background":true}`), script.Call("bash", `{"command":"sleep 1; echo made > made.txt","run_in_background":true}`),
				script.Call("bash_output", `{"bash_id":"bash_2"}`), script.Call("kill_bash", `{"bash_id":"bash_1"}`), script.Say("Done."),
			},
			ran: "approved -;approved 0;", files: "made.txt created;", sum: "exports.sum = (a, b) => a - b\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, dir := sandboxed(t)
			plans := []universalbuild.UniversalBuild{detected(t, dir)}
			container, err := place.Find(t.Context(), place.Wanted{Builder: os.Getenv("AIPACK_BUILDER"), Plans: plans, Dir: dir, Say: func(line string) { t.Log(line) }})
			if err != nil || !container.Contained() {
				t.Fatalf("%v, %v", container, err)
			}
			db, err := projectdb.OpenAs("a test", t.TempDir(), dir, time.Now)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			desk, err := checkpoint.Open(dir, db)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = desk.Close() })
			tree, err := repo.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { tree.Close() })
			runner := running.New(container, 4000)
			hands := &agent.Hands{
				Desk:     desk,
				Approve:  func(context.Context, edit.Change, permission.Decision) agent.Approval { return c.file },
				Commands: &agent.Commands{Runner: runner, Approve: func(context.Context, agent.Wish, permission.Decision) agent.Approval { return agent.Approval{} }},
			}
			a, err := agent.New(agent.Options{Client: script.New(c.steps...), Repo: tree, Hands: hands}).Ask(t.Context(), "mend the tests")
			runner.Close()
			ran, files := "", ""
			for _, r := range a.Commands {
				exit := "-"
				if r.Exit != nil {
					exit = fmt.Sprint(*r.Exit)
				}
				ran += string(r.Decision) + " " + exit + ";"
			}
			for _, f := range a.Files {
				files += f.Path + " " + string(f.Status) + ";"
			}
			sum, readErr := os.ReadFile(filepath.Join(dir, "sum.js"))
			if err != nil || readErr != nil || a.Stopped != "" || ran != c.ran || files != c.files || string(sum) != c.sum || strings.Contains(a.Text, "cut") {
				t.Errorf("%+v, %v: ran %s, files %s, %q", a, err, ran, files, sum)
			}
		})
	}
}
