package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli/visible"
	"aipack/backend/detect/pipeline"
	"aipack/backend/packaging/export"
	"aipack/backend/universalbuild"
)

func (p *Program) export() *cobra.Command {
	var a Analysis
	var out, from string
	var force, merged, old bool
	c := &cobra.Command{
		Use: "export PATH", Short: "Writes Dockerfile, .dockerignore, compose.yaml and universalbuild.json", Args: OnePath,
		Long: "Export looks at a folder and writes what builds and starts it, beside the\nproject's own files or into another folder. No file is overwritten: with --force\nthe old one stays as NAME.bak-1. With --out - everything is printed instead.",
		RunE: func(c *cobra.Command, args []string) error {
			return p.analysing(c.Context(), func() error { return p.runExport(c.Context(), a, args[0], out, exportHow{force, merged, old, from}) })
		},
	}
	a.Flags(c)
	c.Flags().StringVar(&out, "out", "", "folder to write into; - prints; absent: the project itself")
	c.Flags().StringVar(&from, "from", "",
		"export the documents of this file (of prove --fix --out, of an earlier export) in place of what is found in the folder")
	c.Flags().BoolVar(&force, "force", false, "replace files that are there, keeping a backup of each")
	c.Flags().BoolVar(&merged, "merged", false, "one document with projects instead of a list")
	c.Flags().BoolVar(&old, "old-builder", false, "write for BuildKit before 0.11 (Docker before 23): without here-documents")
	return c
}

func project(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "project"
	}
	return filepath.Base(abs)
}

func (p *Program) print(files []export.File) error {
	for i, f := range files {
		if i > 0 {
			fmt.Fprintln(p.Out)
		}
		if _, err := fmt.Fprintf(p.Out, "==> %s <==\n%s", visible.Text(f.Path), f.Content); err != nil {
			return err
		}
	}
	return nil
}

// mostTold bounds the lines about credentials.
const mostTold = 20

// warn says which credentials come into an image, and which stay out of it.
func (p *Program) warn(found export.Credentials) {
	in, out := found.Told()
	for i, line := range in {
		if i == mostTold {
			visible.Fprintf(p.Err, "aipack: and %d more\n", len(in)-i)
			break
		}
		visible.Fprintf(p.Err, "aipack: %s\n", line)
	}
	if len(out) > mostTold {
		out = append(out[:mostTold:mostTold], fmt.Sprintf("%d more", len(out)-mostTold))
	}
	if len(out) > 0 {
		visible.Fprintf(p.Err, "aipack: left out of the image: %s\n", strings.Join(out, ", "))
	}
}

// Remind says what the user still has to give.
func (p *Program) Remind(docs []universalbuild.UniversalBuild) {
	for _, d := range docs {
		var names []string
		for _, v := range d.Runtime.Variables {
			if v.Required {
				names = append(names, v.Name)
			}
		}
		if len(names) > 0 {
			visible.Fprintf(p.Err, "aipack: %s wants a value for %s\n", d.Metadata.ProjectName, strings.Join(names, ", "))
		}
		if list, _ := d.BuildSecrets(); len(list) > 0 {
			for _, one := range list {
				visible.Fprintf(p.Err, "aipack: the build of %s takes the secret %s\n", d.Metadata.ProjectName, secretText(one))
			}
			visible.Fprintf(p.Err, "aipack: the first lines of its Dockerfile say how it is given\n")
		}
		for _, w := range d.Warnings {
			visible.Fprintf(p.Err, "aipack: %s\n", w.Message)
		}
	}
}

func (p *Program) schema() *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "Prints the JSON Schema of the documents", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := p.Out.Write(universalbuild.Schema())
			return err
		},
	}
}

// exportHow is what the flags of export say.
type exportHow struct {
	force, merged, old bool
	from               string
}

// Packaged is what export would write of a folder.
type Packaged struct {
	Documents []universalbuild.UniversalBuild
	Files     []export.File
	Known     []string // the files of the folder
}

// Package finds what export would write; from names a file of documents in place of what
// is found in the folder, "" for none. Credentials that come into an image are told.
func (p *Program) Package(ctx context.Context, a Analysis, dir, from string, merged bool) (Packaged, error) {
	how := exportHow{merged: merged, from: from}
	found, err := p.found(ctx, a, dir, from)
	if err != nil {
		return Packaged{}, err
	}
	files, err := p.files(ctx, found, dir, how)
	return Packaged{Documents: found.Documents, Files: files, Known: export.KnownOf(found.Context.Scan().Index).Files}, err
}

// found looks at a folder, and takes the documents of a file where one is named.
func (p *Program) found(ctx context.Context, a Analysis, dir, from string) (*pipeline.Outcome, error) {
	found, err := p.Find(ctx, a, dir)
	if err != nil {
		return nil, err
	}
	if from != "" {
		if found.Documents, err = readDocuments(from); err != nil {
			return nil, err
		}
	}
	if len(found.Documents) == 0 {
		visible.Fprintf(p.Err, "aipack: %s\n", found.Context.Structure().Missing)
		return nil, ErrNothing
	}
	return found, nil
}

func (p *Program) runExport(ctx context.Context, a Analysis, dir, out string, how exportHow) error {
	found, err := p.found(ctx, a, dir, how.from)
	if err != nil {
		return err
	}
	return p.write(ctx, found, dir, out, how)
}

// WriteInto writes the files of documents into the project, as export does; what
// is there already stays beside them as NAME.bak-1.
func (p *Program) WriteInto(ctx context.Context, a Analysis, dir string, docs []universalbuild.UniversalBuild) error {
	a.mode = pipeline.Static // what is in the folder is asked for, and the documents are there
	found, err := p.Find(ctx, a, dir)
	if err != nil {
		return err
	}
	found.Documents = docs
	return p.write(ctx, found, dir, "", exportHow{force: true})
}

// files are those of an export; credentials that come into an image are told.
func (p *Program) files(ctx context.Context, found *pipeline.Outcome, dir string, how exportHow) ([]export.File, error) {
	in := export.KnownOf(found.Context.Scan().Index)
	credentials, err := export.SearchIn(ctx, dir, found.Documents, in)
	if err != nil {
		return nil, err
	}
	p.warn(credentials)
	return export.Files(found.Documents, export.SetOptions{
		Project: project(dir), Merged: how.merged, NoHeredoc: how.old, Files: in.Files, Filled: in.Filled, Credentials: credentials, Example: export.ExampleIn(dir),
	})
}

func (p *Program) write(ctx context.Context, found *pipeline.Outcome, dir, out string, how exportHow) error {
	files, err := p.files(ctx, found, dir, how)
	if err != nil {
		return err
	}
	if out == "-" {
		return p.print(files)
	}
	_, absent := os.Lstat(out)
	if out == "" {
		out = dir
	} else if err := os.MkdirAll(out, 0o755); err != nil {
		return fault.OfFile("cannot make the folder "+out, err, "choose another folder")
	}
	written, err := export.Write(out, files, export.WriteOptions{Force: how.force})
	if len(written) == 0 && err != nil && errors.Is(absent, fs.ErrNotExist) {
		_ = os.Remove(out) // made in vain
	}
	p.ToldOf(out, written)
	p.Remind(found.Documents)
	return err
}

// ToldOf says which files were written into a folder, and where what was there is kept.
func (p *Program) ToldOf(out string, written []export.Written) {
	for _, w := range written {
		visible.Fprintf(p.Out, "%s\n", filepath.Join(out, filepath.FromSlash(w.Path)))
		if w.Backup != "" {
			visible.Fprintf(p.Err, "aipack: the old one is kept as %s\n", filepath.Join(out, filepath.FromSlash(w.Backup)))
		}
	}
}
