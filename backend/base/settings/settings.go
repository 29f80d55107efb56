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

// Preferences are the user's preferences.
type Preferences struct {
	Theme          string   `json:"theme"`           // system, light, dark, contrast
	Zoom           int      `json:"zoom"`            // per cent, 80 to 200
	ReducedMotion  bool     `json:"reduced_motion"`  // even where the system does not ask for it
	IgnoredFolders []string `json:"ignored_folders"` // names of folders left out besides those that tools fill
	ReadFolders    []string `json:"read_folders"`    // names of folders that are looked into whatever speaks against it
	MaxFiles       int      `json:"max_files"`       // looked at in one analysis
	MaxDepth       int      `json:"max_depth"`       // of folders
	ScanTimeoutS   int      `json:"scan_timeout_s"`  // of the walk through the folder
	IncludeIgnored bool     `json:"include_ignored"` // look at what .gitignore leaves out, too
	ShownManifests int      `json:"shown_manifests"` // whose beginning a model is told before it asks
	UnknownWarning int      `json:"unknown_warning"` // per cent of files of unknown kinds from which a model is warned
	MaxFileKB      int      `json:"max_file_kb"`     // KiB of one file that is read; larger ones are not
	MaxLineLength  int      `json:"max_line_length"` // bytes of a line that is shown or searched
	BinaryBytes    int      `json:"binary_bytes"`    // of a file's beginning that decide whether it is text
	ManifestKB     int      `json:"manifest_kb"`     // KiB of a manifest that are read for a model
	ManifestChars  int      `json:"manifest_chars"`  // of those, characters that it is shown
	TopUnknown     int      `json:"top_unknown"`     // endings of unknown files that it is told one by one
	ReadContents   bool     `json:"read_contents"`   // it is shown what manifests say, not their names alone
	Suggest        bool     `json:"suggest"`         // it is told what the languages take the folder for
	TimeoutS       int      `json:"timeout_s"`       // of one analysis
	KeepDays       int      `json:"keep_days"`       // of history; 0 keeps it for ever
	KeepMB         int      `json:"keep_mb"`         // of history on disk, in megabytes; 0 is no limit

	Mode      string     `json:"mode"`     // full, static, llm: whether a model is asked
	Provider  string     `json:"provider"` // auto, or the id of the one that is asked
	Fallback  string     `json:"fallback"` // who is asked when it fails: "" for the usual order, none, or an id
	Providers []Provider `json:"providers"`

	Retries             int `json:"retries"`                // of a request, after the first try
	RequestTimeoutS     int `json:"request_timeout_s"`      // without a word from a provider of the cloud
	PhaseTimeoutS       int `json:"phase_timeout_s"`        // of one question to a model
	MaxToolCalls        int `json:"max_tool_calls"`         // of one exploration
	MaxContextTokens    int `json:"max_context_tokens"`     // of one request, its answer counted
	MaxToolResultTokens int `json:"max_tool_result_tokens"` // shown to a model of one tool's result
	MaxFileLines        int `json:"max_file_lines"`         // shown to a model of one reading
	SummarizeAfter      int `json:"summarize_after_turns"`  // turns that stay word for word
	MonthlyCapUSD       int `json:"monthly_cap_usd"`        // US dollars that models of the cloud may cost in a month; 0 is no cap

	MaxTurnTokens int `json:"max_turn_tokens"` // of all requests of one question to the project; 0 is no cap

	Builder string `json:"builder"` // address of the builder that proves: tcp://build.example.org:1234; "": found

	RecordedAnswers bool `json:"recorded_answers"` // what a model answered about the folder before answers again
}

// Provider is what the user prefers of one provider; "" takes what is usual.
type Provider struct {
	Provider string `json:"provider"` // its id
	Model    string `json:"model"`
	BaseURL  string `json:"base_url"`
}

// Default is what holds until the user says otherwise.
func Default() Preferences {
	return Preferences{
		Theme: "system", Zoom: 100, IgnoredFolders: []string{}, ReadFolders: []string{}, MaxFiles: 200_000, MaxDepth: 16, TimeoutS: 300,
		// The specification's sections 7.9 and 9, ruling K-6.
		ScanTimeoutS: 5, ShownManifests: 3, UnknownWarning: 20, MaxFileKB: 1024, MaxLineLength: 2000,
		BinaryBytes: 8000, ManifestKB: 50, ManifestChars: 3000, TopUnknown: 5, ReadContents: true, Suggest: true,

		Mode: "full", Provider: "auto", Providers: []Provider{},
		// The specification's limits of a conversation (sections 4.1 and 3.2).
		Retries: 3, RequestTimeoutS: 30, PhaseTimeoutS: 60, MaxToolCalls: 16,
		MaxContextTokens: 16_000, MaxToolResultTokens: 2000, MaxFileLines: 150, SummarizeAfter: 6,
	}
}

// themes lists the known ones.
var themes = []string{"system", "light", "dark", "contrast"}

// modes and providers list the known ones.
var (
	modes     = []string{"full", "static", "llm"}
	providers = []string{"anthropic", "openai", "gemini", "ollama", "embedded"}
)

// Of gives what the user prefers of a provider.
func (s Preferences) Of(provider string) Provider {
	for _, p := range s.Providers {
		if p.Provider == provider {
			return p
		}
	}
	return Provider{Provider: provider}
}

// With replaces what the user prefers of a provider; the list stays sorted.
func (s Preferences) With(p Provider) Preferences {
	kept := []Provider{}
	for _, other := range s.Providers {
		if other.Provider != p.Provider {
			kept = append(kept, other)
		}
	}
	if p.Model != "" || p.BaseURL != "" {
		kept = append(kept, p)
	}
	slices.SortFunc(kept, func(a, b Provider) int { return strings.Compare(a.Provider, b.Provider) })
	s.Providers = kept
	return s
}

// Parse reads saved settings. What is absent or makes no sense takes its
// default, so that no old or broken file keeps the window from opening. The error
// says that it is not known what models the user lets be asked.
func Parse(content string) (Preferences, error) {
	s := Default()
	if content == "" {
		return s, nil
	}
	if err := json.Unmarshal([]byte(content), &s); err != nil {
		return Default(), fmt.Errorf("reading the settings: %w", err)
	}
	asked := [...]string{s.Mode, s.Provider, s.Fallback}
	for d := Default(); ; {
		field := s.wrong()
		if field == nil {
			break
		}
		field.reset(&s, d)
	}
	if asked != [...]string{s.Mode, s.Provider, s.Fallback} {
		return s, fmt.Errorf("the settings of how aipack thinks make no sense: %q", asked)
	}
	return s, nil
}

// Check says in one sentence what makes no sense; nil where nothing is wrong.
func (s Preferences) Check() error {
	if f := s.wrong(); f != nil {
		return fmt.Errorf("%s", f.says)
	}
	return nil
}

// limit is a rule about one field.
type limit struct {
	bad   func(Preferences) bool
	reset func(s *Preferences, d Preferences)
	says  string
}

func (s Preferences) wrong() *limit {
	for _, l := range limits() {
		if l.bad(s) {
			return &l
		}
	}
	return nil
}

func limits() []limit {
	return []limit{
		{func(s Preferences) bool { return !slices.Contains(themes, s.Theme) },
			func(s *Preferences, d Preferences) { s.Theme = d.Theme }, "the theme is one of " + strings.Join(themes, ", ")},
		{func(s Preferences) bool { return s.Zoom < 80 || s.Zoom > 200 },
			func(s *Preferences, d Preferences) { s.Zoom = d.Zoom }, "the zoom lies between 80 and 200 per cent"},
		{func(s Preferences) bool { return s.MaxFiles < 100 || s.MaxFiles > 5_000_000 },
			func(s *Preferences, d Preferences) { s.MaxFiles = d.MaxFiles }, "an analysis looks at 100 to 5,000,000 files"},
		{func(s Preferences) bool { return s.MaxDepth < 1 || s.MaxDepth > 100 },
			func(s *Preferences, d Preferences) { s.MaxDepth = d.MaxDepth }, "an analysis goes 1 to 100 folders deep"},
		{func(s Preferences) bool { return s.TimeoutS < 1 || s.TimeoutS > 3600 },
			func(s *Preferences, d Preferences) { s.TimeoutS = d.TimeoutS }, "an analysis may take 1 to 3,600 seconds"},
		{func(s Preferences) bool { return s.KeepDays < 0 || s.KeepDays > 36_500 },
			func(s *Preferences, d Preferences) { s.KeepDays = d.KeepDays }, "the history is kept for 0 (for ever) to 36,500 days"},
		{func(s Preferences) bool { return s.KeepMB != 0 && (s.KeepMB < 10 || s.KeepMB > 100_000) },
			func(s *Preferences, d Preferences) { s.KeepMB = d.KeepMB }, "the history takes 0 (no limit) or 10 to 100,000 megabytes"},
		{func(s Preferences) bool { return !slices.Contains(modes, s.Mode) },
			func(s *Preferences, d Preferences) { s.Mode = d.Mode }, "the mode is one of " + strings.Join(modes, ", ")},
		{func(s Preferences) bool { return s.Provider != "auto" && !named(s.Provider) },
			func(s *Preferences, d Preferences) { s.Provider = d.Provider }, "the provider is auto or one of " + strings.Join(providers, ", ")},
		{func(s Preferences) bool { return s.Fallback != "" && s.Fallback != "none" && !named(s.Fallback) },
			func(s *Preferences, d Preferences) { s.Fallback = d.Fallback }, "the fallback is none or one of " + strings.Join(providers, ", ")},
		{func(s Preferences) bool { return s.Providers == nil || slices.ContainsFunc(s.Providers, strange) },
			func(s *Preferences, d Preferences) { s.Providers = d.Providers },
			"a provider is one of " + strings.Join(providers, ", ") + ", with a model's name and an address of at most 500 characters"},
		{func(s Preferences) bool { return s.Builder != "" && !builds(s.Builder) },
			func(s *Preferences, d Preferences) { s.Builder = d.Builder }, "a builder's address begins with one of " + strings.Join(schemes, ", ") + " and has no blanks"},
		within("the scan may take 1 to 600 seconds", 1, 600, func(s *Preferences) *int { return &s.ScanTimeoutS }),
		within("a model is told of 1 to 50 manifests", 1, 50, func(s *Preferences) *int { return &s.ShownManifests }),
		within("a model is warned from 0 to 100 per cent of unknown files on", 0, 100, func(s *Preferences) *int { return &s.UnknownWarning }),
		within("files of at most 16 to 65,536 KiB are read", 16, 65_536, func(s *Preferences) *int { return &s.MaxFileKB }),
		within("of a line 200 to 100,000 bytes are shown", 200, 100_000, func(s *Preferences) *int { return &s.MaxLineLength }),
		within("the first 512 to 65,536 bytes of a file decide whether it is text", 512, 65_536, func(s *Preferences) *int { return &s.BinaryBytes }),
		within("1 to 1,024 KiB of a manifest are read for a model", 1, 1024, func(s *Preferences) *int { return &s.ManifestKB }),
		within("of a manifest a model is shown 200 to 50,000 characters", 200, 50_000, func(s *Preferences) *int { return &s.ManifestChars }),
		within("0 to 50 endings of unknown files are named", 0, 50, func(s *Preferences) *int { return &s.TopUnknown }),
		within("a request is tried again 0 to 10 times", 0, 10, func(s *Preferences) *int { return &s.Retries }),
		within("a month may cost 0 (no cap) to 100,000 dollars", 0, 100_000, func(s *Preferences) *int { return &s.MonthlyCapUSD }),
		within("a question to the project takes 0 (no cap) to 100,000,000 tokens", 0, 100_000_000, func(s *Preferences) *int { return &s.MaxTurnTokens }),
		within("a provider may be silent for 1 to 600 seconds", 1, 600, func(s *Preferences) *int { return &s.RequestTimeoutS }),
		within("a question to a model may take 1 to 3,600 seconds", 1, 3600, func(s *Preferences) *int { return &s.PhaseTimeoutS }),
		within("an exploration makes 1 to 200 tool calls", 1, 200, func(s *Preferences) *int { return &s.MaxToolCalls }),
		within("a request holds 4,000 to 2,000,000 tokens", 4000, 2_000_000, func(s *Preferences) *int { return &s.MaxContextTokens }),
		within("of a tool's result 100 to 100,000 tokens are shown", 100, 100_000, func(s *Preferences) *int { return &s.MaxToolResultTokens }),
		within("of a file 10 to 10,000 lines are shown", 10, 10_000, func(s *Preferences) *int { return &s.MaxFileLines }),
		within("1 to 100 turns stay word for word", 1, 100, func(s *Preferences) *int { return &s.SummarizeAfter }),
		{func(s Preferences) bool {
			return s.IgnoredFolders == nil || slices.ContainsFunc(s.IgnoredFolders, noName)
		}, func(s *Preferences, d Preferences) { s.IgnoredFolders = d.IgnoredFolders }, "an ignored folder is given by its name, without slashes"},
		{func(s Preferences) bool { return s.ReadFolders == nil || slices.ContainsFunc(s.ReadFolders, noName) },
			func(s *Preferences, d Preferences) { s.ReadFolders = d.ReadFolders }, "a folder that is looked into is given by its name, without slashes"},
	}
}

// within is a rule about a number.
func within(says string, least, most int, field func(*Preferences) *int) limit {
	return limit{
		bad:   func(s Preferences) bool { return *field(&s) < least || *field(&s) > most },
		reset: func(s *Preferences, d Preferences) { *field(s) = *field(&d) },
		says:  says,
	}
}

// schemes begin the addresses that BuildKit's client and ours know (builder.Found.Dial).
var schemes = []string{"unix://", "tcp://", "ssh://", "docker+unix://", "docker+tcp://", "docker-container://", "podman-container://", "nerdctl-container://", "kube-pod://", "npipe://"}

// builds reports whether a text can be a builder's address.
func builds(address string) bool {
	return len(address) <= 500 && !strings.ContainsAny(address, " \t\r\n") && slices.ContainsFunc(schemes, func(s string) bool {
		return strings.HasPrefix(address, s) && len(address) > len(s)
	})
}

func named(provider string) bool { return slices.Contains(providers, provider) }

// strange says that a provider's preferences make no sense.
func strange(p Provider) bool {
	return !named(p.Provider) || len(p.Model) > 500 || len(p.BaseURL) > 500 || strings.ContainsAny(p.Model+p.BaseURL, "\x00\n\r")
}

func noName(name string) bool {
	return strings.TrimSpace(name) == "" || name == "." || name == ".." || strings.ContainsAny(name, `/\`+"\x00")
}

// JSON writes the settings for keeping.
func (s Preferences) JSON() (string, error) {
	b, err := json.Marshal(s)
	return string(b), err
}
