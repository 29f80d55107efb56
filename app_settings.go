//go:build !headless || window

package main

import (
	"errors"
	"net/url"
	"slices"

	"aipack/backend/fault"
	"aipack/backend/settings"
)

// Settings gives the user's preferences.
func (a *App) Settings() (Settings, error) {
	return guard(a, "Settings", func() (Settings, error) { return a.preferences(), nil })
}

// SaveSettings keeps them; the next analysis follows them.
func (a *App) SaveSettings(s Settings) error {
	return guarded(a, "SaveSettings", func() error { return a.changeSettings(func(Settings) Settings { return s }) })
}

// changeSettings makes one change at a time: two that read the same settings
// would undo each other.
func (a *App) changeSettings(how func(Settings) Settings) error {
	a.changing.Lock()
	defer a.changing.Unlock()
	s := how(a.preferences())
	if s.IgnoredFolders == nil {
		s.IgnoredFolders = []string{}
	}
	if s.Providers == nil {
		s.Providers = []settings.Provider{}
	}
	if err := s.Check(); err != nil {
		return &fault.Fault{Code: fault.WrongUse, Message: "The settings were not saved: " + err.Error(), Hint: "Correct the value."}
	}
	text, err := s.JSON()
	if err != nil {
		return err
	}
	a.mu.Lock()
	a.settings = s
	a.mu.Unlock()
	a.unsaved(errors.Join(a.store.SaveSettings(text), a.books.SetCap(s.MonthlyCapUSD)))
	a.emit("models", nil)
	return nil
}

// mostTimed is how many runs the diagnostics show the time of.
const mostTimed = 100

// Diagnostics is what a problem report needs.
func (a *App) Diagnostics() (Diagnostics, error) {
	return guard(a, "Diagnostics", func() (Diagnostics, error) {
		d := Diagnostics{
			Version: version, DataFolder: a.data, Database: a.store.Path(),
			Phases: []PhaseTime{}, Tools: []ToolTime{}, Runs: []RunTime{}, Log: a.log.all(),
		}
		d.Sizes.DatabaseBytes = a.store.Bytes()
		runs, total, err := a.store.Runs("", 0, mostTimed)
		if err != nil {
			return d, err
		}
		d.Sizes.Runs = total
		for _, r := range slices.Backward(runs) {
			if r.State == "completed" {
				d.Runs = append(d.Runs, RunTime{r.Name, r.StartedAt, r.DurationMS})
			}
		}
		for _, p := range a.metrics.Phases() {
			d.Phases = append(d.Phases, PhaseTime(p))
		}
		for _, t := range a.metrics.Tools() {
			d.Tools = append(d.Tools, ToolTime(t))
		}
		d.Models.Calls, d.Models.Tokens = a.metrics.LLM()
		d.Models.CacheHitRate = a.metrics.CacheHitRate()
		return d, nil
	})
}

// Report puts a problem report on the clipboard.
func (a *App) Report(text string) error {
	return guarded(a, "Report", func() error {
		a.log.add("a problem report was copied")
		return a.frame.clipboard(text)
	})
}

// Clipboard puts text on the clipboard.
func (a *App) Clipboard(text string) error {
	return guarded(a, "Clipboard", func() error { return a.frame.clipboard(text) })
}

// BrowserOpen opens a web page in the user's browser.
func (a *App) BrowserOpen(address string) error {
	return guarded(a, "BrowserOpen", func() error {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "https" || u.Host == "" {
			return &fault.Fault{Code: fault.InvalidPath, Message: "This is no web address", Hint: "Only https addresses are opened."}
		}
		a.frame.browse(u.String())
		return nil
	})
}

// OpenDataFolder shows the data folder in the file manager.
func (a *App) OpenDataFolder() error {
	return guarded(a, "OpenDataFolder", func() error {
		return a.frame.reveal(a.data)
	})
}
