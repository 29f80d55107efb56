package keep

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/fault"
)

// Look says how the repository of a folder stands, and each file that would be committed:
// paths from the folder, with slashes, whether or not they are there by now. A folder in no
// repository is a NOTHING_FOUND fault, an absent git a COMMAND_FAILED one. What stands
// against a commit is in Refusal: it is for the user to settle.
func Look(ctx context.Context, folder string, paths []string) (Repository, []File, error) {
	g, r, err := open(ctx, folder)
	if err != nil {
		return Repository{}, nil, err
	}
	if r.Refusal, err = g.underway(ctx); err != nil {
		return r, nil, err
	}
	r.Branch = g.line(ctx, "symbolic-ref", "--quiet", "--short", "HEAD")
	r.Head = g.line(ctx, "rev-parse", "--quiet", "--verify", "HEAD^{commit}")
	r.Author = g.author(ctx)
	r.Signs = g.line(ctx, "config", "--type=bool", "commit.gpgSign") == "true"
	r.Hooks = g.hooks(ctx)
	r.Submodule = g.line(ctx, "rev-parse", "--show-superproject-working-tree")
	g.remote(ctx, &r)
	if r.Refusal == nil && r.Author == "" {
		r.Refusal = &fault.Fault{
			Code: fault.CommandFailed, Message: "git does not know who commits",
			Hint: "Tell it once: git config --global user.name \"…\" and user.email \"…\".",
		}
	}
	files, err := g.files(ctx, r, paths)
	if err != nil {
		return r, nil, err
	}
	return r, files, g.others(ctx, &r, paths)
}

// open finds git and the repository of a folder.
func open(ctx context.Context, folder string) (git, Repository, error) {
	var r Repository
	whole, err := filepath.Abs(folder)
	if err == nil {
		whole, err = filepath.EvalSymlinks(whole)
	}
	if err != nil {
		return git{}, r, fault.OfFile("cannot open "+folder, err, "check the folder's name")
	}
	g, err := find(whole)
	if err != nil {
		return g, r, err
	}
	top, err := g.read(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return g, r, outside(folder, err)
	}
	r.Root = filepath.FromSlash(strings.TrimRight(top, "\r\n"))
	if root, err := filepath.EvalSymlinks(r.Root); err == nil {
		r.Root = root
	}
	// core.worktree can name any folder of this computer.
	if rel, err := filepath.Rel(r.Root, whole); err != nil || !filepath.IsLocal(rel) {
		return g, r, &fault.Fault{
			Code: fault.PathTraversal, Message: "the repository of " + folder + " says that its files lie in " + r.Root,
			Hint: "Remove core.worktree from its .git/config if that is not meant.",
		}
	}
	g.quiet, err = g.filters(ctx)
	return g, r, err
}

// outside says why a folder's repository cannot be used.
func outside(folder string, err error) error {
	var f *fault.Fault
	if errors.As(err, &f) && f.Err != nil && strings.Contains(f.Err.Error(), "not a git repository") {
		return &fault.Fault{
			Code: fault.NothingFound, Message: folder + " lies in no git repository",
			Hint: "Write the files without committing them, or run git init there first.",
		}
	}
	return err
}

// filters gives settings that switch off the filters which the repository itself defines:
// git status would run them. The user's own, git-lfs for one, stay as they are.
func (g git) filters(ctx context.Context) ([]string, error) {
	parts, err := g.list(ctx, "config", "--show-scope", "--null", "--name-only", "--get-regexp", `^filter\..*\.(clean|process|smudge|required)$`)
	if err != nil && !silent(err) {
		return nil, err
	}
	var off []string
	for two := range slices.Chunk(parts, 2) { // scope, name
		if len(two) == 2 && (two[0] == "local" || two[0] == "worktree") {
			off = append(off, "-c", two[1]+"=")
		}
	}
	return off, nil
}

// states are what git leaves in its folder while something is under way.
var states = []struct{ file, what, hint string }{
	{"rebase-merge", "A rebase is under way", "Finish it by git rebase --continue, or give it up by git rebase --abort."},
	{"rebase-apply", "A rebase, or git am, is under way", "Finish it by git rebase --continue or git am --continue, or give it up by --abort."},
	{"MERGE_HEAD", "A merge is under way", "Finish it by git commit, or give it up by git merge --abort."},
	{"CHERRY_PICK_HEAD", "A cherry-pick is under way", "Finish it by git cherry-pick --continue, or give it up by --abort."},
	{"REVERT_HEAD", "A revert is under way", "Finish it by git revert --continue, or give it up by --abort."},
	{"BISECT_LOG", "A bisection is under way", "End it by git bisect reset."},
}

// underway says what has to be finished before anything else is committed; nil for nothing.
func (g git) underway(ctx context.Context) (*fault.Fault, error) {
	for _, s := range states {
		place, err := g.read(ctx, "rev-parse", "--git-path", s.file)
		if err != nil {
			return nil, err
		}
		if _, err := os.Lstat(g.at(strings.TrimRight(place, "\r\n"))); err == nil {
			return &fault.Fault{Code: fault.Busy, Message: s.what + " in this repository", Hint: s.hint}, nil
		}
	}
	lines, err := g.list(ctx, "ls-files", "-u", "-z", "--full-name")
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	var unmerged []string
	for _, l := range lines { // a line for each side: "MODE ID STAGE\tPATH"
		_, name, _ := strings.Cut(l, "\t")
		unmerged = append(unmerged, name)
	}
	unmerged = slices.Compact(unmerged)
	return &fault.Fault{
		Code: fault.EditConflict, Message: "There are conflicts in " + strings.Join(short(unmerged), ", "),
		Hint: "Settle them, mark each by git add, then try again.",
	}, nil
}

// at is a path that git gave, from its folder.
func (g git) at(place string) string {
	if place = filepath.FromSlash(place); filepath.IsAbs(place) {
		return place
	}
	return filepath.Join(g.dir, place)
}

// short is the first of a list of paths, and how many more there are.
func short(paths []string) []string {
	const most = 3
	if len(paths) <= most {
		return paths
	}
	return append(slices.Clone(paths[:most]), strconv.Itoa(len(paths)-most)+" more")
}

// author is whom a commit would name, "" where git does not know. Its answer ends with a
// time.
func (g git) author(ctx context.Context) string {
	who := g.line(ctx, "var", "GIT_AUTHOR_IDENT")
	if g.line(ctx, "var", "GIT_COMMITTER_IDENT") == "" {
		return ""
	}
	end := strings.LastIndex(who, ">")
	return who[:end+1]
}

// committing are the hooks of a commit, of a new branch and of a push (githooks(5)).
var committing = []string{"commit-msg", "post-checkout", "post-commit", "post-index-change", "pre-commit", "pre-push", "prepare-commit-msg", "reference-transaction"}

func (g git) hooks(ctx context.Context) []string {
	there := []string{}
	place, err := g.command(ctx, []string{"rev-parse", "--git-path", "hooks"}, environment("LC_ALL=C")).Output()
	if err != nil {
		return there
	}
	folder := g.at(strings.TrimRight(string(place), "\r\n"))
	for _, name := range committing {
		info, err := os.Stat(filepath.Join(folder, name))
		if err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			there = append(there, name)
		}
	}
	return there
}

// others reads the porcelain of git status, version 2: files that git knows and that
// differ from the newest commit, and those of them that are staged.
func (g git) others(ctx context.Context, r *Repository, ours []string) error {
	prefix := g.line(ctx, "rev-parse", "--show-prefix")
	entries, err := g.list(ctx, "status", "--porcelain=v2", "-z", "--untracked-files=no", "--ignore-submodules=all", "--no-renames")
	for _, e := range entries {
		// "1 XY sub mH mI mW hH hI path", or "u XY …" with two fields more.
		fields := strings.SplitN(e, " ", 9)
		if len(fields) < 9 || len(fields[1]) != 2 {
			continue
		}
		name := fields[8]
		if fields[0] == "u" {
			name = name[strings.LastIndex(name, " ")+1:]
		}
		if own, below := strings.CutPrefix(name, prefix); below && slices.Contains(ours, own) {
			continue
		}
		r.Changed++
		if fields[1][0] != '.' {
			r.Staged++
		}
	}
	return err
}

// remote finds where a push of the branch would go: what the branch follows, else the only
// remote, else one called origin.
func (g git) remote(ctx context.Context, r *Repository) {
	if r.Branch == "" {
		return
	}
	r.remote = g.line(ctx, "config", "branch."+r.Branch+".remote")
	r.upstream = strings.TrimPrefix(g.line(ctx, "config", "branch."+r.Branch+".merge"), "refs/heads/")
	if r.remote == "" || r.remote == "." {
		r.upstream = ""
		all := strings.Fields(g.line(ctx, "remote"))
		switch {
		case len(all) == 1:
			r.remote = all[0]
		case slices.Contains(all, "origin"):
			r.remote = "origin"
		default:
			r.remote = ""
		}
	}
	if r.upstream == "" {
		r.upstream = r.Branch
	}
	if r.remote != "" {
		r.Remote = path.Join(r.remote, r.upstream)
	}
}
