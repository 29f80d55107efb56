// Package dockerfile reads the stages, commands and steps of a Dockerfile. It
// builds nothing, judges nothing and never fails: what it does not understand
// does not count.
package dockerfile

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"
)

// File is what a Dockerfile or Containerfile says about the images it
// makes, as https://docs.docker.com/reference/dockerfile/ defines it. BuildKit's
// own parser is not used here: it brings protobuf into every start of the
// program, and refuses files that a reader of facts can still learn from.
type File struct {
	Args   []Var // before the first FROM
	Stages []Stage
}

// Stage is one FROM and what follows it.
type Stage struct {
	Name       string // of "AS name", lower case
	Image      string // with build arguments filled in; the name of an earlier stage where it builds on one
	Line       int    // of FROM, from 1
	Args       []Var
	Env        []Var // those of the stages it builds on first
	Workdir    string
	User       string
	UserLine   int
	Expose     []Port
	Entrypoint Command
	Cmd        Command
	Health     Command
	NoHealth   bool // HEALTHCHECK NONE
	Volumes    []Volume
	Copies     []Copy
	Runs       []Run
}

// Var is an ENV or ARG.
type Var struct {
	Name, Value string
	Line        int
}

// Port is one EXPOSE.
type Port struct {
	Port     int
	Protocol string // tcp or udp
	Line     int
}

// Volume is a folder that outlives the container.
type Volume struct {
	Path string // absolute
	Line int
}

// Command is a CMD, ENTRYPOINT or the command of a HEALTHCHECK.
type Command struct {
	Exec  []string // the exec form
	Shell string   // the shell form
	Line  int      // 0: not there
}

// Set reports whether the instruction stands in the file and is not empty.
func (c Command) Set() bool { return len(c.Exec) > 0 || c.Shell != "" }

// Copy is a COPY or ADD.
type Copy struct {
	From    string // stage or image; "" for the build context
	Sources []string
	To      string
	Line    int
}

// Run is a RUN in shell form.
type Run struct {
	Script string
	Line   int
	From   []string // stages and images that it mounts
}

// The limits of one file.
const (
	maxInstructions = 5_000
	maxStages       = 200
	maxPorts        = 64
)

// Parse reads a Dockerfile. It never fails: what is not understood
// does not count.
func Parse(content string) (File, error) {
	var d File
	left := fullPurse()
	for _, in := range instructions(content) {
		if in.name == "FROM" {
			if len(d.Stages) == maxStages {
				break
			}
			d.Stages = append(d.Stages, d.from(in, left))
			continue
		}
		if len(d.Stages) == 0 {
			if in.name == "ARG" {
				d.Args = append(d.Args, left.keeps(vars(in, nil))...)
			}
			continue
		}
		d.Stages[len(d.Stages)-1].add(in, d.Args, left)
	}
	return d, nil
}

func (d File) from(in instruction, left *purse) Stage {
	words := splitWords(flags(&in))
	s := Stage{Line: in.line}
	if len(words) > 0 {
		s.Image = Expand(words[0], left.pays(func(name string) (string, bool) { return lookupOf(d.Args, name) }))
	}
	if len(words) > 2 && strings.EqualFold(words[1], "AS") {
		s.Name = strings.ToLower(words[2])
	}
	if base := d.find(s.Image, len(d.Stages)); base >= 0 {
		s.Env = slices.Clip(d.Stages[base].Env)
	}
	return s
}

func (s *Stage) add(in instruction, global []Var, left *purse) {
	lookup := left.pays(s.lookup)
	expand := func(text string) string { return Expand(text, lookup) }
	switch in.name {
	case "ARG":
		for _, v := range left.keeps(vars(in, lookup)) {
			if g, ok := lookupOf(global, v.Name); ok && v.Value == "" {
				v.Value = g
			}
			s.Args = append(s.Args, v)
		}
	case "ENV":
		s.Env = append(s.Env, left.keeps(vars(in, lookup))...)
	case "WORKDIR":
		s.Workdir = joinSlash(s.Workdir, expand(strings.TrimSpace(in.rest)))
	case "USER":
		s.User, s.UserLine = expand(strings.TrimSpace(in.rest)), in.line
	case "EXPOSE":
		s.expose(expand(in.rest), in.line)
	case "ENTRYPOINT":
		s.Entrypoint, s.Cmd = commandOf(in.rest, in.line), Command{}
	case "CMD":
		s.Cmd = commandOf(in.rest, in.line)
	case "HEALTHCHECK":
		rest := flags(&in)
		kind, command, _ := strings.Cut(strings.TrimSpace(rest), " ")
		s.NoHealth = strings.EqualFold(kind, "NONE")
		s.Health = Command{}
		if strings.EqualFold(kind, "CMD") {
			s.Health = commandOf(command, in.line)
		}
	case "VOLUME":
		s.volumes(in, expand)
	case "COPY", "ADD":
		s.copy(in, expand)
	case "RUN":
		s.Runs = append(s.Runs, Run{flags(&in), in.line, mounts(in.rest)})
	}
}

// Place is where a path of an instruction lies in the image, seen from the
// stage's last working folder.
func (s Stage) Place(p string) string { return path.Join("/", joinSlash(s.Workdir, p)) }

func joinSlash(base, p string) string {
	if p == "" {
		return base
	}
	if strings.HasPrefix(p, "/") || base == "" {
		return p
	}
	return strings.TrimSuffix(base, "/") + "/" + p
}

func (s *Stage) lookup(name string) (string, bool) {
	if v, ok := lookupOf(s.Env, name); ok {
		return v, true
	}
	return lookupOf(s.Args, name)
}

func lookupOf(vars []Var, name string) (string, bool) {
	for i := len(vars) - 1; i >= 0; i-- {
		if vars[i].Name == name {
			return vars[i].Value, true
		}
	}
	return "", false
}

func (s *Stage) expose(text string, line int) {
	for _, w := range strings.Fields(text) {
		number, protocol, ok := strings.Cut(strings.ToLower(w), "/")
		if !ok {
			protocol = "tcp"
		}
		number, _, _ = strings.Cut(number, "-")
		port, err := strconv.Atoi(number)
		if err != nil || port < 1 || port > 65535 || len(s.Expose) == maxPorts {
			continue
		}
		s.Expose = append(s.Expose, Port{port, protocol, line})
	}
}

func (s *Stage) copy(in instruction, expand func(string) string) {
	rest := flags(&in)
	var words []string
	if json.Unmarshal([]byte(rest), &words) != nil {
		words = splitWords(rest)
	}
	if len(words) < 2 {
		return
	}
	for i := range words {
		words[i] = expand(words[i])
	}
	s.Copies = append(s.Copies, Copy{
		From: expand(in.flags["from"]), Sources: words[:len(words)-1], To: words[len(words)-1], Line: in.line,
	})
}

// volumes reads a JSON array of folders or words, as the reference has both.
func (s *Stage) volumes(in instruction, expand func(string) string) {
	var words []string
	if json.Unmarshal([]byte(in.rest), &words) != nil {
		words = splitWords(in.rest)
	}
	for _, w := range words {
		if len(s.Volumes) < maxPorts {
			s.Volumes = append(s.Volumes, Volume{s.Place(expand(w)), in.line})
		}
	}
}

// commandOf tells the exec form from the shell form as BuildKit does: what
// is not a JSON array of strings is a shell line.
func commandOf(rest string, line int) Command {
	rest = strings.TrimSpace(rest)
	var words []string
	if strings.HasPrefix(rest, "[") && json.Unmarshal([]byte(rest), &words) == nil {
		return Command{Exec: words, Line: line}
	}
	return Command{Shell: rest, Line: line}
}

// Stage is a stage with everything that it takes over from the stages it
// builds on. name is a stage's name or number, "" for the last one.
func (d File) Stage(name string) (Stage, bool) {
	at := len(d.Stages) - 1
	if name != "" {
		if at = d.find(name, len(d.Stages)); at < 0 {
			return Stage{}, false
		}
	}
	if at < 0 {
		return Stage{}, false
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
func (d File) Leading(name string) []Stage {
	last := len(d.Stages) - 1
	if name != "" {
		last = d.find(name, len(d.Stages))
	}
	wanted := map[int]bool{last: true}
	var out []Stage
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
func (d File) find(name string, n int) int {
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
func (s Stage) over(base Stage) Stage {
	s.Image = base.Image
	s.Runs = append(append([]Run(nil), base.Runs...), s.Runs...)
	s.Args = append(append([]Var(nil), base.Args...), s.Args...)
	s.Expose = append(append([]Port(nil), base.Expose...), s.Expose...)
	s.Volumes = append(append([]Volume(nil), base.Volumes...), s.Volumes...)
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
