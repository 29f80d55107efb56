package written

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Secured is what the sources demand of a connection to PostgreSQL: TLS, without which
// they do not go on.
type Secured struct {
	Verified bool // the server's certificate is checked, too
	Why      finding.Evidence
}

const (
	// tlsMode is libpq's sslmode where it stands as a text: in an address, a text of pairs,
	// an option, a keyword; Npgsql spells it "SSL Mode".
	// https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION,
	// https://www.npgsql.org/doc/connection-string-parameters.html
	tlsMode language.Pattern = `(?i)\bssl ?mode["']?\s*(?:=>|[:=])\s*["']?:?(require|verify-ca|verify-full|verifyca|verifyfull)\b`
	// tlsObject is the option ssl of Node's clients with an object: node-postgres hands it
	// to tls.connect (https://node-postgres.com/features/ssl), Sequelize, TypeORM and Knex
	// hand it to node-postgres.
	tlsObject language.Pattern = `\bssl["']?\s*[:=]\s*[^;{}\n]{0,100}\{[^{}]{0,300}?\b(?:rejectUnauthorized["']?\s*:\s*(true|false)|require["']?\s*:\s*true)`
	// tlsOption is that option as a word: true checks the certificate in node-postgres and
	// asyncpg, "require" does not (https://github.com/porsager/postgres#ssl,
	// https://magicstack.github.io/asyncpg/current/api/index.html#connection).
	tlsOption language.Pattern = `\bssl["']?\s*[:=]\s*(true\b|True\b|["']require["'])`
	// tlsDjango is what sets sslmode to require in Django's settings: dj-database-url
	// (https://github.com/jazzband/dj-database-url, ssl_require), django-heroku, which
	// does so unless it is told not to.
	tlsDjango language.Pattern = `\bssl_require\s*=\s*True\b|\bdjango_heroku\.settings\(\s*locals\(\)\s*\)`
	// tlsRust is the mode of SQLx (https://docs.rs/sqlx/latest/sqlx/postgres/enum.PgSslMode.html).
	tlsRust language.Pattern = `\bPgSslMode::(Require|VerifyCa|VerifyFull)\b`
	// tlsPairs is a text of pairs for lib/pq, which demands TLS where it names no sslmode
	// (https://pkg.go.dev/github.com/lib/pq#hdr-Connection_String_Parameters).
	tlsPairs language.Pattern = "[\"`][^\"`\\n]*\\bdbname=[^\"`\\n]*[\"`]"
)

// speaksPostgres are texts of which one stands in a file whose ssl is PostgreSQL's, not that
// of a web server or of another data service.
var speaksPostgres = []string{"postgres", "'pg'", `"pg"`, "asyncpg", "connectionString"}

// TLS says what the sources demand of a connection to PostgreSQL. Where one place checks the
// certificate and another does not, the first counts: it fails.
func TLS(set *source.Set) (Secured, bool) {
	var one Secured
	found := false
	for _, f := range set.Files() {
		if source.Aside(f.Name) || f.Owner == nil {
			continue
		}
		demand, ok := demands(set, f)
		switch {
		case !ok:
		case demand.Verified:
			return demand, true
		case !found:
			one, found = demand, true
		}
	}
	return one, found
}

// demands reads one file.
func demands(set *source.Set, f *source.File) (one Secured, ok bool) {
	speaks := false
	for _, text := range speaksPostgres {
		speaks = speaks || f.ContainsFold(text)
	}
	for _, p := range []language.Pattern{tlsMode, tlsObject, tlsOption, tlsDjango, tlsRust, tlsPairs} {
		if (p == tlsObject || p == tlsOption) && !speaks || p == tlsPairs && !byPQ(f) || !f.MayMatch(p) {
			continue
		}
		for _, h := range f.Find(p) {
			word := ""
			if len(h.Groups) > 1 {
				word = strings.ToLower(h.Groups[1])
			}
			one = Secured{Verified: strings.HasPrefix(word, "verify") || word == "true", Why: set.Evidence("backing.tls", h)}
			if ok = true; one.Verified {
				return one, true
			}
		}
	}
	return one, ok
}

// byPQ reports whether a file connects by lib/pq, by itself or through GORM's first
// version, with a text that names no sslmode.
func byPQ(f *source.File) bool {
	return (f.Contains(`"github.com/lib/pq"`) || f.Contains(`"github.com/jinzhu/gorm/dialects/postgres"`)) && !f.ContainsFold("sslmode")
}
