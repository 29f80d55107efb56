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

// ceiling finds the newest Node.js that a dependency allows, 0 for any.
func ceiling(f *language.Folder) (newest int, why finding.Evidence) {
	pkg, _ := node.Package(f)
	constraint := pkg.Constraint("node-sass")
	newest = sassNewest[node.Major(constraint)]
	minor := strings.TrimLeft(constraint, "^~=v ")
	if exact := minor == constraint || strings.HasPrefix(constraint, "~"); newest == 14 && exact {
		if _, rest, ok := strings.Cut(minor, "."); ok && strings.HasPrefix(minor, "4.") && node.Major(rest) < 14 {
			newest = 12
		}
	}
	if newest == 0 {
		return 0, finding.Evidence{}
	}
	return newest, f.At("node.node-sass", node.PackageFile(f), `"node-sass"`)
}

// belowCeiling keeps a declared version that the dependencies can live with,
// and takes the ceiling where nothing or a range that allows it is declared.
func belowCeiling(p *language.Project, declared finding.Finding[string]) finding.Finding[string] {
	newest, why := ceiling(p.Folder)
	if newest == 0 {
		return declared
	}
	if tag, _ := imageTag(declared.Value); declared.Found() && node.Major(tag) <= newest {
		return declared
	}
	if declared.Found() && !allows(declared.Value, newest) {
		p.Warn(node.PackageFile(p.Folder), "version_conflict", "node-sass has no binding for Node.js later than "+strconv.Itoa(newest)+" in the version that is asked for, and Node.js "+declared.Value+" is declared",
			"take sass in place of node-sass, which is no longer developed")
		return declared
	}
	return finding.Of(strconv.Itoa(newest), finding.Likely, why)
}
