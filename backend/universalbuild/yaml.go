package universalbuild

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"go.yaml.in/yaml/v3"
)

// Limits of a YAML tree: aliases can make a small text a huge one.
const (
	maxNodes = 200_000
	maxDepth = 100
)

// parseYAML gives a YAML text as the tree of plain values that JSON would
// give. Numbers stay as written: a version 3.10 is not 3.1. Several documents
// in one stream make a list.
func parseYAML(data []byte) (any, error) {
	d := yaml.NewDecoder(bytes.NewReader(data))
	var all []any
	budget := maxNodes
	for {
		var n yaml.Node
		err := d.Decode(&n)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		v, err := plain(&n, &budget, 0)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return all, nil
}

func plain(n *yaml.Node, budget *int, depth int) (any, error) {
	if *budget--; *budget < 0 || depth > maxDepth {
		return nil, errors.New("the document is nested too deeply or repeats itself too often")
	}
	switch n.Kind {
	case yaml.DocumentNode:
		if len(n.Content) == 0 {
			return nil, nil
		}
		return plain(n.Content[0], budget, depth)
	case yaml.AliasNode:
		return plain(n.Alias, budget, depth+1)
	case yaml.SequenceNode:
		list := []any{}
		for _, c := range n.Content {
			v, err := plain(c, budget, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case yaml.MappingNode:
		return plainMap(n, budget, depth)
	case yaml.ScalarNode:
		return plainScalar(n), nil
	}
	return nil, nil
}

// plainMap reads a mapping; << takes over another's keys that are not set.
func plainMap(n *yaml.Node, budget *int, depth int) (any, error) {
	m := map[string]any{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		v, err := plain(n.Content[i+1], budget, depth+1)
		if err != nil {
			return nil, err
		}
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
	return m, nil
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
