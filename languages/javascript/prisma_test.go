package javascript

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestPrismaOfAnNxWorkspace: its schema, configuration and migrations lie in the
// root, where the install generates the client.
func TestPrismaOfAnNxWorkspace(t *testing.T) {
	files := map[string]string{
		"package.json": `{"scripts": {"postinstall": "prisma generate", "database:migrate": "prisma migrate deploy"},
			"dependencies": {"@nestjs/core": "11", "@prisma/client": "7"}, "devDependencies": {"nx": "22.0.0", "prisma": "7"}}`,
		"package-lock.json": "{}", "nx.json": "{}", "prisma/migrations/1/migration.sql": "",
		"prisma/schema.prisma":  "datasource db {\n  provider = \"postgresql\"\n}\n",
		".config/prisma.ts":     "export default defineConfig({ datasource: { url: env('SHOP_DB') } })\n",
		"apps/api/project.json": `{"name": "api", "projectType": "application", "targets": {"build": {"outputs": ["{workspaceRoot}/dist/apps/api"]}, "serve": {"executor": "@nx/js:node"}}}`,
		"apps/api/src/main.ts":  "import { NestFactory } from '@nestjs/core';\nawait app.listen(3333);\n",
	}
	l := &TypeScript
	if _, ok := TypeScript.Claim(languagetest.Reader(t, files).Folder("apps/api")); !ok {
		l = &Language
	}
	p, r := languagetest.Project(t, l, files, "apps/api", ".")
	if got := p.Start.Value.Release; !slices.Equal(got, []string{"cd /app && prisma migrate deploy"}) {
		t.Errorf("released by %q", got)
	}
	for _, name := range []string{".config/prisma.ts", "prisma/schema.prisma"} {
		if !slices.Contains(r.Build.Manifests, name) {
			t.Errorf("the install does not see %s: %q", name, r.Build.Manifests)
		}
	}
	if r.Build.Environment["SHOP_DB"] == "" {
		t.Errorf("Prisma's configuration cannot be read while the image is built: %v", r.Build.Environment)
	}
	if slices.Contains(r.Build.PostBuildCommands, "npm prune --omit=dev") {
		t.Error("the release's own command is taken out of the image")
	}
}

func TestPrismaConfigVariables(t *testing.T) {
	for content, want := range map[string][]string{
		"url: env('A')":                        {"A"},
		"url: env(\"A\"), shadow: env( 'B' )":  {"A", "B"},
		"url: process.env.A ?? process.env.B!": nil,
		"// url: env('A')":                     nil,
	} {
		f := languagetest.Reader(t, map[string]string{"prisma.config.mts": content}).Folder(".")
		if got := configVariables(f); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", content, got, want)
		}
	}
}
