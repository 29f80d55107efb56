package credential

import (
	"regexp"
	"strings"
	"sync"
)

// holder finds secrets in the text of a file.
type holder = func(text string) []Held

// pattern is an expression that is compiled when it is first asked for.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// literals gives what an expression's last group matched, where that is a value
// of its own: no reference to another, no stand-in.
func literals(text string, p *regexp.Regexp) []Held {
	var out []Held
	for _, m := range p.FindAllStringSubmatchIndex(text, mostHeld) {
		from, to := m[len(m)-2], m[len(m)-1]
		if from < 0 {
			continue
		}
		if v := strings.Trim(strings.TrimSpace(text[from:to]), `"'`); literal(v) {
			out = append(out, Held{lineAt(text, from), v})
		}
	}
	return out
}

// mostHeld bounds what is told of one file.
const mostHeld = 200

func lineAt(text string, at int) int { return 1 + strings.Count(text[:at], "\n") }

var (
	fillIn   = pattern(`(?i)^(?:(?:(?:my|your|the|an?|some)[-_ ]|insert|enter|paste|put|replace|change|fill|your)[a-z_ -]*|(?:[-_ ]|x|\*|\.|0|1|#|…)*|<.*>|\[.*\]|\(.*\)|todo\b.*)$`)
	standIns = map[string]bool{
		"": true, "changeme": true, "changeit": true, "placeholder": true, "example": true, "dummy": true,
		"sample": true, "redacted": true, "hidden": true, "masked": true,
		"token": true, "password": true, "passwd": true, "secret": true, "username": true, "user": true, "pass": true, "key": true, "apikey": true, "value": true,
		"none": true, "null": true, "nil": true, "undefined": true, "true": true, "false": true, "default": true, "test": true, "local": true, "empty": true,
	}
)

// literal reports whether a value is a secret's own, not a reference to where it
// is (${NPM_TOKEN}, %TOKEN%, {{ token }}, env.TOKEN) and not a stand-in for one.
func literal(value string) bool {
	v := strings.TrimSpace(value)
	if len(v) < 3 || standIns[strings.ToLower(v)] || fillIn().MatchString(v) {
		return false
	}
	switch {
	case strings.Contains(v, "${"), strings.Contains(v, "{{"), strings.Contains(v, "<%"), strings.HasPrefix(v, "$") && !strings.Contains(v[1:], "$"),
		strings.HasPrefix(v, "%") && strings.HasSuffix(v, "%"), strings.HasPrefix(v, "$("), strings.HasPrefix(v, "env."), strings.HasPrefix(v, "env("), strings.HasPrefix(v, "ENV["):
		return false
	}
	return true
}

// either asks one after the other.
func either(ways ...holder) holder {
	return func(text string) []Held {
		for _, w := range ways {
			if held := w(text); len(held) > 0 {
				return held
			}
		}
		return nil
	}
}

// assigned finds values that keys are given, in INI, TOML, YAML and JSON alike.
func assigned(keys string) holder {
	p := pattern(`(?mi)(?:^|[\s{,])["']?(?:` + keys + `)["']?[ \t]*[:=][ \t]*("[^"\n]*"|'[^'\n]*'|[^\s,}#;"']+)`)
	return func(text string) []Held { return literals(uncommented(text), p()) }
}

// uncommented blanks lines that are comments in INI, TOML, YAML and .npmrc, so
// that lines keep their numbers.
func uncommented(text string) string {
	if !strings.ContainsAny(text, "#;") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if t := strings.TrimSpace(l); strings.HasPrefix(t, "#") || strings.HasPrefix(t, ";") {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

var (
	passwordInURL = pattern(`(?i)\b[a-z][a-z0-9+.-]*://[^\s:/@"'<>]*:([^\s/@"'<>]+)@`)
	tokenInURL    = pattern(`(?i)\bhttps?://([A-Za-z0-9_-]{20,})@`)
)

// inURL finds passwords of addresses.
func inURL(text string) []Held {
	text = uncommented(text)
	if held := literals(text, passwordInURL()); len(held) > 0 {
		return held
	}
	return literals(text, tokenInURL())
}

var npmAuth = pattern(`(?mi)^[^#;\n]*?(?:^|[:\s"])_(?:authToken|auth|password)"?[ \t]*[=\s][ \t]*"?([^"\s]+)`)

// npmrc finds what .npmrc and Yarn 1's .yarnrc sign in with.
func npmrc(text string) []Held {
	return either(func(s string) []Held { return literals(s, npmAuth()) }, inURL)(text)
}

// poetryAuth finds what Poetry's auth.toml signs in with.
func poetryAuth(text string) []Held {
	if !strings.Contains(text, "[http-basic") && !strings.Contains(text, "[pypi-token") {
		return nil
	}
	return assigned(`password|pypi|[\w-]*token`)(text)
}

var bundlerKey = pattern(`(?mi)^\s*BUNDLE_([A-Z0-9_]+__[A-Z0-9_]+):\s*(\S+)`)

// bundler finds sources' credentials: BUNDLE_GEMS__EXAMPLE__COM. Some settings
// have two underscores as well (bundler.io/man/bundle-config.1.html).
func bundler(text string) []Held {
	var out []Held
	for _, m := range bundlerKey().FindAllStringSubmatchIndex(text, mostHeld) {
		key := text[m[2]:m[3]]
		setting := false
		for _, prefix := range []string{"BUILD__", "LOCAL__", "MIRROR__", "SSL_", "DISABLE_", "PLUGINS__"} {
			setting = setting || strings.HasPrefix(key, prefix)
		}
		if v := strings.Trim(text[m[4]:m[5]], `"'`); !setting && literal(v) {
			out = append(out, Held{lineAt(text, m[4]), v})
		}
	}
	return append(out, inURL(text)...)
}

var (
	nugetPassword = pattern(`(?i)<add\s+key="(?:ClearTextPassword|Password)"\s+value="([^"]+)"`)
	nugetKeys     = pattern(`(?is)<apikeys>.*?<add\s+key="[^"]*"\s+value="([^"]+)"`)
	mavenPassword = pattern(`(?i)<(?:password|passphrase)>([^<]+)</`)
	mavenRoot     = pattern(`(?i)<settings[\s>]`)
	xmlComment    = pattern(`(?s)<!--.*?-->`)
)

// withoutComments blanks the comments of XML and keeps its lines.
func withoutComments(text string) string {
	return xmlComment().ReplaceAllStringFunc(text, func(c string) string { return strings.Repeat("\n", strings.Count(c, "\n")) })
}

func nuget(text string) []Held {
	text = withoutComments(text)
	return either(func(s string) []Held { return literals(s, nugetPassword()) }, func(s string) []Held { return literals(s, nugetKeys()) }, inURL)(text)
}

func mavenSettings(text string) []Held {
	if text = withoutComments(text); !mavenRoot().MatchString(text) {
		return nil
	}
	return either(func(s string) []Held { return literals(s, mavenPassword()) }, inURL)(text)
}

var (
	setting  = pattern(`(?m)^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*[=:][ \t]*(.*)$`)
	wordSeam = pattern(`([a-z0-9])([A-Z])`)
)

// properties finds secrets by the names of their keys.
func properties(text string) []Held {
	var out []Held
	for _, m := range setting().FindAllStringSubmatchIndex(uncommented(text), mostLines) {
		name, value := text[m[2]:m[3]], text[m[4]:m[5]]
		if cut := strings.Index(value, " #"); cut >= 0 {
			value = value[:cut]
		}
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		if secretKey(name) && literal(value) {
			out = append(out, Held{lineAt(text, m[4]), value})
		}
	}
	return append(out, inURL(text)...)
}

// mostLines bounds how many lines of a file of settings are looked at.
const mostLines = 5000

// dotenv finds secrets in a file of variables.
func dotenv(text string) []Held { return properties(text) }

var (
	secretWords = map[string]bool{
		"password": true, "passwd": true, "pwd": true, "passphrase": true, "token": true, "secret": true,
		"apikey": true, "credential": true, "credentials": true, "authkey": true,
	}
	beforeKey = map[string]bool{
		"api": true, "access": true, "private": true, "secret": true, "account": true, "storage": true,
		"signing": true, "encryption": true, "master": true, "auth": true, "license": true,
	}
	plainTails = map[string]bool{
		"version": true, "url": true, "uri": true, "file": true, "path": true, "enabled": true, "id": true,
		"name": true, "type": true, "length": true, "size": true, "ttl": true, "timeout": true,
		"expiry": true, "expires": true, "header": true, "prefix": true, "suffix": true, "manager": true,
		"class": true, "required": true, "field": true, "algorithm": true, "public": true, "min": true, "max": true,
	}
)

// secretKey reports whether a setting's name says that its value is a secret:
// nexusPassword, signing.password, GITHUB_TOKEN; not tokenVersion.
func secretKey(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(wordSeam().ReplaceAllString(name, "${1}_$2")), func(r rune) bool { return r == '_' || r == '.' || r == '-' })
	if len(words) == 0 || plainTails[words[len(words)-1]] {
		return false
	}
	for i, w := range words {
		if secretWords[w] || w == "key" && i > 0 && beforeKey[words[i-1]] {
			return true
		}
	}
	return false
}
