package deployment

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/manifest/dockerfile"
)

// rootProbeConfidence is how far a probe of "/" is believed: less than any path that
// is there for the purpose. It is what "helm create" writes.
const rootProbeConfidence = 0.8

// DeployedHealth are the paths that a health check or a probe asks for. What asks
// at another port than those that the service is reached at asks another
// listener of it: one that measures, manages or debugs.
func (f *Files) DeployedHealth(ports ...int) []finding.Finding[string] {
	var out []finding.Finding[string]
	r := f.Project.Reader()
	ours := func(port int) bool {
		return port == 0 || port == TLSPort || len(ports) == 0 || slices.Contains(ports, port)
	}
	root := r.Folder(".")
	if c := f.Container; !c.WebServer && c.Stage.Health.Set() {
		p, port, fixed := urlOf(c.Stage.Health)
		switch {
		case p != "" && (ours(port) || !fixed):
			out = append(out, finding.Of(p, finding.Certain, root.AtLine("dockerfile.healthcheck", c.Path, c.Stage.Health.Line)))
		case p == "":
			out = append(out, f.askedBy(c.Stage.Health, "dockerfile.healthcheck"))
		}
	}
	for _, c := range f.Composed {
		for _, part := range c.Parts {
			if f.Container.WebServer {
				continue
			}
			p, port, fixed := urlOf(part.Health)
			switch {
			case p != "" && (ours(port) || !fixed):
				out = append(out, finding.Of(p, composeConfidence-0.01, part.Evidence(r, "compose.healthcheck", part.Health.Line)))
			case p == "" && part.Health.Set():
				out = append(out, f.askedBy(part.Health, "compose.healthcheck"))
			}
		}
	}
	for _, d := range f.Deployed {
		for i, p := range d.Probes {
			confidence := clusterConfidence - float64(i)/100
			if p.Path == "/" {
				confidence = rootProbeConfidence - float64(i)/100
			}
			if strings.HasPrefix(p.Path, "/") && ours(p.Port) {
				out = append(out, finding.Of(p.Path, confidence, d.Evidence(r, "kubernetes."+p.Kind, p.At)))
			}
			if asked, port, fixed := urlOf(dockerfile.Command{Exec: p.Exec}); asked != "" && (ours(port) || !fixed) {
				out = append(out, finding.Of(asked, confidence, d.Evidence(r, "kubernetes."+p.Kind, p.At)))
			}
		}
	}
	for _, d := range f.Declared {
		if strings.HasPrefix(d.Health, "/") {
			out = append(out, finding.Of(d.Health, givenConfidence, d.Evidence(d.Health)))
		}
	}
	return slices.DeleteFunc(out, func(c finding.Finding[string]) bool { return !c.Found() })
}
