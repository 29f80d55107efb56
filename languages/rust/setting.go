package rust

import (
	"net"
	"path"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/shipped"
	"aipack/backend/manifest/cargo"
)

// What the attributes of a field say about its default and its variable: clap
// (default_value, default_value_t, env), envconfig (from, default), serde
// (default = "function"), derive_builder (builder(default = "…")),
// smart-default, and twelf or confique (default, env).
const (
	fieldDefault  = language.Pattern(`\bdefault(?:_value(?:_t)?)?\s*=\s*(?:r?#?"([^"\n]*)"|([\w:.]+))|#\[default\(([\w:."]+)\)\]`)
	fieldVariable = language.Pattern(`\b(?:env|from)\s*=\s*"([A-Z][A-Z0-9_]*)"`)
	fieldEnv      = language.Pattern(`\b(?:arg|clap)\([^\]]*\benv\b\s*[,)]`)
	serdeFunction = language.Pattern(`\bserde\([^\]]*\bdefault\s*=\s*"(?:\w+::)*(\w+)"`)
	otherOwners   = language.Pattern(`(?i)database|postgres|mysql|redis|smtp|mail|metric|statsd|ldaps|client|upstream|kafka|amqp|^db|tls|otel|proxy`)
)

// setting follows a field of the program's settings to its default: what is
// shipped for it in a file of settings, its attributes, what a literal or a call
// gives it.
func (l *listener) setting(parent, name string) value {
	key := parent + "." + name
	v, ok := l.known[key]
	if !ok {
		l.known[key] = value{} // round in a circle
		v = l.follow(parent, name)
		l.known[key] = v
	}
	return v
}

func (l *listener) follow(parent, name string) value {
	if l.steps++; l.steps > maxSteps || len(name) < 2 || otherOwners.Regexp().MatchString(parent) {
		return value{}
	}
	out := value{variables: l.prefixed(parent, name)}
	if v := l.shipped(parent, name); v.known() {
		return v.with(out)
	}
	out = l.declared(name).with(out)
	if out.known() {
		return out
	}
	out = l.given(name).with(out)
	return out
}

// declared reads the attributes of fields of that name.
func (l *listener) declared(name string) (out value) {
	field := regexp.MustCompile(`(?m)^[ \t]*(?:pub(?:\([^)]*\))?\s+)?` + name + `:\s*[A-Z\w][^\n]*,?\s*$`)
	l.matches(name+":", field, func(s *source, at []int) bool {
		attributes, owner := around(s.text[:at[0]])
		if otherOwners.Regexp().MatchString(owner) || strings.HasSuffix(strings.TrimSpace(s.text[at[0]:at[1]]), "()") {
			return false
		}
		var v value
		if m := fieldVariable.Regexp().FindStringSubmatch(attributes); m != nil {
			v.variables = []string{m[1]}
		} else if fieldEnv.Regexp().MatchString(attributes) {
			v.variables = []string{strings.ToUpper(name)}
		}
		if m := serdeFunction.Regexp().FindStringSubmatch(attributes); m != nil {
			v = l.returned(m[1]).with(v)
		} else if m := fieldDefault.Regexp().FindStringSubmatch(attributes); m != nil {
			v = l.attribute(m[1]+m[2]+strings.Trim(m[3], `"`), s, at[0]).byOption(longOption(attributes, name)).with(v)
		}
		out = out.with(v)
		return out.known()
	})
	return out
}

// fieldLong is the long option of a field, which has the field's name unless another
// is said (https://docs.rs/clap/latest/clap/_derive/index.html#arg-attributes).
const fieldLong = language.Pattern(`\b(?:arg|clap|structopt)\([^\]]*\blong\b(?:\s*=\s*"([\w-]+)"|\s*\(\s*"([\w-]+)"\s*\))?`)

func longOption(attributes, field string) string {
	m := fieldLong.Regexp().FindStringSubmatch(attributes)
	switch {
	case m == nil:
		return ""
	case m[1]+m[2] != "":
		return m[1] + m[2]
	}
	return strings.ReplaceAll(field, "_", "-")
}

// attribute is the text of a default: a number or address as it stands, else an
// expression.
func (l *listener) attribute(text string, s *source, before int) value {
	if strings.ContainsAny(text, "()") || nameAlone.Regexp().MatchString(text) && strings.ToUpper(text) == text && !numberAlone.Regexp().MatchString(text) {
		return l.value(strings.TrimSuffix(text, ".into()"), s, before)
	}
	return value{text: text, why: s.at(before, text)}
}

// around gives the attributes in front of a field and the name of the struct
// that it stands in.
func around(text string) (attributes, owner string) {
	begin := strings.LastIndexAny(text, "{};")
	for _, cut := range []string{",\n"} { // the field before
		for at := strings.LastIndex(text, cut); at > begin; at = strings.LastIndex(text[:at], cut) {
			if open := strings.Count(text[at:], "]") - strings.Count(text[at:], "#["); open <= 0 {
				begin = at
				break
			}
		}
	}
	return text[begin+1:], lastStruct(text[max(0, len(text)-20000):])
}

// lastStruct names the struct that is declared last in a text.
func lastStruct(text string) string {
	for _, start := range slices.Backward(language.LikelyLines(text, []string{"struct"})) {
		line, _, _ := strings.Cut(text[start:], "\n")
		if m := structName.Regexp().FindAllStringSubmatch(line, -1); m != nil {
			return m[len(m)-1][1]
		}
	}
	return ""
}

const structName = language.Pattern(`\bstruct\s+(\w+)`)

// given reads what literals and calls give a setting: Settings { port: 8000 },
// set_default("server.port", 8000) of config-rs, a builder's or figment's
// ("port", 8000).
func (l *listener) given(name string) (out value) {
	call := regexp.MustCompile(`\b(?:set_default|set_override_option|join|merge|default)\(\s*\(?\s*"(?:[\w.]*\.)?` + name + `"\s*,\s*`)
	l.matches(name+`"`, call, func(s *source, at []int) bool {
		out = l.value(argument(s.text[at[1]:]), s, at[1])
		return out.known()
	})
	if out.known() {
		return out
	}
	literal := regexp.MustCompile(`[{,]\s*` + name + `:\s*([^,\n]+),?`)
	l.matches(name+":", literal, func(s *source, at []int) bool {
		x := bare(argument(s.text[at[2]:at[3]]))
		plain := strings.HasPrefix(x, `"`) || numberAlone.Regexp().MatchString(x) || strings.ToUpper(x) == x || strings.HasPrefix(x, "env::") || strings.HasPrefix(x, "std::env") || ownedText.Regexp().MatchString(x)
		if plain {
			out = out.with(l.value(x, s, at[3]))
		}
		return out.known()
	})
	if out.known() {
		return out
	}
	set := regexp.MustCompile(`\.` + name + `\s*=\s*([^=\s][^\n]*)`)
	l.matches("."+name, set, func(s *source, at []int) bool {
		if x := bare(argument(s.text[at[2]:])); optionRead.Matches(x) || strings.ToUpper(x) == x {
			out = out.with(l.value(x, s, at[2]))
		}
		return out.known()
	})
	return out
}

// shipped reads the setting out of a file that the program names.
func (l *listener) shipped(parent, name string) (first value) {
	crate, _ := language.Parse(l.p.Folder, "Cargo.toml", cargo.Parse)
	for _, file := range l.files(name, crate.Name) {
		if file == "Cargo.toml" || !l.mentions(file) {
			continue
		}
		keys := []string{name}
		if parent != "" {
			keys = []string{parent, name}
		}
		s, ok := shipped.Find(l.p.Folder, []string{file}, keys...)
		if !ok || strings.ContainsAny(s.Text, "${}") {
			continue
		}
		if v := (value{text: s.Text, why: s.Why}); !first.known() || loopback(s.Text) {
			first = v
		}
		if !listensName.Regexp().MatchString(strings.ToUpper(name)) {
			break
		}
	}
	return first
}

// mentions reports whether a source names a file of settings, with its ending or
// without.
func (l *listener) mentions(file string) bool {
	known, ok := l.read[file]
	if !ok {
		base := path.Base(file)
		stem, _, _ := strings.Cut(base, ".")
		known = slices.ContainsFunc(l.sources, func(s *source) bool {
			return strings.Contains(s.text, `"`+stem) || strings.Contains(s.text, stem+`"`) || strings.Contains(s.text, base+`"`)
		})
		l.read[file] = known
	}
	return known
}

// loopback reports whether a text is a host that nothing outside reaches.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// files lists the files of settings that may say it. One of a developer's own
// machine counts for a host: where no environment is chosen many programs take
// that one, and it listens on loopback.
func (l *listener) files(name, crate string) []string {
	if listensName.Regexp().MatchString(strings.ToUpper(name)) {
		return shipped.Files(l.p.Folder, crate, "local", "development", "dev")
	}
	return shipped.Files(l.p.Folder, crate)
}

// Variables that settings are read from by their names: config-rs
// (Environment::with_prefix, separator, prefix_separator), figment
// (Env::prefixed, split), envy (prefixed), twelf.
const (
	prefixCall    = language.Pattern(`\b(?:Environment::with_prefix|Env::prefixed|envy::prefixed|Environment::default\(\)\s*\.prefix|EnvironmentVariables?::prefixed)\(`)
	separatorCall = language.Pattern(`\.(?:separator|split)\(\s*"([^"\n]*)"`)
	prefixEnd     = language.Pattern(`\.prefix_separator\(\s*"([^"\n]*)"`)
	ownName       = language.Pattern(`^(?:settings?|config(?:uration)?|cfg|conf|opts?|options|args|cli|self|state|ctx|app_?config|env)$`)
	bareCall      = language.Pattern(`\benvy::from_env\b|\bEnv::raw\(|\bEnvironment::default\(\)`)
)

// scheme is how a program names the variables of its settings: prefix and name,
// with a text between levels. bare: the name alone.
type scheme struct {
	prefix, separator string
	bare, found       bool
}

// schemeWords are what a call holds that reads settings from the environment.
var schemeWords = []string{"with_prefix(", "Env::prefixed(", "envy::prefixed(", "Environment::default()", "prefixed(", "envy::from_env", "Env::raw("}

// schemeOf finds the call, once.
func (l *listener) schemeOf() scheme {
	if l.scheme != nil {
		return *l.scheme
	}
	l.scheme = &scheme{}
	for _, s := range l.sources {
		if !slices.ContainsFunc(schemeWords, func(word string) bool { return strings.Contains(s.text, word) }) {
			continue
		}
		m := prefixCall.Regexp().FindStringIndex(s.text)
		if m == nil {
			if bareCall.Regexp().MatchString(s.text) {
				l.scheme = &scheme{bare: true, found: true}
				break
			}
			continue
		}
		prefix := l.value(argument(s.text[m[1]:]), s, m[0]).text
		chain, _, _ := strings.Cut(s.text[m[1]:min(len(s.text), m[1]+300)], ";")
		separator, end := groupOf(separatorCall, chain), groupOf(prefixEnd, chain)
		if call := s.text[m[0]:m[1]]; strings.Contains(call, "Environment::") && end == "" { // config-rs' own rule
			if end = separator; end == "" {
				end = "_"
			}
		}
		if separator == "" {
			separator = "."
		}
		l.scheme = &scheme{prefix: prefix + end, separator: separator, found: prefix != ""}
		break
	}
	return *l.scheme
}

// prefixed names the variable of a setting where the program reads all of them
// from its environment. parent counts as a level unless it is the settings' own
// name.
func (l *listener) prefixed(parent, name string) []string {
	how := l.schemeOf()
	switch {
	case !how.found:
		return nil
	case how.bare:
		return []string{strings.ToUpper(name)}
	}
	if parent != "" && !ownName.Regexp().MatchString(parent) && l.nested(parent) {
		name = parent + how.separator + name
	}
	variable := strings.ToUpper(how.prefix + name)
	if strings.ContainsAny(variable, ".- ") {
		return nil
	}
	return []string{variable}
}

// nested reports whether a struct has a field of that name with fields of its
// own, rather than a variable being called so.
func (l *listener) nested(name string) bool {
	field := regexp.MustCompile(`\bpub(?:\([^)]*\))?\s+` + name + `\s*:\s*[A-Z]|(?m)^\s*` + name + `\s*:\s*[A-Z]\w*,?\s*$`)
	found := false
	l.matches(name+":", field, func(*source, []int) bool { found = true; return true })
	return found
}

func groupOf(p language.Pattern, text string) string {
	if m := p.Regexp().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}
