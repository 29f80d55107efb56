// Package compose reads the services of a compose file. It follows no include
// and starts nothing.
package compose

import (
	"strconv"
	"strings"

	"aipack/backend/manifest/dockerfile"
	"aipack/backend/manifest/lenient"
)

// File is what a compose file says about its services, as
// https://github.com/compose-spec/compose-spec/blob/main/spec.md defines it.
// compose-go is not used to read: it refuses files with a missing env_file and
// wants the whole environment.
type File struct {
	Services []Service // in the order of the file
	Include  []Include // compose files that belong to it
}

// Include is an entry of include; its paths are relative to the folder in which the
// including file's own begin.
// https://github.com/compose-spec/compose-spec/blob/main/14-include.md
type Include struct {
	Paths      []string // the file, and those that are laid over it
	ProjectDir string   // where relative paths of these files begin; "" for the first one's folder
	EnvFiles   []string // what fills their variables in; none for the .env of that folder
}

// Service is one service.
type Service struct {
	Name        string
	Line        int // from 1
	Image       string
	Build       bool   // has a build section
	Context     string // build context as written, "" for none
	Dockerfile  string // as written
	Target      string
	Ports       []Port // published ones first, then those of expose
	Environment []Var
	EnvFiles    []string
	Command     dockerfile.Command
	Entrypoint  dockerfile.Command
	Health      dockerfile.Command
	HealthOff   bool
	DependsOn   []string
	Mounts      []Mount // of the project's own folders and files
	Volumes     []Mount // of volumes and of the host's own folders, those that it may write to
	WorkingDir  string
	Restart     string // always, unless-stopped …; "" for none
	RestartLine int
	Profiles    []string
	Extends     string // service that says what this one leaves out, "" for none
	ExtendsFile string // the file that it stands in, relative to this one's folder; "" for the same
}

// Port is a port inside the container.
type Port struct {
	Target    int
	Published string // as written, "" for none
	Protocol  string // tcp or udp
	Line      int
	Internal  bool // of expose: for other services only
	Routed    bool // a proxy in front of it is told so
}

// Var is an environment variable of a service.
type Var struct {
	Name  string
	Value string // as written, with ${...} in it
	Given bool   // false: taken from the caller's environment
	Line  int
}

// Mount is a bind mount of a folder or file.
type Mount struct {
	Source, Target string
	Line           int
}

// The limits of one file.
const (
	maxServices = 200
	maxPorts    = 64
	maxVars     = 300
)

// Parse reads a compose file. lookup fills ${VARIABLES} in; nil leaves
// only their defaults.
func Parse(content string, lookup func(string) (string, bool)) (File, error) {
	root, err := lenient.FirstYAML(content)
	if err != nil {
		return File{}, err
	}
	if lookup == nil {
		lookup = func(string) (string, bool) { return "", false }
	}
	services := root.Get("services")
	if !services.Exists() && root.Get("version").Text() == "" {
		services = root // the first version of the format
	}
	c := File{Include: includes(root.Get("include"), func(text string) string { return dockerfile.Expand(text, lookup) })}
	for _, p := range services.Pairs() {
		if !p.Value.IsMap() || strings.HasPrefix(p.Key, "x-") {
			continue
		}
		if len(c.Services) == maxServices {
			break
		}
		c.Services = append(c.Services, service(p, lookup))
	}
	return c, nil
}

func service(p lenient.YAMLPair, lookup func(string) (string, bool)) Service {
	y := p.Value
	expand := func(text string) string { return dockerfile.Expand(text, lookup) }
	s := Service{
		Name: p.Key, Line: p.Line, Image: expand(y.Get("image").Text()),
		WorkingDir: y.Get("working_dir").Text(), Profiles: y.Get("profiles").Texts(),
		Command: command(y.Get("command")), Entrypoint: command(y.Get("entrypoint")),
		Environment: vars(y.Get("environment")), EnvFiles: envFiles(y.Get("env_file")),
		DependsOn: namesOf(y.Get("depends_on")),
	}
	if extends := y.Get("extends"); extends.IsMap() {
		s.Extends, s.ExtendsFile = extends.Get("service").Text(), extends.Get("file").Text()
	} else {
		s.Extends = extends.Text()
	}
	if build := y.Get("build"); build.Exists() {
		s.Build, s.Context = true, expand(build.Text())
		if build.IsMap() {
			s.Context = expand(build.Get("context").Text())
			s.Dockerfile, s.Target = expand(build.Get("dockerfile").Text()), expand(build.Get("target").Text())
		}
		if s.Context == "" {
			s.Context = "."
		}
	}
	for _, item := range y.Get("ports").Items() {
		s.addPort(item, expand)
	}
	published := len(s.Ports)
	for _, item := range y.Get("expose").Items() {
		s.addPort(item, expand)
	}
	for i := published; i < len(s.Ports); i++ {
		s.Ports[i].Internal = true
	}
	s.routed(y, expand)
	for _, item := range y.Get("volumes").Items() {
		s.addMount(item, expand)
	}
	s.Restart, s.RestartLine = y.Get("restart").Text(), y.Get("restart").Line()
	health := y.Get("healthcheck")
	s.HealthOff = health.Get("disable").Bool()
	s.Health = healthOf(health.Get("test"))
	return s
}

func command(y lenient.YAML) dockerfile.Command {
	switch {
	case y.IsList():
		return dockerfile.Command{Exec: y.Texts(), Line: y.Line()}
	case y.Text() != "":
		return dockerfile.Command{Shell: strings.TrimSpace(y.Text()), Line: y.Line()}
	}
	return dockerfile.Command{}
}

// proxyPort ends the labels by which Traefik is told the port of a container that
// it forwards to (https://doc.traefik.io/traefik/routing/providers/docker/#services).
const proxyPort = ".loadbalancer.server.port"

// routed adds the port that a proxy in front of the service is told.
func (s *Service) routed(y lenient.YAML, expand func(string) string) {
	for _, at := range []lenient.YAML{y.Get("labels"), y.Get("deploy", "labels")} {
		for _, label := range vars(at) {
			target, err := strconv.Atoi(strings.TrimSpace(expand(label.Value)))
			if strings.HasSuffix(strings.TrimSpace(label.Name), proxyPort) && err == nil && target > 0 && target < 1<<16 && len(s.Ports) < maxPorts {
				s.Ports = append(s.Ports, Port{Target: target, Protocol: "tcp", Line: label.Line, Internal: true, Routed: true})
			}
		}
	}
}

// healthOf takes the leading CMD, CMD-SHELL or NONE off.
func healthOf(y lenient.YAML) dockerfile.Command {
	c := command(y)
	if len(c.Exec) == 0 {
		return c
	}
	switch c.Exec[0] {
	case "CMD":
		c.Exec = c.Exec[1:]
	case "CMD-SHELL":
		return dockerfile.Command{Shell: strings.Join(c.Exec[1:], " "), Line: c.Line}
	case "NONE":
		return dockerfile.Command{}
	}
	return c
}

func vars(y lenient.YAML) []Var {
	var out []Var
	for _, p := range y.Pairs() {
		out = append(out, Var{p.Key, p.Value.Text(), p.Value.Exists(), p.Line})
	}
	for _, item := range y.Items() {
		name, value, given := strings.Cut(item.Text(), "=")
		if name != "" {
			out = append(out, Var{name, value, given, item.Line()})
		}
	}
	return out[:min(len(out), maxVars)]
}

// includes reads paths, and mappings whose path and env_file are one or several.
func includes(y lenient.YAML, expand func(string) string) []Include {
	all := func(texts []string) (out []string) {
		for _, text := range texts {
			out = append(out, expand(text))
		}
		return out
	}
	var out []Include
	for _, p := range y.Texts() {
		out = append(out, Include{Paths: []string{expand(p)}})
	}
	for _, item := range y.Items() {
		if paths := all(item.Get("path").Texts()); len(paths) > 0 {
			out = append(out, Include{paths, expand(item.Get("project_directory").Text()), all(item.Get("env_file").Texts())})
		}
	}
	return out[:min(len(out), maxServices)]
}

func envFiles(y lenient.YAML) []string {
	out := y.Texts()
	for _, item := range y.Items() {
		if p := item.Get("path").Text(); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// namesOf reads a list of names or the keys of a mapping.
func namesOf(y lenient.YAML) []string {
	if !y.IsMap() {
		return y.Texts()
	}
	var out []string
	for _, p := range y.Pairs() {
		out = append(out, p.Key)
	}
	return out
}

func (s *Service) addPort(y lenient.YAML, expand func(string) string) {
	if len(s.Ports) == maxPorts {
		return
	}
	p := Port{Protocol: "tcp", Line: y.Line()}
	target := y.Get("target").Text()
	if y.IsMap() {
		p.Published = y.Get("published").Text()
		if proto := y.Get("protocol").Text(); proto != "" {
			p.Protocol = strings.ToLower(proto)
		}
	} else {
		text, proto, ok := strings.Cut(expand(y.Text()), "/")
		if ok {
			p.Protocol = strings.ToLower(proto)
		}
		target = text
		if at := strings.LastIndex(text, ":"); at >= 0 {
			p.Published, target = text[:at], text[at+1:]
		}
	}
	target, _, _ = strings.Cut(expand(target), "-")
	port, err := strconv.Atoi(strings.TrimSpace(target))
	if err != nil || port < 1 || port > 65535 {
		return
	}
	p.Target = port
	s.Ports = append(s.Ports, p)
}

func (s *Service) addMount(y lenient.YAML, expand func(string) string) {
	m := Mount{expand(y.Get("source").Text()), y.Get("target").Text(), y.Line()}
	written := y.Get("read_only").Text() != "true"
	if y.IsText() {
		parts := strings.Split(expand(y.Text()), ":")
		if len(parts) < 2 {
			return
		}
		m = Mount{parts[0], parts[1], y.Line()}
		written = len(parts) < 3 || parts[2] != "ro"
	}
	switch {
	case strings.HasPrefix(m.Source, "."):
		s.Mounts = append(s.Mounts, m)
	case written && strings.HasPrefix(m.Target, "/") && !strings.HasSuffix(m.Source, ".sock"):
		s.Volumes = append(s.Volumes, m)
	}
}
