package backing

var postgresql = Service{
	ID: PostgreSQL, Title: "PostgreSQL",
	Image: "postgres:17",
	Environment: []Setting{
		{"POSTGRES_USER", "{user}"},
		{"POSTGRES_PASSWORD", "${POSTGRES_PASSWORD}"},
		{"POSTGRES_DB", "{database}"},
	},
	Volume: "/var/lib/postgresql/data", Initial: initialFolder,
	Health: []string{"CMD-SHELL", "pg_isready -h 127.0.0.1 -U {user} -d {database}"},
	User:   "app", Password: "POSTGRES_PASSWORD", Database: "app",
	Port: 5432, Scheme: "postgresql",

	Main:   true,
	Family: "relational", Twin: CockroachDB,
	Images: []string{
		"postgres", "postgresql", "postgis", "timescaledb", "timescaledb-ha", "pgvector", "supabase-postgres", "alloydbomni",
		"pgautoupgrade", "postgresql-repmgr",
	},
	Schemes: []string{
		"postgres", "postgresql", "pgsql", "postgis", "postgresql+psycopg2", "postgresql+asyncpg", "postgresql+psycopg",
		"postgres+asyncpg", "jdbc:postgresql", "r2dbc:postgresql",
	},
	LooseSchemes: []string{"psql", "pgx", "pgx5", "ecto"},
	Dialects:     []string{"postgres", "postgresql", "pg", "pgx", "pgsql"},
	Addons:       []string{"postgres", "pg"},
	Words:        []string{"postgres", "postgresql", "pg", "pgsql", "postgre"},
	Addresses:    []string{"postgres://", "postgresql://", ":5432"},
	Hosts:        []string{"postgres", "pg"},
	Ports:        []int{5433, 6432},
	Names: []string{
		"postgres", "postgresql", "pgsql", "pg", "psql", "django.db.backends.postgresql", "org.postgresql.Driver", "pgx",
		"postgresql_psycopg2", "POSTGRES", "POSTGRESQL", "PostgreSQL", "Postgres",
	},
	ToolNames: []ToolName{{"typeorm", "postgres"}, {"sequelize", "postgres"}, {"knex", "pg"}, {"django", "django.db.backends.postgresql"}, {"laravel", "pgsql"}},
	JDBC:      "jdbc:postgresql://{postgresql.address}/{postgresql.database}",
	Unreachable: `(?i:is the server running on (?:that )?host)|PG::ConnectionBad|could not connect to server: Connection refused|` +
		`SQLSTATE\[08006\]|\.s\.PGSQL\.5432|PSQLException: Connection to|Is the server running locally and accepting`,
	Drivers: []string{
		"pg", "pg-promise", "postgres", "@neondatabase/serverless", "@vercel/postgres", "pg-native", "@prisma/adapter-pg",
		"@fastify/postgres", "@keyv/postgres", "connect-pg-simple", "slonik", "pg-boss", "@mikro-orm/postgresql",
		"psycopg", "psycopg2", "psycopg2-binary", "psycopg-binary", "asyncpg", "aiopg", "pg8000", "psycopg2cffi", "pgvector", "py-postgresql",
		"sequel_pg", "activerecord-postgis-adapter", "activerecord-postgresql-adapter", "que", "good_job",
		"Npgsql", "Npgsql.*", "Marten", "Aspire.Npgsql*", "Hangfire.PostgreSql",
		"org.postgresql:postgresql", "org.postgresql:r2dbc-postgresql", "io.r2dbc:r2dbc-postgresql", "com.impossibl.pgjdbc-ng:*",
		"io.quarkus:quarkus-jdbc-postgresql",
		"io.quarkus:quarkus-reactive-pg-client", "io.vertx:vertx-pg-client",
		"github.com/lib/pq", "github.com/jackc/pgx*", "github.com/jackc/pgconn", "gorm.io/driver/postgres", "github.com/go-pg/pg*",
		"github.com/uptrace/bun/driver/pgdriver",
		// packages of Go modules that serve several databases
		"github.com/jinzhu/gorm/dialects/postgres", "github.com/upper/db/v4/adapter/postgresql",
		"github.com/golang-migrate/migrate/v4/database/postgres", "github.com/golang-migrate/migrate/v4/database/pgx*",
		"tokio-postgres", "deadpool-postgres", "pq-sys", "sqlx-postgres", "bb8-postgres", "mobc-postgres", "r2d2_postgres", "postgrex", "epgsql",
		"ext-pgsql", "ext-pdo_pgsql", "postgresql", "will/crystal-pg", "postgresql-simple", "hasql", "persistent-postgresql", "pgo", "pog",
		"postgres-nio", "fluent-postgres-driver",
	},
	Clients: []Client{
		{Before: `\b(?:psycopg2?|asyncpg|aiopg)\.(?:connect|create_pool)\(\s*(?:(?:dsn|conninfo)\s*=\s*)?`},
		{Before: `\b(?:Async)?ConnectionPool\(\s*(?:conninfo\s*=\s*)?`},
		{Before: `\bcreate_(?:async_)?engine\(\s*(?:url\s*=\s*)?`, Driver: true},
		{Before: `\bnew\s+(?:\w+\.)?(?:Pool|Client)\(\s*\{[^{}]{0,200}?\bconnectionString\s*:\s*`},
		{Before: `\b(?:postgres|neon)\(\s*`},
		{Before: `\bpgx(?:pool)?\.(?:Connect|New|ParseConfig)\(\s*(?:[\w.]+(?:\(\))?\s*,\s*)?`},
		{Before: `\bsqlx?\.(?:Open|Connect|MustConnect)\(\s*"(?:postgres|pgx)"\s*,\s*`},
		{Before: `\bPgPool(?:Options::new\(\)[^;]{0,200}?\.|::)connect\(\s*&?(?:std::)?`},
	},
}
