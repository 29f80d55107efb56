package variable

import (
	"slices"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/language"
)

// ownWords make up the names of secrets that a program signs, encrypts or
// hashes with. A name with any other word in it is an account's somewhere else,
// which a program does without until it is used: STRIPE_SECRET_KEY.
var ownWords = language.Words(`SECRET SECRETS KEY KEYS TOKEN BASE APP APPLICATION AUTH SESSION SESSIONS COOKIE COOKIES JWT ACCESS REFRESH ENCRYPTION ENCRYPT
 CRYPTO SIGNING SIGN SIGNATURE HMAC SALT PEPPER HASH PASSWORD DJANGO FLASK FASTAPI NEXTAUTH NEXT NUXT LARAVEL RAILS SERVER SITE MASTER BETTER
 AUTHJS IRON CSRF STORE PROD PRODUCTION`)

// ownSecrets is one of them at least.
var ownSecrets = language.Words("SECRET SECRETS SESSION COOKIE COOKIES JWT ENCRYPTION ENCRYPT SIGNING HMAC SALT PEPPER")

// OwnSecret reports whether a variable holds a secret that a program has for
// itself; project are the words of its names.
func OwnSecret(name string, project map[string]bool) bool {
	parts := strings.Split(name, "_")
	if !Secret(name) || slices.Contains(parts, "ACCESS") && slices.Contains(parts, "KEY") {
		return false
	}
	if name == "APP_KEY" {
		return true
	}
	others := slices.ContainsFunc(parts, func(w string) bool { return !ownWords[w] && !project[w] })
	return !others && slices.ContainsFunc(parts, func(w string) bool { return ownSecrets[w] })
}

// databaseWords begin the names of variables that lead to a data service.
var databaseWords = []struct {
	word  string
	kinds []string
}{
	{"DATABASE", []string{backing.PostgreSQL, backing.MySQL, backing.MariaDB, backing.MongoDB, backing.SQLServer, backing.CockroachDB}},
	{"DB", []string{backing.PostgreSQL, backing.MySQL, backing.MariaDB, backing.MongoDB, backing.SQLServer, backing.CockroachDB}},
	{"POSTGRES", []string{backing.PostgreSQL, backing.CockroachDB}}, {"POSTGRE", []string{backing.PostgreSQL}},
	{"MEMCACHED", []string{backing.Memcached}}, {"POSTGRESQL", []string{backing.PostgreSQL}}, {"PG", []string{backing.PostgreSQL}},
	{"MYSQL", []string{backing.MySQL, backing.MariaDB}}, {"MARIADB", []string{backing.MySQL, backing.MariaDB}},
	{"MONGO", []string{backing.MongoDB}}, {"MONGODB", []string{backing.MongoDB}},
	{"REDIS", []string{backing.Redis, backing.Valkey}}, {"REDISCLOUD", []string{backing.Redis, backing.Valkey}}, {"REDISTOGO", []string{backing.Redis, backing.Valkey}},
	{"JAWSDB", []string{backing.MySQL, backing.MariaDB}}, {"MONGOLAB", []string{backing.MongoDB}}, // Heroku's add-ons: https://devcenter.heroku.com/articles/jawsdb
	{"AMQP", []string{backing.RabbitMQ}}, {"RABBITMQ", []string{backing.RabbitMQ}},
}

// Parts of an address: all that a client must be told, and what a server
// without a password can do without.
var (
	addressWords = language.Words("URL URI HOST HOSTNAME SERVER ADDR ADDRESS DSN CONNECTION CONNECTIONSTRING")
	accountWords = language.Words("NAME DATABASE DB USER USERNAME PASS PASSWORD PW PORT")
)

// LeadsTo reports whether a variable holds a part of the address of a data
// service that the program needs: DATABASE_URL, DB_HOST, PGUSER.
func LeadsTo(name string, needs map[string]bool) bool {
	parts := strings.Split(strings.ToUpper(name), "_")
	if rest, ok := strings.CutPrefix(parts[0], "PG"); ok && len(parts) == 1 && rest != "" {
		parts = []string{"PG", rest}
	}
	if end := parts[len(parts)-1]; end == "PROD" || end == "PRODUCTION" { // DB_HOST_PROD beside DB_HOST_DEV
		parts = parts[:len(parts)-1]
	}
	if len(parts) < 2 {
		return false
	}
	last := parts[len(parts)-1]
	if !addressWords[last] && !accountWords[last] {
		return false
	}
	for _, d := range databaseWords {
		if parts[len(parts)-2] != d.word || accountWords[last] && (d.word == "REDIS" || d.word == "AMQP") {
			continue
		}
		return slices.ContainsFunc(d.kinds, func(kind string) bool { return needs[kind] })
	}
	return false
}

// testWords say that a variable is for tests.
var testWords = language.Words("TEST TESTS TESTING E2E MOCK MOCKS")

// OfTests reports whether a variable is for tests.
func OfTests(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "_"), func(w string) bool { return testWords[w] })
}

// Address reports whether a word is the part of an address that a client has to be told.
func Address(word string) bool { return addressWords[word] }
