package extract

import (
	"slices"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Bounds on the projects of the repository that a service is made with: how
// many, and how many sources of each are read.
const (
	maxLocals       = 12
	maxLocalSources = 10
)

// locals lists the projects of the same repository that the service depends on,
// also through others, with what they declare. What they read and talk to, the
// service does.
func (f *Facts) locals() []*language.Project {
	if f.within != nil {
		return f.within
	}
	seen := map[string]bool{f.Project.Path: true}
	f.within = []*language.Project{}
	queue := f.Project.Deps
	for len(queue) > 0 && len(f.within) < maxLocals {
		d := queue[0]
		queue = queue[1:]
		if d.Local == "" || d.Optional || d.Dev && !isSource(d) || seen[d.Local] || slices.Contains(f.Around.Services, d.Local) {
			continue
		}
		seen[d.Local] = true
		p := &language.Project{
			Folder: f.Project.Reader().Folder(d.Local), Language: f.Project.Language, Workspace: f.Project.Workspace,
			Claim: language.Claim{System: f.Project.Claim.System},
		}
		if p.Language != nil && p.Language.Dependencies != nil {
			p.Deps = p.Language.Dependencies(p)
		}
		f.within = append(f.within, p)
		queue = append(slices.Clone(queue), p.Deps...)
	}
	return f.within
}

// isSource reports whether a dependency for development is a member of the
// workspace, whose sources are built into the program where it is bundled.
func isSource(d language.Dependency) bool { return d.Version == "workspace:*" || d.Version == "*" }

// localSources chooses the likeliest sources of a project that the service is
// made with.
func (f *Facts) localSources(p *language.Project) *Sources {
	return &Sources{Set: source.Choose(p, nil, len(f.Around.Services)).Likeliest(maxLocalSources)}
}
