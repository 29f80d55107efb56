// Package settings holds the user's preferences: what they are, what they are
// without a word from the user, and what values make sense. It does not know
// where they are kept.
package settings

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Settings are the user's preferences.
type Settings struct {
	Theme          string   `json:"theme"`           // system, light, dark, contrast
	Zoom           int      `json:"zoom"`            // per cent, 80 to 200
	ReducedMotion  bool     `json:"reduced_motion"`  // even where the system does not ask for it
	IgnoredFolders []string `json:"ignored_folders"` // names of folders left out besides the usual ones
	MaxFiles       int      `json:"max_files"`       // looked at in one analysis
	MaxDepth       int      `json:"max_depth"`       // of folders
	TimeoutS       int      `json:"timeout_s"`       // of one analysis
	KeepDays       int      `json:"keep_days"`       // of history; 0 keeps it for ever
}

// Default is what holds until the user says otherwise.
func Default() Settings {
	return Settings{Theme: "system", Zoom: 100, IgnoredFolders: []string{}, MaxFiles: 200_000, MaxDepth: 16, TimeoutS: 300}
}

// themes lists the known ones.
var themes = []string{"system", "light", "dark", "contrast"}

// Parse reads saved settings. What is absent or makes no sense takes its
// default, so that no old or broken file keeps the window from opening.
func Parse(content string) Settings {
	s := Default()
	if content == "" {
		return s
	}
	if err := json.Unmarshal([]byte(content), &s); err != nil {
		return Default()
	}
	d := Default()
	for {
		field := s.wrong()
		if field == nil {
			return s
		}
		field.reset(&s, d)
	}
}

// Check says in one sentence what makes no sense; nil when all is well.
func (s Settings) Check() error {
	if f := s.wrong(); f != nil {
		return fmt.Errorf("%s", f.says)
	}
	return nil
}

// limit is a rule about one field.
type limit struct {
	bad   func(Settings) bool
	reset func(s *Settings, d Settings)
	says  string
}

func (s Settings) wrong() *limit {
	for _, l := range limits() {
		if l.bad(s) {
			return &l
		}
	}
	return nil
}

func limits() []limit {
	return []limit{
		{func(s Settings) bool { return !slices.Contains(themes, s.Theme) }, func(s *Settings, d Settings) { s.Theme = d.Theme }, "the theme is one of " + strings.Join(themes, ", ")},
		{func(s Settings) bool { return s.Zoom < 80 || s.Zoom > 200 }, func(s *Settings, d Settings) { s.Zoom = d.Zoom }, "the zoom lies between 80 and 200 per cent"},
		{func(s Settings) bool { return s.MaxFiles < 100 || s.MaxFiles > 5_000_000 }, func(s *Settings, d Settings) { s.MaxFiles = d.MaxFiles }, "an analysis looks at 100 to 5,000,000 files"},
		{func(s Settings) bool { return s.MaxDepth < 1 || s.MaxDepth > 100 }, func(s *Settings, d Settings) { s.MaxDepth = d.MaxDepth }, "an analysis goes 1 to 100 folders deep"},
		{func(s Settings) bool { return s.TimeoutS < 1 || s.TimeoutS > 3600 }, func(s *Settings, d Settings) { s.TimeoutS = d.TimeoutS }, "an analysis may take 1 to 3,600 seconds"},
		{func(s Settings) bool { return s.KeepDays < 0 || s.KeepDays > 36_500 }, func(s *Settings, d Settings) { s.KeepDays = d.KeepDays }, "the history is kept for 0 (for ever) to 36,500 days"},
		{func(s Settings) bool { return s.IgnoredFolders == nil || slices.ContainsFunc(s.IgnoredFolders, noName) }, func(s *Settings, d Settings) { s.IgnoredFolders = d.IgnoredFolders }, "an ignored folder is given by its name, without slashes"},
	}
}

func noName(name string) bool {
	return strings.TrimSpace(name) == "" || name == "." || name == ".." || strings.ContainsAny(name, `/\`+"\x00")
}

// JSON writes the settings for keeping.
func (s Settings) JSON() (string, error) {
	b, err := json.Marshal(s)
	return string(b), err
}
