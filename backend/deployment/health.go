package deployment

import (
	"strings"

	"aipack/backend/finding"
)

// DeployedHealth are the paths that a health check or a probe asks for.
func (f *Files) DeployedHealth() []finding.Finding[string] {
	var out []finding.Finding[string]
	r := f.Project.Reader()
	if f.Container.Health.Found() && !f.Container.WebServer {
		out = append(out, f.Container.Health)
	}
	for _, c := range f.Composed {
		for _, part := range c.Parts {
			if p, _ := urlOf(part.Health); p != "" && !f.Container.WebServer {
				out = append(out, finding.Of(p, composeConfidence-0.01, part.Evidence(r, "compose.healthcheck", part.Health.Line)))
			}
		}
	}
	for _, d := range f.Deployed {
		for i, p := range d.Probes {
			if strings.HasPrefix(p.Path, "/") {
				out = append(out, finding.Of(p.Path, clusterConfidence-float64(i)/100, d.Evidence(r, "kubernetes."+p.Kind, p.Line)))
			}
		}
	}
	for _, d := range f.Declared {
		if strings.HasPrefix(d.Health, "/") {
			out = append(out, finding.Of(d.Health, givenConfidence, d.Evidence(d.Health)))
		}
	}
	return out
}
