package phase

import (
	"context"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/base/plural"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// Structure finds the workspaces and decides which projects are deployed.
type Structure struct{}

// Name is the phase's id.
func (Structure) Name() string { return "structure" }

// Describe says what was found.
func (Structure) Describe(a *pipeline.AnalysisContext) string {
	s := a.Structure()
	text := plural.Of(len(s.Services), "service")
	for _, w := range s.Workspaces {
		text += ", " + w.Tool + " workspace"
		if w.Root != "." {
			text += " in " + w.Root
		}
	}
	return text
}

// Execute reads the workspaces, gives each project the one it belongs to, and
// sorts the projects into services and libraries.
func (Structure) Execute(_ context.Context, a *pipeline.AnalysisContext) error {
	reader := a.Scan().Reader
	projects := a.Classification().Projects
	out := &pipeline.Structure{}
	out.Workspaces = workspaces(reader, a.Registry, projects)
	join(projects, out.Workspaces)

	composition := deployment.Compose(reader)
	projects = divided(reader, composition, projects)
	a.Classification().Projects = projects
	composed := built(reader, composition)
	var services []*pipeline.Service
	for _, p := range projects {
		services = append(services, weigh(p, composed, onlyHolds(p, projects)))
	}
	kept, dropped := chosen(services)
	for _, s := range services {
		switch {
		case slices.Contains(kept, s):
			if a.Only == "" || a.Only == s.Path || s.Home != nil && a.Only == s.Home.Path {
				out.Services = append(out.Services, s)
			}
		case s.Claim.Role == language.Library:
			out.Libraries = append(out.Libraries, s.Project)
		}
	}
	a.Classification().Aside = append(a.Classification().Aside, dropped...)
	sort.Slice(out.Services, func(i, j int) bool { return out.Services[i].Path < out.Services[j].Path })
	sort.Slice(out.Libraries, func(i, j int) bool { return out.Libraries[i].Path < out.Libraries[j].Path })
	var paths []string
	for _, s := range out.Services {
		paths = append(paths, s.Path)
	}
	out.Around = deployment.Survey(reader, composition, paths)
	if len(out.Services) == 0 {
		out.Missing = missing(a, projects)
	}
	a.SetStructure(out)
	return nil
}

// workspaces asks each language about the folders it claimed or that stand
// beside another's claim; a workspace root need not be a project.
func workspaces(reader *language.Reader, registry *language.Registry, projects []*language.Project) []*language.Workspace {
	var out []*language.Workspace
	ask := func(f *language.Folder, l *language.Language) {
		if l.Workspace == nil {
			return
		}
		w, ok := l.Workspace(f)
		if !ok || slices.ContainsFunc(out, func(o *language.Workspace) bool { return o.Root == w.Root && o.Manager == w.Manager }) {
			return
		}
		out = append(out, &w)
	}
	asked := map[string]bool{}
	for _, p := range projects {
		asked[p.Path] = true
		for _, l := range registry.All() {
			ask(p.Folder, l)
		}
	}
	if !asked["."] {
		for _, l := range registry.All() {
			ask(reader.Folder("."), l)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return shallower(out[i].Root, out[j].Root) })
	return out
}

// join gives each project the innermost workspace of its own language's world
// that lists it as a member or is rooted at it.
func join(projects []*language.Project, all []*language.Workspace) {
	for _, p := range projects {
		for _, each := range append([]*language.Project{p}, p.Beside...) {
			for _, w := range all {
				mine := w.Root == each.Path || slices.Contains(w.Members, each.Path)
				if mine && speaks(each, w) {
					each.Workspace = w
				}
			}
		}
	}
}

// speaks reports whether a workspace is one of the project's own world: an npm
// workspace does not build a Go module that lies in one of its folders.
func speaks(p *language.Project, w *language.Workspace) bool {
	return slices.ContainsFunc(p.Language.Systems, func(s language.System) bool { return s.ID == w.Manager })
}

// built lists the folders that a compose file builds or mounts, with the place
// that says so, unless it is one that an export has written.
func built(reader *language.Reader, composition deployment.Composition) map[string]finding.Evidence {
	out := map[string]finding.Evidence{}
	for _, s := range composition.Services {
		if _, known := out[s.Folder]; !known && s.Folder != "" && len(s.Parts) > 0 {
			part := s.Parts[len(s.Parts)-1]
			if !reader.Owns(part.Path, part.Line) {
				continue
			}
			out[s.Folder] = reader.Folder(".").Evidence("compose.build", part.Path, part.Line, s.Name+":")
		}
	}
	return out
}

// onlyHolds reports whether a project has nothing to run itself and is the root
// of a workspace with members that have: what a compose file or a Dockerfile
// builds there is one of them.
func onlyHolds(p *language.Project, all []*language.Project) bool {
	if p.Workspace == nil || p.Workspace.Root != p.Path || p.Claim.Role >= language.Program {
		return false
	}
	return slices.ContainsFunc(all, func(m *language.Project) bool {
		return m.Path != p.Path && m.Workspace == p.Workspace && m.Claim.Role >= language.Program
	})
}

// weigh turns a claim into a possible service: how sure are we that this
// folder is deployed on its own?
func weigh(p *language.Project, composed map[string]finding.Evidence, onlyHolds bool) *pipeline.Service {
	s := &pipeline.Service{Project: p, Kind: p.Claim.Kind, Confidence: p.Claim.Confidence, Why: p.Claim.Why}
	if p.Claim.RoleWhy.Rule != "" {
		s.Why = append(slices.Clone(s.Why), p.Claim.RoleWhy)
	}
	why, known := composed[p.Path]
	if !known {
		why, known = container(p.Folder)
	}
	if known {
		s.Why = append(slices.Clone(s.Why), why)
		if p.Claim.Role < language.Program && p.Claim.Role != language.Aside && !onlyHolds {
			p.Claim.Role = language.Service
		}
	}
	if file := deployment.Procfile(p.Folder).Start; file.Found() && p.Claim.Role < language.Service && p.Claim.Role != language.Aside {
		p.Claim.Role = language.Service
		s.Why = append(slices.Clone(s.Why), file.Evidence...)
	}
	return s
}

// container points at a Dockerfile in the project's own folder. One that says
// neither what to run nor where it listens, on an image that would start a
// shell or a prompt, makes a tool for a build; one that was exported is there
// because of us.
func container(f *language.Folder) (finding.Evidence, bool) {
	name := f.FirstOf("Dockerfile", "Containerfile")
	if name == "" || f.Reader().Partly(f.Join(name)) {
		return finding.Evidence{}, false
	}
	if c, ok := deployment.Dockerfile(f); ok && !c.Runs() {
		return finding.Evidence{}, false
	}
	return f.Evidence("structure.dockerfile", name, 0, ""), true
}

// hidden reports whether a folder is one of a tool's own: .github, .devcontainer.
func hidden(dir string) bool {
	return dir != "." && strings.HasPrefix(dir, ".") || strings.Contains(dir, "/.")
}

// chosen picks what is deployed: services first; where there is none, the
// programs; where there is neither, what could not be told. Folders of
// examples and tests count only in a repository that holds nothing else.
func chosen(all []*pipeline.Service) (kept []*pipeline.Service, dropped []pipeline.Dropped) {
	var own, asides []*pipeline.Service
	for _, s := range all {
		if hidden(s.Path) {
			dropped = append(dropped, pipeline.Dropped{Path: s.Path, Why: "lies in a hidden folder"})
			continue
		}
		if part, is := language.BesideProduct(s.Path); is {
			asides = append(asides, s)
			dropped = append(dropped, pipeline.Dropped{Path: s.Path, Why: fmt.Sprintf("lies in %q, beside the product", part)})
			continue
		}
		own = append(own, s)
	}
	kept, dropped = withoutLeaflets(strongest(own), dropped)
	if sites := pages(asides); len(sites) > 0 && (len(kept) == 0 || kept[0].Claim.Role == language.Unknown) {
		return sites, slices.DeleteFunc(dropped, func(d pipeline.Dropped) bool {
			return slices.ContainsFunc(sites, func(s *pipeline.Service) bool { return s.Path == d.Path })
		})
	}
	if len(kept) > 0 {
		return kept, dropped
	}
	if slices.ContainsFunc(own, func(s *pipeline.Service) bool { return s.Claim.Role == language.Library }) {
		return nil, dropped // a library with examples is still a library
	}
	return strongest(asides), nil
}

// withoutLeaflets takes out the sites of documentation beside what they document, in a
// folder of any name. One that has a container of its own, or lies where the
// repository keeps its applications, is deployed with the others.
func withoutLeaflets(all []*pipeline.Service, dropped []pipeline.Dropped) ([]*pipeline.Service, []pipeline.Dropped) {
	leaflet := func(s *pipeline.Service) bool {
		return s.Claim.Documents.Rule != "" && s.Path != "." && !hasContainer(s) && !language.InAppFolder(s.Path)
	}
	if !slices.ContainsFunc(all, func(s *pipeline.Service) bool {
		return s.Claim.Documents.Rule == "" && s.Claim.Role >= language.Program
	}) {
		return all, dropped
	}
	var kept []*pipeline.Service
	for _, s := range all {
		if !leaflet(s) {
			kept = append(kept, s)
			continue
		}
		dropped = append(dropped, pipeline.Dropped{Path: s.Path, Why: "is made with a generator of documentation, beside the product"})
	}
	return kept, dropped
}

// pages picks the sites about the product, docs and website: where nothing else
// can be deployed they are what is.
func pages(asides []*pipeline.Service) (sites []*pipeline.Service) {
	for _, s := range asides {
		part, _ := language.BesideProduct(s.Path)
		if slices.Contains([]string{"docs", "doc", "documentation", "website"}, part) && s.Claim.Role == language.Service {
			sites = append(sites, s)
		}
	}
	return sites
}

func strongest(all []*pipeline.Service) []*pipeline.Service {
	byRole := map[language.Role][]*pipeline.Service{}
	for _, s := range all {
		byRole[s.Claim.Role] = append(byRole[s.Claim.Role], s)
	}
	services := byRole[language.Service]
	for _, s := range byRole[language.Program] {
		if len(services) == 0 || s.Path == "." || hasContainer(s) {
			services = append(services, s)
		}
	}
	if len(services) > 0 {
		return services
	}
	// What could not be told is offered with little confidence: the outermost
	// folder, which is what the user dropped.
	unknown := byRole[language.Unknown]
	sort.Slice(unknown, func(i, j int) bool { return shallower(unknown[i].Path, unknown[j].Path) })
	if len(unknown) > 0 && unknown[0].Workspace == nil {
		unknown[0].Confidence = min(unknown[0].Confidence, finding.Guess-0.15)
		return unknown[:1]
	}
	return nil
}

func hasContainer(s *pipeline.Service) bool {
	return slices.ContainsFunc(s.Why, func(e finding.Evidence) bool {
		return e.Rule == "structure.dockerfile" || strings.HasPrefix(e.Rule, "compose.")
	})
}

// missing says in one sentence what was looked for and what would help.
func missing(a *pipeline.AnalysisContext, projects []*language.Project) string {
	index := a.Scan().Reader.Index
	switch {
	case a.Only != "":
		var known []string
		for _, p := range projects {
			known = append(known, p.Path)
		}
		return fmt.Sprintf("no service at %q; projects were found at: %s", a.Only, strings.Join(known, ", "))
	case len(index.Files) == 0:
		return "the folder is empty: there is nothing to look at"
	case len(projects) == 0:
		return "none of the manifests that aipack knows (package.json, go.mod, pyproject.toml, pom.xml, Cargo.toml …) is in the folder or below it; add the build file, or point aipack at the folder that has it"
	}
	var names []string
	for _, p := range projects {
		names = append(names, fmt.Sprintf("%s in %s (%s)", p.Language.Name, p.Path, roleName(p.Claim.Role)))
	}
	const most = 5
	if len(names) > most {
		names = append(names[:most], fmt.Sprintf("and %d more", len(projects)-most))
	}
	return "nothing to deploy: " + strings.Join(names, ", ") + "; a Procfile, a Dockerfile or a start script would say what to run"
}

func roleName(r language.Role) string {
	return [...]string{"no way to run it found", "tooling", "a library", "a program", "a service"}[r]
}

// kindOf is what a service is, from the strongest sign there is.
func kindOf(s *pipeline.Service) universalbuild.Kind {
	if s.Kind != "" {
		return s.Kind
	}
	if f, ok := s.KnownFramework(); ok && f.Kind != "" && !f.Library {
		return f.Kind
	}
	if s.Claim.Role == language.Program {
		return universalbuild.CLI
	}
	if waiting(nameOf(s)) {
		return universalbuild.Worker
	}
	return universalbuild.Web
}

// waiting reports whether a name says that the program serves nobody. It is
// asked only where neither framework nor source say what the program does.
func waiting(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	if len(words) == 0 {
		return false
	}
	switch words[len(words)-1] {
	case "worker", "workers", "consumer", "scheduler", "cron", "bot", "daemon":
		return true
	}
	return false
}

// nameOf is the service's name: its own, else its folder's.
func nameOf(s *pipeline.Service) string {
	name := s.ProjectName()
	if i := strings.LastIndexAny(name, "/:"); i >= 0 { // @scope/name, group:artifact
		name = name[i+1:]
	}
	if name == "" || name == "." {
		name = path.Base(s.Path)
	}
	return name
}
