package export

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

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
	list := mapping()
	for _, s := range services {
		c.service(list, s)
	}
	volumes := c.backing(list)
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

// service adds a service and the further processes of its image.
func (c *composition) service(list *yaml.Node, s Placed) {
	d := s.Document
	environment := c.environment(d)
	one := c.base(s, environment)
	if d.Starts() {
		if ports := c.publish(d.Runtime.Ports); len(ports.Content) > 0 {
			add(one, "ports", ports)
		}
	}
	if needs := c.needs(s); len(needs.Content) > 0 {
		add(one, "depends_on", needs)
	}
	switch {
	case d.Metadata.Kind == universalbuild.CLI:
		add(one, "profiles", sequence("cli"))
	case d.Starts(): // else what would come back again and again is the base image's own program
		add(one, "restart", text("unless-stopped"))
	}
	add(list, s.Name, one)
	for _, p := range d.Runtime.Processes {
		c.process(list, s, p, environment)
	}
	if len(d.Runtime.Release) > 0 {
		c.release(list, s, environment)
	}
}

// base is what a service and its further processes share. Each has the build:
// it is cached, and compose would pull an image that it does not build.
func (c *composition) base(s Placed, environment *yaml.Node) *yaml.Node {
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
	if len(environment.Content) > 0 {
		add(one, "environment", environment)
	}
	return one
}

func (c *composition) process(list *yaml.Node, s Placed, p universalbuild.Process, environment *yaml.Node) {
	one := c.base(s, environment)
	add(one, "command", words(p.Command))
	// The image's check asks a port on which only the main process listens.
	add(one, "healthcheck", mapping("disable", truth()))
	if needs := c.needs(s); len(needs.Content) > 0 {
		add(one, "depends_on", needs)
	}
	add(one, "restart", text("unless-stopped"))
	add(list, c.unique(s.Name+"-"+slug(p.Name)), one)
}

// release adds the commands of a release as a service that only
// `docker compose run` starts.
func (c *composition) release(list *yaml.Node, s Placed, environment *yaml.Node) {
	one := c.base(s, environment)
	add(one, "entrypoint", words([]string{"sh", "-c"}))
	add(one, "command", words([]string{strings.Join(s.Document.Runtime.Release, " && ")}))
	add(one, "healthcheck", mapping("disable", truth()))
	if needs := c.needs(s); len(needs.Content) > 0 {
		add(one, "depends_on", needs)
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

// environment gives the variables that the image does not have itself: wired
// to a data service where that is meant, required where the program does not
// run without, else passed on if the user has set them.
func (c *composition) environment(d universalbuild.UniversalBuild) *yaml.Node {
	env := mapping()
	seen := map[string]bool{"PORT": true}
	for _, v := range d.Runtime.Variables {
		if _, set := d.Runtime.Environment[v.Name]; seen[v.Name] || !variableName(v.Name) || set && !universalbuild.SecretName(v.Name) {
			continue
		}
		seen[v.Name] = true
		c.variable(env, v, d.Metadata.BackingServices)
	}
	for _, name := range secretNames(d.Runtime.Environment) {
		if !seen[name] && variableName(name) {
			c.variable(env, universalbuild.Variable{Name: name, Required: true}, d.Metadata.BackingServices)
		}
	}
	return env
}

func (c *composition) variable(env *yaml.Node, v universalbuild.Variable, backing []string) {
	value, wired := wire(v, backing, c.backingName)
	switch {
	case wired:
		c.requires(value)
		add(env, v.Name, text(value))
	case v.Required && v.Default == "":
		c.variables[v.Name] = true
		add(env, v.Name, text(required(v.Name)))
	default:
		add(env, v.Name, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"})
	}
}

// variableName reports whether compose can replace a variable of this name.
func variableName(name string) bool {
	return name != "" && only(name, "_") && (name[0] < '0' || name[0] > '9')
}

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

// needs gives what has to run first: data services, and services of this
// repository unless they need this one too.
func (c *composition) needs(s Placed) *yaml.Node {
	list := mapping()
	for _, id := range slices.Sorted(slices.Values(s.Document.Metadata.BackingServices)) {
		if b, ok := backings(id); ok {
			condition := "service_started"
			if len(b.health) > 0 {
				condition = "service_healthy"
			}
			c.need(list, c.backingName(id), condition)
		}
	}
	for _, other := range c.services {
		if other.Name == s.Name || !dependsOn(s, other) || c.reaches(other, s, map[string]bool{}) {
			continue
		}
		condition := "service_started"
		if other.Document.Runtime.Healthcheck != nil && other.Document.Starts() {
			condition = "service_healthy"
		}
		c.need(list, other.Name, condition)
	}
	return list
}

func (c *composition) need(list *yaml.Node, name, condition string) {
	if !slices.ContainsFunc(list.Content, func(n *yaml.Node) bool { return n.Value == name }) {
		add(list, name, mapping("condition", text(condition)))
	}
}

func dependsOn(s, other Placed) bool {
	return slices.Contains(s.Document.Metadata.DependsOn, other.Document.Metadata.Path) &&
		other.Document.Metadata.Path != s.Document.Metadata.Path && other.Document.Metadata.Kind != universalbuild.CLI
}

// reaches reports whether from needs to, over any number of others.
func (c *composition) reaches(from, to Placed, seen map[string]bool) bool {
	if from.Name == to.Name {
		return true
	}
	if seen[from.Name] {
		return false
	}
	seen[from.Name] = true
	return slices.ContainsFunc(c.services, func(next Placed) bool { return dependsOn(from, next) && c.reaches(next, to, seen) })
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
