package source

import (
	"iter"
	"regexp"
	"strconv"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
)

// Value follows an expression of a script to the port that it comes down to:
// through constants, what || and ?? fall back to, imports, properties of
// settings, and the files that settings are read from.
type Value struct {
	Root, Project, Context *language.Folder
	Command                []string // that starts the program: an option in it beats its default
	steps                  int
	parent                 string // the object within which a property is looked for: server of settings.server.port

	AsksPort bool // PORT can change it
	Port     int
	File     string // where the number stands, relative to the root
	Line     string
}

const maxSteps = 60

// Argument reads the port out of a call's argument: a number, a name, or an
// object that holds it as port.
func (v *Value) Argument(file, text, rest string) bool {
	if !strings.HasPrefix(rest, "{") {
		return v.follow(file, text, node.Expression(rest))
	}
	inner := rest[1:]
	if end := strings.IndexByte(inner, '}'); end >= 0 {
		inner = inner[:end]
	}
	for _, m := range portKey.Regexp().FindAllStringSubmatchIndex(inner, 3) {
		if strings.HasPrefix(inner[m[2]:m[3]], ":") {
			if v.follow(file, text, node.Expression(inner[m[1]:])) {
				return true
			}
		} else if v.name(file, text, "port") {
			return true
		}
	}
	return false
}

const (
	number         language.Pattern = `^["'\x60]?(\d{2,5})["'\x60]?$`
	wrapped        language.Pattern = `^(?:\+|Number(?:\.parseInt)?|parseInt|String|normalizePort|toNumber)?\s*\(`
	name           language.Pattern = `^[A-Za-z_$][\w$]*$`
	member         language.Pattern = `^([A-Za-z_$][\w$]*)(?:\??\.[\w$]+)*?(?:\??\.([\w$]+))?\??\.([A-Za-z_$][\w$]*)$`
	env            language.Pattern = `^(?:(?:process|Bun)\.env(?:\.([A-Za-z_]\w*)|\[["']([A-Za-z_]\w*)["']\])|Deno\.env\.get\(\s*["']([A-Za-z_]\w*)["']\s*\))$`
	get            language.Pattern = `^(?:this\.)?(\w+)\.get(?:OrThrow)?(?:<[^>]*>)?\(\s*["']([\w.:]+)["']\s*(?:,\s*(.+))?\)$`
	parsedOption   language.Pattern = `^[\w$]+\.opts\(\)\.([\w$]+)$`                                                             // commander's
	schemaCall     language.Pattern = `^(?:\w+\.)?\w+\(\s*\{[^{}]*\bdefault["']?\s*:`                                            // envalid's
	chainDefault   language.Pattern = `^[\w$]+(?:\s*\.\s*[\w$]+(?:\([^()]*\))?){0,8}?\s*\.\s*(?:default|catch)\(\s*([^()\n]+)\)` // zod's and its kin's
	validated      language.Pattern = `\b(?:parse|safeParse|validate\w*|createEnv|decode\w*)\([^\n]*\bprocess\.env\b|\bcreateEnv\(\s*\{`
	cast           language.Pattern = `\s+as\s+\w+$|!$`
	asksPort       language.Pattern = `(?:env\.|env\[["']|get(?:<\w+>)?\(["'])PORT["']?[\])]*$`
	portKey        language.Pattern = `(?:^|[{,\s])port\s*(:\s*|[,}]|$)`
	module         language.Pattern = `^(?:await\s+)?(?:require\(|import\()?\s*["']([^"'\n]+)["']`
	defaultSetting language.Pattern = `\bdefault["']?\s*:\s*([^,}\n]+)`
	dataFile       language.Pattern = `["']([\w./-]+\.(?:json5?|ya?ml|toml|jsonc))["']`
)

// follow evaluates an expression of a file.
func (v *Value) follow(file, text, expr string) bool {
	expr = cast.Regexp().ReplaceAllString(strings.TrimSpace(expr), "")
	if v.steps++; v.steps > maxSteps || expr == "" {
		return false
	}
	if m := number.Regexp().FindStringSubmatch(expr); m != nil {
		return v.number(file, text, m[1])
	}
	if parts := alternatives(expr); len(parts) > 1 {
		return v.first(file, text, parts)
	}
	if at := wrapped.Regexp().FindStringIndex(expr); at != nil {
		return v.follow(file, text, node.Expression(expr[at[1]:]))
	}
	if strings.HasPrefix(expr, "[") { // [args.port, process.env.PORT, 3001].find(...)
		return v.first(file, text, list(expr[1:]))
	}
	if m := env.Regexp().FindStringSubmatch(expr); m != nil {
		return v.variable(m[1] + m[2] + m[3])
	}
	if m := get.Regexp().FindStringSubmatch(expr); m != nil {
		return m[3] != "" && v.follow(file, text, m[3]) || v.kept(file, text, m[1], m[2]) || v.setting(m[2])
	}
	if m := parsedOption.Regexp().FindStringSubmatch(expr); m != nil {
		return v.option(file, text, m[1])
	}
	if m := member.Regexp().FindStringSubmatch(expr); m != nil {
		v.parent = m[2]
		return v.member(file, text, m[1], m[3]) || m[1] != "process" && strings.EqualFold(m[3], "port") && v.setting(m[3])
	}
	return name.Regexp().MatchString(expr) && v.name(file, text, expr)
}

// first takes the last of several alternatives that has a number: what is fallen
// back to. The others may say that PORT goes before it.
func (v *Value) first(file, text string, parts []string) bool {
	for _, p := range parts {
		v.AsksPort = v.AsksPort || asksPort.Regexp().MatchString(strings.TrimSpace(p))
	}
	for i := len(parts) - 1; i >= 0; i-- {
		if v.follow(file, text, parts[i]) {
			return true
		}
	}
	return false
}

func (v *Value) number(file, text, digits string) bool {
	n, err := strconv.Atoi(digits)
	if err != nil || n < 10 || n > 65535 {
		return false
	}
	v.Port, v.File, v.Line = n, file, lineOf(text, digits)
	return true
}

// lineOf finds the line that a number stands in, one that speaks of a port
// before any other.
func lineOf(text, digits string) string {
	number := regexp.MustCompile(`\b` + digits + `\b`)
	any := ""
	for line := range strings.Lines(text) {
		if !number.MatchString(line) {
			continue
		}
		if lower := strings.ToLower(line); strings.Contains(lower, "port") || strings.Contains(lower, "listen") {
			return strings.TrimSpace(line)
		}
		if any == "" {
			any = strings.TrimSpace(line)
		}
	}
	return any
}

// name follows a name to where the file defines or imports it.
func (v *Value) name(file, text, name string) bool {
	if !strings.Contains(text, name) {
		return false
	}
	quoted := regexp.QuoteMeta(name)
	defined := regexp.MustCompile(`\b(?:const|let|var)\s+` + quoted + `\s*(?::\s*[\w<>|\s]+)?=\s*|\b` + quoted + `\s*(?::\s*number\s*)?=\s*(?:[^=>\s])`)
	for _, at := range defined.FindAllStringIndex(text, 5) {
		from := at[0] + strings.IndexByte(text[at[0]:], '=') + 1
		if expr := node.Expression(text[from:]); expr != name && v.follow(file, text, expr) {
			return true
		}
	}
	// const { port } = settings, const { PORT: port = 3000 } = process.env
	taken := regexp.MustCompile(`\{([^{}]*\b` + quoted + `\b[^{}]*)\}\s*(?:=\s*|from\s*)([^\n;]+)`)
	for _, m := range taken.FindAllStringSubmatch(text, 5) {
		key := name
		for part := range strings.SplitSeq(m[1], ",") {
			part = strings.TrimSpace(part)
			from, to, renamed := strings.Cut(strings.ReplaceAll(part, " as ", ":"), ":")
			if renamed && strings.TrimSpace(to) == name {
				key = strings.TrimSpace(from)
			}
		}
		if v.taken(file, text, strings.TrimSpace(m[2]), key) {
			return true
		}
	}
	return false
}

// taken follows a name that was taken out of something: a module, the
// environment, another object.
func (v *Value) taken(file, text, from, key string) bool {
	if strings.HasPrefix(from, "process.env") {
		return v.variable(key)
	}
	if m := module.Regexp().FindStringSubmatch(from); m != nil {
		return v.module(file, m[1], key)
	}
	source := strings.TrimPrefix(from, "await ")
	if m := get.Regexp().FindStringSubmatch(source); m != nil { // const { port } = config.get("server")
		v.parent = m[2]
		return v.setting(key)
	}
	if strings.HasSuffix(source, ".opts()") || strings.Contains(source, "argv") {
		return v.option(file, text, key)
	}
	return name.Regexp().MatchString(source) && v.member(file, text, source, key)
}

// member follows a property of an object that is made here, read from a file,
// or imported.
func (v *Value) member(file, text, object, key string) bool {
	if key == "length" || object == "process" {
		return false
	}
	if !mayBring(text, object) {
		return v.option(file, text, key)
	}
	quoted := regexp.QuoteMeta(object)
	imported := regexp.MustCompile(`(?:\bimport\s+(?:\*\s+as\s+)?` + quoted + `(?:\s*,\s*\{[^}]*\})?\s+from\s*|\b(?:const|let|var)\s+` + quoted + `\s*=\s*(?:await\s+)?(?:require|import)\(\s*|\bimport\s*\{[^}]*\b` + quoted + `\b[^}]*\}\s*from\s*)["']([^"'\n]+)["']`)
	for _, m := range imported.FindAllStringSubmatch(text, 3) {
		if v.module(file, m[1], key) {
			return true
		}
	}
	made := regexp.MustCompile(`\b(?:const|let|var)\s+` + quoted + `\s*(?::\s*[\w<>|\s.]+)?=\s*`)
	for _, at := range made.FindAllStringIndex(text, 3) {
		expr := node.Expression(text[at[1]:])
		if strings.HasPrefix(expr, "{") && v.property(file, text, key) || v.dataFile(file, expr, key) {
			return true
		}
		if validated.Matches(expr) && v.property(file, text, key) { // schema.parse(process.env)
			return true
		}
		if strings.Contains(expr, "process.env") && v.property(file, expr, key) { // cleanEnv(process.env, { PORT: port({ default: 3000 }) })
			return true
		}
	}
	return v.option(file, text, key)
}

// mayBring reports whether a text may import a name or make it a constant or a variable.
func mayBring(text, name string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return false
		}
		at += from
		from = at + 1
		lead := strings.TrimRight(text[:at], blank)
		for _, word := range []string{"import", "as", "const", "let", "var"} {
			if len(lead) < at && strings.HasSuffix(lead, word) {
				return true
			}
		}
		if open := strings.LastIndexByte(lead, '}') + 1; strings.Contains(lead[open:], "import") { // import { name } from
			return true
		}
	}
}

// property follows what a file gives a key: port: 3000, exports.port = …
func (v *Value) property(file, text, key string) bool {
	if !strings.Contains(text, key) {
		v.parent = ""
		return false
	}
	if parent := v.parent; parent != "" {
		v.parent = ""
		for at := range given(text, parent) {
			if !strings.HasPrefix(text[at:], "{") {
				continue
			}
			if v.property(file, node.Expression(text[at:]), key) {
				return true
			}
			break
		}
	}
	left := 12
	for at := range given(text, key) {
		if left--; left < 0 {
			break
		}
		expr := node.Expression(text[at:])
		if m := chainDefault.Regexp().FindStringSubmatch(text[at:]); m != nil && v.follow(file, text, m[1]) {
			v.AsksPort = v.AsksPort || key == "PORT"
			return true
		}
		if strings.HasPrefix(expr, "{") || schemaCall.Matches(expr) { // a schema: { doc: "…", default: 3000, env: "PORT" }
			if m := defaultSetting.Regexp().FindStringSubmatch(expr); m != nil && v.follow(file, text, m[1]) {
				v.AsksPort = v.AsksPort || key == "PORT" && schemaCall.Matches(expr) || strings.Contains(expr, `"PORT"`) || strings.Contains(expr, `'PORT'`)
				return true
			}
			continue
		}
		if expr != key && v.follow(file, text, expr) {
			return true
		}
	}
	return false
}

// blank is what stands between a key and its value, or before a key.
const blank = " \t\n\f\r"

// given finds where what a text gives a key begins: port: 3000, "port" = 3000,
// port: number = 3000.
func given(text, key string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for from, last := 0, 0; ; {
			at := strings.Index(text[from:], key)
			if at < 0 {
				return
			}
			at += from
			from = at + 1
			if at > 0 && (at == last || !strings.Contains(blank+`{,."'`, text[at-1:at])) {
				continue
			}
			if value, ok := assigned(text[at+len(key):]); ok {
				last = len(text) - len(value)
				from = last
				if !yield(last) {
					return
				}
			}
		}
	}
}

// assigned is what stands behind a key's colon or equals sign.
func assigned(rest string) (value string, ok bool) {
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		rest = rest[1:]
	}
	rest = strings.TrimLeft(rest, blank)
	if typed, ok := strings.CutPrefix(rest, ":"); ok {
		value = strings.TrimLeft(typed, blank)
		if number, ok := strings.CutPrefix(value, "number"); ok {
			if number, ok = strings.CutPrefix(strings.TrimLeft(number, blank), "="); ok {
				return strings.TrimLeft(number, blank), true
			}
		}
		return value, true
	}
	value, ok = strings.CutPrefix(rest, "=")
	return strings.TrimLeft(value, blank), ok
}
