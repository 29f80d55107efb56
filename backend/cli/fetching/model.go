package fetching

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/model/modelfile"
)

// Model is the command about model files.
func (d Desk) Model(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "model", Short: "Lists, downloads, checks and imports the models on this computer", Args: cobra.NoArgs}
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.AddCommand(d.list(p), d.pull(p), d.check(p), d.importing(p), d.remove(p))
	return c
}

func (d Desk) list(p *cli.Program) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "list", Short: "Lists the models, which are here, and how they suit this computer", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if format != "text" && format != "json" {
				return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", format))
			}
			all, err := d.Shelf.List()
			if err != nil {
				return err
			}
			room := d.room(c.Context())
			choice := modelfile.Choose(modelfile.Catalogue(), room)
			if format == "json" {
				return d.printList(p.Out, all, room, choice)
			}
			return d.tellList(p.Out, all, room, choice)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

// listed is a model in the JSON form.
type listed struct {
	modelfile.Entry
	Fit         string          `json:"fit"`
	FitText     string          `json:"fit_text"`
	Recommended bool            `json:"recommended"`
	Seconds     float64         `json:"seconds"` // that an answer takes on this processor, by estimate; 0 where not known
	Memory      []modelfile.For `json:"memory"`
	Worth       string          `json:"worth,omitempty"` // of one that is here
}

// worth is what is said of a model that is here.
func (d Desk) worth(e modelfile.Entry) string {
	if d.Worth == nil || e.State != modelfile.Ready || e.Vectors {
		return ""
	}
	return d.Worth(e.ID)
}

func (d Desk) printList(w io.Writer, all []modelfile.Entry, room modelfile.Room, choice modelfile.Choice) error {
	out := struct {
		Folder string   `json:"folder"`
		Why    string   `json:"why"`
		Models []listed `json:"models"`
	}{Folder: d.Shelf.Dir, Why: choice.Why, Models: []listed{}}
	for _, e := range all {
		fit, text := e.Fit(room)
		out.Models = append(out.Models, listed{e, fit, text, e.ID == choice.Model.ID, e.Seconds(room.Pace), e.ByContext(), d.worth(e)})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func (d Desk) tellList(w io.Writer, all []modelfile.Entry, room modelfile.Room, choice modelfile.Choice) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "MODEL\tSIZE\tSTATE\tMADE FOR\tWINDOW\tMEMORY\tAN ANSWER\tFIT\tLICENCE")
	for _, e := range all {
		fit, _ := e.Fit(room)
		if e.ID == choice.Model.ID {
			fit += ", suits best"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			e.ID, modelfile.FileSize(e.Bytes), e.State, cmp.Or(e.Made, "not known"), window(e.Model), modelfile.MemorySize(e.Need), answer(e.Model, room), fit, licence(e.Model))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, e := range all {
		if said := d.worth(e); said != "" {
			fmt.Fprintf(w, "%s: %s\n", e.ID, said)
		}
	}
	_, err := fmt.Fprintf(w, "Suits best: %s, %s.\nFolder: %s\n", choice.Model.ID, choice.Why, d.Shelf.Dir)
	return err
}

// window is how many tokens a model takes: "32k tokens".
func window(m modelfile.Model) string {
	switch {
	case m.Context == 0:
		return "not stated"
	case m.Context < 1<<10:
		return fmt.Sprintf("%d tokens", m.Context)
	}
	return fmt.Sprintf("%dk tokens", m.Context>>10)
}

// answer is how long an answer takes: "about 50 s". Of a graphics card nothing
// is estimated.
func answer(m modelfile.Model, room modelfile.Room) string {
	seconds := m.Seconds(room.Pace)
	switch {
	case m.Vectors:
		return "gives none"
	case room.GPU > 0 && m.OnDevice() <= room.GPU:
		return "on the GPU"
	case seconds == 0:
		return "not known"
	}
	return "about " + modelfile.Duration(seconds)
}

func licence(m modelfile.Model) string {
	switch {
	case m.NonCommercial:
		return m.Licence + " (not for commercial use)"
	case m.Licence == "":
		return "not stated"
	}
	return m.Licence
}

func (d Desk) pull(p *cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: "pull [MODEL]", Short: "Downloads a model; without a name the one that suits this computer best",
		Long: "Downloads a model of the catalogue (aipack model list), or any GGUF file of the hub as OWNER/REPOSITORY/FILE.gguf, with @COMMIT or not.\n" +
			"An interrupted download goes on where it stopped. HF_ENDPOINT names another hub, HTTPS_PROXY a proxy, AIPACK_MODELS another folder.",
		Args: atMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			m, err := d.wanted(c, args)
			if err != nil {
				return err
			}
			if m.NonCommercial {
				fmt.Fprintf(p.Err, "%s is under the %s licence: not for commercial use (%s)\n", m.Name, m.Licence, m.LicenceURL)
			}
			e, err := d.fetch(c.Context(), p, m)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(p.Out, e.Path)
			return err
		},
	}
}

// wanted is the model that a command line means.
func (d Desk) wanted(c *cobra.Command, args []string) (modelfile.Model, error) {
	if len(args) == 0 {
		return modelfile.Choose(modelfile.Catalogue(), d.room(c.Context())).Model, nil
	}
	e, err := d.Shelf.Find(args[0])
	switch {
	case err != nil:
		return modelfile.Model{}, err
	case e.Repo == "":
		return modelfile.Model{}, &fault.Fault{
			Code: fault.WrongUse, Message: e.File + " is a file of yours, not one to download",
			Hint: "aipack model list shows what can be downloaded",
		}
	}
	return e.Model, nil
}

func (d Desk) check(p *cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: "check [MODEL]", Short: "Reads models whole and compares them with what was published", Args: atMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			list, err := d.present(args)
			if err != nil {
				return err
			}
			failed := false
			for _, e := range list {
				shown := newBar(p.Err, d.Draws)
				err := modelfile.Verify(c.Context(), e.Path, e.Model, func(at modelfile.Progress) {
					if d.Draws {
						shown.show(at)
					}
				})
				shown.end()
				switch {
				case fault.CodeOf(err) == fault.Canceled:
					return err
				case err != nil:
					failed = true
					fmt.Fprintf(p.Out, "%s: %v\n", e.ID, err)
				case e.SHA256 == "":
					fmt.Fprintf(p.Out, "%s: its header is sound; nobody published a sum to compare it with\n", e.ID)
				default:
					fmt.Fprintf(p.Out, "%s: as published\n", e.ID)
				}
			}
			if failed {
				return cli.ErrFailed
			}
			return nil
		},
	}
}

// present lists the models that are here: all, or the one that is named.
func (d Desk) present(args []string) ([]modelfile.Entry, error) {
	if len(args) == 1 {
		e, err := d.Shelf.Find(args[0])
		if err == nil && !checkable(e) {
			err = absent(e)
		}
		return []modelfile.Entry{e}, err
	}
	all, err := d.Shelf.List()
	var here []modelfile.Entry
	for _, e := range all {
		if checkable(e) {
			here = append(here, e)
		}
	}
	if err == nil && len(here) == 0 {
		err = modelfile.NoModel()
	}
	return here, err
}

// checkable says whether there is a file to look at.
func checkable(e modelfile.Entry) bool {
	return e.State == modelfile.Ready || e.State == modelfile.Damaged
}

func absent(e modelfile.Entry) error {
	f := &fault.Fault{Code: fault.ModelNotFound, Message: e.ID + " is not on this computer", Hint: "aipack model pull " + e.ID + " downloads it"}
	if e.State == modelfile.Missing {
		f.Message, f.Hint = e.Path+" is gone", "put it back, or forget it with aipack model remove "+e.ID
	}
	return f
}

func (d Desk) importing(p *cli.Program) *cobra.Command {
	var inPlace bool
	c := &cobra.Command{
		Use: "import FILE.gguf", Short: "Imports a local GGUF file", Args: cli.OnePath,
		RunE: func(c *cobra.Command, args []string) error {
			shown := newBar(p.Err, d.Draws)
			e, err := d.Shelf.Import(c.Context(), args[0], inPlace, shown.show)
			shown.end()
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(p.Out, "%s: %s\n", e.ID, described(e)); err != nil {
				return err
			}
			return d.forget(e.ID)
		},
	}
	c.Flags().BoolVar(&inPlace, "in-place", false, "use the file where it is, instead of a link or a copy in the folder of the models")
	return c
}

// described says what a file's own header tells.
func described(e modelfile.Entry) string {
	told := []string{e.Name}
	if e.Quantisation != "" {
		told = append(told, e.Quantisation)
	}
	if e.Parameters != "" {
		told = append(told, e.Parameters+" parameters")
	}
	if e.Context > 0 {
		told = append(told, fmt.Sprintf("%d tokens", e.Context))
	}
	return strings.Join(append(told, e.Path), ", ")
}

func (d Desk) remove(p *cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: "remove MODEL", Short: "Deletes a model and what is left of its download", Args: cli.OnePath,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := d.Shelf.Find(args[0])
			if err != nil {
				return err
			}
			if e.State == modelfile.Absent {
				return absent(e)
			}
			if err := d.Shelf.Remove(e); err != nil {
				return err
			}
			if _, err := fmt.Fprintln(p.Out, "removed", e.ID); err != nil {
				return err
			}
			return d.forget(e.ID)
		},
	}
}

// forget drops what was found out of a model: its file is another one, or gone.
func (d Desk) forget(id string) error {
	if d.Forget == nil {
		return nil
	}
	return d.Forget(id)
}

func atMostOne(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return cli.Misuse(fmt.Sprintf("one model is wanted, not %d", len(args)))
	}
	return nil
}
