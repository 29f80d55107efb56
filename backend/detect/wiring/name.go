package wiring

import (
	"slices"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/universalbuild"
)

// store gives the value of a variable that by its name tells the program where
// one of its data services is.
func store(v universalbuild.Variable, ids []string) (string, bool) {
	parts := wordsOf(v.Name)
	id := meant(parts, ids)
	b, ok := backing.Of(id)
	if !ok {
		return "", false
	}
	field := fieldOf(parts)
	if id == "minio" && field == "" {
		field = keyOfBucket(parts)
	}
	switch {
	case field == "":
		return "", false
	case field == "database" && (id == backing.Redis || id == backing.Valkey):
		return "0", v.Required // https://redis.io/docs/latest/commands/select/: the one that every connection begins with
	case field == "url" && b.Scheme == "", field == "user" && b.User == "", field == "database" && b.Database == "":
		return "", false
	case field == "password" && b.Password == "" && !v.Required: // it does without
		return "", false
	case !v.Required && (aside(parts) || several(id, parts)), (field == "host" || field == "address") && v.Default != "" && !strings.Contains(v.Default, "://") && !fits(field, v.Default):
		return "", false
	case field == "database" && v.Default != "" && !fits(field, v.Default):
		return "", false
	case field == "address" && b.Scheme == "http":
		field = "url"
	}
	if field == "url" && v.Default != "" { // the scheme that the program's own default has
		if like, ok := (Example{Text: v.Default, Stores: ids, Wanted: id}).Like(); ok {
			return like, true
		}
	}
	return "{" + id + "." + field + "}", true
}

// others are words of names that speak of another database than the program's
// own: a copy to read from, one for tests, somebody else's.
var others = words("test testing tests shadow replica replicas read readonly slave secondary legacy old backup archive external geo spanner alloydb supabase create drop seed debug can")

// aside reports whether a name speaks of such a database.
func aside(parts []string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return others[p] })
}

// several reports whether a name asks for the nodes of a cluster or for those that
// watch over copies: the one Redis beside the program is neither, and refuses a
// client that takes it for one (https://redis.io/docs/latest/commands/cluster-slots/).
func several(id string, parts []string) bool {
	return (id == "redis" || id == "valkey") && slices.ContainsFunc(parts, func(p string) bool {
		return p == "cluster" || p == "sentinel" || p == "sentinels" || p == "shards"
	})
}

// fieldOf gives what a name asks of a data service, by its last word.
func fieldOf(parts []string) string {
	if word, ok := libpq(parts[0]); ok {
		parts = []string{"pg", word}
	}
	if n := len(parts); n > 2 && (parts[n-1] == "prod" || parts[n-1] == "production") { // DB_HOST_PROD beside DB_HOST_DEV
		parts = parts[:n-1]
	}
	last := parts[len(parts)-1]
	if n := len(parts); n > 1 && (last == "string" || last == "str") && (parts[n-2] == "conn" || parts[n-2] == "connection") {
		return "url"
	}
	switch last {
	case "url", "uri", "dsn", "connection", "uris", "connstring", "connstr":
		return "url"
	case "broker", "brokers", "servers", "endpoint", "endpoints", "addr", "addrs", "address", "addresses", "nodes", "hosts", "bootstrapservers":
		return "address"
	case "host", "hostname", "server":
		return "host"
	case "port":
		return "port"
	case "user", "username":
		return "user"
	case "password", "pass", "passwd", "pwd", "pw":
		return "password"
	case "db", "database", "dbname":
		if slices.ContainsFunc(parts[:len(parts)-1], func(p string) bool {
			return p == "db" || p == "database" || p == "datasource" || p == "typeorm" || familyWord(p)
		}) {
			return "database"
		}
	case "name":
		if asksClass(parts) {
			return ""
		}
		own := len(parts) > 1 && relationalWord(parts[len(parts)-2]) // POSTGRES_NAME, as in Docker's guide for Django
		if own || slices.Contains(parts, "db") || slices.Contains(parts, "database") || slices.Contains(parts, "datasource") {
			return "database"
		}
	}
	return ""
}

// keyOfBucket tells the two halves of an account of S3 apart, whose names are
// those of AWS' own clients: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY.
func keyOfBucket(parts []string) string {
	switch {
	case slices.Contains(parts, "secret"):
		return "password"
	case slices.Contains(parts, "access"):
		return "user"
	}
	return ""
}

// meant finds the data service that a variable's name speaks of.
func meant(parts, ids []string) string {
	if slices.Contains(parts, "celery") && slices.Contains(parts, "broker") && slices.Contains(ids, "rabbitmq") {
		return "rabbitmq" // Celery's first choice of a broker; redis beside it keeps the results
	}
	for _, s := range backing.All() {
		if slices.Contains(ids, s.ID) && slices.ContainsFunc(parts, func(p string) bool {
			_, pg := libpq(p)
			return slices.Contains(s.Words, p) || pg && s.ID == backing.PostgreSQL
		}) {
			return s.ID
		}
	}
	direct := slices.Equal(parts, []string{"direct", "url"}) // Prisma's directUrl, as its documentation names it
	// ODBC's "data source name" is a database's, unless another word says whose: SENTRY_DSN, MAILER_DSN.
	named := slices.Equal(parts, []string{"dsn"}) || slices.Equal(parts, []string{"app", "dsn"})
	if !direct && !named && !slices.ContainsFunc(parts, func(p string) bool { return p == "database" || p == "db" || p == "datasource" || p == "sql" }) || foreign(parts) {
		return ""
	}
	for _, id := range backing.Main() {
		if slices.Contains(ids, id) {
			return id
		}
	}
	return ""
}

// foreign reports whether a name speaks of a data service by its own word that
// the plan does not have: MONGO_DB_URL is nothing for PostgreSQL.
func foreign(parts []string) bool { return slices.ContainsFunc(parts, familyWord) }

func familyWord(word string) bool {
	return slices.ContainsFunc(backing.All(), func(s *backing.Service) bool { return slices.Contains(s.Words, word) })
}

// relationalWord reports whether a word is that of a relational database.
func relationalWord(word string) bool {
	return slices.ContainsFunc(backing.All(), func(s *backing.Service) bool {
		return s.Family == "relational" && slices.Contains(s.Words, word)
	})
}

// libpq splits the names of PostgreSQL's own client library, which run the
// words together: PGHOST.
func libpq(part string) (string, bool) {
	word, ok := strings.CutPrefix(part, "pg")
	return word, ok && slices.Contains([]string{"host", "port", "user", "password", "database"}, word)
}

// wordsOf splits a name at underscores, dots and dashes, and where capitals
// begin: ConnectionStrings__MainDb.
func wordsOf(name string) (words []string) {
	for _, part := range strings.FieldsFunc(name, func(c rune) bool { return c == '_' || c == '.' || c == '-' }) {
		start := 0
		for i := 1; i < len(part); i++ {
			if upper(part[i]) && !upper(part[i-1]) {
				words = append(words, strings.ToLower(part[start:i]))
				start = i
			}
		}
		words = append(words, strings.ToLower(part[start:]))
	}
	if len(words) == 0 {
		return []string{""}
	}
	return words
}

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
