package workspace

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/language/version"
	"aipack/backend/manifest/npm"
	"aipack/backend/universalbuild"
)

// Manager is the package manager of a project and how sure we are.
type Manager struct {
	ID           string
	Version      string           // as declared or told by the lock; "" if nothing says
	Lock         string           // the lock's file name, "" if there is none
	Dir          *language.Folder // where the lock or declaration stands: where the install runs
	Confidence   float64
	Why          finding.Evidence
	Alternatives []finding.Alternative
	Warnings     []universalbuild.Warning
}

// ManagerOf finds the package manager: packageManager field, then lock file,
// then what else names one, then npm (the order that Corepack and the hosting
// platforms share). A member of a workspace is installed from its root.
func ManagerOf(f *language.Folder) Manager {
	return language.Once(f, "node.manager", func() Manager { return findManager(f) })
}

func findManager(f *language.Folder) Manager {
	dir := f
	if root, ok := Root(f); ok {
		dir = root
	}
	m := Manager{Dir: dir}
	locks := LocksIn(dir)
	if len(locks) == 0 && dir.Path != f.Path {
		if own := LocksIn(f); len(own) > 0 {
			locks, m.Dir, dir = own, f, f
		}
	}
	candidates := []finding.Finding[string]{declaredManager(dir)}
	if dir.Path != f.Path {
		candidates = append(candidates, declaredManager(f))
	}
	for _, l := range locks {
		candidates = append(candidates, finding.Of(l.system, finding.Certain, dir.Evidence("node.lockfile", l.file, 0, "")))
	}
	candidates = append(candidates, impliedManager(dir))
	won := finding.First(func(s string) string { return s }, candidates...)
	if !won.Found() {
		won = finding.Of("npm", finding.Guess, finding.Evidence{Rule: "node.manager-default"})
	}
	m.ID, m.Confidence, m.Why, m.Alternatives = won.Value, won.Confidence, won.Evidence[0], won.Alternatives
	for _, l := range locks {
		if l.system == m.ID && m.Lock == "" {
			m.Lock = l.file
		}
	}
	m.Version = managerVersion(dir, m)
	m.Warnings = lockWarnings(dir, locks, m)
	return m
}

type lock struct{ file, system string }

// LocksIn lists the locks of a folder.
func LocksIn(f *language.Folder) []lock {
	var out []lock
	for _, l := range locks {
		if f.Has(l.file) {
			out = append(out, lock{l.file, l.system})
		}
	}
	if len(out) == 0 {
		// with gitBranchLockfile pnpm writes pnpm-lock.BRANCH.yaml
		for _, name := range f.Glob("pnpm-lock.*.yaml") {
			return []lock{{name, "pnpm"}}
		}
	}
	return out
}

// declaredManager reads the packageManager field, "pnpm@9.1.0+sha512.…",
// and devEngines.
func declaredManager(f *language.Folder) finding.Finding[string] {
	pkg, _ := node.Package(f)
	file := node.PackageFile(f)
	id, _, _ := strings.Cut(pkg.PackageManager, "@")
	if IsManager(id) {
		return finding.Of(id, finding.Certain, f.At("node.package-manager", file, `"packageManager"`))
	}
	for _, id := range []string{"pnpm", "yarn", "bun", "npm"} {
		if _, ok := pkg.DevEngines["packageManager:"+id]; ok {
			return finding.Of(id, finding.Certain, f.At("node.dev-engines", file, `"devEngines"`))
		}
	}
	return finding.Finding[string]{}
}

// impliedManager reads the weaker signs: engines, files that only one
// manager has, and what the scripts call.
func impliedManager(f *language.Folder) finding.Finding[string] {
	pkg, _ := node.Package(f)
	file := node.PackageFile(f)
	for _, id := range []string{"pnpm", "bun", "yarn"} {
		if _, ok := pkg.Engines[id]; ok {
			return finding.Of(id, finding.Likely, f.At("node.engines", file, `"`+id+`"`))
		}
	}
	for _, sign := range []struct{ file, id string }{
		{"pnpm-workspace.yaml", "pnpm"}, {".pnpmfile.cjs", "pnpm"}, {"package.json5", "pnpm"}, {"bunfig.toml", "bun"}, {".yarnrc.yml", "yarn"}, {".yarnrc", "yarn"},
	} {
		if f.Has(sign.file) {
			return finding.Of(sign.id, finding.Likely, f.Evidence("node.manager-file", sign.file, 0, ""))
		}
	}
	if rush, ok := language.Parse(f, "rush.json", npm.ParseRush); ok {
		for _, m := range []struct{ id, version string }{{"pnpm", rush.Pnpm}, {"yarn", rush.Yarn}, {"npm", rush.Npm}} {
			if m.version != "" {
				return finding.Of(m.id, finding.Certain, f.At("node.rush", "rush.json", m.id+"Version"))
			}
		}
	}
	if lerna, ok := language.Parse(f, "lerna.json", npm.ParseLerna); ok && IsManager(lerna.NpmClient) {
		return finding.Of(lerna.NpmClient, finding.Likely, f.At("node.lerna", "lerna.json", "npmClient"))
	}
	for _, id := range []string{"yarn", "pnpm", "bun"} {
		if v := pkg.Volta[id]; v != "" {
			return finding.Of(id, finding.Likely, f.At("node.volta", file, `"`+id+`"`))
		}
	}
	if f.Has(file) {
		for _, id := range []string{"pnpm", "bun", "yarn"} {
			if v := version.Tool(f, id); v.Found() {
				return finding.Of(id, finding.Likely, v.Evidence...)
			}
		}
	}
	return scriptManager(f, pkg)
}

// scriptManager looks at which manager the scripts themselves call, and at
// Bun's types.
func scriptManager(f *language.Folder, pkg npm.Package) finding.Finding[string] {
	for _, name := range []string{"start", "build", "dev", "prestart", "prebuild", "postinstall"} {
		for _, word := range strings.Fields(pkg.Scripts[name]) {
			if word == "bun" || word == "bunx" || word == "pnpm" || word == "yarn" {
				id := strings.TrimSuffix(word, "x")
				return finding.Of(id, finding.Guess, f.At("node.script-manager", node.PackageFile(f), `"`+name+`"`))
			}
		}
	}
	if pkg.Has("@types/bun", "bun-types") {
		return finding.Of("bun", finding.Guess, f.At("node.bun-types", node.PackageFile(f), "bun"))
	}
	return finding.Finding[string]{}
}

// IsManager knows the managers by their names.
func IsManager(id string) bool {
	return id == "npm" || id == "yarn" || id == "pnpm" || id == "bun"
}

// managerVersion finds the manager's own version: packageManager, engines,
// volta, mise, yarn's release in the repository, the lock's format.
func managerVersion(dir *language.Folder, m Manager) string {
	pkg, _ := node.Package(dir)
	if id, v, ok := strings.Cut(pkg.PackageManager, "@"); ok && id == m.ID {
		v, _, _ = strings.Cut(v, "+")
		return v
	}
	for _, v := range []string{pkg.DevEngines["packageManager:"+m.ID], pkg.Engines[m.ID], pkg.Volta[m.ID]} {
		if v != "" && version.FirstNumber(v) != "" {
			return v
		}
	}
	if v := version.Tool(dir, m.ID); v.Found() && version.FirstNumber(v.Value) != "" {
		return v.Value
	}
	switch m.ID {
	case "pnpm":
		return pnpmOfLock(dir, m.Lock)
	case "yarn":
		return yarnOfFiles(dir, m.Lock)
	}
	return ""
}

// pnpmOfLock maps the lock's format to the pnpm that writes it (pnpm's
// changelog). Settings in pnpm-workspace.yaml without packages came with 10.
func pnpmOfLock(dir *language.Folder, lock string) string {
	if ws, ok := language.Parse(dir, "pnpm-workspace.yaml", npm.ParsePnpmWorkspace); ok && len(ws.Packages) == 0 {
		return "10"
	}
	switch v := npm.PnpmLockVersion(dir.Head(lock, 512)); {
	case strings.HasPrefix(v, "5.4"):
		return "7"
	case strings.HasPrefix(v, "5."):
		return "6"
	case strings.HasPrefix(v, "6."):
		return "8"
	}
	if text, _ := dir.Text(node.PackageFile(dir)); strings.Contains(text, "onlyBuiltDependencies") {
		return "10"
	}
	if text, _ := dir.Text("pnpm-workspace.yaml"); strings.Contains(text, "BuiltDependencies") || strings.Contains(text, "allowBuilds") || strings.Contains(text, "catalog") {
		return "10"
	}
	return "9"
}

func yarnOfFiles(dir *language.Folder, lock string) string {
	for _, name := range dir.Glob(".yarn/releases/yarn-*.cjs") {
		v := strings.TrimSuffix(name[strings.LastIndex(name, "yarn-")+5:], ".cjs")
		if strings.HasPrefix(v, "1.") || version.FirstNumber(v) == "" {
			continue
		}
		return v
	}
	head := dir.Head(lock, 512)
	if !dir.Has(".yarnrc.yml") && !npm.YarnLockIsBerry(head) {
		return "1"
	}
	switch npm.YarnLockVersion(head) {
	case "4", "5":
		return "2"
	case "6", "7":
		return "3"
	}
	return "4"
}

// Berry reports whether the manager is yarn 2 or later.
func (m Manager) Berry() bool { return m.ID == "yarn" && version.FirstNumber(m.Version) != "1" }

func lockWarnings(dir *language.Folder, locks []lock, m Manager) []universalbuild.Warning {
	seen := map[string]bool{}
	var names []string
	for _, l := range locks {
		if !seen[l.system] {
			seen[l.system] = true
			names = append(names, l.file)
		}
	}
	if len(names) > 1 {
		return []universalbuild.Warning{{
			Code: "several_locks", Path: dir.Join(names[0]),
			Message: "lock files of several package managers lie side by side (" + strings.Join(names, ", ") + "); " + m.ID + " is used",
			Fix:     "delete the locks of the managers you do not use, or name one in package.json: \"packageManager\"",
		}}
	}
	return nil
}

// locks are the lock files in the order in which they win.
var locks = []struct{ file, system string }{
	{"pnpm-lock.yaml", "pnpm"}, {"bun.lock", "bun"}, {"bun.lockb", "bun"},
	{"yarn.lock", "yarn"}, {"package-lock.json", "npm"}, {"npm-shrinkwrap.json", "npm"},
}
