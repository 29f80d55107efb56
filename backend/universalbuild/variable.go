package universalbuild

import (
	"regexp"
	"strings"
)

// VariableName reports whether a name can be that of an environment variable
// of a container: letters, digits and _ . -, as Kubernetes takes them, and no
// digit, dot or dash first.
func VariableName(name string) bool {
	for i, c := range name {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789.-", c)) {
			return false
		}
	}
	return name != ""
}

// password is one that stands inside of a value: between a URL's user and its
// host (RFC 3986, 3.2.1), or as a connection string's key, as ADO.NET, libpq
// and JDBC write it.
var password = regexp.MustCompile(`(?i)://[^/\s:@]*:([^\s@]+)@|\b(?:password|pwd)\s*=\s*([^\s;&]+)`)

// SecretValue reports whether a variable's value must not be shown: its name
// says so, or a password stands in it.
func SecretValue(name, value string) bool { return SecretName(name) || password.MatchString(value) }

// Passwords are those that stand inside of a value.
func Passwords(value string) (found []string) {
	for _, m := range password.FindAllStringSubmatch(value, -1) {
		found = append(found, m[1]+m[2])
	}
	return found
}
