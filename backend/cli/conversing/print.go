package conversing

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/agent"
	"aipack/backend/base/event"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
)

// narrator says what the model does and what goes wrong meanwhile, a line each, on
// standard error: the answer alone is on standard output.
func narrator(p *cli.Program, all bool) func(event.Event) {
	return func(e event.Event) {
		switch e := e.(type) {
		case event.ToolStarted:
			if list, err := agent.Todos(e.Args); e.Tool == agent.TodoTool && err == nil && all {
				for _, t := range list {
					visible.Fprintf(p.Err, "  %s %s\n", boxes[t.Status], t.Content)
				}
			} else if all {
				visible.Fprintf(p.Err, "  %s %s\n", e.Tool, shortened(e.Args))
			}
		case event.ToolFailed:
			if all {
				visible.Fprintf(p.Err, "  %s could not answer: %s\n", e.Tool, shortened(e.Problem))
			}
		case event.ProviderSwitched:
			visible.Fprintf(p.Err, "aipack: %s did not answer (%s); %s is asked instead\n", e.From, e.Reason, e.To)
		case event.LLMFailed:
			if e.WillRetry {
				visible.Fprintf(p.Err, "aipack: %s; it is asked again\n", e.Problem)
			}
		case event.ContextCompacted:
			visible.Fprintf(p.Err, "aipack: %d older messages were summed up for the model: %d tokens became %d\n", e.Messages, e.TokensBefore, e.TokensAfter)
		case event.LoopNoticed:
			if !e.Stopped {
				visible.Fprintf(p.Err, "aipack: the model repeats itself (%s: %s)\n", e.Rule, e.Evidence)
			}
		}
	}
}

// boxes are how far a step is.
var boxes = map[string]string{"pending": "[ ]", "in_progress": "[>]", "completed": "[x]"}

// shortened is the beginning of a text, for one line.
func shortened(text string) string {
	const most = 140
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return text
}

// mostPlaces is how many places are printed as text.
const mostPlaces = 20

// output is what ask prints as JSON.
type output struct {
	Answer   string        `json:"answer"`
	Session  string        `json:"session"` // "" where the conversation is not kept
	Evidence []agent.Place `json:"evidence"`
	Calls    []agent.Call  `json:"calls"`
	Stopped  string        `json:"stopped"`            // why there is no whole answer; "" where there is one
	LeftOut  []string      `json:"left_out,omitempty"` // what the model was not shown for want of room
	Model    string        `json:"model"`
	Provider string        `json:"provider"`
	Tokens   tokens        `json:"tokens"`
	Cost     *float64      `json:"cost"` // US dollars; null where the model's price is not known
}

type tokens struct {
	Prompt     int  `json:"prompt"`
	Cached     int  `json:"cached"` // of prompt
	Completion int  `json:"completion"`
	Reported   bool `json:"reported"` // by the provider; where it is false they are not known
}

// changed is what change prints as JSON.
type changed struct {
	output
	Files    []agent.File `json:"files"`
	Commands []agent.Ran  `json:"commands"`
}

// print prints what came of a question. It gives ErrFailed where there is no whole
// answer and that was said; where the model could not be asked, that error says so.
func (parts Parts) print(p *cli.Program, o options, a agent.Answer, session string, failed error) error {
	if len(a.Left) > 0 {
		visible.Fprintf(p.Err, "aipack: the model's window had no room for: %s\n", strings.Join(a.Left, ", "))
	}
	if o.format == "json" {
		if a.Reason == "" {
			return nil // it was not put
		}
		out := output{
			Answer: a.Text, Session: session, Evidence: append([]agent.Place{}, a.Evidence...), Calls: append([]agent.Call{}, a.Calls...), Stopped: a.Stopped, LeftOut: a.Left,
			Model: a.Model, Provider: a.Provider,
			Tokens: tokens{a.Usage.Prompt, a.Usage.Cached, a.Usage.Completion, a.Usage.Reported},
		}
		if usd, known := parts.Price(a.Provider, a.Model, a.Usage); known {
			out.Cost = &usd
		}
		enc := json.NewEncoder(p.Out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		var all any = out
		if o.changes {
			all = changed{out, append([]agent.File{}, a.Files...), append([]agent.Ran{}, a.Commands...)}
		}
		if err := enc.Encode(all); err != nil {
			return err
		}
	} else {
		parts.printText(p, a)
	}
	if failed == nil && a.Stopped != "" {
		visible.Fprintf(p.Err, "aipack: there is no whole answer: %s\n", a.Stopped)
		return cli.ErrFailed
	}
	if failed == nil && slices.ContainsFunc(a.Files, func(f agent.File) bool { return f.Status == agent.Denied }) {
		fmt.Fprintln(p.Err, "aipack: not all changes could be made: run it in a terminal to be asked, or with --yes")
		return cli.ErrFailed
	}
	return nil
}

func (parts Parts) printText(p *cli.Program, a agent.Answer) {
	if a.Text != "" {
		fmt.Fprintln(p.Out, visible.Block(a.Text))
	}
	if len(a.Files) > 0 {
		fmt.Fprintln(p.Out, "\nFiles")
		for _, f := range a.Files {
			visible.Fprintf(p.Out, "  %-8s %s\n", string(f.Status), f.Path)
		}
	}
	if len(a.Commands) > 0 {
		fmt.Fprintln(p.Out, "\nCommands")
		for _, c := range a.Commands {
			exit := "-"
			if c.Exit != nil {
				exit = fmt.Sprint(*c.Exit)
			}
			visible.Fprintf(p.Out, "  %-8s %3s  %s\n", string(c.Decision), exit, shortened(c.Command))
		}
	}
	if len(a.Evidence) > 0 {
		fmt.Fprintln(p.Out, "\nLooked at")
		for i, place := range a.Evidence {
			if i == mostPlaces {
				fmt.Fprintf(p.Out, "  and %d more\n", len(a.Evidence)-i)
				break
			}
			lines := fmt.Sprint(place.First)
			if place.Last > place.First {
				lines += fmt.Sprintf("-%d", place.Last)
			}
			visible.Fprintf(p.Out, "  %s:%s\n", place.Path, lines)
		}
	}
	if a.Usage.Reported {
		cost := ""
		if usd, known := parts.Price(a.Provider, a.Model, a.Usage); known && usd > 0 {
			cost = fmt.Sprintf(", $%.4f", usd)
		}
		visible.Fprintf(p.Err, "aipack: %s %s, %d tokens in, %d out%s\n", a.Provider, a.Model, a.Usage.Prompt, a.Usage.Completion, cost)
	}
}
