package javascript

import (
	"path"
	"strings"

	"aipack/languages/javascript/source"
)

// startConfigs are the files that commands read whenever they start, by the
// command. What such a file imports has to be there when the program runs:
// https://nextjs.org/docs/app/api-reference/config/next-config-js ("used by the
// Next.js server and build phases"), https://v2.nuxt.com/docs/get-started/commands,
// https://vite.dev/guide/cli#vite-preview, https://knexjs.org/guide/migrations.html#knex-cli,
// https://www.prisma.io/docs/orm/reference/prisma-config-reference,
// https://pm2.keymetrics.io/docs/usage/application-declaration/,
// https://docs.medusajs.com/learn/configurations/medusa-config,
// https://sequelize.org/docs/v6/other-topics/migrations/#the-sequelizerc-file,
// https://orm.drizzle.team/docs/drizzle-config-file.
var startConfigs = map[string][]string{
	"next": {"next.config"}, "nuxt": {"nuxt.config"}, "vite": {"vite.config", "svelte.config"}, "knex": {"knexfile"}, "prisma": {"prisma.config"},
	"pm2-runtime": {"ecosystem.config"}, "medusa": {"medusa-config"},
	"sequelize": {".sequelizerc", "config/config"}, "sequelize-cli": {".sequelizerc", "config/config"},
	"drizzle-kit": {"drizzle.config"},
}

// serverConfigs are those that a framework reads in a program of the
// project's own: next({ dev: false }).
var serverConfigs = map[string]string{"Next.js": "next", "Payload": "next"}

// startImports lists the packages that the configuration of the start command
// and of the release lines imports. words are the base names of their words.
func (pl plan) startImports(words []string) []string {
	tools := words
	if tool := serverConfigs[pl.p.Framework.Value]; tool != "" {
		tools = append([]string{tool}, words...)
	}
	if pl.selfContained() { // the configuration went into what the build wrote
		return nil
	}
	var out []string
	for _, tool := range tools {
		for _, base := range startConfigs[tool] {
			for _, ext := range []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ""} {
				if pl.p.Has(base + ext) {
					out = append(out, source.BringsIn(pl.p.Folder, base+ext, false)...)
					break
				}
			}
		}
	}
	return out
}

// programImports lists the packages that the program itself imports whenever it
// starts: at the top of the started file and of the project's own files that it
// brings in there. What stands in a block or behind an if may be for development
// alone.
func (pl plan) programImports(words []string) []string {
	for _, w := range words {
		name := strings.TrimPrefix(w, "./")
		switch path.Ext(name) {
		case ".js", ".mjs", ".cjs":
			if pl.p.Has(name) && !strings.HasPrefix(name, "node_modules/") {
				return source.BringsIn(pl.p.Folder, name, true)
			}
		}
	}
	return nil
}

// compiledImport is a package that a program imports which a compiler wrote, although it
// is declared for development alone; none where the program is another.
func (pl plan) compiledImport(words []string) source.Needed {
	if len(words) == 2 && words[0] == "node" && !pl.p.Has(words[1]) {
		file := source.StartFile(pl.p.Folder, pl.pkg, words)
		needed := source.Runtime(pl.p.Folder, pl.pkg, pl.pkg.Script(pl.buildScript()), file, pl.onlyDev)
		if needed.Package != "" {
			pl.p.WarnAt(needed.File, needed.Line, "runtime_for_development", pl.p.Join(needed.File)+" imports "+needed.Package+" when it runs, and package.json has it among devDependencies: those stay in the image",
				"move "+needed.Package+" to dependencies")
		}
		return needed
	}
	return source.Needed{}
}
