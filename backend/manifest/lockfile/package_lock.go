package lockfile

import (
	"encoding/json"
	"strings"
)

// https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json, versions 1 to 3
var (
	packageLock = File{Name: "package-lock.json", Manifest: "package.json", Manager: "npm", Ecosystem: "node", PURL: "npm", Read: readPackageLock}
	shrinkwrap  = File{Name: "npm-shrinkwrap.json", Manifest: "package.json", Manager: "npm", Ecosystem: "node", PURL: "npm", Read: readPackageLock}
)

type npmEntry struct {
	Version      string                     `json:"version"`
	Dependencies map[string]json.RawMessage `json:"dependencies"`
}

func readPackageLock(text string) (list []Package, _ int, err error) {
	var doc struct {
		Packages map[string]struct {
			Name    string `json:"name"`
			Version string `json:"version"`
			Link    bool   `json:"link"`
		} `json:"packages"`
		Dependencies map[string]json.RawMessage `json:"dependencies"`
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		return nil, 0, err
	}
	if doc.Packages == nil {
		return npmEntries(nil, doc.Dependencies), 0, nil
	}
	for at, p := range doc.Packages {
		i := strings.LastIndex(at, "node_modules/")
		if i < 0 || p.Link { // the project's own
			continue
		}
		name := at[i+len("node_modules/"):]
		if p.Name != "" {
			name = p.Name // an alias: npm:other@1
		}
		list = append(list, Package{name, p.Version})
	}
	return list, 0, nil
}

// npmEntries reads the nested entries of version 1.
func npmEntries(list []Package, entries map[string]json.RawMessage) []Package {
	for name, raw := range entries {
		var e npmEntry
		if json.Unmarshal(raw, &e) == nil {
			if !inProject(e.Version) {
				list = append(list, Package{name, e.Version})
			}
			list = npmEntries(list, e.Dependencies)
		}
	}
	return list
}

// inProject reports whether what Node.js' managers write for a version, or behind the
// name in a descriptor, leads to a folder or file of the project.
func inProject(version string) bool {
	for _, start := range []string{"file:", "link:", "portal:", "workspace:"} {
		if strings.HasPrefix(version, start) {
			return true
		}
	}
	return false
}
