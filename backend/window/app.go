// Package window is the window's side of the program: one type for each thing
// that the user thinks about, whose methods the page may call. Each checks,
// calls and converts; what is decided is decided elsewhere. It knows nothing of
// Wails: what only a window can do comes in as page.Frame.
package window

import (
	"aipack/backend/base/event"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/keys"
	"aipack/backend/model/llm/ledger"
	"aipack/backend/model/modelfile"
	"aipack/backend/model/scores"
	"aipack/backend/prove/lint"
	"aipack/backend/repo"
	"aipack/backend/store"
	"aipack/backend/window/keeping"
	"aipack/backend/window/models"
	"aipack/backend/window/models/files"
	"aipack/backend/window/models/measure"
	"aipack/backend/window/page"
	"aipack/backend/window/projects"
	"aipack/backend/window/session"
	"aipack/backend/window/settings"
	"aipack/backend/window/values"
	"io/fs"
	"time"
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
	Now      func() time.Time
}

// App is all that the page may call, put together.
type App struct {
	Page *page.Link

	Runs         *Runs
	Plan         *Plan
	Proofs       *Proofs
	Previews     *Previews
	Variables    *Variables
	Code         *Code
	Models       *models.Models
	Measurements *measure.Measurements
	LocalModels  *files.LocalModels
	Downloads    *files.Downloads
	History      *History
	Data         *keeping.Data
	Projects     *projects.Projects
	Under        *Under
	Settings     *settings.Settings
	Onboarding   *Onboarding
	Program      *Program

	data        string
	now         func() time.Time
	archive     *session.Store
	preferences *session.Preferences
	books       *ledger.Books
	memory      *memory
	values      *values.Book
	files       *modelfile.Downloads
	machine     *files.Machine

	endMeasuring func()
	endExamining func() // nil before the history is opened
}

// New makes an App that has not opened anything yet.
func New(p Parts) *App {
	link := page.New(page.About{Version: p.Version, Data: p.Data, Now: p.Now})
	a := &App{Page: link, data: p.Data, now: p.Now, archive: &session.Store{}, books: ledger.In(p.Data, p.Now)}
	a.preferences = session.NewPreferences(link, a.archive, a.books, p.Now)
	a.memory = &memory{
		page: link, archive: a.archive, now: p.Now, folders: func() repo.Config { return session.Folders(a.preferences.InForce()) },
		lint: p.Lint, runs: map[string]*run{},
	}
	a.values = values.In(func() *store.DB { return a.archive.DB }, keys.System(), link.Log.Add)
	metrics := event.NewMetrics()
	a.Runs = &Runs{
		page: link, archive: a.archive, memory: a.memory, preferences: a.preferences, models: p.Models,
		books: a.books, metrics: metrics, now: p.Now, line: analysisFor,
	}
	a.Plan = &Plan{page: link, memory: a.memory}
	a.Variables = &Variables{page: link, memory: a.memory, plan: a.Plan, values: a.values}
	orders := &orders{memory: a.memory, plan: a.Plan, values: a.values}
	a.Proofs = &Proofs{page: link, archive: a.archive, orders: orders, lint: p.Lint, now: p.Now, running: map[string]*round{}}
	a.Previews = newPreviews(link, orders, p.Now)
	a.Code = newCode(link, a.memory, p.Models, p.Now)
	a.History = &History{page: link, archive: a.archive, memory: a.memory}
	a.Data = &keeping.Data{Parts: keeping.Parts{
		Page: link, Store: func() *store.DB { return a.archive.DB }, LetGo: func(id string) { a.memory.letGo(id) }, Tidy: a.values.Tidy,
		Proving: func() bool { return len(a.Proofs.underWay()) > 0 },
	}}
	a.Under = &Under{page: link, memory: a.memory, proofs: a.Proofs, previews: a.Previews}
	a.Projects = &projects.Projects{Page: link, Files: p.Samples, Data: p.Data}
	a.Settings = &settings.Settings{Page: link, Preferences: a.preferences}
	a.Program = &Program{page: link, archive: a.archive, preferences: a.preferences, metrics: metrics, under: a.Under, now: p.Now, openPath: p.OpenPath}
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
	a.Onboarding = &Onboarding{page: a.Page, preferences: a.preferences, models: gate, machine: a.machine, files: a.files, data: a.data}
}

// Bound lists what the page may call.
func (a *App) Bound() []any {
	return []any{
		a.Runs, a.Plan, a.Proofs, a.Previews, a.Variables, a.Code, a.Models, a.Measurements, a.LocalModels,
		a.Downloads, a.History, a.Data, a.Projects, a.Under, a.Settings, a.Onboarding, a.Program,
	}
}
