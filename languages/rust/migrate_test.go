package rust

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestMigrations: what brings the database up to date runs in the image that the
// plan makes, or the program does it itself.
func TestMigrations(t *testing.T) {
	t.Parallel()
	const sql = "CREATE TABLE a (b int);\n"
	for name, c := range map[string]struct {
		files      map[string]string
		line, tool string
	}{
		"diesel's tool": {map[string]string{
			"Cargo.toml": "[package]\nname = \"shop\"\n[dependencies]\ndiesel = { version = \"2.1.0\", features = [\"postgres\", \"r2d2\"] }\n",
			"Cargo.lock": "version = 3\n[[package]]\nname = \"diesel\"\nversion = \"2.2.4\"\n", "migrations/1_a/up.sql": sql, "src/main.rs": server,
		}, "/app/bin/diesel migration run", "diesel_cli@~2.2 --no-default-features --features postgres"},
		"diesel within": {map[string]string{
			"Cargo.toml":            "[package]\nname = \"shop\"\n[dependencies]\ndiesel = { version = \"2.1.0\", features = [\"postgres\"] }\n",
			"migrations/1_a/up.sql": sql, "src/main.rs": "const M: EmbeddedMigrations = embed_migrations!();\n" + server,
		}, "", ""},
		"SQLx's tool": {map[string]string{
			"Cargo.toml":         "[package]\nname = \"shop\"\n[dependencies]\nsqlx = { version = \"0.8\", features = [\"mysql\"] }\n",
			"migrations/1_a.sql": sql, "src/main.rs": server,
		}, "/app/bin/sqlx migrate run", "sqlx-cli@~0.8 --no-default-features --features rustls,mysql"},
		"SQLx within": {map[string]string{
			"Cargo.toml":         "[package]\nname = \"shop\"\n[dependencies]\nsqlx = { version = \"0.8\", features = [\"postgres\"] }\n",
			"migrations/1_a.sql": sql, "src/main.rs": server, "src/db.rs": "pub async fn up(p: &Pool) { sqlx::migrate!().run(p).await.unwrap(); }\n",
		}, "", ""},
		"SQLx with a file": {map[string]string{
			"Cargo.toml":         "[package]\nname = \"shop\"\n[dependencies]\nsqlx = { version = \"0.8\", features = [\"sqlite\"] }\n",
			"migrations/1_a.sql": sql, "src/main.rs": server,
		}, "", ""},
		"a second binary": {map[string]string{
			"Cargo.toml":  "[package]\nname = \"shop\"\n[[bin]]\nname = \"app\"\npath = \"src/main.rs\"\n[[bin]]\nname = \"migration\"\npath = \"src/migration.rs\"\n[dependencies]\nsea-orm-migration = \"1\"\n",
			"src/main.rs": server, "src/migration.rs": "fn main() { cli::run_cli(Migrator); }\n",
		}, "/app/bin/migration up", ""},
		"a member": {map[string]string{
			"Cargo.toml":  "[package]\nname = \"shop\"\n[workspace]\nmembers = [\".\", \"migration\"]\n[dependencies]\nsea-orm = \"1\"\n",
			"src/main.rs": server, "migration/Cargo.toml": "[package]\nname = \"migration\"\n", "migration/src/main.rs": "fn main() { cli::run_cli(migration::Migrator); }\n",
		}, "/app/bin/migration up", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, r := languagetest.Project(t, &Language, c.files, ".", "")
			if got := strings.Join(p.Start.Value.Release, "; "); got != c.line {
				t.Errorf("release %q, want %q", got, c.line)
			}
			if got := strings.Join(r.Build.PreBuildCommands, "; "); c.tool != "" && got != "cargo install --locked --root /opt/migrate --target-dir target/migrate "+c.tool {
				t.Errorf("tool %q", got)
			}
			if c.line == "" {
				return
			}
			binary := strings.Fields(strings.TrimPrefix(c.line, "/app/"))[0]
			there := false
			for _, copied := range r.Runtime.Copy {
				there = there || copied.To == binary && slices.Contains(r.Build.Artifacts, copied.From)
			}
			if !there {
				t.Errorf("the image has no %s: %+v", binary, r.Runtime.Copy)
			}
		})
	}
}
