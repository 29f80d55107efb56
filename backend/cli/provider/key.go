package provider

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/model/llm/keys"
	"aipack/backend/model/llm/selector"
)

func (parts Parts) key(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "key", Short: "Keeps and removes providers' keys", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return cli.Misuse("say what: set or remove") }}
	c.AddCommand(
		parts.change("set PROVIDER", "Reads a key from standard input and keeps it in the keychain", func(ctx context.Context, account keys.Account) error {
			fmt.Fprintf(p.Err, "Paste the key of %s and press Enter:\n", whose(account))
			text, err := bufio.NewReader(io.LimitReader(parts.In, 1<<16)).ReadString('\n')
			if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			where, warning, err := parts.Keys().Set(ctx, account, text)
			if err != nil {
				return &fault.Fault{Code: fault.WrongUse, Message: "the key was not kept: " + err.Error()}
			}
			if warning != "" {
				fmt.Fprintln(p.Err, "aipack:", warning)
			}
			_, err = fmt.Fprintln(p.Out, "The key is kept in the "+string(where)+".")
			return err
		}),
		parts.change("remove PROVIDER", "Forgets a kept key", func(ctx context.Context, account keys.Account) error {
			err := parts.Keys().Remove(ctx, account)
			if errors.Is(err, keys.ErrEnvironment) {
				return &fault.Fault{
					Code: fault.WrongUse, Message: "the key of " + whose(account) + " is set in the environment, which aipack only reads",
					Hint: "unset " + strings.Join(account.Variables, " and "),
				}
			}
			return err
		}),
	)
	return c
}

// whose names the server that a key is for.
func whose(a keys.Account) string {
	if a.Host == "" || a.Provider == "ollama" {
		return selector.Name(a.Provider)
	}
	return a.Host
}

// change makes a command about the key of one provider's server.
func (parts Parts) change(use, short string, do func(ctx context.Context, account keys.Account) error) *cobra.Command {
	var base string
	c := &cobra.Command{Use: use, Short: short, Args: one, RunE: func(c *cobra.Command, args []string) error {
		if keys.Name(args[0]) == "" {
			return cli.Misuse(args[0] + " needs no key")
		}
		account, err := parts.Selector().Account(args[0], base)
		if err != nil {
			return cli.Misuse(err.Error())
		}
		return do(c.Context(), account)
	}}
	c.Flags().StringVar(&base, "base-url", "", "the server that the key is for, where it is not the provider's own")
	return c
}
