// Package serving holds the command that serves other programs.
package serving

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/coding"
	"aipack/backend/cli/mcp"
	"aipack/backend/cli/mcp/stdio"
	"aipack/backend/cli/visible"
	"aipack/backend/code/codegraph"
	"aipack/backend/prove"
	"aipack/backend/prove/browser"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/lint"
	"aipack/backend/prove/lint/apart"
	"aipack/backend/prove/repair"
	"aipack/backend/repo"
)

// MCP serves a client of the Model Context Protocol over in and the program's output.
func MCP(in io.ReadCloser) func(*cli.Program) *cobra.Command {
	return func(p *cli.Program) *cobra.Command { return command(p, in) }
}

func command(p *cli.Program, in io.ReadCloser) *cobra.Command {
	return &cobra.Command{
		Use: "mcp [FOLDER ...]", Short: "Serves other programs: detect, explain, export, lint, prove, repair and find_code over the Model Context Protocol",
		Long: "Mcp answers a client of the Model Context Protocol on standard input and output; such a client starts it itself.\n" +
			"Its tools look at the given folders and what is below them, by default the current folder, and at nothing else.\n" +
			"They write nothing into a project: what export makes is handed to the client. Secrets are taken out of all answers.\n" +
			"The client has to be told the command: aipack-cli mcp /home/me/projects",
		RunE: func(c *cobra.Command, args []string) error {
			roots, err := folders(args)
			if err != nil {
				return err
			}
			defer closeAll(roots)
			linter, err := apart.Self()
			if err != nil {
				return err
			}
			defer func() { _ = linter.Close() }() // its process ends with it
			return mcp.Serve(c.Context(), parts(p, roots, linter.Check), &stdio.Transport{In: in, Out: p.Out})
		},
	}
}

// folders opens the given ones.
func folders(args []string) (roots []*mcp.Root, err error) {
	defer func() {
		if err != nil {
			closeAll(roots)
		}
	}()
	if len(args) == 0 {
		args = []string{"."}
	}
	for _, name := range args {
		tree, err := cli.Open(name) // says what is wrong with it
		if err != nil {
			return roots, err
		}
		if err := tree.Close(); err != nil {
			return roots, err
		}
		root, err := mcp.Hold(name)
		if err != nil {
			return roots, &fault.Fault{Code: fault.InvalidPath, Message: "cannot look at " + name, Hint: "give a folder that exists", Err: err}
		}
		roots = append(roots, root)
	}
	return roots, nil
}

func closeAll(roots []*mcp.Root) {
	for _, r := range roots {
		_ = r.Close() // nothing was written
	}
}

func parts(p *cli.Program, roots []*mcp.Root, check lint.Checker) mcp.Parts {
	return mcp.Parts{
		Roots: roots, Version: p.Version, Now: p.Now, Analyse: p.Analyse, Lint: check,
		Graph: func(ctx context.Context, tree *repo.Tree) (*codegraph.Graph, error) {
			return coding.Graph(ctx, p, tree)
		},
		Prove: func(ctx context.Context, requests []prove.Request, fix bool, tell func(prove.Progress)) ([]*prove.Report, error) {
			return proofs(ctx, p, check, requests, fix, tell)
		},
		Warn: func(text string) { visible.Fprintf(p.Err, "aipack: %s\n", text) },
	}
}

// proofs proves on the builders that are found. Without one each report says
// what could not be tried.
func proofs(ctx context.Context, p *cli.Program, check lint.Checker, requests []prove.Request, fix bool, tell func(prove.Progress)) ([]*prove.Report, error) {
	builders, err := builder.ChooseAll(ctx, nil, builder.TLS{})
	if err == nil {
		fleet := prove.Fleet{Builders: builders, Prover: prove.Prover{Limits: prove.Usual(), Browser: browser.Find(), Lint: check, Now: p.Now, Sink: tell}}
		reports, err := fleet.Prove(ctx, requests)
		if err == nil {
			err = repair.Loop{Fix: fix, Tell: tell}.Fleet(ctx, fleet, requests, reports)
		}
		return reports, err
	}
	var reports []*prove.Report
	for _, r := range requests {
		report, failed := prove.NotTried(ctx, r, err, p.Now(), check)
		if failed != nil {
			return nil, failed
		}
		reports = append(reports, report)
	}
	return reports, nil
}
