package npm

import (
	"encoding/json"
	"strings"
)

// Locks of JavaScript package managers run to many megabytes, and what is
// wanted from them stands in the first lines. These functions read a head.

// PnpmLockVersion finds lockfileVersion in the head of a pnpm-lock.yaml:
// "5.4", "6.0", "9.0".
func PnpmLockVersion(head string) string { return headValue(head, "lockfileVersion:") }

// LockVersion finds lockfileVersion in the head of a package-lock.json: "1" is npm 5's and
// 6's, "2" and "3" are of later ones.
func LockVersion(head string) string {
	version := headValue(head, `"lockfileVersion":`)
	return strings.TrimRight(version, ", }")
}

// YarnLockIsBerry reports whether a yarn.lock is of yarn 2 or later, which
// write a __metadata entry at the top.
func YarnLockIsBerry(head string) bool { return strings.Contains(head, "__metadata:") }

// YarnLockVersion finds the format version in the head of a berry lock: 4 to 8.
func YarnLockVersion(head string) string {
	if _, rest, ok := strings.Cut(head, "__metadata:"); ok {
		return headValue(rest, "version:")
	}
	return ""
}

func headValue(head, key string) string {
	_, rest, ok := strings.Cut(head, key)
	if !ok {
		return ""
	}
	line, _, _ := strings.Cut(rest, "\n")
	return strings.Trim(line, " \t\r,'\"")
}

// LockRoot reads what a package-lock.json of format 2 or 3 says of the root
// package: dependencies of every sort with their constraints. It stands at the
// top, so a head is enough; ok is false where it is not there.
func LockRoot(head string) (deps map[string]string, ok bool) {
	_, rest, found := strings.Cut(head, `"packages":`)
	if !found {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(rest))
	for range 2 { // the opening brace, then the key ""
		if t, err := d.Token(); err != nil || t != json.Delim('{') && t != "" {
			return nil, false
		}
	}
	var root struct {
		Dependencies, DevDependencies, OptionalDependencies json.RawMessage
	}
	if d.Decode(&root) != nil {
		return nil, false
	}
	deps = map[string]string{}
	for _, raw := range []json.RawMessage{root.Dependencies, root.DevDependencies, root.OptionalDependencies} {
		for name, v := range jsonStringMap(raw) {
			deps[name] = v
		}
	}
	return deps, true
}

// PnpmLockImporters reads what a pnpm-lock.yaml says that each package of a
// workspace asked for, by its folder, "." for the root: name to constraint. A
// lock of one package alone says so at its top. ok is false for a format that
// is not known: https://github.com/pnpm/spec/tree/master/lockfile.
func PnpmLockImporters(content string) (importers map[string]map[string]string, ok bool) {
	importers = map[string]map[string]string{}
	importer, section, name := ".", "", ""
	within, deeper := false, 0 // the importers' table adds two levels
	for line := range strings.Lines(content) {
		key, value, has := strings.Cut(strings.TrimSpace(line), ":")
		indent := (len(line) - len(strings.TrimLeft(line, " "))) / 2
		if !has || strings.HasPrefix(key, "#") {
			continue
		}
		key, value = strings.Trim(key, `'"`), strings.Trim(strings.TrimSpace(value), `'"`)
		switch {
		case indent == 0:
			within, deeper = key == "importers", 0
			if within {
				deeper = 2
			}
			section = key
		case within && indent == 1:
			importer = key
		case within && indent == 2:
			section = key
		case indent == 1+deeper && section == "specifiers":
			ok = true
			lockImporter(importers, importer)[key] = value
		case indent == 1+deeper:
			name = key
		case indent == 2+deeper && key == "specifier" && pnpmAsks[section]:
			ok = true
			lockImporter(importers, importer)[name] = value
		}
	}
	return importers, ok
}

var pnpmAsks = map[string]bool{"dependencies": true, "devDependencies": true, "optionalDependencies": true}

func lockImporter(all map[string]map[string]string, name string) map[string]string {
	if all[name] == nil {
		all[name] = map[string]string{}
	}
	return all[name]
}
