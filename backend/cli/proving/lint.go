// Package proving holds the commands that need BuildKit: lint and prove.
package proving

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/prove/lint"
	"aipack/backend/prove/lint/apart"
)

// Lint checks a Dockerfile.
func Lint(p *cli.Program) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "lint FILE", Short: "Checks a Dockerfile with BuildKit's own rules, without an engine", Args: cli.OnePath,
		RunE: func(c *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", format))
			}
			content, err := readDockerfile(args[0])
			if err != nil {
				return err
			}
			linter, err := apart.Self()
			if err != nil {
				return err
			}
			defer func() { _ = linter.Close() }() // its process ends with it
			report, err := linter.Check(c.Context(), content)
			if err != nil {
				return err
			}
			findings := report.Findings
			if err := printFindings(p.Out, format, args[0], findings); err != nil {
				return err
			}
			if len(findings) > 0 {
				return cli.ErrFailed
			}
			return nil
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

// Checker is the hidden command that is the process in which Dockerfiles are checked.
func Checker(*cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: apart.Command, Short: "Checks Dockerfiles; aipack starts it itself", Hidden: true, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return apart.Serve(os.Stdin, os.Stdout) },
	}
}

func readDockerfile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &fault.Fault{Code: fault.FileNotFound, Message: "there is no file " + name, Hint: "give the path of a Dockerfile"}
	}
	if err != nil {
		return nil, fault.OfFile("cannot read "+name, err, "give the path of a Dockerfile")
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, lint.MostBytes+1))
	if err != nil {
		return nil, &fault.Fault{Code: fault.InvalidPath, Message: "cannot read " + name, Hint: "give the path of a Dockerfile", Err: err}
	}
	if len(b) > lint.MostBytes {
		return nil, &fault.Fault{Code: fault.InvalidPath, Message: name + " is larger than any Dockerfile: over 1 MiB"}
	}
	return b, nil
}

func printFindings(w io.Writer, format, name string, findings []lint.Finding) error {
	if format == "json" {
		if findings == nil {
			findings = []lint.Finding{}
		}
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(findings)
	}
	for _, f := range findings {
		kind := "warning"
		if f.Error {
			kind = "error"
		}
		visible.Fprintf(w, "%s:%d: %s: %s (%s)\n", name, f.Line, kind, f.Message, f.Rule)
	}
	if len(findings) == 0 {
		visible.Fprintf(w, "%s: nothing to remark\n", name)
	}
	return nil
}
