package universalbuild

import (
	"slices"
	"strings"
)

// stateful are commands of a POSIX shell that change the shell they run in: its
// folder, variables, options, or whether there is one afterwards.
// https://pubs.opengroup.org/onlinepubs/9699919799/utilities/V3_chap02.html#tag_18_14
var stateful = strings.Fields(". alias cd eval exec exit export hash popd pushd read readonly return set shift shopt source trap ulimit umask unalias unset")

// Chain is one line of a POSIX shell that runs lines one after the other until
// one fails, each as a command of its own, as a RUN of a Dockerfile is: the
// folder that one goes into and the variables that it sets do not reach the next.
func Chain(lines []string) string {
	if len(lines) == 1 {
		return lines[0]
	}
	apart := make([]string, len(lines))
	for i, line := range lines {
		apart[i] = line
		if !isPlain(line) {
			apart[i] = enclosed("(", line, ")")
		}
	}
	return strings.Join(apart, " && ")
}

// ChainInto is Chain with a last line that runs in the shell itself, so that its
// exec makes the shell that program.
func ChainInto(lines []string, last string) string {
	if len(lines) == 0 {
		return last
	}
	if strings.ContainsAny(last, ";\n#|") || strings.Contains(strings.ReplaceAll(last, "&&", ""), "&") {
		last = enclosed("{ ", last, "; }")
	}
	if len(lines) == 1 && !isPlain(lines[0]) {
		return enclosed("(", lines[0], ")") + " && " + last
	}
	return Chain(lines) + " && " + last
}

// isPlain says whether a line is one command that leaves its shell as it was.
func isPlain(line string) bool {
	if strings.ContainsAny(line, ";&|()\n#") {
		return false
	}
	words := strings.Fields(line)
	first := slices.IndexFunc(words, func(w string) bool { return !strings.Contains(w, "=") })
	return first >= 0 && !slices.Contains(stateful, words[first])
}

// enclosed puts a line between open and end. A comment would take the end in, so
// a line that may hold one ends with a line break.
func enclosed(open, line, end string) string {
	line = strings.TrimRight(line, " \t\n;")
	if strings.Contains(line, "#") {
		return open + line + "\n" + strings.TrimLeft(end, "; ")
	}
	return open + line + end
}
