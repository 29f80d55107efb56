// Package leak finds the credentials that a project shows to whoever can read it: in
// its files and in the history of its repository. Nothing that it returns repeats one.
// What only people's own desks use, a password for localhost or one that says that it
// is to be replaced, is none.
package leak

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"aipack/backend/secret/conceal"
	"aipack/backend/secret/credential"
)

// Credential is a credential and where it stands.
type Credential struct {
	Rule string // "aws-access-token": gitleaks' names, "credential-file", "password-in-address", "named"
	What string // for a sentence: "an AWS access key"
	Path string // from the folder, with slashes
	Line int    // from 1; 0 where the whole file is one

	// Sure says that its form is a service's own, or that it is a private key. What is
	// not sure looks like a credential by its name and its value.
	Sure bool
	// Aside says that the file is a test, an example or a document: what stands there is
	// seldom in use.
	Aside bool

	Shown  string // the line with all secrets hidden, shortened
	Digest string // of the secret: the same one elsewhere has the same
	Commit string // the newest that added it; "" for the files as they are
	Date   string // of that commit: 2026-11-29
}

// mostShown is how much of a line is shown, in characters.
const mostShown = 160

// mostOfFile is how many leaks of one file are told.
const mostOfFile = 20

// In finds what leaks in a file's text. name is its path, with slashes.
func In(name, text string) []Credential {
	aside := Aside(name)
	var out []Credential
	add := func(l Credential, secret string, start int) {
		if slices.ContainsFunc(out, func(o Credential) bool { return o.Line == l.Line && (o.Sure || !l.Sure) }) {
			return // one thing, found twice
		}
		out = slices.DeleteFunc(out, func(o Credential) bool { return o.Line == l.Line })
		l.Path, l.Aside, l.Digest = name, aside, digest(secret)
		if start >= 0 {
			l.Shown = shown(text, start, secret)
		}
		out = append(out, l)
	}
	if k, held, ok := credential.Holding(name, text); ok && !credential.Prose(name) {
		l := Credential{Rule: "credential-file", What: k.What, Sure: true}
		secret, start := text, -1
		if len(held) > 0 && held[0].Value != "" {
			l.Line, secret = held[0].Line, held[0].Value
			start = lineStart(text, l.Line)
		}
		if !standIn(secret) {
			add(l, secret, start)
		}
	}
	surely := aside || credential.Prose(name)
	for _, m := range rules(name, text, surely) {
		if at := lineStart(text, m.line); m.sure || likely(m.secret) && !surely && !said(text, at) {
			add(Credential{Rule: m.rule, What: m.what, Line: m.line, Sure: m.sure}, m.secret, at)
		}
	}
	if !surely {
		for _, s := range conceal.Find(text) {
			if c, ok := judge(name, text, s); ok {
				c.Line = 1 + strings.Count(text[:s.Start], "\n")
				add(c, text[s.Start:s.End], s.Start)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Credential) int { return a.Line - b.Line })
	return out[:min(len(out), mostOfFile)]
}

// judge says what a part of a text that would be hidden is, where it is a leak.
// Hiding too much costs little, and telling too much costs the reader's trust.
func judge(name, text string, s conceal.Span) (Credential, bool) {
	value := text[s.Start:s.End]
	switch s.Kind {
	case "private-key":
		whole := strings.Contains(value, "-----END") && len(value) > 150 // Ed25519's, the shortest, has 160
		return Credential{Rule: "private-key", What: "a private key", Sure: true}, whole
	case "url-password":
		return Credential{Rule: "password-in-address", What: "a password in an address"}, likelyPassword(value) && away(text, s.End)
	case "named":
		// In a source only what is quoted is a value: the rest are names and calls.
		quoted := s.Start > 0 && strings.IndexByte("\"'`", text[s.Start-1]) >= 0
		if credential.Source(name) && !quoted {
			return Credential{}, false
		}
		return Credential{Rule: "named", What: "a value whose name says that it is secret"}, likely(value) && !said(text, s.Start)
	}
	return Credential{}, false
}

// said reports whether the line at a place only says how something would be written, or
// that what it holds is for everybody: a comment, a key that pages carry.
func said(text string, at int) bool {
	if at < 0 {
		return false
	}
	line := strings.ToLower(strings.TrimSpace(lineAt(text, at)))
	for _, begin := range []string{"#", "//", "--", ";", "*", "/*", "<!--"} {
		if strings.HasPrefix(line, begin) {
			return true
		}
	}
	for _, word := range []string{"public", "publishable", "site_key", "sitekey", "site-key", "client_id", "clientid", "client-id", "write_key", "writekey", "integrity", "checksum", "sha256", "sha512"} {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}

// away reports whether what follows a password in an address is a host of a network,
// not of this computer or a compose file's.
func away(text string, at int) bool {
	rest := strings.TrimPrefix(text[at:], "@")
	end := strings.IndexFunc(rest, func(r rune) bool {
		return !(r == '.' || r == '-' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z')
	})
	if end < 0 {
		end = len(rest)
	}
	host := strings.ToLower(rest[:end])
	if !strings.Contains(host, ".") || strings.HasPrefix(host, "127.") || strings.HasPrefix(host, "0.0.0.0") {
		return false
	}
	// RFC 2606 and RFC 6761 keep these for examples and for what is at hand.
	for _, ending := range []string{".example", ".test", ".invalid", ".localhost", ".local", ".internal", "example.com", "example.org", "example.net"} {
		if strings.HasSuffix(host, ending) {
			return false
		}
	}
	return true
}

// asides are words of the names of folders and files whose contents are not in use.
var asides = []string{
	"test", "tests", "testing", "spec", "specs", "mock", "mocks", "fixture", "fixtures", "testdata", "e2e", "suites", "phpunit", "cypress", "example", "examples",
	"sample", "samples", "demo", "demos", "doc", "docs", "documentation", "i18n", "locale", "locales", "lang", "translations", "vendor", "party", "stories",
	"storybook", "snapshots", "cassettes", "openapi", "swagger",
}

// translated are those of them that say that a file holds what people are shown.
var translated = []string{"i18n", "locale", "locales", "lang", "translations"}

// Aside reports whether a file is a test, an example or a document, by its path.
func Aside(name string) bool {
	if credential.Example(name) || credential.Prose(name) {
		return true
	}
	words := asides
	// Maven's layout says where the program is, whatever its packages are called (com.example.demo).
	if strings.HasPrefix(name, "src/main/") || strings.Contains(name, "/src/main/") {
		words = translated
	}
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("/._-", r) }), func(w string) bool {
		return slices.Contains(words, w)
	})
}

func digest(secret string) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(secret)))
	return hex.EncodeToString(sum[:])
}

// lineStart is where a line begins, in bytes; -1 where the text has no such line.
func lineStart(text string, line int) int {
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return -1
		}
		at += i + 1
	}
	return at
}

// lineAt is the line that a place stands in.
func lineAt(text string, at int) string {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	end := strings.IndexByte(text[at:], '\n')
	if end < 0 {
		end = len(text) - at
	}
	return text[start : at+end]
}

// shown is the line at a place, with every secret of it hidden.
func shown(text string, at int, secret string) string {
	line := lineAt(text, at)
	for part := range strings.Lines(secret) {
		if part = strings.TrimSpace(part); len(part) >= 3 {
			line = strings.ReplaceAll(line, part, "«secret»")
		}
	}
	line = strings.TrimSpace(strings.ToValidUTF8(conceal.Text(line), "�"))
	if utf8.RuneCountInString(line) > mostShown {
		line = string([]rune(line)[:mostShown-1]) + "…"
	}
	return line
}
