// Package evaluating holds the command eval.
package evaluating

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/base/tokens"
	"aipack/backend/cli"
	"aipack/backend/code/codegraph"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/evaluate"
	"aipack/backend/model/llm"
	"aipack/backend/model/scores"
	"aipack/backend/repo"
)

// Parts is what the command works with.
type Parts struct {
	// Client gives the model that a command line names.
	Client func(ctx context.Context, a cli.Asking) (llm.Client, error)
	// Price is what a provider takes for a model's tokens.
	Price evaluate.Price
	// Carried gives the labelled projects within the program.
	Carried func() (scores.Set, error)
	// History gives the reports of the proofs that the history has, as JSON.
	History func() ([]string, error)
	// Graph makes the code graph of a folder.
	Graph func(ctx context.Context, p *cli.Program, tree *repo.Tree) (*codegraph.Graph, error)
}

// Eval runs one suite and says what it came to.
func (parts Parts) Eval(p *cli.Program) *cobra.Command {
	o := options{Program: p, Parts: parts}
	c := &cobra.Command{
		Use: "eval T|S|D|C|G|K|L|A", Short: "Measures the tools, a model's choice of them, whole detections, contexts, the code graph, confidence, lessons, or a model at work",
		Long: `T  the tools: written cases, no model
S  selection: which tool a model calls first; needs --provider or --replay
D  detection: labelled projects, by the rules, and with scripted models that
   answer wrongly, or with --provider or --replay; nothing may get worse. Of a
   model it says per field what it put right and made wrong, cost and seconds
C  contexts: questions about public projects, and whether what a model is shown
   of a symbol has what they need; --projects as for G
G  graph: who calls and imports whom in public projects, held against what
   their compilers say; --projects has the folders OWNER+NAME, which you fetch
K  confidence: how often what was said with a confidence came up, over the
   proofs of the history, or those of --proofs
L  lessons: repairs with what was learned before against repairs without; --proofs
   has the reports of the same projects in the folders on and off
A  agent: sixty small tasks in small repositories, held against what came of
   them; with --provider or --replay, else with the recorded answers, which
   measures the program alone. Files of the tasks are changed, nothing is run`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Misuse("eval needs one suite: T, S, D, C, G, K, L or A")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args[0]) },
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "text, json or html")
	f.StringVar(&o.out, "out", "", "write to a file; .html and .json set the format")
	f.StringVar(&o.fixtures, "fixtures", "",
		"folder of labelled projects, for D; without it those of aipack's sources, where it runs there, or else the ten within the program")
	f.StringVar(&o.questions, "questions", filepath.Join("testdata", "context"), "folder of questions, for C")
	f.StringVar(&o.edges, "edges", filepath.Join("testdata", "edges"), "folder of what compilers say, for G")
	f.StringVar(&o.projects, "projects", "", "folder of the projects that are asked about, for C and G")
	f.StringVar(&o.proofs, "proofs", "", "folder of what aipack prove --format json printed, files *.json, for K; for L with the folders on and off")
	f.StringVar(&o.ask.Provider, "provider", "", "whose model is measured: anthropic, openai, gemini, ollama or embedded")
	f.StringVar(&o.ask.Model, "model", "", "the provider's model")
	f.StringVar(&o.ask.BaseURL, "base-url", "", "the provider's address")
	f.StringVar(&o.ask.Record, "record", "", "record what the model is asked and answers in this folder")
	f.StringVar(&o.ask.Replay, "replay", "", cli.ReplayUsage)
	return c
}

type options struct {
	*cli.Program
	Parts
	format, out, fixtures, questions, edges, projects, proofs string
	ask                                                       cli.Asking
}

func (o options) run(ctx context.Context, suite string) error {
	if err := o.check(); err != nil {
		return err
	}
	var report *evaluate.Report
	var err error
	switch strings.ToUpper(suite) {
	case "T":
		report, err = evaluate.Tools(ctx, o.Registry(), o.Now)
	case "S":
		report, err = o.selection(ctx)
	case "D":
		report, err = o.detection(ctx)
	case "C":
		report, err = o.contexts(ctx)
	case "G":
		report, err = o.graph(ctx)
	case "K":
		report, err = o.confidence()
	case "L":
		report, err = o.learning()
	case "A":
		report, err = o.agent(ctx)
	default:
		return cli.Misuse(fmt.Sprintf("there is no suite %q; there are T, S, D, C, G, K, L and A", suite))
	}
	if err != nil {
		return err
	}
	report.Version = o.Version
	if err := o.write(report); err != nil {
		return err
	}
	if !report.Met {
		return cli.ErrFailed
	}
	return nil
}

func (o *options) check() error {
	if err := o.ask.CheckRecordings(); err != nil {
		return err
	}
	if o.ask.Provider == "" && o.ask.Model+o.ask.BaseURL+o.ask.Record != "" {
		return cli.Misuse("--model, --base-url and --record need --provider")
	}
	if o.format == "text" {
		switch filepath.Ext(o.out) {
		case ".html":
			o.format = "html"
		case ".json":
			o.format = "json"
		}
	}
	if o.format != "text" && o.format != "json" && o.format != "html" {
		return cli.Misuse(fmt.Sprintf("--format is text, json or html, not %q", o.format))
	}
	said := map[string]bool{} // every fixture has a run of its own, and would say it again
	o.ask.Say = func(text string) {
		if !said[text] {
			said[text] = true
			fmt.Fprintln(o.Err, "aipack:", text)
		}
	}
	o.ask.Fallback = "none" // another model's answers are another measurement
	return nil
}

// modelled says that a model is measured, alive or replayed.
func (o options) modelled() bool { return o.ask.Provider != "" || o.ask.Replay != "" }

func (o options) selection(ctx context.Context) (*evaluate.Report, error) {
	if !o.modelled() {
		return nil, cli.Misuse("suite S measures a model: name one with --provider, or a recording with --replay")
	}
	ask := o.ask
	ask.Mode = pipeline.LLM
	client, err := o.Client(ctx, ask)
	if err != nil {
		return nil, err
	}
	r, err := evaluate.Selection(ctx, client, o.Registry(), o.Now, o.progress())
	if r != nil {
		r.Replayed = o.ask.Replay != ""
	}
	return r, err
}

func (o options) graph(ctx context.Context) (*evaluate.Report, error) {
	if o.projects == "" {
		return nil, cli.Misuse("suite G measures public projects: fetch those of " + o.edges + " at their commits, each into a folder OWNER+NAME, and name the folder of these with --projects")
	}
	sets, err := evaluate.EdgeSets(os.DirFS(o.edges))
	if err != nil {
		return nil, err
	}
	if len(sets) == 0 {
		return nil, &fault.Fault{
			Code: fault.FileNotFound, Message: "there are no edges in " + o.edges,
			Hint: "run this in aipack's own folder, or name another with --edges",
		}
	}
	return evaluate.Edges{Sets: sets, Now: o.Now, Progress: o.progress(), Graph: func(ctx context.Context, project string) (*codegraph.Graph, error) {
		tree, err := cli.Open(o.folder(project))
		if err != nil {
			return nil, err
		}
		g, err := o.Parts.Graph(ctx, o.Program, tree)
		return g, errors.Join(err, tree.Close())
	}}.Run(ctx)
}

// folder is where a public project lies.
func (o options) folder(project string) string {
	return filepath.Join(o.projects, strings.ReplaceAll(project, "/", "+"))
}

func (o options) contexts(ctx context.Context) (*evaluate.Report, error) {
	if o.projects == "" {
		return nil, cli.Misuse("suite C asks about public projects: fetch those of " + o.questions + " at their commits, each into a folder OWNER+NAME, and name the folder of these with --projects")
	}
	sets, err := evaluate.QuestionsOf(os.DirFS(o.questions))
	if err != nil {
		return nil, err
	}
	if len(sets) == 0 {
		return nil, &fault.Fault{
			Code: fault.FileNotFound, Message: "there are no questions in " + o.questions,
			Hint: "run this in aipack's own folder, or name another with --questions",
		}
	}
	return evaluate.Contexts{Sets: sets, Counter: tokens.Estimate{}, Now: o.Now, Progress: o.progress(), Open: func(ctx context.Context, project string) (evaluate.Project, error) {
		tree, err := cli.Open(o.folder(project))
		if err != nil {
			return evaluate.Project{}, err
		}
		g, err := o.Parts.Graph(ctx, o.Program, tree)
		if err != nil {
			return evaluate.Project{}, errors.Join(err, tree.Close())
		}
		return evaluate.Project{Graph: g, Sources: tree.ReadFile, Close: tree.Close}, nil
	}}.Run(ctx)
}

// progress says on standard error how each case of a slow suite ended.
func (o options) progress() func(evaluate.Case) {
	return func(c evaluate.Case) { fmt.Fprintf(o.Err, "%-14s %s: %s\n", c.Verdict, c.Group, c.Name) }
}

func (o options) write(r *evaluate.Report) (err error) {
	write := map[string]func(io.Writer) error{"text": r.WriteText, "json": r.WriteJSON, "html": r.WriteHTML}[o.format]
	if o.out == "" {
		return write(o.Out)
	}
	f, err := os.Create(o.out)
	if err != nil {
		return &fault.Fault{Code: fault.PermissionDenied, Message: "cannot write " + o.out, Err: err}
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return write(f)
}
