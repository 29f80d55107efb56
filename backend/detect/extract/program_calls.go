package extract

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Call is a program of the system that the sources start by its name.
type Call struct {
	Program string
	Why     finding.Evidence
}

// maxCalls bounds the programs of one service.
const maxCalls = 24

// Calls lists the programs that the sources start, each once, sorted as they
// are met. What builds the project, tends its repository or asks Git which
// version this is needs none of them in the image: outside of a checkout that
// fails on every machine, and is expected to.
func (f *Facts) Calls() []Call {
	execs := func(l *language.Language) []language.Pattern { return l.Execs }
	if f.Sources == nil {
		return nil
	}
	var out []Call
	for _, h := range f.Sources.Ask(source.Question{Patterns: execs}) {
		known := slices.ContainsFunc(out, func(c Call) bool { return len(h.Groups) > 1 && c.Program == h.Groups[1] })
		if len(h.Groups) < 2 || h.Groups[1] == "" || known || len(out) == maxCalls || ofTheBuild(h.Name) || asksVersion(h.Match+h.After) {
			continue
		}
		out = append(out, Call{h.Groups[1], f.Sources.Evidence("starts_program", h)})
	}
	return out
}

// buildFiles are stems of files that only the build or a developer runs.
var buildFiles = language.Words("gulpfile gruntfile rakefile setup tasks fabfile noxfile conftest build deploy")

func ofTheBuild(name string) bool {
	stem, rest, _ := strings.Cut(strings.ToLower(path.Base(name)), ".")
	for _, chore := range []string{"release", "version", "changelog", "changes"} {
		if strings.Contains(stem, chore) {
			return true
		}
	}
	if buildFiles[stem] || strings.HasPrefix(name, "bin/") && strings.HasSuffix(name, ".py") || strings.HasPrefix(rest, "config.") || strings.HasSuffix(name, ".rake") {
		return true
	}
	for _, part := range strings.Split(path.Dir(name), "/") {
		switch part {
		case "scripts", "script", "tools", "tasks", "build", "ci", "hack", "contrib", "dev", "extra", "extras":
			return true
		}
	}
	return false
}

func asksVersion(line string) bool {
	return slices.ContainsFunc([]string{
		"rev-parse", "describe", "git log", "git show", "git status", "git branch",
	}, func(word string) bool { return strings.Contains(line, word) })
}
