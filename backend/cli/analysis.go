package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/base/plural"
	"aipack/backend/cli/visible"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// Analysis is what the commands that look at a folder share.
type Analysis struct {
	mode    string
	service string
	hint    string
	timeout time.Duration
	events  bool
	verbose int
	walk    walk
	ask     Asking
}

// Flags adds the flags.
func (a *Analysis) Flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&a.mode, "mode", pipeline.Static,
		"static (rules only), full (a model is asked where the rules are unsure) or llm (it is asked everything; it still wins only where they are unsure)")
	f.StringVar(&a.service, "service", "", "only the service in this folder of the repository")
	f.StringVar(&a.hint, "hint", "", "your own words about the project, for the model")
	f.DurationVar(&a.timeout, "timeout", usualTimeout, "give up after this long")
	f.BoolVar(&a.events, "events", false, "print every event of the run as a line of JSON on standard error")
	f.CountVarP(&a.verbose, "verbose", "v", "say more on standard error; twice for everything")
	a.walk.flags(f)
	a.ask.Flags(f)
	f.IntVar(&a.ask.Calls, "max-tool-calls", 0, "how many tools the model may call where it has to look through the project, 1 to 200 (default: 16)")
}

// ByRules is an analysis that asks no model.
func ByRules(folders Folders) Analysis {
	return Analysis{mode: pipeline.Static, timeout: usualTimeout, walk: walk{Folders: folders}}
}

// usualTimeout is how long an analysis may take where nobody said more.
const usualTimeout = 5 * time.Minute

// Asks reports whether a model may be asked, and how.
func (a Analysis) Asks() (Asking, bool) {
	ask := a.ask
	ask.Mode = a.mode
	return ask, a.mode != pipeline.Static
}

// Open opens a folder as the analysis does, with the bounds of looking around in it.
func (a Analysis) Open(dir string) (*repo.Tree, scan.Limits, error) {
	r, err := a.walk.Open(dir)
	return r, a.walk.limits().Over(scan.Default()), err
}

// Whole is the analysis of all services, also where one is named.
func (a Analysis) Whole() Analysis {
	if a.mode == pipeline.Static { // else a model would be asked of services that nobody wants
		a.service = ""
	}
	return a
}

// Wanted are the documents of the service that is named, all where none is, and
// the other ones.
func (a Analysis) Wanted(found *pipeline.Outcome) (wanted, beside []universalbuild.UniversalBuild) {
	for i, s := range found.Context.Structure().Services {
		if i >= len(found.Documents) {
			break
		}
		if d := found.Documents[i]; a.service == "" || s.Path == a.service || s.Home != nil && s.Home.Path == a.service {
			wanted = append(wanted, d)
		} else {
			beside = append(beside, d)
		}
	}
	return wanted, beside
}

// named says that the command line speaks of a model.
func (a *Analysis) named() bool {
	return a.ask.Provider+a.ask.Model+a.ask.BaseURL+a.ask.Fallback+a.ask.Record+a.ask.Replay != "" || a.ask.Calls != 0
}

// check refuses flags that contradict each other.
func (a *Analysis) check() error {
	switch {
	case a.mode != pipeline.Full && a.mode != pipeline.Static && a.mode != pipeline.LLM:
		return Misuse(fmt.Sprintf("--mode is static, full or llm, not %q", a.mode))
	case a.mode == pipeline.Static && a.named():
		return Misuse("with --mode static no model is asked: add --mode full or --mode llm")
	case a.ask.Calls < 0 || a.ask.Calls > mostCalls:
		return Misuse(fmt.Sprintf("--max-tool-calls is a number from 1 to %d", mostCalls))
	}
	return a.ask.Check()
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
	if p.Advise == nil && (a.mode == pipeline.LLM || a.named()) {
		return nil, errHandedOver
	}
	r, err := a.walk.Open(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	sinks := []event.Sink{}
	if a.verbose > 0 {
		sinks = append(sinks, event.Log(visible.Lines(p.Err), event.Normal+event.Level(a.verbose)))
	}
	if a.events {
		sinks = append(sinks, jsonLines(p.Err))
	}
	if a.verbose == 0 && !a.events {
		sinks = append(sinks, switches(p.Err), unsubmitted(p.Err), missed(p.Err))
	}
	run := pipeline.Run{
		ID: fmt.Sprintf("cli-%d", p.Now().UnixMilli()), Repo: r, Mode: a.mode, Only: a.service,
		Sink: event.Composite(sinks...), Hint: a.hint, Limits: a.walk.limits(),
	}
	if a.mode == pipeline.Full && p.Advise == nil {
		out, asked, err := p.analyseUnasked(ctx, run)
		if asked {
			return nil, errHandedOver
		}
		return out, err
	}
	if a.mode != pipeline.Static {
		ask, _ := a.Asks()
		ask.Say = func(text string) { visible.Fprintf(p.Err, "aipack: %s\n", text) }
		if run.Adviser, err = p.Advise(ctx, ask); err != nil {
			return nil, err
		}
	} else if a.hint != "" {
		fmt.Fprintln(p.Err, "aipack: a hint needs a model, and the rules alone were asked; add --mode full")
	}
	out, err := p.Analyse(ctx, run)
	if err == nil && a.mode == pipeline.LLM && out.Spent.Failure != "" && out.Spent.Iterations == 0 {
		err = &fault.Fault{Code: fault.NetworkError, Message: out.Spent.Failure, Hint: "with --mode full the rules' answers are given all the same"}
	}
	return out, err
}

// switches says who is asked in whose place, once for each pair: what is
// printed at the end stands on another model than the one that was named at the
// beginning. A stamper calls its sink in turn.
func switches(w io.Writer) event.Sink {
	said := map[string]bool{}
	return func(s event.Stamped) {
		e, ok := s.Event.(event.ProviderSwitched)
		if !ok || said[e.From+e.To] {
			return
		}
		said[e.From+e.To] = true
		visible.Fprintf(w, "aipack: %s did not answer (%s); %s is asked instead\n", e.From, e.Reason, e.To)
	}
}

// mostCalls are the most tool calls that the settings allow, too.
const mostCalls = 200

// unsubmitted says that a model looked through the project in vain, and what
// may help.
func unsubmitted(w io.Writer) event.Sink {
	return func(s event.Stamped) {
		e, ok := s.Event.(event.ExplorationEnded)
		if !ok {
			return
		}
		help := "another model may do better"
		if more := min(2*e.Limit, mostCalls); e.Code == string(fault.MaxIterations) && more > e.Limit {
			help = fmt.Sprintf("with --max-tool-calls %d it may look further", more)
		}
		visible.Fprintf(w, "aipack: %s; %s\n", event.Describe(e), help)
	}
}

// printSpent says what a model was asked and what came of it.
func printSpent(w io.Writer, s pipeline.Spent) {
	if s.Questions > 0 {
		about := ""
		if s.Estimated {
			about = "about "
		}
		visible.Fprintf(w, "\nmodel  %s: %s, %d taken over; %s%d tokens in, %d out, %.1f s\n",
			s.Model, plural.Of(s.Questions, "question"), s.Taken, about, s.Prompt, s.Completion, float64(s.ModelMS)/1000)
	}
}
