package redact

import (
	"regexp"
	"sort"
	"strings"
	"sync"
	"unicode"
)

// span is a part of a text that is hidden.
type span struct {
	start, end int
	kind       string
}

type spans []span

// every adds all places where a secret stands.
func (s spans) every(text, secret, kind string) spans {
	for at := 0; ; {
		i := strings.Index(text[at:], secret)
		if i < 0 {
			return s
		}
		s = append(s, span{at + i, at + i + len(secret), kind})
		at += i + len(secret)
	}
}

// hide replaces the spans. Of two that overlap, both are hidden under the
// name of the first.
func (s spans) hide(text string, counts map[string]int) string {
	s = s.beside(compiled().mark.FindAllStringIndex(text, -1))
	if len(s) == 0 {
		return text
	}
	sort.SliceStable(s, func(i, j int) bool {
		if s[i].start != s[j].start {
			return s[i].start < s[j].start
		}
		return s[i].end > s[j].end
	})
	var out strings.Builder
	at := 0
	for i := 0; i < len(s); {
		start, end, kind := s[i].start, s[i].end, s[i].kind
		for i++; i < len(s) && s[i].start < end; i++ {
			end = max(end, s[i].end)
		}
		counts[kind]++
		out.WriteString(text[at:start])
		out.WriteString("«secret:" + kind + "»")
		at = end
	}
	out.WriteString(text[at:])
	return out.String()
}

// beside drops what a rule takes for a secret within a mark, so that a text
// that was filtered before stays as it is.
func (s spans) beside(marks [][]int) spans {
	if len(marks) == 0 {
		return s
	}
	out := s[:0]
	for _, v := range s {
		i := sort.Search(len(marks), func(i int) bool { return marks[i][1] > v.start })
		if i < len(marks) && (marks[i][0] < v.start || marks[i][0] == v.start && v.end <= marks[i][1]) {
			continue
		}
		for ; i < len(marks) && marks[i][0] < v.end; i++ {
			v.end = max(v.end, marks[i][1])
		}
		out = append(out, v)
	}
	return out
}

// patterns are compiled when the first request is filtered.
type patterns struct {
	mark, privateKey, keyLine, url, urlUser, assignment, dockerEnv, flag, bearer, envLine, grepEnv, number *regexp.Regexp
}

var compiled = sync.OnceValue(func() patterns {
	re := regexp.MustCompile
	return patterns{
		mark:       re(`«secret:[a-z0-9-]{1,60}»`),
		privateKey: re(`-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----`),
		// RFC 7468 folds base64 at 64 characters: a line of a key without its head.
		keyLine: re(`(?m)(?:^|[\s"'|:])([A-Za-z0-9+/]{64}={0,2})(?:$|[\s"'|\\])`),
		url:     re(`[A-Za-z][A-Za-z0-9+.-]*://[^\s:/@"'<>]*:([^\s/"'<>]+)@`),
		urlUser: re(`[A-Za-z][A-Za-z0-9+.-]*://([^\s:/@"'<>]{16,})@`),
		assignment: re(`([A-Za-z_][A-Za-z0-9_.-]{1,80})["']?\]?[ \t]*(?:=>|:=|=|:)[ \t]*` +
			`(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'` + "`" + `(){}\[\],;#&<>|\\=]+={0,2}))`),
		dockerEnv: re(`(?mi)^[ \t]*(?:ENV|ARG)[ \t]+([A-Za-z_][A-Za-z0-9_]*)[ \t]+([^\s=]+)`),
		flag:      re(`(?i)--([a-z][a-z-]*)[ \t]+([^\s"'-][^\s"']*)`),
		bearer:    re(`(?i)\b(?:bearer|basic)[ \t]+([A-Za-z0-9._~+/-]{12,}={0,2})`),
		envLine:   re(`(?m)^[ \t]*(?:\d+[ \t]*[:|\t][ \t]*|\d+[ \t]+)?(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*[=:][ \t]*([^\n]*)$`),
		grepEnv:   re(`(?m)^[ \t]*(?:[^\s:]*/)?[^\s:/]*\.env[^\s:/]*:\d+:[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*[=:][ \t]*([^\n]*)$`),
		number:    re(`^\d{1,6}(?:\.\d+)?[a-zA-Z%]{0,2}$`),
	}
})

// own finds what our rules know: keys in PEM, passwords in addresses, values
// of names that say that they are secret, and the lines of environment files.
func own(s string, env bool) spans {
	p := compiled()
	var out spans
	lines := p.grepEnv
	if env {
		lines = p.envLine
	}
	for _, m := range lines.FindAllStringSubmatchIndex(s, -1) {
		out = append(out, envValue(p, s, s[m[2]:m[3]], m[4], m[5])...)
	}
	out = append(out, privateKeys(p, s)...)
	for _, m := range p.keyLine.FindAllStringSubmatchIndex(s, -1) {
		if strings.ContainsFunc(s[m[2]:m[3]], unicode.IsUpper) { // a checksum in hexadecimal is none
			out = append(out, span{m[2], m[3], "key-line"})
		}
	}
	for _, m := range p.url.FindAllStringSubmatchIndex(s, -1) {
		if !reference(s[m[2]:m[3]]) {
			out = append(out, span{m[2], m[3], "url-password"})
		}
	}
	for _, m := range p.urlUser.FindAllStringSubmatchIndex(s, -1) {
		if !reference(s[m[2]:m[3]]) {
			out = append(out, span{m[2], m[3], "url-user"})
		}
	}
	for _, m := range p.bearer.FindAllStringSubmatchIndex(s, -1) {
		if strings.ContainsAny(s[m[2]:m[3]], "0123456789") {
			out = append(out, span{m[2], m[3], "authorization"})
		}
	}
	return append(out, named(p, s)...)
}

// privateKeys hides from the head of a key to its end; one that was cut off is
// hidden to the end of the text.
func privateKeys(p patterns, s string) spans {
	var out spans
	for at := 0; at < len(s); {
		m := p.privateKey.FindStringIndex(s[at:])
		if m == nil {
			break
		}
		start, end := at+m[0], len(s)
		if i := strings.Index(s[at+m[1]:], "-----END"); i >= 0 {
			end = at + m[1] + i + len("-----END")
			if j := strings.Index(s[end:], "-----"); j >= 0 && j < 100 {
				end += j + len("-----")
			}
		}
		out = append(out, span{start, end, "private-key"})
		at = end
	}
	return out
}

// named finds the values of names that say that they are secret, whatever the
// language: quoted, bare, in YAML, properties, shell, Dockerfiles and flags.
func named(p patterns, s string) spans {
	var out spans
	for at := 0; at < len(s); {
		m := p.assignment.FindStringSubmatchIndex(s[at:])
		if m == nil {
			break
		}
		name := s[at+m[2] : at+m[3]]
		if !secretName(name) {
			at += m[3] // the value may be a name itself: path:DB_PASSWORD=x
			continue
		}
		for g := 4; g <= 8; g += 2 {
			if m[g] >= 0 {
				out = appendValue(out, s, at+m[g], at+m[g+1])
			}
		}
		at += m[1]
	}
	for _, rule := range []*regexp.Regexp{p.dockerEnv, p.flag} {
		for _, m := range rule.FindAllStringSubmatchIndex(s, -1) {
			if secretName(s[m[2]:m[3]]) {
				out = appendValue(out, s, m[4], m[5])
			}
		}
	}
	return out
}

func appendValue(out spans, s string, start, end int) spans {
	if harmless(s[start:end]) || reference(s[start:end]) || end < len(s) && (s[end] == '(' || s[end] == '[') {
		return out // a call that gives the secret is none
	}
	return append(out, span{start, end, "named"})
}

// secretName says whether a name's last words say that its value is a secret:
// DB_PASSWORD, clientSecret, stripe.api-key. TOKEN_URL and password_file are
// none.
func secretName(name string) bool {
	words := wordsOf(name)
	for len(words) > 1 && (words[len(words)-1] == "base" || words[len(words)-1] == "value" || words[len(words)-1] == "default") {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return false
	}
	switch words[len(words)-1] {
	case "password", "passwd", "pwd", "pword", "pass", "passphrase", "secret", "secrets", "token", "apikey", "credential", "credentials", "authtoken", "secretkey":
		return true
	case "auth":
		return len(words) == 1 && strings.HasPrefix(name, "_") // npm's _auth
	case "key":
		if len(words) == 1 {
			return false
		}
		switch words[len(words)-2] {
		case "api", "access", "private", "secret", "encryption", "signing", "auth", "master", "account", "storage", "service", "app", "crypt", "session", "jwt":
			return true
		}
	}
	return false
}

// wordsOf splits a name at its marks and capitals.
func wordsOf(name string) []string {
	var out []string
	var word []rune
	end := func() {
		if w := strings.TrimRight(strings.ToLower(string(word)), "0123456789"); w != "" {
			out = append(out, w)
		}
		word = word[:0]
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case r == '_' || r == '-' || r == '.':
			end()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && unicode.IsUpper(runes[i-1])):
			end()
		}
		word = append(word, r)
	}
	end()
	return out
}

// reference says that a value names where the secret is, and is none itself.
func reference(v string) bool {
	if strings.HasPrefix(v, "$") || strings.HasPrefix(v, "{{") || strings.HasPrefix(v, "%") && strings.HasSuffix(v, "%") || strings.HasPrefix(v, "<") && strings.HasSuffix(v, ">") {
		return true
	}
	for _, prefix := range []string{"process.env", "import.meta.env", "os.environ", "os.Getenv", "System.getenv", "ENV[", "ENV.fetch", "env.", "env:", "secrets.", "vars.", "config.", "settings.", "self.", "this."} {
		if strings.HasPrefix(v, prefix) {
			return true
		}
	}
	return false
}

// harmless says that a whole value is a stand-in or a word that says nothing.
func harmless(v string) bool {
	switch strings.ToLower(strings.Trim(v, `"' `)) {
	case "", "true", "false", "yes", "no", "on", "off", "null", "nil", "none", "undefined", "changeme", "change-me", "change_me", "replaceme", "example",
		"placeholder", "dummy", "todo", "required", "optional", "string", "str", "text", "password", "secret", "token", "xxx", "xxxx", "xxxxx", "***", "****":
		return true
	}
	return strings.HasPrefix(v, "«secret:") || len(v) < 3
}

// envValue decides about a line of an environment file.
func envValue(p patterns, s, name string, start, end int) spans {
	v := strings.TrimRight(s[start:end], " \t\r,")
	end = start + len(v)
	if len(v) >= 2 && (v[0] == '"' || v[0] == '\'') && v[len(v)-1] == v[0] {
		v, start, end = v[1:len(v)-1], start+1, end-1
	}
	if harmless(v) || reference(v) || secretName(name) && len(v) == 0 {
		return nil
	}
	if !secretName(name) && (p.number.MatchString(v) || ordinary(v)) {
		return nil
	}
	if at := addressOnly(v); at > 0 && !secretName(name) {
		if at >= len(v) {
			return nil
		}
		start += at
	}
	return spans{{start, end, "env-value"}}
}

// ordinary lists values that tell how a program runs.
func ordinary(v string) bool {
	switch strings.ToLower(v) {
	case "development", "production", "staging", "test", "testing", "local", "dev", "prod", "debug", "info", "warn", "warning", "error", "trace", "utf-8", "utc", "localhost", "127.0.0.1", "0.0.0.0":
		return true
	}
	return false
}

// addressOnly gives the length of the harmless head of an address: scheme,
// host and port. 0 for what is no address, or holds a user.
func addressOnly(v string) int {
	scheme, rest, ok := strings.Cut(v, "://")
	if !ok || scheme == "" || strings.ContainsAny(scheme, " \t=") {
		return 0
	}
	at := strings.LastIndexByte(rest, '@')
	host := rest[at+1:]
	if at >= 0 && strings.Contains(host, "/") && strings.Contains(rest[:at], "/") {
		return 0
	}
	head := len(v) - len(host)
	if at >= 0 {
		return 0 // the rule for passwords in addresses would leave the user's name
	}
	n := strings.IndexAny(host, "/?#, ")
	if n < 0 {
		return len(v)
	}
	if strings.Trim(host[n:], "/") == "" {
		return len(v)
	}
	return head + n + 1
}
