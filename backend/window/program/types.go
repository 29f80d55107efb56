package program

import "aipack/backend/window/page"

// StartInfo is what the page needs first.
type StartInfo struct {
	Version       string        `json:"version"`
	Platform      string        `json:"platform"`
	OpenPath      string        `json:"open_path"` // folder of the command line, told once
	Theme         string        `json:"theme"`
	Zoom          int           `json:"zoom"`
	ReducedMotion bool          `json:"reduced_motion"`
	FirstRun      bool          `json:"first_run"`
	LastRunID     string        `json:"last_run_id"` // shown last
	Screen        string        `json:"screen"`      // shown last, "" for none
	Notices       []page.Notice `json:"notices"`
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
	Insight    Insight     `json:"insight"`
}

// PhaseTime adds up one phase over the runs since the start.
type PhaseTime struct {
	Phase      string `json:"phase"`
	Runs       int    `json:"runs"`
	DurationMS int64  `json:"duration_ms"`
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

	Cache CacheUse `json:"cache"` // of the tools
}

// CacheUse is what the tools' caches did since the start.
type CacheUse struct {
	Hits    int   `json:"hits"`
	Misses  int   `json:"misses"`
	Entries int   `json:"entries"` // of the last exploration
	Bytes   int64 `json:"bytes"`   // that these take
}

// RunTime is how long one run took.
type RunTime struct {
	Name       string `json:"name"`
	StartedAt  int64  `json:"started_at"` // milliseconds since 1970
	DurationMS int64  `json:"duration_ms"`
}

// Sizes is how much is kept.
type Sizes struct {
	DatabaseBytes int64 `json:"database_bytes"`
	Runs          int   `json:"runs"`
}
