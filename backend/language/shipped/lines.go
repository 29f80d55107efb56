package shipped

import (
	"strings"
)

// entry is a line that gives a key a value.
type entry struct {
	path   []string
	text   string
	line   int
	source string
}

// level is an open section: a mapping of YAML by its indentation, a brace of JSON
// and its kin, a header of TOML and INI.
type level struct {
	key    string
	indent int
	brace  bool
}

// lines reads what YAML, TOML, INI, JSON and HOCON have in common: a line is a
// key and its value, and what is open around it are its outer keys.
func lines(text string) (out []entry) {
	var open []level
	var section []string
	n := 0
	for line := range strings.Lines(text) {
		if n++; n > maxLines {
			break
		}
		body := uncommented(strings.TrimRight(line, "\r\n \t"))
		trimmed := strings.TrimSpace(body)
		indent := len(body) - len(strings.TrimLeft(body, " \t"))
		switch {
		case trimmed == "" || strings.HasPrefix(trimmed, "- ") || trimmed == "---":
			continue
		case trimmed[0] == '[' && strings.HasSuffix(trimmed, "]"):
			section, open = strings.Split(strings.ToLower(strings.Trim(trimmed, "[] \"")), "."), nil
			continue
		case trimmed[0] == '}':
			open = closed(open)
			continue
		}
		for len(open) > 0 && !open[len(open)-1].brace && open[len(open)-1].indent >= indent {
			open = open[:len(open)-1]
		}
		key, value, ok := pair(trimmed)
		switch {
		case !ok && trimmed != "{":
		case value == "{" || trimmed == "{":
			open = append(open, level{key, indent, true})
		case value == "" || value[0] == '&' || value[0] == '|' || value[0] == '>':
			open = append(open, level{key, indent, false})
		case value[0] != '{' && value[0] != '[' && len(value) < 300:
			out = append(out, entry{outer(section, open, key), value, n, strings.TrimSpace(line)})
		}
	}
	return out
}

// closed takes off what the last brace opened.
func closed(open []level) []level {
	for len(open) > 0 {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		if last.brace {
			break
		}
	}
	return open
}

// outer joins the keys around a value; those of properties are written with
// dots.
func outer(section []string, open []level, key string) []string {
	path := append([]string(nil), section...)
	for _, l := range open {
		if l.key != "" {
			path = append(path, strings.Split(strings.ToLower(l.key), ".")...)
		}
	}
	return append(path, strings.Split(strings.ToLower(key), ".")...)
}

// pair takes a line apart: key: value, "key": "value", key = value, key {.
func pair(line string) (key, value string, ok bool) {
	line, quoted := strings.TrimSuffix(line, ","), ""
	if line == "" {
		return "", "", false
	}
	if line[0] == '"' || line[0] == '\'' {
		end := strings.IndexByte(line[1:], line[0])
		if end < 0 {
			return "", "", false
		}
		quoted, line = line[1:end+1], line[end+2:]
	}
	at := strings.IndexAny(line, ":={")
	if at < 0 {
		return "", "", false
	}
	key = strings.TrimSpace(line[:at])
	if quoted != "" {
		key = quoted
	}
	value = strings.TrimSpace(line[at:])
	if value[0] != '{' {
		value = strings.TrimSpace(value[1:])
	}
	if key == "" || len(key) > 80 || strings.ContainsAny(key, " \t(") {
		return "", "", false
	}
	if len(value) > 1 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] {
		value = value[1 : len(value)-1]
	}
	return key, value, true
}

// uncommented takes comments off: whole lines, and what follows a value behind a
// blank.
func uncommented(line string) string {
	trimmed := strings.TrimLeft(line, " \t")
	if strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, ";") || strings.HasPrefix(trimmed, "//") {
		return ""
	}
	for _, mark := range []string{" #", " //", " ;"} {
		if at := strings.Index(line, mark); at >= 0 && strings.Count(line[:at], `"`)%2 == 0 {
			line = line[:at]
		}
	}
	return line
}
