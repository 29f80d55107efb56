// Package makefile reads the rules and plain assignments of a Makefile. It runs
// nothing, and what only an evaluation could tell it passes over.
package makefile

import "strings"

// File is what a Makefile says about its targets and variables.
type File struct {
	Targets   []Target // explicit ones, in order; the first is what make builds
	Variables map[string]string
}

// Target is one rule.
type Target struct {
	Name   string
	Needs  []string
	Recipe []string // without the leading @, - and +
	Line   int
}

// Parse reads rules and simple assignments. Pattern rules, special
// targets and what only an evaluation could tell are passed over.
func Parse(content string) (File, error) {
	file := File{Variables: map[string]string{}}
	var current []int
	lines := strings.Split(content, "\n")
	for i := 0; i < len(lines); i++ {
		line, start := strings.TrimSuffix(lines[i], "\r"), i+1
		if strings.HasSuffix(line, `\`) {
			line, i = continued(lines, i)
		}
		if strings.HasPrefix(line, "\t") {
			if text := strings.TrimLeft(strings.TrimSpace(line), "@-+"); text != "" {
				for _, n := range current {
					file.Targets[n].Recipe = append(file.Targets[n].Recipe, strings.TrimSpace(text))
				}
			}
			continue
		}
		line, _, _ = strings.Cut(line, "#")
		if name, value, ok := assignment(line); ok {
			file.Variables[name] = value
			continue
		}
		names, needs, ok := strings.Cut(line, ":")
		if !ok || strings.TrimSpace(names) == "" || strings.HasPrefix(needs, "=") {
			if strings.TrimSpace(line) != "" {
				current = nil
			}
			continue
		}
		current = nil
		needs, _, _ = strings.Cut(strings.TrimPrefix(needs, ":"), ";")
		for _, name := range strings.Fields(file.Expand(names)) {
			if strings.Contains(name, "%") || strings.HasPrefix(name, ".") {
				continue
			}
			current = append(current, len(file.Targets))
			file.Targets = append(file.Targets, Target{Name: name, Needs: strings.Fields(file.Expand(needs)), Line: start})
		}
	}
	return file, nil
}

// continued joins a line with those that a backslash at its end calls for
// and gives the index of the last one.
func continued(lines []string, i int) (string, int) {
	var b strings.Builder
	for ; i < len(lines); i++ {
		part, more := strings.CutSuffix(strings.TrimSuffix(lines[i], "\r"), `\`)
		b.WriteString(part + " ")
		if !more {
			break
		}
	}
	return strings.TrimRight(b.String(), " "), min(i, len(lines)-1)
}

func assignment(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, "=")
	if !ok {
		return "", "", false
	}
	name = strings.TrimSpace(strings.TrimRight(name, ":?+!"))
	name = strings.TrimSpace(strings.TrimPrefix(name, "export "))
	if name == "" || strings.ContainsAny(name, " \t:$(") {
		return "", "", false
	}
	return name, strings.TrimSpace(value), true
}

// Expand replaces $(VAR) and ${VAR} by what the file assigns. Functions and
// unknown variables leave nothing behind.
func (m File) Expand(text string) string {
	for range 8 {
		start := strings.Index(text, "$(")
		if brace := strings.Index(text, "${"); brace >= 0 && (start < 0 || brace < start) {
			start = brace
		}
		if start < 0 {
			return text
		}
		end := closing(text[start:])
		if end < 0 {
			return text
		}
		value := m.Variables[text[start+2:start+end]]
		if len(text)+len(value) > 4096 {
			return text
		}
		text = text[:start] + value + text[start+end+1:]
	}
	return text
}

// closing gives the place of the bracket that closes the $( or ${ that the
// text begins with, -1 for none: $(if $(A),$(B)).
func closing(text string) int {
	open, closing := text[1], byte(')')
	if open == '{' {
		closing = '}'
	}
	depth := 0
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case open:
			depth++
		case closing:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// Target finds a rule by its name.
func (m File) Target(name string) (Target, bool) {
	for _, t := range m.Targets {
		if t.Name == name {
			return t, true
		}
	}
	return Target{}, false
}
