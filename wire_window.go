//go:build !headless || window

package main

import (
	"aipack/backend/cli/asking"
	"aipack/backend/hardware"
	"aipack/backend/home"
	"aipack/backend/language"
	"aipack/backend/line"
	"aipack/backend/llm/gateway"
	"aipack/backend/llm/ledger"
	"aipack/backend/pipeline"
	"aipack/backend/repo"
	"aipack/backend/settings"
)

// The names that the window's files still use.
var (
	models       = gateway.New(version)
	choosing     = models.Selector
	keyring      = models.Keys
	model        = models.Open
	advising     = models.Advise
	letGo        = models.Release
	priceOf      = gateway.Price
	usageOf      = gateway.UsageOf
	spentIn      = gateway.Spent
	booksIn      = ledger.In
	machine      = gateway.Machine
	dataFolder   = home.Data
	orchestrator = line.New
	choiceOf     = asking.Terms
	_            = hardware.Now
)

// ModelChoice is what a run wants of its model.
type (
	ModelChoice = gateway.Terms
	hearing     = gateway.Adviser
)

func known() *language.Registry { return line.Registry() }

// lineFor is the line with the user's limits.
func lineFor(s settings.Settings) *pipeline.Orchestrator {
	limits := line.Limits()
	limits.Files, limits.Depth = s.MaxFiles, s.MaxDepth
	if len(s.IgnoredFolders) > 0 {
		limits.Skip = append(repo.DefaultSkip(), s.IgnoredFolders...)
	}
	return line.Within(limits)
}
