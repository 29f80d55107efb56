package extract

import (
	"path"
	"regexp"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Calls that fill a structure from the environment by the names of its fields, tags
// or not: vrischmann/envconfig wants every field that does not say "optional",
// kelseyhightower/envconfig none that does not say "required".
// https://github.com/vrischmann/envconfig, https://github.com/kelseyhightower/envconfig
const (
	fills         language.Pattern = `\benvconfig\.(Init|InitWithPrefix|InitWithOptions|MustInit|Process|MustProcess)\(\s*(?:("\w*"|[\w.]+)\s*,\s*)?&?(\w+)\b`
	vrischmann                     = "github.com/vrischmann/envconfig"
	kelsey                         = "github.com/kelseyhightower/envconfig"
	embeddedField language.Pattern = `^\s+\*?([A-Z]\w*)\s*(?:\x60[^\x60]*\x60)?\s*(?://.*)?$`
	exportedField language.Pattern = `^\s+([A-Z]\w*)\s+([\w.*\[\]]+)\s*(\x60[^\x60]*\x60)?\s*(?://.*)?$`
)

// maxFillers bounds how many calls are followed: each is looked up in all sources.
const maxFillers = 12

// envFillers reads them: the structure stands in the call's own package.
func (s *Sources) envFillers(e *envTable) {
	calls := s.GrepIn(".go", fills)
	for _, call := range calls[:min(len(calls), maxFillers)] {
		f := s.file(call.Name)
		strict := f.Contains(vrischmann)
		if s.aside(call.Name) || !strict && !f.Contains(kelsey) {
			continue
		}
		prefix := ""
		if name := strings.Trim(s.text(call.Groups[2]), `"`); name != "" {
			prefix = strings.ToUpper(name) + "_"
		}
		s.fields(e, f, f.typeOf(call.Groups[3]), prefix, strict && !strings.Contains(call.Match, "Options"), 0)
	}
}

// text is a literal as it is, and the value of a constant by its last name.
func (s *Sources) text(word string) string {
	if word == "" || strings.HasPrefix(word, `"`) {
		return word
	}
	name := word[strings.LastIndexByte(word, '.')+1:]
	if len(name) > maxReaderLength {
		return ""
	}
	for _, h := range s.GrepIn(".go", language.Pattern(`\b`+regexp.QuoteMeta(name)+`\s*(?:string\s*)?=\s*"(\w+)"`)) {
		return h.Groups[1]
	}
	return ""
}

// typeOf is the type of a variable or receiver of the file: var cfg Config,
// cfg := Config{}, func (c *Config).
func (f *Source) typeOf(name string) string {
	if len(name) > maxReaderLength {
		return ""
	}
	declared := regexp.MustCompile(`\bvar\s+` + name + `\s+\*?(\w+)\b|\b` + name + `\s*:?=\s*(?:&|new\()?(\w+)[{)]|\(\s*` + name + `\s+\*?(\w+)\s*\)`)
	if m := declared.FindStringSubmatch(f.Text()); m != nil {
		return m[1] + m[2] + m[3]
	}
	return ""
}

// mostNested bounds how deep structures lie in each other.
const mostNested = 4

// fields notes the variables of a structure of the file's package, and of those
// that it holds: their names begin with the field's, for vrischmann with that of an
// embedded type too.
func (s *Sources) fields(e *envTable, f *Source, name, prefix string, strict bool, depth int) {
	file, at := s.structure(f, name)
	if file == nil || depth > mostNested {
		return
	}
	lines := file.Lines()
	for i := at; i < min(len(lines), at+maxStructureLines) && !strings.HasPrefix(lines[i], "}"); i++ {
		if m := embeddedField.Regexp().FindStringSubmatch(lines[i]); m != nil {
			within := prefix
			if strict {
				within += underscored(m[1]) + "_"
			}
			s.fields(e, f, m[1], within, strict, depth+1)
			continue
		}
		m := exportedField.Regexp().FindStringSubmatch(lines[i])
		if m == nil || strings.Contains(m[3], "ignored:") || strings.Contains(m[3], `envconfig:"`) && !strings.Contains(m[3], `"optional"`) {
			continue // a tag that names its variable is read as one
		}
		variable := prefix + strings.ToUpper(m[1])
		if strict || strings.Contains(m[3], "split_words") {
			variable = prefix + underscored(m[1])
		}
		if held := strings.TrimPrefix(m[2], "*"); !strings.ContainsAny(held, ".[") && held != strings.ToLower(held) {
			if other, _ := s.structure(f, held); other != nil {
				s.fields(e, f, held, variable+"_", strict, depth+1)
				continue
			}
		}
		n := plain
		switch {
		case strings.Contains(m[3], "default"), strings.Contains(m[3], "optional"):
			n = tested
		case strict, f.comparedAndRefused("." + m[1] + ` == ""`):
			n = thrown
		}
		s.tagged(e, source.Hit{Name: file.Name, Line: i + 1, Match: lines[i], Text: lines[i]}, variable, n)
	}
}

// structure finds a structure that the file's package declares: in which file, and
// behind which line it begins.
func (s *Sources) structure(f *Source, name string) (*Source, int) {
	if name == "" || len(name) > maxReaderLength {
		return nil, 0
	}
	head := regexp.MustCompile(`(?m)^type\s+` + name + `\s+struct\s*\{`)
	for _, file := range s.Files() {
		if path.Dir(file.Name) != path.Dir(f.Name) || !strings.HasSuffix(file.Name, ".go") {
			continue
		}
		if at := head.FindStringIndex(file.Text()); at != nil {
			return file, 1 + strings.Count(file.Text()[:at[0]], "\n")
		}
	}
	return nil, 0
}
