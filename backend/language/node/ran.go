package node

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/tasks"
	"aipack/backend/manifest/dockerfile"
)

// movesOfRuns follows the RUN lines of a stage that has the whole project, as
// movesOfTasks does those of a target: cd client && npm run build && mv build/*
// ../public. at is the folder of the container file's context.
func movesOfRuns(f, at *language.Folder, name string, stage dockerfile.Stage) (out []Move) {
	if !slices.ContainsFunc(stage.Copies, func(c dockerfile.Copy) bool {
		return c.From == "" && len(c.Sources) == 1 && path.Clean(c.Sources[0]) == "." && stage.Place(c.To) == stage.Place(".")
	}) {
		return nil
	}
	root, fronts, m := f.Reader().Folder("."), map[string]string{}, Move{}
	for _, s := range ran(at, stage) {
		if dir, script := builds(root, f, s.Step); dir != "" {
			fronts[dir], m = script, Move{Dir: dir, Script: script}
			continue
		}
		if program := s.Program(); m.Dir == "" || program != "mv" && program != "cp" {
			continue
		}
		words, to := m.step(root, s.Step, fronts)
		if to == "" {
			continue
		}
		m.To, m.Why = to, at.AtLine("container.front_end", name, s.line)
		if strings.Contains(strings.Join(words, " "), "*") { // into a folder, which has to be there
			m.after = append(m.after, []string{"mkdir", "-p", relative(m.Dir, to)})
		}
		m.after = append(m.after, words)
		out, m = append(out, m), Move{}
	}
	return out
}

// ranStep is a step with the line of its RUN.
type ranStep struct {
	tasks.Step
	line int
}

// ran are a stage's steps with the folders that they run in: each RUN begins in the
// working folder.
func ran(at *language.Folder, stage dockerfile.Stage) (out []ranStep) {
	dir, line := at.Path, 0
	for _, s := range stage.Steps() {
		if s.Line != line {
			dir, line = at.Path, s.Line
		}
		switch {
		case len(s.Words) == 0 || s.Maybe:
		case s.Words[0] == "cd" && len(s.Words) == 2:
			dir = path.Join(dir, s.Words[1])
		default:
			out = append(out, ranStep{tasks.Step{Dir: dir, Start: at.Path, Words: s.Words}, s.Line})
		}
	}
	return out
}

// Line is the command that puts the result in its place, from the folder that the
// image is built from; "" where it lies there already.
func (m Move) Line(context string) string {
	if len(m.after) == 0 {
		return ""
	}
	line := "cd " + language.ShellWord(language.Below(context, m.Dir))
	for _, words := range m.after {
		line += " &&"
		for _, w := range words {
			if !strings.Contains(w, "*") { // the shell's to find
				w = language.ShellWord(w)
			}
			line += " " + w
		}
	}
	return line
}

// Reason is why the line stands there.
func (m Move) Reason() language.Reason {
	return language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: m.Why}
}
