package phase

import (
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// firstFree is the first port that an ordinary user may open on Linux unless
// the container's engine lowers it (ip_unprivileged_port_start, kernel
// documentation, ip-sysctl). Docker does since 20.10, containerd since 2.0;
// BuildKit, CRI-O and a plain Kubernetes do not.
const firstFree = 1024

// freePort stands in for a port below firstFree.
const freePort = 8080

// address makes the program listen where it can be reached and where its
// ordinary user may: on every address and above the ports of root, as far as a
// variable or its command tells it.
func address(s *pipeline.ServiceContext) {
	var a language.Address
	if s.Language.Address != nil {
		a = s.Language.Address(s.Project)
	}
	if s.Port.Value < firstFree {
		raise(s, a)
	}
	port := strconv.Itoa(s.Port.Value)
	if dialsPort(s) {
		s.Start.Value = withNumber(s.Start.Value, s.Port.Value)
	}
	s.PortTold = told(s, a)
	if s.PortTold != "" && s.PortTold != "PORT" {
		why := a.Why
		if s.PortTold != a.PortVariable {
			why = first(s.Port.Evidence)
		}
		set(s, s.PortTold, port, why)
	}
	everywhere(s)
	ip, line := net.ParseIP(a.Host), strings.Join(s.Start.Value.Command, " ")
	if strings.Contains(line, "0.0.0.0") || strings.Contains(line, "[::]") { // the command says where
		return
	}
	loopback := a.Host == "localhost" || ip != nil && ip.IsLoopback()
	if loopback && a.HostVariable == "" {
		overridden(s, &a)
	}
	switch {
	case loopback && a.HostVariable == "" && a.Appended != "":
		s.Start.Value.Command = appended(s.Start.Value.Command, strings.ReplaceAll(a.Appended, "{port}", port))
	case loopback && a.HostVariable == "":
		s.Reader().Folder(".").Warn(a.Why.Path, "loopback_only",
			"the program listens on "+a.Host+" alone, where nothing outside of its container reaches it, and no variable is known that changes that",
			"let it listen on every address, :"+port+", or read the host from a variable")
	case loopback:
		host := "0.0.0.0"
		if whole := !strings.HasSuffix(strings.ToUpper(a.HostVariable), "HOST") && a.PortVariable == "" && !a.HostOnly; whole {
			host += ":" + port
		}
		if a.HostForm != "" {
			host = strings.ReplaceAll(a.HostForm, "{port}", port)
		}
		set(s, a.HostVariable, host, a.Why)
	}
}

// appended is a command with further words: of a shell's line behind the line.
func appended(command []string, words string) []string {
	if len(command) == 3 && command[1] == "-c" {
		return []string{command[0], command[1], command[2] + " " + words}
	}
	return append(slices.Clone(command), strings.Fields(words)...)
}

// overridden finds the variable that overrides the address where it stands in a
// configuration file that comes with the program.
func overridden(s *pipeline.ServiceContext, a *language.Address) {
	whole := net.JoinHostPort(a.Host, strconv.Itoa(s.Port.Value))
	for _, c := range s.Facts.Configuration() {
		if c.Variable != "" && c.Why.Path == a.Why.Path && (c.Text == whole || c.Text == a.Host) {
			a.HostVariable, a.HostOnly = c.Variable, c.Text == a.Host
			return
		}
	}
}

func set(s *pipeline.ServiceContext, name, value string, why finding.Evidence) {
	why.Rule = "port.variable"
	s.Settings = append(s.Settings, pipeline.Setting{Name: name, Value: value, Why: why})
}

// raise takes 8080 for a port of root's where the program can be told so.
func raise(s *pipeline.ServiceContext, a language.Address) {
	low, free, why := s.Port.Value, freed(s.Port.Alternatives), a.Why
	named, fallback := deployment.PortOf(s.Start.Value.Command)
	switch {
	case named == low && !fallback:
		s.Start.Value.Command = withPort(s.Start.Value.Command, low, free)
		why = finding.Evidence{}
	case named == low, a.PortVariable != "", asksPort(s.Start.Value):
	default:
		read, ok := s.Facts.Reads("PORT")
		if f, known := s.KnownFramework(); known && f.PortVariable != "" {
			read, ok = first(s.Port.Evidence), true // it overrides what a file says
		}
		if !ok {
			return
		}
		why = read
	}
	why.Rule = "port.unprivileged"
	lost := append([]finding.Alternative{{Value: strconv.Itoa(low), Confidence: s.Port.Confidence, Evidence: first(s.Port.Evidence)}}, s.Port.Alternatives...)
	s.Port = finding.Finding[int]{
		Value: free, Confidence: s.Port.Confidence, Source: s.Port.Source, Alternatives: lost,
		Evidence: append([]finding.Evidence{why}, s.Port.Evidence...),
	}
}

// fallsBack are the rules that follow a program to what it listens on by itself.
var fallsBack = regexp.MustCompile(`^port\.source$|\.(?:start_port|listens_on|served_port)$`)

// freed is the port that stands in for one of root's: the one that the program
// itself falls back to in its source, else 8080.
func freed(lost []finding.Alternative) int {
	for _, a := range lost {
		if n, err := strconv.Atoi(a.Value); err == nil && n >= firstFree && n < 1<<16 && fallsBack.MatchString(a.Evidence.Rule) {
			return n
		}
	}
	return freePort
}

func first(list []finding.Evidence) finding.Evidence {
	if len(list) == 0 {
		return finding.Evidence{}
	}
	return list[0]
}

// withPort replaces the port in a command's words.
func withPort(command []string, low, free int) []string {
	number := regexp.MustCompile(`(^|[\s:=-])` + strconv.Itoa(low) + `(\s|"|$)`)
	out := slices.Clone(command)
	for i, word := range out {
		if i > 0 {
			out[i] = number.ReplaceAllString(word, "${1}"+strconv.Itoa(free)+"${2}")
		}
	}
	return out
}

// bindable lets a compiled program open a port of root's that nothing can
// change, by a capability of its file (capabilities(7)); for one that an
// interpreter runs it says what the engine must allow, because a capability of
// the interpreter would be one of all that it runs.
func bindable(s *pipeline.ServiceContext) {
	command := s.Start.Value.Command
	if !s.Port.Found() || s.Port.Value >= firstFree || s.Recipe.Static || len(command) == 0 || s.Recipe.Runtime.User == "root" {
		return
	}
	workdir := strings.TrimSuffix(s.Recipe.Runtime.Workdir, "/") + "/"
	i := slices.IndexFunc(s.Recipe.Runtime.Copy, func(c universalbuild.Copy) bool {
		return strings.HasPrefix(c.From, "/out/") && strings.TrimPrefix(command[0], workdir) == c.To
	})
	if i >= 0 {
		b := &s.Recipe.Build
		b.BuildCommands = append(b.BuildCommands, "setcap cap_net_bind_service=+ep "+s.Recipe.Runtime.Copy[i].From)
		b.SystemPackages = append(b.SystemPackages, "libcap2-bin")
		return
	}
	s.Gaps = append(s.Gaps, "the program listens on port "+strconv.Itoa(s.Port.Value)+", which an ordinary user may open only where the engine allows it: Docker does since 20.10, "+
		"Kubernetes with the sysctl net.ipv4.ip_unprivileged_port_start=0; a variable for the port would let it listen on 8080")
}
