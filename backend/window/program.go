package window

import (
	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
	"net/url"
	"runtime"
	"sync"
	"time"
)

// Program is aipack itself: how it starts, what it can tell of itself, and what
// only a desktop program can do.
type Program struct {
	page        *page.Link
	archive     *session.Store
	preferences *session.Preferences
	metrics     *event.Metrics
	under       *Under
	now         func() time.Time

	mu       sync.Mutex
	openPath string // of the command line, told once
	leaving  leaving
}

// Start is what the page needs first.
func (p *Program) Start() (StartInfo, error) {
	return page.Guard(p.page, "Program.Start", func() (StartInfo, error) {
		runs, total, err := p.archive.Runs(store.Filter{}, 0, 1)
		if err != nil {
			return StartInfo{}, err
		}
		now := p.preferences.InForce()
		p.mu.Lock()
		defer p.mu.Unlock()
		info := StartInfo{
			Version: p.page.About.Version, Platform: runtime.GOOS, OpenPath: p.openPath,
			Theme: now.Theme, Zoom: now.Zoom, ReducedMotion: now.ReducedMotion,
			FirstRun: total == 0, Notices: p.page.First(),
		}
		if len(runs) > 0 {
			info.LastRunID = runs[0].ID
		}
		if place, err := p.archive.Place(); err == nil {
			info.Screen = place.Screen
			if _, err := p.archive.Run(place.RunID); err == nil {
				info.LastRunID = place.RunID
			}
		}
		p.openPath = ""
		return info, nil
	})
}

// SavePlace remembers what is shown, for the next start.
func (p *Program) SavePlace(screen, runID string) error {
	return page.Guarded(p.page, "Program.SavePlace", func() error { return p.archive.SavePlace(store.Place{Screen: screen, RunID: runID}) })
}

// Report puts a problem report on the clipboard.
func (p *Program) Report(text string) error {
	return page.Guarded(p.page, "Program.Report", func() error {
		p.page.Log.Add("a problem report was copied")
		return p.page.Frame.Clipboard(text)
	})
}

// Clipboard puts text on the clipboard.
func (p *Program) Clipboard(text string) error {
	return page.Guarded(p.page, "Program.Clipboard", func() error { return p.page.Frame.Clipboard(text) })
}

// Browse opens a web page in the user's browser.
func (p *Program) Browse(address string) error {
	return page.Guarded(p.page, "Program.Browse", func() error {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "https" || u.Host == "" {
			return &fault.Fault{Code: fault.InvalidPath, Message: "This is no web address", Hint: "Only https addresses are opened."}
		}
		p.page.Frame.Browse(u.String())
		return nil
	})
}

// OpenDataFolder shows the data folder in the file manager.
func (p *Program) OpenDataFolder() error {
	return page.Guarded(p.page, "Program.OpenDataFolder", func() error {
		return page.Reveal(p.page.About.Data)
	})
}
