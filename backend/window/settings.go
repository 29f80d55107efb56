package window

import (
	"aipack/backend/base/settings"
	"aipack/backend/window/page"
)

// Settings are the user's preferences for the page to show and to change.
type Settings struct {
	page        *page.Link
	preferences *preferences
}

// Current gives the user's preferences.
func (s *Settings) Current() (settings.Preferences, error) {
	return page.Guard(s.page, "Settings.Current", func() (settings.Preferences, error) { return s.preferences.inForce(), nil })
}

// Save keeps them; the next analysis follows them.
func (s *Settings) Save(now settings.Preferences) error {
	return page.Guarded(s.page, "Settings.Save", func() error {
		return s.preferences.change(func(was settings.Preferences) settings.Preferences {
			now.Providers = was.Providers // they are saved one by one, and the page may know older ones
			return now
		})
	})
}
