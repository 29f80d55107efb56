package languages

import (
	"path"
	"strings"

	"aipack/backend/language"
)

// nodeStartConfigs are the files that commands read whenever they start, by the
// command. What such a file imports has to be there when the program runs:
// https://nextjs.org/docs/app/api-reference/config/next-config-js ("used by the
// Next.js server and build phases"), https://v2.nuxt.com/docs/get-started/commands,
// https://vite.dev/guide/cli#vite-preview, https://knexjs.org/guide/migrations.html#knex-cli,
// https://www.prisma.io/docs/orm/reference/prisma-config-reference,
// https://pm2.keymetrics.io/docs/usage/application-declaration/,
// https://docs.medusajs.com/learn/configurations/medusa-config,
// https://sequelize.org/docs/v6/other-topics/migrations/#the-sequelizerc-file,
// https://orm.drizzle.team/docs/drizzle-config-file.
var nodeStartConfigs = map[string][]string{
	"next": {"next.config"}, "nuxt": {"nuxt.config"}, "vite": {"vite.config", "svelte.config"}, "knex": {"knexfile"}, "prisma": {"prisma.config"},
	"pm2-runtime": {"ecosystem.config"}, "medusa": {"medusa-config"}, "sequelize": {".sequelizerc", "config/config"}, "sequelize-cli": {".sequelizerc", "config/config"},
	"drizzle-kit": {"drizzle.config"},
}

// nodeServerConfigs are those that a framework reads in a program of the
// project's own: next({ dev: false }).
var nodeServerConfigs = map[string]string{"Next.js": "next", "Payload": "next"}

// startImports lists the packages that the configuration of the start command
// and of the release lines imports. words are the base names of their words.
func (pl jsPlan) startImports(words []string) []string {
	tools := words
	if tool := nodeServerConfigs[pl.p.Framework.Value]; tool != "" {
		tools = append([]string{tool}, words...)
	}
	if pl.selfContained() { // the configuration went into what the build wrote
		return nil
	}
	var out []string
	for _, tool := range tools {
		for _, base := range nodeStartConfigs[tool] {
			for _, ext := range []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ""} {
				if pl.p.Has(base + ext) {
					out = append(out, nodeImportsOf(pl.p.Folder, base+ext, 0)...)
					break
				}
			}
		}
	}
	return out
}

const jsImports language.Pattern = `(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\(\s*)['"]([^'"\n]{1,200})['"]`

// nodeImportsOf lists the packages that a script imports, itself or through the
// project's own files: three files deep, as an env.mjs beside a configuration
// is.
func nodeImportsOf(f *language.Folder, name string, depth int) []string {
	text, ok := f.Text(name)
	if !ok {
		return nil
	}
	var out []string
	for _, m := range jsImports.Regexp().FindAllStringSubmatch(stripComments(text), 100) {
		switch {
		case !strings.HasPrefix(m[1], "."):
			out = append(out, nodePackageOf(m[1]))
		case depth < 2:
			if file := nodeResolve(f, path.Join(path.Dir(name), m[1])); file != "" {
				out = append(out, nodeImportsOf(f, file, depth+1)...)
			}
		}
	}
	return out
}

// nodeResolve finds the file that a relative import means.
// https://nodejs.org/api/modules.html#all-together
func nodeResolve(f *language.Folder, name string) string {
	if strings.HasPrefix(name, "../") {
		return ""
	}
	stem := strings.TrimSuffix(strings.TrimSuffix(name, ".js"), ".mjs") // TypeScript names what its compiler writes
	for _, candidate := range []string{name, stem + ".ts", stem + ".mts", name + ".js", name + ".mjs", name + ".cjs", name + ".json", name + "/index.js", name + "/index.ts", name + "/index.mjs"} {
		if path.Ext(candidate) != "" && f.Has(candidate) {
			return candidate
		}
	}
	return ""
}

// nodePackageOf is the package that an import's name belongs to: "dotenv" of
// "dotenv/config", "@scope/a" of "@scope/a/b".
func nodePackageOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if strings.HasPrefix(name, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// programImports lists the packages that the program itself imports whenever it
// starts: at the top of the started file and of the project's own files that it
// brings in there, three files deep. What stands in a block or behind an if may
// be for development alone.
func (pl jsPlan) programImports(words []string) []string {
	for _, w := range words {
		name := strings.TrimPrefix(w, "./")
		switch path.Ext(name) {
		case ".js", ".mjs", ".cjs":
			if pl.p.Has(name) && !strings.HasPrefix(name, "node_modules/") {
				return nodeTopImports(pl.p.Folder, name, 0)
			}
		}
	}
	return nil
}

func nodeTopImports(f *language.Folder, name string, depth int) []string {
	text := stripComments(f.Head(name, nodeReadBytes))
	var out []string
	for _, at := range jsImports.Regexp().FindAllStringSubmatchIndex(text, 100) {
		before, module := text[:at[0]], text[at[2]:at[3]]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		if strings.Count(before, "{") != strings.Count(before, "}") || strings.HasPrefix(strings.TrimSpace(line), "if") {
			continue
		}
		switch {
		case !strings.HasPrefix(module, "."):
			out = append(out, nodePackageOf(module))
		case depth < 2:
			if file := nodeResolve(f, path.Join(path.Dir(name), module)); file != "" && path.Ext(file) != ".json" {
				out = append(out, nodeTopImports(f, file, depth+1)...)
			}
		}
	}
	return out
}
