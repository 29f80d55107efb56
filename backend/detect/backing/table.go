package backing

// initialFolder is where the official images of databases look for what to run
// when their data folder is empty
// (https://hub.docker.com/_/postgres, "Initialization scripts"; MySQL, MariaDB,
// MongoDB and ClickHouse do the same).
const initialFolder = "/docker-entrypoint-initdb.d"

// table gives each service by the id that documents use. The images are the
// official ones, in versions that Debian or the makers keep. Images that set a
// database up with a server of their own, on a socket alone, are asked over TCP,
// where only the last one answers (docker-library: "docker_temp_server_start").
var table = map[string]Service{
	"postgresql": {
		Image: "postgres:17", Environment: []Setting{{"POSTGRES_USER", "{user}"}, {"POSTGRES_PASSWORD", "${POSTGRES_PASSWORD}"}, {"POSTGRES_DB", "{database}"}},
		Volume: "/var/lib/postgresql/data", Initial: initialFolder, Health: []string{"CMD-SHELL", "pg_isready -h 127.0.0.1 -U {user} -d {database}"},
		User: "app", Password: "POSTGRES_PASSWORD", Database: "app", Port: 5432, Scheme: "postgresql",
	},
	"mysql": {
		Image: "mysql:9.7", Environment: []Setting{{"MYSQL_USER", "{user}"}, {"MYSQL_PASSWORD", "${MYSQL_PASSWORD}"}, {"MYSQL_DATABASE", "{database}"}, {"MYSQL_RANDOM_ROOT_PASSWORD", "1"}},
		Volume: "/var/lib/mysql", Initial: initialFolder, Health: []string{"CMD-SHELL", `mysqladmin ping -h 127.0.0.1 -u {user} -p"$$MYSQL_PASSWORD"`},
		User: "app", Password: "MYSQL_PASSWORD", Database: "app", Port: 3306, Scheme: "mysql",
	},
	"mariadb": {
		Image: "mariadb:11.8", Environment: []Setting{{"MARIADB_USER", "{user}"}, {"MARIADB_PASSWORD", "${MYSQL_PASSWORD}"}, {"MARIADB_DATABASE", "{database}"}, {"MARIADB_RANDOM_ROOT_PASSWORD", "1"}},
		Volume: "/var/lib/mysql", Initial: initialFolder, Health: []string{"CMD", "healthcheck.sh", "--connect", "--innodb_initialized"},
		User: "app", Password: "MYSQL_PASSWORD", Database: "app", Port: 3306, Scheme: "mysql",
	},
	"mongodb": {
		Image: "mongo:8.0", Volume: "/data/db", Initial: initialFolder, Health: []string{"CMD", "mongosh", "--quiet", "--eval", "db.adminCommand('ping')"},
		Database: "app", Port: 27017, Scheme: "mongodb",
	},
	"redis":     {Image: "redis:8.0", Volume: "/data", Health: []string{"CMD", "redis-cli", "ping"}, Port: 6379, Scheme: "redis"},
	"valkey":    {Image: "valkey/valkey:8.1", Volume: "/data", Health: []string{"CMD", "valkey-cli", "ping"}, Port: 6379, Scheme: "redis"},
	"memcached": {Image: "memcached:1.6", Port: 11211},
	"rabbitmq": {
		Image: "rabbitmq:4.0", Environment: []Setting{{"RABBITMQ_DEFAULT_USER", "app"}, {"RABBITMQ_DEFAULT_PASS", "${RABBITMQ_PASSWORD}"}},
		Volume: "/var/lib/rabbitmq", Health: []string{"CMD", "rabbitmq-diagnostics", "-q", "check_port_connectivity"},
		User: "app", Password: "RABBITMQ_PASSWORD", Port: 5672, Scheme: "amqp",
	},
	"kafka": {
		Image: "apache/kafka:3.9.0",
		Environment: []Setting{
			{"KAFKA_NODE_ID", "1"}, {"KAFKA_PROCESS_ROLES", "broker,controller"}, {"KAFKA_CONTROLLER_QUORUM_VOTERS", "1@{host}:9093"},
			{"KAFKA_LISTENERS", "PLAINTEXT://:9092,CONTROLLER://:9093"}, {"KAFKA_ADVERTISED_LISTENERS", "PLAINTEXT://{host}:9092"},
			{"KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER"}, {"KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR", "1"},
		},
		Volume: "/var/lib/kafka/data", Health: []string{"CMD-SHELL", "/opt/kafka/bin/kafka-broker-api-versions.sh --bootstrap-server {host}:9092 > /dev/null"}, Port: 9092,
	},
	"nats": {Image: "nats:2.11", Command: "--jetstream --store_dir /data", Volume: "/data", Port: 4222, Scheme: "nats"},
	"elasticsearch": {
		Image: "docker.elastic.co/elasticsearch/elasticsearch:8.17.0", Environment: []Setting{{"discovery.type", "single-node"}, {"xpack.security.enabled", "false"}},
		Volume: "/usr/share/elasticsearch/data", Health: []string{"CMD-SHELL", "curl -fs http://127.0.0.1:9200/_cluster/health > /dev/null"}, Port: 9200, Scheme: "http",
	},
	"opensearch": {
		Image: "opensearchproject/opensearch:2", Environment: []Setting{{"discovery.type", "single-node"}, {"DISABLE_SECURITY_PLUGIN", "true"}, {"DISABLE_INSTALL_DEMO_CONFIG", "true"}},
		Volume: "/usr/share/opensearch/data", Health: []string{"CMD-SHELL", "curl -fs http://127.0.0.1:9200/_cluster/health > /dev/null"}, Port: 9200, Scheme: "http",
	},
	"minio": {
		Image: "minio/minio:latest", Command: "server /data", Environment: []Setting{{"MINIO_ROOT_USER", "app"}, {"MINIO_ROOT_PASSWORD", "${MINIO_PASSWORD}"}},
		Volume: "/data", Health: []string{"CMD", "mc", "ready", "local"}, User: "app", Password: "MINIO_PASSWORD", Port: 9000, Scheme: "http",
	},
	"clickhouse": {
		Image: "clickhouse/clickhouse-server:25.3", Environment: []Setting{{"CLICKHOUSE_USER", "{user}"}, {"CLICKHOUSE_PASSWORD", "${CLICKHOUSE_PASSWORD}"}, {"CLICKHOUSE_DB", "{database}"}},
		Volume: "/var/lib/clickhouse", Initial: initialFolder, Health: []string{"CMD-SHELL", "wget -qO- http://127.0.0.1:8123/ping"},
		User: "app", Password: "CLICKHOUSE_PASSWORD", Database: "app", Port: 8123, Scheme: "http",
	},
	"cassandra": {Image: "cassandra:5.0", Volume: "/var/lib/cassandra", Health: []string{"CMD", "cqlsh", "-e", "describe keyspaces"}, Port: 9042},
	"neo4j": {
		Image: "neo4j:5", Environment: []Setting{{"NEO4J_AUTH", "neo4j/${NEO4J_PASSWORD}"}},
		Volume: "/data", User: "neo4j", Password: "NEO4J_PASSWORD", Port: 7687, Scheme: "bolt",
	},
	"influxdb":    {Image: "influxdb:2.7", Volume: "/var/lib/influxdb2", Health: []string{"CMD", "influx", "ping"}, Port: 8086, Scheme: "http"},
	"couchdb":     {Image: "couchdb:3", Environment: []Setting{{"COUCHDB_USER", "app"}, {"COUCHDB_PASSWORD", "${COUCHDB_PASSWORD}"}}, Volume: "/opt/couchdb/data", User: "app", Password: "COUCHDB_PASSWORD", Port: 5984, Scheme: "http"},
	"etcd":        {Image: "quay.io/coreos/etcd:v3.5.21", Command: "etcd --data-dir /data --listen-client-urls http://0.0.0.0:2379 --advertise-client-urls http://{host}:2379", Volume: "/data", Port: 2379, Scheme: "http"},
	"meilisearch": {Image: "getmeili/meilisearch:v1.12", Volume: "/meili_data", Health: []string{"CMD", "curl", "-fs", "http://127.0.0.1:7700/health"}, Port: 7700, Scheme: "http"},
	"typesense":   {Image: "typesense/typesense:27.1", Command: "--data-dir /data --api-key=${TYPESENSE_API_KEY}", Volume: "/data", Port: 8108, Scheme: "http"},
	"qdrant":      {Image: "qdrant/qdrant:v1.12.5", Volume: "/qdrant/storage", Port: 6333, Scheme: "http"},
	"weaviate":    {Image: "cr.weaviate.io/semitechnologies/weaviate:1.28.2", Environment: []Setting{{"AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED", "true"}, {"PERSISTENCE_DATA_PATH", "/var/lib/weaviate"}}, Volume: "/var/lib/weaviate", Port: 8080, Scheme: "http"},
	"cockroachdb": {Image: "cockroachdb/cockroach:v24.3.2", Command: "start-single-node --insecure", Volume: "/cockroach/cockroach-data", User: "root", Database: "defaultdb", Port: 26257, Scheme: "postgresql"},
	"surrealdb":   {Image: "surrealdb/surrealdb:v2", Command: "start --user root --pass ${SURREALDB_PASSWORD} memory", User: "root", Password: "SURREALDB_PASSWORD", Port: 8000, Scheme: "ws"},
	"sqlserver": {
		Image: "mcr.microsoft.com/mssql/server:2022-latest", Environment: []Setting{{"ACCEPT_EULA", "Y"}, {"MSSQL_SA_PASSWORD", "${MSSQL_SA_PASSWORD}"}},
		Volume: "/var/opt/mssql", User: "sa", Password: "MSSQL_SA_PASSWORD", Database: "master", Port: 1433, Scheme: "sqlserver",
	},
	"zookeeper": {Image: "zookeeper:3.9", Volume: "/data", Port: 2181},
}
