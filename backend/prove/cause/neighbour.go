package cause

import (
	"slices"
	"strings"
)

// ports by which services are known (their own documentation's defaults).
var servicePorts = map[string]string{
	"5432": "PostgreSQL", "3306": "MySQL", "6379": "Redis", "27017": "MongoDB", "5672": "RabbitMQ", "9092": "Kafka", "9200": "Elasticsearch",
	"11211": "Memcached", "2379": "etcd", "8123": "ClickHouse", "4222": "NATS", "1433": "SQL Server", "1521": "Oracle", "26257": "CockroachDB",
	"7687": "Neo4j", "9042": "Cassandra", "8500": "Consul", "8200": "Vault", "25": "a mail server", "587": "a mail server", "1025": "a mail server",
	"389": "an LDAP server", "2181": "ZooKeeper", "1883": "an MQTT broker", "8086": "InfluxDB", "6333": "Qdrant", "6334": "Qdrant", "19530": "Milvus",
	"7700": "Meilisearch", "4317": "an OpenTelemetry collector", "4318": "an OpenTelemetry collector", "5433": "PostgreSQL", "6432": "PostgreSQL",
}

// services by the names that compose files and documents give them.
var serviceNames = map[string]string{
	"postgresql": "PostgreSQL", "postgres": "PostgreSQL", "pg": "PostgreSQL", "mysql": "MySQL", "mariadb": "MariaDB", "redis": "Redis", "valkey": "Valkey",
	"mongodb": "MongoDB", "mongo": "MongoDB", "rabbitmq": "RabbitMQ", "kafka": "Kafka", "elasticsearch": "Elasticsearch", "memcached": "Memcached",
	"minio": "MinIO", "nats": "NATS", "clickhouse": "ClickHouse",
}

// neighbourCauses are services that a program needs beside it.
func neighbourCauses() []way {
	says := func(pattern, service string) way {
		return way{rule: "neighbour_missing", says: pattern, tell: func(c circumstances, _ []string) told { return neighbourMissing(c, service) }}
	}
	return []way{
		says(`Can't connect to (?:local )?(?:MySQL|MariaDB|server on)|Communications link failure|SQLSTATE\[HY000\] \[2002\]|SequelizeConnectionRefusedError[^\n]*3306`, "MySQL"),
		says(`Mongo\w*ServerSelection(?:Timeout)?Error|MongoTimeoutException|No suitable servers found \(\x60serverSelectionTryOnce`, "MongoDB"),
		says(`(?i:is the server running on (?:that )?host)|PG::ConnectionBad|could not connect to server: Connection refused|SQLSTATE\[08006\]|PSQLException: Connection to|Is the server running locally and accepting`, "PostgreSQL"),
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
				return neighbourMissing(c, "a service on port "+port)
			},
		},
		{
			rule: "neighbour_missing", stages: "start health", says: noName, also: neighbour,
			tell: func(c circumstances, _ []string) told {
				host := missingHosts(c)[0]
				if service, ok := serviceNames[host]; ok {
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

// neighbourMissing says which service is missing; "" for those of the document.
func neighbourMissing(c circumstances, service string) told {
	if service == "" {
		names := slices.Clone(c.Document.Metadata.BackingServices)
		for i, name := range names {
			if known, ok := serviceNames[name]; ok {
				names[i] = known
			}
		}
		if service = strings.Join(names, " and "); service == "" {
			service = "a service that it connects to"
		}
	}
	if c.failure.Stage == "build" {
		return told{
			why: "The build asks for " + service + ", and no other service is there while an image is built.",
			fix: "Let the build do without it: move what needs it to the start of the program or to a release command.",
		}
	}
	return told{
		why: "The program needs " + service + ", which is not there while it is proved alone.",
		fix: "Let it start and wait without it, or prove with --network and an --env that leads it to one that the builder reaches.",
	}
}
