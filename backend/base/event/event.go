// Package event holds every event of a run, typed, and the handlers that
// listen to them. It refuses to know who sends or shows them.
//
// The names are those of the specification's progress events, written
// noun.verb. JSON is flat and snake_case: the window reads it.
package event

// Event is anything that is told about a run.
type Event interface {
	// Name is the wire name, "noun.verb".
	Name() string
}

// Sink receives events in their order. It must not block for long.
type Sink func(Stamped)

// Stamped is an event with its place in the run.
type Stamped struct {
	Seq   int64  `json:"seq"`    // from 1, without gaps, per run
	RunID string `json:"run_id"` // whose event it is
	TS    int64  `json:"ts"`     // Unix milliseconds
	Type  string `json:"type"`   // Event.Name()
	Event Event  `json:"event"`
}

// RunStarted says an analysis has begun.
type RunStarted struct {
	Path string `json:"path"`
	Mode string `json:"mode"` // full, static, llm

	// Of a retry: the earlier run, and the first phase that asks anew.
	Of          string `json:"retry_of,omitempty"`
	From        string `json:"retry_from,omitempty"`
	FromService string `json:"retry_service,omitempty"` // path of the service whose phase it is
}

// RunCompleted ends a run well; it carries what was found.
type RunCompleted struct {
	Summary  Summary          `json:"summary"`
	Services []ServiceSummary `json:"services"`
	Missing  string           `json:"missing,omitempty"` // why there is no service, where there is none

	// RulesAlone says why a model that was wanted could not be asked, or not to
	// the end: the rules alone answered the rest.
	RulesAlone string `json:"rules_alone,omitempty"`
}

// RunFailed ends a run badly.
type RunFailed struct {
	Code    string  `json:"code"`
	Problem string  `json:"problem"`
	Hint    string  `json:"hint,omitempty"`
	Summary Summary `json:"summary"`
	Found
}

// RunCanceled ends a run that the user stopped.
type RunCanceled struct {
	Summary Summary `json:"summary"`
	Found
}

// Found is what a run that ended early holds all the same.
type Found struct {
	Services []ServiceSummary `json:"services,omitempty"`      // that were through
	Left     []string         `json:"left_services,omitempty"` // paths of those that were not, where others were
}

// Summary is what a run amounted to.
type Summary struct {
	Language        string  `json:"language"`
	BuildSystem     string  `json:"build_system"`
	Confidence      float64 `json:"confidence"`
	Iterations      int     `json:"iterations"`
	TotalToolCalls  int     `json:"total_tool_calls"`
	CachedToolCalls int     `json:"cached_tool_calls"`
	TotalDurationMS int64   `json:"total_duration_ms"`
	LLMDurationMS   int64   `json:"llm_duration_ms"`
	ToolDurationMS  int64   `json:"tool_duration_ms"`
}

// ServiceSummary is one line about a service that was found.
type ServiceSummary struct {
	Path       string  `json:"path"`
	Name       string  `json:"name"`
	Language   string  `json:"language"`
	Framework  string  `json:"framework,omitempty"`
	Confidence float64 `json:"confidence"`
}

// ScanStarted says the folder is being walked.
type ScanStarted struct{}

// ScanCompleted says what the walk found.
type ScanCompleted struct {
	Files      int    `json:"files"`
	Dirs       int    `json:"dirs"`
	Manifests  int    `json:"manifests"`
	Partial    string `json:"partial,omitempty"` // why the scan is not complete, in words
	Reason     string `json:"reason,omitempty"`  // the same as a code: max_files_reached, timeout, unreadable_folders …
	Unread     int    `json:"unread,omitempty"`  // folders and manifests that could not be read
	DurationMS int64  `json:"duration_ms"`

	Languages  []LanguageShare `json:"languages,omitempty"`  // most files first
	Unknown    []LanguageShare `json:"unknown,omitempty"`    // the commonest extensions that no language claims
	Others     int             `json:"others,omitempty"`     // files with an extension that no language claims
	KeyDirs    []KeyDir        `json:"key_dirs,omitempty"`   // the first of them
	Workspaces []string        `json:"workspaces,omitempty"` // files that say there are several projects
	LeftOut    []LeftOut       `json:"left_out,omitempty"`   // folders that were not looked into, but for those that go by a tool's own name; the first of them

	Guess *Guess     `json:"guess,omitempty"` // what the project is at first sight
	Steps []ScanStep `json:"steps,omitempty"` // in their order
}

// Guess is what the scan takes a project for before any phase has looked at it.
type Guess struct {
	Language    string  `json:"language"` // as it is shown; "Polyglot" for several
	BuildSystem string  `json:"build_system,omitempty"`
	Confidence  float64 `json:"confidence"`
	Reason      string  `json:"reason,omitempty"`
}

// ScanStep is a part of the scan.
type ScanStep struct {
	Name       string `json:"name"` // walk, key_dirs, names, manifests, suggestion
	DurationUS int64  `json:"duration_us"`
	Result     string `json:"result,omitempty"` // 2,365 files in 310 folders
}

// LeftOut is a folder that was not looked into.
type LeftOut struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

// LanguageShare is a language's part of the files that have an extension.
type LanguageShare struct {
	ID      string  `json:"id,omitempty"` // "" for an extension alone
	Name    string  `json:"name"`         // the language's, or the extension with its dot
	Files   int     `json:"files"`
	Percent float64 `json:"percent"`
}

// KeyDir is a folder whose name says what it is for.
type KeyDir struct {
	Path    string `json:"path"`
	Purpose string `json:"purpose"`
}

// ScanFailed says the walk came to nothing.
type ScanFailed struct {
	Problem string `json:"problem"`
}

// PhaseStarted says a phase has begun, for the repository or for one service.
type PhaseStarted struct {
	Phase   string `json:"phase"`
	Service string `json:"service,omitempty"` // the service's path
}

// PhaseCompleted says a phase has ended well.
type PhaseCompleted struct {
	Phase      string  `json:"phase"`
	Service    string  `json:"service,omitempty"`
	DurationMS int64   `json:"duration_ms"`
	LLM        bool    `json:"llm"` // a model was asked
	Confidence float64 `json:"confidence,omitempty"`
	Result     string  `json:"result,omitempty"` // what was found, in a few words
}

// PhaseFailed says a phase has ended badly, and with it the run.
type PhaseFailed struct {
	Phase      string `json:"phase"`
	Service    string `json:"service,omitempty"`
	DurationMS int64  `json:"duration_ms"`
	Problem    string `json:"problem"`
}

// ValidationStarted says a document is being checked.
type ValidationStarted struct {
	Service string `json:"service"`
}

// ValidationPassed says a document is in order.
type ValidationPassed struct {
	Service    string  `json:"service"`
	Confidence float64 `json:"confidence"`
}

// ValidationFailed says what is wrong with a document.
type ValidationFailed struct {
	Service  string   `json:"service"`
	Problems []string `json:"problems"`
}

func (RunStarted) Name() string        { return "run.started" }
func (RunCompleted) Name() string      { return "run.completed" }
func (RunFailed) Name() string         { return "run.failed" }
func (RunCanceled) Name() string       { return "run.cancelled" }
func (ScanStarted) Name() string       { return "scan.started" }
func (ScanCompleted) Name() string     { return "scan.completed" }
func (ScanFailed) Name() string        { return "scan.failed" }
func (PhaseStarted) Name() string      { return "phase.started" }
func (PhaseCompleted) Name() string    { return "phase.completed" }
func (PhaseFailed) Name() string       { return "phase.failed" }
func (ValidationStarted) Name() string { return "validation.started" }
func (ValidationPassed) Name() string  { return "validation.passed" }
func (ValidationFailed) Name() string  { return "validation.failed" }
