// Package conversing holds the commands that talk with a model about a project. What is
// said and looked at is agent's matter.
package conversing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/agent"
	"aipack/backend/agent/outside"
	"aipack/backend/agent/place"
	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/language"
	"aipack/backend/model/llm"
	"aipack/backend/prove"
	"aipack/backend/universalbuild"
)

// Parts are what the commands work with.
type Parts struct {
	// Open chooses the model, with the tokens of its window, 0 where that is not known.
	Open func(ctx context.Context, a cli.Asking, tell func(event.Event)) (llm.Client, int, error)

	In   io.Reader // where a user's word on a change is read from
	Asks bool      // somebody is there to give it

	Where     place.Finder              // commands run; nil: none are
	Languages func() *language.Registry // knows how their tests run; nil: that is not said

	Price func(provider, model string, u llm.Usage) (usd float64, known bool)

	Environment func(name string) (value string, there bool) // of aipack, for MCP servers
	Secrets     *outside.Secrets                             // that the user gave for one of them; nil: none
}

// options are what a command line says.
type options struct {
	folders cli.Folders
	model   cli.Asking
	format  string
	report  string
	timeout time.Duration
	goOn    string // which conversation goes on; "" begins one

	changes bool   // files may be changed
	yes     bool   // without asking what the rules would ask about
	builder string // in whose containers commands run; "": what is found
}

// Ask is the command that answers one question.
func (parts Parts) Ask(p *cli.Program) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use: "ask PATH QUESTION", Short: "Answers a question about a project, with the lines that show it",
		Long: "Ask lets a model answer a question about a project: why its plan is as it is, where something is done, what a change would touch.\n" +
			"The model is shown the plan with its evidence, looks up what it needs with tools that only read, and answers; the lines it looked at are\n" +
			"printed below. Nothing is changed or run. The conversation is kept: --continue goes on with it, and without a question with one that was\n" +
			"cut off. Where it grows beyond the model's window the model sums up what was said; /compact in place of a question does it at once, and\n" +
			"aipack sessions PATH undo ID takes that back. Exit code 1: there is no whole answer.",
	}
	parts.turn(p, c, &o, "question")
	return c
}

// turn is what the commands have in common that let a model take a turn.
func (parts Parts) turn(p *cli.Program, c *cobra.Command, o *options, what string) {
	c.Args = func(_ *cobra.Command, args []string) error {
		if len(args) != 2 && (len(args) != 1 || o.goOn == "") {
			return cli.Misuse(fmt.Sprintf("a path and one %s in quotation marks are wanted, not %d arguments", what, len(args)))
		}
		return nil
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if o.format != "text" && o.format != "json" {
			return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", o.format))
		}
		if err := o.model.Check(); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(c.Context(), o.timeout)
		defer cancel()
		return parts.ask(ctx, p, *o, args[0], args[1:])
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "text or json")
	f.StringVar(&o.report, "report", "", "show the model what failed in this report of aipack prove --format json, too")
	f.StringVar(&o.goOn, "continue", "", "go on with a conversation: --continue=ID, or --continue alone for the last one")
	f.Lookup("continue").NoOptDefVal = "last"
	f.DurationVar(&o.timeout, "timeout", usualTime, "give up after this long")
	o.model.Flags(f)
	o.folders.Flags(f)
}

// usualTime is how long a turn may take where nobody said more: a model on this computer
// reads a long file for a minute.
const usualTime = 10 * time.Minute

// ask puts a question, or goes on with the last one where there is none.
func (parts Parts) ask(ctx context.Context, p *cli.Program, o options, dir string, question []string) (err error) {
	failed, err := failures(o.report)
	if err != nil {
		return err
	}
	tree, err := o.folders.Open(dir)
	if err != nil {
		return err
	}
	defer tree.Close()
	p = apart(p)
	kept, err := parts.keeping(p, o, dir)
	if err != nil {
		return err
	}
	defer kept.close(p)
	told := narrator(p, o.format == "text")
	o.model.Say = func(text string) { visible.Fprintf(p.Err, "aipack: %s\n", text) }
	client, window, err := parts.Open(ctx, o.model, told)
	if err != nil {
		return err
	}
	code := readCode(ctx, p, tree)
	defer code.stop()
	others := parts.begin(ctx, p)
	defer others.close()
	plans, err := plansOf(ctx, p, o, dir)
	if err != nil {
		return err
	}
	code.wait(p)
	options := agent.Options{
		Client: client, Window: window, Repo: tree, Plans: plans, Failures: failed, Code: code.now, Temperature: temperature(o.model),
		Tell: told, Now: p.Now, Keep: kept.keep(),
	}
	if options.Permissions, err = kept.permissions(); err != nil {
		return err
	}
	if options.Notes, err = kept.notes(p, tree); err != nil {
		return err
	}
	options.Others = others.wait()
	somebody := parts.somebody(p, o, kept, options.Others)
	if o.changes {
		hands, closeHands, err := parts.hands(ctx, p, o, dir, kept, plans, somebody)
		if err != nil {
			return err
		}
		defer closeHands()
		options.Hands = hands
	}
	talk := agent.New(options)
	talk.Restore(kept.said)
	if len(question) > 0 && strings.TrimSpace(question[0]) == compactWord {
		return compact(ctx, p, talk)
	}
	var answer agent.Answer
	if len(question) > 0 {
		answer, err = talk.Ask(ctx, question[0])
	} else {
		answer, err = talk.Resume(ctx)
	}
	if printErr := parts.print(p, o, answer, kept.id(), err); printErr != nil {
		return printErr
	}
	return err
}

// compactWord, in place of a question, has what was said summed up.
const compactWord = "/compact"

// compact sums a conversation up, as the user asked.
func compact(ctx context.Context, p *cli.Program, talk *agent.Conversation) error {
	sum, err := talk.Compact(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(p.Out, visible.Block(sum.Text))
	return nil
}

// plansOf are the plans of a folder, by the rules alone; none where nothing deployable
// was found.
func plansOf(ctx context.Context, p *cli.Program, o options, dir string) ([]universalbuild.UniversalBuild, error) {
	found, err := p.Find(ctx, cli.ByRules(o.folders), dir)
	if err != nil {
		return nil, err
	}
	return found.Documents, nil
}

// temperature is 0 for what is recorded, so that what is asked again is answered as
// before (ruling K-11).
func temperature(a cli.Asking) float64 {
	if a.Record+a.Replay != "" {
		return 0
	}
	return 0.1
}

// failures reads what failed from a report; none where no report is named.
func failures(file string) ([]agent.Failure, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil, &fault.Fault{Code: fault.FileNotFound, Message: "there is no report " + file, Hint: "aipack prove PATH --format json > " + filepath.Base(file) + " makes one"}
		}
		return nil, fault.OfFile("the report "+file+" cannot be read", err, "check the path")
	}
	var reports []*prove.Report
	if err := json.Unmarshal(text, &reports); err != nil {
		return nil, &fault.Fault{Code: fault.WrongUse, Message: file + " is no report of a proof", Hint: "aipack prove PATH --format json prints one", Err: err}
	}
	return agent.Failures(reports), nil
}
