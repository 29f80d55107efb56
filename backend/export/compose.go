package export

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/stack"
	"aipack/backend/universalbuild"

	"go.yaml.in/yaml/v3"
)

// Placed is a document and where its Dockerfile lies.
type Placed struct {
	Document   universalbuild.UniversalBuild
	Name       string // of its service, unique
	Dockerfile string // relative to the repository's root
}

// NeedsCompose reports whether there is more to start than one container.
func NeedsCompose(services []Placed) bool {
	if len(services) != 1 {
		return len(services) > 1
	}
	d := services[0].Document
	return len(d.Metadata.BackingServices)+len(d.Runtime.Processes) > 0
}

// Compose writes a compose file for the repository's root: each service, its
// further processes, and the data services they talk to. What a user must
// set is a required variable of compose; nothing secret stands in the file.
func Compose(project string, services []Placed) (string, error) {
	c := &composition{services: services, ports: map[string]bool{}, names: map[string]bool{}, variables: map[string]bool{}, secrets: map[string]bool{}}
	for _, s := range services {
		c.names[s.Name] = true
	}
	all := stack.Of(members(services))
	list := mapping()
	for i, s := range services {
		c.service(list, part{s, c.environment(all.Services[i]), needs(all.Services[i])})
	}
	volumes := c.stores(list, all.Stores)
	root := mapping("name", text(slug(project)), "services", list)
	if len(volumes.Content) > 0 {
		add(root, "volumes", volumes)
	}
	if len(c.secrets) > 0 {
		secrets := mapping()
		for _, n := range slices.Sorted(maps.Keys(c.secrets)) {
			add(secrets, n, mapping("environment", quoted(n)))
		}
		add(root, "secrets", secrets)
	}
	var b bytes.Buffer
	b.WriteString("# Start everything: docker compose up --build\n")
	if set := slices.Sorted(maps.Keys(c.variables)); len(set) > 0 {
		b.WriteString("# Set these first, in a file .env beside this one: " + strings.Join(set, ", ") + "\n")
	}
	b.WriteString("\n")
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(root); err != nil {
		return "", fmt.Errorf("writing compose.yaml: %w", err)
	}
	return b.String(), nil
}

type composition struct {
	services  []Placed
	ports     map[string]bool // taken on the host
	names     map[string]bool // taken by services
	variables map[string]bool // that the user has to set
	secrets   map[string]bool // that builds take
}

// members are the services of a stack.
func members(services []Placed) (list []stack.Member) {
	for _, s := range services {
		list = append(list, stack.Member{Name: s.Name, Document: s.Document})
	}
	return list
}

// part is a service with what the containers of its image share.
type part struct {
	Placed
	environment, needs *yaml.Node
}

// service adds a service and the further processes of its image.
func (c *composition) service(list *yaml.Node, s part) {
	d := s.Document
	one := c.base(s)
	if d.Starts() {
		if ports := c.publish(d.Runtime.Ports); len(ports.Content) > 0 {
			add(one, "ports", ports)
		}
	}
	if len(s.needs.Content) > 0 {
		add(one, "depends_on", s.needs)
	}
	switch {
	case d.Metadata.Kind == universalbuild.CLI:
		add(one, "profiles", sequence("cli"))
	case d.Starts(): // else what would come back again and again is the base image's own program
		add(one, "restart", text("unless-stopped"))
	}
	add(list, s.Name, one)
	for _, p := range d.Runtime.Processes {
		c.process(list, s, p)
	}
	if len(d.Runtime.Release) > 0 {
		c.release(list, s)
	}
}

// base is what a service and its further processes share. Each has the build:
// it is cached, and compose would pull an image that it does not build.
func (c *composition) base(s part) *yaml.Node {
	dir := s.Document.Context()
	build := mapping("context", text(dotted(dir)))
	if rel := relative(dir, s.Dockerfile); rel != "Dockerfile" {
		add(build, "dockerfile", text(dollars(rel)))
	}
	if names := buildSecrets(s.Document); len(names) > 0 {
		add(build, "secrets", sequence(names...))
		for _, n := range names {
			c.secrets[n] = true
		}
	}
	one := mapping("build", build)
	if len(s.environment.Content) > 0 {
		add(one, "environment", s.environment)
	}
	return one
}

func (c *composition) process(list *yaml.Node, s part, p universalbuild.Process) {
	one := c.base(s)
	add(one, "command", words(p.Command))
	// The image's check asks a port on which only the main process listens.
	add(one, "healthcheck", mapping("disable", truth()))
	if len(s.needs.Content) > 0 {
		add(one, "depends_on", s.needs)
	}
	add(one, "restart", text("unless-stopped"))
	add(list, c.unique(s.Name+"-"+slug(p.Name)), one)
}

// release adds the commands of a release as a service that only
// `docker compose run` starts.
func (c *composition) release(list *yaml.Node, s part) {
	one := c.base(s)
	add(one, "entrypoint", words([]string{"sh", "-c"}))
	add(one, "command", words([]string{strings.Join(s.Document.Runtime.Release, " && ")}))
	add(one, "healthcheck", mapping("disable", truth()))
	if len(s.needs.Content) > 0 {
		add(one, "depends_on", s.needs)
	}
	add(one, "profiles", sequence("release"))
	add(list, c.unique(s.Name+"-release"), one)
}

func (c *composition) unique(name string) string {
	free := name
	for n := 2; c.names[free]; n++ {
		free = name + "-" + strconv.Itoa(n)
	}
	c.names[free] = true
	return free
}

// environment writes a service's variables.
func (c *composition) environment(s stack.Service) *yaml.Node {
	env := mapping()
	for _, v := range s.Environment {
		if v.Passed {
			add(env, v.Name, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"})
			continue
		}
		add(env, v.Name, text(c.asked(v.Value)))
	}
	return env
}

// asked has compose stop with a word on what to set, where a text refers to
// what the user gives.
func (c *composition) asked(value string) string {
	for _, name := range stack.References(value) {
		c.variables[name] = true
		value = strings.ReplaceAll(value, stack.Refer(name), required(name))
	}
	return value
}

// required makes compose stop with a word on what to set.
func required(name string) string { return "${" + name + ":?set " + name + " in the file .env}" }

// publish maps ports to the same number on the host, or the next free one.
func (c *composition) publish(ports []universalbuild.Port) *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for _, p := range ports {
		suffix := ""
		if p.Protocol == "udp" {
			suffix = "/udp"
		}
		host := p.Port
		for c.ports[strconv.Itoa(host)+suffix] && host < 65535 {
			host++
		}
		c.ports[strconv.Itoa(host)+suffix] = true
		list.Content = append(list.Content, quoted(fmt.Sprintf("%d:%d%s", host, p.Port, suffix)))
	}
	return list
}

// needs writes what has to run first.
func needs(s stack.Service) *yaml.Node {
	list := mapping()
	for _, n := range s.Needs {
		condition := "service_started"
		if n.Well {
			condition = "service_healthy"
		}
		add(list, n.Name, mapping("condition", text(condition)))
	}
	return list
}

// dotted writes a folder of the repository as compose's schema wants it.
func dotted(dir string) string {
	if dir == "." {
		return "."
	}
	return dollars("./" + path.Clean(dir))
}

// dollars keeps compose from replacing variables in a text.
func dollars(s string) string { return strings.ReplaceAll(s, "$", "$$") }
