package keyvalue

import "strings"

// ParseINI reads a file as Python's configparser does: [sections], "key =
// value" or "key: value", lines that go on by being indented, # and ; comments.
// Section and key names are lower case. It never fails.
func ParseINI(content string) (map[string]map[string]string, error) {
	doc := map[string]map[string]string{}
	var section map[string]string
	key := ""
	for line := range strings.SplitSeq(content, "\n") {
		line = strings.TrimRight(line, "\r \t")
		text := strings.TrimSpace(line)
		switch {
		case text == "" || text[0] == '#' || text[0] == ';':
		case text[0] == '[' && strings.HasSuffix(text, "]") && line[0] == '[':
			name := strings.ToLower(strings.TrimSpace(text[1 : len(text)-1]))
			if doc[name] == nil {
				doc[name] = map[string]string{}
			}
			section, key = doc[name], ""
		case section == nil && strings.IndexByte(text, '=') < 1:
		case (line[0] == ' ' || line[0] == '\t') && key != "":
			section[key] += "\n" + text
		default:
			if section == nil { // what stands outside of any section
				section = map[string]string{}
				doc[""] = section
			}
			i := strings.IndexAny(text, "=:")
			if i < 0 {
				key = ""
				continue
			}
			key = strings.ToLower(strings.TrimSpace(text[:i]))
			section[key] = strings.TrimSpace(text[i+1:])
		}
	}
	return doc, nil
}

// ParseGitConfig reads a file of git's own format, such as .gitmodules: sections, of
// which the subsection stays as it is written ([submodule "vendor/Engine"]), and
// "key = value" lines, which are indented by custom (git-scm.com/docs/git-config,
// "Syntax"). Of a key that stands twice the last value counts. It never fails.
func ParseGitConfig(content string) (map[string]map[string]string, error) {
	doc := map[string]map[string]string{}
	var section map[string]string
	for line := range strings.Lines(content) {
		line = strings.TrimSpace(line)
		switch key, value, ok := strings.Cut(line, "="); {
		case line == "" || line[0] == '#' || line[0] == ';':
		case line[0] == '[':
			name := strings.TrimSuffix(strings.TrimPrefix(line, "["), "]")
			if doc[name] == nil {
				doc[name] = map[string]string{}
			}
			section = doc[name]
		case ok && section != nil:
			section[strings.ToLower(strings.TrimSpace(key))] = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return doc, nil
}
