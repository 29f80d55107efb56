package export

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// backingName is the data service's name in the file, and its host name.
func (c *composition) backingName(id string) string {
	if slices.ContainsFunc(c.services, func(s Placed) bool { return s.Name == id }) {
		return id + "-server"
	}
	return id
}

// backing adds the data services and gives their volumes.
func (c *composition) backing(list *yaml.Node) *yaml.Node {
	volumes := mapping()
	var ids []string
	for _, s := range c.services {
		ids = append(ids, s.Document.Metadata.BackingServices...)
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		b, ok := backings(id)
		if !ok {
			continue
		}
		name := c.backingName(id)
		add(list, name, c.store(b, name))
		if b.volume != "" {
			add(volumes, name+"-data", mapping())
		}
	}
	return volumes
}

// store is one data service.
func (c *composition) store(b backing, name string) *yaml.Node {
	here := func(s string) string {
		s = strings.ReplaceAll(s, "{host}", name)
		c.requires(s)
		return s
	}
	one := mapping("image", text(b.image))
	if b.command != "" {
		add(one, "command", text(here(b.command)))
	}
	if len(b.environment) > 0 {
		env := mapping()
		for _, e := range b.environment {
			add(env, e[0], text(here(e[1])))
		}
		add(one, "environment", env)
	}
	if b.volume != "" {
		add(one, "volumes", &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{text(name + "-data:" + b.volume)}})
	}
	if len(b.health) > 0 {
		test := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, w := range b.health {
			test.Content = append(test.Content, quoted(here(w)))
		}
		add(one, "healthcheck", mapping("test", test, "interval", text("5s"), "timeout", text("5s"), "retries", number(20)))
	}
	add(one, "restart", text("unless-stopped"))
	return one
}

// requires notes the variables that a value takes from the user.
func (c *composition) requires(value string) {
	for _, part := range strings.Split(value, "${")[1:] {
		name, _, _ := strings.Cut(part, ":")
		c.variables[name] = true
	}
}
