package conceal

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// patterns are compiled when the first text is filtered.
type patterns struct {
	privateKey, keyLine, keyBody, wrapped, url, urlUser, query, assignment, dockerEnv, flag, bearer, jwt, hash, sealed, sql, logins, element, attribute, second *regexp.Regexp
}

var compiled = sync.OnceValue(func() patterns {
	re := regexp.MustCompile
	return patterns{
		privateKey: re(`-----BEGIN[ A-Za-z0-9_-]{0,100}(?:PRIVATE KEY(?: BLOCK)?|Static key V1)-----`),
		// RFC 7468 folds base64 at 64 characters: a line of a key without its head.
		keyLine: re(`(?m)(?:^|[\s"'|:])([A-Za-z0-9+/]{64}={0,2})(?:$|[\s"'|\\])`),
		// The beginning of keys in DER (PKCS #1 and #8, SEC 1, Ed25519), and of PEM, in base64.
		keyBody: re(`\b((?:MII[A-Za-z0-9+/]{60,}|MHcCAQEE[A-Za-z0-9+/]{40,}|MC4CAQAwBQYDK2Vw[A-Za-z0-9+/]{30,}|MIG[A-Za-z0-9+/]{60,}|LS0tLS1CRUdJTi[A-Za-z0-9+/]{20,})={0,2}(?:(?:\\[nr])+[A-Za-z0-9+/]{4,}={0,2})*)`),
		// Lines of base64 or hexadecimal and nothing else: keys that lost their head, what
		// Ansible Vault wrote.
		wrapped: re(`(?m)(?:^[ \t"'|,]*[A-Za-z0-9+/=_-]{40,}[ \t"',\\n]*\r?\n)+^[ \t"'|,]*[A-Za-z0-9+/=_-]{4,}[ \t"',\\n]*\r?$`),
		url:     re(`[A-Za-z][A-Za-z0-9+.-]*://[^\s:/@"'<>]*:([^\s/"'<>]+)@`),
		urlUser: re(`[A-Za-z][A-Za-z0-9+.-]*://([^\s:/@"'<>]{16,})@`),
		query:   re(`(?i)[?&](?:sig|signature|x-amz-signature|x-goog-signature|(?:[a-z0-9]+[_-])?(?:token|key|secret|password|apikey))=([^&\s"'<>]{6,})`),
		assignment: re(`([A-Za-z_][A-Za-z0-9_.-]{1,80})["']?\]?[ \t]*(?:=>|:=|=|:)[ \t]*` +
			`(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([^\s"'` + "`" + `(){}\[\],;#&<>|\\=]+={0,2}))`),
		dockerEnv: re(`(?mi)^[ \t]*(?:ENV|ARG)[ \t]+([A-Za-z_][A-Za-z0-9_]*)[ \t]+([^\s=]+)`),
		flag:      re(`(?i)--([a-z][a-z-]*)[ \t]+([^\s"'-][^\s"']*)`),
		bearer:    re(`(?i)\b(?:bearer|basic)[ \t]+([A-Za-z0-9._~+/-]{12,}={0,2})`),
		jwt:       re(`\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)`),
		// What crypt(3), bcrypt and Argon2 make of a password.
		hash:      re(`((?:\$(?:1|2[abxy]?|5|6|7|y|gy|apr1|argon2(?:id?|d)|scrypt|s0|pbkdf2[a-z0-9-]*)\$|\{(?:SSHA|SHA|SMD5|CRYPT)[0-9]*\})[^\s:"'<>,]{8,})`),
		sealed:    re(`ENC\[[A-Z0-9_]+,data:([^\],\s]+)[^\]\n]*\]?`), // SOPS
		sql:       re(`(?i)\b(?:PASSWORD|IDENTIFIED[ \t]+BY)[ \t]+'([^'\n]+)'`),
		logins:    re(`(?i)\b(?:machine|login|user|account)[ \t]+\S+[ \t]+(?:\S+[ \t]+\S+[ \t]+)*?password[ \t]+(\S+)`), // netrc on one line
		element:   re(`<([A-Za-z_][\w.:-]*)(?:[ \t][^<>]*)?>\s*([^<>]+?)\s*</`),
		second:    re(`["']([A-Za-z_][\w.-]*)["'][ \t]*,[ \t]*["']([^"'\n]+)["']`), // define('DB_PASSWORD', '…')
		attribute: re(`(?i)\b(?:key|name)\s*=\s*["']([\w.:-]+)["']\s+(?:[\w:]+\s*=\s*["'][^"']*["']\s+)*?value\s*=\s*("[^"]*"|'[^']*')`),
	}
})

// Find finds what shows that it is a secret wherever it stands: keys in PEM, passwords
// in addresses, tokens and hashes of known forms, values of names that say that they
// are secret.
func Find(s string) Spans {
	p, lower := compiled(), strings.ToLower(s)
	out := privateKeys(p, s)
	if longRun(s) {
		for _, m := range p.keyLine.FindAllStringSubmatchIndex(s, -1) {
			if strings.ContainsFunc(s[m[2]:m[3]], unicode.IsUpper) { // a checksum in hexadecimal is none
				out = append(out, Span{m[2], m[3], "key-line"})
			}
		}
		for _, m := range p.wrapped.FindAllStringIndex(s, -1) {
			if folded(s[m[0]:m[1]]) {
				out = append(out, Span{m[0], m[1], "key-line"})
			}
		}
	}
	for _, rule := range []struct {
		kind  string
		re    *regexp.Regexp
		marks string // without one of these, divided by blanks, nothing matches
	}{
		{"url-password", p.url, "://"}, {"url-user", p.urlUser, "://"}, {"url-token", p.query, "token= key= secret= password= apikey= sig= signature="},
		{"sql-password", p.sql, "password identified"}, {"login", p.logins, "password"},
		{"key-line", p.keyBody, "mii mhcc mc4c mig ls0t"}, {"token", p.jwt, ".eyj"}, {"password-hash", p.hash, "$ {s {c"}, {"sealed", p.sealed, "enc["},
	} {
		if !marked(lower, rule.marks) {
			continue
		}
		for _, m := range rule.re.FindAllStringSubmatchIndex(s, -1) {
			if v := s[m[2]:m[3]]; !reference(v) && !strings.HasPrefix(v, "«secret:") || rule.kind == "password-hash" {
				out = append(out, Span{m[2], m[3], rule.kind})
			}
		}
	}
	if marked(lower, "bearer basic") {
		for _, m := range p.bearer.FindAllStringSubmatchIndex(s, -1) {
			if strings.ContainsAny(s[m[2]:m[3]], "0123456789") {
				out = append(out, Span{m[2], m[3], "authorization"})
			}
		}
	}
	return append(out, named(p, s, lower)...)
}

// marked reports whether a text has one of the marks: looking for these first spares
// most texts the expressions.
func marked(lower, marks string) bool {
	for _, m := range strings.Fields(marks) {
		if strings.Contains(lower, m) {
			return true
		}
	}
	return false
}

// longRun reports whether there is a word as long as a line of a key.
func longRun(s string) bool {
	const least = 40
	n := 0
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '=' || c == '_' || c == '-' {
			if n++; n == least {
				return true
			}
			continue
		}
		n = 0
	}
	return false
}

// folded reports whether lines are one text that was folded at a width: all as long as
// the first, but for the last, which is no longer. Lists of checksums, in which all are
// as long, are no key, but what Ansible Vault writes may be as even.
func folded(lines string) bool {
	width, n := 0, 0
	upper, lower := false, false
	for line := range strings.Lines(lines) {
		line = strings.Trim(line, " \t\r\n\"',|\\")
		line = strings.TrimSuffix(line, `\n`)
		if n++; n == 1 {
			width = len(line)
		} else if len(line) > width {
			return false
		}
		upper = upper || strings.ContainsFunc(line, unicode.IsUpper)
		lower = lower || strings.ContainsFunc(line, unicode.IsLower)
	}
	return n > 1 && (upper && lower || width == 80) // Ansible Vault folds hexadecimal at 80
}

// privateKeys hides from the head of a key to its end; one that was cut off is
// hidden to the end of the text.
func privateKeys(p patterns, s string) Spans {
	var out Spans
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
		out = append(out, Span{start, end, "private-key"})
		at = end
	}
	return out
}

// named finds the values of names that say that they are secret, whatever the
// language: quoted, bare, in YAML, properties, shell, Dockerfiles and flags.
func named(p patterns, s, lower string) Spans {
	var out Spans
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
	for _, rule := range []struct {
		re    *regexp.Regexp
		marks string
	}{{p.dockerEnv, "env arg"}, {p.flag, "--"}, {p.element, "<"}, {p.attribute, "value"}, {p.second, `', ",`}} {
		if !marked(lower, rule.marks) {
			continue
		}
		for _, m := range rule.re.FindAllStringSubmatchIndex(s, -1) {
			if name := s[m[2]:m[3]]; secretName(name[strings.LastIndexByte(name, ':')+1:]) {
				out = appendValue(out, s, m[4], m[5])
			}
		}
	}
	return out
}

func appendValue(out Spans, s string, start, end int) Spans {
	if harmless(s[start:end]) || reference(s[start:end]) || end < len(s) && (s[end] == '(' || s[end] == '[') {
		return out // a call that gives the secret is none
	}
	return append(out, Span{start, end, "named"})
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
	case "password", "passwd", "pwd", "pword", "pass", "passphrase", "secret", "secrets", "token", "apikey", "credential", "credentials", "authtoken", "secretkey", "psk", "passcode", "passwort", "requirepass", "masterauth", "mnemonic", "pepper":
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
	return strings.HasPrefix(v, "«secret:") || len(v) < 3 || toReplace(v)
}

// toReplace reports whether a value is words that ask to be replaced: your-api-key-here.
func toReplace(v string) bool {
	v = strings.ToLower(v)
	for _, begin := range []string{"your-", "your_", "change-", "change_", "replace-", "replace_", "insert-", "insert_"} {
		if strings.HasPrefix(v, begin) {
			return strings.Trim(v, "abcdefghijklmnopqrstuvwxyz-_") == ""
		}
	}
	return false
}
