package universalbuild

import (
	"encoding/json"

	"go.yaml.in/yaml/v3"

	"aipack/backend/base/bounded"
)

// parseYAML gives a YAML text as the tree of plain values that JSON would
// give. Numbers stay as written: a version 3.10 is not 3.1. Several documents
// in one stream make a list.
func parseYAML(data []byte) (any, error) {
	docs, err := bounded.YAML(string(data))
	if err != nil {
		return nil, err
	}
	var all []any
	for _, n := range docs {
		all = append(all, plain(n))
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return all, nil
}

func plain(n *yaml.Node) any {
	switch n.Kind {
	case yaml.AliasNode:
		return plain(n.Alias)
	case yaml.SequenceNode:
		list := []any{}
		for _, c := range n.Content {
			list = append(list, plain(c))
		}
		return list
	case yaml.MappingNode:
		return plainMap(n)
	case yaml.ScalarNode:
		return plainScalar(n)
	}
	return nil
}

// plainMap reads a mapping; << takes over another's keys that are not set.
func plainMap(n *yaml.Node) any {
	m := map[string]any{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		v := plain(n.Content[i+1])
		if n.Content[i].Tag == "!!merge" {
			inner, _ := v.(map[string]any)
			for _, k := range sortedKeys(inner) {
				if _, there := m[k]; !there {
					m[k] = inner[k]
				}
			}
			continue
		}
		m[n.Content[i].Value] = v
	}
	return m
}

func plainScalar(n *yaml.Node) any {
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		var b bool
		if n.Decode(&b) == nil {
			return b
		}
	case "!!int", "!!float":
		return json.Number(n.Value)
	}
	return n.Value
}
