package tool

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"

	"aipack/backend/repo"
)

// filter shows what a model is shown of a folder. Those that hold dependencies or
// outputs are shown closed: that they are there says something (ruling on ignored
// folders of the specification).
func filter(hidden bool) repo.DirFilter {
	f := repo.DefaultDirFilter()
	f.Hidden, f.Closed = hidden, true
	return f
}

// miss words an error about a path for a model: what is wrong, and what to ask
// instead.
func (in room) miss(ctx context.Context, p string, err error) error {
	name := quoted(p)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return refuse("looking at "+name+" took too long", "Look at a folder below it, or at fewer levels.")
	case errors.Is(err, repo.ErrOutside):
		return refuse(name+" is outside the repository", `Paths are relative to the repository's root, which is "."; there is nothing to see beyond it.`)
	case errors.Is(err, repo.ErrNotFolder):
		return refuse(name+" is not a folder", "read_file reads a file; list_files takes the folder it is in.")
	case errors.Is(err, repo.ErrBinary):
		return refuse(name+" is a binary file", "It cannot be read as text.")
	case errors.Is(err, repo.ErrTooLarge):
		return refuse(name+" is too large to be read", "grep_content finds lines in it.")
	case errors.Is(err, repo.ErrPattern):
		return refuse("the pattern is not well formed: "+last(err), "")
	case errors.Is(err, fs.ErrPermission):
		return refuse(name+" may not be read", "")
	case in.repo.IsDir(p):
		return refuse(name+" is a folder", "list_files shows what is in it.")
	case errors.Is(err, repo.ErrNotRegular):
		return refuse(name+" is no regular file", "")
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrInvalid):
		return refuse("there is no "+name+" in the repository", in.elsewhere(ctx, p))
	}
	return refuse(name+" cannot be read: "+last(err), "")
}

// last gives the innermost words of an error: the rest repeats the path.
func last(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err.Error()
		}
		err = next
	}
}

// elsewhere names files and folders of the same name.
func (in room) elsewhere(ctx context.Context, p string) string {
	const most = 3
	base := strings.ToLower(path.Base(p))
	if !in.repo.IsDir(".") || base == "." || base == "/" {
		return ""
	}
	f := filter(strings.HasPrefix(base, "."))
	found, err := in.repo.Walk(ctx, ".", repo.WalkOptions{MaxDepth: 8, MaxFiles: mostFound, Filter: f})
	if err != nil {
		return ""
	}
	var near []string
	for _, e := range found.Entries {
		if strings.ToLower(e.Name) == base && len(near) < most {
			near = append(near, quoted(e.Path))
		}
	}
	if len(near) == 0 {
		return "list_files and search_files show what is there."
	}
	return "Did you mean " + strings.Join(near, " or ") + "?"
}

// within shows a path relative to the folder that was asked for.
func within(dir, p string) string {
	if dir == "." {
		return p
	}
	return strings.TrimPrefix(p, dir+"/")
}

// checkGlob bounds the work that a pattern can cause.
func checkGlob(p string) error {
	if len(p) > mostPattern || strings.Count(p, "{") > 3 || strings.Count(p, ",") > 30 || strings.Count(p, "*") > 12 {
		return refuse("the pattern is too long or has too many alternatives", "Use a simpler one, such as *.json or **/*.{js,ts}.")
	}
	if strings.ContainsRune(p, 0) {
		return refuse("the pattern is not well formed", "")
	}
	return nil
}
