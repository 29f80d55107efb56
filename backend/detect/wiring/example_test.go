package wiring

import "testing"

// TestLike reads addresses as clients' own documentation writes them.
func TestLike(t *testing.T) {
	t.Parallel()
	host := func(name string) (Place, bool) {
		place, ok := map[string]Place{"db": {Store: "postgresql"}, "cache": {Store: "redis"}, "search": {Store: "elasticsearch"}, "mailer": {Service: "apps/mailer"}}[name]
		return place, ok
	}
	all := []string{"postgresql", "mysql", "redis", "rabbitmq", "mongodb", "elasticsearch"}
	for _, one := range []struct {
		text   string
		stores []string
		name   string // of the variable
		want   string // "" for nothing
	}{
		{"postgres://user:pw@db:5432/x", all, "DATABASE_URL", "{postgresql.url:postgres}"},
		{"postgresql://user@localhost/x?schema=public", all, "DATABASE_URL", "{postgresql.url}?schema=public"},
		{"postgresql+asyncpg://u:p@db/x?ssl=require", all, "DSN", "{postgresql.url:postgresql+asyncpg}"},
		{"postgres://u:p@db/x?sslmode=verify-full&pool=5", all, "PG_URL", "{postgresql.url:postgres}?sslmode=disable&pool=5"},
		{"mysql+pymysql://u:p@h/x?charset=utf8mb4", all, "DATABASE_URL", "{mysql.url:mysql+pymysql}?charset=utf8mb4"},
		{"mysql://u:p@h/x", []string{"mariadb"}, "DATABASE_URL", "{mariadb.url}"},
		{"redis://:pw@cache:6379/2", all, "CACHE_URL", "{redis.url}/2"},
		{"rediss://cache:6379", all, "CACHE_URL", "{redis.url}"},
		{"redis://cache", []string{"valkey"}, "CACHE_URL", "{valkey.url}"},
		{"amqp://guest:guest@mq:5672//", all, "BROKER", "{rabbitmq.url}//"},
		{"pyamqp://guest@mq/shop", all, "BROKER", "{rabbitmq.url:pyamqp}"},
		{"mongodb+srv://u:p@cluster0.example.mongodb.net/x?retryWrites=true&w=majority", all, "MONGO_URI", "{mongodb.url}"},
		{"jdbc:postgresql://db:5432/x?user=a&password=b", all, "JDBC_URL", "jdbc:postgresql://{postgresql.address}/{postgresql.database}?user={postgresql.user}&password={postgresql.password}"},
		{"jdbc:mysql://localhost:3306/x?useSSL=false", all, "URL", "jdbc:mysql://{mysql.address}/{mysql.database}?useSSL=false"},
		{"r2dbc:postgresql://db/x", all, "URL", "r2dbc:postgresql://{postgresql.address}/{postgresql.database}"},
		{"jdbc:sqlserver://h:1433;databaseName=x;encrypt=true", []string{"sqlserver"}, "URL", "jdbc:sqlserver://{sqlserver.address};databaseName={sqlserver.database};encrypt=true"},
		{"root:pw@tcp(127.0.0.1:3306)/x?parseTime=true", all, "DSN", "{mysql.user}:{mysql.password}@tcp({mysql.address})/{mysql.database}?parseTime=true"},
		{"host=db port=5432 user=u password=p dbname=x sslmode=require TimeZone=UTC", all, "DSN",
			"host={postgresql.host} port={postgresql.port} user={postgresql.user} password={postgresql.password} dbname={postgresql.database} sslmode=disable TimeZone=UTC"},
		{"Host=db;Port=5432;Database=x;Username=u;Password=p", all, "ConnectionStrings__Main",
			"Host={postgresql.host};Port={postgresql.port};Database={postgresql.database};Username={postgresql.user};Password={postgresql.password}"},
		{"Server=.,1433;Database=x;Trusted_Connection=True", []string{"sqlserver"}, "ConnectionStrings__Main",
			"Server={sqlserver.host},{sqlserver.port};Database={sqlserver.database};Trusted_Connection=False;User Id={sqlserver.user};Password={sqlserver.password};TrustServerCertificate=True"},
		{"cache:6379", all, "ADDR", "{redis.address}"},
		{"localhost:6379", all, "REDIS_ADDR", "{redis.address}"},
		{"db", all, "DB_HOST", "{postgresql.host}"},
		{"db", all, "DB_USER", ""}, // called like the host
		{"http://search:9200/books/", all, "SEARCH", "{elasticsearch.url}/books"},
		{"http://mailer:8002/send", all, "MAILER_URL", "{service:apps/mailer.url}/send"},
		{"mailer:8002", all, "MAILER", "{service:apps/mailer.address}"},
		{"https://api.example.com", all, "API_URL", ""},
		{"postgres://u:p@db/x", []string{"redis"}, "DATABASE_URL", ""},
		{"Data Source=app.db", all, "ConnectionStrings__Main", ""},
		{"file:./dev.db", all, "DATABASE_URL", ""},
		{"", all, "DATABASE_URL", ""},
		{"{postgresql.url}", all, "DATABASE_URL", ""},
	} {
		parts := wordsOf(one.name)
		e := Example{Text: one.text, Stores: one.stores, Host: host, Wanted: meant(parts, one.stores), Field: fieldOf(parts)}
		if got, _ := e.Like(); got != one.want {
			t.Errorf("%s=%s: %q, want %q", one.name, one.text, got, one.want)
		}
	}
}
