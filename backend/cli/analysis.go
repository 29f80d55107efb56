package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/event"
	"aipack/backend/fault"
	"aipack/backend/pipeline"
)

// Models says which model is asked, where one is.
type Models struct {
	Provider string // "" for the usual order
	Model    string // "" for the provider's usual one
	BaseURL  string // of a server of one's own
	Record   string // folder that exchanges are written to, "" for none
	Replay   string // folder that exchanges are read from instead of asking
}

// Analysis is what the commands that look at a folder share.
type Analysis struct {
	mode    string
	service string
	hint    string
	timeout time.Duration
	events  bool
	verbose int
	models  Models
}

// Flags adds the flags.
func (a *Analysis) Flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&a.mode, "mode", pipeline.Static, "static (rules only), full (a model is asked where the rules are unsure) or llm (it is asked everything; it still wins only where they are unsure)")
	f.StringVar(&a.service, "service", "", "only the service in this folder of the repository")
	f.StringVar(&a.hint, "hint", "", "your own words about the project, for the model")
	f.DurationVar(&a.timeout, "timeout", 5*time.Minute, "give up after this long")
	f.BoolVar(&a.events, "events", false, "print every event of the run as a line of JSON on standard error")
	f.CountVarP(&a.verbose, "verbose", "v", "say more on standard error; twice for everything")
	f.StringVar(&a.models.Provider, "provider", "", "ask this provider: embedded, ollama, openai, anthropic, gemini")
	f.StringVar(&a.models.Model, "model", "", "ask this model of the provider")
	f.StringVar(&a.models.BaseURL, "base-url", "", "address of a server that speaks the provider's protocol")
	f.StringVar(&a.models.Record, "record", "", "write what was asked and answered to this folder")
	f.StringVar(&a.models.Replay, "replay", "", "answer from what was recorded in this folder; nothing is sent")
}

// check refuses what makes no sense.
func (a *Analysis) check() error {
	switch a.mode {
	case pipeline.Full, pipeline.LLM:
		if a.models.Record != "" && a.models.Replay != "" {
			return Misuse("--record and --replay exclude each other")
		}
		return nil
	case pipeline.Static:
		if a.models != (Models{}) {
			return Misuse("with --mode static no model is asked: add --mode full or --mode llm")
		}
		return nil
	}
	return Misuse(fmt.Sprintf("--mode is static, full or llm, not %q", a.mode))
}

// errHandedOver says that the sibling program has to do it.
var errHandedOver = errors.New("another program is asked")

// analysing runs a command that analyses, here or in the program that holds
// the models.
func (p *Program) analysing(ctx context.Context, run func() error) error {
	err := run()
	if errors.Is(err, errHandedOver) {
		return p.handOver(ctx, p.args)
	}
	return err
}

// Find analyses a folder.
func (p *Program) Find(ctx context.Context, a Analysis, dir string) (*pipeline.Outcome, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	if a.mode != pipeline.Static && p.Adviser == nil {
		return nil, errHandedOver
	}
	r, err := open(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	sinks := []event.Sink{}
	if a.verbose > 0 {
		sinks = append(sinks, event.Log(p.Err, event.Normal+event.Level(a.verbose)))
	}
	if a.events {
		sinks = append(sinks, jsonLines(p.Err))
	}
	run := pipeline.Run{
		ID: fmt.Sprintf("cli-%d", p.Now().UnixMilli()), Repo: r, Mode: a.mode, Only: a.service, Sink: event.Composite(sinks...), Hint: a.hint,
	}
	if a.mode != pipeline.Static {
		run.Adviser = p.Adviser(a.models)
	} else if a.hint != "" {
		fmt.Fprintln(p.Err, "aipack: a hint needs a model, and the rules alone were asked; add --mode full")
	}
	out, err := p.Analyse(ctx, run)
	if err == nil && a.mode == pipeline.LLM && out.Spent.Failure != "" && out.Spent.Iterations == 0 {
		err = &fault.Fault{Code: fault.NetworkError, Message: "no model could be asked: " + out.Spent.Failure, Hint: "with --mode full the rules' answers are given all the same"}
	}
	return out, err
}

// printSpent says what a model was asked and what came of it.
func printSpent(w io.Writer, s pipeline.Spent) {
	if s.Questions > 0 {
		about := ""
		if s.Estimated {
			about = "about "
		}
		fmt.Fprintf(w, "\nmodel  %s: %s, %d taken over; %s%d tokens in, %d out, %.1f s\n",
			s.Model, plural(s.Questions, "question"), s.Taken, about, s.Prompt, s.Completion, float64(s.ModelMS)/1000)
	}
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
