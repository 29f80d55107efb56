package keyvalue

import "strings"

// HOCON maps dotted keys to what a HOCON file (application.conf of Ktor, Play
// and Akka) assigns to them: scalars only. A value that an optional variable
// may replace (port = ${?PORT}) keeps its literal; the variable is in Optional.
type HOCON struct {
	Values   map[string]Value
	Optional map[string]string
}

// ParseHOCON reads a HOCON file. It never fails: what it cannot read it
// passes over.
func ParseHOCON(content string) (HOCON, error) {
	h := HOCON{Values: map[string]Value{}, Optional: map[string]string{}}
	var at []string // path of the open braces
	const deepest = 50
	for i, line := range strings.Split(content, "\n") {
		line = strings.TrimSpace(line)
		for line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "//") {
			if rest, ok := strings.CutPrefix(line, "}"); ok {
				if len(at) > 0 {
					at = at[:len(at)-1]
				}
				line = strings.TrimLeft(rest, " ,\t")
				continue
			}
			end := strings.IndexAny(line, "=:{")
			if end < 0 {
				break
			}
			key := strings.Trim(strings.TrimSpace(line[:end]), `"`)
			rest := strings.TrimSpace(line[end+1:])
			if line[end] != '{' && strings.HasPrefix(rest, "{") {
				rest = strings.TrimSpace(rest[1:])
			} else if line[end] != '{' {
				line = h.assign(at, key, rest, i+1)
				continue
			}
			if len(at) < deepest {
				at = append(at, key)
			}
			line = rest
		}
	}
	return h, nil
}

// assign records a value and returns what follows it on the line.
func (h HOCON) assign(at []string, key, rest string, line int) string {
	path := strings.Join(append(append([]string{}, at...), key), ".")
	if after, ok := strings.CutPrefix(rest, "${?"); ok {
		name, tail, _ := strings.Cut(after, "}")
		h.Optional[path] = name
		return strings.TrimLeft(tail, " ,\t")
	}
	if after, ok := strings.CutPrefix(rest, `"`); ok {
		text, tail, _ := strings.Cut(after, `"`)
		h.Values[path] = Value{Text: text, Raw: text, Literal: true, Line: line}
		return strings.TrimLeft(tail, " ,\t")
	}
	end := strings.IndexAny(rest, ",}#")
	if end < 0 {
		end = len(rest)
	}
	if text := strings.TrimSpace(rest[:end]); text != "" {
		h.Values[path] = Value{Text: text, Raw: text, Line: line}
	}
	return strings.TrimLeft(rest[end:], " ,\t")
}
