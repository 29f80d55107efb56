package validate

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"aipack/backend/universalbuild"
)

// required wants what no image can do without.
func required(c *Check) {
	d := c.Doc
	if d.Version != universalbuild.Version {
		c.Fail("/version", fmt.Sprintf("The version is %q.", d.Version), `Set it to "1.0", the only version there is.`)
	}
	for _, f := range []struct{ at, value, fix string }{
		{"/metadata/language", d.Metadata.Language, "Name the language as a lower-case id, such as go or typescript."},
		{"/runtime/base_image", d.Runtime.BaseImage, "Name the image that the program runs in, such as debian:bookworm-slim."},
		{"/runtime/workdir", d.Runtime.Workdir, "Set it to /app."},
	} {
		if strings.TrimSpace(f.value) == "" {
			c.Fail(f.at, "This field is required and empty.", f.fix)
		}
	}
	if strings.TrimSpace(d.Metadata.ProjectName) == "" {
		c.Warn("/metadata/project_name", "The project has no name.", "Take the name from its manifest, or its folder's.")
	}
	if d.HasBuild() && d.Metadata.BuildSystem == "" {
		c.Fail("/metadata/build_system", "This field is required and empty.", "Name the build system as a lower-case id, such as npm or cargo.")
	}
	if d.HasBuild() && d.Build.BaseImage == "" {
		c.Fail("/build/base_image", "There are build commands and no image to run them in.",
			"Name an image with the language's tools (for Node.js, node:22-bookworm-slim).")
	}
	if d.HasBuild() && d.Build.Workdir == "" {
		c.Fail("/build/workdir", "This field is required and empty.", "Set it to /app.")
	}
	if !d.Starts() {
		c.Fail("/runtime/command", "Nothing says how the program is started.", `Give the program and its arguments, such as ["node", "server.js"].`)
	}
}

func confidence(c *Check) {
	check := func(at string, v float64) {
		if v < 0 || v > 1 {
			c.Fail(at, fmt.Sprintf("The confidence is %g.", v), "Give a number between 0 and 1.")
		}
	}
	check("/metadata/confidence", c.Doc.Metadata.Confidence)
	for i, e := range c.Doc.Evidence {
		check(at("/evidence", i)+"/confidence", e.Confidence)
		for j, a := range e.Alternatives {
			check(at(at("/evidence", i)+"/alternatives", j)+"/confidence", a.Confidence)
		}
	}
}

func ports(c *Check) {
	seen := map[universalbuild.Port]bool{}
	for i, p := range c.Doc.Runtime.Ports {
		field := at("/runtime/ports", i)
		if p.Port < 1 || p.Port > 65535 {
			c.Fail(field+"/port", fmt.Sprintf("%d is not a port.", p.Port), "Give a number between 1 and 65535.")
		}
		if p.Protocol != "tcp" && p.Protocol != "udp" {
			c.Fail(field+"/protocol", fmt.Sprintf("The protocol is %q.", p.Protocol), "Give tcp or udp.")
		}
		if seen[p] {
			c.Fail(field, fmt.Sprintf("Port %d is listed twice.", p.Port), "Remove one of them.")
		}
		seen[p] = true
	}
	switch kind := c.Doc.Metadata.Kind; {
	case (kind == universalbuild.Web || kind == universalbuild.Static) && len(c.Doc.Runtime.Ports) == 0:
		c.Warn("/runtime/ports", "The service answers requests and names no port.", "Add the port it listens on.")
	case kind == universalbuild.CLI && len(c.Doc.Runtime.Ports) > 0:
		c.Warn("/runtime/ports", "A program that runs and ends listens on no port.", "Remove the ports, or set metadata.kind to web.")
	}
}

func healthcheck(c *Check) {
	const field = "/runtime/healthcheck"
	h := c.Doc.Runtime.Healthcheck
	if h == nil {
		return
	}
	if len(h.Command) == 0 || strings.TrimSpace(h.Command[0]) == "" {
		c.Fail(field+"/command", "The health check has no command.", "Give a command that ends with 0 while the service is healthy, or remove the health check.")
	}
	interval := c.duration(field+"/interval", h.Interval)
	timeout := c.duration(field+"/timeout", h.Timeout)
	c.duration(field+"/start_period", h.StartPeriod)
	if interval > 0 && timeout > interval {
		c.Warn(field+"/timeout", fmt.Sprintf("One check may take %s and the next starts after %s.", timeout, interval), "Make the timeout shorter than the interval.")
	}
	if h.Retries < 0 || h.Retries > 100 {
		c.Fail(field+"/retries", fmt.Sprintf("%d is not a sensible number of tries.", h.Retries), "Give a number between 1 and 10.")
	}
	if h.Path != "" && !strings.HasPrefix(h.Path, "/") {
		c.Fail(field+"/path", fmt.Sprintf("%q is not the path of a URL.", h.Path), "Start it with a slash.")
	}
}

// duration checks a duration that may be absent. Docker wants a millisecond
// at least.
func (c *Check) duration(at, value string) time.Duration {
	if value == "" {
		return 0
	}
	d, err := time.ParseDuration(value)
	switch {
	case err != nil:
		c.Fail(at, fmt.Sprintf("%q is not a duration.", value), `Write it like "30s" or "1m30s".`)
	case d < time.Millisecond || d > 24*time.Hour:
		c.Fail(at, fmt.Sprintf("%s is no sensible time for a health check.", value), `Give a time between "1s" and "5m".`)
	}
	return d
}

func environment(c *Check) {
	for _, part := range []struct {
		field string
		env   map[string]string
	}{{"/build/environment", c.Doc.Build.Environment}, {"/runtime/environment", c.Doc.Runtime.Environment}} {
		for _, name := range slices.Sorted(maps.Keys(part.env)) {
			field := part.field + "/" + universalbuild.Token(name)
			if !envName().MatchString(name) {
				c.Fail(field, fmt.Sprintf("%q is not the name of a variable.", name), "Use letters, digits and underscores, and no digit first.")
			}
			if strings.ContainsAny(part.env[name], "\n\r\x00") {
				c.Fail(field, "The value has a line break, which no ENV instruction can hold.", "Put the text into a file and give the file's name.")
			}
		}
	}
	seen := map[string]bool{}
	for i, v := range c.Doc.Runtime.Variables {
		field := at("/runtime/variables", i) + "/name"
		if !envName().MatchString(v.Name) {
			c.Fail(field, fmt.Sprintf("%q is not the name of a variable.", v.Name), "Use letters, digits and underscores, and no digit first.")
		}
		if seen[v.Name] {
			c.Warn(field, v.Name+" is listed twice.", "Remove one of them.")
		}
		seen[v.Name] = true
	}
}

// Dots are for Java properties (spring.profiles.active), which Docker allows.
var envName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*$`) })

func user(c *Check) {
	u := c.Doc.Runtime.User
	switch {
	case u == "":
	case !userName().MatchString(u):
		c.Fail("/runtime/user", fmt.Sprintf("%q is not the name or number of a user.", u), "Remove the field to get the user app, or name one that the image has.")
	case u == "root" || u == "0" || strings.HasPrefix(u, "root:") || strings.HasPrefix(u, "0:"):
		c.Warn("/runtime/user", "The program runs as root.", "Remove the field to run it as the user app.")
	}
}

var userName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([a-z_][a-z0-9_.-]{0,31}|[0-9]{1,10})(:([a-z_][a-z0-9_.-]{0,31}|[0-9]{1,10}))?$`)
})

func packages(c *Check) {
	check := func(field, image string, names []string) {
		for i, n := range names {
			if !packageName().MatchString(n) {
				c.Fail(at(field, i), fmt.Sprintf("%q is not the name of a Debian package.", n), "Give the name that apt-get install takes, one package an item.")
			}
		}
		if len(names) > 0 && (image == "scratch" || strings.Contains(image, "distroless")) {
			c.Fail(field, "The image "+image+" has no package manager.", "Take an image based on Debian, or remove the packages.")
		} else if len(names) > 0 && strings.Contains(image, "alpine") {
			c.Warn(field, "The names are Debian's and the image is Alpine.", "Take the image's bookworm variant.")
		}
	}
	check("/build/system_packages", c.Doc.Build.BaseImage, c.Doc.Build.SystemPackages)
	check("/runtime/system_packages", c.Doc.Runtime.BaseImage, c.Doc.Runtime.SystemPackages)
}

// Debian policy 5.6.1, with a version or an architecture behind it.
var packageName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z0-9][a-z0-9+.-]+(:[a-z0-9]+)?(=[A-Za-z0-9.+:~-]+)?$`)
})

func evidence(c *Check) {
	for i, e := range c.Doc.Evidence {
		field := at("/evidence", i)
		if !universalbuild.Known(e.Field) || e.Field == "" {
			c.Fail(field+"/field", fmt.Sprintf("%q points to no field of the document.", e.Field), "Give a JSON pointer such as /runtime/ports/0/port.")
		}
		if e.Source != "rule" && e.Source != "model" && e.Source != "user" {
			c.Fail(field+"/source", fmt.Sprintf("The source is %q.", e.Source), "Give rule, model or user.")
		}
		if e.Path != "" && c.all.files != nil && !c.all.has(e.Path) {
			c.Warn(field+"/path", "There is no file "+e.Path+" in the repository.", "Name the file that the value was read from.")
		}
	}
}
