package rust

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// TestQueriesThatAreChecked: what SQLx compiles against a database is said to want one,
// unless what it needs of it is kept.
func TestQueriesThatAreChecked(t *testing.T) {
	t.Parallel()
	const checked = "use sqlx::PgPool;\nasync fn one(p: &PgPool) {\n    let r = sqlx::query!(\"select 1 as one\").fetch_one(p).await;\n}\n"
	for name, c := range map[string]struct {
		files    map[string]string
		doubtful bool
		offline  string
	}{
		"checked":              {map[string]string{"src/db.rs": checked}, true, ""},
		"into a type":          {map[string]string{"src/db.rs": "use sqlx::query_as;\nlet r = query_as!(User, \"select * from users\");\n"}, true, ""},
		"of a file":            {map[string]string{"src/db.rs": "sqlx::query_file!(\"queries/one.sql\");\n"}, true, ""},
		"of a local crate":     {map[string]string{"Cargo.toml": "[package]\nname = \"shop\"\nversion = \"0.1.0\"\n[dependencies]\nsqlx = \"0.8\"\nstore = { path = \"store\" }\n", "store/Cargo.toml": "[package]\nname = \"store\"\nversion = \"0.1.0\"\n", "store/src/lib.rs": checked}, true, ""},
		"kept":                 {map[string]string{"src/db.rs": checked, ".sqlx/query-1.json": "{}"}, false, "true"},
		"kept of old":          {map[string]string{"src/db.rs": checked, "sqlx-data.json": "{}"}, false, "true"},
		"functions":            {map[string]string{"src/db.rs": "use sqlx::query;\nlet r = sqlx::query(\"select 1\");\nlet s = sqlx::query_as::<_, User>(\"select\");\n"}, false, ""},
		"in a comment":         {map[string]string{"src/db.rs": "use sqlx::PgPool;\n// sqlx::query!(\"select 1\")\n/*\nsqlx::query!(\"select 2\")\n*/\n"}, false, ""},
		"migrations":           {map[string]string{"src/db.rs": "sqlx::migrate!(\"./migrations\").run(&pool)\n"}, false, ""},
		"a file of SQLite":     {map[string]string{"src/db.rs": checked, ".env": "DATABASE_URL=sqlite:shop.db\n"}, false, ""},
		"another one's macros": {map[string]string{"src/db.rs": "mine::query!(\"x\")\n"}, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"Cargo.toml": "[package]\nname = \"shop\"\nversion = \"0.1.0\"\n[dependencies]\nsqlx = { version = \"0.8\", features = [\"postgres\"] }\n", "src/main.rs": "fn main() {}\n"}
			for file, text := range c.files {
				files[file] = text
			}
			_, r := languagetest.Project(t, &Language, files, ".", "")
			if r.Doubtful != c.doubtful || r.Build.Environment["SQLX_OFFLINE"] != c.offline {
				t.Errorf("doubtful %v, SQLX_OFFLINE %q", r.Doubtful, r.Build.Environment["SQLX_OFFLINE"])
			}
		})
	}
}
