// Package backing knows the data services that programs need beside them:
// which image is one, how it is told its user and database, when it is well,
// how it is reached, and by which clients, schemes and add-ons a program shows
// that it talks to one. It does not know which program needs which, nor how one
// is started.
package backing

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Service is a data service as it is started beside a program. In its texts
// {host} stands for the name under which it is reached, {user} and {database}
// for its own, and ${NAME} for a secret of that name.
type Service struct {
	ID          string    // by which documents name it: postgresql
	Title       string    // its name for people: PostgreSQL
	Image       string    // the official one
	Command     string    // one line, "" for the image's own
	Environment []Setting // in the order in which they are written
	Volume      string    // where its data lies; "" for nowhere
	Initial     string    // folder whose files it runs while it has no data; "" for none
	Health      []string  // how it is seen to be well, as compose's test; none: its port is open
	User        string    // who its URL names; "" for nobody
	Password    string    // name of the secret that is that user's password; "" for none
	Database    string    // that is there from the start; "" for none
	Port        int       // TCP
	Scheme      string    // of its URL; "" where there is none
}

// Setting is a variable of the service's container.
type Setting struct{ Name, Value string }

// Of gives a service by its id.
func Of(id string) (Service, bool) {
	s, ok := table[id]
	s.ID, s.Title = id, Title(id)
	return s, ok
}

// IDs are all that can be started, sorted.
func IDs() []string { return slices.Sorted(maps.Keys(table)) }

// titles are the names that are no id with a capital letter.
var titles = map[string]string{
	"postgresql": "PostgreSQL", "mysql": "MySQL", "mariadb": "MariaDB", "mongodb": "MongoDB", "rabbitmq": "RabbitMQ", "nats": "NATS", "minio": "MinIO",
	"opensearch": "OpenSearch", "clickhouse": "ClickHouse", "neo4j": "Neo4j", "influxdb": "InfluxDB", "couchdb": "CouchDB", "etcd": "etcd",
	"cockroachdb": "CockroachDB", "surrealdb": "SurrealDB", "sqlserver": "SQL Server", "zookeeper": "ZooKeeper",
}

// Title is a service's name for people; an id that nobody knows is its own.
func Title(id string) string {
	if t, ok := titles[id]; ok {
		return t
	}
	if _, ok := table[id]; ok {
		return strings.ToUpper(id[:1]) + id[1:]
	}
	return id
}

// URL is the address a program reaches it at, with a scheme that may be another
// than its own: drivers are named there.
func (s Service) URL(host, scheme string) string {
	who := s.User
	if s.Password != "" {
		who += ":${" + s.Password + "}"
	}
	if who != "" {
		who += "@"
	}
	u := scheme + "://" + who + s.Address(host)
	if s.Database != "" {
		u += "/" + s.Database
	}
	return u
}

// Address is host and port.
func (s Service) Address(host string) string { return host + ":" + strconv.Itoa(s.Port) }

// For is the service with a user and a database of these names, "" for its own.
func (s Service) For(user, database string) Service {
	if user != "" && s.User != "" {
		s.User = user
	}
	if database != "" && s.Database != "" {
		s.Database = database
	}
	return s
}

// Guarded is a service that lets everybody in with a password of its own, where it
// can be told one on its command line
// (https://redis.io/docs/latest/operate/oss_and_stack/management/security/,
// REDISCLI_AUTH: https://redis.io/docs/latest/develop/tools/cli/).
func (s Service) Guarded() Service {
	if s.Password != "" || s.ID != Redis && s.ID != Valkey {
		return s
	}
	s.Password = "REDIS_PASSWORD"
	s.Command = s.ID + "-server --requirepass ${" + s.Password + "}"
	s.Environment = append(slices.Clone(s.Environment), Setting{"REDISCLI_AUTH", "${" + s.Password + "}"})
	return s
}

// At is the service under the name by which it is reached.
func (s Service) At(host string) Service {
	here := strings.NewReplacer("{host}", host, "{user}", s.User, "{database}", s.Database).Replace
	s.Command = here(s.Command)
	s.Environment = slices.Clone(s.Environment)
	for i := range s.Environment {
		s.Environment[i].Value = here(s.Environment[i].Value)
	}
	s.Health = slices.Clone(s.Health)
	for i := range s.Health {
		s.Health[i] = here(s.Health[i])
	}
	return s
}
