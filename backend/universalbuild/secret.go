package universalbuild

import "strings"

// SecretName reports whether a variable of this name usually holds a secret.
// The rule is the one of BuildKit's linter (SecretsUsedInArgOrEnv), so that
// what passes here passes there: a part between underscores says so, and none
// says that the value is public, a file's name or a version.
func SecretName(name string) bool {
	secret := false
	for part := range strings.SplitSeq(strings.ToLower(name), "_") {
		switch part {
		case "apikey", "auth", "credential", "credentials", "key", "password", "pword", "passwd", "secret", "token":
			secret = true
		case "public", "file", "version":
			return false
		}
	}
	return secret
}

// Placeholder reports whether a value is plainly none: a stand-in that lets a
// program load during a build, such as Rails' SECRET_KEY_BASE_DUMMY=1.
func Placeholder(value string) bool {
	v := strings.ToLower(strings.Trim(value, " <>[]{}\"'"))
	if len(v) <= 1 {
		return true
	}
	for _, word := range []string{"dummy", "placeholder", "changeme", "change-me", "change_me", "replace", "example", "not-needed", "build", "none", "null", "true", "false", "todo", "your-", "your_", "xxx"} {
		if strings.Contains(v, word) {
			return true
		}
	}
	return false
}
