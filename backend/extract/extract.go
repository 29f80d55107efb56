// Package extract reads what a repository says about one service outside of
// its language's manifests: process files, container files, compose and
// Kubernetes manifests, .env files, hosting platforms' files and a bounded
// part of the sources. Existing container files are evidence, not truth. It
// knows no language by name: the patterns come with the project.
package extract

import (
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// Surroundings is what concerns several services. It is read once per run and
// does not change afterwards.
type Surroundings struct {
	Compose  Composition
	Cluster  Cluster
	Services []string // folders of all services of the repository, sorted
}

// Survey reads the surroundings. services are the folders of all services.
func Survey(r *language.Reader, composition Composition, services []string) *Surroundings {
	s := &Surroundings{Compose: composition, Cluster: Kubernetes(r), Services: append([]string(nil), services...)}
	sort.Strings(s.Services)
	return s
}

// Facts is everything that was read about one service. It is safe for use by
// one goroutine at a time.
type Facts struct {
	Project   *language.Project
	Sources   *Sources
	Container Container     // the existing container file; zero for none
	Composed  []Composed    // the compose services that are built from this folder, the main one first
	Deployed  []Deployed    // the containers that Kubernetes runs of it, the main one first
	Declared  []Declaration // what hosting platforms' files say about it
	around    *Surroundings
	env       *envTable                 // made when first asked for
	backing   []finding.Finding[string] // as env
	within    []*language.Project       // as env

	PortTold string // the variable that the program was seen to take its port from; "" for none
}

// Of reads the facts about one service. Sources are opened only when a
// question needs them.
func Of(p *language.Project, around *Surroundings) *Facts {
	if around == nil {
		around = &Surroundings{}
	}
	f := &Facts{Project: p, around: around}
	names := f.names()
	// Where the root is a service of its own, what is built there is that one,
	// unless a workspace's members share its file.
	member := p.Path == "." || p.Workspace != nil || !slices.Contains(around.Services, ".")
	f.Composed = around.Compose.Of(p.Folder, names, member)
	f.Deployed = around.Cluster.Of(p.Folder, names)
	f.Declared = Declarations(p.Folder, names)
	f.Container = f.container()
	f.Sources = chooseSources(p, others(around.Services, p.Path), len(around.Services))
	return f
}

// container prefers the file that compose builds the service with.
func (f *Facts) container() Container {
	for _, c := range f.Composed {
		if c.File == "" {
			continue
		}
		if found, ok := containerAt(f.Project.Reader().Folder("."), c.File, c.Target); ok {
			return found
		}
	}
	if found, ok := Dockerfile(f.Project.Folder); ok {
		return found
	}
	if home := f.Project.Home; home != nil {
		found, _ := containerAt(home, programFile(home, f.Project.Program), "")
		return found
	}
	if c := f.containerOfMember(); c.Path != "" {
		return c
	}
	return f.containerOfOnly()
}

// containerOfOnly takes the file in a workspace's root for the one of the only
// service that the repository has.
func (f *Facts) containerOfOnly() Container {
	w := f.Project.Workspace
	if w == nil || w.Root == f.Project.Path || len(f.around.Services) != 1 {
		return Container{}
	}
	c, _ := Dockerfile(f.Project.Reader().Folder(w.Root))
	return c
}

// containerOfMember looks at the workspace's root for the file of one member:
// "Dockerfile.web", "web.Dockerfile", "docker/web/Dockerfile".
func (f *Facts) containerOfMember() Container {
	p := f.Project
	root := p.Reader().Folder(".")
	if p.Path == "." {
		return Container{}
	}
	for _, n := range f.names() {
		for _, dir := range []string{"", "docker/", "deploy/", "dockerfiles/"} {
			for _, name := range []string{dir + "Dockerfile." + n, dir + n + ".Dockerfile", dir + n + "/Dockerfile", dir + n + ".dockerfile"} {
				if !root.Has(name) || p.Reader().Folder(path.Dir(name)).Path == p.Path {
					continue
				}
				if found, ok := containerAt(root, name, ""); ok {
					return found
				}
			}
		}
	}
	return Container{}
}

// names are what others may call the service, in order: its folder, its own
// name without a scope, both made fit for images.
func (f *Facts) names() []string {
	p := f.Project
	var out []string
	for _, n := range []string{p.Folder.Name(), path.Base(p.Claim.Name)} {
		n = language.ImageName(n)
		if n != "" && n != "app" && (len(out) == 0 || out[0] != n) {
			out = append(out, n)
		}
	}
	return out
}

// others are the services' folders below dir, without dir itself.
func others(services []string, dir string) []string {
	var out []string
	for _, s := range services {
		if s != dir && (dir == "." || strings.HasPrefix(s, dir+"/")) {
			out = append(out, s)
		}
	}
	return out
}
