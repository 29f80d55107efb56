package compose

import "strings"

// Kept gives a file with the lines that count alone, numbered from 0, and those
// that they lie below: empty ones stand in place of the others. Of a service of
// which a line counts its build is kept too, since it says which part of the
// project is meant. It is "" where none is left.
//
// The lines are told by their indentation, as every writer of YAML leaves it.
func Kept(content string, counts []bool) string {
	lines := strings.Split(content, "\n")
	keep := make([]bool, len(lines))
	some := false
	for i := range lines {
		if counts[i] && says(lines[i]) {
			keep[i], some = true, true
			for at := above(lines, i); at >= 0; at = above(lines, at) {
				keep[at] = true
			}
		}
	}
	if !some {
		return ""
	}
	keepBuilds(lines, keep)
	for i := range lines {
		if !keep[i] {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// says reports whether a line is more than a remark.
func says(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && line[0] != '#'
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// above is the line that one lies below, -1 for none. The items of a list may
// stand as far to the left as its key.
func above(lines []string, at int) int {
	item := strings.HasPrefix(strings.TrimSpace(lines[at]), "-")
	for i := at - 1; i >= 0; i-- {
		if !says(lines[i]) {
			continue
		}
		mine, his := indentation(lines[at]), indentation(lines[i])
		if his < mine || his == mine && item && !strings.HasPrefix(strings.TrimSpace(lines[i]), "-") {
			return i
		}
	}
	return -1
}

// keepBuilds keeps the build of every service of which something is kept.
func keepBuilds(lines []string, keep []bool) {
	for i, line := range lines {
		if !strings.HasPrefix(strings.TrimSpace(line), "build:") {
			continue
		}
		service := above(lines, i)
		if service < 0 || !keep[service] {
			continue
		}
		keep[i] = true
		for j := i + 1; j < len(lines) && (!says(lines[j]) || indentation(lines[j]) > indentation(line)); j++ {
			keep[j] = true
		}
	}
}
