package keep

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"aipack/backend/base/fault"
)

// Undo takes back a commit that Make made, while it is the newest of its branch and at no
// remote. The files stay in the folder as they are; the index has them as the commit before
// did. Nothing else of the user's changes.
func Undo(ctx context.Context, folder string, c Commit) error {
	r, _, err := Look(ctx, folder, nil)
	if err != nil {
		return err
	}
	g, _, err := open(ctx, folder)
	if err != nil {
		return err
	}
	if err := g.undoable(ctx, r, c); err != nil {
		return err
	}
	g.dir = r.Root // the commit's paths are from there
	said := "aipack: the commit " + Short(c.ID) + " is taken back"
	move := []string{"update-ref", "-m", said, "HEAD", c.Parent, c.ID}
	index := append([]string{"reset", "--quiet", "--"}, c.Paths...)
	if c.Parent == "" {
		move = []string{"update-ref", "-m", said, "-d", "HEAD", c.ID}
		index = append([]string{"rm", "--cached", "--quiet", "--force", "--ignore-unmatch", "--"}, c.Paths...)
	}
	if err := g.do(ctx, "", io.Discard, move...); err != nil {
		return err
	}
	return g.do(context.WithoutCancel(ctx), "", io.Discard, index...)
}

// undoable says why a commit cannot be taken back; nil where it can.
func (g git) undoable(ctx context.Context, r Repository, c Commit) error {
	refuse := func(message, hint string) error {
		return &fault.Fault{Code: fault.EditConflict, Message: message, Hint: hint}
	}
	switch {
	case r.Refusal != nil && r.Refusal.Code != fault.CommandFailed: // without a name one can take back
		return r.Refusal
	case r.Branch != c.Branch:
		return refuse("the commit is on "+c.Branch+", and HEAD is not", "Go there first: git switch "+c.Branch+".")
	case r.Head != c.ID:
		return refuse("there are newer commits on "+c.Branch, "git revert "+Short(c.ID)+" makes a commit that undoes it.")
	}
	if at := g.line(ctx, "branch", "--remotes", "--contains", c.ID); at != "" {
		first, _, _ := strings.Cut(strings.TrimSpace(at), "\n")
		return refuse("the commit was pushed to "+strings.TrimSpace(first), "git revert "+Short(c.ID)+" makes a commit that undoes it.")
	}
	g.dir = r.Root
	staged, err := g.list(ctx, append([]string{"diff", "--cached", "--name-only", "-z", "--no-ext-diff", c.ID, "--"}, c.Paths...)...)
	if err != nil {
		return err
	}
	if len(staged) > 0 {
		return refuse(filepath.ToSlash(staged[0])+" has staged changes since", "Take them off the index first: git restore --staged "+staged[0]+".")
	}
	return nil
}

// Short is a commit's id as people write it.
func Short(id string) string { return id[:min(10, len(id))] }
