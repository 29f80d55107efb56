package deployment

import (
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// How much each file is believed that says where a program is reached.
const (
	composeConfidence = 0.95
	clusterConfidence = 0.93
	givenConfidence   = 0.92 // PORT set by compose, Kubernetes or a platform
	ExposeConfidence  = 0.9  // EXPOSE of a container file
	ProxyConfidence   = 0.3  // the port of a web server in front: any answer is better
)

// TLSPort is HTTPS' own. Where another file names a second port, it is the same
// listener as one deployment has it, with a certificate.
const TLSPort = 443

// besideName are names of container ports that stand beside the one people use:
// Kubernetes wants each port of several named, and Istio, Prometheus' operator
// and their kin read the protocol or the use out of the name.
const besideName language.Pattern = `(?i)^(?:[\w-]+-)?(?:grpc|metrics|prometheus|prom|admin|debug|pprof|management|gossip|raft|peer)(?:-[\w-]+)?$`

// DeployedPorts are the ports at which compose, Kubernetes, hosting platforms and
// the container file reach the program.
func (f *Files) DeployedPorts() []finding.Finding[int] {
	var out []finding.Finding[int]
	r := f.Project.Reader()
	believed := func(confidence float64) float64 {
		if f.Container.WebServer {
			return ProxyConfidence
		}
		return confidence
	}
	for _, c := range f.Composed {
		for _, part := range c.Parts {
			for _, p := range part.Ports {
				if p.Protocol == "tcp" && !IsDebugger(p.Target) {
					confidence, rule := composeConfidence, "compose.ports"
					switch {
					case p.Routed:
						confidence, rule = composeConfidence+0.005, "compose.labels"
					case p.Internal:
						confidence, rule = composeConfidence-0.01, "compose.expose"
					}
					out = append(out, finding.Of(p.Target, believed(confidence), part.Evidence(r, rule, p.Line)))
				}
			}
			for _, v := range part.Environment {
				if n := portGiven(v.Name, v.Value); n > 0 {
					out = append(out, finding.Of(n, givenConfidence, part.Evidence(r, "compose.environment", v.Line)))
				}
			}
			// What nobody publishes is asked for its health where it listens.
			if _, port, fixed := urlOf(part.Health); fixed && port != TLSPort && !IsDebugger(port) && !c.published() {
				out = append(out, finding.Of(port, believed(composeConfidence-0.02), part.Evidence(r, "compose.healthcheck", part.Health.Line)))
			}
		}
	}
	out = append(out, f.clusterPorts(believed)...)
	out = append(out, f.portsOfPlatforms()...)
	for _, p := range f.Container.Ports {
		p.Confidence = believed(ExposeConfidence)
		out = append(out, p)
	}
	return slices.Concat(out, f.portsOfDockerfile(), f.portsOfReadme())
}

// clusterPorts are those of Kubernetes' manifests.
func (f *Files) clusterPorts(believed func(float64) float64) (out []finding.Finding[int]) {
	r := f.Project.Reader()
	for _, d := range f.Deployed {
		for _, p := range d.Ports {
			if p.Protocol == "tcp" && !IsDebugger(p.Port) && (len(d.Ports) == 1 && p.Name != "metrics" || !besideName.Matches(p.Name)) {
				out = append(out, finding.Of(p.Port, believed(clusterConfidence), d.Evidence(r, "kubernetes.port", p.At)))
			}
		}
		for _, v := range d.Env {
			if n := portGiven(v.Name, v.Value); n > 0 {
				out = append(out, finding.Of(n, givenConfidence, d.EvidenceOf(r, v)...))
			}
		}
		if n, _ := PortOf(mainFlags(d.Words())); n > 0 && d.Lasts() && !IsDebugger(n) {
			out = append(out, finding.Of(n, givenConfidence-0.01, d.at(r, "kubernetes.command", strconv.Itoa(n))))
		}
	}
	return out
}

// mainFlags leaves out the options that are named for a port beside the main one:
// --metrics-port=9090.
func mainFlags(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
		return strings.HasPrefix(word, "-") && besideName.Matches(name)
	})
}

func (f *Files) portsOfPlatforms() []finding.Finding[int] {
	var out []finding.Finding[int]
	for _, d := range f.Declared {
		if d.Port > 0 {
			out = append(out, finding.Of(d.Port, givenConfidence, d.Evidence(strconv.Itoa(d.Port))))
		}
		for _, v := range d.Variables {
			if n := portGiven(v.Name, v.Value); n > 0 {
				out = append(out, finding.Of(n, givenConfidence, d.Evidence("PORT")))
			}
		}
	}
	return out
}

// portsOfDockerfile reads PORT and the command of a container file that
// exposes nothing.
func (f *Files) portsOfDockerfile() []finding.Finding[int] {
	c := f.Container
	if c.Path == "" || c.WebServer {
		return nil
	}
	var out []finding.Finding[int]
	root := f.Project.Reader().Folder(".")
	for _, v := range c.Env {
		if n := portGiven(v.Name, v.Value); n > 0 {
			out = append(out, finding.Of(n, ExposeConfidence-0.02, root.AtLine("dockerfile.env", c.Path, v.Line)))
		}
	}
	if _, port, _ := urlOf(c.Stage.Health); port > 0 && len(c.Ports) == 0 {
		out = append(out, finding.Of(port, ExposeConfidence-0.01, root.AtLine("dockerfile.healthcheck", c.Path, c.Stage.Health.Line)))
	}
	if port, _ := PortOf(c.Start.Value.Command); port > 0 && len(c.Start.Evidence) > 0 {
		out = append(out, finding.Of(port, ExposeConfidence-0.03, c.Start.Evidence[0]))
	}
	return out
}

// portSetting is the default in "${PORT:-3000}", or the port in an address such
// as "http://+:8080" or ":8080".
const portSetting language.Pattern = `(?:^|:-?|-)(\d{2,5})(?:\}|;|/|$)`

// portGiven reads the variables by which programs are told their port: PORT,
// Spring's SERVER_PORT, those of ASP.NET. 0 for any other.
func portGiven(name, value string) int {
	switch name {
	case "PORT", "SERVER_PORT", "ASPNETCORE_HTTP_PORTS", "HTTP_PORTS", "ASPNETCORE_URLS", "URLS", "NITRO_PORT", "ROCKET_PORT":
		if n := PortNumber(value); n > 0 || len(value) > 200 {
			return n
		}
		n, _ := portSetting.Find(value)
		return PortNumber(n)
	}
	return 0
}

// debugPorts are those of debuggers and live reload: Node's inspector, the
// JVM's JDWP, LiveReload, Delve, debugpy.
var debugPorts = map[int]bool{9229: true, 9230: true, 5005: true, 35729: true, 2345: true, 40000: true, 5678: true, 24678: true}

// IsDebugger reports whether a port is one of a debugger or of live reload, which
// people do not use.
func IsDebugger(port int) bool { return debugPorts[port] }
