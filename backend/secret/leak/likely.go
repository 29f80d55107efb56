package leak

import (
	"math"
	"slices"
	"strings"

	"aipack/backend/universalbuild"
)

// shortest is how long what looks like a credential is at least, in bytes.
const shortest = 8

// leastEntropy, in bits a character, is what generated values have and words have not:
// twenty random letters and digits have about 3.9, an English phrase without blanks 3.3.
const leastEntropy = 3.5

// likely reports whether a value looks like one that was generated.
func likely(v string) bool {
	v = strings.Trim(v, "\"'` ")
	return len(v) >= shortest && !standIn(v) && !strings.ContainsAny(v, " \t\n$<>{}()[]*…") && !naming(v) && mixed(v) && entropy(v) >= leastEntropy
}

// likelyPassword reports whether the password of an address may be in use: shorter and
// plainer ones are than what is generated.
func likelyPassword(v string) bool {
	return len(v) >= 6 && !standIn(v) && !strings.ContainsAny(v, " $<>{}()[]*%…") && !slices.Contains(usual, strings.ToLower(v))
}

// usual are passwords that everybody knows.
var usual = []string{
	"password", "passw0rd", "password1", "password123", "pass123", "secret", "secret123", "postgres", "mysql", "mariadb", "mongodb", "redis", "rabbitmq",
	"admin", "admin123", "root", "rootpass", "rootpassword", "guest", "user", "username", "userpass", "letmein", "qwerty", "123456", "12345678", "123456789",
	"changeit", "dbpass", "dbpassword", "mypassword", "my-password", "hunter2", "development", "devpassword",
}

// standIn reports whether a value says that it is none: words that ask to be replaced,
// one character again and again, a sequence.
func standIn(v string) bool {
	v = strings.Trim(v, "\"'` ")
	lower := strings.ToLower(v)
	if strings.HasPrefix("1234567890abcdefghijklmnopqrstuvwxyz", lower) || universalbuild.Placeholder(v) || slices.Contains(usual, lower) || strings.HasPrefix(v, "«secret") {
		return true
	}
	for _, word := range []string{
		"example", "changeme", "change-me", "change_me", "placeholder", "your-", "your_", "yourkey", "dummy", "insecure", "not-a-real", "notreal", "replace",
		"00000000", "xxxx", "redacted", "foobar", "lorem", "todo", "do-not-use",
	} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return distinct(v) < 5
}

// naming reports whether a value names something: a path, a variable, words with dots or
// dashes between, none of which a generated value is.
func naming(v string) bool {
	if strings.HasPrefix(v, "/") || strings.HasPrefix(v, "./") || strings.Contains(v, "://") || strings.HasPrefix(v, "@") || strings.HasSuffix(v, ":") {
		return true
	}
	words := strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune("._-/:@,", r) })
	if len(words) < 2 {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return strings.ContainsAny(w, "0123456789") && len(w) >= shortest })
}

// mixed reports whether a value has digits and letters: a word has no digits.
func mixed(v string) bool {
	return strings.ContainsAny(v, "0123456789") && strings.ContainsFunc(v, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' })
}

func distinct(v string) (n int) {
	for _, c := range counts(v) {
		if c > 0 {
			n++
		}
	}
	return n
}

// entropy is Shannon's, in bits a byte.
func entropy(v string) (bits float64) {
	for _, c := range counts(v) {
		if c > 0 {
			p := float64(c) / float64(len(v))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// counts is how often each byte stands in a text.
func counts(v string) (n [256]int) {
	for i := range len(v) {
		n[v[i]]++
	}
	return n
}
