package javascript

import (
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
)

// sassNewest is the newest release of Node.js under long-term support that
// each major of node-sass is made for: https://www.npmjs.com/package/node-sass,
// "Node version support policy". Later ones have no binding, and compiling one
// fails.
var sassNewest = map[int]int{4: 14, 5: 14, 6: 16, 7: 16, 8: 18, 9: 20}

// limit is the newest Node.js that a dependency allows, 0 for any, and what is said to
// somebody who declares a later one.
type limit struct {
	newest       int
	why          finding.Evidence
	message, fix string
}

func ceiling(f *language.Folder) limit {
	if c := sassCeiling(f); c.newest > 0 {
		return c
	}
	return nextCeiling(f)
}

// early is Next.js 10.0 and 10.1 as create-next-app pins them. They bring a postcss whose
// package.json exports whole folders, which Node.js has not had since 17.
// https://nodejs.org/api/deprecations.html#DEP0148
const early language.Pattern = `^[~=v ]*10\.[01](?:\.|$)`

func nextCeiling(f *language.Folder) limit {
	pkg, _ := node.Package(f)
	if !early.Matches(pkg.Constraint("next")) {
		return limit{}
	}
	return limit{16, f.At("node.next", node.PackageFile(f), `"next"`),
		"Next.js before 10.2 cannot be built with Node.js later than 16", "move to Next.js 10.2 or later"}
}

func sassCeiling(f *language.Folder) limit {
	pkg, _ := node.Package(f)
	constraint := pkg.Constraint("node-sass")
	newest := sassNewest[node.Major(constraint)]
	minor := strings.TrimLeft(constraint, "^~=v ")
	if exact := minor == constraint || strings.HasPrefix(constraint, "~"); newest == 14 && exact {
		if _, rest, ok := strings.Cut(minor, "."); ok && strings.HasPrefix(minor, "4.") && node.Major(rest) < 14 {
			newest = 12
		}
	}
	if newest == 0 {
		return limit{}
	}
	return limit{newest, f.At("node.node-sass", node.PackageFile(f), `"node-sass"`),
		"node-sass has no binding for Node.js later than " + strconv.Itoa(newest) + " in the version that is asked for", "take sass in place of node-sass, which is no longer developed"}
}

// belowCeiling keeps a declared version that the dependencies can live with,
// and takes the ceiling where nothing or a range that allows it is declared.
func belowCeiling(p *language.Project, declared finding.Finding[string]) finding.Finding[string] {
	c := ceiling(p.Folder)
	if c.newest == 0 {
		return declared
	}
	if tag, _ := imageTag(declared.Value); declared.Found() && node.Major(tag) <= c.newest {
		return declared
	}
	if declared.Found() && !allows(declared.Value, c.newest) {
		p.Warn(node.PackageFile(p.Folder), "version_conflict", c.message+", and Node.js "+declared.Value+" is declared", c.fix)
		return declared
	}
	return finding.Of(strconv.Itoa(c.newest), finding.Likely, c.why)
}
