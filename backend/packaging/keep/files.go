package keep

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"aipack/backend/base/fault"
)

// entry is one line of git ls-files or ls-tree.
type entry struct {
	mode, id, stage string
	hidden          bool // from git: skip-worktree or assume-unchanged
}

// files says of each path whether it can be committed.
func (g git) files(ctx context.Context, r Repository, paths []string) ([]File, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	index, err := g.index(ctx, paths)
	if err != nil {
		return nil, err
	}
	head, err := g.head(ctx, r, paths)
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return g.nested(p) != "" })
	ignored, err := g.ignored(ctx, own)
	if err != nil {
		return nil, err
	}
	var changed []string
	if r.Head != "" {
		compare := []string{"diff", "--name-only", "--relative", "--no-renames", "-z", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", r.Head, "--"}
		if changed, err = g.list(ctx, append(compare, own...)...); err != nil {
			return nil, err
		}
	}
	out := make([]File, len(paths))
	for i, p := range paths {
		at, indexed := index[p]
		was, known := head[p]
		out[i] = File{Path: p, Known: known, Clean: known && !slices.Contains(changed, p), indexed: indexed}
		refuse := func(message, hint string) {
			out[i].Refusal = &fault.Fault{Code: fault.PermissionDenied, Message: message, Hint: hint}
		}
		switch own := g.nested(p); {
		case own != "":
			refuse(p+" lies in another repository, "+own, "Keep it from there: it is that repository's file.")
		case at.hidden:
			refuse(p+" is kept out of the working tree, by a sparse checkout or by hand",
				"Take it in by git sparse-checkout add, or by git update-index --no-skip-worktree --no-assume-unchanged.")
		case indexed && (!known || at.id != was.id || at.mode != was.mode) && !announced(at.id):
			refuse(p+" has staged changes of yours", "Commit them first, or take them off the index by git restore --staged.")
		case ignored[p] != "" && !indexed:
			refuse(p+" is ignored by "+ignored[p], "Take the pattern out, or leave the file out of the commit.")
		}
	}
	return out, g.twins(ctx, out)
}

// announced reports whether an entry has the id of an empty file, SHA-1's or SHA-256's, as
// git add --intent-to-add makes it: its content is staged by nobody yet.
func announced(id string) bool {
	return id == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391" || id == "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
}

// index reads what the index has of paths.
func (g git) index(ctx context.Context, paths []string) (map[string]entry, error) {
	lines, err := g.list(ctx, append([]string{"ls-files", "-s", "-v", "-z", "--"}, paths...)...)
	found := map[string]entry{}
	for _, l := range lines {
		// "H 100644 ID 0\tPATH": S is skip-worktree, a small letter assume-unchanged.
		fields, name, _ := strings.Cut(l, "\t")
		f := strings.Fields(fields)
		if len(f) == 4 {
			found[name] = entry{mode: f[1], id: f[2], stage: f[3], hidden: f[0] == "S" || f[0] != strings.ToUpper(f[0])}
		}
	}
	return found, err
}

// head reads what the newest commit has of paths.
func (g git) head(ctx context.Context, r Repository, paths []string) (map[string]entry, error) {
	found := map[string]entry{}
	if r.Head == "" {
		return found, nil
	}
	lines, err := g.list(ctx, append([]string{"ls-tree", "-z", r.Head, "--"}, paths...)...)
	for _, l := range lines {
		fields, name, _ := strings.Cut(l, "\t") // "100644 blob ID\tPATH"
		if f := strings.Fields(fields); len(f) == 3 {
			found[name] = entry{mode: f[0], id: f[2]}
		}
	}
	return found, err
}

// ignored says which pattern, in which file and line, hides a path.
func (g git) ignored(ctx context.Context, paths []string) (map[string]string, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	g.magic, g.in = true, strings.Join(paths, "\x00") // it knows no patterns, and refuses to be told so
	parts, err := g.list(ctx, "check-ignore", "-v", "-z", "--stdin")
	if silent(err) {
		err = nil
	}
	found := map[string]string{}
	for four := range slices.Chunk(parts, 4) { // source, line, pattern, path
		if len(four) == 4 && !strings.HasPrefix(four[2], "!") {
			found[four[3]] = "`" + four[2] + "` in " + four[0] + ":" + four[1]
		}
	}
	return found, err
}

// nested gives the folder of another repository that a path lies in: a submodule, or one
// that git does not know of. "" for none.
func (g git) nested(p string) string {
	for dir := path.Dir(p); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(g.dir, filepath.FromSlash(dir), ".git")); err == nil {
			return dir
		}
	}
	return ""
}

// twins refuses a new file that differs from one that git knows in upper and lower case
// alone: on Windows and macOS one would lie over the other.
func (g git) twins(ctx context.Context, files []File) error {
	var fresh []string
	for _, f := range files {
		if !f.indexed && f.Refusal == nil {
			fresh = append(fresh, ":(icase,literal)"+f.Path)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	g.magic = true
	names, err := g.list(ctx, append([]string{"ls-files", "-z", "--"}, fresh...)...)
	if err != nil {
		return err
	}
	for i, f := range files {
		for _, name := range names {
			if f.Refusal == nil && !f.indexed && name != f.Path && strings.EqualFold(name, f.Path) {
				files[i].Refusal = &fault.Fault{
					Code: fault.FileExists, Message: f.Path + " differs from your " + name + " in upper and lower case alone",
					Hint: "Rename or remove yours first: on Windows and macOS only one of them can be there.",
				}
			}
		}
	}
	return nil
}
