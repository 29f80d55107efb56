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

	"aipack/backend/cli"
	"aipack/backend/evaluate"
	"aipack/backend/fault"
)

// Eval runs one suite and says what it came to.
func Eval(p *cli.Program) *cobra.Command {
	o := options{Program: p}
	c := &cobra.Command{
		Use: "eval T|S|D", Short: "Measures the tools, a model's choice of them, or whole detections",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Misuse("eval needs one suite: T, S or D")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args[0]) },
	}
	c.Flags().StringVar(&o.format, "format", "text", "text, json or html")
	c.Flags().StringVar(&o.out, "out", "", "write to a file; .html and .json set the format")
	return c
}

type options struct {
	*cli.Program
	format string
	out    string
}

func (o options) run(ctx context.Context, suite string) error {
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
	var report *evaluate.Report
	var err error
	switch strings.ToUpper(suite) {
	case "T":
		report, err = evaluate.Tools(ctx, o.Registry(), o.Now)
	default:
		return cli.Misuse(fmt.Sprintf("there is no suite %q; there are T, S and D", suite))
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
