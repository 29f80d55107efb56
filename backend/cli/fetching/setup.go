package fetching

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/model/hardware"
	"aipack/backend/model/modelfile"
)

// Setup is the command that brings a model to this computer, or says what else
// there is.
func (d Desk) Setup(p *cli.Program) *cobra.Command {
	var name string
	var yes bool
	c := &cobra.Command{
		Use: "setup", Short: "Chooses how aipack thinks: a model on this computer, Ollama, a cloud, or rules only", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return d.setup(c.Context(), p, name, yes)
		},
	}
	c.Flags().StringVar(&name, "model", "", "the model to download (default: what suits this computer best)")
	c.Flags().BoolVarP(&yes, "yes", "y", false, "download without asking")
	return c
}

func (d Desk) setup(ctx context.Context, p *cli.Program, name string, yes bool) error {
	picture, decision := d.Machine(ctx)
	room := modelfile.RoomOn(picture, decision)
	choice := modelfile.Choose(modelfile.Catalogue(), room)
	if name != "" {
		e, err := d.Shelf.Find(name)
		if err != nil {
			return err
		}
		choice = modelfile.Choice{Model: e.Model, Why: "as you asked"}
	}
	if e, err := d.Shelf.Find(choice.Model.ID); err == nil && e.State == modelfile.Ready {
		return d.ready(p, e, decision.Trouble)
	}
	if !d.Asks && !yes {
		if e, err := d.Shelf.Best(func() modelfile.Room { return room }); err == nil {
			return d.ready(p, e, decision.Trouble)
		}
		return modelfile.NoModel()
	}
	if !yes {
		in := bufio.NewReader(d.In)
		if name == "" {
			d.describe(ctx, p, picture, decision)
			var err error
			if choice.Model, err = d.ask(p, in, room, choice); err != nil || choice.Model.ID == "" {
				return err
			}
		}
		if err := confirm(p, in, choice.Model); err != nil {
			return err
		}
	}
	e, err := d.fetch(ctx, p, choice.Model)
	if err != nil {
		return err
	}
	return d.ready(p, e, decision.Trouble)
}

// ready says what can be done now, and what still stands in the way.
func (d Desk) ready(p *cli.Program, e modelfile.Entry, trouble string) error {
	if trouble != "" {
		fmt.Fprintf(p.Err, "Models cannot run on this computer yet: %s.\n", strings.TrimSuffix(trouble, "."))
	}
	_, err := fmt.Fprintf(p.Out, "%s is ready: %s\nUse it with: aipack detect --provider embedded PATH\n", e.Name, e.Path)
	return err
}

// describe says what this computer has and what else could think.
func (d Desk) describe(ctx context.Context, p *cli.Program, picture hardware.Picture, decision hardware.Decision) {
	fmt.Fprintf(p.Err, "This computer: %s, %d cores, %s memory, %s of it free.\n",
		picture.CPU.Model, picture.CPU.Physical, modelfile.MemorySize(picture.Memory.Total), modelfile.MemorySize(picture.Memory.Usable))
	for _, why := range decision.Why {
		fmt.Fprintln(p.Err, why)
	}
	if d.Others == nil {
		return
	}
	fmt.Fprintln(p.Err, "\nWhat is asked first, in this order:")
	for _, o := range d.Others(ctx) {
		mark := "-"
		if o.Ready {
			mark = "+"
		}
		fmt.Fprintf(p.Err, "  %s %s: %s\n", mark, o.Name, o.Reason)
	}
}

// mostOffered is how many models the question names.
const mostOffered = 5

// ask lets the user choose. A model without an id means none.
func (d Desk) ask(p *cli.Program, in *bufio.Reader, room modelfile.Room, choice modelfile.Choice) (modelfile.Model, error) {
	models := modelfile.Offer(modelfile.Catalogue(), room, mostOffered)
	fmt.Fprintf(p.Err, "\nHow should aipack think where its rules are unsure?\n")
	for i, m := range models {
		_, fit := m.Fit(room)
		mark := ""
		if m.ID == choice.Model.ID {
			mark = "  [recommended]"
		}
		fmt.Fprintf(p.Err, "  %d  On this computer: %s, %s to download; %s; %s%s\n", i+1, m.Name, modelfile.FileSize(m.Bytes), licence(m), fit, mark)
	}
	other := len(models) + 1
	fmt.Fprintf(p.Err, "  %d  Ollama or a cloud\n  %d  Rules only, no model\n", other, other+1)
	fmt.Fprintf(p.Err, "Other models: aipack model list.\n")
	n, err := pick(p, in, other+1)
	switch {
	case err != nil:
		return modelfile.Model{}, err
	case n == other:
		fmt.Fprintln(p.Err, "Ollama: start it, and have it fetch a model (ollama pull qwen2.5-coder:7b); aipack finds it by itself.")
		fmt.Fprintln(p.Err, "A cloud: set ANTHROPIC_API_KEY or OPENAI_API_KEY.")
		return modelfile.Model{}, nil
	case n == other+1:
		fmt.Fprintln(p.Err, "Nothing is needed: aipack detect --mode static asks no model, and without one the rules answer alone.")
		return modelfile.Model{}, nil
	}
	return models[n-1], nil
}

// confirm asks the specification's question (A117); no answer but Enter is yes.
func confirm(p *cli.Program, in *bufio.Reader, m modelfile.Model) error {
	if m.NonCommercial {
		fmt.Fprintf(p.Err, "%s is under the %s licence: not for commercial use (%s)\n", m.Name, m.Licence, m.LicenceURL)
	}
	size := ""
	if m.Bytes > 0 {
		size = fmt.Sprintf(" (%d MB)", m.Bytes/1_000_000)
	}
	fmt.Fprintf(p.Err, "Download %s%s for local inference? [Y/n] ", m.Name, size)
	answer, err := in.ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	case "":
		if err == nil {
			return nil
		}
	}
	return &fault.Fault{
		Code: fault.ModelNotFound, Message: "the download was declined",
		Hint: "set ANTHROPIC_API_KEY or OPENAI_API_KEY to ask a cloud's model; without any the rules answer alone",
	}
}

// pick reads a number, the first where nothing is typed; three wrong answers are enough.
func pick(p *cli.Program, in *bufio.Reader, most int) (int, error) {
	for range 3 {
		fmt.Fprintf(p.Err, "1 to %d [1]: ", most)
		answer, err := in.ReadString('\n')
		answer = strings.TrimSpace(answer)
		if answer == "" && err == nil {
			return 1, nil
		}
		if n, wrong := strconv.Atoi(answer); wrong == nil && n >= 1 && n <= most {
			return n, nil
		}
		if err != nil {
			break
		}
	}
	return 0, &fault.Fault{Code: fault.WrongUse, Message: "nothing was chosen", Hint: "aipack setup --yes downloads what suits this computer"}
}
