package rust

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

// TestMigrations wants the tool that a project migrates with, unless the
// program does it itself.
func TestMigrations(t *testing.T) {
	t.Parallel()
	const head = "[package]\nname = \"shop\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[dependencies]\n"
	const serves = "fn main() { TcpListener::bind(\"0.0.0.0:8080\"); }\n"
	lock := "version = 3\n[[package]]\nname = \"sqlx\"\nversion = \"0.8.3\"\n[[package]]\nname = \"diesel\"\nversion = \"2.1.4\"\n"
	sqlx := head + "sqlx = { version = \"0.8\", features = [\"postgres\", \"migrate\"] }\n"
	diesel := head + "diesel = { version = \"2.1\", features = [\"mysql\"] }\n"
	orm := head + "sea-orm-migration = \"1\"\n"
	for name, c := range map[string]struct {
		files                   map[string]string
		release, install, build string
	}{
		"SQLx": {
			map[string]string{"Cargo.toml": sqlx, "migrations/2024_users.sql": "", ".env": "DATABASE_URL=postgres://x\n"},
			"/app/bin/sqlx migrate run", soonBuilt + "cargo install --locked sqlx-cli --version 0.8.3 --no-default-features --features rustls,postgres --target-dir target/tools", "/usr/local/cargo/bin/sqlx /out/",
		},
		"SQLx, by the program": {
			map[string]string{"Cargo.toml": sqlx, "migrations/2024_users.sql": "", ".env": "DATABASE_URL=postgres://x\n", "src/db.rs": "sqlx::migrate!(\"./migrations\").run(&pool)\n"}, "", "", "",
		},
		"SQLx, of which nobody says where the database is": {
			map[string]string{"Cargo.toml": sqlx, "migrations/2024_users.sql": ""}, "", "", "",
		},
		"a folder of something else": {
			map[string]string{"Cargo.toml": sqlx, "migrations/readme.sql": "", ".env": "DATABASE_URL=postgres://x\n"}, "", "", "",
		},
		"Diesel": {
			map[string]string{"Cargo.toml": diesel, "migrations/2024_users/up.sql": "", ".env.example": "# DATABASE_URL=a\nDATABASE_URL=mysql://x\n"},
			"/app/bin/diesel migration run", soonBuilt + "cargo install --locked diesel_cli --version '~2.1' --no-default-features --features mysql --target-dir target/tools", "/usr/local/cargo/bin/diesel /out/",
		},
		"Diesel, by the program": {
			map[string]string{"Cargo.toml": diesel + "diesel_migrations = \"2\"\n", "migrations/2024_users/up.sql": "", ".env": "DATABASE_URL=mysql://x\n"}, "", "", "",
		},
		"SeaORM": {
			map[string]string{"Cargo.toml": orm, "src/bin/migration.rs": "fn main() { cli::run_cli(Migrator).await }\n", ".env": "DATABASE_URL=postgres://x\n"},
			"/app/bin/migration up", "", "--bin shop --bin migration",
		},
		"SeaORM in a crate beside": {
			map[string]string{
				"Cargo.toml": "[workspace]\nmembers = [\"migration\"]\n" + head + "migration = { path = \"migration\" }\n", ".env.example": "DATABASE_URL=postgres://x\n",
				"src/main.rs":          serves + "/* async fn run() {\n    Migrator::up(&db, None).await;\n}\n*/\n",
				"migration/Cargo.toml": "[package]\nname = \"migration\"\nversion = \"1.0.0\"\n[dependencies]\nsea-orm-migration = \"1\"\n", "migration/src/main.rs": "fn main() { cli::run_cli(Migrator).await }\n",
			},
			"/app/bin/migration up", "", "-p shop -p migration && mkdir -p /out && cp target/release/shop target/release/migration /out/",
		},
		"SeaORM in a crate beside, by the program": {
			map[string]string{
				"Cargo.toml": "[workspace]\nmembers = [\"migration\"]\n" + head + "migration = { path = \"migration\" }\n", ".env.example": "DATABASE_URL=postgres://x\n",
				"src/main.rs":          serves + "async fn run() {\n    Migrator::up(&db, None).await;\n}\n",
				"migration/Cargo.toml": "[package]\nname = \"migration\"\nversion = \"1.0.0\"\n[dependencies]\nsea-orm-migration = \"1\"\n", "migration/src/main.rs": "fn main() { cli::run_cli(Migrator).await }\n",
			},
			"", "", "-p shop && mkdir",
		},
	} {
		files := map[string]string{"Cargo.lock": lock, "src/main.rs": serves}
		maps.Copy(files, c.files)
		p, _ := languagetest.Project(t, &Language, files, ".", "")
		started := Language.Start(p).Value
		if got := strings.Join(started.Release, "\n"); got != c.release || len(started.Processes) > 0 {
			t.Errorf("%s: release %q, want %q; %v", name, got, c.release, started.Processes)
		}
		r := Language.Recipe(p)
		if got := strings.Join(r.Build.PreBuildCommands, "\n"); got != c.install || !strings.Contains(r.Build.BuildCommands[0], c.build) {
			t.Errorf("%s: %q, want %q; %q", name, got, c.install, r.Build.BuildCommands)
		}
		kept := slices.ContainsFunc(r.Runtime.Copy, func(one universalbuild.Copy) bool { return one.To == "migrations" })
		if c.install != "" && !kept {
			t.Errorf("%s: %v", name, r.Runtime.Copy)
		}
	}
}
