package phase

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/baseimage"
)

// launchers start a program that a project's dependencies bring.
var launchers = []string{"bundle exec", "poetry run", "pdm run", "uv run", "pipenv run", "hatch run", "npx", "python -m", "python3 -m"}

// rivals reports whether a command that lost starts something else than the one that
// won: another program, or the same on another file or module. Options and places
// are no matter of which program is started.
func rivals(won finding.Finding[language.Start], lost finding.Alternative) bool {
	a, b := started(won.Value.Command), started(worded(lost.Value))
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	if path.Base(a[0]) != path.Base(b[0]) {
		return !(startsManifest(a) && lost.Path != "" && path.Base(lost.Path) == "package.json") &&
			!(startsManifest(b) && slices.ContainsFunc(won.Evidence, func(e finding.Evidence) bool { return path.Base(e.Path) == "package.json" }))
	}
	first, second := operands(a[1:]), operands(b[1:])
	if len(first) == 0 || len(second) == 0 {
		return false
	}
	return !slices.ContainsFunc(first, func(w string) bool { return slices.Contains(second, w) })
}

// worded is a command that was made a text (startText).
func worded(text string) []string {
	for _, shell := range []string{"sh -c ", "bash -c "} {
		if line, ok := strings.CutPrefix(text, shell); ok {
			return []string{"sh", "-c", line}
		}
	}
	return strings.Fields(text)
}

// started is the last simple command of a command: what stays.
func started(command []string) []string {
	all := baseimage.Commands(command)
	if len(all) == 0 {
		return nil
	}
	words := all[len(all)-1]
	for _, launcher := range launchers {
		prefix := strings.Fields(launcher)
		if len(words) > len(prefix) && slices.Equal(words[:len(prefix)], prefix) {
			return words[len(prefix):]
		}
	}
	return words
}

// startsManifest reports whether a command is the start script of a package.json:
// what that says is the same answer.
func startsManifest(words []string) bool {
	line := strings.Join(words, " ")
	return managers[words[0]] && (strings.HasSuffix(line, " start") || strings.Contains(line, " start:"))
}

// operands are the words of a command that may say on what it is run, without
// places, endings and what only its options want.
func operands(words []string) (list []string) {
	for _, w := range words {
		if strings.HasPrefix(w, "-") || strings.Contains(w, "$") || w == "" {
			continue
		}
		module, _, _ := strings.Cut(w, ":")
		module = strings.TrimSuffix(path.Base(module), path.Ext(module))
		if module != "" && strings.Trim(module, "0123456789.") != "" {
			list = append(list, module)
		}
	}
	return list
}
