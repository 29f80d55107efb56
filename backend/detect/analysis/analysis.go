// Package analysis puts an analysis together: every language, the phases in their
// order, and the validator's word on what comes out. It is the one list of
// phases, and decides nothing.
package analysis

import (
	"sync"
	"time"

	"aipack/backend/detect/phase"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/detect/validate"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
	"aipack/languages"
)

// Registry is the one of all languages. It is made with the first question and
// shared: patterns are compiled once.
var Registry = sync.OnceValue(func() *language.Registry { return language.NewRegistry(languages.All()) })

// New is the line with its usual limits.
func New() *pipeline.Orchestrator { return Within(Limits()) }

// Limits are those of the line's own scan: it needs the walk alone, not the
// manifests' texts and the suggestion that a model is shown.
func Limits() scan.Limits {
	l := scan.Default()
	l.Contents, l.Suggest = false, false
	return l
}

// Within is the line whose scan keeps to limits.
func Within(limits scan.Limits) *pipeline.Orchestrator {
	return &pipeline.Orchestrator{Parts: pipeline.Parts{
		Registry: Registry(),
		Before: []pipeline.WorkflowPhase{
			phase.Scan{Limits: limits}, phase.Classify{}, phase.Structure{}, phase.Dependencies{}, phase.BuildOrder{}, phase.RootCache{},
		},
		Service: []pipeline.ServicePhase{
			phase.Runtime{}, phase.Entrypoint{}, phase.Port{}, phase.Build{}, phase.NativeDeps{}, phase.EnvVars{}, phase.Health{}, phase.Cache{},
		},
		After: []pipeline.WorkflowPhase{phase.Assemble{}},
		Now:   time.Now,
		Check: check,
	}}
}

// check asks the validator and speaks the line's own words.
func check(files []string) func(universalbuild.UniversalBuild) []pipeline.Problem {
	validator := validate.New(files)
	return func(doc universalbuild.UniversalBuild) []pipeline.Problem {
		var out []pipeline.Problem
		for _, p := range validator.Document(doc) {
			out = append(out, pipeline.Problem{
				Field: p.Path, Rule: p.Rule, Message: p.Message, Fix: p.Fix, Doubt: p.Level == validate.Warning,
			})
		}
		return out
	}
}
