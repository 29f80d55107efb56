// Package window puts the rooms of the window together: one type for each thing
// that the user thinks about, whose methods the page may call. Each checks,
// calls and converts; what is decided is decided elsewhere. It knows nothing of
// Wails: what only a window can do comes in as page.Frame.
package window

import (
	"io/fs"
	"time"

	"aipack/backend/agent/place"
	"aipack/backend/base/event"
	"aipack/backend/code/codegraph"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/keys"
	"aipack/backend/model/llm/spending"
	"aipack/backend/model/modelfile"
	"aipack/backend/model/scores"
	"aipack/backend/prove/lint"
	"aipack/backend/prove/osv"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
	"aipack/backend/window/agent"
	"aipack/backend/window/code"
	"aipack/backend/window/findings"
	"aipack/backend/window/fleet"
	"aipack/backend/window/history"
	"aipack/backend/window/keep"
	"aipack/backend/window/learning"
	"aipack/backend/window/models"
	"aipack/backend/window/models/files"
	"aipack/backend/window/models/measure"
	"aipack/backend/window/onboarding"
	"aipack/backend/window/page"
	"aipack/backend/window/plan"
	"aipack/backend/window/program"
	"aipack/backend/window/projects"
	"aipack/backend/window/proofs"
	"aipack/backend/window/runs"
	"aipack/backend/window/session"
	"aipack/backend/window/settings"
	"aipack/backend/window/tools"
	"aipack/backend/window/variables"
)

// Parts are what an App is made of.
type Parts struct {
	Data     string // the data folder
	OpenPath string // of the command line, "" for none
	Version  string // of the program
	Models   *gateway.Models
	Samples  fs.FS                      // the projects that come with aipack, as they lie in testdata/repos
	Labelled func() (scores.Set, error) // those in which models are measured
	Lint     lint.Checker               // checks Dockerfiles, those that a user wrote too
	Place    place.Finder               // where a model's commands run; nil: none are
	Tests    func([]universalbuild.UniversalBuild) []string
	Now      func() time.Time

	Environment func(name string) (value string, there bool) // of aipack, for MCP servers
}

// App is all that the page may call, put together.
type App struct {
	Page *page.Link

	Runs         *runs.Runs
	Plan         *plan.Plan
	Proofs       *proofs.Proofs
	Previews     *proofs.Previews
	Keep         *keep.Keep
	Findings     *findings.Findings
	Lessons      *learning.Lessons
	Fleet        *fleet.Fleet
	Variables    *variables.Variables
	Code         *code.Code
	Agent        *agent.Agent
	Material     *agent.Material
	Servers      *tools.Servers
	Models       *models.Models
	Measurements *measure.Measurements
	LocalModels  *files.LocalModels
	Downloads    *files.Downloads
	History      *history.History
	Data         *history.Data
	Projects     *projects.Projects
	Activity     *program.Activity
	Settings     *settings.Settings
	Onboarding   *onboarding.Onboarding
	Program      *program.Program

	data        string
	now         func() time.Time
	store       *session.Store
	preferences *session.Preferences
	books       *spending.Ledger
	registry    *session.Registry
	values      *variables.Book
	files       *modelfile.Downloads
	machine     *files.Machine

	endMeasuring func()
	leaveCode    func() error
	endAsking    func()
	endServers   func() // once nobody asks
	endFleet     func()
	endExamining func() // nil before the history is opened
}

// New makes an App that has not opened anything yet.
func New(p Parts) *App {
	link := page.New(page.About{Version: p.Version, Data: p.Data, Now: p.Now})
	a := &App{Page: link, data: p.Data, now: p.Now, store: &session.Store{}, books: spending.In(p.Data, p.Now)}
	a.preferences = session.NewPreferences(link, a.store, a.books, p.Now)
	a.registry = session.NewRegistry(link, a.store, a.preferences, p.Lint, p.Now)
	a.values = variables.In(func() *store.DB { return a.store.DB }, keys.System(), link.Log.Add)
	metrics := event.NewMetrics()
	a.Runs = &runs.Runs{
		Page: link, Store: a.store, Registry: a.registry, Preferences: a.preferences, Gateway: p.Models,
		Books: a.books, Metrics: metrics, Now: p.Now, Line: runs.AnalysisFor,
	}
	a.Plan = &plan.Plan{Page: link, Runs: a.registry}
	a.Variables = &variables.Variables{Page: link, Runs: a.registry, Book: a.values}
	a.Proofs, a.Previews = proofs.New(link, a.store, a.registry, a.values, proofs.Models{Gateway: p.Models, Preferences: a.preferences.InForce, Books: a.books}, p.Lint, p.Data, p.Now)
	a.Lessons = learning.New(link, p.Data, p.Now)
	a.Fleet, a.endFleet = fleet.New(fleet.Parts{Page: link, Data: p.Data, Environment: p.Environment})
	a.Findings = findings.New(findings.Parts{Page: link, Runs: a.registry, Data: p.Data, Source: osv.Source, Version: p.Version, Now: p.Now})
	a.Keep = keep.New(keep.Parts{Named: func() string { return a.preferences.InForce().Builder }, Page: link, Store: a.store, Runs: a.registry, Lint: p.Lint, Data: p.Data, Now: p.Now})
	a.Code, a.leaveCode = code.New(link, a.registry, p.Models, p.Now)
	a.Servers, a.endServers = tools.New(tools.Parts{Page: link, Data: p.Data, Environment: p.Environment, Ring: keys.System(), Now: p.Now})
	a.Agent, a.endAsking = agent.New(agent.Parts{
		Page: link, Store: a.store, Runs: a.registry, Gateway: p.Models, Preferences: a.preferences.InForce, Books: a.books,
		Graph:   func(runID string, within time.Duration) *codegraph.Graph { return code.Graph(a.Code, runID, within) },
		Readers: func() (agent.Readers, error) { return a.Code.Readers() }, Place: p.Place, Tests: p.Tests, Servers: a.Servers, Data: p.Data, Now: p.Now,
	})
	a.Material = agent.NewMaterial(a.Agent)
	a.History = &history.History{
		Link: link, Store: a.store, Runs: a.registry, Proving: func() []session.UnderWay { return proofs.UnderWay(a.Proofs, a.Previews) },
	}
	a.Data = &history.Data{DataParts: history.DataParts{
		Page: link, Store: func() *store.DB { return a.store.DB }, LetGo: func(id string) { a.registry.LetGo(id) }, Tidy: a.values.Tidy,
		Proving: func() bool { return proofs.Proving(a.Proofs) },
	}}
	a.Activity = &program.Activity{Page: link, Runs: a.registry, Others: []func() []session.UnderWay{
		func() []session.UnderWay { return proofs.UnderWay(a.Proofs, a.Previews) },
		func() []session.UnderWay { return agent.UnderWay(a.Agent) },
	}}
	a.Projects = &projects.Projects{Page: link, Files: p.Samples, Data: p.Data}
	a.Settings = &settings.Settings{Page: link, Preferences: a.preferences}
	a.Program = &program.Program{Page: link, Store: a.store, Preferences: a.preferences, Metrics: metrics, Activity: a.Activity, Now: p.Now, OpenPath: p.OpenPath}
	var unmeasured func(provider, model string)
	a.Measurements, unmeasured, a.endMeasuring = measure.New(measure.Parts{
		Page: link, Preferences: a.preferences.InForce, Models: p.Models, Books: a.books, Labelled: p.Labelled, Kept: scores.In(p.Data), Now: p.Now,
	})
	a.equip(p.Models, unmeasured)
	return a
}

// equip makes what has to do with models and with this computer; unmeasured hears of
// a model whose name is another file's now, or none's.
func (a *App) equip(gate *gateway.Models, unmeasured func(provider, model string)) {
	tested := &models.Tests{Page: a.Page, Gateway: gate}
	a.files = &modelfile.Downloads{Shelf: modelfile.Shelf{Dir: modelfile.Folder()}}
	a.Models = &models.Models{Page: a.Page, Preferences: a.preferences, Gateway: gate, Books: a.books, Tested: tested, Now: a.now}
	a.LocalModels, a.Downloads, a.machine = files.New(files.Parts{
		Page: a.Page, Files: a.files, Models: gate, Look: gateway.Machine,
		Anew: func() { tested.Anew("embedded") }, Forget: func(model string) {
			tested.Forget("embedded", model)
			unmeasured("embedded", model)
		},
	})
	a.Onboarding = &onboarding.Onboarding{Page: a.Page, Preferences: a.preferences, Gateway: gate, Machine: a.machine, Files: a.files, Data: a.data}
}

// Bound lists what the page may call.
func (a *App) Bound() []any {
	return []any{
		a.Runs, a.Plan, a.Proofs, a.Previews, a.Keep, a.Findings, a.Lessons, a.Fleet, a.Variables, a.Code, a.Agent, a.Material, a.Servers, a.Models,
		a.Measurements, a.LocalModels, a.Downloads, a.History, a.Data, a.Projects, a.Activity, a.Settings, a.Onboarding, a.Program,
	}
}
