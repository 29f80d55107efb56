package npm

import (
	"strings"

	"deps.dev/util/semver"
)

// A Peer is a package that another one wants beside it.
type Peer struct {
	Package string // who wants it: "ajv-keywords"
	Name    string // what it wants: "ajv"
	Range   string // of which versions: "^6.9.1"
	Version string // what is locked where it looks: "8.8.2"
}

// entry is what a package-lock.json says of one installed package.
type entry struct {
	version string
	peers   [][2]string // names and ranges
}

const longestRange = 200 // bytes of one that is parsed

// UnmetPeer finds the first package of a package-lock.json of format 2 or 3 whose peer is
// locked in another version than it wants. npm 7 and later write no such lock by
// themselves, so that it was made by legacy-peer-deps or force, and npm ci refuses it
// without them ("Missing: ajv@6.12.6 from lock file"). The lines are read as npm writes
// them, by their depth; a lock that is written in another way has none. A peer that is
// absent counts as met: an optional one is, and what must be there npm names itself.
// https://docs.npmjs.com/cli/configuring-npm/package-lock-json#packages
func UnmetPeer(lock string) (Peer, bool) {
	entries, order := lockEntries(lock)
	for _, at := range order {
		for _, peer := range entries[at].peers {
			version := lockedBeside(entries, at, peer[0])
			if version == "" || len(version) > longestRange || len(peer[1]) > longestRange {
				continue
			}
			wanted, err := semver.NPM.ParseConstraint(peer[1])
			if err != nil || wanted.Match(version) {
				continue
			}
			return Peer{Package: installedName(at), Name: peer[0], Range: peer[1], Version: version}, true
		}
	}
	return Peer{}, false
}

// installedName is the package's own name: what follows the last folder of packages, or
// the folder of a workspace's member.
func installedName(at string) string {
	if i := strings.LastIndex(at, "node_modules/"); i >= 0 {
		return at[i+len("node_modules/"):]
	}
	return at
}

// lockedBeside is the version that a package finds where Node.js looks: in its own
// node_modules, then in each above.
func lockedBeside(entries map[string]entry, at, name string) string {
	for range 64 { // folders in one another; a hostile name has a million
		if e, ok := entries[strings.TrimPrefix(at+"/node_modules/"+name, "/")]; ok {
			return e.version
		}
		if at == "" {
			return ""
		}
		at = strings.TrimSuffix(at[:max(strings.LastIndex(at, "node_modules/"), 0)], "/")
	}
	return ""
}

// lockEntries reads the installed packages, by where they stand: "node_modules/ajv",
// "node_modules/webpack/node_modules/ajv".
func lockEntries(lock string) (entries map[string]entry, order []string) {
	_, second, _ := strings.Cut(lock, "\n")
	unit := len(second) - len(strings.TrimLeft(second, " \t"))
	if unit == 0 {
		return nil, nil
	}
	entries = map[string]entry{}
	table, at, field := "", "", ""
	for line := range strings.Lines(second) {
		text := strings.TrimLeft(line, " \t")
		depth := (len(line) - len(text)) / unit
		if depth > 4 || !strings.HasPrefix(text, `"`) {
			continue
		}
		key, value, _ := strings.Cut(text[1:], `"`)
		switch {
		case depth == 1:
			table = key
		case table != "packages":
		case depth == 2:
			at = key
			order = append(order, at)
		case depth == 3:
			field = key
			if key == "version" {
				e := entries[at]
				e.version = quotedValue(value)
				entries[at] = e
			}
		case field == "peerDependencies":
			e := entries[at]
			e.peers = append(e.peers, [2]string{key, quotedValue(value)})
			entries[at] = e
		}
	}
	return entries, order
}

// quotedValue is the text of `: "^6.9.1",`.
func quotedValue(rest string) string {
	_, text, _ := strings.Cut(rest, `"`)
	text, _, _ = strings.Cut(text, `"`)
	return text
}
