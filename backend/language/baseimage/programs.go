package baseimage

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/manifest/dockerfile"
)

// wrappers start what follows them, after options of their own.
var wrappers = []string{"env", "exec", "tini", "dumb-init", "nice", "nohup", "setsid", "stdbuf", "time", "command"}

// Programs are those that a command in exec form starts for certain, by their
// names: what a shell is given is taken apart, and what stands in a condition or
// behind "||" left out. A program at a place of its own, such as ./start.sh, is
// the project's.
func Programs(command []string) (names []string) {
	for _, words := range Commands(command) {
		if name := base(words[0]); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Commands are the simple commands of a command in exec form, those of a shell's
// line one by one, without what only starts them.
func Commands(command []string) [][]string { return commands(command, 0) }

// deepest is how many shells may start another one.
const deepest = 3

func commands(command []string, depth int) (list [][]string) {
	command = unwrapped(command)
	if len(command) == 0 || depth > deepest {
		return nil
	}
	line := shellLine(command)
	if line == "" {
		return [][]string{command}
	}
	for _, step := range (dockerfile.Stage{Runs: []dockerfile.Run{{Script: line}}}).Steps() {
		if words := unwrapped(step.Words); !step.Maybe && len(words) > 0 && !strings.ContainsAny(words[0], "$`(){}<>") && !builtin(words[0]) {
			list = append(list, commands(words, depth+1)...)
		}
	}
	return list
}

// shellLine is the line that a command hands to a shell, "" for a command without one.
func shellLine(command []string) string {
	switch path.Base(command[0]) {
	case "sh", "bash", "dash", "ash", "zsh":
	default:
		return ""
	}
	for i, w := range command[1:] {
		if strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.HasSuffix(w, "c") && i+2 < len(command) {
			return command[i+2]
		}
	}
	return ""
}

// unwrapped takes programs that start another one off a command, with their options
// and the variables that they set.
func unwrapped(command []string) []string {
	for len(command) > 0 && slices.Contains(wrappers, path.Base(command[0])) {
		rest := command[1:]
		for len(rest) > 0 && (strings.HasPrefix(rest[0], "-") || strings.Contains(rest[0], "=")) {
			rest = rest[1:]
		}
		command = rest
	}
	return command
}

// builtin reports whether a word belongs to the shell itself.
func builtin(word string) bool {
	return slices.Contains([]string{".", ":", "[", "[[", "cd", "echo", "eval", "exit", "export", "false", "printf", "read", "set", "shift", "source", "test", "trap", "true", "ulimit", "umask", "unset", "wait"}, word)
}
