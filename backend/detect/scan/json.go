package scan

import (
	"encoding/json"

	"aipack/backend/repo"
)

// MarshalJSON is the form of `scan --format json`.
func (v *Inventory) MarshalJSON() ([]byte, error) {
	out := document{
		Outcome: v.Outcome, Partial: v.Partial, Failure: v.Failure,
		Manifests: orEmpty(v.Manifests), Suggestion: v.Suggestion, TookMS: v.Took.Milliseconds(),
	}
	if v.Index != nil {
		s := v.Summary
		out.Summary = &summary{
			Files: s.Files, Dirs: s.Dirs, Bytes: v.TotalSize(),
			Languages: languages{
				Known: orEmpty(s.Languages.Known), UnknownTop: orEmpty(s.Languages.UnknownTop),
				UnknownTail: orEmpty(s.Languages.UnknownTail), KnownFiles: s.Languages.KnownFiles,
				UnknownFiles: s.Languages.UnknownFiles, StrangeFiles: s.Languages.StrangeFiles,
			},
			RootFiles: orEmpty(s.RootFiles), KeyDirs: orEmpty(s.KeyDirs), Workspaces: orEmpty(s.Workspaces),
			Skipped: orEmpty(v.Index.Skipped), Problems: orEmpty(v.Index.Problems),
		}
	}
	return json.Marshal(out)
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// document has the field names of the specification's BootstrapContext.
type document struct {
	Outcome    Outcome     `json:"outcome"`
	Partial    *Partial    `json:"partial,omitempty"`
	Failure    *Failure    `json:"error,omitempty"`
	Summary    *summary    `json:"summary,omitempty"`
	Manifests  []Manifest  `json:"manifests"`
	Suggestion *Suggestion `json:"suggestion,omitempty"`
	TookMS     int64       `json:"scan_duration_ms"`
}

type summary struct {
	Files      int            `json:"file_count"`
	Dirs       int            `json:"dir_count"`
	Bytes      int64          `json:"total_size"`
	Languages  languages      `json:"language_detection"`
	RootFiles  []string       `json:"root_files"`
	KeyDirs    []KeyDir       `json:"key_directories"`
	Workspaces []string       `json:"workspace_indicators"`
	Skipped    []repo.Skipped `json:"skipped"`
	Problems   []repo.Problem `json:"problems"`
}

type languages struct {
	Known        []Share     `json:"languages"`
	UnknownTop   []Extension `json:"unknown_top"`
	UnknownTail  []Extension `json:"unknown_tail"`
	KnownFiles   int         `json:"recognized_count"`
	UnknownFiles int         `json:"unknown_count"`
	StrangeFiles int         `json:"exotic_count"`
}
