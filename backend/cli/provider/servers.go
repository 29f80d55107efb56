package provider

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/model/llm/server"
)

// known is one server in the list.
type known struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	Address string   `json:"address"`
	Keys    []string `json:"key_names"`
	Keyless bool     `json:"keyless"` // it wants a key only where its owner set one
	Model   string   `json:"model"`
	Note    string   `json:"note"`
}

func servers(p *cli.Program) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "servers", Short: "Lists servers that speak OpenAI's protocol: address, key and model of each", Args: cobra.NoArgs,
		Long: "Servers lists what --provider openai --base-url ADDRESS is known to work with. Words in capitals in an address are yours to fill in.\n" +
			"Any other server that speaks OpenAI's protocol can be asked as well.",
		RunE: func(*cobra.Command, []string) error {
			var all []known
			for _, s := range server.All() {
				all = append(all, known{s.ID, s.Title, s.Address, append([]string{}, s.KeyNames...), len(s.Hosts) == 0, s.Model, s.Note})
			}
			switch format {
			case "json":
				enc := json.NewEncoder(p.Out)
				enc.SetIndent("", "  ")
				return enc.Encode(all)
			case "text":
				return printServers(p.Out, all)
			}
			return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", format))
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func printServers(w io.Writer, all []known) error {
	for i, s := range all {
		if i > 0 {
			fmt.Fprintln(w)
		}
		key := "saved with: aipack provider key set openai --base-url ADDRESS"
		if len(s.Keys) > 0 {
			key = strings.Join(s.Keys, ", ") + ", or " + key
		}
		if s.Keyless {
			key = "only where you gave it one: " + key
		}
		if _, err := fmt.Fprintf(w, "%s\n  address  %s\n  key      %s\n  model    %s\n  %s\n", s.Title, s.Address, key, s.Model, s.Note); err != nil {
			return err
		}
	}
	return nil
}
