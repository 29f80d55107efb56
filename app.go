//go:build !headless || window

package main

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/google/uuid"

	"aipack/backend/event"
	llmkeys "aipack/backend/llm/keys"
	"aipack/backend/llm/ledger"
	"aipack/backend/pipeline"
	"aipack/backend/settings"
	"aipack/backend/store"
)

// App is what the window may call: check, call, convert. It knows nothing of
// Wails; what only the window can do comes in as frame.
type App struct {
	frame frame
	line  func(settings.Settings) *pipeline.Orchestrator
	now   func() time.Time
	data  string        // the data folder
	ready chan struct{} // closed once open is over: Wails lets the page call before that

	store   *store.Store
	books   *ledger.Ledger
	metrics *event.Metrics
	log     logbook

	embedded  *embedded
	variables *variables

	changing sync.Mutex // held while the settings are changed
	entering sync.Mutex // held while an analysis is begun

	mu       sync.Mutex
	settings settings.Settings
	openPath string
	notices  []Notice
	runs     map[string]*run
	used     []string // ids of runs in memory, the last used last
	proofs   map[string]*proof
	previews map[string]*kept
	starting map[string]context.CancelFunc // previews that do not run yet
	tested   map[string]ModelTest          // by provider, since the start
	failure  string                        // of the last write that failed
	failedAt time.Time
}

// frame is what the window around the page can do.
type frame struct {
	emit       func(name string, payload any)
	pickFolder func(title string) (string, error)
	pickFile   func(title string) (string, error)
	saveFile   func(title, name string) (string, error)
	clipboard  func(text string) error
	browse     func(url string)          // a web page
	reveal     func(folder string) error // in the file manager
}

// newApp makes an App that has not opened anything yet.
func newApp(data, openPath string, now func() time.Time) *App {
	a := &App{
		line: lineFor, now: now, data: data, ready: make(chan struct{}), openPath: openPath, metrics: event.NewMetrics(),
		settings: settings.Default(), runs: map[string]*run{}, proofs: map[string]*proof{}, previews: map[string]*kept{}, starting: map[string]context.CancelFunc{}, tested: map[string]ModelTest{},
	}
	a.books = booksIn(data, now)
	a.embedded = a.newEmbedded()
	return a
}

// open opens the history. Only a folder that another aipack has is an error:
// whatever else is wrong, the window works and says that nothing is kept.
func (a *App) open() error {
	s, err := store.Open(a.data, a.now)
	if errors.Is(err, store.ErrInUse) {
		return err
	}
	defer close(a.ready)
	var newer store.Newer
	switch {
	case errors.As(err, &newer):
		a.notices = append(a.notices, Notice{"error", "The history is not shown and nothing is kept: " + newer.Error() + ".", "Install the newer aipack again; the file was left as it is."})
	case err != nil:
		a.notices = append(a.notices, Notice{"error", "The history cannot be opened, so nothing is kept: " + err.Error() + ".", "Check that " + a.data + " can be written to and that the disk is not full."})
	case s.SetAside != "":
		a.notices = append(a.notices, Notice{"warning", "The history was damaged. It was set aside, and a new one begun.", "The damaged file is kept as " + s.SetAside + "."})
	}
	if err != nil {
		a.log.add(err.Error())
		if s, err = store.Memory(a.now); err != nil {
			return err
		}
	}
	a.store = s
	a.variables = newVariables(s, llmkeys.System(), a.log.add)
	a.openSettings()
	if err := a.openBooks(); err != nil {
		a.notices = append(a.notices, Notice{"warning", "What models of the cloud may cost is not sure: " + err.Error() + ".", "Look at the cap of a month in Settings, Limits, and save it."})
	}
	a.forgetOld()
	go a.apart("the cleaning of variables", func() {
		if err := a.variables.tidy(); err != nil {
			a.log.add(err.Error())
		}
	})
	if err := a.embedded.downloads.Begin(); err != nil {
		a.notices = append(a.notices, Notice{"warning", "A download cannot go on: " + err.Error() + ".", "Start it again from Settings, Models."})
	}
	return nil
}

// openSettings reads the settings, of a history that cannot be opened too.
// Where they cannot be read, nobody knows what may be sent to a model: none is
// asked.
func (a *App) openSettings() {
	text, err := a.store.Settings()
	if !a.store.Kept() {
		text, err = store.SettingsIn(filepath.Join(a.data, store.Name))
	}
	a.settings = settings.Parse(text)
	if err == nil && !a.store.SettingsLost {
		return
	}
	if err != nil {
		a.log.add(err.Error())
	}
	a.settings.Mode = pipeline.Static
	a.notices = append(a.notices, Notice{"warning", "Your settings could not be read: they are as at the beginning, and no model is asked.", "Look at Settings, and say there how aipack thinks."})
}

// close ends what runs and writes everything out.
func (a *App) close() {
	a.mu.Lock()
	var ending, held []*run
	for _, r := range a.runs {
		held = append(held, r)
		if r.running.Load() {
			r.cancel() // all at once: each is waited for below
			ending = append(ending, r)
		}
	}
	for _, p := range a.proofs {
		p.cancel()
	}
	for _, cancel := range a.starting {
		cancel()
	}
	a.mu.Unlock()
	a.embedded.downloads.Close()
	for _, r := range ending {
		r.stop(200 * time.Millisecond)
	}
	for _, r := range held {
		r.settle()
	}
	if a.store != nil {
		if err := a.store.Close(); err != nil {
			a.log.add(err.Error())
		}
	}
	a.stopPreviews() // last: an engine may take its time, and the data folder is free by now
}

// Start is what the page needs first.
func (a *App) Start() (StartInfo, error) {
	return guard(a, "Start", func() (StartInfo, error) {
		runs, total, err := a.store.Runs("", 0, 1)
		if err != nil {
			return StartInfo{}, err
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		info := StartInfo{
			Version: version, Platform: runtime.GOOS, OpenPath: a.openPath,
			Theme: a.settings.Theme, Zoom: a.settings.Zoom, ReducedMotion: a.settings.ReducedMotion,
			FirstRun: total == 0, Notices: a.notices,
		}
		if len(runs) > 0 {
			info.LastRunID = runs[0].ID
		}
		if place, err := a.store.Place(); err == nil {
			info.Screen = place.Screen
			if _, err := a.store.Run(place.RunID); err == nil {
				info.LastRunID = place.RunID
			}
		}
		if info.Notices == nil {
			info.Notices = []Notice{}
		}
		a.openPath = ""
		return info, nil
	})
}

// SavePlace remembers what is shown, for the next start.
func (a *App) SavePlace(screen, runID string) error {
	return guarded(a, "SavePlace", func() error { return a.store.SavePlace(store.Place{Screen: screen, RunID: runID}) })
}

// emit tells the page something, if there is one.
func (a *App) emit(name string, payload any) {
	if a.frame.emit != nil {
		a.frame.emit(name, payload)
	}
}

// notice tells the user what no screen asked for.
func (a *App) notice(level, message, hint string) {
	a.log.add(level + ": " + message)
	a.emit("notice", Notice{level, message, hint})
}

// newID makes an id that sorts by time.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// logbook keeps the last lines for a problem report.
type logbook struct {
	mu    sync.Mutex
	lines []string
}

const mostLogged = 200

func (l *logbook) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, time.Now().Format(time.RFC3339)+" "+line)
	if len(l.lines) > mostLogged {
		l.lines = l.lines[len(l.lines)-mostLogged:]
	}
}

func (l *logbook) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string{}, l.lines...)
}
