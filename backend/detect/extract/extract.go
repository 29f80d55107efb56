// Package extract reads what a repository says about one service outside of
// its language's manifests: what its deployment files say, its files of settings
// and a bounded part of the sources. It knows no language by name: the patterns
// come with the project; nor which sources are read, nor where a router is mounted:
// source and routing do.
package extract

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/handed"
	"aipack/backend/detect/routing"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Facts is everything that was read about one service. It is safe for use by
// one goroutine at a time.
type Facts struct {
	deployment.Files
	Sources *Sources
	routes  *routing.Table
	env     *envTable                 // made when first asked for
	backing []finding.Finding[string] // as env
	within  []*language.Project       // as env
	parts   map[string]handed.Part    // as env

	PortTold string // the variable that the program was seen to take its port from; "" for none
	Fixed    int    // the one port that its sources open whatever it is told; 0 for none
	Reached  []int  // the ports that the program was found to be reached at; nil: not known yet
}

// Of reads the facts about one service. Sources are opened only when a
// question needs them.
func Of(p *language.Project, around *deployment.Surroundings) *Facts {
	f := &Facts{Files: deployment.Of(p, around)}
	services := f.Around.Services
	f.Sources = &Sources{Set: source.Choose(p, others(services, p.Path), len(services))}
	f.routes = &routing.Table{Set: f.Sources.Set}
	return f
}

// Parts are the variables of which the sources put together the address of one of the
// service's data services.
func (f *Facts) Parts() map[string]handed.Part {
	if f.parts == nil {
		var stores []string
		for _, b := range f.Backing() {
			stores = append(stores, b.Value)
		}
		f.parts = handed.Parts(f.Sources.Set, stores)
	}
	return f.parts
}

// others are the services' folders below dir, without dir itself.
func others(services []string, dir string) []string {
	var out []string
	below := dir + "/"
	for _, s := range services {
		if s != dir && (dir == "." || strings.HasPrefix(s, below)) {
			out = append(out, s)
		}
	}
	return out
}
