package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"aipack/backend/detect/scan"
)

func (p *Program) scan() *cobra.Command {
	var format string
	var strict bool
	var manifests int
	var w walk
	c := &cobra.Command{
		Use: "scan PATH", Short: "Takes stock of a folder: files, languages, manifests", Args: OnePath,
		Long: "Scan prints what aipack sees before it decides anything: as JSON, or with\n--format text the very words that a model would be shown.",
		RunE: func(c *cobra.Command, args []string) error {
			if format != "json" && format != "text" {
				return Misuse(fmt.Sprintf("--format is json or text, not %q", format))
			}
			r, err := w.Open(args[0])
			if err != nil {
				return err
			}
			defer r.Close()
			limits := scan.Default()
			if strict {
				limits = scan.Strict()
			}
			limits.Shown = cmp.Or(manifests, limits.Shown)
			if limits.Shown < 0 {
				return Misuse("a limit is a number above 0")
			}
			v := scan.Run(c.Context(), r, p.Registry(), w.limits().Over(limits))
			if v.Partial != nil {
				sayMissed(p.Err, v.Partial.Words(), v.Partial.Reason)
			}
			return printScan(p.Out, format, v)
		},
	}
	c.Flags().StringVar(&format, "format", "json", "json, or text: what a model is shown")
	w.flags(c.Flags())
	c.Flags().BoolVar(&strict, "strict", false, "the specification's own limits: 5,000 files, five folders deep")
	c.Flags().IntVar(&manifests, "max-manifests", 0, "how many manifests are shown (default: 10)")
	return c
}

func printScan(w io.Writer, format string, v *scan.Inventory) error {
	if format == "text" {
		_, err := io.WriteString(w, v.Prompt())
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
