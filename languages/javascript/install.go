package javascript

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/language/version"
	"aipack/backend/manifest/npm"
	"aipack/languages/javascript/source"
)

// managerInstall is the line that brings the manager itself, from the same
// registry as everything else. npm comes with the image.
func (pl plan) managerInstall() string {
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
	if n := version.FirstNumber(v); n == "3" || n == "2" {
		return n
	}
	return "4"
}

// exactOr gives a version that names one release, else the other.
func exactOr(v, other string) string {
	if strings.Count(v, ".") == 2 && version.Plain.Regexp().MatchString(v) && !strings.HasSuffix(v, ".x") {
		return v
	}
	return other
}

// pnpmVersion keeps an exact version, else the major, no newer than what the
// Node.js of the image can run (pnpm's compatibility table).
func (pl plan) pnpmVersion() string {
	if v := exactOr(pl.m.Version, ""); v != "" {
		return v
	}
	major := node.Major(pl.m.Version)
	if major == 0 {
		major = 9
	}
	if strings.HasPrefix(strings.TrimSpace(pl.m.Version), ">") && major < 9 {
		major = 9
	}
	newest := 10
	switch runtime := node.Major(pl.tag); {
	case runtime < 14:
		newest = 6
	case runtime < 16:
		newest = 7
	case runtime < 18:
		newest = 8
	}
	if major > newest && newest < 10 {
		major = newest
	}
	return strconv.Itoa(major)
}

// installLine installs the dependencies as the lock says, or as well as can be
// without one.
func (pl plan) installLine(production bool) string {
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
		if locked && pl.m.Lock == "pnpm-lock.yaml" && pl.lockInStep() {
			return add("pnpm install --frozen-lockfile", "--prod")
		}
		return add("pnpm install --no-frozen-lockfile", "--prod")
	case "yarn":
		if pl.m.Berry() {
			if locked && pl.lockInStep() {
				return pl.manager() + " install --immutable"
			}
			return pl.manager() + " install"
		}
		if locked && pl.lockInStep() {
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
	if node.Major(pl.tag) < 15 { // npm 6
		omit = "--only=production"
	}
	if locked && pl.lockInStep() {
		return add("npm ci", omit)
	}
	return add("npm install", omit)
}

// hoist lets pnpm put every package where the project's imports find it, where one of
// them is not declared. It is set for all that pnpm does, which refuses folders that were
// made in another way.
func (pl plan) hoist(environment map[string]string) {
	root := pl.root
	npmrc, _ := root.Text(".npmrc")
	workspace, _ := root.Text("pnpm-workspace.yaml")
	if pl.m.ID != "pnpm" || pl.member() || source.SaysHoisting(npmrc+workspace) {
		return
	}
	lock, _ := root.Text("pnpm-lock.yaml")
	entry := source.StartFile(pl.p.Folder, pl.pkg, pl.p.Start.Value.Command)
	if needed := source.Undeclared(pl.p.Folder, pl.pkg, lock, entry); needed.Package != "" {
		environment["npm_config_shamefully_hoist"] = "true"
		pl.p.WarnAt(needed.File, needed.Line, "undeclared_import", pl.p.Join(needed.File)+" imports "+needed.Package+", which package.json does not declare: pnpm is told to hoist what others declare", "add "+needed.Package+" to dependencies")
	}
}

// peers has npm pass over the packages that packages want beside them, as those versions
// of it did that write locks of format 1: what fitted then need not fit by the rules of
// npm 7, which ends there. A later lock in which such a package is of another version was
// installed so, too. It is set for all that npm does.
// https://docs.npmjs.com/cli/configuring-npm/package-lock-json#lockfileversion,
// https://docs.npmjs.com/cli/using-npm/config#legacy-peer-deps
func (pl plan) peers(environment map[string]string) {
	if pl.m.ID != "npm" || node.Major(pl.tag) < 15 || pl.m.Lock == "" {
		return
	}
	if npm.LockVersion(pl.root.Head(pl.m.Lock, 4<<10)) != "1" {
		unmet, found := npm.UnmetPeer(pl.root.Head(pl.m.Lock, lockBytes))
		if !found {
			return
		}
		pl.root.Warn(pl.m.Lock, "unmet_peer", fmt.Sprintf("%s has %s %s, and %s wants %s beside it: npm is told to pass over that (legacy-peer-deps)",
			pl.root.Join(pl.m.Lock), unmet.Name, unmet.Version, unmet.Package, unmet.Range),
			"install versions that fit, and commit the lock file")
	}
	environment["npm_config_legacy_peer_deps"] = "true"
}

// unlocked leaves the linter out of a build of Create React App's whose packages nothing
// locks: its newest plugins contradict one another, and the build ends with that ("Plugin
// "react" was conflicted"). What is built is the same without it.
// https://create-react-app.dev/docs/advanced-configuration (DISABLE_ESLINT_PLUGIN)
func (pl plan) unlocked(environment map[string]string) {
	if pl.pkg.Has("react-scripts") && (pl.m.Lock == "" || !pl.root.Has(pl.m.Lock)) {
		environment["DISABLE_ESLINT_PLUGIN"] = "true"
	}
}

// manifests lists what the install reads, relative to the context.
func (pl plan) manifests() []string {
	var out []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] && pl.root.Has(name) {
			seen[name] = true
			out = append(out, name)
		}
	}
	for _, name := range []string{
		"package.json", "package.json5", pl.m.Lock, "pnpm-workspace.yaml", "lerna.json", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", "bunfig.toml",
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
	for _, f := range []*language.Folder{pl.root, pl.p.Folder} { // what an install that generates Prisma's client reads
		for _, name := range append(f.Glob("prisma/schema/**"), node.PrismaConfig(f), f.FirstOf(prismaSchemas...)) {
			if name != "" {
				add(pl.root.Rel(f.Join(name)))
			}
		}
	}
	return out
}

// members lists the folders of the workspace, relative to the context.
func (pl plan) members() []string {
	w := pl.p.Workspace
	if w == nil {
		return nil
	}
	return language.Once(pl.root, "node.members."+w.Root+"."+w.Manager, func() []string { // one list for all members
		out := make([]string, len(w.Members))
		for i, m := range w.Members {
			out[i] = pl.root.Rel(m)
		}
		return out
	})
}

const manyFiles = 40 // more manifests than this are copied with everything else

// installNeedsTree reports whether the install reads more than manifests:
// scripts that run around it, dependencies on folders, programs of members, a cache
// in the repository.
func (pl plan) installNeedsTree() bool {
	if pl.root.Has("rush.json") || pl.yarnCache() || len(pl.members()) > manyFiles {
		return true
	}
	folders := []*language.Folder{pl.root}
	if pl.member() {
		folders = append(folders, pl.p.Folder)
	}
	for _, m := range pl.members() {
		folders = append(folders, pl.root.Sub(m))
	}
	asked, linked := map[string]bool{}, []string{}
	for _, f := range folders {
		pkg, _ := node.Package(f)
		if lifecycle(pkg) {
			return true
		}
		if len(pkg.Bin) > 0 {
			linked = append(linked, pkg.Name)
		}
		for _, deps := range []map[string]string{pkg.Dependencies, pkg.DevDependencies} {
			for name, v := range deps {
				if _, isPath := pathOf(v); isPath {
					return true
				}
				asked[name] = true
			}
		}
	}
	// The program of one member that another one calls is linked while the packages are
	// installed, and only if its file is there (docs.npmjs.com/cli/configuring-npm/package-json#bin).
	return slices.ContainsFunc(linked, func(name string) bool { return asked[name] })
}

// yarnCache reports whether the packages lie in the repository, which the scan
// does not look into.
func (pl plan) yarnCache() bool {
	skipped := pl.root.Reader().Index.SkippedIn(pl.root.Join(".yarn"))
	return slices.Contains(skipped, "cache") || pl.root.HasDir(".yarn/cache")
}

// lifecycle reports whether installing runs a script of the project that
// may read any of its files. Git hooks and Prisma's generator do not.
func lifecycle(pkg npm.Package) bool {
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
func (pl plan) hasLifecycle() bool {
	if pl.p.Workspace == nil {
		return pl.runsScripts()
	}
	return language.Once(pl.root, "node.lifecycle."+pl.p.Workspace.Root+"."+pl.p.Workspace.Manager, pl.runsScripts)
}

func (pl plan) runsScripts() bool {
	folders := []*language.Folder{pl.root}
	for _, m := range pl.members() {
		folders = append(folders, pl.root.Sub(m))
	}
	for _, f := range folders {
		pkg, _ := node.Package(f)
		for _, n := range []string{"preinstall", "install", "postinstall", "prepare"} {
			if pkg.Script(n) != "" {
				return true
			}
		}
	}
	return false
}
