package javascript

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/nginx"
	"aipack/backend/language/node"
	"aipack/backend/language/sample"
	"aipack/backend/language/version"
	"aipack/backend/manifest/npm"
	"aipack/backend/universalbuild"
	"aipack/languages/javascript/deno"
	"aipack/languages/javascript/site"
)

// recipe says how the project is installed, built and packed.
func recipe(p *language.Project) language.Recipe {
	if p.Claim.System == "deno" {
		return deno.Recipe(p)
	}
	pl := newPlan(p)
	r := language.Recipe{Static: pl.static}
	r.Build.Workdir = "/app"
	r.Build.Environment = map[string]string{}
	r.Runtime.Environment = map[string]string{}
	pl.warnVersion()
	if _, ok := node.Package(pl.root); ok {
		pl.install(&r)
		pl.build(&r)
		sample.Add(p, &r)
	}
	if pl.static {
		out := pl.file(pl.site.Output)
		r.Runtime = nginx.Runtime(p, out, pl.site.SPA)
		r.Build.Artifacts = []string{out}
		r.Why = append(r.Why, language.Reason{Field: "/build/artifacts", Confidence: finding.Likely, Evidence: pl.site.Why})
		return r
	}
	pl.runtime(&r)
	sample.Dotenv(p, &r)
	pl.ormEnvironment(&r)
	pl.dotenvRelease(&r)
	return r
}

// warnVersion tells the user where no image has the declared version.
func (pl plan) warnVersion() {
	v := pl.p.Version
	if _, ok := imageTag(v.Value); ok || !v.Found() || len(v.Evidence) == 0 || v.Evidence[0].Path == "" || strings.Contains(v.Evidence[0].Rule, "bun") {
		return
	}
	root := pl.p.Reader().Folder(".")
	root.Warn(v.Evidence[0].Path, "version_unsupported", "no image of Node.js "+v.Value+" can be built on; "+pl.tag+" is used",
		"declare a release that is still supported, such as "+node.DefaultVersion)
}

// bunImage names the image that has Bun in the version that is declared.
func (pl plan) bunImage(variant string) string {
	v := pl.m.Version
	if pl.m.ID != "bun" {
		v = ""
	}
	tag := "1"
	if parts := strings.Split(v, "."); len(parts) == 3 && version.Plain.Regexp().MatchString(v) {
		tag = v
	}
	return "oven/bun:" + tag + variant
}

// usesBun reports whether the program runs on Bun.
func (pl plan) usesBun() bool {
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
func (pl plan) onlyBun() bool {
	return pl.m.ID == "bun" && pl.usesBun() && !pl.member() && !declaresNode(pl.pkg)
}

// install fills in the image, the manager and the line that installs.
func (pl plan) install(r *language.Recipe) {
	b := &r.Build
	b.BaseImage = node.Image(pl.tag)
	if pl.onlyBun() {
		b.BaseImage = pl.bunImage("")
	}
	for _, t := range telemetry {
		if pl.p.Framework.Value == t.framework {
			b.Environment[t.variable] = t.value
		}
	}
	if pl.pkg.Has("husky") || pl.rootPackage().Has("husky") {
		b.Environment["HUSKY"] = "0"
	}
	site.ForContainers(pl.p, b.Environment)
	pl.skipDownloads(b.Environment)
	pl.localHeaders(b.Environment)
	pl.prismaPlaceholders(b.Environment)
	pl.skipsValidation(b.Environment)
	pl.hoist(b.Environment)
	pl.peers(b.Environment)
	pl.unlocked(b.Environment)
	if pl.m.Berry() && pl.plugAndPlay() {
		b.Environment["YARN_NODE_LINKER"] = "node-modules"
	}
	if pl.m.Berry() && pl.yarnPath() != "" && !pl.root.Has(pl.yarnPath()) {
		b.Environment["YARN_IGNORE_PATH"] = "1" // the release that it names is not in the repository
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
	pl.buildsNatives(r)
	pl.fetchesByGit(r)
	pl.pythonBeside(r)
	reason := language.Reason{Field: "/build/pre_build_commands", Confidence: pl.m.Confidence, Evidence: pl.m.Why}
	r.Why = append(r.Why, reason, language.Reason{Field: "/build/base_image", Confidence: pl.p.Version.Confidence, Evidence: firstEvidence(pl.p.Version.Evidence)})
}

// plugAndPlay reports whether yarn would leave the packages in its cache, as
// it does unless it is told otherwise. Programs then run only through yarn, so
// the image is built with a node_modules folder; the lock is the same.
func (pl plan) plugAndPlay() bool {
	c, _ := pl.root.Settings(".yarnrc.yml")
	linker := c.Text("nodeLinker")
	return linker == "" || linker == "pnp"
}

func firstEvidence(list []finding.Evidence) finding.Evidence {
	if len(list) == 0 {
		return finding.Evidence{Rule: "node.default"}
	}
	return list[0]
}

func (pl plan) rootPackage() npm.Package {
	pkg, _ := node.Package(pl.root)
	return pkg
}

func (pl plan) caches() []string {
	if pl.m.ID == "yarn" && pl.m.Berry() {
		return []string{"/root/.yarn/berry/cache"}
	}
	for _, s := range systems {
		if s.ID == pl.m.ID {
			return append([]string{}, s.Caches...)
		}
	}
	return nil
}

// telemetry is how tools are told not to report from a build.
var telemetry = []struct{ framework, variable, value string }{
	{"Next.js", "NEXT_TELEMETRY_DISABLED", "1"}, {"Nuxt", "NUXT_TELEMETRY_DISABLED", "1"}, {"Astro", "ASTRO_TELEMETRY_DISABLED", "1"},
	{"Gatsby", "GATSBY_TELEMETRY_DISABLED", "1"}, {"Strapi", "STRAPI_TELEMETRY_DISABLED", "true"}, {"Angular", "NG_CLI_ANALYTICS", "false"},
}
