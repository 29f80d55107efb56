package export

import (
	"strconv"

	"go.yaml.in/yaml/v3"
)

// text is a string of YAML, quoted where a reader of YAML 1.1 would take it
// for something else.
func text(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	if n.ShortTag() != "!!str" {
		return quoted(s)
	}
	switch s {
	case "", "y", "n", "yes", "no", "on", "off", "Y", "N", "Yes", "No", "On", "Off", "YES", "NO", "ON", "OFF":
		return quoted(s)
	}
	return n
}

// quoted is a string in double quotes: 22:22 is a number to old readers.
func quoted(s string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s, Style: yaml.DoubleQuotedStyle}
}

func number(n int) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: strconv.Itoa(n)}
}

func truth() *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"} }

// mapping makes a table of names and nodes in turn.
func mapping(pairs ...any) *yaml.Node {
	m := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i+1 < len(pairs); i += 2 {
		add(m, pairs[i].(string), pairs[i+1].(*yaml.Node))
	}
	return m
}

func add(m *yaml.Node, name string, value *yaml.Node) {
	m.Content = append(m.Content, text(name), value)
}

// sequence is a list in one line.
func sequence(items ...string) *yaml.Node {
	s := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, i := range items {
		s.Content = append(s.Content, text(i))
	}
	return s
}

// words is a command in exec form.
func words(command []string) *yaml.Node {
	s := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, w := range command {
		s.Content = append(s.Content, quoted(dollars(w)))
	}
	return s
}
