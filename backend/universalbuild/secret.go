package universalbuild

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

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

// PublicName reports whether a variable of this name is put into pages, where
// everybody reads it: bundlers say so by how it begins.
func PublicName(name string) bool {
	for _, prefix := range []string{
		"VITE_", "NEXT_PUBLIC_", "REACT_APP_", "NUXT_PUBLIC_", "NUXT_ENV_", "PUBLIC_", "GATSBY_", "EXPO_PUBLIC_", "VUE_APP_", "NG_APP_", "PREACT_APP_",
	} {
		if strings.HasPrefix(name, prefix) && len(name) > len(prefix) {
			return true
		}
	}
	return false
}

// Placeholder reports whether a value is plainly none: a stand-in that lets a
// program load during a build, such as Rails' SECRET_KEY_BASE_DUMMY=1. One of
// its words says so; a word inside of a longer one does not count.
func Placeholder(value string) bool {
	if len(value) <= 1 {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(value), func(r rune) bool { return r < 'a' || r > 'z' })
	return slices.ContainsFunc(words, func(w string) bool {
		switch w {
		case "dummy", "placeholder", "changeme", "change", "replace", "replaceme", "example", "unused", "none", "null", "true", "false",
			"build", "your", "fake", "sample", "insecure", "test", "temporary", "xxx", "xxxx", "xxxxx", "xxxxxx":
			return true
		}
		return false
	})
}

// BuildSecrets lists what a builder is given for the document's build, and which
// fields say so: its secrets, and variables of the build that are secret by their
// names and have no value that may be seen.
func (d UniversalBuild) BuildSecrets() (list []Secret, fields []string) {
	for i, s := range d.Build.Secrets {
		if s.Env == "" && s.Target == "" {
			s.Env = s.ID
		}
		list, fields = append(list, s), append(fields, "/build/secrets/"+strconv.Itoa(i))
	}
	for _, name := range slices.Sorted(maps.Keys(d.Build.Environment)) {
		value := d.Build.Environment[name]
		known := slices.ContainsFunc(d.Build.Secrets, func(s Secret) bool { return s.ID == name || s.Env == name })
		if known || !SecretName(name) || !VariableName(name) || value != "" && (Placeholder(value) || PublicName(name)) {
			continue
		}
		list, fields = append(list, Secret{ID: name, Env: name}), append(fields, "/build/environment/"+Token(name))
	}
	return list, fields
}

// SecretID reports whether a text can be the id of a build's secret: a word of
// letters, digits and _ . -, which is the name of a file as well.
func SecretID(id string) bool {
	for _, r := range id {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '.' || r == '-') {
			return false
		}
	}
	return id != "" && len(id) <= 128 && strings.Trim(id, ".") != ""
}
