// Package scan takes stock of a repository before anything is decided: what is
// there, in which languages, which manifests, and a first guess at what it is.
// It decides nothing.
package scan

import (
	"context"
	"sync"
	"time"

	"aipack/backend/language"
	"aipack/backend/repo"
)

// Inventory is what a scan found. Index and Reader serve everything that
// follows, so that a run walks the folder once.
type Inventory struct {
	Outcome Outcome
	Partial *Partial // why not everything was seen
	Failure *Failure // why it is failed

	Summary    Summary
	Manifests  []Manifest // by depth, priority and path
	Suggestion *Suggestion
	Steps      []Step // what took how long; empty where the walk failed
	Took       time.Duration

	Index  *repo.Index // nil if the scan failed before it had one
	Reader *language.Reader

	limits Limits
	once   sync.Once
	bytes  int64
}

// Outcome is how a scan ended.
type Outcome string

// The outcomes.
const (
	Complete   Outcome = "complete"
	Incomplete Outcome = "partial"
	Failed     Outcome = "failed"
)

// Summary is the repository in numbers and names.
type Summary struct {
	Files      int
	Dirs       int
	Languages  Languages
	RootFiles  []string // all, the telling ones first
	KeyDirs    []KeyDir
	Workspaces []string // files that say there are several projects
	Skipped    []string // folders that are there and were left out, by path
}

// Languages is the statistics by extension.
type Languages struct {
	Known        []Share     // by files, most first
	UnknownTop   []Extension // likewise
	UnknownTail  []Extension
	KnownFiles   int
	UnknownFiles int
	StrangeFiles int // of the unknown: no everyday format either
}

// Share is one language's part.
type Share struct {
	ID         string   `json:"id"`
	Name       string   `json:"language"`
	Files      int      `json:"file_count"`
	Percent    float64  `json:"percentage"` // of the files that have an extension
	Extensions []string `json:"extensions"` // with the dot, sorted
}

// Extension is one that no language claims.
type Extension struct {
	Name  string `json:"extension"` // with the dot
	Files int    `json:"file_count"`
}

// KeyDir is a folder whose name says what it is for.
type KeyDir struct {
	Path    string `json:"path"`
	Purpose string `json:"purpose"`
}

// Manifest is a file that says what a folder is.
type Manifest struct {
	Path     string `json:"path"`
	Type     string `json:"type"`     // "CargoToml"; "Unknown" if no language knows it
	Priority int    `json:"priority"` // 1 first; 99 if no language knows it
	Depth    int    `json:"depth"`    // 0 for the root
	Lock     bool   `json:"lock,omitempty"`

	// Of those that are shown only.
	Size    int64  `json:"size,omitempty"` // bytes
	Content string `json:"content,omitempty"`
	Cut     bool   `json:"truncated,omitempty"` // the file goes on
	Shown   bool   `json:"-"`
}

// Suggestion is a first guess by the registry.
type Suggestion struct {
	Path        string  `json:"path"`
	Language    string  `json:"language"` // display name; "Polyglot" for several
	BuildSystem string  `json:"build_system"`
	Variant     string  `json:"variant,omitempty"`
	Confidence  float64 `json:"confidence"`
	Reason      string  `json:"reasoning"`
	Note        string  `json:"note,omitempty"`
}

// Partial says what is missing.
type Partial struct {
	Reason  PartialReason `json:"reason"`
	Scanned int           `json:"scanned,omitempty"`
	Limit   int           `json:"limit,omitempty"`
	TimeMS  int64         `json:"duration_ms,omitempty"`
	Paths   []string      `json:"paths,omitempty"` // what could not be read, at most ten
	Count   int           `json:"count,omitempty"` // how many there are of them, or of what lies too deep
	Why     string        `json:"why,omitempty"`   // of the first of Paths
}

// PartialReason is the specification's list, and what else leaves a part of a
// folder unseen.
type PartialReason string

// The reasons.
const (
	MaxFilesReached    PartialReason = "max_files_reached"
	Timeout            PartialReason = "timeout"
	ManifestReadErrors PartialReason = "manifest_read_errors"
	UnreadableFolders  PartialReason = "unreadable_folders"
	MaxDepthReached    PartialReason = "max_depth_reached"
)

// Failure is a scan that came to nothing.
type Failure struct {
	Code    FailureCode `json:"code"`
	Message string      `json:"message"`
	Reason  string      `json:"reason"`
	Scanned int         `json:"scanned,omitempty"`
	About   int         `json:"about,omitempty"` // files there may be
	Err     error       `json:"-"`
}

// FailureCode is the specification's list.
type FailureCode string

// The codes.
const (
	PathNotFound  FailureCode = "path_not_found"
	NotADirectory FailureCode = "not_a_directory"
	OutOfTime     FailureCode = "timeout"
	Filesystem    FailureCode = "filesystem"
)

// Unread counts the folders and manifests that could not be read.
func (v *Inventory) Unread() int {
	if v.Partial == nil {
		return 0
	}
	switch v.Partial.Reason {
	case UnreadableFolders:
		return v.Partial.Count
	case ManifestReadErrors:
		return len(v.Partial.Paths)
	default:
		return 0
	}
}

// Limits are those that the scan had.
func (v *Inventory) Limits() Limits { return v.limits }

// TotalSize is the size of all files in bytes. It is asked of the disk when it
// is first wanted: on a large tree that takes as long as the scan.
func (v *Inventory) TotalSize() int64 {
	v.once.Do(func() {
		if v.Index != nil && v.Reader != nil {
			v.bytes = v.Reader.Repo.TotalSize(context.Background(), v.Index.Files)
		}
	})
	return v.bytes
}
