package extract

import "strings"

// Backing services by the id that documents use.
const (
	postgresql    = "postgresql"
	mysql         = "mysql"
	mariadb       = "mariadb"
	sqlserver     = "sqlserver"
	oracle        = "oracle"
	mongodb       = "mongodb"
	redis         = "redis"
	valkey        = "valkey"
	memcached     = "memcached"
	rabbitmq      = "rabbitmq"
	kafka         = "kafka"
	nats          = "nats"
	elasticsearch = "elasticsearch"
	opensearch    = "opensearch"
	minio         = "minio"
	clickhouse    = "clickhouse"
	cassandra     = "cassandra"
	neo4j         = "neo4j"
	influxdb      = "influxdb"
	couchdb       = "couchdb"
	etcd          = "etcd"
	meilisearch   = "meilisearch"
	typesense     = "typesense"
	qdrant        = "qdrant"
	weaviate      = "weaviate"
	cockroachdb   = "cockroachdb"
	surrealdb     = "surrealdb"
	temporal      = "temporal"
	zookeeper     = "zookeeper"
)

// imagesOfBacking gives a backing service by the name of its usual images.
var imagesOfBacking = map[string]string{
	"postgres": postgresql, "postgresql": postgresql, "postgis": postgresql, "timescaledb": postgresql, "timescaledb-ha": postgresql,
	"pgvector": postgresql, "supabase-postgres": postgresql, "alloydbomni": postgresql,
	"mysql": mysql, "mysql-server": mysql, "percona": mysql, "percona-server": mysql, "mariadb": mariadb, "mariadb-galera": mariadb,
	"mongo": mongodb, "mongodb": mongodb, "mongodb-community-server": mongodb,
	"redis": redis, "redis-stack": redis, "redis-stack-server": redis, "redismod": redis, "keydb": redis, "dragonfly": redis, "valkey": valkey,
	"memcached": memcached, "rabbitmq": rabbitmq, "kafka": kafka, "cp-kafka": kafka, "redpanda": kafka, "kafka-native": kafka,
	"nats": nats, "nats-streaming": nats, "elasticsearch": elasticsearch, "opensearch": opensearch,
	"minio": minio, "clickhouse-server": clickhouse, "clickhouse": clickhouse, "cassandra": cassandra, "scylla": cassandra,
	"neo4j": neo4j, "influxdb": influxdb, "couchdb": couchdb, "etcd": etcd, "meilisearch": meilisearch, "typesense": typesense,
	"qdrant": qdrant, "weaviate": weaviate, "cockroach": cockroachdb, "surrealdb": surrealdb, "zookeeper": zookeeper, "cp-zookeeper": zookeeper,
	"auto-setup": temporal, "azure-sql-edge": sqlserver, "mssql-server": sqlserver, "oracle-xe": oracle, "oracle-free": oracle,
}

// backingImage gives the backing service that an image is, "" for any other.
func backingImage(image string) string {
	if strings.Contains(image, "mssql/server") {
		return sqlserver
	}
	return imagesOfBacking[imageName(image)]
}

// driversOfBacking lists the client libraries by which a service shows what it
// talks to, as the ecosystems' registries name them. A trailing star matches a
// prefix. Object mappers that serve several databases are not listed.
var driversOfBacking = map[string][]string{
	postgresql: {
		"pg", "pg-promise", "postgres", "@neondatabase/serverless", "@vercel/postgres", "pg-native", "@prisma/adapter-pg",
		"@fastify/postgres", "@keyv/postgres", "connect-pg-simple", "slonik", "pg-boss", "@mikro-orm/postgresql",
		"psycopg", "psycopg2", "psycopg2-binary", "psycopg-binary", "asyncpg", "aiopg", "pg8000", "psycopg2cffi", "pgvector", "py-postgresql",
		"sequel_pg", "activerecord-postgis-adapter", "activerecord-postgresql-adapter", "que", "good_job",
		"Npgsql", "Npgsql.*", "Marten", "Aspire.Npgsql*", "Hangfire.PostgreSql",
		"org.postgresql:postgresql", "org.postgresql:r2dbc-postgresql", "io.r2dbc:r2dbc-postgresql", "com.impossibl.pgjdbc-ng:*", "io.quarkus:quarkus-jdbc-postgresql",
		"io.quarkus:quarkus-reactive-pg-client", "io.vertx:vertx-pg-client",
		"github.com/lib/pq", "github.com/jackc/pgx*", "github.com/jackc/pgconn", "gorm.io/driver/postgres", "github.com/go-pg/pg*", "github.com/uptrace/bun/driver/pgdriver",
		"tokio-postgres", "deadpool-postgres", "pq-sys", "sqlx-postgres", "bb8-postgres", "mobc-postgres", "r2d2_postgres", "postgrex", "epgsql",
		"ext-pgsql", "ext-pdo_pgsql", "postgresql", "will/crystal-pg", "postgresql-simple", "hasql", "persistent-postgresql", "pgo", "pog", "postgres-nio", "fluent-postgres-driver",
	},
	mysql: {
		"mysql", "mysql2", "@planetscale/database", "express-mysql-session", "@fastify/mysql", "@mikro-orm/mysql",
		"mysqlclient", "pymysql", "PyMySQL", "aiomysql", "asyncmy", "mysql-connector-python", "mysql-connector", "flask-mysqldb", "Flask-MySQLdb", "flask-mysql",
		"trilogy", "MySql.Data", "MySqlConnector", "Pomelo.EntityFrameworkCore.MySql", "MySql.EntityFrameworkCore", "MySql.Data.EntityFrameworkCore",
		"mysql:mysql-connector-java", "com.mysql:mysql-connector-j", "io.asyncer:r2dbc-mysql", "dev.miku:r2dbc-mysql", "io.quarkus:quarkus-jdbc-mysql",
		"github.com/go-sql-driver/mysql", "gorm.io/driver/mysql", "mysql_async*", "mysqlclient-sys", "sqlx-mysql", "myxql", "mariaex", "ext-mysqli", "ext-pdo_mysql",
		"fluent-mysql-driver", "mysql-simple", "persistent-mysql",
	},
	mariadb: {"mariadb", "org.mariadb.jdbc:mariadb-java-client", "org.mariadb:r2dbc-mariadb", "@mikro-orm/mariadb", "io.quarkus:quarkus-jdbc-mariadb"},
	sqlserver: {
		"mssql", "tedious", "pymssql", "django-mssql-backend", "mssql-django", "activerecord-sqlserver-adapter", "tiny_tds",
		"Microsoft.Data.SqlClient", "System.Data.SqlClient", "Microsoft.EntityFrameworkCore.SqlServer", "Hangfire.SqlServer", "Aspire.Microsoft.*SqlServer",
		"com.microsoft.sqlserver:mssql-jdbc", "io.r2dbc:r2dbc-mssql", "io.quarkus:quarkus-jdbc-mssql", "github.com/denisenkom/go-mssqldb", "github.com/microsoft/go-mssqldb*", "gorm.io/driver/sqlserver",
		"tiberius", "tds", "ext-sqlsrv", "ext-pdo_sqlsrv",
	},
	oracle: {
		"oracledb", "cx_Oracle", "cx-oracle", "ruby-oci8", "activerecord-oracle_enhanced-adapter", "Oracle.ManagedDataAccess*", "Oracle.EntityFrameworkCore",
		"com.oracle.database.jdbc:*", "com.oracle.ojdbc:*", "github.com/godror/godror", "github.com/sijms/go-ora*",
	},
	mongodb: {
		"mongodb", "mongoose", "@nestjs/mongoose", "@typegoose/typegoose", "monk", "mongojs", "connect-mongo", "@fastify/mongodb", "@mikro-orm/mongodb", "papr",
		"pymongo", "motor", "mongoengine", "flask-pymongo", "Flask-PyMongo", "flask-mongoengine", "beanie", "djongo", "odmantic", "umongo",
		"mongo", "mongoid", "MongoDB.Driver", "MongoDB.EntityFrameworkCore", "Aspire.MongoDB*",
		"org.mongodb:*", "org.springframework.boot:spring-boot-starter-data-mongodb*", "io.quarkus:quarkus-mongodb*", "dev.morphia.morphia:*", "org.litote.kmongo:*",
		"go.mongodb.org/mongo-driver*", "gopkg.in/mgo.v2", "github.com/globalsign/mgo", "mongodb_driver", "mongodb_ecto", "ext-mongodb", "mongodb/mongodb", "mongodb/laravel-mongodb", "jenssegers/mongodb",
	},
	redis: {
		"redis", "ioredis", "bull", "bullmq", "bee-queue", "connect-redis", "@redis/client", "@nestjs/bull", "@nestjs/bullmq", "cache-manager-redis-store",
		"cache-manager-ioredis*", "@fastify/redis", "rate-limit-redis", "@socket.io/redis-adapter", "@keyv/redis", "resque", "redis-om",
		"aioredis", "django-redis", "rq", "django-rq", "flask-redis", "channels-redis", "channels_redis", "arq", "hiredis", "walrus",
		"sidekiq", "redis-client", "redis-rails", "redis-namespace", "resque-scheduler", "redis-store", "hiredis-client",
		"StackExchange.Redis", "Microsoft.Extensions.Caching.StackExchangeRedis", "ServiceStack.Redis", "Aspire.StackExchange.Redis*", "FreeRedis",
		"redis.clients:jedis", "io.lettuce:lettuce-core", "org.redisson:*", "org.springframework.boot:spring-boot-starter-data-redis*", "org.springframework.session:spring-session-data-redis", "io.quarkus:quarkus-redis-client",
		"github.com/redis/go-redis*", "github.com/go-redis/redis*", "github.com/gomodule/redigo", "github.com/redis/rueidis", "github.com/hibiken/asynq", "github.com/gocraft/work",
		"deadpool-redis", "fred", "bb8-redis", "redix", "exq", "predis/predis", "ext-redis", "laravel/horizon", "jedis", "com.taoensso/carmine", "hedis",
	},
	valkey: {"@valkey/valkey-glide", "iovalkey", "valkey", "valkey-glide", "github.com/valkey-io/valkey-go*", "io.valkey:*"},
	memcached: {
		"memcached", "memjs", "pymemcache", "pylibmc", "python-memcached", "aiomcache", "dalli", "EnyimMemcachedCore", "net.spy:spymemcached", "com.googlecode.xmemcached:xmemcached",
		"github.com/bradfitz/gomemcache*", "memcache", "ext-memcached", "ext-memcache",
	},
	rabbitmq: {
		"amqplib", "amqp-connection-manager", "rascal", "@golevelup/nestjs-rabbitmq", "rabbitmq-client", "pika", "aio-pika", "aio_pika", "aioamqp",
		"bunny", "sneakers", "hutch", "kicks", "RabbitMQ.Client", "MassTransit.RabbitMQ", "EasyNetQ", "Aspire.RabbitMQ*",
		"com.rabbitmq:amqp-client", "org.springframework.boot:spring-boot-starter-amqp", "org.springframework.amqp:spring-rabbit", "org.springframework.cloud:spring-cloud-starter-stream-rabbit", "io.quarkus:quarkus-smallrye-reactive-messaging-rabbitmq", "io.quarkus:quarkus-messaging-rabbitmq",
		"github.com/rabbitmq/amqp091-go", "github.com/streadway/amqp", "lapin", "amqprs", "amqp", "broadway_rabbitmq", "php-amqplib/php-amqplib", "ext-amqp", "vladimir-yuldashev/laravel-queue-rabbitmq", "enqueue/amqp*",
	},
	kafka: {
		"kafkajs", "node-rdkafka", "kafka-node", "@confluentinc/kafka-javascript", "kafka-python", "confluent-kafka", "aiokafka", "faust", "faust-streaming",
		"ruby-kafka", "rdkafka", "karafka", "racecar", "Confluent.Kafka", "MassTransit.Kafka", "Aspire.Confluent.Kafka",
		"org.apache.kafka:kafka-clients", "org.apache.kafka:kafka-streams", "org.springframework.kafka:spring-kafka", "org.springframework.cloud:spring-cloud-starter-stream-kafka", "io.quarkus:quarkus-kafka-client", "io.quarkus:quarkus-smallrye-reactive-messaging-kafka", "io.quarkus:quarkus-messaging-kafka",
		"github.com/segmentio/kafka-go", "github.com/confluentinc/confluent-kafka-go*", "github.com/ibm/sarama", "github.com/IBM/sarama", "github.com/Shopify/sarama", "github.com/twmb/franz-go*",
		"kafka_ex", "brod", "broadway_kafka", "ext-rdkafka", "mateusjunges/laravel-kafka",
	},
	nats: {
		"nats", "@nats-io/transport-node", "@nats-io/jetstream", "nats-py", "asyncio-nats-client", "nats-pure", "NATS.Client*", "NATS.Net", "io.nats:jnats",
		"github.com/nats-io/nats.go", "github.com/nats-io/stan.go", "async-nats", "gnat",
	},
	elasticsearch: {
		"@elastic/elasticsearch", "elasticsearch", "elasticsearch-dsl", "django-elasticsearch-dsl", "searchkick", "elasticsearch-rails", "elasticsearch-model", "NEST", "Elasticsearch.Net", "Elastic.Clients.Elasticsearch",
		"co.elastic.clients:*", "org.elasticsearch.client:*", "org.springframework.boot:spring-boot-starter-data-elasticsearch", "github.com/elastic/go-elasticsearch*", "github.com/olivere/elastic*", "elasticsearch/elasticsearch",
	},
	opensearch: {"@opensearch-project/opensearch", "opensearch-py", "opensearch-ruby", "OpenSearch.Client", "org.opensearch.client:*", "github.com/opensearch-project/opensearch-go*", "opensearch"},
	minio:      {"minio", "io.minio:minio", "github.com/minio/minio-go*", "Minio"},
	clickhouse: {
		"@clickhouse/client", "clickhouse", "clickhouse-driver", "clickhouse-connect", "aiochclient", "click_house", "ClickHouse.Client", "com.clickhouse:*", "ru.yandex.clickhouse:*", "github.com/ClickHouse/clickhouse-go*", "clickhouse-rs", "ch",
	},
	cassandra:   {"cassandra-driver", "scylla-driver", "CassandraCSharpDriver", "com.datastax.oss:*", "com.datastax.cassandra:*", "org.springframework.boot:spring-boot-starter-data-cassandra*", "github.com/gocql/gocql", "scylla", "xandra", "cdrs"},
	neo4j:       {"neo4j-driver", "neo4j", "neomodel", "py2neo", "activegraph", "Neo4j.Driver", "org.neo4j.driver:*", "org.springframework.boot:spring-boot-starter-data-neo4j", "github.com/neo4j/neo4j-go-driver*", "neo4rs", "bolt_sips"},
	influxdb:    {"@influxdata/influxdb-client", "influx", "influxdb-client", "influxdb", "InfluxDB.Client", "com.influxdb:*", "github.com/influxdata/influxdb-client-go*"},
	couchdb:     {"nano", "couchdb", "CouchDB.NET", "github.com/go-kivik/kivik*"},
	etcd:        {"etcd3", "etcd3-py", "io.etcd:jetcd-core", "go.etcd.io/etcd/client*", "etcd-client", "dotnet-etcd"},
	meilisearch: {"meilisearch", "meilisearch-python-sdk", "meilisearch-rails", "MeiliSearch", "com.meilisearch.sdk:*", "github.com/meilisearch/meilisearch-go", "meilisearch-sdk", "meilisearch/meilisearch-php"},
	typesense:   {"typesense", "github.com/typesense/typesense-go*", "typesense/typesense-php"},
	qdrant:      {"@qdrant/js-client-rest", "qdrant-client", "github.com/qdrant/go-client", "io.qdrant:client", "Qdrant.Client"},
	weaviate:    {"weaviate-client", "weaviate-ts-client", "github.com/weaviate/weaviate-go-client*"},
	surrealdb:   {"surrealdb", "surrealdb.js"},
	temporal:    {"@temporalio/worker", "@temporalio/client", "temporalio", "go.temporal.io/sdk", "io.temporal:temporal-sdk", "Temporalio"},
}

// schemesOfBacking gives a backing service by the scheme of a connection
// string, and by the names that Prisma, Rails, Laravel, Django and Spring use
// for their adapters.
var schemesOfBacking = map[string]string{
	"postgres": postgresql, "postgresql": postgresql, "pgsql": postgresql, "postgis": postgresql, "postgresql+psycopg2": postgresql,
	"postgresql+asyncpg": postgresql, "postgresql+psycopg": postgresql, "postgres+asyncpg": postgresql, "jdbc:postgresql": postgresql, "r2dbc:postgresql": postgresql,
	"mysql": mysql, "mysql2": mysql, "myxql": mysql, "trilogy": mysql, "mysql+pymysql": mysql, "mysql+aiomysql": mysql, "mysql+mysqldb": mysql, "jdbc:mysql": mysql, "r2dbc:mysql": mysql,
	"mariadb": mariadb, "jdbc:mariadb": mariadb, "r2dbc:mariadb": mariadb, "mariadb+pymysql": mariadb,
	"sqlserver": sqlserver, "mssql": sqlserver, "jdbc:sqlserver": sqlserver, "sqlsrv": sqlserver, "mssql+pyodbc": sqlserver,
	"mongodb": mongodb, "mongodb+srv": mongodb, "redis": redis, "rediss": redis, "valkey": valkey, "amqp": rabbitmq, "amqps": rabbitmq,
	"nats": nats, "clickhouse": clickhouse, "cockroachdb": cockroachdb, "jdbc:oracle": oracle, "oracle": oracle, "neo4j": neo4j, "bolt": neo4j, "jdbc:clickhouse": clickhouse,
}

// familyOfBacking groups services of which a program usually uses one: where a
// connection string or a compose file names one of a family, a driver for
// another of it is only there for choice.
var familyOfBacking = map[string]string{
	postgresql: "relational", mysql: "relational", mariadb: "relational", sqlserver: "relational", oracle: "relational", cockroachdb: "relational",
	redis: "redis", valkey: "redis", elasticsearch: "search", opensearch: "search",
}

// sameProtocol are services whose clients are the same: what the compose file
// starts is the one that is meant.
var sameProtocol = map[string]string{mysql: mariadb, mariadb: mysql, redis: valkey, valkey: redis, postgresql: cockroachdb, cockroachdb: postgresql}
