package site

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// Health finds health endpoints that are files: Next.js, Nuxt, SvelteKit,
// Astro and Remix make routes of them.
func Health(p *language.Project) finding.Finding[string] {
	if !routesAreFiles[p.Framework.Value] {
		return finding.Finding[string]{}
	}
	for _, name := range []string{"health", "healthz", "healthcheck", "ping", "status", "ready"} {
		for _, r := range []struct{ file, route string }{
			{"app/api/NAME/route.EXT", "/api/NAME"}, {"src/app/api/NAME/route.EXT", "/api/NAME"}, {"app/NAME/route.EXT", "/NAME"}, {"src/app/NAME/route.EXT", "/NAME"},
			{"pages/api/NAME.EXT", "/api/NAME"}, {"src/pages/api/NAME.EXT", "/api/NAME"}, {"src/pages/NAME.EXT", "/NAME"},
			{"server/api/NAME.EXT", "/api/NAME"}, {"server/api/NAME.get.EXT", "/api/NAME"}, {"server/routes/NAME.EXT", "/NAME"}, {"server/routes/NAME.get.EXT", "/NAME"},
			{"src/routes/NAME/+server.EXT", "/NAME"}, {"src/routes/api/NAME/+server.EXT", "/api/NAME"},
			{"app/routes/NAME.EXT", "/NAME"}, {"app/routes/NAME.EXTx", "/NAME"}, {"app/routes/api.NAME.EXT", "/api/NAME"},
			{"routes/NAME.EXT", "/NAME"}, {"routes/api/NAME.EXT", "/api/NAME"},
		} {
			for _, ext := range []string{"ts", "js"} {
				file := strings.ReplaceAll(strings.ReplaceAll(r.file, "NAME", name), "EXT", ext)
				if p.Has(file) && fileRoutes(p, file) {
					return finding.Of(basePath(p)+strings.ReplaceAll(r.route, "NAME", name), finding.Likely, p.Evidence("node.route-file", file, 0, ""))
				}
			}
		}
	}
	return nested(p)
}

// nestedRoutes are the folders below which a framework makes a route of each file, at
// any depth, and what it takes for the route's end: Next.js' two routers
// (nextjs.org/docs, "API Routes", "Route Handlers"), Nitro's (nitro.build/guide/routing),
// SvelteKit's (svelte.dev/docs/kit/routing).
var nestedRoutes = []struct{ framework, folder, strip, ends string }{
	{"Next.js", "pages/api", "pages", ".{ts,js}"}, {"Next.js", "src/pages/api", "src/pages", ".{ts,js}"},
	{"Next.js", "app", "app", "/route.{ts,js}"}, {"Next.js", "src/app", "src/app", "/route.{ts,js}"},
	{"Nuxt", "server/api", "server", "{,.get}.{ts,js}"}, {"Nuxt", "server/routes", "server/routes", "{,.get}.{ts,js}"},
	{"SvelteKit", "src/routes", "src/routes", "/+server.{ts,js}"},
}

// nested finds a health route that lies deeper, the one with the best name first.
func nested(p *language.Project) finding.Finding[string] {
	for _, name := range []string{"health", "healthz", "healthcheck", "ping", "ready"} {
		for _, r := range nestedRoutes {
			if r.framework != p.Framework.Value {
				continue
			}
			for _, file := range p.Glob(r.folder + "/**/" + name + r.ends) {
				dir, _, _ := strings.Cut(strings.TrimPrefix(file, r.strip), "/"+name)
				if route, ok := routeOf(dir + "/" + name); ok {
					return finding.Of(basePath(p)+route, finding.Likely, p.Evidence("node.route-file", file, 0, ""))
				}
			}
		}
	}
	return finding.Finding[string]{}
}

// routeOf is the route of a folder: groups in brackets are no part of it, and one with
// a parameter or a slot has no path of its own.
func routeOf(dir string) (string, bool) {
	var parts []string
	for part := range strings.SplitSeq(strings.Trim(dir, "/"), "/") {
		switch {
		case strings.HasPrefix(part, "(") && strings.HasSuffix(part, ")"):
		case strings.ContainsAny(part, "[]@()_"):
			return "", false
		default:
			parts = append(parts, part)
		}
	}
	return "/" + strings.Join(parts, "/"), true
}

// basePath is what Next.js puts in front of all its routes
// (https://nextjs.org/docs/app/api-reference/config/next-config-js/basePath).
func basePath(p *language.Project) string {
	if p.Framework.Value != "Next.js" {
		return ""
	}
	text, _ := p.Text(p.FirstOf("next.config.js", "next.config.mjs", "next.config.ts", "next.config.cjs"))
	path, _ := nextBase.Find(text)
	return path
}

const nextBase language.Pattern = `\bbasePath\s*:\s*["'](/[\w./-]*)["']`

// routesAreFiles lists the frameworks that fileRoutes knows.
var routesAreFiles = map[string]bool{
	"Next.js": true, "Nuxt": true, "Nitro": true, "Analog": true, "TanStack Start": true, "SvelteKit": true,
	"Astro": true, "Remix": true, "React Router": true, "Fresh": true,
}

// fileRoutes reports whether the framework makes a route of a file there;
// routes/health.js of an Express program is one only by its own code.
func fileRoutes(p *language.Project, file string) bool {
	switch p.Framework.Value {
	case "Next.js":
		return strings.Contains(file, "app/") || strings.Contains(file, "pages/")
	case "Nuxt", "Nitro", "Analog", "TanStack Start":
		return strings.HasPrefix(file, "server/")
	case "SvelteKit":
		return strings.Contains(file, "+server")
	case "Astro":
		return strings.HasPrefix(file, "src/pages/")
	case "Remix", "React Router":
		return strings.HasPrefix(file, "app/routes/")
	case "Fresh":
		return strings.HasPrefix(file, "routes/")
	}
	return false
}
