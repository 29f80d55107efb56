package wiring

import (
	"testing"

	"aipack/backend/detect/value"
	"aipack/backend/universalbuild"

	"github.com/google/go-cmp/cmp"
)

func TestByName(t *testing.T) {
	t.Parallel()
	plan := Plan{Stores: []string{"postgresql", "redis", "rabbitmq", "minio"}}
	for name, want := range map[string]string{
		"DATABASE_URL": "{postgresql.url}", "PGHOST": "{postgresql.host}", "POSTGRES_DB": "{postgresql.database}", "DB_NAME": "{postgresql.database}", "POSTGRES_NAME": "{postgresql.database}", "REDIS_NAME": "", "REDIS_DATABASE": "0", "TYPEORM_DATABASE": "{postgresql.database}", "DB_PASS": "{postgresql.password}",
		"SPRING_DATASOURCE_USERNAME": "{postgresql.user}", "APP_DATABASE_PORT": "{postgresql.port}", "REDIS_ADDR": "{redis.address}", "CELERY_BROKER_URL": "{rabbitmq.url}", "CELERY_RESULT_URL": "{redis.url}",
		"RABBITMQ_HOST": "{rabbitmq.host}", "S3_ENDPOINT": "{minio.url}", "AWS_ACCESS_KEY_ID": "{minio.user}", "AWS_SECRET_ACCESS_KEY": "{minio.password}", "REDIS_PASSWORD": "{redis.password}",
		"DIRECT_URL": "{postgresql.url}", "DSN": "{postgresql.url}", "APP_DSN": "{postgresql.url}", "MAILER_DSN": "", "POSTGRES_CONN_STRING": "{postgresql.url}", "DB_CONNSTR": "{postgresql.url}", "QUERY_STRING": "", "MONGO_DB_URL": "", "NODEBB_DB": "", "DATABASE": "",
		"JWT_SECRET": "{secret:hex:32}", "SECRET_KEY_BASE": "{secret:hex:64}", "ADMIN_PASSWORD": "{secret:text:24}", "ENCRYPTION_KEY": "{secret:hex:16}", "FERNET_KEY": "{secret:base64url:32}", "API_TOKEN": "{secret:hex:32}",
		"PASSWORD_MIN_LENGTH": "", "JWT_SECRET_FILE": "", "TOKEN_ISSUER": "",
		"STRIPE_SECRET_KEY": "", "OPENAI_API_KEY": "", "OMDB_API_KEY": "", "GITHUB_CLIENT_SECRET": "", "AUTH_GITHUB_SECRET": "", "SMTP_PASSWORD": "", "RAILS_MASTER_KEY": "", "JWT_PRIVATE_KEY": "", "TLS_KEY": "", "SENTRY_DSN": "",
		"BASE_URL": "{self.url}", "NEXTAUTH_URL": "{self.url}", "PUBLIC_URL": "{self.url}", "CORS_ORIGIN": "{self.url}", "STRIPE_API_URL": "", "DOMAIN": "{self.host}",
		"DJANGO_ALLOWED_HOSTS": "localhost,127.0.0.1,{self.name}", "JWT_ALGORITHM": "HS256", "APP_TIMEZONE": "UTC",
		// What no source says is asked of the user.
		"ADMIN_EMAIL": "", "ADMIN_USERNAME": "", "LOG_LEVEL": "", "APP_ENV": "", "ENABLE_TRACING": "", "ACCESS_TOKEN_EXPIRE_MINUTES": "", "AUTH_EXPIRES_IN": "", "COOKIE_SECURE": "", "API_URL": "", "AUTH_URL": "", "WEB_URL": "",
		"MAIL_HOST": "", "MAIL_SECURE": "", "AUTH_CONFIRM_EMAIL_SECRET": "{secret:hex:32}", "CUSTOMER": "", "___": "", "": "",
	} {
		got, _ := ByName(universalbuild.Variable{Name: name, Required: true}, plan)
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if _, err := value.Parse(got); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]string{ // of what the program does without
		"DATABASE_URL": "{postgresql.url}", "JWT_SECRET": "", "BASE_URL": "", "REDIS_PASSWORD": "", "TEST_DATABASE_URL": "", "DATABASE_REPLICA_URL": "", "GEO_DATABASE_URL": "",
		"REDIS_ADDR": "{redis.address}", "REDIS_CLUSTER_NODES": "", "REDIS_SENTINEL_HOST": "",
	} {
		if got, _ := ByName(universalbuild.Variable{Name: name}, plan); got != want {
			t.Errorf("%s, not required: %q, want %q", name, got, want)
		}
	}
}

// Heroku's add-ons give their addresses under their own names; others end in the
// environment that they are of.
func TestByNameOfAnAddon(t *testing.T) {
	t.Parallel()
	plan := Plan{Stores: []string{"mysql", "redis", "mongodb", "rabbitmq"}}
	for name, want := range map[string]string{
		"JAWSDB_URL": "{mysql.url}", "CLEARDB_DATABASE_URL": "{mysql.url}", "REDISCLOUD_URL": "{redis.url}", "REDISTOGO_URL": "{redis.url}",
		"MONGOLAB_URI": "{mongodb.url}", "DB_HOST_PROD": "{mysql.host}", "DB_USERNAME_PRODUCTION": "{mysql.user}", "DB_PW": "{mysql.password}", "CLOUDAMQP_URL": "{rabbitmq.url}",
	} {
		if got, _ := ByName(universalbuild.Variable{Name: name}, plan); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestDescribed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Generate with `openssl rand -hex 16`": "{secret:hex:16}", "openssl rand -base64 32": "{secret:base64:32}", "must be 32 characters": "{secret:text:32}",
		"32 random bytes, base64": "{secret:base64:32}", "hex, 32 bytes": "{secret:hex:32}", "64 hex digits": "{secret:hex:32}", "changes every 3 days": "", "": "",
	} {
		if got := described(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// values gives a program's values by the names of their variables.
func values(p Program) map[string]string {
	out := map[string]string{}
	for _, v := range p.Values() {
		out[v.Name] = v.Text
	}
	return out
}

func required(names ...string) (list []universalbuild.Variable) {
	for _, n := range names {
		list = append(list, universalbuild.Variable{Name: n, Required: true})
	}
	return list
}

func given(pairs ...string) map[string][]Given {
	out := map[string][]Given{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = append(out[pairs[i]], Given{Text: pairs[i+1]})
	}
	return out
}

func TestValues(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		program Program
		want    map[string]string
	}{
		"an example's scheme": {
			Program{Plan: Plan{Stores: []string{"postgresql"}}, Variables: required("DATABASE_URL"), Given: given("DATABASE_URL", "postgres://u:p@localhost:5432/x")},
			map[string]string{"DATABASE_URL": "{postgresql.url:postgres}"},
		},
		"lib/pq wants to be told that there is no TLS": {
			Program{Language: "go", Plan: Plan{Stores: []string{"postgresql"}}, Variables: required("DATABASE_URL")},
			map[string]string{"DATABASE_URL": "{postgresql.url}?sslmode=disable"},
		},
		"the compose file turns TLS off": {
			Program{Plan: Plan{Stores: []string{"postgresql"}}, Variables: []universalbuild.Variable{{Name: "SHOP_db__ssl_mode"}, {Name: "SHOP_SSL_CERT"}, {Name: "SMTP_TLS"}}, Given: map[string][]Given{
				"SHOP_db__ssl_mode": {{Text: "disable", Compose: true}}, "SHOP_SSL_CERT": {{Text: "false", Compose: true}}, "SMTP_TLS": {{Text: "false"}}}},
			map[string]string{"SHOP_db__ssl_mode": "disable"},
		},
		"SQLAlchemy's driver": {
			Program{Language: "python", Plan: Plan{Stores: []string{"postgresql", "redis"}}, Packages: []string{"sqlalchemy", "asyncpg"}, Variables: required("POSTGRES_DSN", "REDIS_DSN")},
			map[string]string{"POSTGRES_DSN": "{postgresql.url:postgresql+asyncpg}", "REDIS_DSN": "{redis.url}"},
		},
		"a whole address makes parts by mere name needless": {
			Program{Plan: Plan{Stores: []string{"postgresql"}}, Variables: append(required("DATABASE_URL"), universalbuild.Variable{Name: "DATABASE_HOST"}, universalbuild.Variable{Name: "DATABASE_USER"})},
			map[string]string{"DATABASE_URL": "{postgresql.url}"},
		},
		"parts and a sort": {
			Program{Plan: Plan{Stores: []string{"postgresql"}}, Variables: []universalbuild.Variable{{Name: "DB_HOST", Default: "localhost"}, {Name: "DB_TYPE", Default: "sqlite"}, {Name: "DB_USER", Default: "postgres"}},
				Speaks: func(words ...string) string { return words[0] }},
			map[string]string{"DB_HOST": "{postgresql.host}", "DB_TYPE": "postgres", "DB_USER": "{postgresql.user}"},
		},
		"the developer's machine": {
			Program{Plan: Plan{Port: 3000, Neighbours: Among([]Neighbour{{Path: "orders", Names: []string{"orders"}, Port: 8000}})},
				Variables: required("SITE", "BACK", "VITE_BACK", "CORS_ORIGIN"),
				Given:     given("SITE", "http://localhost:3000/x", "BACK", "http://127.0.0.1:8000/v1", "VITE_BACK", "http://127.0.0.1:8000/v1", "CORS_ORIGIN", "http://localhost:8000")},
			map[string]string{"SITE": "{self.url}/x", "BACK": "{service:orders.url}/v1", "VITE_BACK": "{service:orders.published}/v1", "CORS_ORIGIN": "{service:orders.published}"},
		},
		"plain words of an example, no secrets": {
			Program{Variables: required("REGION_NAME", "API_SECRET", "TOKEN", "STRIPE_KEY", "BRACES"), Given: given("REGION_NAME", "eu", "API_SECRET", "0123456789abcdef0123456789abcdef", "TOKEN", "hunter2", "STRIPE_KEY", "x", "BRACES", "{self.url}")},
			map[string]string{"REGION_NAME": "eu", "API_SECRET": "{secret:hex:16}", "TOKEN": "{secret:hex:32}", "BRACES": "{text:self.url}"},
		},
		"a default of another sort than the plan's": {
			Program{Plan: Plan{Stores: []string{"redis"}}, Variables: []universalbuild.Variable{{Name: "CELERY_BROKER_URL"}, {Name: "CELERY_URL"}}, Given: given("CELERY_BROKER_URL", "amqp://u:p@h")},
			map[string]string{"CELERY_URL": "{redis.url}"},
		},
		"what a client is made with, whatever its name": {
			Program{
				Plan: Plan{Stores: []string{"postgresql", "redis"}}, Language: "python", Packages: []string{"sqlalchemy", "asyncpg"}, Variables: []universalbuild.Variable{{Name: "BOOKS"}, {Name: "RAW"}, {Name: "SHELF"}, {Name: "SHELF_PORT"}, {Name: "MAIL"}, {Name: "STOCK_URL"}, {Name: "STOCK_HOST"}, {Name: "STOCK_PORT"}},
				Clients: map[string]Client{"BOOKS": {Store: "postgresql", Driver: true}, "RAW": {Store: "postgresql"}, "SHELF": {Store: "redis", Driver: true}, "SHELF_PORT": {Store: "redis"}, "MAIL": {Store: "mongodb"}, "STOCK_URL": {Store: "redis", Pair: true}, "STOCK_HOST": {Store: "redis", Pair: true}, "STOCK_PORT": {Store: "redis", Pair: true}},
			},
			map[string]string{"BOOKS": "{postgresql.url:postgresql+asyncpg}", "RAW": "{postgresql.url}", "SHELF": "{redis.url}", "STOCK_URL": "{redis.address}", "STOCK_HOST": "{redis.address}"},
		},
		"the form that the sources read, over an example's": {
			Program{
				Variables: append(required("FIELD_KEY"), universalbuild.Variable{Name: "OPTIONAL_KEY"}), Given: given("FIELD_KEY", "0123456789abcdef0123456789abcdef"),
				Forms: map[string]string{"FIELD_KEY": "{secret:base64url:32}", "OPTIONAL_KEY": "{secret:hex:32}"},
			},
			map[string]string{"FIELD_KEY": "{secret:base64url:32}"},
		},
		"databases of their own beside the program's": {
			Program{Plan: Plan{Stores: []string{"postgresql"}}, Settings: []Setting{
				{Variable: "DATABASE_URL", Given: Given{Text: "postgresql://localhost/app"}}, {Variable: "CACHE_DATABASE_URL", Beside: "cache", Given: Given{Text: "postgis://localhost/app"}},
			}},
			map[string]string{"DATABASE_URL": "{postgresql.url}", "CACHE_DATABASE_URL": "{postgresql.url:postgis}_cache"},
		},
		"a password in a file for a server without one": {
			Program{Plan: Plan{Stores: []string{"redis"}}, Settings: []Setting{
				{Variable: "APP__REDIS__HOST", Given: Given{Text: "127.0.0.1"}}, {Variable: "APP__REDIS__PASSWORD", Given: Given{Text: "password"}},
			}},
			map[string]string{"APP__REDIS__HOST": "{redis.host}", "APP__REDIS__PASSWORD": "{redis.password}"},
		},
		"an account that makes no databases": {
			Program{Plan: Plan{Stores: []string{"mysql"}}, Settings: []Setting{
				{Variable: "DATABASE_URL", Given: Given{Text: "mysql2://localhost/app"}}, {Variable: "CACHE_DATABASE_URL", Beside: "cache", Given: Given{Text: "mysql2://localhost/app"}},
			}},
			map[string]string{"DATABASE_URL": "{mysql.url:mysql2}"},
		},
		"config-rs": {
			Program{Plan: Plan{Stores: []string{"postgresql"}}, Settings: []Setting{
				{Variable: "APP_DATABASE__HOST", Given: Given{Text: "127.0.0.1"}}, {Variable: "APP_DATABASE__USERNAME", Given: Given{Text: "postgres"}}, {Variable: "APP_EMAIL__USERNAME", Given: Given{Text: "m"}}, {Variable: "APP_DATABASE__PORT", Given: Given{Text: "5432"}},
			}},
			map[string]string{"APP_DATABASE__HOST": "{postgresql.host}", "APP_DATABASE__USERNAME": "{postgresql.user}", "APP_DATABASE__PORT": "{postgresql.port}"},
		},
		"where it listens, and a number in a name with a token": {
			Program{Variables: []universalbuild.Variable{{Name: "SERVICE_HOST", Default: "127.0.0.1", Required: true}, {Name: "TOKEN_SECONDS", Default: "60", Required: true}}},
			map[string]string{"SERVICE_HOST": "0.0.0.0", "TOKEN_SECONDS": "60"},
		},
		"a number of a machine's own file, not its words": {
			Program{Variables: required("LEEWAY", "CUSTOMER", "FIRST_USER"), Given: map[string][]Given{"LEEWAY": {{Text: "60", Private: true}}, "CUSTOMER": {{Text: "acme", Private: true}}, "FIRST_USER": {{Text: "jo@acme.io", Private: true}}}},
			map[string]string{"LEEWAY": "60", "FIRST_USER": "admin@example.com"},
		},
		"an example's value is what is set": {
			Program{Variables: []universalbuild.Variable{{Name: "COOKIE_NAME", Default: "session_id", Required: true}, {Name: "OTHER", Default: "x"}}},
			map[string]string{"COOKIE_NAME": "session_id"},
		},
		"Laravel": {
			Program{Framework: "Laravel", Plan: Plan{Stores: []string{"mysql"}}, Variables: required("APP_KEY")},
			map[string]string{"APP_KEY": "base64:{secret:base64:32}", "DB_CONNECTION": "mysql", "DB_HOST": "{mysql.host}", "DB_PORT": "{mysql.port}", "DB_DATABASE": "{mysql.database}", "DB_USERNAME": "{mysql.user}", "DB_PASSWORD": "{mysql.password}"},
		},
		"Rails on MySQL": {
			Program{Framework: "Rails", Plan: Plan{Stores: []string{"mysql", "redis"}}},
			map[string]string{"DATABASE_URL": "{mysql.url:mysql2}", "REDIS_URL": "{redis.url}/0"},
		},
		"Spring without a word": {
			Program{Framework: "Spring Boot", Plan: Plan{Stores: []string{"mysql", "rabbitmq"}}},
			map[string]string{
				"SPRING_DATASOURCE_URL":      "jdbc:mysql://{mysql.address}/{mysql.database}?allowPublicKeyRetrieval=true",
				"SPRING_DATASOURCE_USERNAME": "{mysql.user}", "SPRING_DATASOURCE_PASSWORD": "{mysql.password}",
				"SPRING_RABBITMQ_HOST": "{rabbitmq.host}", "SPRING_RABBITMQ_USERNAME": "{rabbitmq.user}", "SPRING_RABBITMQ_PASSWORD": "{rabbitmq.password}",
			},
		},
		"Spring's own file": {
			Program{Framework: "Spring Boot", Plan: Plan{Stores: []string{"postgresql"}}, Settings: []Setting{
				{Variable: "SPRING_DATASOURCE_URL", Given: Given{Text: "jdbc:postgresql://localhost/x"}}, {Variable: "SPRING_DATASOURCE_USERNAME", Given: Given{Text: "sa"}}, {Variable: "SPRING_MAIL_USERNAME", Given: Given{Text: "m"}},
			}},
			map[string]string{"SPRING_DATASOURCE_URL": "jdbc:postgresql://{postgresql.address}/{postgresql.database}", "SPRING_DATASOURCE_USERNAME": "{postgresql.user}"},
		},
		"classes by their names": {
			Program{Framework: "Spring Boot", Plan: Plan{Stores: []string{"postgresql"}}, Settings: []Setting{{Variable: "SPRING_DATASOURCE_URL", Given: Given{Text: "jdbc:postgresql://localhost/x"}}}, Variables: []universalbuild.Variable{
				{Name: "SPRING_DATASOURCE_DRIVER_CLASS_NAME", Default: "org.postgresql.Driver"}, {Name: "HIBERNATE_DIALECT", Default: "com.acme.AcmePostgresDialect"},
				{Name: "OTHER_DATASOURCE_DRIVER_CLASS", Default: "com.acme.LoggingDriver"}, {Name: "DATABASE_CLASS_NAME"},
			}},
			map[string]string{"SPRING_DATASOURCE_DRIVER_CLASS_NAME": "org.postgresql.Driver", "HIBERNATE_DIALECT": "com.acme.AcmePostgresDialect", "SPRING_DATASOURCE_URL": "jdbc:postgresql://{postgresql.address}/{postgresql.database}"},
		},
		"a server that speaks Redis' protocol": {
			Program{Plan: Plan{Stores: []string{"redis"}}, Variables: []universalbuild.Variable{{Name: "KVROCKS_HOST", Default: "localhost"}, {Name: "KVROCKS_PORT", Default: "6666"}, {Name: "DRAGONFLY_ADDR", Default: "localhost:6666"}}},
			map[string]string{"KVROCKS_HOST": "{redis.host}", "KVROCKS_PORT": "{redis.port}", "DRAGONFLY_ADDR": "{redis.address}"},
		},
		"an account of a database in memory": {
			Program{Framework: "Spring Boot", Settings: []Setting{{Variable: "SPRING_DATASOURCE_URL", Given: Given{Text: "jdbc:h2:mem:x"}}, {Variable: "SPRING_DATASOURCE_USERNAME", Given: Given{Text: "sa"}}}},
			map[string]string{},
		},
		"Quarkus": {
			Program{Framework: "Quarkus", Plan: Plan{Stores: []string{"postgresql"}}, Packages: []string{"io.quarkus:quarkus-jdbc-postgresql"}},
			map[string]string{
				"QUARKUS_DATASOURCE_JDBC_URL": "jdbc:postgresql://{postgresql.address}/{postgresql.database}", "QUARKUS_DATASOURCE_USERNAME": "{postgresql.user}", "QUARKUS_DATASOURCE_PASSWORD": "{postgresql.password}",
			},
		},
	} {
		if d := cmp.Diff(one.want, values(one.program)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestMadeUp(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"SMTP_PORT": "587", "SMTP_HOST": "outside.invalid", "OIDC_ISSUER": "http://outside.invalid", "AWS_REGION": "us-east-1", "MAIL_FROM": "someone@example.com", "SMTP_SECURE": "false", "AUTH_EXPIRES_IN": "1d", "LOG_LEVEL": "info", "APP_ENV": "production", "DISABLE_TRACING": "false", "TOKEN_EXPIRE_MINUTES": "60", "STRIPE_SECRET_KEY": "made-up-stripe-secret-key",
	} {
		if got := MadeUp(name, ""); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestMadeUpOfAType: what the program reads as a number gets one.
func TestMadeUpOfAType(t *testing.T) {
	t.Parallel()
	for _, one := range [][3]string{
		{"ACCOUNT_ID", "integer", "60"}, {"SMTP_PORT", "integer", "587"}, {"FEATURE", "boolean", "false"}, {"PARTNER", "url", "http://outside.invalid"},
		{"OIDC_ISSUER", "url", "http://outside.invalid"}, {"OWNER", "email", "someone@example.com"}, {"AUTH_EXPIRES_IN", "duration", "1h"}, {"OWNER", "", "made-up-owner"},
	} {
		if got := MadeUp(one[0], one[1]); got != one[2] {
			t.Errorf("%s as %q: %q, want %q", one[0], one[1], got, one[2])
		}
	}
	if text, ok := ByName(universalbuild.Variable{Name: "SESSION_KEY", Type: "integer", Required: true}, Plan{}); ok {
		t.Errorf("a number is %q", text)
	}
}

// A program that puts the option behind the address itself gets none.
func TestOptionOfTheProgramsOwn(t *testing.T) {
	t.Parallel()
	for own, want := range map[string]string{"": "{postgresql.url}?sslmode=disable", "?sslmode=disable": "{postgresql.url}"} {
		p := Program{Plan: Plan{Stores: []string{"postgresql"}}, Language: "go", Variables: required("DATABASE_URL"), Speaks: func(words ...string) string {
			if len(words) == 1 && words[0] == own {
				return own
			}
			return ""
		}}
		if got := values(p)["DATABASE_URL"]; got != want {
			t.Errorf("%q: %q, want %q", own, got, want)
		}
	}
}

// The PostgreSQL beside a program has no TLS, and libpq's variable says so.
func TestWithoutTLS(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stores         []string
		name, fallback string
		want           string
	}{
		{[]string{"postgresql"}, "PGSSLMODE", "", "disable"},
		{[]string{"mysql"}, "PGSSLMODE", "", ""},
		{[]string{"postgresql"}, "POSTGRES_SSLMODE", "", "disable"},
		{[]string{"postgresql"}, "DB_SSL_MODE", "require", "disable"},
		{[]string{"postgresql"}, "DB_SSL_MODE", "prefer", ""},
		{[]string{"mysql"}, "DB_SSL_MODE", "", ""},
		{[]string{"postgresql", "mysql"}, "DB_SSL_MODE", "", ""},
		{[]string{"postgresql"}, "CLASSLMODE", "", ""},
	} {
		p := Program{Plan: Plan{Stores: c.stores}, Variables: []universalbuild.Variable{{Name: c.name, Default: c.fallback}}}
		if got := values(p)[c.name]; got != c.want {
			t.Errorf("%q with %q: %q, want %q", c.name, c.stores, got, c.want)
		}
	}
}
