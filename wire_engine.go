//go:build engine || !headless

package main

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/agent/outside"
	"aipack/backend/agent/place"
	"aipack/backend/base/appdir"
	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/asking"
	"aipack/backend/cli/auditing"
	"aipack/backend/cli/coding"
	"aipack/backend/cli/conversing"
	"aipack/backend/cli/evaluating"
	"aipack/backend/cli/fetching"
	"aipack/backend/cli/fleeting"
	"aipack/backend/cli/history"
	"aipack/backend/cli/inferring"
	"aipack/backend/cli/keeping"
	"aipack/backend/cli/learning"
	"aipack/backend/cli/provider"
	"aipack/backend/cli/proving"
	"aipack/backend/cli/serving"
	"aipack/backend/detect/analysis"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/keys"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/scores"
	"aipack/backend/store"
)

// The labelled projects in which models are measured, 15 kB: seven that the
// rules get wrong, and three fixtures of which they are right without being
// sure. Archives only: go:embed takes no folder with a go.mod.
//
//go:embed testdata/unsure testdata/repos/edge/express-unused.* testdata/repos/edge/python-no-program.* testdata/repos/edge/start-missing.*
var labelled embed.FS

// carried is their set.
var carried = sync.OnceValues(func() (scores.Set, error) { return scores.Carried(labelled, "testdata/unsure", "testdata/repos") })

// Models are wired in aipack-engine and in the window only: the providers'
// libraries would cost the light program more at start-up than a detection.

// allRooms are the rooms of a program that holds models.
func allRooms(models *gateway.Models) cli.Rooms {
	r := rooms()
	r.Advise = asking.Adviser(models, analysis.Registry)
	return r
}

// commands are those that need heavy libraries: aipack-engine and the window
// hold them, and the light program hands them on.
func commands(models *gateway.Models) []func(*cli.Program) *cobra.Command {
	desk := fetching.Usual(gateway.Machine)
	desk.Others, desk.Worth = others(models), worthOf
	desk.Forget = forget(models)
	prover := proving.Parts{Advisers: asking.Suggesters(models, analysis.Registry), In: os.Stdin, Asks: desk.Asks}
	asker := conversing.Parts{
		Open: asking.Talker(models), Price: gateway.Price, In: os.Stdin, Asks: desk.Asks, Where: place.Find, Languages: analysis.Registry,
		Environment: os.LookupEnv, Secrets: outside.NewSecrets(keys.System()),
	}
	return []func(*cli.Program) *cobra.Command{
		keeping.Parts{In: os.Stdin, Asks: desk.Asks}.Keep, learning.Parts{In: os.Stdin, Asks: desk.Asks}.Lessons,
		prover.Prove, prover.Repair, proving.Preview, proving.Test, auditing.Audit, fleeting.Command, proving.Lint, proving.Checker, inferring.Worker,
		asker.Ask, asker.Change, asker.Sessions, asker.Permissions, asker.Notes, asker.Servers,
		coding.Parts{Meaning: meaning(models)}.Code, coding.Reader, measuring(models).Eval,
		provider.Command(provider.Parts{Selector: models.Selector, Keys: models.Keys, Try: try(models), In: os.Stdin}),
		desk.Model, desk.Setup, serving.MCP(os.Stdin), history.Command(history.Parts{Folder: appdir.Data, In: os.Stdin, Asks: desk.Asks}),
	}
}

// meaning opens the model that says what texts mean.
func meaning(models *gateway.Models) func() (coding.Meaning, string, error) {
	return func() (coding.Meaning, string, error) {
		e, name, err := models.Meaning()
		if err != nil {
			return nil, "", err
		}
		return e, name, nil
	}
}

// measuring is what evaluations work with.
func measuring(models *gateway.Models) evaluating.Parts {
	return evaluating.Parts{Client: asking.Client(models), Price: gateway.Price, Carried: carried, Graph: coding.Graph, History: proofs}
}

// proofs are the reports of the history.
func proofs() ([]string, error) {
	dir, err := appdir.Data()
	if err != nil {
		return nil, err
	}
	s, err := store.Read(dir, time.Now)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fault.OfFile("cannot read the history in "+dir, err, "AIPACK_DATA names another folder")
	}
	reports, err := s.Reports()
	return reports, errors.Join(err, s.Close())
}

// forget drops what was found out of a model of this computer.
func forget(models *gateway.Models) func(string) error {
	return func(id string) error {
		data, err := appdir.Data()
		if err != nil {
			return err
		}
		return errors.Join(models.Trials().Forget("embedded", id), scores.In(data).Forget("embedded", id))
	}
}

// worthOf says what a model of this computer was found to be worth.
func worthOf(id string) string {
	data, err := appdir.Data()
	if err != nil {
		return scores.NotMeasured
	}
	set, err := carried()
	if err != nil {
		return err.Error()
	}
	return scores.In(data).Said("embedded", id, scores.Judge{Set: set.ID, Version: version, Now: time.Now()})
}

// others says how all providers stand, in the order in which they are asked.
func others(models *gateway.Models) func(context.Context) []fetching.Other {
	return func(ctx context.Context) []fetching.Other {
		var out []fetching.Other
		pick := models.Selector()
		for _, provider := range selector.Providers() {
			c, state, reason := pick.Look(ctx, provider, selector.Want{})
			out = append(out, fetching.Other{Name: c.Name, Ready: state == selector.Ready, Reason: reason})
		}
		return out
	}
}

// try makes a model that a command tests count in the user's books.
func try(models *gateway.Models) func(context.Context, selector.Want, func(string)) (llm.Capabilities, selector.Candidate, error) {
	return func(ctx context.Context, w selector.Want, say func(string)) (llm.Capabilities, selector.Candidate, error) {
		terms := gateway.Terms{Want: w}.WithBooks(say)
		terms.Unkept = func(err error) { say(err.Error()) }
		return models.Try(ctx, terms)
	}
}
