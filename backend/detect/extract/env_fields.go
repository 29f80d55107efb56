package extract

import (
	"regexp"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/configured"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Structures that a program reads out of its environment, field by field: with
// config and figment, whose keys become variables (see overriding), and envy
// (https://docs.rs/envy). Serde refuses what lacks a field without a default
// (https://serde.rs/field-attrs.html).
const (
	envyReads   language.Pattern = `\benvy::(?:prefixed\(\s*"(\w*)"\s*\)\s*\.\s*)?from_env(?:::<(\w+)>)?\(`
	readInto    language.Pattern = `\b(?:try_deserialize|extract|from_env)::<(?:\w+::)*(\w+)>|\blet\s+(?:mut\s+)?\w+\s*:\s*(?:\w+::)*(\w+)\s*=[^;]*\b(?:try_deserialize|extract|from_env)\(`
	implOf      language.Pattern = `^\s*impl(?:<[^>]*>)?\s+(\w+)\s*\{`
	returns     language.Pattern = `->\s*(?:\w+::)*Result<(?:\w+::)*(\w+)`
	fieldOfType language.Pattern = `^\s*(?:pub(?:\([^)]*\))?\s+)?(?:r#)?(\w+)\s*:\s*((?:\w+::)*)(\w+)(<.*)?,?\s*(?://.*)?$`
	setDefault  language.Pattern = `\.set_default\(\s*"([\w.]+)"\s*,\s*("[^"\n]*"|[\w.]+)`
	renamed     language.Pattern = `\brename\s*=\s*"(\w+)"`
	mustHave    language.Pattern = `File::with_name\([^;]*`
)

// structure is the body of one, and what stands above it.
type structure struct {
	source *Sources
	name   string // file
	line   int    // of its first field, from 1
	lines  []string
	all    bool // every field has a default
}

// The bounds of what is followed.
const (
	maxStructureDepth = 3
	maxStructureLines = 120
	attributeLines    = 4
)

// envFields reads the structures.
func (f *Facts) envFields(e *envTable) {
	how, hits := configured.Overriding{}, f.Sources.GrepIn(".rs", envyReads)
	if len(hits) > 0 {
		how = configured.Overriding{Prefix: hits[0].Groups[1]}
	} else if hits = f.Sources.GrepIn(".rs", configured.ConfigRust, configured.FigmentEnv); len(hits) > 0 {
		how, _ = configured.Overrides(f.Sources.Set)
	}
	if len(hits) == 0 {
		return
	}
	file := f.Sources.file(hits[0].Name)
	s, found := f.structure(file.target(hits[0].Line))
	if file.Contains("Serialized::defaults(") { // every field has its value before the environment is asked
		s.all = true
	}
	r := fieldReading{facts: f, table: e, how: how, defaults: map[string]string{}, keys: map[string]bool{}, seen: map[string]bool{}}
	for _, m := range setDefault.Regexp().FindAllStringSubmatch(file.Text(), maxVariables) {
		r.defaults[m[1]] = m[2]
	}
	for _, name := range configured.Files(f.Project.Folder) {
		for _, l := range configured.Leaves(f.Project.Folder, name) {
			r.keys[strings.Join(l.Keys, ".")] = true
		}
	}
	reads := mustHave.Regexp().FindString(file.Text())
	r.unsure = len(r.keys) == 0 && reads != "" && !strings.Contains(reads, "required(false)")
	if found {
		r.structure(s, nil)
	}
}

// insistsOn reports whether the sources take a field that may be left out for
// one that is there: config.secret.as_ref().expect("…").
func (s *Sources) insistsOn(field string) bool {
	taken := regexp.MustCompile(`\.` + regexp.QuoteMeta(field) + `\s*(?:\.(?:as_ref|as_deref|clone)\(\)\s*)?\.(?:expect\(|unwrap\(\)|ok_or)`)
	files := s.Files()
	for i := range files {
		code, _, _ := strings.Cut(files[i].Text(), "#[cfg(test)]")
		if strings.Contains(code, "."+field) && taken.MatchString(code) {
			return true
		}
	}
	return false
}

// target names the structure that the code around a line reads into.
func (f *Source) target(line int) string {
	lines := f.Lines()
	below := strings.Join(lines[max(0, line-1):min(len(lines), line+blockLines)], "\n")
	if m := readInto.Regexp().FindStringSubmatch(below); m != nil {
		return m[1] + m[2]
	}
	returned := ""
	for i := min(line, len(lines)) - 1; i >= 0; i-- {
		if m := returns.Regexp().FindStringSubmatch(lines[i]); m != nil && returned == "" {
			if returned = m[1]; returned != "Self" {
				return returned
			}
		}
		if m := implOf.Regexp().FindStringSubmatch(lines[i]); m != nil {
			return m[1]
		}
	}
	return ""
}

// structure finds one among the sources of the service and of what it is made
// with.
func (f *Facts) structure(name string) (structure, bool) {
	if name == "" {
		return structure{}, false
	}
	head := regexp.MustCompile(`\bstruct ` + regexp.QuoteMeta(name) + `\s*\{`)
	for _, s := range append([]*Sources{f.Sources}, f.localsSources()...) {
		files := s.Files()
		for i := range files {
			if !files[i].Contains("struct " + name) {
				continue
			}
			at := head.FindStringIndex(files[i].Text())
			if at == nil {
				continue
			}
			line := 1 + strings.Count(files[i].Text()[:at[1]], "\n")
			lines := files[i].Lines()
			one := structure{source: s, name: files[i].Name, line: line + 1, lines: lines[line:min(len(lines), line+maxStructureLines)]}
			one.all = strings.Contains(strings.Join(lines[max(0, line-1-attributeLines):line-1], "\n"), "#[serde(default")
			return one, true
		}
	}
	return structure{}, false
}

func (f *Facts) localsSources() (out []*Sources) {
	for _, p := range f.locals() {
		out = append(out, f.localSources(p))
	}
	return out
}

// fieldReading goes through a structure.
type fieldReading struct {
	facts    *Facts
	table    *envTable
	how      configured.Overriding
	defaults map[string]string // by key
	keys     map[string]bool   // that a file fills
	seen     map[string]bool   // structures
	unsure   bool              // the values may stand in a file that we do not know
}

func (r fieldReading) structure(s structure, above []string) {
	attributes := ""
	for i, line := range s.lines {
		trimmed := strings.TrimSpace(line)
		m := fieldOfType.Regexp().FindStringSubmatch(line)
		switch {
		case trimmed == "}":
			return
		case strings.HasPrefix(trimmed, "#["):
			attributes += trimmed
			continue
		case m == nil:
			continue
		}
		r.field(s, i, m, attributes, above)
		attributes = ""
	}
}

func (r fieldReading) field(s structure, at int, m []string, attributes string, above []string) {
	name := m[1]
	if as := source.Group(renamed, attributes); as != "" {
		name = as
	}
	keys := append(above[:len(above):len(above)], name)
	if strings.Contains(attributes, "flatten") {
		keys = above
	}
	if strings.Contains(attributes, "serde(skip") {
		return
	}
	if inner, ok := r.facts.structure(m[3]); ok && m[4] == "" && len(keys) < maxStructureDepth && !r.seen[m[3]] {
		if strings.Contains(attributes, "default") && !strings.Contains(attributes, "flatten") {
			return
		}
		r.seen[m[3]] = true
		r.structure(inner, keys)
		return
	}
	key := strings.Join(keys, ".")
	variable, ok := r.how.Variable(keys)
	if !ok || r.keys[key] {
		return
	}
	h := source.Hit{Name: s.name, Line: s.line + at, Text: s.lines[at]}
	v := r.table.entry(variable, finding.Likely, s.source.Evidence("env.field", h))
	if v == nil {
		return
	}
	v.readAt(s.source.Folder.Join(s.name), h.Line)
	switch text := r.defaults[key]; {
	case text != "":
		v.fallback(text, text)
	case m[3] == "Option" && len(keys) == 1 && s.source.insistsOn(m[1]):
		v.note(thrown, s.source.aside(s.name))
	case s.all, strings.Contains(attributes, "default"), m[3] == "Option", r.unsure:
		v.note(allowed, false)
	default:
		v.note(thrown, false)
	}
}
