package proving

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/prove"
	"aipack/backend/prove/patch"
	"aipack/backend/prove/repair"
	"aipack/backend/universalbuild"
)

// mostRounds is how often all is proved where somebody at the terminal answers.
const mostRounds = 3

// Repair proves each service of a folder and repairs what fails.
func (parts Parts) Repair(p *cli.Program) *cobra.Command {
	o := options{fix: true, saves: true}
	var given []string
	var write bool
	c := &cobra.Command{
		Use: "repair PATH", Short: "Proves each service and repairs its plan where the proof fails", Args: cli.OnePath,
		Long: "Repair proves every service and, where one fails, tries up to three fixes: those that\nrules know, then, with --mode full, what a model suggests. It keeps what helps and asks\nwhat only you can know; --answer NAME=VALUE answers. Nothing is written into the project\nwithout --write. A repair that was cut off, by a crash or by you, goes on where it stood,\nas long as the project is the same. Exit code 0: every service is proven, or ran and\nended by itself.",
		RunE: func(c *cobra.Command, args []string) error {
			if o.format != "text" && o.format != "json" {
				return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", o.format))
			}
			if err := o.check(); err != nil {
				return err
			}
			var err error
			if o.answers, err = answers(given); err != nil {
				return err
			}
			return o.repair(c.Context(), p, parts, args[0], write)
		},
	}
	o.flags(c)
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "text or json")
	f.StringArrayVar(&given, "answer", nil,
		"NAME=VALUE, what a repair asked for: a variable, a secret of the build, or a field of the plan such as /runtime/command; may be repeated")
	f.BoolVar(&write, "write", false, "write the files of the repaired plan into the project, and changes of its own files that were needed; what is there stays as NAME.bak-1")
	f.BoolVar(&o.anew, "anew", false, "begin again, also where a repair of the same content was cut off")
	return c
}

// answers reads --answer. No message repeats a value.
func answers(given []string) (map[string]string, error) {
	out := map[string]string{}
	for _, one := range given {
		name, value, ok := strings.Cut(one, "=")
		if !ok || !strings.HasPrefix(name, "/") && !universalbuild.VariableName(name) {
			return nil, cli.Misuse(fmt.Sprintf("--answer is NAME=VALUE, and %q is neither a variable nor a field of the plan", name))
		}
		out[name] = value
	}
	return out, nil
}

// answer gives the requests what was answered. A field of the plan is of one service:
// where there are several, --service says of which.
func (o *options) answer(requests []prove.Request) error {
	if len(o.answers) == 0 {
		return nil
	}
	fields := slices.DeleteFunc(slices.Sorted(maps.Keys(o.answers)), func(name string) bool { return !strings.HasPrefix(name, "/") })
	if len(fields) > 0 && len(requests) > 1 {
		return cli.Misuse(fmt.Sprintf("--answer %s=… means one service of %d: name it with --service", fields[0], len(requests)))
	}
	for i := range requests {
		var err error
		if requests[i], err = repair.Answered(requests[i], o.answers); err != nil {
			return cli.Misuse(err.Error())
		}
	}
	return nil
}

func (o *options) repair(ctx context.Context, p *cli.Program, parts Parts, root string, write bool) error {
	for round := 1; ; round++ {
		requests, reports, err := o.proved(ctx, p, parts, root)
		if len(reports) == 0 && err != nil {
			return err
		}
		if parts.Asks && o.format == "text" && err == nil && round < mostRounds && o.askPerson(p, parts.In, reports) {
			continue
		}
		written := write && err == nil && repaired(reports)
		if written {
			docs := slices.Concat(documents(requests, reports), requests[0].Beside) // compose.yaml names the others too
			aside := *p
			if o.format == "json" {
				aside.Out = p.Err // what comes on standard output is one document
			}
			if err := writeFiles(&aside, root, reports); err != nil {
				return err
			}
			if err := aside.WriteInto(ctx, o.analysis.Whole(), root, docs); err != nil {
				return err
			}
		}
		o.remember(p, root, requests, reports, written)
		if printErr := o.printRepair(p.Out, reports, written); printErr != nil {
			return printErr
		}
		return ended(ctx, err, reports)
	}
}

// writeFiles makes the changes of the project's own files that were kept.
func writeFiles(p *cli.Program, root string, reports []*prove.Report) error {
	written, err := repair.Write(root, reports...)
	for _, w := range written {
		visible.Fprintf(p.Out, "%s\n", filepath.Join(root, filepath.FromSlash(w.Path)))
		if w.Backup != "" {
			visible.Fprintf(p.Err, "aipack: the old one is kept as %s\n", filepath.Join(root, filepath.FromSlash(w.Backup)))
		}
	}
	return err
}

// repaired reports whether the services came up, so that their files are worth
// writing.
func repaired(reports []*prove.Report) bool {
	return !slices.ContainsFunc(reports, func(r *prove.Report) bool { return !r.Verdict.Good() && r.Verdict != prove.Incomplete })
}

// askPerson asks somebody at the terminal what only they know, and reports whether
// there was any answer. An empty line leaves a question open.
func (o *options) askPerson(p *cli.Program, in io.Reader, reports []*prove.Report) (answered bool) {
	lines := bufio.NewReader(in)
	read := func(secret bool) (string, error) {
		if f, ok := in.(*os.File); ok && secret && lines.Buffered() == 0 && term.IsTerminal(int(f.Fd())) {
			text, err := term.ReadPassword(int(f.Fd()))
			fmt.Fprintln(p.Err)
			return string(text), err
		}
		return lines.ReadString('\n')
	}
	for _, r := range reports {
		for _, q := range r.Questions {
			if q.Name == "" || strings.HasPrefix(q.Name, "/") && len(reports) > 1 {
				continue // a file to look at, or the field of one of several services
			}
			visible.Fprintf(p.Err, "\n%s: %s\n  %s\n", r.Name, q.Text, q.Why)
			for i, choice := range q.Choices {
				visible.Fprintf(p.Err, "  %d) %s\n", i+1, choice)
			}
			visible.Fprintf(p.Err, "%s (Enter leaves it open): ", q.Name)
			line, err := read(q.Secret)
			if line = chosen(q.Choices, strings.TrimSpace(line)); line != "" {
				if o.answers == nil {
					o.answers = map[string]string{}
				}
				o.answers[q.Name], answered = line, true
			}
			if err != nil {
				return answered
			}
		}
	}
	return answered
}

// chosen is the choice of a number, else the line itself.
func chosen(choices []string, line string) string {
	for i, choice := range choices {
		if line == fmt.Sprint(i+1) {
			return choice
		}
	}
	return line
}

// repairOutput is what repair prints as JSON.
type repairOutput struct {
	Verdict  prove.Verdict   `json:"verdict"` // the worst of the services
	Services []repairService `json:"services"`
	Written  bool            `json:"written"` // into the project
}

type repairService struct {
	Service    string            `json:"service"`
	Name       string            `json:"name"`
	Verdict    prove.Verdict     `json:"verdict"`
	Attempts   []repairAttempt   `json:"attempts"`
	Ended      string            `json:"ended"`                // why nothing more was tried
	Confidence *prove.Confidence `json:"confidence,omitempty"` // none where nothing was tried
	Questions  []prove.Question  `json:"questions"`
}

// repairAttempt is one try: what failed, what was changed, what came of it.
type repairAttempt struct {
	Failure repairFailure `json:"failure"`
	Edit    repairEdit    `json:"edit"`
	Outcome repairCame    `json:"outcome"`
}

type repairFailure struct {
	Stage string `json:"stage"`
	Rule  string `json:"rule"`
	Cause string `json:"cause"`
}

type repairEdit struct {
	Why     string                    `json:"why"`
	Model   string                    `json:"model,omitempty"`
	Changes []universalbuild.Change   `json:"changes"`
	Files   []patch.Change            `json:"files,omitempty"`   // of the project
	MadeUp  []string                  `json:"made_up,omitempty"` // variables that the proof alone was given a value for
	Shows   []universalbuild.Evidence `json:"shows,omitempty"`
}

type repairCame struct {
	State string `json:"state"` // kept, taken_back, undecided, again
	Words string `json:"words"`
}

// worst are the verdicts from the best to the worst.
var worst = []prove.Verdict{prove.Proven, prove.Ran, prove.Incomplete, prove.Stopped, prove.NotBuilt, prove.Failed}

func outputOf(reports []*prove.Report, written bool) repairOutput {
	out := repairOutput{Verdict: prove.Proven, Services: []repairService{}, Written: written}
	for _, r := range reports {
		if slices.Index(worst, r.Verdict) > slices.Index(worst, out.Verdict) {
			out.Verdict = r.Verdict
		}
		one := repairService{Service: r.Service, Name: r.Name, Verdict: r.Verdict, Attempts: []repairAttempt{}, Questions: append([]prove.Question{}, r.Questions...)}
		one.Ended, one.Confidence = r.Verdict.Of("The service"), r.Confidence
		if m := r.Mending; m != nil {
			one.Ended = m.Ended
			for _, t := range m.Tries {
				one.Attempts = append(one.Attempts, repairAttempt{
					repairFailure{t.Stage, t.Rule, t.Cause},
					repairEdit{Why: t.Why, Model: t.Model, Changes: t.Edits, Files: t.Files, MadeUp: t.Given, Shows: t.Shows},
					repairCame{t.State, t.Came},
				})
			}
		}
		out.Services = append(out.Services, one)
	}
	return out
}

func (o *options) printRepair(w io.Writer, reports []*prove.Report, written bool) error {
	if o.format == "json" {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(outputOf(reports, written))
	}
	for _, r := range reports {
		visible.Fprintf(w, "%s (%s): %s\n", r.Name, r.Service, r.Verdict.Words())
		for _, one := range r.Loud(true) {
			visible.Fprintf(w, "  WARNING: %s\n", one.Message)
		}
		if r.Failure != nil {
			printFailure(w, r.Failure)
		}
		for _, one := range r.Warnings {
			if r.Verdict == prove.NotBuilt {
				visible.Fprintf(w, "  %s\n", one.Message)
			}
		}
		if m := r.Mending; m != nil {
			printMending(w, m)
		}
		printOpen(w, r)
	}
	if !written && slices.ContainsFunc(reports, func(r *prove.Report) bool { return r.Mending != nil && r.Mending.Document != nil }) {
		fmt.Fprintln(w, "nothing was written into the project; --write does that once every service comes up")
	}
	return nil
}

// printOpen says how sure the plan is and what only the person knows.
func printOpen(w io.Writer, r *prove.Report) {
	if c := r.Confidence; c != nil {
		var factors []string
		for _, f := range c.Factors {
			factors = append(factors, fmt.Sprintf("%s %.2f", f.Name, f.Value))
		}
		visible.Fprintf(w, "  confidence %.2f (%s): %s\n", c.Overall, c.Level, strings.Join(factors, ", "))
	}
	for _, q := range r.Questions {
		visible.Fprintf(w, "  %s %s\n", q.Text, q.Why)
		if q.Name == "" {
			continue
		}
		value := "…"
		if len(q.Choices) > 0 {
			value = strings.Join(q.Choices, " | ")
		}
		visible.Fprintf(w, "    aipack repair … --answer %s=%s\n", q.Name, value)
	}
}
