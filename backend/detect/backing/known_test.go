package backing

import (
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
		"amqp": "rabbitmq", "org.mongodb:mongodb-driver-sync": "mongodb", "pgx-logger": "", "sequelize": "",
	} {
		if got := strings.Join(OfDriver(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestTheTablesAgree: what can be started is known by the image that it is started
// from, and services of one protocol are of one family.
func TestTheTablesAgree(t *testing.T) {
	t.Parallel()
	for id, s := range table {
		if got := OfImage(s.Image); got != id {
			t.Errorf("%s runs %s, which is %q", id, s.Image, got)
		}
	}
	for a, b := range twins {
		if twins[b] != a || Family(a) != Family(b) {
			t.Errorf("%s and %s are no twins", a, b)
		}
	}
}
