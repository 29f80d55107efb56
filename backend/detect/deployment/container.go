package deployment

import (
	"path"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
)

// Container is what an existing Dockerfile or Containerfile says about its
// last stage.
type Container struct {
	Path      string // relative to the repository's root; "" for none
	Base      finding.Finding[string]
	Start     finding.Finding[language.Start]
	Ports     []finding.Finding[int]  // TCP, in the order of the file, debuggers' ports left out
	Health    finding.Finding[string] // HTTP path of the HEALTHCHECK
	User      finding.Finding[string]
	Env       []dockerfile.Var
	Workdir   string
	WebServer bool // the last stage is nginx, Apache, Caddy …: its ports and command are the web server's
	Stage     dockerfile.Stage
	target    string // the stage's name, "" for the last
}

// Dockerfile reads a folder's own container file.
func Dockerfile(f *language.Folder) (Container, bool) {
	for _, name := range containerFiles(f) {
		if c, ok := containerAt(f, name, ""); ok {
			return c, true
		}
	}
	return Container{}, false
}

// containerFiles lists container files, best first; those for development and
// tests do not count while there is another.
func containerFiles(f *language.Folder) []string {
	var names []string
	for _, n := range f.Files() {
		if dockerfile.Named(n) {
			names = append(names, n)
		}
	}
	for _, n := range []string{"docker/Dockerfile", ".docker/Dockerfile", "deploy/Dockerfile", "build/Dockerfile"} {
		if f.Has(n) {
			names = append(names, n)
		}
	}
	if len(names) == 0 { // docker/default.Dockerfile
		for _, n := range f.Sub("docker").Files() {
			if dockerfile.Named(n) && f.HasDir("docker") {
				names = append(names, "docker/"+n)
			}
		}
	}
	sort.SliceStable(names, func(i, j int) bool { return containerRank(names[i]) < containerRank(names[j]) })
	return names
}

func containerRank(name string) int {
	lower := strings.ToLower(name)
	base := path.Base(lower)
	switch {
	case lower == "dockerfile":
		return 0
	case lower == "containerfile":
		return 1
	case strings.Contains(base, "prod") || strings.Contains(base, "release"):
		return 2
	case strings.Contains(base, "dev") || strings.Contains(base, "test") || strings.Contains(base, "local") || strings.Contains(base, "debug"):
		return 9
	case base == "dockerfile":
		return 3
	}
	return 4
}

// containerAt reads one file; target is the stage that counts, "" for the last.
func containerAt(f *language.Folder, name, target string) (Container, bool) {
	file, ok := language.Parse(f, name, dockerfile.Parse)
	if !ok {
		return Container{}, false
	}
	warnOfFault(f, name)
	s, ok := file.Stage(target)
	if !ok {
		target = ""
		if s, ok = file.Stage(""); !ok {
			return Container{}, false
		}
	}
	c := Container{target: target, Path: f.Join(name), Env: s.Env, Workdir: s.Workdir, Stage: s, WebServer: isWebServer(s.Image)}
	at := func(rule string, line int) finding.Evidence { return f.AtLine(rule, name, line) }
	if s.Image != "" {
		c.Base = finding.Of(s.Image, finding.Certain, at("dockerfile.from", s.Line))
	}
	for _, e := range s.Expose {
		if e.Protocol == "tcp" && !IsDebugger(e.Port) {
			c.Ports = append(c.Ports, finding.Of(e.Port, ExposeConfidence, at("dockerfile.expose", e.Line)))
		}
	}
	if command := commandOf(s.Entrypoint, s.Cmd); len(command) > 0 {
		line := max(s.Cmd.Line, s.Entrypoint.Line)
		c.Start = finding.Of(language.Start{Command: command}, finding.Guess, at("dockerfile.cmd", line))
	}
	if p, _, _ := urlOf(s.Health); p != "" {
		c.Health = finding.Of(p, finding.Certain, at("dockerfile.healthcheck", s.Health.Line))
	}
	if s.User != "" {
		c.User = finding.Of(s.User, finding.Certain, at("dockerfile.user", s.UserLine))
	}
	return c, true
}

// warnOfFault says that no builder takes the project's own file. What the rest
// of it says counts all the same: people keep Dockerfiles long after they last
// built one, and its ports and commands are still what was meant.
func warnOfFault(f *language.Folder, name string) {
	text, ok := f.Text(name)
	if !ok || f.Reader().Partly(f.Join(name)) || !dockerfile.IsForBuilder(name, text) {
		return
	}
	if fault, _ := language.Parse(f, name, dockerfile.FaultOf); fault.Line > 0 {
		f.WarnAt(name, fault.Line, "dockerfile_unreadable", "Line "+strconv.Itoa(fault.Line)+" of "+f.Join(name)+" has an error: "+fault.Message,
			"Correct the line. What the rest of the file says is taken into account all the same.")
	}
}

// bareImages start a shell, or a language's prompt, where nothing else is said.
var bareImages = map[string]bool{
	"alpine": true, "debian": true, "ubuntu": true, "fedora": true, "busybox": true, "scratch": true, "python": true, "node": true, "ruby": true, "golang": true,
	"rust": true, "openjdk": true, "eclipse-temurin": true, "maven": true, "gradle": true,
	"elixir": true, "erlang": true, "gcc": true, "swift": true, "perl": true, "sdk": true,
}

// Runs reports whether the image is made to run something: it has a command, a
// port or a check of its own, or is built on an image that may have one.
func (c Container) Runs() bool {
	s := c.Stage
	return s.Cmd.Set() || s.Entrypoint.Set() || s.Health.Set() || len(s.Expose) > 0 || !bareImages[dockerfile.ImageName(s.Image)]
}

var webServers = map[string]bool{
	"nginx": true, "nginx-unprivileged": true, "httpd": true, "caddy": true, "apache": true, "openresty": true,
	"lighttpd": true, "static-web-server": true, "traefik": true, "haproxy": true, "angie": true, "serve": true,
}

// isWebServer knows web servers by their image, and the images of PHP that
// hold Apache.
func isWebServer(image string) bool {
	return webServers[dockerfile.ImageName(image)] || dockerfile.ImageName(image) == "php" && strings.Contains(image, "-apache")
}
