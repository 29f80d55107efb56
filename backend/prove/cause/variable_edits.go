package cause

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/universalbuild"
)

func itoa(n int) string { return strconv.Itoa(n) }

func sortedNames(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// Value is one that a variable may be given for a proof, and for that alone.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value,omitempty"` // "" for a secret of the program's own, which is made up
}

// secretWords are the parts of names of secrets that a program shares with
// nobody, so that any value does: keys that it signs, encrypts and hashes with.
// A part that is none of them may be somebody else's name, and then the value
// is his to give.
var secretWords = []string{
	"SECRET", "KEY", "BASE", "SALT", "HASH", "HASHING", "PEPPER", "TOKEN", "PASSWORD", "PASSPHRASE",
	"SIGNING", "SIGNATURE", "ENCRYPTION", "ENCRYPT", "CRYPT", "MASTER",
	"APP", "APPLICATION", "SERVER", "SITE", "WEB", "AUTH", "AUTHENTICATION", "NEXTAUTH", "BETTER",
	"JWT", "SESSION", "SESSIONS", "COOKIE", "COOKIES", "CSRF", "XSRF",
	"ACCESS", "REFRESH", "DJANGO", "FLASK", "RAILS", "LARAVEL", "SYMFONY", "ADMIN", "ROOT", "USER",
	"DEFAULT", "INITIAL", "INTERNAL", "DATA", "FIELD", "PRIVATE", "HMAC",
}

// own reports whether a variable is a secret of the program's own. Parts of the
// project's name count as its own words.
func ownSecret(c circumstances, name string) bool {
	mine := strings.FieldsFunc(strings.ToUpper(c.Document.Metadata.ProjectName), func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == '/' })
	secret := universalbuild.SecretName(name)
	for part := range strings.SplitSeq(name, "_") {
		if !slices.Contains(secretWords, part) && !slices.Contains(mine, part) {
			return false
		}
		secret = secret || part == "SALT" || part == "PEPPER" || part == "PASSPHRASE"
	}
	return secret
}

// plainValues are what variables of these names mean everywhere.
var plainValues = map[string]string{
	"HOST": "0.0.0.0", "BIND_HOST": "0.0.0.0", "LISTEN_HOST": "0.0.0.0", "SERVER_HOST": "0.0.0.0",
	"NODE_ENV": "production", "APP_ENV": "production", "RAILS_ENV": "production",
	"RACK_ENV": "production", "GO_ENV": "production", "ENVIRONMENT": "production", "MIX_ENV": "prod",
	"LOG_LEVEL": "info", "TZ": "UTC", "DEBUG": "false",
}

// addresses are variables that hold where the service itself is reached. What
// that is in the end only who deploys it knows.
var addresses = []string{
	"BASE_URL", "APP_URL", "SITE_URL", "PUBLIC_URL", "ROOT_URL", "SERVER_URL", "WEB_URL", "EXTERNAL_URL", "NEXTAUTH_URL", "AUTH_URL", "BETTER_AUTH_URL", "ORIGIN",
	"PUBLIC_BASE_URL", "APP_BASE_URL", "CANONICAL_URL", "FRONTEND_URL", "CLIENT_URL", "CORS_ORIGIN",
}

// variableEdits are what helps where a variable is missing and any value of its
// kind does. A value that is the user's own to choose, or a secret, never
// enters the document: there it is said that the program needs one.
func variableEdits(c circumstances, name string) (edits []Edit, values []Value) {
	r := c.Document.Runtime
	if c.failure.Stage == "build" {
		return buildVariable(c, name), nil
	}
	if r.Environment[name] != "" {
		return nil, nil // it has one, which does not do
	}
	port := c.Port
	if port == 0 && len(r.Ports) > 0 {
		port = r.Ports[0].Port
	}
	switch {
	case plainValues[name] != "":
		return []Edit{withEnvironment("runtime", name, plainValues[name])}, nil
	case slices.Contains([]string{"PORT", "HTTP_PORT", "SERVER_PORT", "APP_PORT", "LISTEN_PORT"}, name) && port > 0:
		return []Edit{withEnvironment("runtime", name, itoa(port))}, nil
	case slices.Contains(addresses, name) && port > 0:
		return needed(c, name, false), []Value{{name, "http://localhost:" + itoa(port)}}
	case ownSecret(c, name):
		return needed(c, name, true), []Value{{Name: name}}
	}
	return nil, nil
}

// needed is the edit by which the document says that the program does not run
// without a variable; nil where it says so.
func needed(c circumstances, name string, secret bool) []Edit {
	list := slices.Clone(c.Document.Runtime.Variables)
	i := slices.IndexFunc(list, func(v universalbuild.Variable) bool { return v.Name == name })
	switch {
	case i < 0:
		list = append(list, universalbuild.Variable{Name: name, Required: true, Secret: secret})
	case list[i].Required && (list[i].Secret || !secret):
		return nil
	default:
		list[i].Required, list[i].Secret = true, list[i].Secret || secret
	}
	return []Edit{{"/runtime/variables", list}}
}

// builds are stand-ins for what a build only checks: a word that says what it
// is, and addresses at which nobody is.
const builds = "placeholder-of-the-build-not-a-secret"

// buildVariable gives a build that asks for a variable a stand-in: what needs
// the value itself fails as before, and the edit is taken back.
func buildVariable(c circumstances, name string) []Edit {
	if c.Document.Build.Environment[name] != "" {
		return nil
	}
	value := plainValues[name]
	switch {
	case value != "":
	case ownSecret(c, name):
		value = builds
	case slices.Contains(addresses, name):
		value = "http://localhost"
	case strings.Contains(name, "REDIS") && strings.HasSuffix(name, "_URL"):
		value = "redis://localhost:6379"
	case strings.Contains(name, "MONGO") && (strings.HasSuffix(name, "_URL") || strings.HasSuffix(name, "_URI")):
		value = "mongodb://localhost:27017/build"
	case slices.Contains([]string{"DATABASE_URL", "DATABASE_URI", "DB_URL", "POSTGRES_URL", "DIRECT_URL", "DATABASE_DIRECT_URL"}, name):
		value = "postgresql://build@localhost:5432/build"
		if slices.ContainsFunc(c.Document.Metadata.BackingServices, func(s string) bool { return s == "mysql" || s == "mariadb" }) {
			value = "mysql://build@localhost:3306/build"
		}
	default:
		return nil
	}
	return []Edit{withEnvironment("build", name, value)}
}
