package dockerfile

import "strings"

// Kept gives a file without the instructions that have none of the lines that
// count, numbered from 0: empty ones stand in their place, and where a stage
// begins, a FROM that says nothing, so that an instruction is still one of its
// stage. It is "" where none is left.
func Kept(content string, counts []bool) string {
	lines := strings.Split(content, "\n")
	out := make([]string, len(lines))
	some := false
	for _, in := range instructions(content) {
		mine := false
		for i := in.line - 1; i < in.last; i++ {
			mine = mine || counts[i] && !strings.HasPrefix(strings.TrimSpace(lines[i]), "#")
		}
		switch {
		case mine:
			copy(out[in.line-1:in.last], lines[in.line-1:in.last])
			some = true
		case in.name == "FROM":
			out[in.line-1] = "FROM"
		}
	}
	if !some {
		return ""
	}
	return strings.Join(out, "\n")
}
