package languages

import (
	"path"
	"sort"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/npm"
)

// JavaScript is what runs on Node.js, Bun and Deno and is not mostly
// TypeScript. TypeScript shares every rule with it.
var JavaScript = language.Language{
	ID:             "javascript",
	Name:           "JavaScript",
	Extensions:     []string{".js", ".mjs", ".cjs", ".jsx", ".vue", ".svelte", ".astro"},
	Manifests:      nodeManifests,
	SkipDirs:       nodeSkipDirs,
	Systems:        nodeSystems,
	Frameworks:     nodeFrameworks,
	Natives:        nodeNatives,
	EnvReads:       nodeEnvReads,
	PortUses:       nodePortUses,
	Routes:         nodeRoutes,
	Workspace:      nodeWorkspace,
	Claim:          claimJavaScript,
	Dependencies:   nodeDependencies,
	Version:        nodeVersion,
	DefaultVersion: nodeDefaultVersion,
	ImageVersion:   nodeImageVersion,
	Framework:      nodeFramework,
	Start:          nodeStart,
	Port:           nodePort,
	Health:         nodeHealth,
	Recipe:         nodeRecipe,
}

var nodeManifests = []language.Manifest{
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

// nodeSkipDirs leaves yarn's own releases, plugins and patches in: the install
// needs them (https://yarnpkg.com/getting-started/qa, "Which files should be
// gitignored?").
var nodeSkipDirs = []string{
	"node_modules", "bower_components", "jspm_packages", ".next", ".nuxt", ".output", ".svelte-kit", ".astro",
	".turbo", ".nx", ".parcel-cache", ".docusaurus", ".angular", ".yarn/cache", ".yarn/unplugged", ".yarn/sdks", ".pnpm-store", ".vercel", ".expo",
}

var nodeEnvReads = []language.Pattern{
	`process\.env\.([A-Za-z_]\w*)(?:\s*(?:\|\||\?\?)\s*['"\x60]([^'"\x60\n]*)['"\x60])?`,
	`process\.env\.([A-Za-z_]\w*)\)?\s*(?:\|\||\?\?)\s*(\d+|true|false)\b`,
	`\{([^{}]+)\}\s*=\s*(?:process\.env|import\.meta\.env|Bun\.env)\b`, // several names at once
	`\b([A-Z][A-Z0-9_]{2,})\s*:\s*z\.(?:string|coerce|number|enum|boolean|literal|preprocess)\b[^\n]{0,120}?(?:\.default\(\s*['"]?([^'"\n()]*)['"]?\)|,\s*$)`,
	`process\.env\[\s*['"]([A-Za-z_]\w*)['"]\s*\](?:\s*(?:\|\||\?\?)\s*['"\x60]([^'"\x60\n]*)['"\x60])?`,
	`import\.meta\.env\.([A-Z_][A-Z0-9_]*)(?:\s*(?:\|\||\?\?)\s*['"\x60]([^'"\x60\n]*)['"\x60])?`,
	`Bun\.env\.([A-Za-z_]\w*)(?:\s*(?:\|\||\?\?)\s*['"\x60]([^'"\x60\n]*)['"\x60])?`,
	`Deno\.env\.get\(\s*['"]([A-Za-z_]\w*)['"]\s*\)(?:\s*(?:\|\||\?\?)\s*['"\x60]([^'"\x60\n]*)['"\x60])?`,
	`[cC]onfig(?:Service)?\.get(?:OrThrow)?(?:<[^>\n]{1,30}>)?\(\s*['"]([A-Z][A-Z0-9_]+)['"](?:\s*,\s*['"]([^'"\n]*)['"])?`,
}

var nodePortUses = []language.Pattern{
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

// nodeRoutes are routes that a program answers itself, not those that it asks
// another for and not the pages of a router in a browser: with a handler behind
// the path (Express, Koa, Fastify, Hono, hapi), on a controller (Nest), in a
// comparison with the request's own address, in a table of functions (Bun,
// terminus).
var nodeRoutes = []language.Pattern{
	`\.(?:get|all)\(\s*['"\x60](/[^'"\x60\n]*)['"\x60]\s*,`,
	`\.route\(\s*['"\x60](/[^'"\x60\n]*)['"\x60]\s*\)`,
	`\b(?:url|path)\s*:\s*['"](/[^'"\n]*)['"][^}]{0,200}?\bhandler\b`,
	`@Get\(\s*['"](/?[^'"\n]+)['"]`,
	`@Controller\(\s*['"](/?(?:api/)?(?:health|healthz|healthcheck|status|ping|ready|live)[^'"\n]*)['"]`,
	`(?:\breq(?:uest)?\.(?:url|path|pathname)|\bctx\.(?:url|path)|\burl\.pathname|(?:^|[\s(!])(?:pathname|path|url))\s*={2,3}\s*['"](/[^'"\n]*)['"]`,
	`case\s+['"](/[^'"\n]*)['"]\s*:`,
	`['"](/(?:health|healthz|ping|status|ready|livez|readyz))['"]\s*:\s*(?:async\b|function\b|\(|\w+\s*=>|new Response|\{\s*(?:GET|get)\b|\w+\s*[,}\n])`,
}

func claimJavaScript(f *language.Folder) (language.Claim, bool) {
	if nodeIsTypeScript(f) {
		return language.Claim{}, false
	}
	return nodeClaim(f)
}

// nodePackage reads the folder's package.json, or the package.json5 that pnpm
// takes in its place.
func nodePackage(f *language.Folder) (npm.Package, bool) {
	if f.Has("package.json") {
		return language.Parse(f, "package.json", npm.ParsePackage)
	}
	return language.Parse(f, "package.json5", npm.ParsePackageJSON5)
}

// nodePackageFile is the name of the file that nodePackage reads.
func nodePackageFile(f *language.Folder) string {
	if !f.Has("package.json") && f.Has("package.json5") {
		return "package.json5"
	}
	return "package.json"
}

// nodeIsTypeScript reports whether a folder's own sources, those of projects
// nested in it left out, are mostly TypeScript. Without any source the
// compiler's traces decide.
func nodeIsTypeScript(f *language.Folder) bool {
	return language.Once(f, "node.typescript", func() bool { return nodeMostlyTypeScript(f) })
}

func nodeMostlyTypeScript(f *language.Folder) bool {
	ts, js := 0, 0
	for _, name := range nodeSources(f) {
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
	pkg, _ := nodePackage(f)
	return pkg.Has("typescript")
}

// nodeSourceLimit bounds how many files of one project are looked at.
const nodeSourceLimit = 240

// nodeSources lists a folder's script files relative to the repository's root,
// without nested projects, declarations, and files that only configure tools.
func nodeSources(f *language.Folder) []string {
	return language.Once(f, "node.sources", func() []string { return nodeFindSources(f) })
}

func nodeFindSources(f *language.Folder) []string {
	nested := nodeNested(f)
	var out []string
	var dir string // of the file before: what a folder's name says is worked out once
	var skip bool
	files := f.Reader().Index.Under(f.Path)
	for i := 0; i < len(files); i++ {
		p := files[i].Path
		for len(nested) > 0 && !strings.HasPrefix(p, nested[0]) && p > nested[0] {
			nested = nested[1:]
		}
		if len(nested) > 0 && strings.HasPrefix(p, nested[0]) { // all of it stands together
			i += sort.Search(len(files)-i, func(n int) bool { return !strings.HasPrefix(files[i+n].Path, nested[0]) }) - 1
			continue
		}
		if !nodeHasSourceEnding(p) {
			continue
		}
		at := strings.LastIndexByte(p, '/') + 1
		if p[:at] != dir {
			dir, skip = p[:at], nodeSkipsFolder(p[:at])
		}
		if skip || !nodeSourceName(p[at:]) {
			continue
		}
		if out = append(out, p); len(out) >= nodeSourceLimit {
			break
		}
	}
	return out
}

func nodeHasSourceEnding(p string) bool {
	switch path.Ext(p) {
	case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".astro":
		return true
	}
	return false
}

func nodeIsSource(p string) bool {
	at := strings.LastIndexByte(p, '/') + 1
	return nodeHasSourceEnding(p) && nodeSourceName(p[at:]) && !nodeSkipsFolder(p[:at])
}

// nodeSourceName reports whether a script's name is not one of a declaration,
// a test or a tool's configuration.
func nodeSourceName(name string) bool {
	if strings.HasPrefix(name, ".") || name == "gulpfile.js" || name == "Gruntfile.js" {
		return false
	}
	if strings.Count(name, ".") < 2 {
		return true
	}
	for _, part := range [...]string{".d.ts", ".config.", ".test.", ".spec.", ".min.js", ".stories."} {
		if strings.Contains(name, part) {
			return false
		}
	}
	return true
}

// nodeSkipsFolder reports whether scripts in a folder, given with a slash at
// its end, are not the project's own or never run by it.
func nodeSkipsFolder(dir string) bool {
	for dir != "" {
		var part string
		part, dir, _ = strings.Cut(dir, "/")
		switch part {
		case "node_modules", ".yarn", "__tests__", "public", "static", "vendor", "cypress":
			return true
		}
	}
	return false
}

// nodeNested lists the folders below that hold projects of their own, sorted,
// each with a slash at its end.
func nodeNested(f *language.Folder) []string {
	var out []string
	for _, name := range []string{"package.json", "deno.json", "project.json"} {
		for _, p := range f.Reader().Index.NamedUnder(f.Path, name) {
			dir := path.Dir(p)
			if dir != f.Path && dir != "." && (f.IsRoot() || strings.HasPrefix(dir, f.Path+"/")) {
				out = append(out, dir+"/")
			}
		}
	}
	sort.Strings(out)
	return out
}
