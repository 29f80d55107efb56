package wiring

import (
	"regexp"
	"slices"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/universalbuild"
)

// unsecured says that a data service beside the program speaks without TLS, to
// those clients that refuse to do so unless they are told: lib/pq
// (https://pkg.go.dev/github.com/lib/pq: sslmode, default "require") and MySQL's
// driver for Java, which does not ask for the key of a password over an open
// line (Connector/J, 6.3.2: allowPublicKeyRetrieval).
func (p Program) unsecured(text string) string {
	if id, ok := strings.CutSuffix(strings.TrimPrefix(text, "{"), ".url}"); ok && p.ByJDBC && backing.Known(id).JDBC != "" {
		return p.unsecured(p.jdbc(id))
	}
	whole := strings.HasPrefix(text, "{postgresql.url") && !strings.Contains(text, "://")
	switch {
	case p.Language == "go" && whole && !strings.Contains(text, "sslmode=") && !p.addsOption("?sslmode=disable"):
		return withOption(text, "sslmode=disable")
	case strings.HasPrefix(text, "jdbc:") && strings.Contains(text, ":mysql://") && !strings.Contains(text, "allowPublicKeyRetrieval"):
		return withOption(text, "allowPublicKeyRetrieval=true")
	}
	return text
}

// jdbc is the address of a database as its driver for Java takes it, with the account where
// no other variable is for it.
func (p Program) jdbc(id string) string {
	text := backing.Known(id).JDBC
	if !slices.ContainsFunc(p.Variables, func(v universalbuild.Variable) bool { return fieldOf(wordsOf(v.Name)) == "user" }) {
		text = withOption(withOption(text, "user={"+id+".user}"), "password={"+id+".password}")
	}
	return text
}

// withoutTLS gives libpq's own variable, which Node's driver and programs read too,
// the value of a PostgreSQL that has no TLS
// (https://www.postgresql.org/docs/current/libpq-envars.html), and a program's own
// option what the project's compose file turns it off with: a data service of
// compose speaks without it there as here.
func (p Program) withoutTLS(v universalbuild.Variable) (string, bool) {
	if v.Name == "PGSSLMODE" && slices.Contains(p.Stores, "postgresql") {
		return "disable", true
	}
	if libpqMode.MatchString(v.Name) && slices.Contains(p.Stores, "postgresql") && !slices.ContainsFunc(p.Stores, func(id string) bool { return id == "mysql" || id == "mariadb" }) &&
		(v.Default == "" || modesWithTLS[strings.ToLower(v.Default)]) {
		return "disable", true
	}
	if len(p.Stores) == 0 || !ofTLS.MatchString(v.Name) {
		return "", false
	}
	for _, g := range p.Given[v.Name] {
		if g.Compose && slices.Contains(turnedOff, strings.ToLower(g.Text)) {
			return g.Text, true
		}
	}
	return "", false
}

// libpqMode matches names of variables that go into an address as PostgreSQL's sslmode:
// POSTGRES_SSLMODE, DB_SSL_MODE. MySQL's ssl-mode has other words.
var libpqMode = regexp.MustCompile(`(?i)(?:^|_)ssl_?mode$`)

// modesWithTLS are the values of sslmode that refuse a server without it.
// https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION
var modesWithTLS = map[string]bool{"require": true, "verify-ca": true, "verify-full": true}

// ofTLS matches names of variables that say whether a connection is secured:
// DB_SSL, REDIS_TLS_ENABLED, APP_db__ssl_mode.
var ofTLS = regexp.MustCompile(`(?i)(?:^|_)(?:ssl|tls)(?:_?mode|_?enabled|_?required)?$`)

var turnedOff = []string{"disable", "disabled", "false", "off", "no", "0", "prefer", "allow"}

// addsOption reports whether the program itself puts an option behind the address
// that it is given: twice it is none.
func (p Program) addsOption(option string) bool { return p.Speaks != nil && p.Speaks(option) != "" }

func withOption(text, option string) string {
	if strings.Contains(text, "?") {
		return text + "&" + option
	}
	return text + "?" + option
}
