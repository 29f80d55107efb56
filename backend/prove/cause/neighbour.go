package cause

import (
	"slices"
	"strings"

	"aipack/backend/detect/backing"
)

// ports by which services are known (their own documentation's defaults).
var servicePorts = map[string]string{
	"5432": "PostgreSQL", "3306": "MySQL", "6379": "Redis", "27017": "MongoDB", "5672": "RabbitMQ", "9092": "Kafka", "9200": "Elasticsearch",
	"11211": "Memcached", "2379": "etcd", "8123": "ClickHouse", "4222": "NATS", "1433": "SQL Server", "1521": "Oracle", "26257": "CockroachDB",
	"7687": "Neo4j", "9042": "Cassandra", "8500": "Consul", "8200": "Vault", "25": "a mail server", "587": "a mail server", "1025": "a mail server",
	"389": "an LDAP server", "2181": "ZooKeeper", "1883": "an MQTT broker", "8086": "InfluxDB", "6333": "Qdrant", "6334": "Qdrant", "19530": "Milvus",
	"7700": "Meilisearch", "4317": "an OpenTelemetry collector", "4318": "an OpenTelemetry collector", "5433": "PostgreSQL", "6432": "PostgreSQL",
}

// hostIDs are the data services that host names usually stand for, beside their
// own ids.
var hostIDs = map[string]string{"postgres": "postgresql", "pg": "postgresql", "mongo": "mongodb", "rabbit": "rabbitmq"}

// hostTitle is the data service that a host name stands for; "" for none.
func hostTitle(host string) string {
	if id, ok := hostIDs[host]; ok {
		host = id
	}
	if _, known := backing.Of(host); !known {
		return ""
	}
	return backing.Title(host)
}

// neighbourCauses are services that a program needs beside it.
func neighbourCauses() []way {
	says := func(pattern, service string) way {
		return way{rule: "neighbour_missing", says: pattern, tell: func(c circumstances, _ []string) told { return neighbourMissing(c, service) }}
	}
	return []way{
		{
			rule: "neighbour_login", stages: "start health", tell: loginRefused,
			says: `password authentication failed for user "([^"]*)"|role "([^"]+)" does not exist|no pg_hba\.conf entry[^\n]* user "([^"]*)"|Access denied for user '([^']*)'|WRONGPASS|NOAUTH|AUTH[^\n]{0,40} called without any password configured|ACCESS_REFUSED|SCRAM[^\n]*(?:password|authentication)[^\n]*(?:fail|must be)|client password must be a string`,
		},
		{
			rule: "database_missing", stages: "start health", says: `(?:FATAL:[^\n]*|: )database "([^"]+)" does not exist|Unknown database '([^']+)'|ER_BAD_DB_ERROR`, tell: databaseMissing,
		},
		{
			rule: "neighbour_tls", stages: "start health", says: `SSL is not enabled on the server|server (?:does not support|refused) (?:SSL|TLS)|does not support SSL connections|TLS requested but server does not support TLS`,
			why: "The program wants TLS of a data service that speaks without it, as services of one compose.yaml do.", fix: "Turn it off for this address: sslmode=disable in its URL, or the variable that the program reads for it.",
		},
		{
			rule: "extension_missing", stages: "start health", says: `extension "([^"]+)" is not available|Could not open extension control file "[^"]*/([^/"]+)\.control"|type "(vector|geometry|geography|citext|hstore)" does not exist`,
			why: "The database has no extension {}: its image comes without.", fix: "Take an image that brings it (postgis/postgis, pgvector/pgvector, timescale/timescaledb), or let a migration do without it.",
		},
		says(`Can't connect to (?:local )?(?:MySQL|MariaDB|server on)|Communications link failure|SQLSTATE\[HY000\] \[2002\]|SequelizeConnectionRefusedError[^\n]*3306`, "MySQL"),
		says(`Mongo\w*ServerSelection(?:Timeout)?Error|MongoTimeoutException|No suitable servers found \(\x60serverSelectionTryOnce`, "MongoDB"),
		says(`(?i:is the server running on (?:that )?host)|PG::ConnectionBad|could not connect to server: Connection refused|SQLSTATE\[08006\]|\.s\.PGSQL\.5432|PSQLException: Connection to|Is the server running locally and accepting`, "PostgreSQL"),
		says(`Could not connect to Redis|Redis::CannotConnectError|RedisConnectionFailureException|\[ioredis\] Unhandled error event|MaxRetriesPerRequestError|RedisConnectionException`, "Redis"),
		says(`KafkaJS\w*Error|run out of available brokers|Connection to node -?\d+ \([^)]*9092\) could not be established|NoBrokersAvailable`, "Kafka"),
		says(`AMQPConnectionError|AMQP[^\n]*(?i:connection refused)`, "RabbitMQ"),
		{
			rule: "neighbour_missing", says: `Can't reach database server at \x60?[\w.-]+\x60?:\x60?(\d+)|ECONNREFUSED [^\s]*:(\d+)|dial tcp \S*?:(\d+): connect: connection refused|port (\d+) failed: (?i:connection refused)|Failed to connect to (?:localhost|127\.0\.0\.1) port (\d+)|(?i:connect(?:ing|ion)?) to \S*?:(\d+)[ .].{0,20}(?i:refused)|:(\d+): \[Errno 111\] Connection refused|Connection refused \([^)\n]*:(\d+)\)|(?:localhost|127\.0\.0\.1|\[::1\]):(\d+)[^\n]{0,60}(?i:connection refused)|(?i:connection refused)[^\n]{0,60}(?:localhost|127\.0\.0\.1):(\d+)`,
			tell: func(c circumstances, m []string) told {
				port := firstNonEmpty(m[1:])
				if service, ok := servicePorts[port]; ok {
					return neighbourMissing(c, service)
				}
				return neighbourOnPort(c, port)
			},
		},
		{
			rule: "neighbour_missing", stages: "start health", says: noName, also: neighbour,
			tell: func(c circumstances, _ []string) told {
				host := missingHosts(c)[0]
				if i := slices.IndexFunc(c.Beside, func(n Neighbour) bool { return n.Address == host || strings.HasPrefix(n.Address, host+":") }); i >= 0 && !c.Beside[i].Well {
					return notReached(c.Beside[i])
				}
				if service := hostTitle(host); service != "" {
					return neighbourMissing(c, service)
				}
				return neighbourMissing(c, "the host "+host)
			},
		},
		{
			rule: "neighbour_missing", stages: "start health", says: `ECONNREFUSED|(?i:connection refused)|ConnectionRefusedError`,
			tell: func(c circumstances, _ []string) told { return neighbourMissing(c, "") },
		},
		{
			rule: "schema_missing", stages: "start health", says: `relation "([^"]+)" does not exist|no such table: (\S+)|Table '([^']+)' doesn't exist|The table \x60([^\x60]+)\x60 does not exist|ER_NO_SUCH_TABLE|UndefinedTable|Invalid object name '([^']+)'`,
			tell: func(c circumstances, m []string) told {
				table := firstNonEmpty(append(m[1:], ""))
				t := told{edits: migrations(c), why: "The database is there and has no tables of the program yet: its migrations did not run.", fix: "Run the migrations before the program starts (as a release command, or at its start)."}
				if table != "" {
					t.why = "The database has no table " + table + ": the program's migrations did not run."
				}
				return t
			},
		},
		{
			rule: "needs_docker", says: `(?i)cannot connect to the docker daemon|dial unix /var/run/docker\.sock|connect ENOENT /var/run/docker\.sock`,
			why: "The program reaches for a Docker engine, and there is none in a container.", fix: "Let it start without one; mount the engine's socket where it is deployed.",
		},
	}
}
