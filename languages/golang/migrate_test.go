package golang

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/dockerfile"
)

// A command for the database beside one that serves runs once a release, in the way
// that its source or the project's Makefile says; nothing is guessed.
func TestMigrationCommand(t *testing.T) {
	const (
		serves = "package main\n\nimport \"net/http\"\n\nfunc main() { http.ListenAndServe(\":8080\", nil) }\n"
		head   = "package main\n\nimport (\n\t\"database/sql\"\n\t\"flag\"\n\t\"os\"\n)\n\n"
	)
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"bare":         {map[string]string{"cmd/migrate/main.go": head + "func main() { db, _ := sql.Open(\"pgx\", \"\"); db.Exec(schema) }\n"}, "/app/bin/migrate"},
		"by a switch":  {map[string]string{"cmd/migration/main.go": head + "var up bool\n\nfunc main() {\n\tflag.BoolVar(&up, \"up\", false, \"go up\")\n}\n"}, "/app/bin/migration -up"},
		"by its word":  {map[string]string{"cmd/migrator/main.go": head + "func main() {\n\tswitch os.Args[1] {\n\tcase \"up\":\n\t}\n}\n"}, "/app/bin/migrator up"},
		"by make":      {map[string]string{"cmd/migrate/main.go": head + "func main() { run(os.Args[1:]) }\n", "Makefile": "migrate-down:\n\tgo run ./cmd/migrate -dir=db down\nmigrate:\n\tgo run ./cmd/migrate -dir=db all\n"}, "/app/bin/migrate -dir=db all"},
		"not for make": {map[string]string{"cmd/migrate/main.go": head + "func main() { run(os.Args[1:]) }\n", "Makefile": "migrate:\n\tgo run ./cmd/migrate $(ACTION)\n"}, ""},
		"a choice":     {map[string]string{"cmd/migrate/main.go": head + "func main() { run(os.Args[1]) }\n"}, ""},
		"a default":    {map[string]string{"cmd/migrate/main.go": head + "func main() { to := flag.String(\"to\", \"latest\", \"version\") }\n"}, "/app/bin/migrate"},
		"no default":   {map[string]string{"cmd/migrate/main.go": head + "func main() { to := flag.String(\"to\", \"\", \"version\") }\n"}, ""},
		"it drops":     {map[string]string{"cmd/migrate/main.go": head + "func main() { db.DropTable(&User{}) }\n"}, ""},
		"no database":  {map[string]string{"cmd/migrate/main.go": "package main\n\nfunc main() {}\n"}, ""},
		"another name": {map[string]string{"cmd/seed/main.go": head + "func main() {}\n"}, ""},
		"by the server itself": {map[string]string{
			"cmd/migrate/main.go": head + "func main() {}\n",
			"cmd/api/db.go":       "package main\n\nfunc setUp() { db.AutoMigrate(&User{}) }\n",
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"go.mod": "module example.org/x\n\ngo 1.25\n", "cmd/api/main.go": serves}
			maps.Copy(files, c.files)
			p, r := languagetest.Project(t, &Language, files, ".", "")
			got := strings.Join(p.Start.Value.Release, "; ")
			if got != c.want {
				t.Errorf("release %q, want %q", got, c.want)
			}
			built := slices.ContainsFunc(r.Build.BuildCommands, func(line string) bool { return strings.Contains(line, " ./cmd/migrat") })
			if built != (c.want != "") {
				t.Errorf("builds %q", r.Build.BuildCommands)
			}
			if p.Start.Value.Command[0] != "/app/bin/api" || len(p.Start.Value.Processes) > 0 {
				t.Errorf("start %+v", p.Start.Value)
			}
		})
	}
}

// It is called what the project's own container file calls it, unless that is
// another command's name.
func TestMigrationCommandsName(t *testing.T) {
	for line, want := range map[string]string{
		"go build -ldflags=\"-s -w\" -o /out/shop-migrate ./cmd/migration": "/app/bin/shop-migrate",
		"go build -o /out/api ./cmd/migration":                             "/app/bin/migration",
		"go build -o /out/other ./cmd/other":                               "/app/bin/migration",
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"go.mod":                "module example.org/x\n\ngo 1.25\n",
			"cmd/api/main.go":       "package main\n\nimport \"net/http\"\n\nfunc main() { http.ListenAndServe(\":8080\", nil) }\n",
			"cmd/migration/main.go": "package main\n\nimport \"database/sql\"\n\nfunc main() { db, _ := sql.Open(\"pgx\", \"\"); db.Exec(schema) }\n",
		}, ".", "")
		d, _ := dockerfile.Parse("FROM golang:1.25\nRUN " + line + "\n")
		p.Built = language.Built{Path: "Dockerfile", Stages: d.Stages}
		if got := strings.Join(start(p).Value.Release, "; "); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
