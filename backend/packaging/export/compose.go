package export

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"aipack/backend/packaging/stack"
	"aipack/backend/universalbuild"

	"go.yaml.in/yaml/v3"
)

// Placed is a document and where its Dockerfile lies.
type Placed struct {
	Document   universalbuild.UniversalBuild
	Name       string // of its service, unique
	Dockerfile string // relative to the repository's root

	ownIgnore bool // the project has a .dockerignore for it alone
}

// NeedsCompose reports whether there is more to start than one container.
func NeedsCompose(services []Placed) bool {
	if len(services) != 1 {
		return len(services) > 1
	}
	d := services[0].Document
	return len(d.Metadata.BackingServices)+len(d.Runtime.Processes) > 0
}

// Composed is a plan as Docker's compose starts it.
type Composed struct {
	File    string // compose.yaml, for the repository's root
	Example string // what goes into the file .env beside it; "" where nothing does
}

// Compose writes a plan: each service, its further processes, what it runs once
// per release, and the data services they talk to. What a user must set is a
// required variable of compose; nothing secret stands in the files. example is
// the name under which the second of them will lie. Without a project's name
// compose takes the folder's.
func Compose(project string, services []Placed, example string) (Composed, error) {
	c := &composition{secrets: map[string]universalbuild.Secret{}}
	all := stack.Of(members(services))
	list := mapping()
	for i, s := range services {
		one := all.Services[i]
		c.service(list, part{one, s.Dockerfile, c.environment(one), needs(one), published(one.Published)})
	}
	volumes := c.stores(list, all)
	root := mapping()
	if project != "" {
		add(root, "name", text(slug(project)))
	}
	add(root, "services", list)
	if len(volumes.Content) > 0 {
		add(root, "volumes", volumes)
	}
	if len(c.secrets) > 0 {
		add(root, "secrets", c.given())
	}
	build := c.wanted()
	var b bytes.Buffer
	var done Composed
	if len(all.Secrets)+len(build) > 0 {
		done.Example = wanted(all, build, example)
		b.WriteString("# First: cp " + example + " .env, and fill in what is empty there.\n")
	}
	b.WriteString("# Start everything: docker compose up --build\n\n")
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(root); err != nil {
		return Composed{}, fmt.Errorf("writing compose.yaml: %w", err)
	}
	done.File = b.String()
	return done, nil
}

type composition struct {
	secrets map[string]universalbuild.Secret // that builds take, by the name that compose has for each; a file is relative to the root
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
	stack.Service
	dockerfile                string
	environment, needs, ports *yaml.Node
}

// service adds a service and the further processes of its image.
func (c *composition) service(list *yaml.Node, s part) {
	d := s.Document
	one := c.base(s)
	if len(s.ports.Content) > 0 && s.Network == "" { // else they are those of the network that it shares
		add(one, "ports", s.ports)
	}
	c.ready(one, s)
	switch {
	case d.Metadata.Kind == universalbuild.CLI:
		add(one, "profiles", sequence("cli"))
	case d.Starts(): // else what would come back again and again is the base image's own program
		add(one, "restart", text("unless-stopped"))
	}
	add(list, s.Name, one)
	for _, p := range s.Processes {
		c.process(list, s, p)
	}
	if s.Release != "" {
		c.release(list, s)
	}
}

// base is what a service and its further processes share. Each has the build:
// it is cached, and compose would pull an image that it does not build.
func (c *composition) base(s part) *yaml.Node {
	dir := s.Document.Context()
	build := mapping("context", text(dotted(dir)))
	if rel := relative(dir, s.dockerfile); rel != "Dockerfile" {
		add(build, "dockerfile", text(dollars(rel)))
	}
	if list, _ := s.Document.BuildSecrets(); len(list) > 0 {
		add(build, "secrets", c.taken(s.Name, dir, list))
	}
	one := mapping("build", build)
	if s.Network != "" {
		add(one, "network_mode", text("service:"+s.Network))
	}
	if len(s.environment.Content) > 0 {
		add(one, "environment", s.environment)
	}
	return one
}

func (c *composition) process(list *yaml.Node, s part, p stack.Process) {
	one := c.base(s)
	add(one, "command", words(p.Command))
	// The image's check asks a port on which only the main process listens.
	add(one, "healthcheck", mapping("disable", truth()))
	c.ready(one, s)
	add(one, "restart", text("unless-stopped"))
	add(list, p.Name, one)
}

// release adds the lines of a release as a service that runs once, before what
// else is of its image.
func (c *composition) release(list *yaml.Node, s part) {
	one := c.base(s)
	add(one, "entrypoint", words([]string{"sh", "-c"}))
	add(one, "command", words([]string{universalbuild.Chain(s.Document.Runtime.Release)}))
	add(one, "healthcheck", mapping("disable", truth()))
	if len(s.needs.Content) > 0 {
		add(one, "depends_on", s.needs)
	}
	if s.Document.Metadata.Kind == universalbuild.CLI {
		add(one, "profiles", sequence("cli"))
	}
	add(one, "restart", quoted("no"))
	add(list, s.Release, one)
}

// ready writes what has to be there before a container of the service starts:
// what it needs, and its release done.
func (c *composition) ready(one *yaml.Node, s part) {
	list := mapping()
	list.Content = append(list.Content, s.needs.Content...)
	if s.Release != "" {
		add(list, s.Release, mapping("condition", text("service_completed_successfully")))
	}
	if len(list.Content) > 0 {
		add(one, "depends_on", list)
	}
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
		value = strings.ReplaceAll(value, stack.Refer(name), required(name))
	}
	return value
}

// required makes compose stop with a word on what to set.
func required(name string) string { return "${" + name + ":?set " + name + " in the file .env}" }

// published writes the ports that lead to a service.
func published(list []stack.Published) *yaml.Node {
	out := &yaml.Node{Kind: yaml.SequenceNode}
	for _, p := range list {
		suffix := ""
		if p.Protocol == "udp" {
			suffix = "/udp"
		}
		out.Content = append(out.Content, quoted(fmt.Sprintf("%d:%d%s", p.Host, p.Port.Port, suffix)))
	}
	return out
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
