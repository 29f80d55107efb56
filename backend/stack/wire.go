package stack

import (
	"slices"
	"strconv"
	"strings"

	"aipack/backend/backing"
	"aipack/backend/universalbuild"
)

// families group the backing services by the words that variables call them.
var families = []struct {
	ids   []string
	words []string // in the name of a variable
}{
	{[]string{"postgresql", "cockroachdb"}, []string{"postgres", "postgresql", "pg"}},
	{[]string{"mysql", "mariadb"}, []string{"mysql", "mariadb"}},
	{[]string{"mongodb"}, []string{"mongo", "mongodb"}},
	{[]string{"redis", "valkey"}, []string{"redis", "valkey", "celery"}},
	{[]string{"rabbitmq"}, []string{"rabbitmq", "rabbit", "amqp", "cloudamqp"}},
	{[]string{"kafka"}, []string{"kafka"}},
	{[]string{"elasticsearch", "opensearch"}, []string{"elasticsearch", "elastic", "opensearch"}},
	{[]string{"memcached"}, []string{"memcached", "memcache"}},
	{[]string{"nats"}, []string{"nats"}},
	{[]string{"sqlserver"}, []string{"mssql", "sqlserver"}},
	{[]string{"minio"}, []string{"minio", "s3"}},
	{[]string{"clickhouse"}, []string{"clickhouse"}},
	{[]string{"neo4j"}, []string{"neo4j"}},
	{[]string{"couchdb"}, []string{"couchdb"}},
	{[]string{"meilisearch"}, []string{"meili", "meilisearch"}},
	{[]string{"qdrant"}, []string{"qdrant"}},
	{[]string{"weaviate"}, []string{"weaviate"}},
	{[]string{"etcd"}, []string{"etcd"}},
	{[]string{"influxdb"}, []string{"influx", "influxdb"}},
}

// databases are what a variable that only says "database" may mean, in the
// order in which they are preferred.
var databases = []string{"postgresql", "mysql", "mariadb", "sqlserver", "cockroachdb", "mongodb"}

// wire gives the value of a variable that tells the program where one of its
// backing services is. host names the service of an id.
func wire(v universalbuild.Variable, ids []string, name func(id string) string) (string, bool) {
	parts := strings.Split(strings.ToLower(v.Name), "_")
	id := meant(parts, ids)
	b, ok := backing.Of(id)
	if !ok {
		return "", false
	}
	last := parts[len(parts)-1]
	if word, ok := libpq(parts[0]); ok {
		last = word
	}
	host := name(id)
	switch last {
	case "url", "uri", "dsn", "connection":
		return wireURL(v, b, host)
	case "broker", "brokers", "servers", "endpoint", "endpoints", "addr", "address", "nodes", "hosts":
		if b.Scheme == "http" {
			return b.URL(host, b.Scheme), true
		}
		return b.Address(host), true
	case "host", "hostname", "server":
		return host, true
	case "port":
		return strconv.Itoa(b.Port), true
	case "user", "username":
		return b.User, b.User != ""
	case "password", "pass":
		if b.Password == "" {
			return "", false
		}
		return Refer(b.Password), true
	case "db", "database", "dbname":
		return b.Database, b.Database != ""
	case "name":
		return b.Database, b.Database != "" && (slices.Contains(parts, "db") || slices.Contains(parts, "database"))
	}
	return "", false
}

// wireURL keeps the scheme that the program's own default has: SQLAlchemy and
// others put the driver there, and a JDBC address has another form.
func wireURL(v universalbuild.Variable, b backing.Service, host string) (string, bool) {
	scheme, _, found := strings.Cut(v.Default, "://")
	if !found || !strings.HasPrefix(scheme, b.Scheme) && !(b.Scheme == "postgresql" && strings.HasPrefix(scheme, "postgres")) {
		if found && strings.HasPrefix(scheme, "jdbc:") {
			return scheme + "://" + b.Address(host) + "/" + b.Database, true
		}
		scheme = b.Scheme
	}
	if scheme == "" || strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz0123456789+") != "" {
		return "", false
	}
	return b.URL(host, scheme), true
}

// meant finds the backing service that a variable's name speaks of.
func meant(parts, ids []string) string {
	for _, f := range families {
		for _, id := range f.ids {
			if slices.Contains(ids, id) && slices.ContainsFunc(parts, func(p string) bool {
				_, pg := libpq(p)
				return slices.Contains(f.words, p) || pg && id == "postgresql"
			}) {
				return id
			}
		}
	}
	if !slices.ContainsFunc(parts, func(p string) bool { return p == "database" || p == "db" || p == "datasource" }) {
		return ""
	}
	for _, id := range databases {
		if slices.Contains(ids, id) {
			return id
		}
	}
	return ""
}

// libpq splits the names of PostgreSQL's own client library, which run the
// words together: PGHOST.
func libpq(part string) (string, bool) {
	word, ok := strings.CutPrefix(part, "pg")
	return word, ok && slices.Contains([]string{"host", "port", "user", "password", "database"}, word)
}
