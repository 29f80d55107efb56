package backing

// drivers lists the client libraries by which a program shows what it talks
// to, as the ecosystems' registries name them. A trailing star matches a
// prefix. Object mappers that serve several databases are not listed.
var drivers = map[string][]string{
	PostgreSQL: {
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
	MySQL: {
		"mysql", "mysql2", "@planetscale/database", "express-mysql-session", "@fastify/mysql", "@mikro-orm/mysql",
		"mysqlclient", "pymysql", "PyMySQL", "aiomysql", "asyncmy", "mysql-connector-python", "mysql-connector", "flask-mysqldb", "Flask-MySQLdb", "flask-mysql",
		"trilogy", "MySql.Data", "MySqlConnector", "Pomelo.EntityFrameworkCore.MySql", "MySql.EntityFrameworkCore", "MySql.Data.EntityFrameworkCore",
		"mysql:mysql-connector-java", "com.mysql:mysql-connector-j", "io.asyncer:r2dbc-mysql", "dev.miku:r2dbc-mysql", "io.quarkus:quarkus-jdbc-mysql",
		"github.com/go-sql-driver/mysql", "gorm.io/driver/mysql", "mysql_async*", "mysqlclient-sys", "sqlx-mysql", "myxql", "mariaex", "ext-mysqli", "ext-pdo_mysql",
		"fluent-mysql-driver", "mysql-simple", "persistent-mysql",
	},
	MariaDB: {"mariadb", "org.mariadb.jdbc:mariadb-java-client", "org.mariadb:r2dbc-mariadb", "@mikro-orm/mariadb", "io.quarkus:quarkus-jdbc-mariadb"},
	SQLServer: {
		"mssql", "tedious", "pymssql", "django-mssql-backend", "mssql-django", "activerecord-sqlserver-adapter", "tiny_tds",
		"Microsoft.Data.SqlClient", "System.Data.SqlClient", "Microsoft.EntityFrameworkCore.SqlServer", "Hangfire.SqlServer", "Aspire.Microsoft.*SqlServer",
		"com.microsoft.sqlserver:mssql-jdbc", "io.r2dbc:r2dbc-mssql", "io.quarkus:quarkus-jdbc-mssql", "github.com/denisenkom/go-mssqldb", "github.com/microsoft/go-mssqldb*", "gorm.io/driver/sqlserver",
		"tiberius", "tds", "ext-sqlsrv", "ext-pdo_sqlsrv",
	},
	Oracle: {
		"oracledb", "cx_Oracle", "cx-oracle", "ruby-oci8", "activerecord-oracle_enhanced-adapter", "Oracle.ManagedDataAccess*", "Oracle.EntityFrameworkCore",
		"com.oracle.database.jdbc:*", "com.oracle.ojdbc:*", "github.com/godror/godror", "github.com/sijms/go-ora*",
	},
	MongoDB: {
		"mongodb", "mongoose", "@nestjs/mongoose", "@typegoose/typegoose", "monk", "mongojs", "connect-mongo", "@fastify/mongodb", "@mikro-orm/mongodb", "papr",
		"pymongo", "motor", "mongoengine", "flask-pymongo", "Flask-PyMongo", "flask-mongoengine", "beanie", "djongo", "odmantic", "umongo",
		"mongo", "mongoid", "MongoDB.Driver", "MongoDB.EntityFrameworkCore", "Aspire.MongoDB*",
		"org.mongodb:*", "org.springframework.boot:spring-boot-starter-data-mongodb*", "io.quarkus:quarkus-mongodb*", "dev.morphia.morphia:*", "org.litote.kmongo:*",
		"go.mongodb.org/mongo-driver*", "gopkg.in/mgo.v2", "github.com/globalsign/mgo", "mongodb_driver", "mongodb_ecto", "ext-mongodb", "mongodb/mongodb", "mongodb/laravel-mongodb", "jenssegers/mongodb",
	},
	Redis: {
		"redis", "ioredis", "bull", "bullmq", "bee-queue", "connect-redis", "@redis/client", "@nestjs/bull", "@nestjs/bullmq", "cache-manager-redis-store",
		"cache-manager-ioredis*", "@fastify/redis", "rate-limit-redis", "@socket.io/redis-adapter", "@keyv/redis", "resque", "redis-om",
		"aioredis", "django-redis", "rq", "django-rq", "flask-redis", "channels-redis", "channels_redis", "arq", "hiredis", "walrus",
		"sidekiq", "redis-client", "redis-rails", "redis-namespace", "resque-scheduler", "redis-store", "hiredis-client",
		"StackExchange.Redis", "Microsoft.Extensions.Caching.StackExchangeRedis", "ServiceStack.Redis", "Aspire.StackExchange.Redis*", "FreeRedis",
		"redis.clients:jedis", "io.lettuce:lettuce-core", "org.redisson:*", "org.springframework.boot:spring-boot-starter-data-redis*", "org.springframework.session:spring-session-data-redis", "io.quarkus:quarkus-redis-client",
		"github.com/redis/go-redis*", "github.com/go-redis/redis*", "github.com/gomodule/redigo", "github.com/redis/rueidis", "github.com/hibiken/asynq", "github.com/gocraft/work",
		"deadpool-redis", "fred", "bb8-redis", "redix", "exq", "predis/predis", "ext-redis", "laravel/horizon", "jedis", "com.taoensso/carmine", "hedis",
	},
	Valkey: {"@valkey/valkey-glide", "iovalkey", "valkey", "valkey-glide", "github.com/valkey-io/valkey-go*", "io.valkey:*"},
	Memcached: {
		"memcached", "memjs", "pymemcache", "pylibmc", "python-memcached", "aiomcache", "dalli", "EnyimMemcachedCore", "net.spy:spymemcached", "com.googlecode.xmemcached:xmemcached",
		"github.com/bradfitz/gomemcache*", "memcache", "ext-memcached", "ext-memcache",
	},
	RabbitMQ: {
		"amqplib", "amqp-connection-manager", "rascal", "@golevelup/nestjs-rabbitmq", "rabbitmq-client", "pika", "aio-pika", "aio_pika", "aioamqp",
		"bunny", "sneakers", "hutch", "kicks", "RabbitMQ.Client", "MassTransit.RabbitMQ", "EasyNetQ", "Aspire.RabbitMQ*",
		"com.rabbitmq:amqp-client", "org.springframework.boot:spring-boot-starter-amqp", "org.springframework.amqp:spring-rabbit", "org.springframework.cloud:spring-cloud-starter-stream-rabbit", "io.quarkus:quarkus-smallrye-reactive-messaging-rabbitmq", "io.quarkus:quarkus-messaging-rabbitmq",
		"github.com/rabbitmq/amqp091-go", "github.com/streadway/amqp", "lapin", "amqprs", "amqp", "broadway_rabbitmq", "php-amqplib/php-amqplib", "ext-amqp", "vladimir-yuldashev/laravel-queue-rabbitmq", "enqueue/amqp*",
	},
	ZooKeeper: {
		"node-zookeeper-client", "kazoo", "github.com/go-zookeeper/zk", "github.com/samuel/go-zookeeper", "org.apache.curator:curator-framework", "org.apache.curator:curator-recipes",
		"zookeeper-client", "ZooKeeperNetEx",
	},
	Kafka: {
		"kafkajs", "node-rdkafka", "kafka-node", "@confluentinc/kafka-javascript", "kafka-python", "confluent-kafka", "aiokafka", "faust", "faust-streaming",
		"ruby-kafka", "rdkafka", "karafka", "racecar", "Confluent.Kafka", "MassTransit.Kafka", "Aspire.Confluent.Kafka",
		"org.apache.kafka:kafka-clients", "org.apache.kafka:kafka-streams", "org.springframework.kafka:spring-kafka", "org.springframework.cloud:spring-cloud-starter-stream-kafka", "io.quarkus:quarkus-kafka-client", "io.quarkus:quarkus-smallrye-reactive-messaging-kafka", "io.quarkus:quarkus-messaging-kafka",
		"github.com/segmentio/kafka-go", "github.com/confluentinc/confluent-kafka-go*", "github.com/ibm/sarama", "github.com/IBM/sarama", "github.com/Shopify/sarama", "github.com/twmb/franz-go*",
		"kafka_ex", "brod", "broadway_kafka", "ext-rdkafka", "mateusjunges/laravel-kafka",
	},
	NATS: {
		"nats", "@nats-io/transport-node", "@nats-io/jetstream", "nats-py", "asyncio-nats-client", "nats-pure", "NATS.Client*", "NATS.Net", "io.nats:jnats",
		"github.com/nats-io/nats.go", "github.com/nats-io/stan.go", "async-nats", "gnat",
	},
	Elasticsearch: {
		"@elastic/elasticsearch", "elasticsearch", "elasticsearch-dsl", "django-elasticsearch-dsl", "searchkick", "elasticsearch-rails", "elasticsearch-model", "NEST", "Elasticsearch.Net", "Elastic.Clients.Elasticsearch",
		"co.elastic.clients:*", "org.elasticsearch.client:*", "org.springframework.boot:spring-boot-starter-data-elasticsearch", "github.com/elastic/go-elasticsearch*", "github.com/olivere/elastic*", "elasticsearch/elasticsearch",
	},
	OpenSearch: {"@opensearch-project/opensearch", "opensearch-py", "opensearch-ruby", "OpenSearch.Client", "org.opensearch.client:*", "github.com/opensearch-project/opensearch-go*", "opensearch"},
	MinIO:      {"minio", "io.minio:minio", "github.com/minio/minio-go*", "Minio"},
	ClickHouse: {
		"@clickhouse/client", "clickhouse", "clickhouse-driver", "clickhouse-connect", "aiochclient", "click_house", "ClickHouse.Client", "com.clickhouse:*", "ru.yandex.clickhouse:*", "github.com/ClickHouse/clickhouse-go*", "clickhouse-rs", "ch",
	},
	Cassandra:   {"cassandra-driver", "scylla-driver", "CassandraCSharpDriver", "com.datastax.oss:*", "com.datastax.cassandra:*", "org.springframework.boot:spring-boot-starter-data-cassandra*", "github.com/gocql/gocql", "scylla", "xandra", "cdrs"},
	Neo4j:       {"neo4j-driver", "neo4j", "neomodel", "py2neo", "activegraph", "Neo4j.Driver", "org.neo4j.driver:*", "org.springframework.boot:spring-boot-starter-data-neo4j", "github.com/neo4j/neo4j-go-driver*", "neo4rs", "bolt_sips"},
	InfluxDB:    {"@influxdata/influxdb-client", "influx", "influxdb-client", "influxdb", "InfluxDB.Client", "com.influxdb:*", "github.com/influxdata/influxdb-client-go*"},
	CouchDB:     {"nano", "couchdb", "CouchDB.NET", "github.com/go-kivik/kivik*"},
	Etcd:        {"etcd3", "etcd3-py", "io.etcd:jetcd-core", "go.etcd.io/etcd/client*", "etcd-client", "dotnet-etcd"},
	Meilisearch: {"meilisearch", "meilisearch-python-sdk", "meilisearch-rails", "MeiliSearch", "com.meilisearch.sdk:*", "github.com/meilisearch/meilisearch-go", "meilisearch-sdk", "meilisearch/meilisearch-php"},
	Typesense:   {"typesense", "github.com/typesense/typesense-go*", "typesense/typesense-php"},
	Qdrant:      {"@qdrant/js-client-rest", "qdrant-client", "github.com/qdrant/go-client", "io.qdrant:client", "Qdrant.Client"},
	Weaviate:    {"weaviate-client", "weaviate-ts-client", "github.com/weaviate/weaviate-go-client*"},
	SurrealDB:   {"surrealdb", "surrealdb.js"},
	Temporal:    {"@temporalio/worker", "@temporalio/client", "temporalio", "go.temporal.io/sdk", "io.temporal:temporal-sdk", "Temporalio"},
}
