package site

import (
	"strings"
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestServersForContainers(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		framework, file, text string
		preset, warned        string
	}{
		"Nuxt for Vercel":       {"Nuxt", "nuxt.config.ts", `export default defineNuxtConfig({ nitro: { preset: "vercel" } })`, "node-server", ""},
		"Nuxt with no preset":   {"Nuxt", "nuxt.config.ts", `export default defineNuxtConfig({})`, "", ""},
		"Nuxt for Node":         {"Nuxt", "nuxt.config.ts", `export default defineNuxtConfig({ nitro: { preset: "node-cluster" } })`, "", ""},
		"pages alone":           {"Nuxt", "nuxt.config.ts", `export default defineNuxtConfig({ nitro: { preset: "github_pages" } })`, "", ""},
		"commented out":         {"Nuxt", "nuxt.config.ts", "// preset: \"vercel\"\nexport default defineNuxtConfig({})", "", ""},
		"Nitro for workers":     {"Nitro", "nitro.config.ts", `export default defineNitroConfig({ preset: 'cloudflare-module' })`, "node-server", ""},
		"SolidStart":            {"SolidStart", "app.config.ts", `export default defineConfig({ server: { preset: "netlify" } })`, "node-server", ""},
		"Astro for Vercel":      {"Astro", "astro.config.mjs", "import vercel from \"@astrojs/vercel\";\nexport default defineConfig({ output: \"server\", adapter: vercel() });", "", "@astrojs/vercel"},
		"Astro for functions":   {"Astro", "astro.config.mjs", "import vercel from '@astrojs/vercel/serverless';\nexport default defineConfig({ adapter: vercel() });", "", "@astrojs/vercel"},
		"Astro for Node":        {"Astro", "astro.config.mjs", "import node from \"@astrojs/node\";\nexport default defineConfig({ adapter: node() });", "", ""},
		"a preset of something": {"Express", "vite.config.ts", `export default { preset: "vercel" }`, "", ""},
	} {
		r := languagetest.Reader(t, map[string]string{of.file: of.text})
		p := &language.Project{Folder: r.Folder("."), Language: &language.Language{}, Framework: finding.Of(of.framework, finding.Certain)}
		environment := map[string]string{}
		ForContainers(p, environment)
		warned := ""
		for _, w := range r.Warnings(".") {
			if w.Code == "adapter_of_platform" && w.Line == 1 && strings.Contains(w.Message, of.warned) {
				warned = of.warned
			}
		}
		if environment["NITRO_PRESET"] != of.preset || warned != of.warned {
			t.Errorf("%s: %q, %q", name, environment["NITRO_PRESET"], warned)
		}
	}
}
