// Package asking says what a command line wants of its model.
package asking

import (
	"context"

	"aipack/backend/base/event"
	"aipack/backend/cli"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/model/advise"
	"aipack/backend/model/advise/live"
	"aipack/backend/model/advise/suggest"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/catalogue"
	"aipack/backend/model/llm/failover"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/recording"
	"aipack/backend/model/llm/selector"
)

// Terms are those that a command line names; its request counts in the books
// of the user's month.
func Terms(a cli.Asking) (gateway.Terms, error) {
	m := gateway.Terms{
		Want:    selector.Want{Provider: a.Provider, Model: a.Model, BaseURL: a.BaseURL, By: "on the command line", Fallback: a.Fallback},
		Retries: failover.Retries,
	}
	if f := a.Fallback; f != "" && f != selector.NoFallback && !selector.Known(f) {
		return m, cli.Misuse("--fallback is a provider or none, not " + f)
	}
	switch {
	case a.Both():
		m.Mode, m.Recording = recording.Auto, recording.Files{Dir: a.Record}
	case a.Record != "":
		m.Mode, m.Recording = recording.Record, recording.Files{Dir: a.Record}
	case a.Replay != "":
		m.Mode, m.Recording = recording.Replay, recording.Files{Dir: a.Replay}
	}
	return m.WithBooks(a.Say), nil
}

// Client gives the model that an evaluation is about.
func Client(models *gateway.Models) func(context.Context, cli.Asking) (llm.Client, error) {
	return func(ctx context.Context, a cli.Asking) (llm.Client, error) {
		client, choice, err := open(ctx, models, a, "eval", nil)
		if err == nil {
			a.Say(choice.Chosen.Reason)
		}
		return client, err
	}
}

// Talker gives the model that questions about a project are put to, and how many tokens
// its window has, 0 where that is not known. tell hears of failed tries and of switches.
func Talker(models *gateway.Models) func(ctx context.Context, a cli.Asking, tell func(event.Event)) (llm.Client, int, error) {
	return func(ctx context.Context, a cli.Asking, tell func(event.Event)) (llm.Client, int, error) {
		client, choice, err := open(ctx, models, a, "ask", tell)
		if err != nil {
			return nil, 0, err
		}
		a.Say(choice.Chosen.Reason)
		return client, catalogue.Window(client.Provider(), client.Model()), nil
	}
}

// open makes the client of a command line. That nobody can be asked is an error.
func open(ctx context.Context, models *gateway.Models, a cli.Asking, scenario string, tell func(event.Event)) (llm.Client, selector.Choice, error) {
	m, err := Terms(a)
	if err != nil {
		return nil, selector.Choice{}, err
	}
	if scenario == "ask" {
		m.Near = a.Say
		m = m.WithBooks(a.Say)
	}
	m.Scenario, m.Tell, m.Verify = scenario, tell, true
	client, choice, err := models.Open(ctx, m)
	if err == nil && client == nil {
		err = choice.Unready()
	}
	if err != nil {
		return nil, choice, err
	}
	return client, choice, nil
}

// manner is how a model is asked.
func manner(a cli.Asking) (o advise.Options) {
	o.Limits.Calls = a.Calls
	if a.Measured || a.Record+a.Replay != "" {
		return o.Measured()
	}
	return o
}

// Adviser makes who is asked where the rules are unsure.
func Adviser(models *gateway.Models, registry func() *language.Registry) func(context.Context, cli.Asking) (pipeline.Adviser, error) {
	return func(_ context.Context, a cli.Asking) (pipeline.Adviser, error) {
		m, err := Terms(a)
		if err != nil {
			return nil, err
		}
		return live.New(models, m, registry, manner(a), func(c selector.Choice) {
			if c.Ready() {
				a.Say(c.Chosen.Reason)
			}
		}), nil
	}
}

// Suggesters makes advisers for failures of proofs, one for each failure. Who is
// chosen is said once.
func Suggesters(models *gateway.Models, registry func() *language.Registry) func(cli.Asking) (func() suggest.Adviser, error) {
	return func(a cli.Asking) (func() suggest.Adviser, error) {
		m, err := Terms(a)
		if err != nil {
			return nil, err
		}
		said := false
		return func() suggest.Adviser {
			return live.New(models, m, registry, manner(a), func(c selector.Choice) {
				if c.Ready() && !said {
					said = true
					a.Say(c.Chosen.Reason)
				}
			})
		}, nil
	}
}
