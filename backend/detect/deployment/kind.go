package deployment

import "aipack/backend/base/finding"

// Listens points at what gives the program a port to be reached at: EXPOSE of
// its container file, a port of its compose service or of its container in
// Kubernetes. A web server's image in front of it says nothing.
func (f *Files) Listens() (finding.Evidence, bool) {
	if f.Container.WebServer {
		return finding.Evidence{}, false
	}
	for _, p := range f.Container.Ports {
		return p.Evidence[0], true
	}
	r := f.Project.Reader()
	for _, c := range f.Composed[:min(len(f.Composed), 1)] {
		for _, part := range c.Parts {
			for _, p := range part.Ports {
				if p.Protocol == "tcp" && !IsDebugger(p.Target) {
					return part.Evidence(r, "compose.ports", p.Line), true
				}
			}
		}
	}
	for _, d := range f.Deployed[:min(len(f.Deployed), 1)] {
		for _, p := range d.Ports {
			if p.Protocol == "tcp" && !IsDebugger(p.Port) && p.Name != "metrics" {
				return d.Evidence(r, "kubernetes.port", p.At), true
			}
		}
	}
	for _, p := range f.portsOfReadme() {
		return p.Evidence[0], true
	}
	return finding.Evidence{}, false
}

// Lasts points at what starts the program again whenever it ends: compose's
// restart policy, a workload of Kubernetes that is no job, a process of a Procfile
// besides its release (https://devcenter.heroku.com/articles/procfile). One called
// web says nothing here: buildpacks know no other name for what they start.
func (f *Files) Lasts() (finding.Evidence, bool) {
	r := f.Project.Reader()
	for _, c := range f.Composed[:min(len(f.Composed), 1)] {
		for _, part := range c.Parts {
			if part.Restart == "always" || part.Restart == "unless-stopped" {
				return part.Evidence(r, "compose.restart", part.RestartLine), true
			}
		}
	}
	for _, d := range f.Deployed[:min(len(f.Deployed), 1)] {
		if d.Lasts() {
			return d.Evidence(r, "kubernetes.workload", d.At), true
		}
	}
	if p := f.Start(); p.Start.Found() && !p.Web() && p.Start.Evidence[0].Rule == "procfile.process" {
		return p.Start.Evidence[0], true
	}
	return finding.Evidence{}, false
}
