// Package deployment reads what a project's own files say about how it is
// deployed: container files, compose files, Kubernetes manifests, the files of
// hosting platforms, Procfiles and .env files. They are evidence, not truth. It
// knows no sources, and no language by name.
package deployment

import (
	"path"
	"slices"
	"sort"

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

// Files is what the deployment files say about one service.
type Files struct {
	Project   *language.Project
	Container Container     // the existing container file; zero for none
	Composed  []Composed    // the compose services that are built from this folder, the main one first
	Deployed  []Deployed    // the containers that Kubernetes runs of it, the main one first
	Declared  []Declaration // what hosting platforms' files say about it
	Around    *Surroundings
}

// Of reads what the files say about one service.
func Of(p *language.Project, around *Surroundings) Files {
	if around == nil {
		around = &Surroundings{}
	}
	f := Files{Project: p, Around: around}
	names := f.Called()
	// Where the root is a service of its own, what is built there is that one,
	// unless a workspace's members share its file.
	member := p.Path == "." || p.Workspace != nil || !slices.Contains(around.Services, ".")
	f.Composed = around.Compose.Of(p.Folder, names, around.Services, member)
	f.Deployed = around.Cluster.Of(p.Folder, names)
	f.Declared = Declarations(p.Folder, names)
	f.Container = f.container()
	return f
}

// container prefers the file that compose builds the service with.
func (f *Files) container() Container {
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
	if c := f.containerOfOnly(); c.Path != "" {
		return c
	}
	return f.containerElsewhere()
}

// containerOfOnly takes the file in a workspace's root for the one of the only
// service that the repository has.
func (f *Files) containerOfOnly() Container {
	w := f.Project.Workspace
	if w == nil || w.Root == f.Project.Path || len(f.Around.Services) != 1 {
		return Container{}
	}
	c, _ := Dockerfile(f.Project.Reader().Folder(w.Root))
	return c
}

// containerOfMember looks at the workspace's root for the file of one member:
// "Dockerfile.web", "web.Dockerfile", "docker/web/Dockerfile".
func (f *Files) containerOfMember() Container {
	p := f.Project
	root := p.Reader().Folder(".")
	if p.Path == "." {
		return Container{}
	}
	for _, n := range f.Called() {
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

// Called is what others may call the service, in order: its folder, its own
// name without a scope, both made fit for images.
func (f *Files) Called() []string {
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
