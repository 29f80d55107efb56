package lenient

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"aipack/backend/base/bounded"
)

// YAML is a value somewhere in a YAML document, read without fear: a key that
// is missing or of the wrong type gives the zero YAML, never a panic.
type YAML struct {
	node *yaml.Node
}

// YAMLPair is one entry of a mapping.
type YAMLPair struct {
	Key    string
	Line   int // where the key stands, from 1
	Column int // the character of its line, from 1
	Value  YAML
}

// The limits of one file. Real files of the formats that are read this way
// stay below a tenth of them.
const (
	yamlMaxMerges = 16
	yamlMaxBytes  = 512 << 10
)

// ParseYAML reads the documents of one file. On an error it returns those
// before the error as well.
func ParseYAML(content string) (docs []YAML, err error) {
	if len(content) > yamlMaxBytes {
		return nil, fmt.Errorf("reading YAML: %d bytes are more than the %d that are read", len(content), yamlMaxBytes)
	}
	nodes, err := bounded.YAML(content)
	for _, n := range nodes {
		docs = append(docs, YAML{n})
	}
	return docs, err
}

// FirstYAML reads the first document of a file; an empty file is the zero YAML.
func FirstYAML(content string) (YAML, error) {
	docs, err := ParseYAML(content)
	if len(docs) == 0 {
		return YAML{}, err
	}
	return docs[0], nil
}

func (y YAML) real() *yaml.Node {
	n := y.node
	for i := 0; n != nil && n.Kind == yaml.AliasNode && i < yamlMaxMerges; i++ {
		n = n.Alias
	}
	return n
}

func (y YAML) is(kind yaml.Kind) (*yaml.Node, bool) {
	n := y.real()
	return n, n != nil && n.Kind == kind
}

// Exists reports whether there is a value that is not null.
func (y YAML) Exists() bool {
	n := y.real()
	return n != nil && n.Kind != yaml.AliasNode && n.Tag != "!!null"
}

// IsMap reports whether the value is a mapping.
func (y YAML) IsMap() bool { _, ok := y.is(yaml.MappingNode); return ok }

// IsList reports whether the value is a sequence.
func (y YAML) IsList() bool { _, ok := y.is(yaml.SequenceNode); return ok }

// IsText reports whether the value is a scalar.
func (y YAML) IsText() bool { _, ok := y.is(yaml.ScalarNode); return ok }

// Line is where the value stands, from 1; 0 for none.
func (y YAML) Line() int {
	if y.node == nil {
		return 0
	}
	return y.node.Line
}

// Column is the character of its line at which the value stands, from 1; 0 for none.
func (y YAML) Column() int {
	if y.node == nil {
		return 0
	}
	return y.node.Column
}

// Tag is the type of a scalar as YAML writes it: !!str, !!int, !!bool, !!float,
// !!null; "" for anything else.
func (y YAML) Tag() string {
	if n, ok := y.is(yaml.ScalarNode); ok {
		return n.ShortTag()
	}
	return ""
}

// Text is a scalar as it is written, "" for anything else and for null.
func (y YAML) Text() string {
	n, ok := y.is(yaml.ScalarNode)
	if !ok || n.Tag == "!!null" {
		return ""
	}
	return n.Value
}

// Int is a whole number, or a text that holds one.
func (y YAML) Int() (int, bool) {
	i, err := strconv.Atoi(strings.TrimSpace(y.Text()))
	return i, err == nil
}

// Bool reports whether the value is true.
func (y YAML) Bool() bool {
	switch strings.ToLower(y.Text()) {
	case "true", "yes", "on":
		return true
	}
	return false
}

// Items are the values of a sequence.
func (y YAML) Items() []YAML {
	n, ok := y.is(yaml.SequenceNode)
	if !ok {
		return nil
	}
	var out []YAML
	for _, c := range n.Content {
		out = append(out, YAML{c})
	}
	return out
}

// Pairs are the entries of a mapping in the order of the file, with merge keys
// ("<<") resolved: what the mapping itself says wins.
func (y YAML) Pairs() []YAMLPair {
	var out []YAMLPair
	y.pairs(&out, map[string]bool{}, yamlMaxMerges)
	return out
}

func (y YAML) pairs(out *[]YAMLPair, seen map[string]bool, depth int) {
	n, ok := y.is(yaml.MappingNode)
	if !ok || depth == 0 {
		return
	}
	var merged []YAML
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], YAML{n.Content[i+1]}
		switch {
		case k.Kind != yaml.ScalarNode:
		case k.Value == "<<" && k.Tag == "!!merge" && v.IsList():
			merged = append(merged, v.Items()...)
		case k.Value == "<<" && k.Tag == "!!merge":
			merged = append(merged, v)
		case !seen[k.Value]:
			seen[k.Value] = true
			*out = append(*out, YAMLPair{k.Value, k.Line, k.Column, v})
		}
	}
	for _, m := range merged {
		m.pairs(out, seen, depth-1)
	}
}

// Get follows keys into nested mappings.
func (y YAML) Get(keys ...string) YAML {
	for _, key := range keys {
		y = y.get(key)
	}
	return y
}

func (y YAML) get(key string) YAML {
	n, ok := y.is(yaml.MappingNode)
	if !ok {
		return YAML{}
	}
	merges := false
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Kind == yaml.ScalarNode && n.Content[i].Value == key {
			return YAML{n.Content[i+1]}
		}
		merges = merges || n.Content[i].Value == "<<"
	}
	if merges {
		for _, p := range y.Pairs() {
			if p.Key == key {
				return p.Value
			}
		}
	}
	return YAML{}
}

// Texts are the scalars of a sequence, or a single scalar as a list of one.
func (y YAML) Texts() []string {
	if y.IsText() && y.Text() != "" {
		return []string{y.Text()}
	}
	var out []string
	for _, item := range y.Items() {
		if item.IsText() {
			out = append(out, item.Text())
		}
	}
	return out
}
