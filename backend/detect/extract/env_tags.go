package extract

import (
	"path"
	"regexp"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// What makes the name of a variable of a structure's tag: prefixes on the way to
// the field, and options of the call that fills it.
// https://github.com/caarlos0/env, https://github.com/sethvargo/go-envconfig,
// https://github.com/ilyakaznacheev/cleanenv, https://github.com/kelseyhightower/envconfig,
// https://github.com/qiangxue/go-env, https://github.com/jessevdk/go-flags
const (
	typeHead    language.Pattern = `^\s*(?:type\s+)?(\w+)\s+\*?struct\s*\{`
	innerEnd    language.Pattern = `^\s*\}\s*\x60[^\x60]*(?:\benvPrefix:"|\benv-prefix:"|\benv-namespace:"|\bprefix=)(\w*)`
	prefixOfAll language.Pattern = `\benv\.Options\{[^}]*\bPrefix:\s*"(\w*)"|\bPrefixLookuper\(\s*"(\w*)"|\benv\.New\(\s*"(\w*)"\s*,`
	ifNoDefault language.Pattern = `\benv\.Options\{[^}]*\bRequiredIfNoDef:\s*true`
	ownNames    language.Pattern = `\benv\.Options\{[^}]*\bUseFieldNameByDefault:\s*true`
	nameless    language.Pattern = `^\s*([A-Z]\w*)\s+[\w.*\[\]]+\s+\x60[^\x60]*\benv:",[^"]*(?:required|notEmpty)`
	processed   language.Pattern = `\benvconfig\.(?:Must)?Process\(\s*"(\w*)"`
	prefixed    language.Pattern = `^\s*([A-Z]\w*)\s+[\w.*\[\]]+\s+(\x60[^\x60]*\b(?:required|split_words|default):"[^\x60]*\x60)`
)

// maxPrefixes bounds the structures around a field.
const maxPrefixes = 4

// tagPrefix is what the structures around a tag put before its name.
func (s *Sources) tagPrefix(h source.Hit) string {
	f := s.file(h.Name)
	lines := f.Lines()
	out, indent := "", source.Indent(lines[h.Line-1])
	for i := h.Line - 2; i >= 0 && h.Line-i < maxStructureLines; i-- {
		if strings.TrimSpace(lines[i]) == "" || source.Indent(lines[i]) >= indent {
			continue
		}
		m := typeHead.Regexp().FindStringSubmatch(lines[i])
		if m == nil {
			break
		}
		indent = source.Indent(lines[i])
		if indent == 0 {
			out = s.prefixOfType(m[1], 0) + out
			break
		}
		for j := h.Line; j < min(len(lines), h.Line+maxStructureLines); j++ { // a structure without a name, by its end
			if source.Indent(lines[j]) == indent && strings.HasPrefix(strings.TrimSpace(lines[j]), "}") {
				out = joinedName(source.Group(innerEnd, lines[j]), lines[j]) + out
				break
			}
		}
	}
	if s.allTags == nil {
		all := ""
		for _, o := range s.GrepIn(".go", prefixOfAll) {
			if !strings.Contains(s.file(o.Name).Text(), "MultiLookuper(") { // which looks for the same name elsewhere too
				all = strings.Join(o.Groups[1:], "")
			}
		}
		s.allTags = &all
	}
	return *s.allTags + out
}

// prefixOfType is the prefix with which another structure has one for a field.
func (s *Sources) prefixOfType(name string, depth int) string {
	if known, ok := s.typePrefixes[name]; ok || depth == maxPrefixes {
		return known
	}
	if s.typePrefixes == nil {
		s.typePrefixes = map[string]string{}
	}
	s.typePrefixes[name] = "" // a structure within itself
	as := regexp.MustCompile(`(?m)^\s*(?:\w+\s+)?\*?(?:\w+\.)?` + name + `\s+\x60[^\x60]*(?:\benvPrefix:"|\benv-prefix:"|\benv-namespace:"|\bprefix=)(\w*)`)
	for i := range s.Files() {
		if f := s.files[i]; f.Contains("refix") || f.Contains("env-namespace") {
			if at := as.FindStringSubmatchIndex(f.Text()); at != nil {
				line := 1 + strings.Count(f.Text()[:at[2]], "\n")
				s.typePrefixes[name] = f.typeAbove(s, line, depth) + joinedName(f.Text()[at[2]:at[3]], f.Text()[at[0]:at[1]])
				break
			}
		}
	}
	return s.typePrefixes[name]
}

// joinedName is a prefix as its tag joins it to what follows: go-flags puts an
// underscore behind a namespace (its EnvNamespaceDelimiter), others nothing.
func joinedName(prefix, tag string) string {
	if prefix != "" && !strings.HasSuffix(prefix, "_") && strings.Contains(tag, `env-namespace:"`) {
		return prefix + "_"
	}
	return prefix
}

// typeAbove is the prefix of the structure that a line stands in.
func (f *Source) typeAbove(s *Sources, line, depth int) string {
	lines := f.Lines()
	for i := line - 2; i >= 0 && line-i < maxStructureLines; i-- {
		if m := typeHead.Regexp().FindStringSubmatch(lines[i]); m != nil && source.Indent(lines[i]) == 0 {
			return s.prefixOfType(m[1], depth+1)
		}
	}
	return ""
}

// envTags reads what a tag does not name itself.
func (s *Sources) envTags(e *envTable) {
	if len(s.GrepIn(".go", ownNames)) > 0 {
		for _, h := range s.GrepIn(".go", nameless) {
			s.tagged(e, h, s.tagPrefix(h)+underscored(h.Groups[1]), thrown)
		}
	}
	for _, call := range s.GrepIn(".go", processed) {
		prefix := ""
		if call.Groups[1] != "" {
			prefix = strings.ToUpper(call.Groups[1]) + "_"
		}
		for _, h := range s.GrepIn(".go", prefixed) {
			if path.Dir(h.Name) != path.Dir(call.Name) || strings.Contains(h.Groups[2], "envconfig:") {
				continue
			}
			name := strings.ToUpper(h.Groups[1])
			if strings.Contains(h.Groups[2], `split_words:"true"`) {
				name = underscored(h.Groups[1])
			}
			s.tagged(e, h, prefix+name, tagStrictness(h.Groups[2]))
		}
	}
}

func (s *Sources) tagged(e *envTable, h source.Hit, name string, n need) {
	if v := e.entry(name, finding.Likely, s.Evidence("env.tag", h)); v != nil {
		v.readAt(s.Folder.Join(h.Name), h.Line)
		v.typedBy(h)
		v.note(n, s.aside(h.Name))
	}
}

// underscored writes a field's name as a variable's: MailHost as MAIL_HOST,
// JWTTokenSecret as JWT_TOKEN_SECRET. A word begins with a capital that has a small
// letter on either side; all these libraries cut so.
func underscored(field string) string {
	small := func(i int) bool { return i >= 0 && i < len(field) && field[i] >= 'a' && field[i] <= 'z' }
	digit := func(i int) bool { return i >= 0 && field[i] >= '0' && field[i] <= '9' }
	var out strings.Builder
	for i := range len(field) {
		if capital := field[i] >= 'A' && field[i] <= 'Z'; capital && i > 0 && (small(i-1) || small(i+1) || digit(i-1)) {
			out.WriteByte('_')
		}
		out.WriteByte(field[i])
	}
	return strings.ToUpper(out.String())
}
