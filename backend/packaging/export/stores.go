package export

import (
	"go.yaml.in/yaml/v3"

	"aipack/backend/packaging/stack"
)

// stores adds the data services and gives their volumes.
func (c *composition) stores(list *yaml.Node, all stack.Whole) *yaml.Node {
	volumes := mapping()
	for _, s := range all.Stores {
		one := c.store(s)
		network(one, s, all)
		add(list, s.Name, one)
		if s.Volume != "" {
			add(volumes, s.Name+"-data", mapping())
		}
	}
	return volumes
}

// store is one data service.
func (c *composition) store(s stack.Store) *yaml.Node {
	one := mapping("image", text(s.Image))
	if s.Command != "" {
		add(one, "command", text(c.asked(s.Command)))
	}
	if len(s.Environment) > 0 {
		env := mapping()
		for _, e := range s.Environment {
			add(env, e.Name, text(c.asked(e.Value)))
		}
		add(one, "environment", env)
	}
	mounts := &yaml.Node{Kind: yaml.SequenceNode}
	if s.Volume != "" {
		mounts.Content = append(mounts.Content, text(s.Name+"-data:"+s.Volume))
	}
	for _, f := range s.Files {
		mounts.Content = append(mounts.Content, text(dotted(f.From)+":"+dollars(f.To)+":ro"))
	}
	if len(mounts.Content) > 0 {
		add(one, "volumes", mounts)
	}
	if len(s.Health) > 0 {
		test := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, w := range s.Health {
			test.Content = append(test.Content, quoted(c.asked(w)))
		}
		add(one, "healthcheck", mapping("test", test, "interval", text("5s"), "timeout", text("5s"), "retries", number(20)))
	}
	add(one, "restart", text("unless-stopped"))
	return one
}

// network writes how a data service is reached that the sources call otherwise than the
// plan. Those who ask it on their own machine share its network, so that it has their
// names and their ports (compose specification, network_mode).
func network(one *yaml.Node, s stack.Store, all stack.Whole) {
	if s.Network != "" {
		add(one, "network_mode", text("service:"+s.Network))
		return
	}
	names, ports := all.Sharing(s.Name)
	if len(ports) > 0 {
		add(one, "ports", published(ports))
	}
	if names = append(names, s.Called...); len(names) > 0 {
		add(one, "networks", mapping("default", mapping("aliases", sequence(names...))))
	}
}
