package main

import (
	"context"
	"time"

	"aipack/backend/cli"
	"aipack/backend/language"
	"aipack/backend/phase"
	"aipack/backend/pipeline"
	"aipack/backend/scan"
	"aipack/backend/universalbuild"
	"aipack/backend/validate"
	"aipack/languages"
)

// version is set by the Makefile.
var version = "development"

// rooms builds what both doors, window and command line, lead to. It is the
// only place where concrete types meet, and it does no work: everything is
// read, compiled or opened when a command needs it.
func rooms() cli.Rooms {
	line := orchestrator()
	return cli.Rooms{
		Analyse:  func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error) { return line.Execute(ctx, run) },
		Registry: func() *language.Registry { return line.Registry },
		Version:  version,
		Now:      time.Now,
	}
}

// orchestrator puts the phases in their order.
func orchestrator() *pipeline.Orchestrator {
	return &pipeline.Orchestrator{Parts: pipeline.Parts{
		Registry: language.NewRegistry(languages.All()),
		Before: []pipeline.WorkflowPhase{
			phase.Scan{Limits: walkOnly()}, phase.Classify{}, phase.Structure{}, phase.Dependencies{}, phase.BuildOrder{}, phase.RootCache{},
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

// walkOnly are the limits of the line's own scan: it needs the walk alone, not
// the manifests' texts and the suggestion that a model is shown.
func walkOnly() scan.Limits {
	l := scan.Default()
	l.Contents, l.Suggest = false, false
	return l
}
