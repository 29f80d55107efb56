package extract

import (
	"slices"
	"strings"

	"aipack/backend/language"
)

// Where a schema says which values a variable may have: zod's enum, Joi's valid,
// yup's oneOf, envalid's and convict's lists, class-validator's IsIn; or an enum of
// TypeScript by its name (class-validator's IsEnum, zod's nativeEnum); Python's Literal
// and its enums, as pydantic has them
// (https://docs.pydantic.dev/latest/api/standard_library_types/#literals).
const (
	oneOfThese language.Pattern = `(?:\bz\.enum\(\s*\[|\.valid\(|\.oneOf\(\s*\[|@IsIn\(\s*\[|\b(?:choices|format):\s*\[)\s*((?:["'][\w.-]+["']\s*,?\s*)+)`
	literalOf  language.Pattern = `\bLiteral\[((?:\s*["'][\w.-]+["']\s*,?)+)\]`
	classAlone language.Pattern = `^\s*(?:\w+\.)?([A-Z]\w*)\s*$`
	oneOfEnum  language.Pattern = `(?:@IsEnum|\bz\.nativeEnum)\(\s*([A-Z]\w*)\s*[,)]`
	enumValue  language.Pattern = `=\s*["']([\w.-]+)["']`
	anyQuoted  language.Pattern = `["']([\w.-]+)["']`
)

// maxChoices is how many values of a list are read.
const maxChoices = 24

// choose gives a variable that has to be set one of the values that its schema
// allows: any other text is refused.
func (s *Sources) choose(v *envEntry, schema string) {
	if v.thrown && !v.hasDefault && !v.Secret {
		v.value(s.chosen(schema))
	}
}

// chosen gives one of the values that a schema allows, "" where it lists none: what
// a deployment takes of them, or the first.
func (s *Sources) chosen(schema string) string {
	var list []string
	if m := oneOfThese.Regexp().FindStringSubmatch(schema); m != nil {
		list = firstGroups(anyQuoted, m[1])
	} else if m := literalOf.Regexp().FindStringSubmatch(schema); m != nil {
		list = firstGroups(anyQuoted, m[1])
	} else if m := classAlone.Regexp().FindStringSubmatch(schema); m != nil {
		list = s.classOf(m[1])
	} else if m := oneOfEnum.Regexp().FindStringSubmatch(schema); m != nil {
		list = s.enumOf(m[1])
	}
	for _, usual := range []string{"production", "prod", "info"} {
		if i := slices.IndexFunc(list, func(one string) bool { return strings.EqualFold(one, usual) }); i >= 0 {
			return list[i]
		}
	}
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// enumOf are the values of an enum of the sources whose members are texts.
func (s *Sources) enumOf(name string) []string {
	files := s.Files()
	for i := range files {
		if !isScript(files[i].Name) {
			continue
		}
		if _, body, ok := strings.Cut(files[i].Text(), "enum "+name+" {"); ok {
			body, _, _ = strings.Cut(body, "}")
			return firstGroups(enumValue, body)
		}
	}
	return nil
}

// classOf are the values of an enum of Python whose members are texts.
func (s *Sources) classOf(name string) []string {
	h, body, ok := s.group(name)
	if !ok || !strings.Contains(s.file(h.Name).Lines()[h.Line-1], "Enum") {
		return nil
	}
	return firstGroups(enumValue, strings.Join(body, "\n"))
}

func firstGroups(p language.Pattern, text string) (out []string) {
	for _, m := range p.Regexp().FindAllStringSubmatch(text, maxChoices) {
		out = append(out, m[1])
	}
	return out
}
