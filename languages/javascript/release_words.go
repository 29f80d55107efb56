package javascript

import (
	"path"
	"slices"
	"strings"
)

// subcommands are what the tools of migrations are told to do, what brings a database
// up to date first. A package often keeps the bare tool as its script, to which people
// add the word: "npm run migrate up".
// https://salsita.github.io/node-pg-migrate/cli, https://db-migrate.readthedocs.io,
// https://github.com/seppevs/migrate-mongo#usage, https://knexjs.org/guide/migrations.html,
// https://sequelize.org/docs/v6/other-topics/migrations/, https://typeorm.io/docs/migrations/executing
var subcommands = map[string][]string{
	"node-pg-migrate": {"up", "down", "create", "redo"},
	"db-migrate":      {"up", "down", "create", "reset", "check", "db"},
	"migrate-mongo":   {"up", "down", "create", "status", "init"},
	"knex":            {"migrate:latest", "migrate:up", "migrate:down", "migrate:rollback", "migrate:make", "migrate:list", "seed:run", "seed:make", "init"},
	"sequelize":       {"db:migrate"},
	"sequelize-cli":   {"db:migrate"},
	"typeorm":         {"migration:run"},
}

// toldToMigrate adds to a line that calls one of these tools what it is to do, where it says
// nothing of the kind.
func toldToMigrate(line string) string {
	words := strings.Fields(line)
	for i, w := range words {
		known, ok := subcommands[path.Base(w)]
		if !ok {
			continue
		}
		says := func(word string) bool {
			return slices.Contains(known, word) || strings.Contains(word, ":") && !strings.HasPrefix(word, "-") && !strings.Contains(word, "/")
		}
		if slices.ContainsFunc(words[i+1:], says) {
			return line
		}
		return strings.Join(slices.Insert(slices.Clone(words), i+1, known[0]), " ")
	}
	return line
}
