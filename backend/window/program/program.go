package program

import (
	"net/url"
	"runtime"
	"sync"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Program is aipack itself: how it starts, what it can tell of itself, and what
// only a desktop program can do.
type Program struct {
	Page        *page.Link
	Store       *session.Store
	Preferences *session.Preferences
	Metrics     *event.Metrics
	Activity    *Activity
	Now         func() time.Time

	mu       sync.Mutex
	OpenPath string // of the command line, told once
	leaving  leaving
}

// Start is what the page needs first.
func (p *Program) Start() (StartInfo, error) {
	return page.Guard(p.Page, "Program.Start", func() (StartInfo, error) {
		runs, total, err := p.Store.Runs(store.Filter{}, 0, 1)
		if err != nil {
			return StartInfo{}, err
		}
		now := p.Preferences.InForce()
		p.mu.Lock()
		defer p.mu.Unlock()
		info := StartInfo{
			Version: p.Page.About.Version, Platform: runtime.GOOS, OpenPath: p.OpenPath,
			Theme: now.Theme, Zoom: now.Zoom, ReducedMotion: now.ReducedMotion,
			FirstRun: total == 0, Notices: p.Page.First(),
		}
		if len(runs) > 0 {
			info.LastRunID = runs[0].ID
		}
		if place, err := p.Store.Place(); err == nil {
			info.Screen = place.Screen
			if _, err := p.Store.Run(place.RunID); err == nil {
				info.LastRunID = place.RunID
			}
		}
		p.OpenPath = ""
		return info, nil
	})
}

// SavePlace remembers what is shown, for the next start.
func (p *Program) SavePlace(screen, runID string) error {
	return page.Guarded(p.Page, "Program.SavePlace", func() error { return p.Store.SavePlace(store.Place{Screen: screen, RunID: runID}) })
}

// Report puts a problem report on the clipboard.
func (p *Program) Report(text string) error {
	return page.Guarded(p.Page, "Program.Report", func() error {
		p.Page.Log.Add("a problem report was copied")
		return p.Page.Frame.Clipboard(text)
	})
}

// Clipboard puts text on the clipboard.
func (p *Program) Clipboard(text string) error {
	return page.Guarded(p.Page, "Program.Clipboard", func() error { return p.Page.Frame.Clipboard(text) })
}

// Browse opens a web page in the user's browser.
func (p *Program) Browse(address string) error {
	return page.Guarded(p.Page, "Program.Browse", func() error {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "https" || u.Host == "" {
			return &fault.Fault{Code: fault.InvalidPath, Message: "This is no web address", Hint: "Only https addresses are opened."}
		}
		p.Page.Frame.Browse(u.String())
		return nil
	})
}

// OpenDataFolder shows the data folder in the file manager.
func (p *Program) OpenDataFolder() error {
	return page.Guarded(p.Page, "Program.OpenDataFolder", func() error {
		return page.Reveal(p.Page.About.Data)
	})
}
