package lenient

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"aipack/backend/base/bounded"
)

// mostMended is how many lines of a file are read as they stand.
const mostMended = 12

// SettingsYAML reads a file of settings that need not be YAML before a build or a
// program has filled it in: a line that the parser refuses (an escape that YAML does
// not know, @project.version@) counts as the text that stands in it.
// What cannot be read that way either is an error, as ParseYAML gives it.
func SettingsYAML(content string) ([]YAML, error) {
	docs, err := ParseYAML(content)
	if refused := (*bounded.Refusal)(nil); err == nil || errors.As(err, &refused) {
		return docs, err
	}
	lines := strings.Split(content, "\n")
	refusal := err
	for range mostMended {
		at, ok := mendNear(lines, lineOfError(refusal))
		if !ok {
			break
		}
		if docs, refusal = ParseYAML(strings.Join(lines, "\n")); refusal == nil {
			return docs, nil
		}
		if lineOfError(refusal) < at-1 {
			break
		}
	}
	docs, _ = ParseYAML(content) // those before the error
	return docs, err
}

// mendNear makes plain text of the line that an error names, or of its neighbour:
// the parser counts some from 0 and some from where a value began.
func mendNear(lines []string, n int) (int, bool) {
	if n == 0 {
		return 0, false
	}
	for _, at := range []int{n, n - 1, n + 1} {
		if at < 1 || at > len(lines) {
			continue
		}
		if plain, ok := plainLine(lines[at-1]); ok {
			lines[at-1] = plain
			return at, true
		}
	}
	return 0, false
}

var (
	errorLine   = regexp.MustCompile(`\bline (\d+)\b`)
	settingLine = regexp.MustCompile(`^(\s*(?:- +)*(?:[\w./@-]+ *:|-)) +([^#\s'].*?)\s*$`)
	escapedSign = regexp.MustCompile(`\\(.)`)
)

func lineOfError(err error) int {
	m := errorLine.FindStringSubmatch(err.Error())
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

// plainLine gives "key: value" with the value as a plain text. A line whose value
// is one already, or that has none, stays.
func plainLine(line string) (string, bool) {
	m := settingLine.FindStringSubmatch(line)
	if m == nil || strings.ContainsAny(m[2][:1], "|>") {
		return "", false
	}
	value := m[2]
	if len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"' {
		value = escapedSign.ReplaceAllString(value[1:len(value)-1], "$1")
	}
	return m[1] + " '" + strings.ReplaceAll(value, "'", "''") + "'", true
}
