package images

import "slices"

// A data service is Debian's, on whichever release has the asked version, with
// the entrypoint of the official image: what it makes of an empty data folder
// and of its variables is written anew here, in scripts.

var postgresPackages = []packaged{{"13", "bullseye"}, {"15", "bookworm"}, {"17", "trixie"}}

// postgres is Debian's (docker-library/postgres).
func postgres(t Tag, _ Shelf) (Plan, error) {
	return service(t, "postgres-debian", "PostgreSQL", postgresPackages)
}

// pgvector is PostgreSQL with that extension, which Debian's has from 17 on
// (pgvector/pgvector). Its tags put the letters pg before the version.
func pgvector(t Tag, shelf Shelf) (Plan, error) {
	if len(t.Words) != 1 || t.Words[0] != "pg17" || t.Version != "" {
		return refuse("Debian's packages have pgvector for PostgreSQL 17: pg17")
	}
	return postgres(Tag{Version: "17"}, shelf)
}

var redisPackages = []packaged{{"6.0", "bullseye"}, {"7.0", "bookworm"}, {"8.0", "trixie"}}

// redis is Debian's (docker-library/redis).
func redis(t Tag, _ Shelf) (Plan, error) { return service(t, "redis", "Redis", redisPackages) }

var valkeyPackages = []packaged{{"8.1", "trixie"}, {"9.1", "sid"}}

// valkey is Debian's (valkey-io/valkey-container).
func valkey(t Tag, _ Shelf) (Plan, error) { return service(t, "valkey", "Valkey", valkeyPackages) }

var mariadbPackages = []packaged{{"10.5", "bullseye"}, {"10.11", "bookworm"}, {"11.8", "trixie"}}

// mariadb is Debian's (MariaDB/mariadb-docker).
func mariadb(t Tag, _ Shelf) (Plan, error) { return service(t, "mariadb", "MariaDB", mariadbPackages) }

// mysqlPackages is one: the other releases have MariaDB in its place.
var mysqlPackages = []packaged{{"9.7", "sid"}}

// mysql is Debian's (docker-library/mysql).
func mysql(t Tag, _ Shelf) (Plan, error) { return service(t, "mysql", "MySQL", mysqlPackages) }

var rabbitmqPackages = []packaged{{"3.8", "bullseye"}, {"3.10", "bookworm"}, {"4.0", "trixie"}, {"4.3", "sid"}}

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
