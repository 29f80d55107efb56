package javascript

import (
	"maps"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/npm"
)

const lockBytes = 4 << 20 // of a lock that are read; a longer one is believed

// lockInStep compares a lock with what package.json asks for: npm ci, pnpm and
// yarn with their frozen locks refuse to work where they differ.
// https://docs.npmjs.com/cli/commands/npm-ci, https://pnpm.io/cli/install#--frozen-lockfile,
// https://classic.yarnpkg.com/en/docs/cli/install#toc-yarn-install-frozen-lockfile.
func (pl plan) lockInStep() bool {
	return language.Once(pl.root, "node.lock-in-step."+pl.m.Lock, pl.compareLock) // one for all members
}

func (pl plan) compareLock() bool {
	switch pl.m.Lock {
	case "package-lock.json":
		locked, ok := npm.LockRoot(pl.root.Head(pl.m.Lock, 64<<10))
		return !ok || pl.holdsAll(pl.root, func(name, version string) bool { return locked[name] == version })
	case "pnpm-lock.yaml":
		return pl.pnpmInStep()
	case "yarn.lock":
		return pl.yarnInStep()
	}
	return true
}

// pnpmInStep looks at each member of the workspace, which the lock keeps apart.
// Overrides and a .pnpmfile.cjs change what is asked for before it is compared.
func (pl plan) pnpmInStep() bool {
	text, whole := pl.lockHead("\npackages:")
	if !whole || pl.root.Has(".pnpmfile.cjs") || strings.Contains(text, "\noverrides:") {
		return true
	}
	importers, ok := npm.PnpmLockImporters(text)
	if !ok {
		return true
	}
	for _, dir := range append([]string{"."}, pl.members()...) {
		locked := importers[dir]
		if locked == nil && dir != "." {
			continue
		}
		if !pl.holdsAll(pl.root.Sub(dir), func(name, version string) bool { return locked[name] == version }) {
			return false
		}
	}
	return true
}

// lockHead reads a lock up to a text, or all of it. The part that is asked for
// is a small one of a long lock.
func (pl plan) lockHead(end string) (head string, whole bool) {
	for n := int64(64 << 10); ; n *= 8 {
		text := pl.root.Head(pl.m.Lock, n)
		before, _, found := strings.Cut(text, end)
		if found || len(text) < int(n) || n >= lockBytes {
			return before, found || len(text) < lockBytes
		}
	}
}

// yarnInStep looks for an entry of each thing that is asked for: "ms@^2.0.0" of
// yarn 1, "ms@npm:^2.0.0" of later ones. Resolutions replace them.
func (pl plan) yarnInStep() bool {
	text := pl.root.Head(pl.m.Lock, lockBytes)
	own, _ := pl.root.Text(node.PackageFile(pl.root))
	if len(text) >= lockBytes || strings.Count(text, "\n") < 8 || strings.Contains(own, `"resolutions"`) {
		return true
	}
	return pl.holdsAll(pl.root, func(name, version string) bool {
		return strings.Contains(version, ":") || strings.Contains(version, "/") || pl.isMember(name) ||
			strings.Contains(text, name+"@"+version) || strings.Contains(text, name+"@npm:"+version)
	})
}

func (pl plan) isMember(name string) bool {
	return pl.p.Workspace != nil && memberNames(pl.p)[name] != ""
}

// holdsAll asks about everything that a package declares, and warns of the
// first thing that the lock does not hold.
func (pl plan) holdsAll(f *language.Folder, holds func(name, version string) bool) bool {
	pkg, _ := node.Package(f)
	for _, deps := range []map[string]string{pkg.Dependencies, pkg.DevDependencies} {
		for _, name := range slices.Sorted(maps.Keys(deps)) {
			if !holds(name, deps[name]) {
				pl.root.Warn(pl.m.Lock, "lock_out_of_step", pl.root.Join(pl.m.Lock)+" does not hold "+name+" "+deps[name]+" as "+f.Join(node.PackageFile(f))+" asks; it is installed without the lock",
					"run "+pl.m.ID+" install and commit the lock file")
				return false
			}
		}
	}
	return true
}
