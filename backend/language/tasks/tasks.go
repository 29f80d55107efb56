// Package tasks is what a project's Makefile, justfile or Taskfile runs: the
// targets, and the simple commands of each with the folder that they run in. It
// runs nothing, and does not know what the commands are for.
package tasks

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/manifest/justfile"
	"aipack/backend/manifest/makefile"
	"aipack/backend/manifest/taskfile"
)

// Target is one target, recipe or task.
type Target struct {
	Name  string
	Needs []string // that run before it
	Why   finding.Evidence

	dir   string // that its lines start in, relative to the repository's root
	lines []string
}

// Step is one simple command.
type Step struct {
	Dir   string // that it runs in, relative to the repository's root
	Start string // that its line began in
	Words []string
}

// Program is the last part of the step's program.
func (s Step) Program() string { return path.Base(s.Words[0]) }

// The bounds on what is read of one folder.
const (
	maxTargets = 200
	maxLine    = 8 << 10
)

// Of reads the targets of a folder, in the order of their files.
func Of(f *language.Folder) []Target {
	return language.Once(f, "tasks", func() []Target {
		out := slices.Concat(ofMake(f), ofJust(f), ofTask(f))
		return out[:min(len(out), maxTargets)]
	})
}

func ofMake(f *language.Folder) (out []Target) {
	name := f.FirstOf("GNUmakefile", "makefile", "Makefile")
	if name == "" {
		return nil
	}
	file, _ := language.Parse(f, name, makefile.Parse)
	for _, t := range file.Targets {
		one := Target{Name: t.Name, Needs: t.Needs, Why: f.AtLine("make.target", name, t.Line), dir: f.Path}
		for _, line := range t.Recipe {
			one.lines = append(one.lines, strings.ReplaceAll(file.Expand(line), "$$", "$"))
		}
		out = append(out, one)
	}
	return out
}

func ofJust(f *language.Folder) (out []Target) {
	name := f.FirstOf("justfile", "Justfile", ".justfile")
	if name == "" {
		return nil
	}
	recipes, _ := language.Parse(f, name, justfile.Parse)
	for _, r := range recipes {
		out = append(out, Target{Name: r.Name, Needs: r.Needs, Why: f.AtLine("just.recipe", name, r.Line), dir: f.Path, lines: r.Body})
	}
	return out
}

func ofTask(f *language.Folder) (out []Target) {
	name := f.FirstOf("Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml", "Taskfile.dist.yaml")
	if name == "" {
		return nil
	}
	tasks, _ := language.Parse(f, name, taskfile.Parse)
	for _, t := range tasks {
		if strings.Contains(t.Dir, "{{") {
			continue
		}
		out = append(out, Target{Name: t.Name, Needs: t.Needs, Why: f.AtLine("task.task", name, t.Line), dir: path.Join(f.Path, t.Dir), lines: t.Commands})
	}
	return out
}

// Steps are the simple commands, in order. Lines that only a template's values
// would complete are passed over.
func (t Target) Steps() (out []Step) {
	for _, line := range t.lines {
		if strings.Contains(line, "{{") || len(line) > maxLine {
			continue
		}
		dir := t.dir
		for _, s := range (dockerfile.Stage{Runs: []dockerfile.Run{{Script: line}}}).Steps() {
			if s.Program() == "cd" && len(s.Words) == 2 {
				dir = path.Join(dir, s.Words[1])
				continue
			}
			out = append(out, Step{Dir: dir, Start: t.dir, Words: s.Words})
		}
	}
	return out
}
