package extract

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Schemas that a program checks its environment with, written as an object
// whose keys are the variables: zod and t3-env (https://env.t3.gg), envalid,
// Joi as Nest's ConfigModule takes it, TypeBox and JSON Schema as @fastify/env
// takes them; or as a class whose decorated members are (class-validator).
const (
	schemaKey    language.Pattern = `(?:^\s*|[{,]\s*)["']?([A-Z][A-Z0-9_]+)["']?\s*:\s*(\S.*)?$`
	schemaMember language.Pattern = `^\s*(?:public\s+|readonly\s+|static\s+)*([A-Z][A-Z0-9_]+)([?!]?)\s*(?::[^=;]+)?(?:=\s*(.*?))?;?\s*$`
)

var (
	optionalWords = []string{
		".optional(", ".default(", ".nullish(", ".catch(", ".prefault(", "z.undefined(", "z.coerce.boolean(",
		"Type.Optional(", "v.optional(", "v.nullish(", "v.fallback(", ".optionalWhen(", "default:",
	}
	validatorCall language.Pattern = `^(?:envalid\.)?(?:str|num|bool|port|url|host|email|json|testOnly|\w*[vV]alidator\w*)\(`
	defaultValue  language.Pattern = `(?:\.default\(\s*|\bdefault:\s*)(["'\x60][^"'\x60\n]*["'\x60]|[\d.]+|true|false)`
	isCheck       language.Pattern = `@Is[A-Z]\w*\(|@(?:Length|Min|Max|MinLength|Matches)\(`
)

// How many files are read as schemas, and how many lines of one entry.
const (
	maxSchemaFiles = 24
	maxEntryLines  = 14
)

// envSchemas reads the schemas among the sources.
func (s *Sources) envSchemas(e *envTable) {
	files, left := s.Files(), maxSchemaFiles
	for i := range files {
		f := files[i]
		if !isScript(f.Name) || left == 0 || !mentionsSchema(f) {
			continue
		}
		left--
		s.envObject(e, f)
		if f.Contains("class-validator") {
			s.envMembers(e, f)
		}
	}
}

func isScript(name string) bool {
	switch source.Ext(name) {
	case ".ts", ".js", ".mts", ".mjs", ".cts", ".cjs":
		return true
	}
	return false
}

// What a file says that holds a schema, and that it is one of the environment.
var (
	schemaWords = []string{
		"createEnv(", "cleanEnv(", "parseEnv(", "z.object(", "z.strictObject(", "Joi.object", "joi.object", "envSchema",
		"fastifyEnv", "fastify-env", "@fastify/env", "Type.Object(", "class-validator", "v.object(", "Env.create(",
	}
	environmentWords = []string{
		"process.env", "createEnv(", "cleanEnv(", "parseEnv(", "Bun.env", "import.meta.env", "nvSchema",
		"@fastify/env", "registerAs", "class EnvironmentVariables", "Env.create(",
	}
)

// mentionsSchema reports whether a file holds a schema of the environment: by
// what it says, or by its name where it says no more than the schema.
func mentionsSchema(f *Source) bool {
	says := func(word string) bool { return f.Contains(word) }
	if !slices.ContainsFunc(schemaWords, says) {
		return false
	}
	base := strings.ToLower(f.Name[strings.LastIndexByte(f.Name, '/')+1:])
	return strings.Contains(base, "env") || strings.Contains(base, "config") || strings.Contains(base, "validation") || strings.HasPrefix(base, "app.module") || slices.ContainsFunc(environmentWords, says)
}

// envObject reads the entries whose keys are names of variables.
func (s *Sources) envObject(e *envTable, f *Source) {
	lines := f.Lines()
	for i, line := range lines {
		if source.IsComment(strings.TrimSpace(line), f.Name) {
			continue
		}
		for rest := line; len(rest) < maxSchemaLine; {
			m := schemaKey.Regexp().FindStringSubmatch(rest)
			if m == nil {
				break
			}
			s.envEntry(e, f, lines, i, m)
			rest = m[2]
		}
	}
	s.envRequiredList(e, f)
}

// maxSchemaLine is what a line of a schema may have.
const maxSchemaLine = 2000

func (s *Sources) envEntry(e *envTable, f *Source, lines []string, i int, m []string) {
	text := entryText(lines, i, m[2])
	n, fallback, ok := f.judgeEntry(text)
	if !ok {
		return
	}
	h := source.Hit{Name: f.Name, Line: i + 1, Text: lines[i]}
	v := e.entry(m[1], configurationConfidence, s.Evidence("env.schema", h))
	if v == nil {
		return
	}
	v.readAt(s.Folder.Join(f.Name), h.Line)
	v.note(n, false)
	v.reads = cmp.Or(v.reads, typeIn(text))
	if fallback != "" {
		v.fallback(fallback, fallback)
		return
	}
	s.choose(v, text)
}

// entryText joins an entry's value up to where its brackets are closed and it
// goes on with the next entry.
func entryText(lines []string, at int, first string) string {
	text, depth := "", 0
	for i := at; i < min(at+maxEntryLines, len(lines)); i++ {
		part := first
		if i > at {
			part = strings.TrimSpace(lines[i])
			if depth <= 0 && !strings.HasPrefix(part, ".") && !strings.HasPrefix(part, "?") && !strings.HasPrefix(part, ":") && text != "" {
				break
			}
		}
		part, ended := entryPart(part, depth)
		text += part
		if ended {
			break
		}
		depth += strings.Count(part, "(") + strings.Count(part, "{") + strings.Count(part, "[") - strings.Count(part, ")") - strings.Count(part, "}") - strings.Count(part, "]")
		if depth <= 0 && strings.HasSuffix(part, ",") || depth < 0 {
			break
		}
	}
	return text
}

const (
	inProduction language.Pattern = `^[^?]*(?:===?\s*["']production["']|\bisProd\w*)[^?]*\?([^:]*)`
	ownSchema    language.Pattern = `^([A-Za-z_]\w*)(.*)$`
)

// judgeEntry says what an entry makes of a variable that is not set. ok is
// false for what is no schema.
func (f *Source) judgeEntry(value string) (n need, fallback string, ok bool) {
	if m := inProduction.Regexp().FindStringSubmatch(value); m != nil {
		value = strings.TrimSpace(m[1])
	}
	if m := defaultValue.Regexp().FindStringSubmatch(value); m != nil {
		fallback = m[1]
	}
	switch {
	case strings.HasPrefix(value, "z."), strings.HasPrefix(value, "Type."), strings.HasPrefix(value, "z\n"), strings.HasPrefix(value, "Env.schema."), strings.HasPrefix(value, "v."):
		return unlessOptional(value), fallback, true
	case strings.HasPrefix(value, "Joi."), strings.HasPrefix(value, "joi."), strings.HasPrefix(value, "yup."):
		if strings.Contains(value, ".required(") || strings.Contains(value, ".exist(") {
			return thrown, fallback, true
		}
		return allowed, fallback, true
	case validatorCall.Regexp().MatchString(value) && f.Contains("envalid"):
		return unlessOptional(value), fallback, true
	}
	m := ownSchema.Regexp().FindStringSubmatch(value)
	if m == nil || m[1] == "process" || m[1] == "env" {
		return plain, "", false
	}
	// a schema with a name of its own, declared further up in the file
	at := strings.Index(f.Text(), "const "+m[1]+" = ")
	if at < 0 {
		return plain, "", false
	}
	declared, _, _ := strings.Cut(f.Text()[at+len("const "+m[1]+" = "):], ";\n")
	if declared = declared[:min(len(declared), 600)]; !strings.HasPrefix(declared, "z") && !strings.Contains(declared, "=> z") {
		return plain, "", false
	}
	return unlessOptional(declared + m[2]), fallback, true
}

// entryPart cuts a line off where the entry ends: at a comma outside of its
// brackets, or where the brackets around it are closed.
func entryPart(part string, depth int) (string, bool) {
	for i, c := range part {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return part[:i], true
			}
		case ',':
			if depth == 0 {
				return part[:i+1], true
			}
		}
	}
	return part, false
}

func unlessOptional(schema string) need {
	for _, word := range optionalWords {
		if strings.Contains(schema, word) {
			return allowed
		}
	}
	return thrown
}

const (
	requiredList language.Pattern = `(?i)\b["']?(?:required|mandatory)\w*["']?\s*(?::[^=\n\[]{0,40})?[=:]\s*(?:new Set\()?\[([^\]]{0,900})\]`
	quotedName   language.Pattern = `["'\x60]([A-Z][A-Z0-9_]+)["'\x60]`
)

// envRequiredList reads a list of names that must be set: JSON Schema's
// "required", or one that a program goes through itself.
func (s *Sources) envRequiredList(e *envTable, f *Source) {
	if !f.Contains("equired") && !f.Contains("REQUIRED") {
		return
	}
	for _, at := range requiredList.Regexp().FindAllStringSubmatchIndex(f.Text(), 4) {
		line := 1 + strings.Count(f.Text()[:at[2]], "\n")
		for _, m := range quotedName.Regexp().FindAllStringSubmatch(f.Text()[at[2]:at[3]], 60) {
			h := source.Hit{Name: f.Name, Line: line, Text: f.Lines()[line-1]}
			v := e.entry(m[1], configurationConfidence, s.Evidence("env.schema", h))
			if v == nil {
				continue
			}
			v.readAt(s.Folder.Join(f.Name), line)
			if text := schemaDefault(f.Text(), m[1]); text != "" {
				v.fallback(text, text)
				continue
			}
			v.note(thrown, false)
		}
	}
}

// schemaDefault is what JSON Schema gives a property that is not there, "" for
// nothing.
func schemaDefault(content, name string) string {
	at := strings.Index(content, name+": {")
	if at < 0 {
		return ""
	}
	body, _, _ := strings.Cut(content[at:], "}")
	_, text, _ := strings.Cut(body, "default:")
	text, _, _ = strings.Cut(text, "\n")
	return strings.Trim(text, " ,\r")
}

// envMembers reads the decorated members of a class.
func (s *Sources) envMembers(e *envTable, f *Source) {
	members := f.members()
	var decorators []string
	for i, line := range f.Lines() {
		trimmed := strings.TrimSpace(line)
		switch m := schemaMember.Regexp().FindStringSubmatch(line); {
		case strings.HasPrefix(trimmed, "@"), len(decorators) > 0 && m == nil && trimmed != "" && trimmed != "}":
			decorators = append(decorators, trimmed)
		case m != nil && len(decorators) > 0:
			all := strings.Join(decorators, " ")
			if v := e.entry(m[1], configurationConfidence, s.Evidence("env.schema", source.Hit{Name: f.Name, Line: i + 1, Text: line})); v != nil {
				v.readAt(s.Folder.Join(f.Name), i+1)
				v.reads = cmp.Or(v.reads, typeIn(all))
				if namesAnother(all, members) {
					v.note(allowed, false)
				} else {
					judgeMember(v, all, m[1], m[2], memberText(f.Lines(), i))
					s.choose(v, all)
				}
			}
			decorators = nil
		default:
			decorators = nil
		}
	}
}

// members are the names of a class's members.
func (f *Source) members() map[string]bool {
	out := map[string]bool{}
	for _, line := range f.Lines() {
		if m := schemaMember.Regexp().FindStringSubmatch(line); m != nil {
			out[m[1]] = true
		}
	}
	return out
}

// namesAnother reports whether a decorator names another member, as those do that
// programs write for themselves: whether this one has to be set hangs on that one.
func namesAnother(decorators string, members map[string]bool) bool {
	for _, m := range quotedName.Regexp().FindAllStringSubmatch(decorators, 60) {
		if members[m[1]] {
			return true
		}
	}
	return false
}

// memberText joins what a member is set to up to the semicolon, "" for nothing.
func memberText(lines []string, at int) string {
	_, text, set := strings.Cut(lines[at], "=")
	for i := at + 1; set && i < min(at+maxEntryLines, len(lines)) && !strings.HasSuffix(strings.TrimSpace(text), ";"); i++ {
		text += " " + strings.TrimSpace(lines[i])
	}
	return strings.TrimSuffix(strings.TrimSpace(text), ";")
}

// validateIf is a condition under which class-validator looks at a member: that
// another is set, or that it is not.
const validateIf language.Pattern = `@ValidateIf\(\s*\(?\w*\)?\s*=>\s*([^)]*)`

// endsInNothing matches a choice on something else whose other side is empty:
// (environment.PLATFORM_NAME ? `https://…` : "").
const endsInNothing language.Pattern = `^\(*\s*[\w.]+\s*\?\s*(?:\x60[^\x60]*\x60|"[^"]*"|'[^']*'|[\w.()]+)\s*:\s*(?:""|'')`

// judgeMember reads class-validator's decorators
// (https://github.com/typestack/class-validator).
func judgeMember(v *envEntry, decorators, name, mark, value string) {
	rest := value
	if _, after, ok := strings.Cut(value, "."+name); ok {
		rest = after
	}
	rest = strings.TrimLeft(rest, ") ")
	fallback := ""
	for _, or := range []string{"??", "||"} {
		if after, ok := strings.CutPrefix(rest, or); ok {
			fallback = strings.Trim(strings.TrimSpace(after), ";")
		}
	}
	if fallback == "" && value != "" && !strings.Contains(value, name) {
		fallback = strings.Trim(value, ";")
	}
	switch {
	case judgesOtherwise(decorators), strings.Contains(decorators, "@IsOptional") || mark == "?" || !isCheck.Regexp().MatchString(decorators):
		v.note(allowed, false)
	case fallback == "" || strings.HasPrefix(fallback, `""`) || strings.HasPrefix(fallback, "''") || endsInNothing.Regexp().MatchString(fallback):
		v.note(thrown, false)
	default:
		v.fallback(fallback, fallback)
	}
}

// judgesOtherwise reports whether a member is looked at only where another one
// says so. One that is looked at where another is missing has to be set.
func judgesOtherwise(decorators string) bool {
	m := validateIf.Regexp().FindStringSubmatch(decorators)
	return m != nil && !strings.HasPrefix(strings.TrimSpace(m[1]), "!")
}
