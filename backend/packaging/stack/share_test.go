package stack

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/universalbuild"
)

// asks is a service whose sources ask a data service at a host.
func asks(name string, port int, host string, stores ...string) Member {
	m := member(name, nil, stores)
	m.Document.Runtime.Ports = []universalbuild.Port{{Port: port, Protocol: "tcp"}}
	for _, id := range stores {
		m.Document.Metadata.DataSetup = append(m.Document.Metadata.DataSetup, universalbuild.DataSetup{
			Service: id, User: "keeper", Database: "stock", Written: &universalbuild.Written{Host: host, Password: &universalbuild.Place{Path: "db.js", Line: 3, From: 4, To: 9}},
		})
	}
	return m
}

// TestThoseOnOneMachineShareANetwork: a program whose sources ask a data service on their own
// machine shares its network, and where two would listen on one port they stay apart.
func TestThoseOnOneMachineShareANetwork(t *testing.T) {
	t.Parallel()
	w := Of([]Member{asks("shop", 3000, "localhost", "postgresql", "redis"), asks("jobs", 3001, "127.0.0.1", "postgresql"), asks("twin", 3000, "localhost", "postgresql"), asks("far", 3002, "db", "redis")})
	for i, want := range []struct {
		network, local string
		apart          int
	}{{"postgresql", "postgresql redis", 0}, {"postgresql", "postgresql", 0}, {"", "", 1}, {"", "", 0}} {
		s := w.Services[i]
		var local []string
		for _, l := range s.Local {
			local = append(local, l.Store)
		}
		if s.Network != want.network || strings.Join(local, " ") != want.local || len(s.Apart) != want.apart {
			t.Errorf("%s: %q %q %q", s.Name, s.Network, local, s.Apart)
		}
	}
	if w.Stores[0].Network != "" || w.Stores[1].Network != "postgresql" || !slices.Equal(w.Stores[1].Called, []string{"db"}) {
		t.Errorf("%+v", w.Stores)
	}
	names, ports := w.Sharing("postgresql")
	if !slices.Equal(names, []string{"shop", "jobs", "redis", "db"}) || len(ports) != 2 || ports[1].Host != 3001 {
		t.Errorf("%q %v", names, ports)
	}
	own := Of([]Member{asks("shop", 5432, "localhost", "postgresql")}).Services[0]
	if own.Network != "" || len(own.Apart) != 1 || !strings.Contains(own.Apart[0], "port 5432") {
		t.Errorf("%+v", own)
	}
}

// TestSetUpAsTheSourcesSay: the account, the password and the port are the sources'.
func TestSetUpAsTheSourcesSay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		store   string
		setup   universalbuild.DataSetup
		want    string
		secrets int
	}{
		"an account":       {"postgresql", universalbuild.DataSetup{User: "me", Database: "shop", Written: &universalbuild.Written{Password: &universalbuild.Place{}}}, "POSTGRES_USER=me POSTGRES_PASSWORD=${POSTGRES_PASSWORD} POSTGRES_DB=shop", 1},
		"without password": {"postgresql", universalbuild.DataSetup{User: "me", Database: "shop", Written: &universalbuild.Written{Open: true}}, "POSTGRES_USER=me POSTGRES_HOST_AUTH_METHOD=trust POSTGRES_DB=shop", 0},
		"root":             {"mysql", universalbuild.DataSetup{User: "root", Database: "shop", Written: &universalbuild.Written{Password: &universalbuild.Place{}}}, "MYSQL_ROOT_PASSWORD=${MYSQL_PASSWORD} MYSQL_DATABASE=shop", 1},
		"root without":     {"mariadb", universalbuild.DataSetup{User: "root", Database: "shop", Written: &universalbuild.Written{Open: true}}, "MARIADB_ALLOW_EMPTY_ROOT_PASSWORD=1 MARIADB_DATABASE=shop", 0},
		"another port":     {"mysql", universalbuild.DataSetup{User: "me", Written: &universalbuild.Written{Port: 3307}}, "MYSQL_USER=me MYSQL_PASSWORD=${MYSQL_PASSWORD} MYSQL_DATABASE=app MYSQL_RANDOM_ROOT_PASSWORD=1 MYSQL_TCP_PORT=3307", 1},
		"with TLS": {"postgresql", universalbuild.DataSetup{TLS: true}, "POSTGRES_USER=app POSTGRES_PASSWORD=${POSTGRES_PASSWORD} POSTGRES_DB=app " +
			"postgres -c ssl=on -c ssl_cert_file=/etc/ssl/certs/ssl-cert-snakeoil.pem -c ssl_key_file=/etc/ssl/private/ssl-cert-snakeoil.key " +
			"CMD-SHELL pg_isready -h 127.0.0.1 -U app -d app", 1},
		"MongoDB":          {"mongodb", universalbuild.DataSetup{User: "me", Database: "shop", Written: &universalbuild.Written{Password: &universalbuild.Place{}}}, "MONGO_INITDB_ROOT_USERNAME=me MONGO_INITDB_ROOT_PASSWORD=${MONGODB_PASSWORD}", 1},
		"RabbitMQ's guest": {"rabbitmq", universalbuild.DataSetup{Written: &universalbuild.Written{Open: true}}, "", 0},
		"RabbitMQ":         {"rabbitmq", universalbuild.DataSetup{User: "me", Written: &universalbuild.Written{Password: &universalbuild.Place{}}}, "RABBITMQ_DEFAULT_USER=me RABBITMQ_DEFAULT_PASS=${RABBITMQ_PASSWORD}", 1},
		"redis":            {"redis", universalbuild.DataSetup{Written: &universalbuild.Written{Port: 6380, Password: &universalbuild.Place{}}}, "REDISCLI_AUTH=${REDIS_PASSWORD} redis-server --requirepass ${REDIS_PASSWORD} --port 6380 CMD redis-cli -p 6380 ping", 1},
	} {
		m := member("shop", nil, []string{c.store})
		c.setup.Service = c.store
		m.Document.Metadata.DataSetup = []universalbuild.DataSetup{c.setup}
		w := Of([]Member{m})
		var got []string
		for _, e := range w.Stores[0].Environment {
			got = append(got, e.Name+"="+e.Value)
		}
		if s := w.Stores[0]; s.Command != "" {
			got = append(append(got, s.Command), s.Health...)
		}
		if strings.Join(got, " ") != c.want || len(w.Secrets) != c.secrets {
			t.Errorf("%s: %q with %d secrets", name, got, len(w.Secrets))
		}
		for _, s := range w.Secrets {
			if c.setup.Written != nil && s.Written != c.setup.Written.Password {
				t.Errorf("%s: %s is not where the sources have it", name, s.Name)
			}
		}
	}
}
