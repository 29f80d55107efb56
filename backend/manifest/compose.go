package manifest

import (
	"strconv"
	"strings"
)

// Compose is what a compose file says about its services, as
// https://github.com/compose-spec/compose-spec/blob/main/spec.md defines it.
// compose-go is not used to read: it refuses files with a missing env_file and
// wants the whole environment.
type Compose struct {
	Services []ComposeService // in the order of the file
	Include  []string         // compose files that belong to it, relative to its folder
}

// ComposeService is one service.
type ComposeService struct {
	Name        string
	Line        int // from 1
	Image       string
	Build       bool   // has a build section
	Context     string // build context as written, "" for none
	Dockerfile  string // as written
	Target      string
	Ports       []ComposePort // published ones first, then those of expose
	Environment []ComposeVar
	EnvFiles    []string
	Command     DockerCommand
	Entrypoint  DockerCommand
	Health      DockerCommand
	HealthOff   bool
	DependsOn   []string
	Mounts      []ComposeMount
	WorkingDir  string
	Restart     string // always, unless-stopped …; "" for none
	RestartLine int
	Profiles    []string
	Extends     string // service that says what this one leaves out, "" for none
	ExtendsFile string // the file that it stands in, relative to this one's folder; "" for the same
}

// ComposePort is a port inside the container.
type ComposePort struct {
	Target    int
	Published string // as written, "" for none
	Protocol  string // tcp or udp
	Line      int
	Internal  bool // of expose: for other services only
}

// ComposeVar is an environment variable of a service.
type ComposeVar struct {
	Name  string
	Value string // as written, with ${...} in it
	Given bool   // false: taken from the caller's environment
	Line  int
}

// ComposeMount is a bind mount of a folder.
type ComposeMount struct {
	Source, Target string
}

// The limits of one file.
const (
	composeMaxServices = 200
	composeMaxPorts    = 64
	composeMaxVars     = 300
)

// ParseCompose reads a compose file. lookup fills ${VARIABLES} in; nil leaves
// only their defaults.
func ParseCompose(content string, lookup func(string) (string, bool)) (Compose, error) {
	root, err := FirstYAML(content)
	if err != nil {
		return Compose{}, err
	}
	if lookup == nil {
		lookup = func(string) (string, bool) { return "", false }
	}
	services := root.Get("services")
	if !services.Exists() && root.Get("version").Text() == "" {
		services = root // the first version of the format
	}
	c := Compose{Include: composeIncludes(root.Get("include"))}
	for _, p := range services.Pairs() {
		if !p.Value.IsMap() || strings.HasPrefix(p.Key, "x-") {
			continue
		}
		if len(c.Services) == composeMaxServices {
			break
		}
		c.Services = append(c.Services, composeService(p, lookup))
	}
	return c, nil
}

func composeService(p YAMLPair, lookup func(string) (string, bool)) ComposeService {
	y := p.Value
	expand := func(text string) string { return dockerExpand(text, lookup) }
	s := ComposeService{
		Name: p.Key, Line: p.Line, Image: expand(y.Get("image").Text()),
		WorkingDir: y.Get("working_dir").Text(), Profiles: y.Get("profiles").Texts(),
		Command: composeCommand(y.Get("command")), Entrypoint: composeCommand(y.Get("entrypoint")),
		Environment: composeVars(y.Get("environment")), EnvFiles: composeEnvFiles(y.Get("env_file")),
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
	for _, item := range y.Get("volumes").Items() {
		s.addMount(item, expand)
	}
	s.Restart, s.RestartLine = y.Get("restart").Text(), y.Get("restart").Line()
	health := y.Get("healthcheck")
	s.HealthOff = health.Get("disable").Bool()
	s.Health = composeHealth(health.Get("test"))
	return s
}

func composeCommand(y YAML) DockerCommand {
	switch {
	case y.IsList():
		return DockerCommand{Exec: y.Texts(), Line: y.Line()}
	case y.Text() != "":
		return DockerCommand{Shell: strings.TrimSpace(y.Text()), Line: y.Line()}
	}
	return DockerCommand{}
}

// composeHealth takes the leading CMD, CMD-SHELL or NONE off.
func composeHealth(y YAML) DockerCommand {
	c := composeCommand(y)
	if len(c.Exec) == 0 {
		return c
	}
	switch c.Exec[0] {
	case "CMD":
		c.Exec = c.Exec[1:]
	case "CMD-SHELL":
		return DockerCommand{Shell: strings.Join(c.Exec[1:], " "), Line: c.Line}
	case "NONE":
		return DockerCommand{}
	}
	return c
}

func composeVars(y YAML) []ComposeVar {
	var out []ComposeVar
	for _, p := range y.Pairs() {
		out = append(out, ComposeVar{p.Key, p.Value.Text(), p.Value.Exists(), p.Line})
	}
	for _, item := range y.Items() {
		name, value, given := strings.Cut(item.Text(), "=")
		if name != "" {
			out = append(out, ComposeVar{name, value, given, item.Line()})
		}
	}
	return out[:min(len(out), composeMaxVars)]
}

// composeIncludes reads paths and mappings whose path is one or several. A
// project_directory of its own is not looked at.
func composeIncludes(y YAML) []string {
	out := y.Texts()
	for _, item := range y.Items() {
		out = append(out, item.Get("path").Texts()...)
	}
	return out[:min(len(out), composeMaxServices)]
}

func composeEnvFiles(y YAML) []string {
	out := y.Texts()
	for _, item := range y.Items() {
		if p := item.Get("path").Text(); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// namesOf reads a list of names or the keys of a mapping.
func namesOf(y YAML) []string {
	if !y.IsMap() {
		return y.Texts()
	}
	var out []string
	for _, p := range y.Pairs() {
		out = append(out, p.Key)
	}
	return out
}

func (s *ComposeService) addPort(y YAML, expand func(string) string) {
	if len(s.Ports) == composeMaxPorts {
		return
	}
	p := ComposePort{Protocol: "tcp", Line: y.Line()}
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

func (s *ComposeService) addMount(y YAML, expand func(string) string) {
	m := ComposeMount{expand(y.Get("source").Text()), y.Get("target").Text()}
	if y.IsText() {
		parts := strings.Split(expand(y.Text()), ":")
		if len(parts) < 2 {
			return
		}
		m = ComposeMount{parts[0], parts[1]}
	}
	if strings.HasPrefix(m.Source, ".") {
		s.Mounts = append(s.Mounts, m)
	}
}
