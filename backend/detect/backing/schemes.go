package backing

import "strings"

// schemes gives a backing service by the scheme of a connection
// string, and by the names that Prisma, Rails, Laravel, Django and Spring use
// for their adapters.
var schemes = map[string]string{
	"postgres": PostgreSQL, "postgresql": PostgreSQL, "pgsql": PostgreSQL, "postgis": PostgreSQL, "postgresql+psycopg2": PostgreSQL,
	"postgresql+asyncpg": PostgreSQL, "postgresql+psycopg": PostgreSQL, "postgres+asyncpg": PostgreSQL, "jdbc:postgresql": PostgreSQL, "r2dbc:postgresql": PostgreSQL,
	"mysql": MySQL, "mysql2": MySQL, "myxql": MySQL, "trilogy": MySQL, "mysql+pymysql": MySQL, "mysql+aiomysql": MySQL, "mysql+mysqldb": MySQL, "jdbc:mysql": MySQL, "r2dbc:mysql": MySQL,
	"mariadb": MariaDB, "jdbc:mariadb": MariaDB, "r2dbc:mariadb": MariaDB, "mariadb+pymysql": MariaDB,
	"sqlserver": SQLServer, "mssql": SQLServer, "jdbc:sqlserver": SQLServer, "sqlsrv": SQLServer, "mssql+pyodbc": SQLServer,
	"mongodb": MongoDB, "mongodb+srv": MongoDB, "redis": Redis, "rediss": Redis, "valkey": Valkey, "amqp": RabbitMQ, "amqps": RabbitMQ,
	"nats": NATS, "clickhouse": ClickHouse, "cockroachdb": CockroachDB, "jdbc:oracle": Oracle, "oracle": Oracle, "neo4j": Neo4j, "bolt": Neo4j, "jdbc:clickhouse": ClickHouse,
}

// families groups services of which a program usually uses one: where a
// connection string or a compose file names one of a family, a driver for
// another of it is only there for choice.
var families = map[string]string{
	PostgreSQL: "relational", MySQL: "relational", MariaDB: "relational", SQLServer: "relational", Oracle: "relational", CockroachDB: "relational",
	Redis: "redis", Valkey: "redis", Elasticsearch: "search", OpenSearch: "search",
}

// twins are services whose clients are the same: what the compose file
// starts is the one that is meant.
var twins = map[string]string{MySQL: MariaDB, MariaDB: MySQL, Redis: Valkey, Valkey: Redis, PostgreSQL: CockroachDB, CockroachDB: PostgreSQL}

// OfScheme gives the data service that a scheme or an adapter's name is for, ""
// for none.
func OfScheme(scheme string) string { return schemes[strings.ToLower(scheme)] }

// Family groups services of which a program usually uses one; "" for a service
// that stands alone.
func Family(id string) string { return families[id] }

// Twin is the service that clients reach in the same way, "" for none.
func Twin(id string) string { return twins[id] }
