package extract

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/detect/spelled"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// Reads whose name is put together of texts and one name, or is that name: "DB_" + name,
// f"{PREFIX}_URL", `${prefix}_URL`, "#{prefix}_URL", "DB_" . $name, KEY. The name is a
// constant, runs through a list, or is what a function is called with.
const (
	putHead    language.Pattern = `\b(?:environ(?:\.get\(|\[)|getenv\(|Getenv\(|LookupEnv\(|process\.env\[|Bun\.env\[|ENV(?:\.fetch\(|\[))`
	putInstead language.Pattern = `^[\]),]\s*,?\s*(?:\|\||\?\?|\?:)?\s*(["'\x60][^"'\x60\n]*["'\x60]|\d+)\s*[),;]?`
	putAway    language.Pattern = `^\]\s*(?:=[^=]|\?\?=|\|\|=)|^\)\s*=[^=]`
)

// The bounds of such reads, and of the names that one stands for.
const (
	maxPut      = 40
	maxPutNames = 30
)

// envPut reads them.
func (s *Sources) envPut(e *envTable) {
	left := maxPut
	for _, h := range s.Grep(putHead) {
		rest := strings.TrimRight(h.After, " \t\r")
		if rest == "" || strings.ContainsAny(rest[:1], "])") {
			continue
		}
		p, ok := spelled.NameOf(rest)
		if !ok || putAway.Matches(p.Rest) || s.aside(h.Name) {
			continue
		}
		whole := h
		whole.Match += strings.TrimSuffix(rest, p.Rest) + p.Rest[:1]
		whole.After, whole.Groups = p.Rest[1:], []string{whole.Match, p.Of}
		file := s.file(h.Name)
		before, _ := statement.Around(whole, file.Lines())
		if !file.ownEnvironment(h, before) || strings.HasSuffix(strings.TrimSpace(before), "delete") || s.unasked(h) {
			continue
		}
		if left--; left < 0 {
			return
		}
		n := file.needAt(whole)
		for _, value := range s.valuesOf(h, p) {
			if p.Upper {
				value = strings.ToUpper(value)
			}
			v := e.entry(p.Before+value+p.Behind, finding.Likely, s.Evidence("env.read", h))
			if v == nil {
				continue
			}
			v.readAt(s.Folder.Join(h.Name), h.Line)
			if m := putInstead.Regexp().FindStringSubmatch(p.Rest); m != nil {
				v.fallback(m[1], h.Match+p.Rest)
				continue
			}
			v.note(n, false)
		}
	}
}

// valuesOf are the texts that the name in such a read stands for.
func (s *Sources) valuesOf(h source.Hit, p spelled.Name) []string {
	lines := s.file(h.Name).Lines()
	if h.Line < 1 || h.Line > len(lines) || len(p.Of) > maxReaderLength {
		return nil
	}
	if !p.Alone() { // a name alone that runs through a list is judged by how the loop ends
		if names := s.namesOfLoop(lines, h.Line-1, p.Of); len(names) > 0 {
			return names[:min(len(names), maxPutNames)]
		}
	}
	if value := s.constantOf(h.Name, p.Of); value != "" {
		return []string{value}
	}
	if p.Alone() || p.Before == "" && p.Behind == "_FILE" { // the file that holds what the name itself would
		return nil
	}
	return s.calledWith(h, p.Of)
}

// constantOf is the text that a name is given, once, in a file; of a name in capitals, in
// any of the language's.
func (s *Sources) constantOf(file, name string) string {
	texts := func(f *Source) []string {
		if !f.Contains(name) {
			return nil
		}
		return spelled.Constant(f.Text(), name)
	}
	found := texts(s.file(file))
	if len(found) == 0 && name == strings.ToUpper(name) {
		for _, f := range s.Files() {
			if source.Ext(f.Name) == source.Ext(file) && !s.aside(f.Name) {
				found = append(found, texts(f)...)
			}
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// calledWith are the texts that the function round a read is called with, where its first
// parameter is the name.
func (s *Sources) calledWith(h source.Hit, parameter string) (names []string) {
	lines := s.file(h.Name).Lines()
	for i := min(h.Line, len(lines)) - 1; i >= max(0, h.Line-1-maxReaderLines); i-- {
		head, _ := joined(lines, i)
		m := ownHead.Regexp().FindStringSubmatch(head)
		if m == nil {
			continue
		}
		if m[2] != parameter || len(m[1]) > maxReaderLength {
			return nil
		}
		for _, call := range s.Grep(language.Pattern(`\b` + m[1] + `\(\s*["'\x60]([A-Za-z][A-Za-z0-9_]*)["'\x60]\s*[,)]`)) {
			if name := call.Groups[1]; !s.aside(call.Name) && !slices.Contains(names, name) && len(names) < maxPutNames {
				names = append(names, name)
			}
		}
		return names
	}
	return nil
}
