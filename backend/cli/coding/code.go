// Package coding holds the commands about the code of a project: who declares
// what, who names whom.
package coding

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/code/codefind"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/codeindex"
	"aipack/backend/code/codeindex/codecache"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/repo"
)

// Reader is the hidden command that is a process of the crew.
func Reader(*cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: parserpool.Command, Short: "Reads sources; aipack starts it itself", Hidden: true, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return parserpool.Serve(os.Stdin, os.Stdout) },
	}
}

// asking is one call of a command about code.
type asking struct {
	*cli.Program
	dir    string
	graph  *codegraph.Graph
	whole  bool // the graph is of the whole folder
	format string
	cli.Folders

	another func(dir string) (*codegraph.Graph, error) // of a second folder
}

// Parts are what the commands work with.
type Parts struct {
	// Meaning opens the model that says what texts mean, with its name; the error
	// says why there is none, and how to get it.
	Meaning func() (Meaning, string, error)
}

// Meaning is a model whose process ends with Close.
type Meaning interface {
	codefind.Model
	Close() error
}

// Code is the command with all that can be asked.
func (parts Parts) Code(p *cli.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "code", Short: "Says who declares what in a project's sources, and who names whom",
		Long: "Code reads the sources of a folder (Go, Python, JavaScript, TypeScript, Rust, Java; less deeply C,\nC++, C#, Elixir, Kotlin, PHP, Ruby, Scala, Zig) and finds what their names mean. Nothing is built or run.",
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		counted(p, "map PATH", "Prints the signatures on which the project hangs most", 1, 1024, printMap),
		contextOf(p),
		checkOf(p),
		overviewOf(p),
		command(p, "graph PATH", "Prints every file and symbol, and what they name in each other", 1, printGraph),
		command(p, "symbols PATH QUERY", "Finds symbols whose names are like a text", 2, printSymbols),
		parts.findOf(p),
		command(p, "refs PATH SYMBOL", "Lists the places that name a symbol", 2, printReferences),
		command(p, "inspect PATH SYMBOL", "Shows a symbol: where it stands, what it says, who needs it", 2, printCard),
		command(p, "imports PATH FILE", "Lists what a file takes from others and what it gives them", 2, printImports),
	)
	return c
}

// counted is a question whose answer has at most so many tokens.
func counted(p *cli.Program, use, short string, args, usual int, answer func(*asking, []string, int) error) *cobra.Command {
	var tokens int
	c := command(p, use, short, args, func(a *asking, given []string) error {
		if tokens <= 0 {
			return cli.Misuse(fmt.Sprintf("--tokens is a number above 0, not %d", tokens))
		}
		return answer(a, given, tokens)
	})
	c.Flags().IntVar(&tokens, "tokens", usual, "how many tokens it may have, as estimated for any model")
	return c
}

// contextOf is the question for what a model must know of one thing.
func contextOf(p *cli.Program) *cobra.Command {
	var compress bool
	c := counted(p, "context PATH TARGET", "Prints what a model must know of a symbol or file: code, and signatures around it", 2, 16_000,
		func(a *asking, args []string, tokens int) error { return printContext(a, args, tokens, compress) })
	c.Flags().BoolVar(&compress, "compress", false, "leave out comments, blank lines and half of the indentation")
	return c
}

// command is one question; it prints as text, or as JSON for programs.
func command(p *cli.Program, use, short string, args int, answer func(*asking, []string) error) *cobra.Command {
	var format string
	var folders cli.Folders
	c := &cobra.Command{
		Use: use, Short: short,
		Args: func(c *cobra.Command, given []string) error {
			if len(given) != args {
				return cli.Misuse(fmt.Sprintf("aipack code %s wants %d arguments, not %d", c.Use, args, len(given)))
			}
			return nil
		},
		RunE: func(c *cobra.Command, given []string) error {
			if format != "text" && format != "json" {
				return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", format))
			}
			graphOf := func(dir string) (*codegraph.Graph, error) { return graph(c.Context(), p, dir, folders) }
			index, err := read(c.Context(), p, given[0], folders)
			if err != nil {
				return err
			}
			return answer(&asking{Program: p, dir: given[0], graph: index.Graph, whole: index.Whole(), format: format, Folders: folders, another: graphOf}, given[1:])
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text, or json for programs")
	folders.Flags(c.Flags())
	return c
}

// Graph makes the graph of a folder.
func Graph(ctx context.Context, p *cli.Program, tree *repo.Tree) (*codegraph.Graph, error) {
	index, err := indexOf(ctx, p, tree)
	if err != nil {
		return nil, err
	}
	return index.Graph, nil
}

func graph(ctx context.Context, p *cli.Program, dir string, folders cli.Folders) (*codegraph.Graph, error) {
	index, err := read(ctx, p, dir, folders)
	if err != nil {
		return nil, err
	}
	return index.Graph, nil
}

// read makes the index of a folder.
func read(ctx context.Context, p *cli.Program, dir string, folders cli.Folders) (*codeindex.Index, error) {
	tree, err := folders.Open(dir)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	return indexOf(ctx, p, tree)
}

func indexOf(ctx context.Context, p *cli.Program, tree *repo.Tree) (*codeindex.Index, error) {
	readers, err := parserpool.Own()
	if err != nil {
		return nil, err
	}
	shelf := func() (*codecache.Folder, error) { return codeindex.Shelf(tree.Dir()) }
	index, err := codeindex.ReadOn(ctx, tree, readers, shelf, func(codeindex.Progress) {}, func(err error) {
		visible.Fprintf(p.Err, "aipack: %v; the next call reads all sources again\n", err)
	})
	if closed := readers.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, err
	}
	if index.Partial != nil {
		fmt.Fprintf(p.Err, "aipack: not the whole folder was looked through (%s)\n", index.Partial.Reason)
	}
	const most = 5
	for i, u := range index.Unread {
		if i == most {
			fmt.Fprintf(p.Err, "aipack: and %d more\n", len(index.Unread)-most)
			break
		}
		visible.Fprintf(p.Err, "aipack: %s is not read: %s\n", u.Path, u.Reason)
	}
	return index, nil
}

// edge is one naming as programs read it.
type edge struct {
	From string `json:"from"`
	To   string `json:"to"`
	Kind string `json:"kind"`
	Tier string `json:"tier"`
	Path string `json:"path"`
	Line int    `json:"line"`
}

func (a *asking) edge(e codegraph.Edge) edge {
	return edge{
		From: a.graph.ID(e.From), To: a.graph.ID(e.To), Kind: e.Kind.String(), Tier: e.Tier.String(),
		Path: a.graph.Files[e.File].Path, Line: int(e.Line),
	}
}

func (a *asking) json(v any) error { return writeJSON(a.Out, v) }

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// one is the symbol that a text means. Where it may be several, they are named.
func (a *asking) one(text string) (codegraph.NodeID, error) {
	found, err := a.named(text)
	if err != nil {
		return codegraph.None, err
	}
	if len(found) == 1 {
		return found[0], nil
	}
	var ids []string
	for i, n := range found {
		if i == 8 {
			ids = append(ids, "…")
			break
		}
		ids = append(ids, a.graph.ID(n))
	}
	return codegraph.None, &fault.Fault{
		Code: fault.WrongUse, Message: fmt.Sprintf("%d symbols are called %s", len(found), text),
		Hint: "say which: " + strings.Join(ids, ", "),
	}
}

// named are the symbols that a text means.
func (a *asking) named(text string) ([]codegraph.NodeID, error) {
	if found := a.graph.Named(text); len(found) > 0 {
		return found, nil
	}
	hint := "aipack code symbols lists those with names like it"
	if like := a.graph.Search(text, codegraph.Filter{}, 3); len(like) > 0 {
		var names []string
		for _, h := range like {
			names = append(names, a.graph.ID(h.Node))
		}
		hint = "did you mean " + strings.Join(names, ", ") + "?"
	}
	return nil, &fault.Fault{Code: fault.WrongUse, Message: "no symbol is called " + text, Hint: hint}
}
