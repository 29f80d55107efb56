package history

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"aipack/backend/base/atomicfile"
	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/store"
)

// plainName keeps the name of a project, which may be somebody else's, in this folder on any system.
var plainName = strings.NewReplacer("/", "_", `\`, "_", ":", "_")

func (d desk) export() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use: "export RUN", Short: "Writes a run with all that belongs to it into one file", Args: oneRun,
		RunE: func(c *cobra.Command, args []string) error {
			return d.reading(c.Context(), func(s *store.DB) error {
				r, err := find(s, args[0])
				if err != nil {
					return err
				}
				content, err := s.Export(r.ID)
				if err != nil {
					return err
				}
				if out == "-" {
					_, err := d.p.Out.Write(content)
					return err
				}
				if out == "" {
					out = plainName.Replace(r.Name) + ".aipack.json"
				}
				if err := absent(out); err != nil {
					return err
				}
				if err := atomicfile.Write(out, content, 0o644); err != nil {
					return unwritten(out, err)
				}
				visible.Fprintf(d.p.Out, "%s\n", out)
				return nil
			})
		},
	}
	c.Flags().StringVar(&out, "out", "", "file to write; - prints; absent: NAME.aipack.json here")
	return c
}

// absent refuses to write over a file.
func absent(file string) error {
	if _, err := os.Lstat(file); err == nil {
		return &fault.Fault{Code: fault.FileExists, Message: "there is already a file " + file, Hint: "give another name with --out"}
	}
	return nil
}

func unwritten(file string, err error) error {
	return fault.OfFile("cannot write "+file, err, "choose another file")
}

// mostRecording bounds what is imported, in bytes.
const mostRecording = 256 << 20

func (d desk) bring() *cobra.Command {
	return &cobra.Command{
		Use: "import FILE", Short: "Adds a run that was exported, here or elsewhere", Args: cli.OnePath,
		RunE: func(c *cobra.Command, args []string) error {
			f, err := os.Open(args[0])
			if err != nil {
				return &fault.Fault{Code: fault.FileNotFound, Message: "cannot read " + args[0], Hint: "give a file that history export has written", Err: err}
			}
			defer f.Close()
			content, err := io.ReadAll(io.LimitReader(f, mostRecording+1))
			if err == nil && len(content) > mostRecording {
				err = store.ErrNoRecording
			}
			if err != nil {
				return &fault.Fault{Code: fault.DocumentInvalid, Message: args[0] + " cannot be imported", Hint: "give a file that history export has written", Err: err}
			}
			return d.writing(c.Context(), func(s *store.DB) error {
				id, err := s.Import(content, func() string { return uuid.Must(uuid.NewV7()).String() })
				if errors.Is(err, store.ErrNoRecording) {
					return &fault.Fault{Code: fault.DocumentInvalid, Message: args[0] + " is no run of aipack", Hint: "give a file that history export has written", Err: err}
				}
				if err == nil {
					visible.Fprintf(d.p.Out, "%s\n", id)
				}
				return err
			})
		},
	}
}

func (d desk) delete() *cobra.Command {
	var yes, forGood bool
	c := &cobra.Command{
		Use: "delete RUN", Short: "Deletes a run; the window can bring it back within a day", Args: oneRun,
		RunE: func(c *cobra.Command, args []string) error {
			return d.writing(c.Context(), func(s *store.DB) error {
				r, err := find(s, args[0])
				if err != nil {
					return err
				}
				if !yes {
					if err := d.sure(r); err != nil {
						return err
					}
				}
				remove := s.Delete
				if forGood {
					remove = s.Erase
				}
				if err := remove(r.ID); err != nil {
					return err
				}
				visible.Fprintf(d.p.Out, "%s is deleted.\n", r.ID)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&yes, "yes", false, "do not ask")
	c.Flags().BoolVar(&forGood, "for-good", false, "free the disk space at once; the run cannot be brought back")
	return c
}

// sure asks before a run is deleted; without somebody to answer it is not.
func (d desk) sure(r store.Run) error {
	if !d.Asks {
		return cli.Misuse("nobody is there to say whether the run is to be deleted; --yes says it")
	}
	agreed, err := d.p.Agreed(d.In, fmt.Sprintf("Delete the run of %s with %d services?", r.Name, r.Services))
	if err != nil || agreed {
		return err
	}
	fmt.Fprintln(d.p.Err, "aipack: nothing is deleted")
	return cli.ErrFailed
}

func (d desk) backup() *cobra.Command {
	return &cobra.Command{
		Use: "backup FILE", Short: "Copies the history with the settings into a file, also while a window is open", Args: cli.OnePath,
		RunE: func(c *cobra.Command, args []string) error {
			if err := absent(args[0]); err != nil {
				return err
			}
			return d.reading(c.Context(), func(s *store.DB) error {
				if err := s.Backup(args[0]); errors.Is(err, store.ErrDamaged) {
					return err
				} else if err != nil {
					return unwritten(args[0], err)
				}
				visible.Fprintf(d.p.Out, "%s\n", args[0])
				return nil
			})
		},
	}
}
