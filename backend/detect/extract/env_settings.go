package extract

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Classes of settings whose fields are environment variables, as
// https://docs.pydantic.dev/latest/concepts/pydantic_settings/ describes them.
// The prefix stands in the class's configuration or among its arguments.
const (
	settingsClass  language.Pattern = `\bclass\s+\w+\([^)]{0,200}\bBaseSettings\b`
	settingsHead   language.Pattern = `^\s*class\s+(\w+)\((.*)\)\s*:`
	settingsField  language.Pattern = `^(\s+)([A-Za-z]\w*)\s*:\s*([^=#\n]+?)\s*(?:=\s*(.*?))?\s*(?:#.*)?$`
	settingsPrefix language.Pattern = `\benv_prefix\s*=\s*["']([^"'\n]*)["']`
	settingsGap    language.Pattern = `\benv_nested_delimiter\s*=\s*["']([^"'\n]+)["']`
	settingsAlias  language.Pattern = `\b(?:alias|validation_alias|env)\s*=\s*(?:AliasChoices\(\s*)?["'](\w+)["']`
)

// How many classes are read, and how many lines of one.
const (
	maxSettingsClasses = 24
	maxSettingsLines   = 300
)

// envSettings reads the fields of settings classes, and of those that are made
// from one.
func (s *Sources) envSettings(e *envTable) {
	classes := s.Grep(settingsClass)
	if len(classes) == 0 {
		return
	}
	names := []string{}
	for i := 0; i < min(len(classes), maxSettingsClasses); i++ {
		h := classes[i]
		lines := s.file(h.Name).Lines()
		whole, last := joined(lines, min(h.Line, len(lines))-1)
		head := settingsHead.Regexp().FindStringSubmatch(whole)
		if head == nil {
			continue
		}
		if !slices.Contains(names, head[1]) {
			names = append(names, head[1])
			classes = append(classes, s.subclasses(head[1])...)
		}
		h.Line = last + 1
		s.settingsFields(e, h, head[2], lines)
	}
}

// subclasses finds the classes that have another for their base.
func (s *Sources) subclasses(base string) (out []source.Hit) {
	files := s.Files()
	for i := range files {
		if !strings.HasSuffix(files[i].Name, ".py") || !files[i].Contains(base) {
			continue
		}
		for n, line := range files[i].Lines() {
			if head := settingsHead.Regexp().FindStringSubmatch(line); head != nil && slices.ContainsFunc(strings.Split(head[2], ","), func(b string) bool { return strings.TrimSpace(b) == base }) {
				out = append(out, source.Hit{Name: files[i].Name, Line: n + 1, Text: line})
			}
		}
	}
	return out
}

// settingsReading is one class of settings that is read, or one within it.
type settingsReading struct {
	sources *Sources
	table   *envTable
	prefix  string
	gap     string // between a group of settings and its fields, "" where groups are read as one text
	depth   int
}

// settingsFields reads one class.
func (s *Sources) settingsFields(e *envTable, h source.Hit, bases string, lines []string) {
	body := classBody(lines[min(h.Line, len(lines)):])
	whole := bases + "\n" + strings.Join(body, "\n")
	r := settingsReading{sources: s, table: e, prefix: source.Group(settingsPrefix, whole), gap: source.Group(settingsGap, whole)}
	r.read(h, body)
}

// read goes through the body of a class. What stands deeper than its first field
// is inside a method, or goes on with a field.
func (r settingsReading) read(h source.Hit, body []string) {
	indent := ""
	for i := 0; i < len(body); i++ {
		whole, last := joined(body, i)
		m := settingsField.Regexp().FindStringSubmatch(whole)
		if m == nil || strings.HasPrefix(m[3], "ClassVar") || m[2] == "model_config" {
			continue
		}
		if indent == "" {
			indent = m[1]
		}
		if m[1] != indent {
			continue
		}
		r.field(source.Hit{Name: h.Name, Line: h.Line + 1 + i, Text: body[i]}, m, whole)
		i = last
	}
}

func (r settingsReading) field(h source.Hit, m []string, whole string) {
	name := strings.ToUpper(r.prefix + m[2])
	if alias := source.Group(settingsAlias, whole); alias != "" {
		name = strings.ToUpper(alias)
	}
	if m[4] == "" && r.gap != "" && r.depth < maxStructureDepth {
		if inner, body, ok := r.sources.group(m[3]); ok {
			settingsReading{r.sources, r.table, name + r.gap, r.gap, r.depth + 1}.read(inner, body)
			return
		}
	}
	if m[4] == "" && r.sources.file(h.Name).hands(m[2]) {
		m[4] = "handed" // to the class by the program itself
	}
	r.sources.envField(r.table, h, name, m[3], m[4])
}

// group finds the class of a group of settings and its body.
func (s *Sources) group(class string) (source.Hit, []string, bool) {
	files := s.Files()
	for i := range files {
		at := strings.Index(files[i].Text(), "\nclass "+class+"(")
		if at < 0 && strings.HasPrefix(files[i].Text(), "class "+class+"(") {
			at = 0
		}
		if at < 0 || class == "" || !strings.HasSuffix(files[i].Name, ".py") {
			continue
		}
		lines := files[i].Lines()
		line := 1 + strings.Count(files[i].Text()[:at+1], "\n")
		return source.Hit{Name: files[i].Name, Line: line}, classBody(lines[min(line, len(lines)):]), true
	}
	return source.Hit{}, nil, false
}

// hands reports whether a file makes a table of arguments in which a field has a
// value: {"SECRET": generated()}, which goes before the environment.
// https://docs.pydantic.dev/latest/concepts/pydantic_settings/#field-value-priority
func (f *Source) hands(field string) bool {
	return f.Contains("**") && (f.Contains(`"`+field+`": `) || f.Contains("'"+field+"': "))
}

// joined is a line with those after it up to where its brackets are closed.
func joined(lines []string, at int) (string, int) {
	text := lines[at]
	for i := at; ; i++ {
		code, _, _ := strings.Cut(text, " #")
		open := strings.Count(code, "(") + strings.Count(code, "[") + strings.Count(code, "{") - strings.Count(code, ")") - strings.Count(code, "]") - strings.Count(code, "}")
		if open <= 0 || i+1 >= len(lines) || i > at+maxEntryLines {
			return text, i
		}
		text = code + " " + strings.TrimSpace(lines[i+1])
	}
}

// classBody gives the lines of a class up to the first that is not indented.
func classBody(lines []string) []string {
	for i, l := range lines {
		if i == maxSettingsLines || l != "" && l[0] != ' ' && l[0] != '\t' && l[0] != '\r' && l[0] != '#' {
			return lines[:i]
		}
	}
	return lines
}

func (s *Sources) envField(e *envTable, h source.Hit, name, kind, value string) {
	v := e.entry(name, configurationConfidence, s.Evidence("env.settings", h))
	if v == nil {
		return
	}
	v.readAt(s.Folder.Join(h.Name), h.Line)
	v.reads = cmp.Or(v.reads, typeIn(kind))
	without := value == "..." || strings.HasPrefix(value, "Field(") && !strings.Contains(value, "default") && (strings.HasPrefix(value, "Field(...") || !strings.HasPrefix(value, `Field("`) && strings.Contains(value, "="))
	switch {
	case value == "" && strings.Contains(kind, "Settings"): // a group of others, which are asked themselves
		v.note(tested, false)
	case value == "" && !strings.Contains(kind, "Optional") && !strings.Contains(kind, "None"), without:
		v.note(thrown, false)
		s.choose(v, kind)
	case value == "":
		v.note(allowed, false)
	default:
		v.fallback(value, value)
	}
}
