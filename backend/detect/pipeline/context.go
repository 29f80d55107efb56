// Package pipeline runs the line: it owns the contracts of the phases, the
// context they share and the order they run in. It does not know what any
// phase does.
package pipeline

import (
	"context"
	"fmt"
	"time"

	"aipack/backend/base/finding"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/extract"
	"aipack/backend/detect/scan"
	"aipack/backend/detect/written"
	"aipack/backend/language"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// A WorkflowPhase learns one thing about the whole repository and writes it
// into the context.
type WorkflowPhase interface {
	// Name is the phase's stable id: "scan", "classify".
	Name() string
	Execute(ctx context.Context, a *AnalysisContext) error
}

// A ServicePhase learns one thing about one service. It reads the repository's
// results and cannot change them.
type ServicePhase interface {
	Name() string
	Execute(ctx context.Context, s *ServiceContext) (ServicePhaseResult, error)
}

// ServicePhaseResult says in a few words what a phase found for a service.
type ServicePhaseResult struct {
	Phase      string
	Result     string  // for the timeline: "Node 22, Express"
	Confidence float64 // 0 to 1; 0 where the phase has nothing to be sure of
	Gap        string  // what stayed unknown and what would help; not a failure
	LLM        bool    // a model was asked
}

// AnalysisContext carries what the phases of one analysis have found so far.
// Reading the result of a phase that has not run is a mistake in the order of
// phases, never in the repository: it panics with the phase's name.
type AnalysisContext struct {
	Repo     *repo.Tree
	Registry *language.Registry
	Only     string      // path of the only service wanted; "" for all
	Limits   scan.Limits // see Run

	scan         *scan.Inventory
	classified   *Classification
	structure    *Structure
	dependencies *Dependencies
	buildOrder   *BuildOrder
	cache        *RootCache
	analyses     *[]ServiceAnalysis
	documents    *[]universalbuild.UniversalBuild

	// Timings holds each finished workflow phase's duration.
	Timings []Timing
}

// Timing is how long one phase took.
type Timing struct {
	Phase    string
	Duration time.Duration
}

// Classification says which folders hold projects.
type Classification struct {
	Projects []*language.Project // sorted by path; one a folder
	Aside    []Dropped           // folders that hold a project and are no part of the product
}

// Dropped is a folder that was seen and left out.
type Dropped struct {
	Path string
	Why  string
}

// Structure says how the projects hang together and which of them are
// deployed.
type Structure struct {
	Workspaces []*language.Workspace    // sorted by root
	Services   []*Service               // sorted by path
	Libraries  []*language.Project      // sorted by path
	Missing    string                   // with no service: what was looked for, what would help
	Around     *deployment.Surroundings // compose and Kubernetes, read once for all services
}

// Service is one deployable project.
type Service struct {
	*language.Project
	Kind       universalbuild.Kind
	Confidence float64 // that this is a service of its own
	Why        []finding.Evidence
}

// Dependencies says which projects of the repository need which others.
type Dependencies struct {
	Internal map[string][]string // project path to the paths it needs, sorted
}

// BuildOrder is an order in which every project comes after what it needs.
type BuildOrder struct {
	Paths []string
	Cycle []string // paths of a cycle, where there is one
}

// RootCache lists the caches that belong to the workspace as a whole.
type RootCache struct {
	Paths map[string][]string // workspace root to cache paths, relative to it
}

// ServiceAnalysis is what the service phases found for one service.
type ServiceAnalysis struct {
	Service *Service
	Context *ServiceContext
	Results []ServicePhaseResult
}

// ServiceContext is the view that service phases have: the service, whose
// findings they fill in, and the repository's results, which they only read.
type ServiceContext struct {
	*Service
	Repository View
	Facts      *extract.Facts

	// Said is what the service is, where a model or the user said it.
	Said finding.Finding[string]

	Settings []Setting // variables that make the program listen where it can be reached
	PortTold string    // the environment variable that tells the program its port; "" for none

	Recipe  language.Recipe
	Systems Packages
	Vars    []extract.Variable
	Backing []finding.Finding[string]
	Written map[string]finding.Finding[universalbuild.DataSetup] // what the sources say of data services that no variable leads to
	Secured finding.Finding[written.Secured]                     // TLS that they demand of PostgreSQL
	Caches  []string
	Gaps    []string
}

// Setting is a variable of the runtime and why it has its value.
type Setting struct {
	Name, Value string
	Why         finding.Evidence
}

// Packages are system packages with the dependency that asks for each.
type Packages struct {
	Build, Runtime []Package
}

// Package is one system package and why it is needed.
type Package struct {
	Name   string
	Why    finding.Evidence
	Source finding.Source // "" for a rule
}

// View is the repository's results, read only.
type View struct{ a *AnalysisContext }

// Scan is what the walk found.
func (v View) Scan() *scan.Inventory { return v.a.Scan() }

// Structure is how the repository hangs together.
func (v View) Structure() *Structure { return v.a.Structure() }

// Dependencies is who needs whom.
func (v View) Dependencies() *Dependencies { return v.a.Dependencies() }

// Registry is what is known about languages.
func (v View) Registry() *language.Registry { return v.a.Registry }

// RootCache is the workspaces' caches.
func (v View) RootCache() *RootCache { return v.a.RootCache() }

// Scan is what the scan phase found.
func (a *AnalysisContext) Scan() *scan.Inventory { return need("scan", a.scan) }

// SetScan records the scan phase's result.
func (a *AnalysisContext) SetScan(v *scan.Inventory) { a.scan = v }

// Classification is what the classify phase found.
func (a *AnalysisContext) Classification() *Classification { return need("classify", a.classified) }

// SetClassification records the classify phase's result.
func (a *AnalysisContext) SetClassification(v *Classification) { a.classified = v }

// Structure is what the structure phase found.
func (a *AnalysisContext) Structure() *Structure { return need("structure", a.structure) }

// SetStructure records the structure phase's result.
func (a *AnalysisContext) SetStructure(v *Structure) { a.structure = v }

// Dependencies is what the dependencies phase found.
func (a *AnalysisContext) Dependencies() *Dependencies { return need("dependencies", a.dependencies) }

// SetDependencies records the dependencies phase's result.
func (a *AnalysisContext) SetDependencies(v *Dependencies) { a.dependencies = v }

// BuildOrder is what the build_order phase found.
func (a *AnalysisContext) BuildOrder() *BuildOrder { return need("build_order", a.buildOrder) }

// SetBuildOrder records the build_order phase's result.
func (a *AnalysisContext) SetBuildOrder(v *BuildOrder) { a.buildOrder = v }

// RootCache is what the cache phase found for the repository.
func (a *AnalysisContext) RootCache() *RootCache { return need("cache", a.cache) }

// SetRootCache records the repository's cache phase.
func (a *AnalysisContext) SetRootCache(v *RootCache) { a.cache = v }

// Analyses is what the service phases found, in the order of the services.
func (a *AnalysisContext) Analyses() []ServiceAnalysis { return *need("services", a.analyses) }

// Documents is what assemble made, in the order of the services.
func (a *AnalysisContext) Documents() []universalbuild.UniversalBuild {
	return *need("assemble", a.documents)
}

// SetDocuments records assemble's result.
func (a *AnalysisContext) SetDocuments(v []universalbuild.UniversalBuild) { a.documents = &v }

func need[T any](phase string, v *T) *T {
	if v == nil {
		panic(fmt.Sprintf("phase %q has not run yet; its result was read too early", phase))
	}
	return v
}

// ViewOf is the view that service phases get of an analysis.
func ViewOf(a *AnalysisContext) View { return View{a} }
