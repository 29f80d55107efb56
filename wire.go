package main

import (
	"context"
	"time"

	"aipack/backend/cli"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// version is set by the Makefile.
var version = "development"

// rooms are what the command line of every program leads to. Nothing is read,
// compiled or opened before a command needs it.
func rooms() cli.Rooms {
	return cli.Rooms{
		Analyse: func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error) {
			return analysis.New().Execute(ctx, run)
		},
		Registry: func() *language.Registry { return analysis.Registry() },
		Version:  version,
		Now:      time.Now,
	}
}
