// Package taskfile reads the tasks of a Taskfile. It runs nothing, follows no
// includes and fills no templates in.
package taskfile

import "aipack/backend/manifest/lenient"

// Task is one task.
type Task struct {
	Name     string
	Needs    []string // of deps, and of the tasks that its commands call
	Commands []string
	Dir      string // that it runs in, relative to the file's folder
	Line     int    // from 1
}

// maxTasks bounds one file.
const maxTasks = 200

// Parse reads the tasks, as https://taskfile.dev/reference/schema defines them.
func Parse(content string) ([]Task, error) {
	root, err := lenient.FirstYAML(content)
	if err != nil {
		return nil, err
	}
	var out []Task
	for _, p := range root.Get("tasks").Pairs() {
		if len(out) == maxTasks {
			break
		}
		t := Task{Name: p.Key, Line: p.Line, Dir: p.Value.Get("dir").Text()}
		t.commands(p.Value)
		t.commands(p.Value.Get("cmd"))
		t.commands(p.Value.Get("cmds"))
		for _, d := range p.Value.Get("deps").Items() {
			if d.IsMap() {
				d = d.Get("task")
			}
			t.Needs = append(t.Needs, d.Text())
		}
		out = append(out, t)
	}
	return out, nil
}

// commands takes a text, or a list of texts, commands and calls of tasks.
func (t *Task) commands(y lenient.YAML) {
	if y.IsText() {
		t.Commands = append(t.Commands, y.Text())
	}
	for _, one := range y.Items() {
		switch {
		case !one.IsMap():
			t.Commands = append(t.Commands, one.Text())
		case one.Get("task").Exists():
			t.Needs = append(t.Needs, one.Get("task").Text())
		default:
			t.Commands = append(t.Commands, one.Get("cmd").Text())
		}
	}
}
