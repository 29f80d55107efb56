package keep

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aipack/backend/base/fault"
)

// Make commits the files of an order, as they lie in the folder, and nothing else: what the
// user has staged besides stays staged. What git and its hooks say goes to out as it comes.
// Where something stands against it, nothing is done: the fault is the first of Look's. A
// commit that fails leaves branch and index as they were, the files where they are.
func Make(ctx context.Context, o Order, out io.Writer) (Commit, error) {
	r, files, err := Look(ctx, o.Folder, o.Paths)
	if err != nil {
		return Commit{}, err
	}
	if err := Against(r, files, o); err != nil {
		return Commit{}, err
	}
	g, _, err := open(ctx, o.Folder)
	if err != nil {
		return Commit{}, err
	}
	back := func(context.Context) error { return nil }
	if o.Branch != "" {
		if back, err = g.branch(ctx, r, o.Branch, out); err != nil {
			return Commit{}, err
		}
	}
	staged, err := g.staged(ctx, r)
	if err != nil {
		return Commit{}, errors.Join(err, back(context.WithoutCancel(ctx)))
	}
	before := g.sums(o.Paths)
	if err := g.commit(ctx, r, files, o, out); err != nil {
		// The user may have stopped it: what is put back has its own time.
		return Commit{}, errors.Join(err, back(context.WithoutCancel(ctx)))
	}
	c, err := g.made(context.WithoutCancel(ctx), r, o, before)
	if err != nil {
		return c, err
	}
	return c, g.settle(context.WithoutCancel(ctx), r, c, staged)
}

// staged are the paths, from the root, of which the index has something else than the
// newest commit.
func (g git) staged(ctx context.Context, r Repository) ([]string, error) {
	if r.Head == "" {
		return g.list(ctx, "ls-files", "-z", "--full-name", ":/")
	}
	return g.list(ctx, "diff", "--cached", "--name-only", "--no-renames", "-z", "--no-ext-diff", r.Head)
}

// settle puts right what git leaves where a hook staged something while a part of the index
// was committed: the index has what lay there before the hook, as if the user had staged
// that. What the user has staged stays.
func (g git) settle(ctx context.Context, r Repository, c Commit, staged []string) error {
	if c.Above || len(c.Extra)+len(c.Altered) == 0 {
		return nil
	}
	g.dir = r.Root
	own := slices.DeleteFunc(slices.Clone(c.Paths), func(p string) bool { return slices.Contains(staged, p) })
	if len(own) == 0 {
		return nil
	}
	return g.do(ctx, "", io.Discard, append([]string{"reset", "--quiet", "--"}, own...)...)
}

// Against is what stands against an order, where Look said so of its repository and files;
// nil for nothing.
func Against(r Repository, files []File, o Order) error {
	switch {
	case len(files) == 0:
		return &fault.Fault{Code: fault.WrongUse, Message: "no files were chosen to commit", Hint: "Choose one at least."}
	case strings.TrimSpace(o.Message) == "":
		return &fault.Fault{Code: fault.WrongUse, Message: "the commit has no message", Hint: "Say in one line what it does."}
	case r.Refusal != nil:
		return r.Refusal
	case r.Branch == "" && o.Branch == "":
		return &fault.Fault{
			Code: fault.WrongUse, Message: "HEAD is on no branch, so that a commit would be lost with the next checkout",
			Hint: "Give the commit a new branch.",
		}
	}
	for _, f := range files {
		if f.Refusal != nil {
			return f.Refusal
		}
	}
	return nil
}

// branch makes a new branch where HEAD is and goes to it; no file changes. back goes to
// where HEAD was, and takes the branch away.
func (g git) branch(ctx context.Context, r Repository, name string, out io.Writer) (back func(context.Context) error, err error) {
	if err := g.do(ctx, "", io.Discard, "check-ref-format", "--branch", name); err != nil {
		return nil, &fault.Fault{Code: fault.WrongUse, Message: "`" + name + "` cannot be the name of a branch", Hint: "Use letters, digits, - and /."}
	}
	if g.line(ctx, "rev-parse", "--quiet", "--verify", "refs/heads/"+name) != "" || name == r.Branch {
		return nil, &fault.Fault{Code: fault.FileExists, Message: "there is a branch " + name + " already", Hint: "Choose another name, or go to it by git switch first."}
	}
	if err := g.do(ctx, "", out, "switch", "--create", name); err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		was := []string{"symbolic-ref", "HEAD", "refs/heads/" + r.Branch}
		if r.Branch == "" {
			was = []string{"update-ref", "--no-deref", "HEAD", r.Head}
		}
		err := g.do(ctx, "", io.Discard, was...)
		if r.Head != "" {
			err = errors.Join(err, g.do(ctx, "", io.Discard, "update-ref", "-d", "refs/heads/"+name, r.Head))
		}
		return err
	}, nil
}

// commit makes the commit by git commit --only, which leaves the rest of the index alone.
// It takes files that the index knows: new ones are announced first, without content, and
// taken off again where it fails.
func (g git) commit(ctx context.Context, r Repository, files []File, o Order, out io.Writer) error {
	var fresh []string
	for _, f := range files {
		if !f.indexed {
			fresh = append(fresh, f.Path)
		}
	}
	forget := func() error {
		if len(fresh) == 0 {
			return nil
		}
		return g.do(context.WithoutCancel(ctx), "", io.Discard, append([]string{"rm", "--cached", "--quiet", "--force", "--ignore-unmatch", "--"}, fresh...)...)
	}
	if len(fresh) > 0 {
		if err := g.do(ctx, "", out, append([]string{"add", "--intent-to-add", "--"}, fresh...)...); err != nil {
			return errors.Join(err, forget())
		}
	}
	if r.Head != "" {
		changed, err := g.list(ctx, append([]string{"diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", r.Head, "--"}, o.Paths...)...)
		if err == nil && len(changed) == 0 {
			err = &fault.Fault{Code: fault.NothingFound, Message: "the newest commit has these files as they are", Hint: "There is nothing to commit."}
		}
		if err != nil {
			return errors.Join(err, forget())
		}
	}
	if err := g.do(ctx, o.Message+"\n", out, append([]string{"commit", "--only", "--cleanup=whitespace", "--file=-", "--"}, o.Paths...)...); err != nil {
		if g.line(context.WithoutCancel(ctx), "rev-parse", "--quiet", "--verify", "HEAD^{commit}") != r.Head {
			return nil // it stands: a hook that runs afterwards failed, or was stopped
		}
		return errors.Join(err, forget())
	}
	return nil
}

// made reads what the commit became.
func (g git) made(ctx context.Context, r Repository, o Order, before map[string][sha256.Size]byte) (Commit, error) {
	c := Commit{Branch: cmp.Or(o.Branch, r.Branch), Parent: r.Head, Extra: []string{}, Altered: []string{}}
	newest, err := g.read(ctx, "rev-parse", "--verify", "HEAD^{commit}")
	if err != nil {
		return c, err
	}
	c.ID = strings.TrimSpace(newest)
	if own := g.child(ctx, r.Head, c.ID); own != "" && own != c.ID {
		c.ID, c.Above = own, true
	}
	if c.Message, err = g.read(ctx, "log", "-1", "--format=%B", c.ID); err != nil {
		return c, err
	}
	c.Message = strings.TrimSpace(c.Message)
	if c.Paths, err = g.list(ctx, "diff-tree", "--root", "--no-commit-id", "--name-only", "--no-renames", "-r", "-z", c.ID); err != nil {
		return c, err
	}
	prefix := g.line(ctx, "rev-parse", "--show-prefix")
	for _, p := range c.Paths {
		if own, below := strings.CutPrefix(p, prefix); !below || !slices.Contains(o.Paths, own) {
			c.Extra = append(c.Extra, p)
		}
	}
	for p, sum := range g.sums(o.Paths) {
		if sum != before[p] {
			c.Altered = append(c.Altered, p)
		}
	}
	slices.Sort(c.Altered)
	return c, nil
}

// child is the commit after one, on the way to another.
func (g git) child(ctx context.Context, from, to string) string {
	span := to
	if from != "" {
		span = from + ".." + to
	}
	first, _, _ := strings.Cut(g.line(ctx, "rev-list", "--first-parent", "--reverse", span), "\n")
	return first
}

// sums are those of files as they lie in the folder; what cannot be read is left out.
func (g git) sums(paths []string) map[string][sha256.Size]byte {
	out := map[string][sha256.Size]byte{}
	for _, p := range paths {
		if text, err := os.ReadFile(filepath.Join(g.dir, filepath.FromSlash(p))); err == nil {
			out[p] = sha256.Sum256(text)
		}
	}
	return out
}

// Push sends a commit's branch to where the branch belongs, never by force, and gives its
// name there. What git and its hooks say goes to out.
func Push(ctx context.Context, folder string, out io.Writer) (string, error) {
	r, _, err := Look(ctx, folder, nil)
	if err != nil {
		return "", err
	}
	g, _, err := open(ctx, folder)
	switch {
	case err != nil:
		return "", err
	case r.Branch == "":
		return "", &fault.Fault{Code: fault.WrongUse, Message: "HEAD is on no branch", Hint: "Go to the branch that is to be pushed."}
	case r.Remote == "":
		return "", &fault.Fault{Code: fault.NothingFound, Message: "the repository has no remote to push to", Hint: "Add one by git remote add origin ADDRESS."}
	}
	return r.Remote, g.do(ctx, "", out, "push", r.remote, "refs/heads/"+r.Branch+":refs/heads/"+r.upstream)
}
