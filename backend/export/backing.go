package export

// backing is a data service that a compose file can start beside the
// services. The images are the official ones, with a major version. {host} in
// a text is the name of its service.
type backing struct {
	image       string
	command     string // one line, "" for the image's own
	environment [][2]string
	volume      string   // where the data lies; "" for none
	health      []string // compose's test
	user        string   // what it is called where a URL needs it
	password    string   // compose's reference to the password
	database    string
	port        string
	scheme      string // of its URL; "" where there is none
}

// required makes compose stop with a word on what to set.
func required(name string) string { return "${" + name + ":?set " + name + " in the file .env}" }

// backings gives each by the id that documents use.
func backings(id string) (backing, bool) {
	b, ok := backingTable()[id]
	return b, ok
}

func backingTable() map[string]backing {
	postgres := required("POSTGRES_PASSWORD")
	mysql := required("MYSQL_PASSWORD")
	return map[string]backing{
		"postgresql": {
			image: "postgres:17", environment: [][2]string{{"POSTGRES_USER", "app"}, {"POSTGRES_PASSWORD", postgres}, {"POSTGRES_DB", "app"}},
			volume: "/var/lib/postgresql/data", health: []string{"CMD-SHELL", "pg_isready -U app -d app"},
			user: "app", password: postgres, database: "app", port: "5432", scheme: "postgresql",
		},
		"mysql": {
			image: "mysql:8.4", environment: [][2]string{{"MYSQL_USER", "app"}, {"MYSQL_PASSWORD", mysql}, {"MYSQL_DATABASE", "app"}, {"MYSQL_RANDOM_ROOT_PASSWORD", "1"}},
			volume: "/var/lib/mysql", health: []string{"CMD-SHELL", `mysqladmin ping -h 127.0.0.1 -u app -p"$$MYSQL_PASSWORD"`},
			user: "app", password: mysql, database: "app", port: "3306", scheme: "mysql",
		},
		"mariadb": {
			image: "mariadb:11.4", environment: [][2]string{{"MARIADB_USER", "app"}, {"MARIADB_PASSWORD", mysql}, {"MARIADB_DATABASE", "app"}, {"MARIADB_RANDOM_ROOT_PASSWORD", "1"}},
			volume: "/var/lib/mysql", health: []string{"CMD", "healthcheck.sh", "--connect", "--innodb_initialized"},
			user: "app", password: mysql, database: "app", port: "3306", scheme: "mysql",
		},
		"mongodb": {
			image: "mongo:8.0", volume: "/data/db", health: []string{"CMD", "mongosh", "--quiet", "--eval", "db.adminCommand('ping')"},
			database: "app", port: "27017", scheme: "mongodb",
		},
		"redis":     {image: "redis:7.4-bookworm", volume: "/data", health: []string{"CMD", "redis-cli", "ping"}, port: "6379", scheme: "redis"},
		"valkey":    {image: "valkey/valkey:8-bookworm", volume: "/data", health: []string{"CMD", "valkey-cli", "ping"}, port: "6379", scheme: "redis"},
		"memcached": {image: "memcached:1.6-bookworm", port: "11211"},
		"rabbitmq": {
			image: "rabbitmq:4.0", environment: [][2]string{{"RABBITMQ_DEFAULT_USER", "app"}, {"RABBITMQ_DEFAULT_PASS", required("RABBITMQ_PASSWORD")}},
			volume: "/var/lib/rabbitmq", health: []string{"CMD", "rabbitmq-diagnostics", "-q", "ping"},
			user: "app", password: required("RABBITMQ_PASSWORD"), port: "5672", scheme: "amqp",
		},
		"kafka": {
			image: "apache/kafka:3.9.0",
			environment: [][2]string{
				{"KAFKA_NODE_ID", "1"}, {"KAFKA_PROCESS_ROLES", "broker,controller"}, {"KAFKA_CONTROLLER_QUORUM_VOTERS", "1@{host}:9093"},
				{"KAFKA_LISTENERS", "PLAINTEXT://:9092,CONTROLLER://:9093"}, {"KAFKA_ADVERTISED_LISTENERS", "PLAINTEXT://{host}:9092"},
				{"KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER"}, {"KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR", "1"},
			},
			volume: "/var/lib/kafka/data", health: []string{"CMD-SHELL", "/opt/kafka/bin/kafka-broker-api-versions.sh --bootstrap-server {host}:9092 > /dev/null"}, port: "9092",
		},
		"nats": {image: "nats:2.11", command: "--jetstream --store_dir /data", volume: "/data", port: "4222", scheme: "nats"},
		"elasticsearch": {
			image: "docker.elastic.co/elasticsearch/elasticsearch:8.17.0", environment: [][2]string{{"discovery.type", "single-node"}, {"xpack.security.enabled", "false"}},
			volume: "/usr/share/elasticsearch/data", health: []string{"CMD-SHELL", "curl -fs http://127.0.0.1:9200/_cluster/health > /dev/null"}, port: "9200", scheme: "http",
		},
		"opensearch": {
			image: "opensearchproject/opensearch:2", environment: [][2]string{{"discovery.type", "single-node"}, {"DISABLE_SECURITY_PLUGIN", "true"}, {"DISABLE_INSTALL_DEMO_CONFIG", "true"}},
			volume: "/usr/share/opensearch/data", health: []string{"CMD-SHELL", "curl -fs http://127.0.0.1:9200/_cluster/health > /dev/null"}, port: "9200", scheme: "http",
		},
		"minio": {
			image: "minio/minio:latest", command: "server /data", environment: [][2]string{{"MINIO_ROOT_USER", "app"}, {"MINIO_ROOT_PASSWORD", required("MINIO_PASSWORD")}},
			volume: "/data", health: []string{"CMD", "mc", "ready", "local"}, user: "app", password: required("MINIO_PASSWORD"), port: "9000", scheme: "http",
		},
		"clickhouse": {
			image: "clickhouse/clickhouse-server:25.3", environment: [][2]string{{"CLICKHOUSE_USER", "app"}, {"CLICKHOUSE_PASSWORD", required("CLICKHOUSE_PASSWORD")}, {"CLICKHOUSE_DB", "app"}},
			volume: "/var/lib/clickhouse", health: []string{"CMD-SHELL", "wget -qO- http://127.0.0.1:8123/ping"},
			user: "app", password: required("CLICKHOUSE_PASSWORD"), database: "app", port: "8123", scheme: "http",
		},
		"cassandra": {image: "cassandra:5.0", volume: "/var/lib/cassandra", health: []string{"CMD", "cqlsh", "-e", "describe keyspaces"}, port: "9042"},
		"neo4j": {
			image: "neo4j:5", environment: [][2]string{{"NEO4J_AUTH", "neo4j/" + required("NEO4J_PASSWORD")}},
			volume: "/data", user: "neo4j", password: required("NEO4J_PASSWORD"), port: "7687", scheme: "bolt",
		},
		"influxdb":    {image: "influxdb:2.7", volume: "/var/lib/influxdb2", health: []string{"CMD", "influx", "ping"}, port: "8086", scheme: "http"},
		"couchdb":     {image: "couchdb:3", environment: [][2]string{{"COUCHDB_USER", "app"}, {"COUCHDB_PASSWORD", required("COUCHDB_PASSWORD")}}, volume: "/opt/couchdb/data", user: "app", password: required("COUCHDB_PASSWORD"), port: "5984", scheme: "http"},
		"etcd":        {image: "quay.io/coreos/etcd:v3.5.17", command: "etcd --data-dir /data --listen-client-urls http://0.0.0.0:2379 --advertise-client-urls http://{host}:2379", volume: "/data", port: "2379", scheme: "http"},
		"meilisearch": {image: "getmeili/meilisearch:v1.12", volume: "/meili_data", health: []string{"CMD", "curl", "-fs", "http://127.0.0.1:7700/health"}, port: "7700", scheme: "http"},
		"typesense":   {image: "typesense/typesense:27.1", command: "--data-dir /data --api-key=" + required("TYPESENSE_API_KEY"), volume: "/data", port: "8108", scheme: "http"},
		"qdrant":      {image: "qdrant/qdrant:v1.12.5", volume: "/qdrant/storage", port: "6333", scheme: "http"},
		"weaviate":    {image: "cr.weaviate.io/semitechnologies/weaviate:1.28.2", environment: [][2]string{{"AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED", "true"}, {"PERSISTENCE_DATA_PATH", "/var/lib/weaviate"}}, volume: "/var/lib/weaviate", port: "8080", scheme: "http"},
		"cockroachdb": {image: "cockroachdb/cockroach:v24.3.2", command: "start-single-node --insecure", volume: "/cockroach/cockroach-data", user: "root", database: "defaultdb", port: "26257", scheme: "postgresql"},
		"surrealdb":   {image: "surrealdb/surrealdb:v2", command: "start --user root --pass " + required("SURREALDB_PASSWORD") + " memory", user: "root", password: required("SURREALDB_PASSWORD"), port: "8000", scheme: "ws"},
		"sqlserver": {
			image: "mcr.microsoft.com/mssql/server:2022-latest", environment: [][2]string{{"ACCEPT_EULA", "Y"}, {"MSSQL_SA_PASSWORD", required("MSSQL_SA_PASSWORD")}},
			volume: "/var/opt/mssql", user: "sa", password: required("MSSQL_SA_PASSWORD"), database: "master", port: "1433", scheme: "sqlserver",
		},
		"zookeeper": {image: "zookeeper:3.9", volume: "/data", port: "2181"},
	}
}

// url gives the address a program reaches it at.
func (b backing) url(host, scheme string) string {
	who := b.user
	if b.password != "" {
		who += ":" + b.password
	}
	if who != "" {
		who += "@"
	}
	u := scheme + "://" + who + host + ":" + b.port
	if b.database != "" {
		u += "/" + b.database
	}
	return u
}
