package javascript

import (
	"slices"

	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/manifest/npm"
)

// prismaAddresses are addresses of no database, in the form that Prisma checks
// a provider's for (https://www.prisma.io/docs/orm/reference/connection-urls).
var prismaAddresses = map[string]string{
	"postgresql": "postgresql://build:build@localhost:5432/build", "postgres": "postgresql://build:build@localhost:5432/build",
	"mysql": "mysql://build:build@localhost:3306/build", "mongodb": "mongodb://build:build@localhost:27017/build",
	"cockroachdb": "postgresql://build:build@localhost:26257/build", "sqlite": "file:/tmp/build.db",
	"sqlserver": "sqlserver://localhost:1433;database=build;user=build;password=build",
}

// prismaPlaceholders sets the variables that a schema reads its addresses from
// while the image is built: prisma generate with a prisma.config.ts, and what
// makes a client at build time, refuse to start without them and connect to
// nothing. A value in .env.production, which the build sees, serves better.
// https://www.prisma.io/docs/orm/reference/prisma-config-reference
func (pl plan) prismaPlaceholders(env map[string]string) {
	for _, f := range pl.prismaFolders() {
		for _, name := range []string{"prisma/schema.prisma", "prisma/schema/schema.prisma", "schema.prisma", "src/prisma/schema.prisma", "db/schema.prisma", "src/schema.prisma"} {
			schema, ok := language.Parse(f, name, npm.ParsePrisma)
			address := prismaAddresses[schema.Provider]
			if !ok || address == "" {
				continue
			}
			for _, variable := range schema.Variables {
				if env[variable] == "" && !pl.hasDotenv(variable) {
					env[variable] = address
				}
			}
		}
	}
}

// prismaFolders are the project's folder, its workspace's root and those of the
// members that it needs.
func (pl plan) prismaFolders() []*language.Folder {
	out := []*language.Folder{pl.p.Folder}
	if pl.member() {
		out = append(out, pl.root)
	}
	if pl.p.Workspace == nil {
		return out
	}
	for _, dir := range pl.localFirst() {
		out = append(out, pl.root.Sub(dir))
	}
	return out
}

// hasDotenv reports whether the file that frameworks build with gives a
// variable.
func (pl plan) hasDotenv(variable string) bool {
	d, _ := language.Parse(pl.p.Folder, ".env.production", keyvalue.ParseDotenv)
	return slices.ContainsFunc(d.Entries, func(e keyvalue.Entry) bool { return e.Name == variable && !e.Off })
}
