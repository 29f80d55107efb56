package languages

import (
	"path"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest"
	"aipack/backend/universalbuild"
)

// nodeRecipe says how the project is installed, built and packed.
func nodeRecipe(p *language.Project) language.Recipe {
	if p.Claim.System == "deno" {
		return denoRecipe(p)
	}
	pl := newJSPlan(p)
	r := language.Recipe{Static: pl.static}
	r.Build.Workdir = "/app"
	r.Build.Environment = map[string]string{}
	r.Runtime.Environment = map[string]string{}
	pl.warnVersion()
	if _, ok := nodePackage(pl.root); ok {
		pl.install(&r)
		pl.build(&r)
	}
	if pl.static {
		out := pl.file(pl.site.Output)
		r.Runtime = staticRuntime(p, out, pl.site.SPA)
		r.Build.Artifacts = []string{out}
		r.Why = append(r.Why, language.Reason{Field: "/build/artifacts", Confidence: finding.Likely, Evidence: pl.site.why})
		return r
	}
	pl.runtime(&r)
	return r
}

// warnVersion tells the user where no image has the declared version.
func (pl jsPlan) warnVersion() {
	v := pl.p.Version
	if _, ok := nodeImageTag(v.Value); ok || !v.Found() || len(v.Evidence) == 0 || v.Evidence[0].Path == "" || strings.Contains(v.Evidence[0].Rule, "bun") {
		return
	}
	root := pl.p.Reader().Folder(".")
	root.Warn(v.Evidence[0].Path, "version_unsupported", "no image of Node.js "+v.Value+" can be built on; "+pl.tag+" is used", "declare a release that is still supported, such as "+nodeDefaultVersion)
}

// bunImage names the image that has Bun in the version that is declared.
func (pl jsPlan) bunImage(variant string) string {
	v := pl.m.Version
	if pl.m.ID != "bun" {
		v = ""
	}
	tag := "1"
	if parts := strings.Split(v, "."); len(parts) == 3 && jsPlainVersion.Regexp().MatchString(v) {
		tag = v
	}
	return "oven/bun:" + tag + variant
}

// usesBun reports whether the program runs on Bun.
func (pl jsPlan) usesBun() bool {
	words := pl.p.Start.Value.Command
	for i, w := range words {
		if w == "bun" && (i == 0 || words[0] == "env") || i == 2 && words[0] == "sh" && strings.HasPrefix(w, "bun ") {
			return true
		}
	}
	return false
}

// onlyBun reports whether nothing in the project needs Node.js: Bun installs,
// and Bun runs.
func (pl jsPlan) onlyBun() bool {
	return pl.m.ID == "bun" && pl.usesBun() && !pl.member() && !nodeDeclaresNode(pl.pkg)
}

// install fills in the image, the manager and the line that installs.
func (pl jsPlan) install(r *language.Recipe) {
	b := &r.Build
	b.BaseImage = nodeImage(pl.tag)
	if pl.onlyBun() {
		b.BaseImage = pl.bunImage("")
	}
	for _, t := range nodeTelemetry {
		if pl.p.Framework.Value == t.framework {
			b.Environment[t.variable] = t.value
		}
	}
	if pl.pkg.Has("husky") || pl.rootPackage().Has("husky") {
		b.Environment["HUSKY"] = "0"
	}
	if pl.m.Berry() && pl.plugAndPlay() {
		b.Environment["YARN_NODE_LINKER"] = "node-modules"
	}
	b.CachePaths = pl.caches()
	if line := pl.managerInstall(); line != "" {
		b.Setup = append(b.Setup, line)
	}
	if pl.m.ID == "bun" && !pl.onlyBun() {
		b.Tools = append(b.Tools, universalbuild.Tool{Image: pl.bunImage(""), Paths: []string{"/usr/local/bin/bun"}})
	}
	b.PreBuildCommands = append(b.PreBuildCommands, pl.installLine(pl.installsProduction()))
	if !pl.installNeedsTree() {
		b.Manifests = pl.manifests()
	}
	reason := language.Reason{Field: "/build/pre_build_commands", Confidence: pl.m.Confidence, Evidence: pl.m.Why}
	r.Why = append(r.Why, reason, language.Reason{Field: "/build/base_image", Confidence: pl.p.Version.Confidence, Evidence: firstEvidence(pl.p.Version.Evidence)})
}

// plugAndPlay reports whether yarn would leave the packages in its cache, as
// it does unless it is told otherwise. Programs then run only through yarn, so
// the image is built with a node_modules folder; the lock is the same.
func (pl jsPlan) plugAndPlay() bool {
	c, _ := siteConfig(pl.root, ".yarnrc.yml")
	linker := c.Text("nodeLinker")
	return linker == "" || linker == "pnp"
}

func firstEvidence(list []finding.Evidence) finding.Evidence {
	if len(list) == 0 {
		return finding.Evidence{Rule: "node.default"}
	}
	return list[0]
}

func (pl jsPlan) rootPackage() manifest.PackageJSON {
	pkg, _ := nodePackage(pl.root)
	return pkg
}

func (pl jsPlan) caches() []string {
	if pl.m.ID == "yarn" && pl.m.Berry() {
		return []string{"/root/.yarn/berry/cache"}
	}
	for _, s := range nodeSystems {
		if s.ID == pl.m.ID {
			return append([]string{}, s.Caches...)
		}
	}
	return nil
}

// managerInstall is the line that brings the manager itself, from the same
// registry as everything else. npm comes with the image.
func (pl jsPlan) managerInstall() string {
	if pl.root.Has("rush.json") {
		return ""
	}
	switch pl.m.ID {
	case "pnpm":
		return "npm install -g pnpm@" + pl.pnpmVersion()
	case "yarn":
		if pl.m.Berry() {
			if pl.yarnRelease() != "" {
				return ""
			}
			return "npm install -g --force @yarnpkg/cli-dist@" + exactOr(pl.m.Version, berryMajor(pl.m.Version))
		}
		return "npm install -g --force yarn@" + exactOr(pl.m.Version, "1.22.22")
	}
	return ""
}

func berryMajor(v string) string {
	if n := firstNumber(v); n == "3" || n == "2" {
		return n
	}
	return "4"
}

// exactOr gives a version that names one release, else the other.
func exactOr(v, other string) string {
	if strings.Count(v, ".") == 2 && jsPlainVersion.Regexp().MatchString(v) && !strings.HasSuffix(v, ".x") {
		return v
	}
	return other
}

// pnpmVersion keeps an exact version, else the major, no newer than what the
// Node.js of the image can run (pnpm's compatibility table).
func (pl jsPlan) pnpmVersion() string {
	if v := exactOr(pl.m.Version, ""); v != "" {
		return v
	}
	major := nodeMajor(pl.m.Version)
	if major == 0 {
		major = 9
	}
	if strings.HasPrefix(strings.TrimSpace(pl.m.Version), ">") && major < 9 {
		major = 9
	}
	newest := 10
	switch node := nodeMajor(pl.tag); {
	case node < 14:
		newest = 6
	case node < 16:
		newest = 7
	case node < 18:
		newest = 8
	}
	if major > newest && newest < 10 {
		major = newest
	}
	return strconv.Itoa(major)
}

// installLine installs the dependencies as the lock says, or as well as can be
// without one.
func (pl jsPlan) installLine(production bool) string {
	if pl.root.Has("rush.json") {
		return "node common/scripts/install-run-rush.js install"
	}
	locked := pl.m.Lock != "" && pl.root.Has(pl.m.Lock)
	add := func(line, flag string) string {
		if production {
			return line + " " + flag
		}
		return line
	}
	switch pl.m.ID {
	case "pnpm":
		if locked && pl.m.Lock == "pnpm-lock.yaml" {
			return add("pnpm install --frozen-lockfile", "--prod")
		}
		return add("pnpm install --no-frozen-lockfile", "--prod")
	case "yarn":
		if pl.m.Berry() {
			if locked {
				return pl.manager() + " install --immutable"
			}
			return pl.manager() + " install"
		}
		if locked {
			return add("yarn install --frozen-lockfile", "--production")
		}
		return add("yarn install", "--production")
	case "bun":
		if locked {
			return add("bun install --frozen-lockfile", "--production")
		}
		return add("bun install", "--production")
	}
	omit := "--omit=dev"
	if nodeMajor(pl.tag) < 15 { // npm 6
		omit = "--only=production"
	}
	if locked && pl.lockInStep() {
		return add("npm ci", omit)
	}
	return add("npm install", omit)
}

// lockInStep compares what a package-lock.json says of the root with
// package.json; npm ci refuses to work where they differ.
func (pl jsPlan) lockInStep() bool {
	if pl.m.Lock != "package-lock.json" {
		return true
	}
	locked, ok := manifest.NPMLockRoot(pl.root.Head(pl.m.Lock, 64<<10))
	if !ok {
		return true
	}
	pkg := pl.rootPackage()
	for _, deps := range []map[string]string{pkg.Dependencies, pkg.DevDependencies} {
		for name, version := range deps {
			if locked[name] != version {
				pl.root.Warn(pl.m.Lock, "lock_out_of_step", pl.root.Join(pl.m.Lock)+" does not hold "+name+" "+version+" as package.json asks; it is installed without the lock",
					"run npm install and commit the lock file")
				return false
			}
		}
	}
	return true
}

// manifests lists what the install reads, relative to the context.
func (pl jsPlan) manifests() []string {
	var out []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] && pl.root.Has(name) {
			seen[name] = true
			out = append(out, name)
		}
	}
	for _, name := range []string{
		"package.json", "package.json5", pl.m.Lock, "pnpm-workspace.yaml", "lerna.json", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", "bunfig.toml", "prisma.config.ts",
	} {
		if name != "" {
			add(name)
		}
	}
	for _, glob := range []string{".yarn/releases/*", ".yarn/plugins/**", ".yarn/patches/*", "patches/*"} {
		for _, name := range pl.root.Glob(glob) {
			add(name)
		}
	}
	for _, dir := range pl.members() {
		add(path.Join(dir, "package.json"))
	}
	add(pl.file("package.json"))
	add(pl.file("prisma/schema.prisma"))
	return out
}

// members lists the folders of the workspace, relative to the context.
func (pl jsPlan) members() []string {
	if pl.p.Workspace == nil {
		return nil
	}
	var out []string
	for _, m := range pl.p.Workspace.Members {
		out = append(out, nodeRelative(pl.root, m))
	}
	return out
}

const manyFiles = 40 // more manifests than this are copied with everything else

// installNeedsTree reports whether the install reads more than manifests:
// scripts that run around it, dependencies on folders, a cache in the
// repository.
func (pl jsPlan) installNeedsTree() bool {
	if pl.root.Has("rush.json") || pl.root.HasDir(".yarn/cache") || len(pl.members()) > manyFiles {
		return true
	}
	folders := []*language.Folder{pl.root}
	if pl.member() {
		folders = append(folders, pl.p.Folder)
	}
	for _, m := range pl.members() {
		folders = append(folders, pl.root.Sub(m))
	}
	for _, f := range folders {
		pkg, _ := nodePackage(f)
		if nodeLifecycle(pkg) {
			return true
		}
		for _, deps := range []map[string]string{pkg.Dependencies, pkg.DevDependencies} {
			for _, v := range deps {
				if strings.HasPrefix(v, "file:") || strings.HasPrefix(v, "link:") || strings.HasPrefix(v, "portal:") {
					return true
				}
			}
		}
	}
	return false
}

// nodeLifecycle reports whether installing runs a script of the project that
// may read any of its files. Git hooks and Prisma's generator do not.
func nodeLifecycle(pkg manifest.PackageJSON) bool {
	for _, n := range []string{"preinstall", "install", "postinstall", "prepare", "prepublish"} {
		s := pkg.Script(n)
		if s == "" || strings.HasPrefix(s, "husky") || s == "prisma generate" || s == "npx prisma generate" || strings.HasPrefix(s, "npx only-allow") || strings.HasPrefix(s, "echo") {
			continue
		}
		return true
	}
	return false
}

// hasLifecycle reports whether the install runs any script of the project, so
// that its development dependencies have to be there.
func (pl jsPlan) hasLifecycle() bool {
	folders := []*language.Folder{pl.root}
	for _, m := range pl.members() {
		folders = append(folders, pl.root.Sub(m))
	}
	for _, f := range folders {
		pkg, _ := nodePackage(f)
		for _, n := range []string{"preinstall", "install", "postinstall", "prepare"} {
			if pkg.Script(n) != "" {
				return true
			}
		}
	}
	return false
}

// nodeTelemetry is how tools are told not to report from a build.
var nodeTelemetry = []struct{ framework, variable, value string }{
	{"Next.js", "NEXT_TELEMETRY_DISABLED", "1"}, {"Nuxt", "NUXT_TELEMETRY_DISABLED", "1"}, {"Astro", "ASTRO_TELEMETRY_DISABLED", "1"},
	{"Gatsby", "GATSBY_TELEMETRY_DISABLED", "1"}, {"Strapi", "STRAPI_TELEMETRY_DISABLED", "true"}, {"Angular", "NG_CLI_ANALYTICS", "false"},
}
