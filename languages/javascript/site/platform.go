package site

import (
	"strings"

	"aipack/backend/language"
	"aipack/languages/javascript/source"
)

const (
	nitroPreset = language.Pattern(`\bpreset\s*:\s*["'\x60]([\w-]+)["'\x60]`)
	// serverPresets write .output/server for a program of one's own (nitro.build/deploy,
	// "Runtimes"); staticPresets write pages alone.
	serverPresets = language.Pattern(`^(?:node|node[-_]server|node[-_]cluster|node[-_]middleware|node[-_]listener|bun|deno|deno[-_]server)$`)
	staticPresets = language.Pattern(`^(?:static|github[-_]pages|gitlab[-_]pages|[\w-]+[-_]static)$`)
	astroAdapter  = language.Pattern(`["'](@astrojs/(?:vercel|netlify|cloudflare|deno)|@deno/astro-adapter|astro-[\w-]*adapter[\w-]*)(?:/[\w-]+)?["']`)
)

// ForContainers sets what makes a build write a server where the configuration asks
// for another platform's functions, and says where nothing can.
func ForContainers(p *language.Project, environment map[string]string) {
	switch p.Framework.Value {
	case "Nuxt", "Nitro", "SolidStart", "TanStack Start":
		for _, name := range []string{"nuxt.config", "nitro.config", "app.config", "vite.config"} {
			_, config := source.Config(p.Folder, name)
			preset, ok := nitroPreset.Find(config)
			if ok && !serverPresets.Regexp().MatchString(preset) && !staticPresets.Regexp().MatchString(preset) {
				environment["NITRO_PRESET"] = "node-server" // it wins over the configuration (nitro.build/deploy)
			}
		}
	case "Astro":
		// "astro preview" serves the builds of a few adapters alone, of these Node's
		// (docs.astro.build/en/reference/cli-reference/#astro-preview).
		file, config := source.Config(p.Folder, "astro.config")
		if adapter, ok := astroAdapter.Find(config); ok && !strings.Contains(config, "@astrojs/node") {
			at := p.At("node.adapter", file, adapter)
			p.WarnAt(file, at.Line, "adapter_of_platform", p.Join(file)+" makes the site for a platform ("+adapter+"): no server that a container could start comes out of the build",
				"take Node's adapter (npx astro add node), with mode: \"standalone\"")
		}
	}
}
