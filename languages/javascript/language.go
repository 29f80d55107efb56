// Package javascript knows what runs on Node.js, Bun and Deno: what a package
// is to a deployment, how it is installed, built and started. What its text
// says is in source, who installs it in workspace, which pages it becomes in
// site. It offers Language, which is JavaScript, and TypeScript; IsLibrary
// answers for pages that show what a library does.
package javascript

import (
	"path"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/languages/javascript/registry"
	"aipack/languages/javascript/site"
	"aipack/languages/javascript/source"
	"aipack/languages/javascript/workspace"
)

// Language is what runs on Node.js, Bun and Deno and is not mostly TypeScript.
// TypeScript is a JavaScript project whose own sources are; both share every
// rule.
var (
	Language   = newLanguage("javascript", "JavaScript", claimJavaScript, ".js", ".mjs", ".cjs", ".jsx", ".vue", ".svelte", ".astro")
	TypeScript = newLanguage("typescript", "TypeScript", claimTypeScript, ".ts", ".tsx", ".mts", ".cts")
)

func newLanguage(id, name string, claim func(*language.Folder) (language.Claim, bool), extensions ...string) language.Language {
	return language.Language{
		ID: id, Name: name,
		Extensions:     extensions,
		Manifests:      manifests,
		Systems:        systems,
		Frameworks:     frameworks,
		Natives:        natives,
		Execs:          []language.Pattern{"\\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|execa|execaSync|execaCommand)\\(\\s*[\"'`]([\\w.+-]+)[\"'` ]"}, // nodejs.org/api/child_process.html
		EnvReads:       envReads,
		Renamed:        source.Environment,
		PortUses:       portUses,
		Routes:         routes,
		Workspace:      workspace.Find,
		Claim:          claim,
		Dependencies:   dependencies,
		Version:        versionOf,
		DefaultVersion: node.DefaultVersion,
		ImageVersion:   imageVersion,
		Framework:      framework,
		Start:          start,
		Port:           port,
		Address:        told,
		Health:         site.Health,
		Settings:       ormSettings,
		OldLogin:       oldLogin,
		SignsIn:        registry.SignIns,
		Recipe:         recipe,
		Assets:         assets,
		Toolchain:      toolchain,
	}
}

var manifests = []language.Manifest{
	{Name: "package.json", Priority: 1},
	{Name: "package.json5", Priority: 1},
	{Name: "deno.json", Priority: 1},
	{Name: "deno.jsonc", Priority: 1},
	{Name: "project.json", Priority: 2},
	{Name: "rush.json", Priority: 2},
	{Name: "lerna.json", Priority: 2},
	{Name: "nx.json", Priority: 2},
	{Name: "turbo.json", Priority: 2},
	{Name: "pnpm-workspace.yaml", Priority: 2},
	{Name: "tsconfig.json", Priority: 2},
	{Name: "angular.json", Priority: 2},
	{Name: "package-lock.json", Priority: 3, Lock: true},
	{Name: "npm-shrinkwrap.json", Priority: 3, Lock: true},
	{Name: "yarn.lock", Priority: 3, Lock: true},
	{Name: "pnpm-lock.yaml", Priority: 3, Lock: true},
	{Name: "bun.lock", Priority: 3, Lock: true},
	{Name: "bun.lockb", Priority: 3, Lock: true},
	{Name: "deno.lock", Priority: 3, Lock: true},
}

var envReads = []language.Pattern{
	`process\.env\??\.([A-Za-z_]\w*)(?:\s*(?:\|\||\?\?)\s*['"\x60]([^'"\x60\n]*)['"\x60])?`,
	`process\.env\??\.([A-Za-z_]\w*)\)?\s*(?:\|\||\?\?)\s*(\d+|true|false)\b`,
	`\{([^{}]+)\}\s*=\s*(?:process\.env|import\.meta\.env|Bun\.env)\b`, // several names at once
	`process\.env\[\s*['"]([A-Za-z_]\w*)['"]\s*\](?:\s*(?:\|\||\?\?)\s*['"\x60]([^'"\x60\n]*)['"\x60])?`,
	`import\.meta\.env\.([A-Z_][A-Z0-9_]*)(?:\s*(?:\|\||\?\?)\s*['"\x60]([^'"\x60\n]*)['"\x60])?`,
	`\b(?:env\(|[a-zA-Z]+E(?:nv|NV)\(|getEnv\w+\(|requireEnv\w+\()\s*['"]([A-Z][A-Z0-9_]{2,})['"]\s*\)`,
	`Bun\.env\.([A-Za-z_]\w*)(?:\s*(?:\|\||\?\?)\s*['"\x60]([^'"\x60\n]*)['"\x60])?`,
	`Deno\.env\.get\(\s*['"]([A-Za-z_]\w*)['"]\s*\)(?:\s*(?:\|\||\?\?)\s*['"\x60]([^'"\x60\n]*)['"\x60])?`,
	`\b(?:env|envVar)\.get\(\s*['"]([A-Z][A-Z0-9_]+)['"]\s*\)(?:\.default\(\s*['"\x60]([^'"\x60\n]*)['"\x60])?`,
	`[cC]onfig(?:Service)?\.get(?:OrThrow)?(?:<[^>\n]{1,30}>)?\(\s*['"]([A-Z][A-Z0-9_]+)['"](?:\s*,\s*['"]?([^'"\n,(){}]*)['"]?\s*\))?`,
}

var portUses = []language.Pattern{
	`\.listen\(\s*(\d{2,5})\b`,
	`\b(?:PORT|port)\b['"\])]*(?:\s*,\s*10)?\)?\s*(?:\|\||\?\?)\s*['"\x60]?(\d{2,5})\b`,
	`\bPORT\s*\?[^:\n]{0,60}:\s*(\d{2,5})\b`,
	`\.get\(\s*['"]PORT['"]\s*\)\s*(?:\|\||\?\?)\s*['"\x60]?(\d{2,5})\b`,
	`\.get(?:<[^>\n]{1,30}>)?\(\s*['"](?:PORT|port)['"]\s*,\s*['"]?(\d{2,5})\b`,
	`\b(?:listen|serve)\(\s*\{[^}]{0,200}?\bport\s*:\s*(\d{2,5})\b`,
	`\bPORT\b[^\n;]{0,60}\.default\(\s*['"]?(\d{2,5})\b`,
	`\bPORT\s*[=:]\s*['"]?(\d{2,5})\b`,
	`\b(?:const|let|var)\s+(?:port|httpPort|serverPort)\s*(?::\s*number\s*)?=\s*['"]?(\d{2,5})\b`,
	`^\s*export default \{[^}]{0,120}?\bport\s*:\s*(\d{2,5})\b`,
}

// routes are routes that a program answers itself, not those that it asks
// another for and not the pages of a router in a browser: with a handler behind
// the path (Express, Koa, Fastify, Hono, hapi), on a controller (Nest), in a
// comparison with the request's own address or as what alone gets no 404, in a table of functions (Bun,
// terminus).
var routes = []language.Pattern{
	`\.(?:get|all)(?:<[^()\n]{0,200}>)?\(\s*['"\x60](/[^'"\x60\n]*)['"\x60]\s*,`,
	`\.route\(\s*['"\x60](/[^'"\x60\n]*)['"\x60]\s*\)`,
	`\b(?:url|path)\s*:\s*['"](/[^'"\n]*)['"][^}]{0,200}?\bhandler\b`,
	`\.use\(\s*['"](/[^'"\n]*)['"]\s*,\s*(?:async\b|function\b|\(\s*(?:req|_|request|ctx)\b|require\(['"]express-healthcheck)`,
	`@Get\(\s*['"](/?[^'"\n]+)['"]`,
	`@Controller\(\s*['"](/?(?:api/)?(?:health|healthz|healthcheck|status|ping|ready|live)[^'"\n]*)['"]`,
	`(?:\breq(?:uest)?\.(?:url|path|pathname)|\bctx\.(?:url|path)|\burl\.pathname|(?:^|[\s(!])(?:pathname|path|url))\s*={2,3}\s*['"](/[^'"\n]*)['"]`,
	`case\s+['"](/[^'"\n]*)['"]\s*:`,
	`\b(?:req|request)\.url\s*!={1,2}\s*['"](/[^'"\n]*)['"]\s*\)\s*\{?\s*(?:return\s+)?\w+\.(?:writeHead\(\s*404|statusCode\s*=\s*404)`, // Node's http
	`['"](/(?:health|healthz|ping|status|ready|livez|readyz))['"]\s*:\s*(?:async\b|function\b|\(|\w+\s*=>|new Response|\{\s*(?:GET|get)\b|\w+\s*[,}\n])`,
}

func claimJavaScript(f *language.Folder) (language.Claim, bool) {
	if isTypeScript(f) {
		return language.Claim{}, false
	}
	return claim(f)
}

// isTypeScript reports whether a folder's own sources, those of projects
// nested in it left out, are mostly TypeScript. Without any source the
// compiler's traces decide.
func isTypeScript(f *language.Folder) bool {
	return language.Once(f, "node.typescript", func() bool { return mostlyTypeScript(f) })
}

func mostlyTypeScript(f *language.Folder) bool {
	ts, js := 0, 0
	for _, name := range source.Files(f) {
		switch path.Ext(name) {
		case ".ts", ".tsx", ".mts", ".cts":
			ts++
		case ".js", ".jsx", ".mjs", ".cjs":
			js++
		}
	}
	if ts != js {
		return ts > js
	}
	if f.Has("tsconfig.json") {
		return true
	}
	pkg, _ := node.Package(f)
	return pkg.Has("typescript")
}

func claimTypeScript(f *language.Folder) (language.Claim, bool) {
	if !isTypeScript(f) {
		return language.Claim{}, false
	}
	return claim(f)
}
