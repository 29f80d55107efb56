package conversing

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"aipack/backend/agent/permission"
	"aipack/backend/agent/session"
	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/store/projectdb"
)

// permissions are the rules that the user made about the project; none where nothing is kept.
func (k keeping) permissions() (permission.Rules, error) {
	if k.db == nil {
		return permission.Rules{}, nil
	}
	return session.Rules(k.db)
}

// Permissions is the command about what may be done in a project.
func (parts Parts) Permissions(p *cli.Program) *cobra.Command {
	format := "text"
	var names []string
	for _, c := range permission.Categories() {
		names = append(names, string(c))
	}
	c := &cobra.Command{
		Use:   "permissions PATH [list | allow, ask, deny or hidden CATEGORY PATTERN | drop NUMBER]",
		Short: "Says what a model may do in a project without asking, and changes that",
		Long: "Permissions are your rules about what a model may do in a project; what a repository says about that counts for nothing. Hidden beats deny, deny\n" +
			"beats ask, ask beats allow. What no rule is about: files are read, changes are asked about; files of credentials are denied unless a rule\n" +
			"allows that very file. Categories: " + strings.Join(names, ", ") + ". A pattern of files is one of paths (src/**), of commands words (\"npm test\").",
		Args: func(_ *cobra.Command, args []string) error {
			n := len(args)
			_, level := permission.LevelOf(strings.Join(args[min(1, n):min(2, n)], ""))
			if n == 1 || n == 2 && args[1] == "list" || n == 3 && args[1] == "drop" || n == 4 && level {
				return nil
			}
			return cli.Misuse("after the path stands list, allow CATEGORY PATTERN (or ask, deny, hidden), or drop NUMBER")
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", format))
			}
			tree, err := cli.Open(args[0])
			if err != nil {
				return err
			}
			if err := tree.Close(); err != nil {
				return err
			}
			if len(args) < 3 {
				return listPermissions(p, args[0], format)
			}
			return changePermissions(p, args[0], args[1:])
		},
	}
	c.Flags().StringVar(&format, "format", format, "text or json, of list")
	return c
}

func listPermissions(p *cli.Program, dir, format string) (err error) {
	rows := []projectdb.Rule{}
	db, err := reading(dir, p)
	if err != nil {
		return err
	}
	if db != nil {
		defer func() { err = errors.Join(err, db.Close()) }()
		if rows, err = db.Rules(); err != nil {
			return err
		}
	}
	if format == "json" {
		type rule struct {
			Number   int64  `json:"number"`
			Level    string `json:"level"`
			Category string `json:"category"`
			Pattern  string `json:"pattern"`
		}
		out := []rule{}
		for _, r := range rows {
			out = append(out, rule{r.ID, r.Level, r.Category, r.Pattern})
		}
		enc := json.NewEncoder(p.Out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(out)
	}
	w := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		visible.Fprintf(w, "%d\t%s\t%s\t%s\n", r.ID, r.Level, r.Category, r.Pattern)
	}
	return w.Flush()
}

// changePermissions adds a rule or drops one.
func changePermissions(p *cli.Program, dir string, args []string) (err error) {
	db, err := open("aipack's rules", dir, p)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if args[0] == "drop" {
		id, err := strconv.ParseInt(args[1], 10, 64)
		if err == nil {
			err = db.DropRule(id)
		}
		if err != nil {
			return &fault.Fault{Code: fault.FileNotFound, Message: "there is no rule " + args[1], Hint: "aipack permissions PATH lists them with their numbers"}
		}
		return nil
	}
	row := projectdb.Rule{Level: args[0], Category: args[1], Pattern: args[2]}
	if _, err := permission.New(session.RuleOf(row)); err != nil {
		return cli.Misuse(err.Error())
	}
	return db.SaveRule(row)
}
