package golang

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

// Migrations of a tool of the ecosystem's are applied with that tool, where the program
// does not do it and nothing is left to choose.
func TestMigrationTool(t *testing.T) {
	const (
		serves  = "package main\n\nimport (\n\t\"database/sql\"\n\t\"net/http\"\n\n\t_ \"github.com/lib/pq\"\n)\n\nfunc main() { sql.Open(\"postgres\", dsn); http.ListenAndServe(\":8080\", nil) }\n"
		migrate = "/app/bin/migrate -path db/migrations -database \"$%\" up"
	)
	up := map[string]string{"db/migrations/000001_init.up.sql": "CREATE TABLE t (id int);", "db/migrations/000001_init.down.sql": "DROP TABLE t;"}
	with := func(more map[string]string) map[string]string {
		out := maps.Clone(up)
		maps.Copy(out, more)
		return out
	}
	for name, c := range map[string]struct {
		files    map[string]string
		want     string
		variable string
	}{
		"by make":             {with(map[string]string{"Makefile": "migrate:\n\tmigrate -path db/migrations -database \"$(DB_URL)\" -verbose up\n"}), migrate, "DB_URL"},
		"by an image":         {with(map[string]string{"compose.yaml": "services:\n  migrate:\n    image: migrate/migrate\n    command: migrate -path=/migrations -database postgres://db/x up\n"}), migrate, "DATABASE_URL"},
		"by a script":         {with(map[string]string{"scripts/start.sh": "#!/bin/sh\nmigrate -database \"${APP_DSN}\" -path ./db/migrations up\n"}), migrate, "APP_DSN"},
		"nobody says so":      {up, "", ""},
		"a comment alone":     {with(map[string]string{"Makefile": "# migrate -path db/migrations -database x up\n"}), "", ""},
		"of two databases":    {with(map[string]string{"Makefile": "m:\n\tmigrate -path db up\n", "db/mysql/000001_init.up.sql": ""}), "", ""},
		"of another database": {with(map[string]string{"Makefile": "m:\n\tmigrate -path db up\n", "main.go": strings.ReplaceAll(serves, "lib/pq", "go-sql-driver/mysql")}), "", ""},
		"the program does it": {with(map[string]string{"Makefile": "m:\n\tmigrate -path db up\n", "main.go": strings.ReplaceAll(serves, "\t_ \"github", "\t_ \"github.com/golang-migrate/migrate/v4\"\n\t_ \"github")}), "", ""},
		"behind a tag":        {with(map[string]string{"Makefile": "m:\n\tmigrate -path db up\n", "go.mod": "module example.org/x\n\ngo 1.25\n\nrequire (\n\tgithub.com/golang-migrate/migrate/v4 v4.18.3\n\tgithub.com/lib/pq v1.10.9\n)\n"}), "", ""},
		"goose":               {map[string]string{"sql/schema/001_users.sql": "-- +goose Up\nCREATE TABLE users (id int);\n-- +goose Down\nDROP TABLE users;\n"}, "/app/bin/goose -dir sql/schema postgres \"$%\" up", "DATABASE_URL"},
		"goose, its own name": {map[string]string{"sql/schema/001_users.sql": "-- +goose Up\nCREATE TABLE users (id int);\n", "env.go": "package main\n\nvar env struct {\n\tDB string `env:\"SHOP_DB_CONN_STRING,required\"`\n}\n"}, "/app/bin/goose -dir sql/schema postgres \"$%\" up", "SHOP_DB_CONN_STRING"},
		"plain SQL":           {map[string]string{"sql/schema/001_users.sql": "CREATE TABLE users (id int);\n"}, "", ""},
		"goose, told elsewhere": {map[string]string{
			"sql/schema/001_users.sql": "-- +goose Up\nCREATE TABLE users (id int);\n-- +goose Down\nDROP TABLE users;\n",
			"Taskfile.yml":             "tasks:\n  goose:\n    cmd: >\n      goose\n      -dir ./sql/schema\n      postgres \"{{.SHOP_POSTGRES_CONN_STRING}}\"\n",
		}, "/app/bin/goose -dir sql/schema postgres \"$%\" up", "SHOP_POSTGRES_CONN_STRING"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"go.mod": "module example.org/x\n\ngo 1.25\n\nrequire github.com/lib/pq v1.10.9\n", "go.sum": "", "main.go": serves}
			maps.Copy(files, c.files)
			p, r := languagetest.Project(t, &Language, files, ".", "")
			if got, want := strings.Join(p.Start.Value.Release, "; "), strings.Replace(c.want, "%", c.variable, 1); got != want {
				t.Errorf("release %q, want %q", got, want)
			}
			installs := slices.ContainsFunc(r.Build.PreBuildCommands, func(line string) bool { return strings.HasPrefix(line, "GOBIN=/out go install ") })
			folder := slices.ContainsFunc(r.Runtime.Copy, func(c universalbuild.Copy) bool { return c.To == "db/migrations" || c.To == "sql/schema" })
			told := variables(p)
			if found := c.want != ""; installs != found || folder != found || (len(told) == 1 && told[0].Value.Name == c.variable) != found {
				t.Errorf("installs %q, copies %+v, variables %+v", r.Build.PreBuildCommands, r.Runtime.Copy, told)
			}
		})
	}
}
