package conversing

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aipack/backend/agent/outside"
	"aipack/backend/base/appdir"
	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
)

// Servers is the command about the MCP servers whose tools a model may call.
func (parts Parts) Servers(p *cli.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "mcp-servers", Short: "Sets up MCP servers whose tools a model may call, with your consent", Args: cobra.NoArgs,
		Long: "MCP servers are programs with tools of their own: an issue tracker, a database, a search. Those that you set up here are begun with each\n" +
			"aipack ask and aipack change, and you are asked before each call, with all that would be sent. aipack permissions PATH allow mcp SERVER/TOOL (or ask, deny,\n" +
			"hidden; * stands for any) has that decided in a project; without a terminal only what a rule allows is called. What a repository says about\n" +
			"servers counts for nothing. No value of a variable is kept: they are taken from the environment each time, or from the keychain where the\n" +
			"window has put them for that very server.",
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(listServers(p), addServer(p), parts.checkServer(p), parts.removeServer())
	return c
}

func listServers(p *cli.Program) *cobra.Command {
	format := "text"
	c := &cobra.Command{
		Use: "list", Short: "Lists the MCP servers that are set up", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			servers, err := setUp()
			if err != nil {
				return err
			}
			switch format {
			case "json":
				e := json.NewEncoder(p.Out)
				e.SetEscapeHTML(false)
				e.SetIndent("", "  ")
				return e.Encode(append([]outside.Server{}, servers...))
			case "text":
				for _, s := range servers {
					at, needs := s.URL, s.Key
					if at == "" {
						at, needs = strings.Join(s.Command, " "), strings.Join(s.Variables, ", ")
					}
					if needs != "" {
						needs = "  (with " + needs + ")"
					}
					visible.Fprintf(p.Out, "%s  %s%s\n", s.Name, at, needs)
				}
				return nil
			}
			return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", format))
		},
	}
	c.Flags().StringVar(&format, "format", format, "text or json")
	return c
}

func addServer(p *cli.Program) *cobra.Command {
	var s outside.Server
	c := &cobra.Command{
		Use:   "add NAME [--variable NAME]... -- PROGRAM [ARGUMENT]... | add NAME --url ADDRESS [--key VARIABLE [--header NAME]]",
		Short: "Sets an MCP server up",
		Example: "  aipack mcp-servers add files -- npx -y @modelcontextprotocol/server-filesystem /home/me/notes\n" +
			"  aipack mcp-servers add tracker --url https://tracker.example/mcp --key TRACKER_TOKEN",
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			s.Name, s.Command = args[0], args[1:]
			if err := s.Check(); err != nil {
				return err
			}
			return changeServers(func(servers []outside.Server) ([]outside.Server, error) {
				if slices.ContainsFunc(servers, func(o outside.Server) bool { return o.Name == s.Name }) {
					return nil, &fault.Fault{
						Code: fault.FileExists, Message: "there is an MCP server " + s.Name + " already",
						Hint: "aipack mcp-servers remove " + s.Name + " comes first",
					}
				}
				visible.Fprintf(p.Err, "aipack: %s is set up; aipack mcp-servers check %s begins it and lists its tools\n", s.Name, s.Name)
				return append(servers, s), nil
			})
		},
	}
	f := c.Flags()
	f.StringArrayVar(&s.Variables, "variable", nil, "the name of a variable of aipack's environment that the program is handed, too")
	f.StringVar(&s.URL, "url", "", "the address of a server that answers over HTTP")
	f.StringVar(&s.Key, "key", "", "the name of the variable that holds its key")
	f.StringVar(&s.Header, "header", "", "the header that the key is sent in, as it is; Authorization, as Bearer, where none is named")
	return c
}

func (parts Parts) removeServer() *cobra.Command {
	return &cobra.Command{
		Use: "remove NAME", Short: "Forgets an MCP server", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return changeServers(func(servers []outside.Server) ([]outside.Server, error) {
				s, err := one(servers, args[0])
				if err == nil {
					err = parts.Secrets.Forget(c.Context(), s)
				}
				return slices.DeleteFunc(servers, func(o outside.Server) bool { return o.Name == s.Name }), err
			})
		},
	}
}

func (parts Parts) checkServer(p *cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: "check NAME", Short: "Begins an MCP server and lists its tools, as rules name them", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			servers, err := setUp()
			if err != nil {
				return err
			}
			s, err := one(servers, args[0])
			if err != nil {
				return err
			}
			set := outside.Begin(c.Context(), outside.Options{
				Servers: []outside.Server{s}, Environment: parts.Environment, Secrets: parts.Secrets, Version: p.Version,
				Say: func(line string) { visible.Fprintf(p.Err, "aipack: %s\n", line) },
			})
			defer set.Close()
			for _, t := range set.Tools() {
				visible.Fprintf(p.Out, "%s\n", t.What())
			}
			if len(set.Tools()) == 0 {
				return cli.ErrFailed
			}
			return nil
		},
	}
}

// one is the server of a name.
func one(servers []outside.Server, name string) (outside.Server, error) {
	if i := slices.IndexFunc(servers, func(s outside.Server) bool { return s.Name == name }); i >= 0 {
		return servers[i], nil
	}
	return outside.Server{}, &fault.Fault{
		Code: fault.FileNotFound, Message: fmt.Sprintf("there is no MCP server %q", name), Hint: "aipack mcp-servers list names them",
	}
}

// changeServers changes the list of servers and keeps it.
func changeServers(change func([]outside.Server) ([]outside.Server, error)) error {
	data, err := appdir.Data()
	if err != nil {
		return err
	}
	servers, err := outside.Load(data)
	if err != nil {
		return err
	}
	if servers, err = change(servers); err != nil {
		return err
	}
	return outside.Save(data, servers)
}
