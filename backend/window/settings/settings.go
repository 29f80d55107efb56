package settings

import (
	"aipack/backend/base/settings"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Settings are the user's preferences for the page to show and to change.
type Settings struct {
	Page        *page.Link
	Preferences *session.Preferences
}

// Current gives the user's preferences.
func (s *Settings) Current() (settings.Preferences, error) {
	return page.Guard(s.Page, "Settings.Current", func() (settings.Preferences, error) { return s.Preferences.InForce(), nil })
}

// Save keeps them; the next analysis follows them.
func (s *Settings) Save(now settings.Preferences) error {
	return page.Guarded(s.Page, "Settings.Save", func() error {
		return s.Preferences.Change(func(was settings.Preferences) settings.Preferences {
			now.Providers = was.Providers // they are saved one by one, and the page may know older ones
			return now
		})
	})
}
