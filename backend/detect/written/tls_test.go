package written

import (
	"testing"

	"aipack/backend/detect/source"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestTLS(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, file, text string
		found, verified  bool
	}{
		{"node-postgres", "db.js", "const { Pool } = require('pg')\nnew Pool({\n  connectionString: process.env.DATABASE_URL,\n  ssl: {\n" +
			"    rejectUnauthorized: false\n  }\n})", true, false},
		{"Sequelize", "db.js", "module.exports = { dialect: 'postgres', dialectOptions: { ssl: { require: true, rejectUnauthorized: false } } }", true, false},
		{"in production alone", "db.js", "new Pool({ connectionString: url, ssl: process.env.NODE_ENV === 'production' ? { rejectUnauthorized: false } : false })", true, false},
		{"checked", "db.js", "new Pool({ connectionString: url, ssl: { rejectUnauthorized: true } })", true, true},
		{"checked by default", "db.js", "new Pool({ connectionString: url, ssl: true })", true, true},
		{"postgres.js", "db.js", "const sql = postgres(url, { ssl: 'require' })", true, false},
		{"in an address", "db.js", "const url = `postgres://${user}:${password}@${host}/shop?sslmode=require`", true, false},
		{"checked in an address", "db.js", "const url = `postgres://${host}/shop?sslmode=verify-full`", true, true},
		{"commented out", "db.js", "new Pool({ connectionString: url,\n  // ssl: { rejectUnauthorized: false },\n})", false, false},
		{"of a web server", "web.js", "createServer({ ssl: { rejectUnauthorized: false } })", false, false},
		{"left to a variable", "db.js", "new Pool({ connectionString: url, ssl: process.env.DB_SSL === 'true' })", false, false},
		{"switched off", "db.js", "new Pool({ connectionString: url, ssl: false })", false, false},
		{"preferred", "db.js", "const url = 'postgres://db/shop?sslmode=prefer'", false, false},
		{"in a file of tests", "tests/db.js", "new Pool({ connectionString: url, ssl: { rejectUnauthorized: false } })", false, false},
		{"psycopg", "db.py", "psycopg2.connect(os.environ['DATABASE_URL'], sslmode='require')", true, false},
		{"Django", "settings.py", "DATABASES = {'default': {'ENGINE': 'django.db.backends.postgresql', 'OPTIONS': {'sslmode': 'require'}}}", true, false},
		{"dj-database-url", "settings.py", "DATABASES['default'] = dj_database_url.config(conn_max_age=600, ssl_require=True)", true, false},
		{"django-heroku", "settings.py", "django_heroku.settings(locals())", true, false},
		{"asyncpg", "db.py", "await asyncpg.create_pool(url, ssl='require')", true, false},
		{"as a fallback", "db.py", "mode = os.getenv('DB_SSLMODE', 'require')", false, false},
		{"GORM", "db.go", "dsn := fmt.Sprintf(\"host=%s user=%s dbname=%s sslmode=require\", h, u, d)", true, false},
		{"lib/pq without a mode", "db.go", "import _ \"github.com/lib/pq\"\nvar dsn = fmt.Sprintf(\"host=%s user=%s dbname=%s\", h, u, d)", true, false},
		{"lib/pq with one", "db.go", "import _ \"github.com/lib/pq\"\nvar dsn = fmt.Sprintf(\"host=%s dbname=%s sslmode=%s\", h, d, m)", false, false},
		{"pgx without a mode", "db.go", "import \"github.com/jackc/pgx/v5\"\nvar dsn = fmt.Sprintf(\"host=%s user=%s dbname=%s\", h, u, d)", false, false},
		{"SQLx", "db.rs", "PgConnectOptions::new().ssl_mode(PgSslMode::Require)", true, false},
		{"Npgsql", "Db.cs", "var s = $\"Host={h};Database=shop;SSL Mode=Require;Trust Server Certificate=true\";", true, false},
		{"Laravel", "database.php", "'pgsql' => ['driver' => 'pgsql', 'sslmode' => 'require'],", true, false},
		{"Laravel's own file", "database.php", "'pgsql' => ['driver' => 'pgsql', 'sslmode' => 'prefer'],", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := &language.Language{ID: "any", Name: "Any", Extensions: []string{".js", ".py", ".go", ".rs", ".cs", ".php"}}
			p := &language.Project{Folder: languagetest.Reader(t, map[string]string{c.file: c.text}).Folder("."), Language: l}
			one, found := TLS(source.Choose(p, nil, 1))
			if found != c.found || one.Verified != c.verified {
				t.Errorf("found %v, checked %v; want %v, %v", found, one.Verified, c.found, c.verified)
			}
			if found && one.Why.Path != c.file {
				t.Errorf("because of %q", one.Why.Path)
			}
		})
	}
}
