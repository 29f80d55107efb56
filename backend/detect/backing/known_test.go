package backing

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestOfImage(t *testing.T) {
	t.Parallel()
	for image, want := range map[string]string{
		"postgres": PostgreSQL, "docker.io/bitnami/redis:7@sha256:0": Redis, "registry.test:5000/team/mysql:9": MySQL, "mcr.microsoft.com/mssql/server:2022-latest": SQLServer,
		"valkey/valkey:8": Valkey, "pgautoupgrade/pgautoupgrade:17-alpine": PostgreSQL, "example.test/postgres-backup": "", "": "",
	} {
		if got := OfImage(image); got != want {
			t.Errorf("%s: %q, want %q", image, got, want)
		}
	}
}

func TestOfDriver(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"pg": "postgresql", "github.com/jackc/pgx/v5": "postgresql", "Flask-PyMongo": "mongodb", "PyMySQL": "mysql", "PSYCOPG2": "postgresql",
		"amqp": "rabbitmq", "github.com/jinzhu/gorm/dialects/mysql": "mysql", "github.com/jinzhu/gorm": "", "org.mongodb:mongodb-driver-sync": "mongodb", "pgx-logger": "", "sequelize": "",
	} {
		if got := strings.Join(OfDriver(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// demanded are the fields that a service must say something of.
var demanded = []struct {
	fields string
	of     func(*Service) bool
}{
	{"ID Title Images Drivers Words", func(*Service) bool { return true }},
	{"Volume Health Port Scheme Addresses", func(s *Service) bool { return s.Image != "" }},
	{"JDBC Names Dialects", func(s *Service) bool { return s.Main && s.Image != "" }},
	{"Schemes", func(s *Service) bool { return s.Main }},
	{"Settings", func(s *Service) bool { return !s.Main }},
}

// without are the fields that services leave empty, each for a reason.
var without = []struct{ field, ids, why string }{
	{"Drivers", "cockroachdb", "its clients are those of PostgreSQL"},
	{"JDBC Names Dialects Addresses", "cockroachdb", "programs speak of it as of PostgreSQL"},
	{"JDBC", "mongodb", "Java's programs reach it by its own URL"},
	{"Volume", "memcached surrealdb", "it keeps everything in memory, as it is started here"},
	{"Health", "memcached nats typesense qdrant weaviate etcd", "its image holds nothing to ask with: its port is asked"},
	{"Health", "cockroachdb sqlserver neo4j couchdb surrealdb zookeeper", "its port opens once it serves"},
	{"Scheme", "kafka memcached cassandra zookeeper", "its clients take host and port"},
	{"Addresses", "sqlserver", "its addresses are lists of keys and values, in which no text is its own"},
	{"Addresses", "valkey", "they are those of Redis"},
	{"Addresses", "surrealdb qdrant weaviate", "its port is many programs' and its scheme is the web's"},
}

// TestServicesAreComplete: a service says something of each field, or this test says
// why it does not.
func TestServicesAreComplete(t *testing.T) {
	t.Parallel()
	used := map[int]bool{}
	for _, s := range all {
		for _, d := range demanded {
			for _, field := range strings.Fields(d.fields) {
				reason := slices.IndexFunc(without, func(w struct{ field, ids, why string }) bool {
					return slices.Contains(strings.Fields(w.field), field) && slices.Contains(strings.Fields(w.ids), s.ID)
				})
				switch empty := reflect.ValueOf(*s).FieldByName(field).IsZero(); {
				case d.of(s) && empty && reason < 0:
					t.Errorf("%s says nothing of %s", s.ID, field)
				case !empty && reason >= 0:
					t.Errorf("%s has %s, for whose absence there is a reason", s.ID, field)
				case reason >= 0:
					used[reason] = true
				}
			}
		}
	}
	if len(used) != len(without) {
		t.Errorf("%d of %d reasons are for something", len(used), len(without))
	}
}

// TestNamesHaveOneService: what can be started is known by the image that it is
// started from, no name stands for two services, and twins are of one family.
func TestNamesHaveOneService(t *testing.T) {
	t.Parallel()
	owner := map[string]string{}
	for _, s := range all {
		if s.Image != "" && OfImage(s.Image) != s.ID {
			t.Errorf("%s runs %s, which is %q", s.ID, s.Image, OfImage(s.Image))
		}
		if s.Twin != "" && (Twin(s.Twin) != s.ID || Family(s.Twin) != s.Family) {
			t.Errorf("%s and %s are no twins", s.ID, s.Twin)
		}
		for kind, names := range map[string][]string{"image": s.Images, "scheme": slices.Concat(s.Schemes, s.LooseSchemes), "dialect": s.Dialects, "host": s.Hosts} {
			for _, name := range names {
				if other := owner[kind+name]; other != "" {
					t.Errorf("the %s %s is that of %s and of %s", kind, name, other, s.ID)
				}
				owner[kind+name] = s.ID
			}
		}
	}
}
