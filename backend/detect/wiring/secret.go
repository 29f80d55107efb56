package wiring

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"aipack/backend/universalbuild"
)

// about beside a word for a secret say that the variable speaks of it and does
// not hold it: TOKEN_TTL, PASSWORD_MIN_LENGTH.
var about = words(`ttl expiry expires expiration expire expired exp length min max count limit url uri host port name path file dir enabled algorithm alg issuer audience header type
 timeout lifetime days hours minutes seconds rounds cost prefix id in username user email strength policy`)

// secret gives the value of a variable that holds what anybody can make: a key
// that signs or seals, a password that is set by being given.
func secret(v universalbuild.Variable) (string, bool) {
	parts := wordsOf(v.Name)
	holds := slices.Contains([]string{"secret", "key", "salt", "password", "token"}, parts[len(parts)-1])
	if slices.ContainsFunc(parts, func(p string) bool {
		return about[p] && (!holds || p == "max" || p == "min" || p == "limit" || p == "count")
	}) {
		return "", false
	}
	has := func(list ...string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(list, p) })
	}
	joined := strings.Join(parts, "_")
	kept := has("secret", "secrets", "salt", "pepper", "token", "passphrase", "key", "keys",
		"hmac") || strings.HasSuffix(joined, "secret") || strings.HasSuffix(joined, "secretkey")
	form := described(v.Description)
	switch {
	case has("password", "passwd", "pass", "pwd") || strings.HasSuffix(joined, "password"):
		form = "{secret:text:24}" // a description's length is the least, as a rule
	case !kept && !v.Secret:
		return "", false
	case form != "":
	case strings.HasSuffix(joined, "secret_key_base"):
		form = "{secret:hex:64}" // Rails makes 64 bytes, Phoenix wants 64 letters at least
	case has("fernet"):
		form = "{secret:base64url:32}" // https://cryptography.io/en/latest/fernet/
	case has("encryption", "encrypt", "aes", "cipher", "crypto"):
		form = "{secret:hex:16}" // 32 letters are a key of AES-256, and as digits one of AES-128
	default:
		form = "{secret:hex:32}"
	}
	return form, true
}

var (
	opensslLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:openssl rand -|rand\()(hex|base64)\s+(\d{1,3})`) })
	lengthWords = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(\d{1,3})[- ]?(?:random )?(bytes?|characters?|chars?|letters|hex)\b`)
	})
)

// described reads the form of a secret out of the comment that stands beside
// it in an example: the command that makes one, or how long it is.
func described(text string) string {
	if m := opensslLine().FindStringSubmatch(text); m != nil {
		return made(m[1], m[2], 1)
	}
	m := lengthWords().FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	switch kind := strings.ToLower(m[2]); {
	case strings.HasPrefix(kind, "byte") && strings.Contains(strings.ToLower(text), "base64"):
		return made("base64", m[1], 1)
	case strings.HasPrefix(kind, "byte") && strings.Contains(strings.ToLower(text), "hex"):
		return made("hex", m[1], 1)
	case kind == "hex", strings.Contains(strings.ToLower(text), "hex"):
		return made("hex", m[1], 2)
	}
	return made("text", m[1], 1)
}

// made writes the form of so many letters, of which each unit makes several.
func made(alphabet, length string, letters int) string {
	n, err := strconv.Atoi(length)
	if err != nil || n < 8 || n > 256 || n%letters != 0 {
		return ""
	}
	return "{secret:" + alphabet + ":" + strconv.Itoa(n/letters) + "}"
}
