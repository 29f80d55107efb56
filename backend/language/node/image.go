package node

import (
	"strconv"

	"aipack/backend/language/version"
)

// Programs are what a build script calls to build a front end.
var Programs = []string{"npm", "npx", "yarn", "pnpm", "node", "bun"}

// Links makes the commands that the image of Node.js has as links.
const Links = "ln -sf ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -sf ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx"

// DefaultVersion is a release under long-term support that the packages in
// use today install on.
const DefaultVersion = "22"

// Major is the major version a constraint of any form allows at most, 0 if
// it names none.
func Major(constraint string) int {
	n, err := strconv.Atoi(version.FirstNumber(constraint))
	if err != nil {
		return 0
	}
	return n
}

// Image names the image of a version. Releases before 16 were built on
// Debian 11 at the latest.
func Image(tag string) string {
	if m := Major(tag); m > 0 && m < 16 {
		return "node:" + tag + "-bullseye-slim"
	}
	return "node:" + tag + "-bookworm-slim"
}
