package language

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
)

// Project is a claimed folder with everything that was found about it so far.
// Rules read it; only the phases write it.
type Project struct {
	*Folder
	Language  *Language
	Claim     Claim
	Workspace *Workspace // the workspace it is a member or the root of; nil for none
	Home      *Folder    // of the project that it is one of several programs of; nil: it stands for itself
	Program   string     // its folder there, relative to the repository's root; "" with Home nil
	Beside    []*Project // further languages' projects in the same service, with role Aside or below it

	Built Built // how the project's own container file builds it; zero for none

	Deps      []Dependency
	Version   finding.Finding[string] // found or the language's default
	Framework finding.Finding[string]
	Start     finding.Finding[Start]
	Port      finding.Finding[int]
	Health    finding.Finding[string]
}

// ProjectName is the project's own name, else the folder's.
func (p *Project) ProjectName() string {
	if p.Claim.Name != "" {
		return p.Claim.Name
	}
	return p.Folder.Name()
}

// Context is the folder that is sent to the build: the workspace's root for a
// member of a workspace, the whole project's for one of its programs, else the
// project's own.
func (p *Project) Context() *Folder {
	if p.Workspace != nil {
		return p.Reader().Folder(p.Workspace.Root)
	}
	if p.Home != nil {
		return p.Home
	}
	return p.Folder
}

// InContext gives a name of the project relative to the context, so that it
// can stand in a command or COPY.
func (p *Project) InContext(name string) string {
	return Below(p.Context().Path, p.Join(name))
}

// Dep finds a declared dependency by its exact name, development ones too.
func (p *Project) Dep(name string) (Dependency, bool) {
	for _, d := range p.Deps {
		if d.Name == name {
			return d, true
		}
	}
	return Dependency{}, false
}

// Uses reports whether any of the names is declared, development ones too. A
// trailing star matches a prefix.
func (p *Project) Uses(names ...string) bool {
	_, ok := p.FirstUsed(names...)
	return ok
}

// FirstUsed gives the first declared dependency that one of the names matches.
func (p *Project) FirstUsed(names ...string) (Dependency, bool) {
	return p.first(names, func(Dependency) bool { return true })
}

// FirstShipped is FirstUsed without those that development alone needs.
func (p *Project) FirstShipped(names ...string) (Dependency, bool) {
	return p.first(names, func(d Dependency) bool { return !d.Dev })
}

func (p *Project) first(names []string, counts func(Dependency) bool) (Dependency, bool) {
	for _, n := range names {
		for _, d := range p.Deps {
			if counts(d) && (d.Name == n || slices.Contains(d.Packages, n) || strings.HasSuffix(n, "*") && strings.HasPrefix(d.Name, n[:len(n)-1])) {
				return d, true
			}
		}
	}
	return Dependency{}, false
}

// System gives the claimed build system's data, the zero value if unknown.
func (p *Project) System() System {
	for _, s := range p.Language.Systems {
		if s.ID == p.Claim.System {
			return s
		}
	}
	return System{}
}

// KnownFramework gives the data of the framework that was found.
func (p *Project) KnownFramework() (Framework, bool) {
	for _, f := range p.Language.Frameworks {
		if f.Name == p.Framework.Value {
			return f, true
		}
	}
	return Framework{}, false
}
