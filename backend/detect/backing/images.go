package backing

import (
	"strings"

	"aipack/backend/manifest/dockerfile"
)

// images gives a backing service by the name of its usual images.
var images = map[string]string{
	"postgres": PostgreSQL, "postgresql": PostgreSQL, "postgis": PostgreSQL, "timescaledb": PostgreSQL, "timescaledb-ha": PostgreSQL,
	"pgvector": PostgreSQL, "supabase-postgres": PostgreSQL, "alloydbomni": PostgreSQL, "pgautoupgrade": PostgreSQL, "postgresql-repmgr": PostgreSQL,
	"mysql": MySQL, "mysql-server": MySQL, "percona": MySQL, "percona-server": MySQL, "mariadb": MariaDB, "mariadb-galera": MariaDB,
	"mongo": MongoDB, "mongodb": MongoDB, "mongodb-community-server": MongoDB,
	"redis": Redis, "redis-stack": Redis, "redis-stack-server": Redis, "redismod": Redis, "keydb": Redis, "dragonfly": Redis, "valkey": Valkey,
	"memcached": Memcached, "rabbitmq": RabbitMQ, "kafka": Kafka, "cp-kafka": Kafka, "redpanda": Kafka, "kafka-native": Kafka,
	"nats": NATS, "nats-streaming": NATS, "elasticsearch": Elasticsearch, "opensearch": OpenSearch,
	"minio": MinIO, "clickhouse-server": ClickHouse, "clickhouse": ClickHouse, "cassandra": Cassandra, "scylla": Cassandra,
	"neo4j": Neo4j, "influxdb": InfluxDB, "couchdb": CouchDB, "etcd": Etcd, "meilisearch": Meilisearch, "typesense": Typesense,
	"qdrant": Qdrant, "weaviate": Weaviate, "cockroach": CockroachDB, "surrealdb": SurrealDB, "zookeeper": ZooKeeper, "cp-zookeeper": ZooKeeper,
	"auto-setup": Temporal, "azure-sql-edge": SQLServer, "mssql-server": SQLServer, "oracle-xe": Oracle, "oracle-free": Oracle,
}

// OfImage gives the backing service that an image is, "" for any other.
func OfImage(image string) string {
	if strings.Contains(image, "mssql/server") {
		return SQLServer
	}
	return images[dockerfile.ImageName(image)]
}
