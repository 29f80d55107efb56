package prove

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"aipack/backend/prove/check"
	"aipack/backend/prove/ports"
	"aipack/backend/universalbuild"
)

// declaredPorts are the TCP ports the document names, in its order, as far as
// the image declares them too, and then those that only the image declares: a
// Dockerfile edited by hand may say more than the document. What a base image
// declares is not meant by a plan that names none.
func declaredPorts(image *Image, doc universalbuild.UniversalBuild) []int {
	var declared, ports []int
	if image != nil && !image.inherits {
		for _, p := range image.Ports {
			number, protocol, _ := strings.Cut(p, "/")
			if n, err := strconv.Atoi(number); err == nil && protocol != "udp" {
				declared = append(declared, n)
			}
		}
	}
	slices.Sort(declared)
	for _, p := range doc.Runtime.Ports {
		if p.Protocol != "udp" && (len(declared) == 0 || slices.Contains(declared, p.Port)) {
			ports = append(ports, p.Port)
		}
	}
	for _, n := range declared {
		if !slices.Contains(ports, n) {
			ports = append(ports, n)
		}
	}
	return ports
}

// portsCheck compares what the image declares with what the program opened.
// It never decides a proof: the health check does.
func portsCheck(report *Report, doc universalbuild.UniversalBuild) check.Result {
	result := check.Result{Name: "ports", State: check.Passed}
	if report.Start == nil || report.Probe == nil || !report.Probe.Healthy || report.Probe.Kind == "watch" {
		return check.Not("ports", "the program was not seen listening")
	}
	declared, open := declaredPorts(report.Image, doc), ports.Open(report.Start.Listening)
	for _, p := range declared {
		if !slices.Contains(open, p) && !inherited(report.Dockerfile, p, doc) {
			result.Add(check.Problem{Severity: "medium", Message: fmt.Sprintf("port %d is declared and nothing listens on it", p)})
		}
	}
	for _, p := range open {
		if !slices.Contains(declared, p) {
			result.Add(check.Problem{Severity: "low", Message: fmt.Sprintf("the program listens on port %d, which is not declared", p)})
		}
	}
	if result.State == check.Failed {
		result.Reason = "declared " + orNone(declared) + ", open " + orNone(open)
	}
	return result
}

var exposes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?mi)^EXPOSE[ \t]+(.+)$`) })

// inherited reports whether it is the base image that declares a port, as web
// servers' do: nobody can take that back, and nothing has to listen there.
func inherited(dockerfile string, port int, doc universalbuild.UniversalBuild) bool {
	if slices.ContainsFunc(doc.Runtime.Ports, func(p universalbuild.Port) bool { return p.Port == port }) {
		return false
	}
	for _, line := range exposes().FindAllStringSubmatch(dockerfile, -1) {
		for _, word := range strings.Fields(line[1]) {
			if number, _, _ := strings.Cut(word, "/"); number == strconv.Itoa(port) {
				return false
			}
		}
	}
	return dockerfile != ""
}

func orNone(list []int) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(ports.Words(list), ", ")
}

// unbound are the UDP ports that the document names and nobody has bound, and
// whether it names any.
func unbound(listening []string, doc universalbuild.UniversalBuild) (ports []int, named bool) {
	for _, p := range doc.Runtime.Ports {
		if p.Protocol != "udp" {
			continue
		}
		named = true
		if !slices.ContainsFunc(listening, func(l string) bool {
			return strings.HasPrefix(l, "udp ") && strings.HasSuffix(l, ":"+strconv.Itoa(p.Port)) && !strings.HasPrefix(l, "udp 127.") && !strings.HasPrefix(l, "udp ::1:")
		}) {
			ports = append(ports, p.Port)
		}
	}
	return ports, named
}
