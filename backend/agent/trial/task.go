// Package trial is suite A: it puts small tasks in small repositories to a model, as a user
// would, and looks at what came of them. What is right is written down beforehand, as what
// files hold, what aipack finds out about the folder afterwards, and what an answer says.
package trial

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"aipack/backend/model/llm/script"
)

//go:embed tasks
var carried embed.FS

// Names of the files of an archive that hold steps. They lie outside of the repository,
// where no task's file can.
const (
	recorded  = "../recorded"  // the right ones
	otherwise = "../otherwise" // right ones, too; there may be several
	wrong     = "../wrong"     // such as somebody takes who has not understood; there may be several
)

// Modes of a task.
const (
	ask    = "ask"    // a question; nothing can be changed
	change = "change" // work; files of the project may be changed
)

// Task is one task with its repository, its checks and the right steps.
type Task struct {
	ID       string // of the file: flask-listen
	Name     string
	Group    string // the kind of task
	Mode     string
	Question string

	checks []check
	files  []txtar.File
	steps  []step
	others [][]step // that are right, too
	wrong  [][]step
}

// step is one answer of a model: a call of a tool, or words.
type step struct {
	tool, arguments string
	say             string
}

// Tasks are those within the program, by their groups.
func Tasks() ([]Task, error) {
	names, err := fs.Glob(carried, "tasks/*.txtar")
	if err != nil {
		return nil, err
	}
	var out []Task
	for _, name := range names {
		raw, err := carried.ReadFile(name)
		if err != nil {
			return nil, err
		}
		t, err := parse(strings.TrimSuffix(path.Base(name), ".txtar"), raw)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		out = append(out, t)
	}
	slices.SortStableFunc(out, func(a, b Task) int { return cmp.Compare(a.Group, b.Group) })
	return out, nil
}

// parse reads a task: lines "name: …", then lines of checks, then the files.
func parse(id string, raw []byte) (Task, error) {
	archive := txtar.Parse(raw)
	t := Task{ID: id}
	heads := map[string]*string{"name": &t.Name, "group": &t.Group, "mode": &t.Mode, "question": &t.Question}
	for line := range strings.Lines(string(archive.Comment)) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if name, value, ok := strings.Cut(line, ": "); ok && heads[name] != nil {
			*heads[name] = strings.TrimSpace(value)
			continue
		}
		c, err := checkOf(line)
		if err != nil {
			return t, err
		}
		t.checks = append(t.checks, c)
	}
	for _, f := range archive.Files {
		if err := t.file(f); err != nil {
			return t, err
		}
	}
	switch {
	case t.Name == "" || t.Group == "" || t.Question == "":
		return t, fmt.Errorf("a task needs a name, a group and a question")
	case t.Mode != ask && t.Mode != change:
		return t, fmt.Errorf("its mode is %q, neither ask nor change", t.Mode)
	case len(t.checks) == 0 || len(t.files) == 0 || len(t.steps) == 0:
		return t, fmt.Errorf("a task needs checks, files and the right steps")
	}
	return t, nil
}

// file takes in a file of the archive.
func (t *Task) file(f txtar.File) error {
	if f.Name != recorded && f.Name != otherwise && f.Name != wrong {
		t.files = append(t.files, f)
		return nil
	}
	steps, err := stepsOf(f.Data)
	switch f.Name {
	case recorded:
		t.steps = steps
	case otherwise:
		t.others = append(t.others, steps)
	case wrong:
		t.wrong = append(t.wrong, steps)
	}
	return err
}

// stepsOf reads steps: a line each, an object of one name, which is a tool's, with its
// arguments, or "say".
func stepsOf(raw []byte) (out []step, err error) {
	for line := range strings.Lines(string(raw)) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var parts map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &parts); err != nil {
			return nil, fmt.Errorf("the step %s: %w", line, err)
		}
		if len(parts) != 1 {
			return nil, fmt.Errorf("the step %s has %d parts, not one", line, len(parts))
		}
		for name, value := range parts {
			s := step{tool: name, arguments: string(value)}
			if name == "say" {
				s = step{}
				err = json.Unmarshal(value, &s.say)
			}
			out = append(out, s)
		}
		if err != nil {
			return nil, fmt.Errorf("the step %s: %w", line, err)
		}
	}
	return out, nil
}

// scripted is a model that takes these steps.
func scripted(steps []step) *script.Client {
	c := &script.Client{ProviderID: "recorded", ModelName: "answers"}
	for _, s := range steps {
		if s.tool == "" {
			c.Then(script.Say(s.say))
			continue
		}
		c.Then(script.Call(s.tool, s.arguments))
	}
	return c
}
