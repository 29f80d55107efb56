package javascript

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

func TestMigrations(t *testing.T) {
	t.Parallel()
	const schema = "datasource db {\n  provider = \"postgresql\"\n  url = env(\"DATABASE_URL\")\n}\n"
	for name, c := range map[string]struct {
		scripts, deps string
		files         map[string]string
		want          []string
	}{
		"Prisma": {"", `"prisma": "6", "@prisma/client": "6"`, map[string]string{"prisma/schema.prisma": schema, "prisma/migrations/1/migration.sql": ""}, []string{"node_modules/.bin/prisma migrate deploy"}},
		"Prisma, with a schema elsewhere": {
			"", `"prisma": "6", "@prisma/client": "6"`, map[string]string{"src/prisma/schema.prisma": schema, "src/prisma/migrations/1/migration.sql": ""},
			[]string{"node_modules/.bin/prisma migrate deploy --schema src/prisma/schema.prisma"},
		},
		"Prisma without migrations": {"", `"prisma": "6", "@prisma/client": "6"`, map[string]string{"prisma/schema.prisma": schema}, nil},
		"the package's own script":  {`, "db:migrate": "tsx --env-file=.env ./scripts/migrate.ts"`, `"knex": "3", "tsx": "4"`, map[string]string{"knexfile.js": ""}, []string{"node_modules/.bin/tsx ./scripts/migrate.ts"}},
		"not what develops":         {`, "db:migrate": "prisma migrate dev"`, `"prisma": "6"`, map[string]string{"prisma/schema.prisma": schema, "prisma/migrations/1/migration.sql": ""}, []string{"node_modules/.bin/prisma migrate deploy"}},
		"the program does it":       {"", `"knex": "3"`, map[string]string{"knexfile.js": "", "src/database.js": "await knex.migrate.latest()"}, nil},
		"Sequelize":                 {"", `"sequelize": "6", "sequelize-cli": "6"`, map[string]string{".sequelizerc": "", "db/migrate-steps/1.js": ""}, []string{"node_modules/.bin/sequelize db:migrate"}},
		// Its CLI ends with ENOENT where the folder is not there.
		"Sequelize without migrations":       {"", `"sequelize": "6", "sequelize-cli": "6"`, map[string]string{".sequelizerc": "", "src/database/seeders/1.js": ""}, nil},
		"a tool that is not told what to do": {`, "migrate": "node-pg-migrate"`, `"node-pg-migrate": "6", "pg": "8"`, map[string]string{"migrations/1_a.js": ""}, []string{"node_modules/.bin/node-pg-migrate up"}},
		"such a tool with options":           {`, "migrate": "node-pg-migrate -m db/migrations"`, `"node-pg-migrate": "6", "pg": "8"`, map[string]string{"db/migrations/1_a.js": ""}, []string{"node_modules/.bin/node-pg-migrate up -m db/migrations"}},
		"a tool that is told":                {`, "migrate:up": "node-pg-migrate up"`, `"node-pg-migrate": "6", "pg": "8"`, map[string]string{"migrations/1_a.js": ""}, []string{"node_modules/.bin/node-pg-migrate up"}},
		"Knex that is told":                  {`, "migrate": "knex migrate:latest --env production"`, `"knex": "3"`, map[string]string{"knexfile.js": ""}, []string{"node_modules/.bin/knex migrate:latest --env production"}},
		"a program of its own does":          {`, "db:init": "node db/init.js"`, `"knex": "3"`, map[string]string{"knexfile.js": "", "db/init.js": "await knex.migrate.latest()"}, []string{"node db/init.js"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{
				"package.json": `{"scripts": {"start": "node server.js"` + c.scripts + `}, "dependencies": {"express": "5", ` + c.deps + `}}`,
				"server.js":    serverFile, "package-lock.json": "{}",
			}
			for name, text := range c.files {
				files[name] = text
			}
			p, _ := languagetest.Project(t, &Language, files, ".", "")
			if got := p.Start.Value.Release; !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// The check of the environment is turned off while the image is built.
func TestSkippedValidation(t *testing.T) {
	t.Parallel()
	_, r := languagetest.Project(t, &Language, map[string]string{
		"package.json": `{"scripts": {"start": "node server.js", "build": "tsc"}, "dependencies": {"express": "5", "@t3-oss/env-core": "1"}}`, "package-lock.json": "{}",
		"server.js": serverFile, "src/env.ts": "createEnv({\n  skipValidation: !!process.env.SKIP_ENV_VALIDATION,\n})",
	}, ".", "")
	if r.Build.Environment["SKIP_ENV_VALIDATION"] != "1" {
		t.Errorf("%v", r.Build.Environment)
	}
}
