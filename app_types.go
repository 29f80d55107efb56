//go:build !headless || window

package main

import "aipack/backend/settings"

// The types that cross into the page: flat, snake_case, times in Unix
// milliseconds, lists never null.

// Notice is something the user should know that no screen asked for.
type Notice struct {
	Level   string `json:"level"` // info, warning, error
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// StartInfo is what the page needs first.
type StartInfo struct {
	Version       string   `json:"version"`
	Platform      string   `json:"platform"`
	OpenPath      string   `json:"open_path"` // folder of the command line, told once
	Theme         string   `json:"theme"`
	Zoom          int      `json:"zoom"`
	ReducedMotion bool     `json:"reduced_motion"`
	FirstRun      bool     `json:"first_run"`
	LastRunID     string   `json:"last_run_id"` // shown last
	Screen        string   `json:"screen"`      // shown last, "" for none
	Notices       []Notice `json:"notices"`
}

// FolderInfo judges a path before it is analysed.
type FolderInfo struct {
	Path     string `json:"path"`
	Name     string `json:"name"`
	Exists   bool   `json:"exists"`
	IsFolder bool   `json:"is_folder"`
	Kind     string `json:"kind"` // project, home, root, file
	Parent   string `json:"parent"`
	Message  string `json:"message"`
}

// Sample is a project that comes with aipack.
type Sample struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Language string `json:"language"`
}

// Fault is an error as the page shows it.
type Fault struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Report  string `json:"report"` // of a defect, to be copied
}

// EventRow is one event of a run.
type EventRow struct {
	Seq   int64  `json:"seq"`
	RunID string `json:"run_id"`
	TS    int64  `json:"ts"`
	Type  string `json:"type"`
	Event any    `json:"event"`
}

// RunBatch is the payload of the "run" event.
type RunBatch struct {
	RunID  string     `json:"run_id"`
	Events []EventRow `json:"events"`
	End    *RunEnd    `json:"end"` // with the last event
}

// RunEnd is what the page shows when a run is over, so that it need not ask.
type RunEnd struct {
	Snapshot Snapshot      `json:"snapshot"` // its events are those that were told
	First    *ServiceState `json:"first"`    // of its services; null for none
}

// Problem is one thing that is wrong with a document.
type Problem struct {
	Service string `json:"service"`
	Field   string `json:"field"`
	Rule    string `json:"rule"`
	Level   string `json:"level"`
	Message string `json:"message"`
	Fix     string `json:"fix"`
}

// Snapshot is a run as it stands.
type Snapshot struct {
	RunID      string     `json:"run_id"`
	Path       string     `json:"path"`
	Name       string     `json:"name"`
	Hint       string     `json:"hint"`
	State      string     `json:"state"`
	Seq        int64      `json:"seq"`
	StartedAt  int64      `json:"started_at"`
	DurationMS int64      `json:"duration_ms"`
	Missing    string     `json:"missing"`
	Error      *Fault     `json:"error"`
	Events     []EventRow `json:"events"`
	Services   []string   `json:"services"`
	Documents  []string   `json:"documents"`
	Original   []string   `json:"original"`
	Problems   []Problem  `json:"problems"`
}

// Node is one entry of the repository's tree.
type Node struct {
	Name     string `json:"name"`
	Path     string `json:"path"`
	IsDir    bool   `json:"is_dir"`
	Size     int64  `json:"size"`
	Service  string `json:"service"`
	Manifest bool   `json:"manifest"`
	Evidence int    `json:"evidence"`
}

// FileText is a file for reading.
type FileText struct {
	Path      string `json:"path"`
	Text      string `json:"text"`
	Truncated bool   `json:"truncated"`
	Binary    bool   `json:"binary"`
}

// LintFinding is a remark about a Dockerfile.
type LintFinding struct {
	Line    int    `json:"line"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Error   bool   `json:"error"`
}

// DockerfileText is a Dockerfile and where its lines come from.
type DockerfileText struct {
	Content string        `json:"content"`
	Fields  [][]string    `json:"fields"`
	Lint    []LintFinding `json:"lint"`
	Error   string        `json:"error"`
}

// ServiceState is one service as it stands, with everything the Result shows.
type ServiceState struct {
	Service        string         `json:"service"`
	Name           string         `json:"name"`
	Document       string         `json:"document"`
	Original       string         `json:"original"`
	Edited         []string       `json:"edited"`
	CanUndo        bool           `json:"can_undo"`
	CanRedo        bool           `json:"can_redo"`
	Problems       []Problem      `json:"problems"`
	Dockerfile     DockerfileText `json:"dockerfile"` // in force
	ByHand         bool           `json:"by_hand"`    // the user wrote it
	Generated      string         `json:"generated"`  // the one that the document gives
	DockerfilePath string         `json:"dockerfile_path"`
	Existing       string         `json:"existing"`
	ExistingPath   string         `json:"existing_path"`
}

// ExportFile is a file that export would write.
type ExportFile struct {
	Path    string `json:"path"`
	Content string `json:"content"`
	Exists  bool   `json:"exists"`
	Same    bool   `json:"same"`
}

// ExportResult says what became of one file.
type ExportResult struct {
	Path    string `json:"path"`
	State   string `json:"state"` // written, kept, same, failed
	Backup  string `json:"backup"`
	Message string `json:"message"`
}

// RunRow is one run in the history.
type RunRow struct {
	ID           string  `json:"id"`
	Path         string  `json:"path"`
	Name         string  `json:"name"`
	State        string  `json:"state"`
	StartedAt    int64   `json:"started_at"`
	DurationMS   int64   `json:"duration_ms"`
	Services     int     `json:"services"`
	Language     string  `json:"language"`
	Framework    string  `json:"framework"`
	Confidence   float64 `json:"confidence"`
	Edited       bool    `json:"edited"`
	Proof        string  `json:"proof"`
	RulesAlone   string  `json:"rules_alone"` // why a model that was wanted could not be asked to the end
	FolderExists bool    `json:"folder_exists"`
}

// HistoryPage is a part of the history.
type HistoryPage struct {
	Runs  []RunRow `json:"runs"`
	Total int      `json:"total"`
}

// Cause is the evidence behind one side of a difference.
type Cause struct {
	Rule    string `json:"rule"`
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Excerpt string `json:"excerpt"`
	Source  string `json:"source"`
}

// FieldDiff is one field that differs; A and B are JSON, "" for absent.
type FieldDiff struct {
	Field     string `json:"field"`
	A         string `json:"a"`
	B         string `json:"b"`
	EvidenceA Cause  `json:"evidence_a"`
	EvidenceB Cause  `json:"evidence_b"`
}

// ServiceDiff compares one service between two runs.
type ServiceDiff struct {
	Service string      `json:"service"`
	State   string      `json:"state"` // same, changed, added, removed
	Fields  []FieldDiff `json:"fields"`
}

// PhaseTime adds up one phase over the runs since the start.
type PhaseTime struct {
	Phase      string `json:"phase"`
	Runs       int    `json:"runs"`
	DurationMS int64  `json:"duration_ms"`
}

// Sizes is how much is kept.
type Sizes struct {
	DatabaseBytes int64 `json:"database_bytes"`
	Runs          int   `json:"runs"`
}

// Diagnostics is what a problem report needs.
type Diagnostics struct {
	Version    string      `json:"version"`
	DataFolder string      `json:"data_folder"`
	Database   string      `json:"database"`
	Phases     []PhaseTime `json:"phases"`
	Tools      []ToolTime  `json:"tools"`
	Models     ModelUse    `json:"models"`
	Runs       []RunTime   `json:"runs"` // the last that completed, oldest first
	Log        []string    `json:"log"`
	Sizes      Sizes       `json:"sizes"`
}

// ToolTime adds up one tool of the models over the runs since the start.
type ToolTime struct {
	Tool       string `json:"tool"`
	Calls      int    `json:"calls"`
	CacheHits  int    `json:"cache_hits"`
	Errors     int    `json:"errors"`
	DurationMS int64  `json:"duration_ms"`
}

// ModelUse adds up what models were asked since the start.
type ModelUse struct {
	Calls        int     `json:"calls"`
	Tokens       int     `json:"tokens"`
	CacheHitRate float64 `json:"cache_hit_rate"` // of the tools' calls, 0 to 1
}

// RunTime is how long one run took.
type RunTime struct {
	Name       string `json:"name"`
	StartedAt  int64  `json:"started_at"` // milliseconds since 1970
	DurationMS int64  `json:"duration_ms"`
}

// Settings are the user's preferences as the page sees them.
type Settings = settings.Settings

// BuilderInfo is a BuildKit that was looked for.
type BuilderInfo struct {
	Address string `json:"address"`
	Why     string `json:"why"`
	Version string `json:"version"`
	OK      bool   `json:"ok"`
	Problem string `json:"problem"`
}

// ProofRow is one proof of a service.
type ProofRow struct {
	ID         string `json:"id"`
	RunID      string `json:"run_id"`
	Service    string `json:"service"`
	Verdict    string `json:"verdict"`
	Builder    string `json:"builder"`
	StartedAt  int64  `json:"started_at"`
	DurationMS int64  `json:"duration_ms"`
	Cause      string `json:"cause"`
}
