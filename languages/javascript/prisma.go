package javascript

import (
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
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

// prismaSchemas are where schemas lie; the command finds the first three by
// itself. https://www.prisma.io/docs/orm/prisma-schema/overview/location
var prismaSchemas = []string{
	"prisma/schema.prisma", "prisma/schema/schema.prisma", "schema.prisma", "src/prisma/schema.prisma",
	"db/schema.prisma", "src/schema.prisma",
}

// prismaLine completes a command of Prisma's with the schema of a package, where
// neither the command nor package.json nor prisma.config.ts would find it.
func prismaLine(f *language.Folder, line string) string {
	at := slices.IndexFunc(prismaSchemas, f.Has)
	if at < 3 || strings.Contains(f.Content("package.json"), `"prisma": {`) || node.PrismaConfig(f) != "" {
		return line
	}
	return line + " --schema " + prismaSchemas[at]
}

// prismaClients are the lines that generate the client of a schema where no
// script of its package does: the project's own, and those of the members that
// it needs.
func (pl plan) prismaClients() []string {
	var out []string
	if pl.pkg.Has("@prisma/client") && pl.pkg.Has("prisma") && pl.p.FirstOf(prismaSchemas...) != "" && !generatesPrisma(pl.pkg) {
		out = append(out, pl.inProject(pl.exec(prismaLine(pl.p.Folder, "prisma generate"))))
	}
	if !pl.member() {
		return out
	}
	for _, dir := range pl.localFirst() {
		f := pl.root.Sub(dir)
		pkg, _ := node.Package(f)
		if pkg.Has("@prisma/client") && pkg.Has("prisma") && f.FirstOf(prismaSchemas...) != "" && !generatesPrisma(pkg) {
			out = append(out, "cd "+language.ShellWord(dir)+" && PATH=/app/"+dir+"/node_modules/.bin:"+pl.path()+" "+prismaLine(f, "prisma generate"))
		}
	}
	return out
}

// generatesPrisma reports whether a package's own scripts generate the client on
// the way to a build.
func generatesPrisma(pkg npm.Package) bool {
	for _, n := range []string{"build", "postinstall", "prebuild", "prepare"} {
		if strings.Contains(pkg.Script(n), "prisma") {
			return true
		}
	}
	return false
}

// skipValidation is how t3-env's users turn its check off, as they do while an
// image is built: the values are not there yet. https://env.t3.gg/docs/customization#skipping-validation
const skipValidation language.Pattern = `\bskipValidation\s*:[^,]{0,160}?process\.env\.(\w*(?:SKIP|DOCKER|BUILD)\w*)`

// skipsValidation sets the variable that turns the check of the environment off.
func (pl plan) skipsValidation(env map[string]string) {
	for _, f := range pl.prismaFolders() {
		for _, name := range []string{"src/env.ts", "src/env.mjs", "src/env.js", "env.ts", "env.mjs", "env.js", "src/env/server.ts", "src/env/server.mjs", "src/lib/env.ts", "lib/env.ts", "src/config/env.ts", "src/index.ts", "index.ts"} {
			if !f.Has(name) {
				continue
			}
			if m := skipValidation.Regexp().FindStringSubmatch(f.Head(name, 64<<10)); m != nil && env[m[1]] == "" {
				env[m[1]] = "1"
			}
		}
	}
}

// prismaPlaceholders sets the variables that a schema reads its addresses from
// while the image is built: prisma generate with a prisma.config.ts, and what
// makes a client at build time, refuse to start without them and connect to
// nothing.
// https://www.prisma.io/docs/orm/reference/prisma-config-reference
func (pl plan) prismaPlaceholders(env map[string]string) {
	for _, f := range pl.prismaFolders() {
		for _, name := range prismaSchemas {
			schema, ok := language.Parse(f, name, npm.ParsePrisma)
			address := prismaAddresses[schema.Provider]
			if !ok || address == "" {
				continue
			}
			for _, variable := range append(configVariables(f), schema.Variables...) {
				if env[variable] == "" {
					env[variable] = address
				}
			}
		}
	}
}

// configVariable is a variable without which Prisma's configuration refuses to be read:
// its env helper throws, process.env does not.
const configVariable language.Pattern = `\benv\(\s*["'](\w+)["']\s*\)`

func configVariables(f *language.Folder) (names []string) {
	config := node.PrismaConfig(f)
	if config == "" {
		return nil
	}
	for _, m := range configVariable.Regexp().FindAllStringSubmatch(node.StripComments(f.Head(config, 64<<10)), 8) {
		names = append(names, m[1])
	}
	return names
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
