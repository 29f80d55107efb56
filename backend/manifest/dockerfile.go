package manifest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Dockerfile is what a Dockerfile or Containerfile says about the images it
// makes, as https://docs.docker.com/reference/dockerfile/ defines it. BuildKit's
// own parser is not used here: it brings protobuf into every start of the
// program, and refuses files that a reader of facts can still learn from.
type Dockerfile struct {
	Args   []DockerVar // before the first FROM
	Stages []DockerStage
}

// DockerStage is one FROM and what follows it.
type DockerStage struct {
	Name       string // of "AS name", lower case
	Image      string // with build arguments filled in; the name of an earlier stage where it builds on one
	Line       int    // of FROM, from 1
	Args       []DockerVar
	Env        []DockerVar // those of the stages it builds on first
	Workdir    string
	User       string
	UserLine   int
	Expose     []DockerPort
	Entrypoint DockerCommand
	Cmd        DockerCommand
	Health     DockerCommand
	NoHealth   bool // HEALTHCHECK NONE
	Copies     []DockerCopy
	Runs       []DockerRun
}

// DockerVar is an ENV or ARG.
type DockerVar struct {
	Name, Value string
	Line        int
}

// DockerPort is one EXPOSE.
type DockerPort struct {
	Port     int
	Protocol string // tcp or udp
	Line     int
}

// DockerCommand is a CMD, ENTRYPOINT or the command of a HEALTHCHECK.
type DockerCommand struct {
	Exec  []string // the exec form
	Shell string   // the shell form
	Line  int      // 0: not there
}

// Set reports whether the instruction stands in the file and is not empty.
func (c DockerCommand) Set() bool { return len(c.Exec) > 0 || c.Shell != "" }

// DockerCopy is a COPY or ADD.
type DockerCopy struct {
	From    string // stage or image; "" for the build context
	Sources []string
	To      string
	Line    int
}

// DockerRun is a RUN in shell form.
type DockerRun struct {
	Script string
	Line   int
	From   []string // stages and images that it mounts
}

// The limits of one file.
const (
	dockerMaxInstructions = 5_000
	dockerMaxStages       = 200
	dockerMaxPorts        = 64
)

// ParseDockerfile reads a Dockerfile. It never fails: what is not understood
// does not count.
func ParseDockerfile(content string) (Dockerfile, error) {
	var d Dockerfile
	for _, in := range dockerInstructions(content) {
		if in.name == "FROM" {
			if len(d.Stages) == dockerMaxStages {
				break
			}
			d.Stages = append(d.Stages, d.from(in))
			continue
		}
		if len(d.Stages) == 0 {
			if in.name == "ARG" {
				d.Args = append(d.Args, dockerVars(in, nil)...)
			}
			continue
		}
		d.Stages[len(d.Stages)-1].add(in, d.Args)
	}
	return d, nil
}

func (d Dockerfile) from(in dockerInstruction) DockerStage {
	words := dockerWords(dockerFlags(&in))
	s := DockerStage{Line: in.line}
	if len(words) > 0 {
		s.Image = dockerExpand(words[0], func(name string) (string, bool) { return dockerLookup(d.Args, name) })
	}
	if len(words) > 2 && strings.EqualFold(words[1], "AS") {
		s.Name = strings.ToLower(words[2])
	}
	if base := d.find(s.Image, len(d.Stages)); base >= 0 {
		s.Env = slices.Clip(d.Stages[base].Env)
	}
	return s
}

func (s *DockerStage) add(in dockerInstruction, global []DockerVar) {
	expand := func(text string) string { return dockerExpand(text, s.lookup) }
	switch in.name {
	case "ARG":
		for _, v := range dockerVars(in, s.lookup) {
			if g, ok := dockerLookup(global, v.Name); ok && v.Value == "" {
				v.Value = g
			}
			s.Args = append(s.Args, v)
		}
	case "ENV":
		s.Env = append(s.Env, dockerVars(in, s.lookup)...)
	case "WORKDIR":
		s.Workdir = joinSlash(s.Workdir, expand(strings.TrimSpace(in.rest)))
	case "USER":
		s.User, s.UserLine = expand(strings.TrimSpace(in.rest)), in.line
	case "EXPOSE":
		s.expose(expand(in.rest), in.line)
	case "ENTRYPOINT":
		s.Entrypoint, s.Cmd = dockerCommand(in.rest, in.line), DockerCommand{}
	case "CMD":
		s.Cmd = dockerCommand(in.rest, in.line)
	case "HEALTHCHECK":
		rest := dockerFlags(&in)
		kind, command, _ := strings.Cut(strings.TrimSpace(rest), " ")
		s.NoHealth = strings.EqualFold(kind, "NONE")
		s.Health = DockerCommand{}
		if strings.EqualFold(kind, "CMD") {
			s.Health = dockerCommand(command, in.line)
		}
	case "COPY", "ADD":
		s.copy(in, expand)
	case "RUN":
		s.Runs = append(s.Runs, DockerRun{dockerFlags(&in), in.line, dockerMounts(in.rest)})
	}
}

func joinSlash(base, p string) string {
	if p == "" {
		return base
	}
	if strings.HasPrefix(p, "/") || base == "" {
		return p
	}
	return strings.TrimSuffix(base, "/") + "/" + p
}

func (s *DockerStage) lookup(name string) (string, bool) {
	if v, ok := dockerLookup(s.Env, name); ok {
		return v, true
	}
	return dockerLookup(s.Args, name)
}

func dockerLookup(vars []DockerVar, name string) (string, bool) {
	for i := len(vars) - 1; i >= 0; i-- {
		if vars[i].Name == name {
			return vars[i].Value, true
		}
	}
	return "", false
}

func (s *DockerStage) expose(text string, line int) {
	for _, w := range strings.Fields(text) {
		number, protocol, ok := strings.Cut(strings.ToLower(w), "/")
		if !ok {
			protocol = "tcp"
		}
		number, _, _ = strings.Cut(number, "-")
		port, err := strconv.Atoi(number)
		if err != nil || port < 1 || port > 65535 || len(s.Expose) == dockerMaxPorts {
			continue
		}
		s.Expose = append(s.Expose, DockerPort{port, protocol, line})
	}
}

func (s *DockerStage) copy(in dockerInstruction, expand func(string) string) {
	rest := dockerFlags(&in)
	var words []string
	if json.Unmarshal([]byte(rest), &words) != nil {
		words = dockerWords(rest)
	}
	if len(words) < 2 {
		return
	}
	for i := range words {
		words[i] = expand(words[i])
	}
	s.Copies = append(s.Copies, DockerCopy{
		From: expand(in.flags["from"]), Sources: words[:len(words)-1], To: words[len(words)-1], Line: in.line,
	})
}

// dockerCommand tells the exec form from the shell form as BuildKit does: what
// is not a JSON array of strings is a shell line.
func dockerCommand(rest string, line int) DockerCommand {
	rest = strings.TrimSpace(rest)
	var words []string
	if strings.HasPrefix(rest, "[") && json.Unmarshal([]byte(rest), &words) == nil {
		return DockerCommand{Exec: words, Line: line}
	}
	return DockerCommand{Shell: rest, Line: line}
}

// Stage is a stage with everything that it takes over from the stages it
// builds on. name is a stage's name or number, "" for the last one.
func (d Dockerfile) Stage(name string) (DockerStage, bool) {
	at := len(d.Stages) - 1
	if name != "" {
		if at = d.find(name, len(d.Stages)); at < 0 {
			return DockerStage{}, false
		}
	}
	if at < 0 {
		return DockerStage{}, false
	}
	s := d.Stages[at]
	for {
		at = d.find(s.Image, at)
		if at < 0 {
			return s, true
		}
		s = s.over(d.Stages[at])
	}
}

// Leading lists a stage and those that it takes something from, the last first,
// as they are written. name is its name or number, "" for the last one.
func (d Dockerfile) Leading(name string) []DockerStage {
	last := len(d.Stages) - 1
	if name != "" {
		last = d.find(name, len(d.Stages))
	}
	wanted := map[int]bool{last: true}
	var out []DockerStage
	for i := last; i >= 0; i-- {
		if !wanted[i] {
			continue
		}
		s := d.Stages[i]
		out = append(out, s)
		wanted[d.find(s.Image, i)] = true
		for _, c := range s.Copies {
			if c.From != "" {
				wanted[d.find(c.From, i)] = true
			}
		}
		for _, r := range s.Runs {
			for _, from := range r.From {
				wanted[d.find(from, i)] = true
			}
		}
	}
	return out
}

// find gives the stage of that name or number among the first n, -1 for none.
func (d Dockerfile) find(name string, n int) int {
	for i := n - 1; i >= 0; i-- {
		if d.Stages[i].Name != "" && d.Stages[i].Name == strings.ToLower(name) {
			return i
		}
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < n {
		return i
	}
	return -1
}

// over lays a stage over the one it builds on.
func (s DockerStage) over(base DockerStage) DockerStage {
	s.Image = base.Image
	s.Runs = append(append([]DockerRun(nil), base.Runs...), s.Runs...)
	s.Args = append(append([]DockerVar(nil), base.Args...), s.Args...)
	s.Expose = append(append([]DockerPort(nil), base.Expose...), s.Expose...)
	s.Workdir = joinSlash(base.Workdir, s.Workdir)
	if s.UserLine == 0 {
		s.User, s.UserLine = base.User, base.UserLine
	}
	if s.Entrypoint.Line == 0 {
		s.Entrypoint = base.Entrypoint
		if s.Cmd.Line == 0 {
			s.Cmd = base.Cmd
		}
	}
	if s.Health.Line == 0 && !s.NoHealth {
		s.Health, s.NoHealth = base.Health, base.NoHealth
	}
	return s
}
