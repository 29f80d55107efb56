package lockfile

import (
	"regexp"
	"sync"

	"go.yaml.in/yaml/v3"

	"aipack/backend/base/bounded"
)

// https://github.com/pnpm/spec/tree/master/lockfile
var pnpmLock = File{Name: "pnpm-lock.yaml", Manifest: "package.json", Manager: "pnpm", Ecosystem: "node", PURL: "npm", Read: readPnpmLock}

// pnpmKey is "/name/1.0.0" to version 5, "/name@1.0.0" in 6, "name@1.0.0" since 9,
// each with the peers it was resolved for behind.
var pnpmKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^/?((?:@[^/@]+/)?[^/@]+)[/@]([^(_]+)`) })

func readPnpmLock(text string) (list []Package, _ int, err error) {
	docs, err := bounded.YAML(text)
	if err != nil {
		return nil, 0, err
	}
	for _, doc := range docs {
		for _, key := range keysBelow(doc, "packages") {
			if m := pnpmKey().FindStringSubmatch(key); m != nil && !inProject(key) && !inProject(m[2]) {
				list = append(list, Package{m[1], m[2]})
			}
		}
	}
	return list, 0, nil
}

// keysBelow are the keys of a mapping's mapping, as they are written.
func keysBelow(doc *yaml.Node, name string) (keys []string) {
	for i := 0; i+1 < len(doc.Content) && doc.Kind == yaml.MappingNode; i += 2 {
		below := doc.Content[i+1]
		for j := 0; doc.Content[i].Value == name && below.Kind == yaml.MappingNode && j < len(below.Content); j += 2 {
			keys = append(keys, below.Content[j].Value)
		}
	}
	return keys
}
