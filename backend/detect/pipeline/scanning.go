package pipeline

import (
	"cmp"

	"aipack/backend/base/event"
	"aipack/backend/base/plural"
	"aipack/backend/detect/scan"
)

// scans tells of the scan, in more detail than of other phases. One that failed
// and left something to go on with is told as both.
func (r *running) scans(p WorkflowPhase, execute func() error) error {
	if p.Name() != scanPhase {
		return execute()
	}
	r.events.Send(event.ScanStarted{})
	start := r.o.Now()
	err := execute()
	if err != nil {
		r.events.Send(event.ScanFailed{Problem: err.Error()})
		return err
	}
	v := r.a.Scan()
	if v.Failure != nil {
		r.events.Send(event.ScanFailed{Problem: v.Failure.Message})
	}
	done := surveyed(v)
	done.DurationMS = r.o.Now().Sub(start).Milliseconds()
	r.events.Send(done)
	return nil
}

// mostKeyDirs bounds the folders that are told of: monorepos have hundreds.
const mostKeyDirs = 24

// mostLeftOut bounds the folders that were not looked into and are told of.
const mostLeftOut = 24

// surveyed is the inventory in numbers and names (the specification's
// BootstrapContext).
func surveyed(v *scan.Inventory) event.ScanCompleted {
	e := event.ScanCompleted{
		Files: v.Summary.Files, Dirs: v.Summary.Dirs, Manifests: len(v.Manifests),
		Others: v.Summary.Languages.UnknownFiles, Workspaces: v.Summary.Workspaces,
	}
	if v.Partial != nil {
		e.Partial, e.Reason, e.Unread = v.Partial.Words(), string(v.Partial.Reason), v.Unread()
	}
	for _, l := range v.Summary.Languages.Known {
		e.Languages = append(e.Languages, event.LanguageShare{ID: l.ID, Name: l.Name, Files: l.Files, Percent: l.Percent})
	}
	for _, x := range v.Summary.Languages.UnknownTop {
		e.Unknown = append(e.Unknown, event.LanguageShare{
			Name: x.Name, Files: x.Files,
			Percent: 100 * float64(x.Files) / float64(cmp.Or(v.Summary.Languages.KnownFiles+v.Summary.Languages.UnknownFiles, 1)),
		})
	}
	if g := v.Suggestion; g != nil {
		e.Guess = &event.Guess{Language: g.Language, BuildSystem: g.BuildSystem, Confidence: g.Confidence, Reason: g.Reason}
	}
	for _, s := range v.Steps {
		e.Steps = append(e.Steps, event.ScanStep{Name: s.Name, DurationUS: s.Took.Microseconds(), Result: came(v, s.Name)})
	}
	for _, d := range v.Summary.KeyDirs[:min(mostKeyDirs, len(v.Summary.KeyDirs))] {
		e.KeyDirs = append(e.KeyDirs, event.KeyDir{Path: d.Path, Purpose: d.Purpose})
	}
	if v.Index != nil {
		left := v.Index.LeftOut()
		for _, s := range left[:min(mostLeftOut, len(left))] {
			e.LeftOut = append(e.LeftOut, event.LeftOut{Path: s.Path, Why: s.Why()})
		}
	}
	return e
}

// came says what a step of the scan came to.
func came(v *scan.Inventory, step string) string {
	switch step {
	case scan.StepWalk:
		return plural.Of(v.Summary.Files, "file") + " in " + plural.Of(v.Summary.Dirs, "folder")
	case scan.StepKeyDirs:
		return plural.Of(len(v.Summary.KeyDirs), "folder")
	case scan.StepNames:
		return plural.Of(len(v.Manifests), "manifest") + ", " + plural.Of(len(v.Summary.Languages.Known), "language")
	case scan.StepManifests:
		shown := 0
		for _, m := range v.Manifests {
			if m.Shown {
				shown++
			}
		}
		return plural.Of(shown, "manifest") + " read"
	case scan.StepSuggestion:
		if v.Suggestion == nil {
			return "none"
		}
		return v.Suggestion.Language
	}
	return ""
}
