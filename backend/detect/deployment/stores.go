package deployment

import (
	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// How much a compose file is believed that starts a data service for its only
// program without saying so.
const besideConfidence = 0.92

// Stores lists the data services that compose starts for the program: those in
// depends_on, and the hosts named in its environment. What a file starts for its
// only program is that program's, whether it says so or not.
func (f *Files) Stores() []finding.Finding[string] {
	var out []finding.Finding[string]
	r := f.Project.Reader()
	for _, c := range f.Composed {
		for _, name := range c.hosts() {
			if s, ok := f.Around.Compose.named(name, c.Home); ok && s.Kind != "" {
				out = append(out, finding.Of(s.Kind, finding.Certain, s.evidence(r)))
			}
		}
		if c.Folder != f.Project.Path && f.Around.Compose.builds(c.Folder, c.Home) > 1 { // members of a workspace share one Dockerfile
			continue
		}
		for _, s := range f.Around.Compose.beside(c) {
			out = append(out, finding.Of(s.Kind, besideConfidence, s.evidence(r)))
		}
	}
	return out
}

// hosts lists what a compose service depends on or names in its environment.
func (c Composed) hosts() []string {
	hosts := append([]string(nil), c.needs...)
	for _, part := range c.Parts {
		for _, v := range part.Environment {
			hosts = append(hosts, hostsIn(v.Value)...)
		}
	}
	return hosts
}

// beside lists the backing services in the file of a program that is the only
// one there.
func (c Composition) beside(program Composed) []Composed {
	var out []Composed
	for _, s := range c.Services {
		if s.Home != program.Home {
			continue
		}
		if s.Folder != "" && s.Folder != program.Folder {
			return nil
		}
		if s.Kind != "" {
			out = append(out, s)
		}
	}
	return out
}

// builds counts the services of a file that are built from a folder.
func (c Composition) builds(folder, home string) (n int) {
	for _, s := range c.Services {
		if s.Folder == folder && s.Home == home {
			n++
		}
	}
	return n
}

// evidence points at a service's image.
func (c Composed) evidence(r *language.Reader) finding.Evidence {
	part := c.Parts[len(c.Parts)-1]
	return part.Evidence(r, "compose.image", part.Line)
}
