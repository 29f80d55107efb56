package repair

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"aipack/backend/base/fault"
	"aipack/backend/packaging/export"
	"aipack/backend/prove"
	"aipack/backend/prove/patch"
)

// laidOver are the files that are proved in place of the project's own, with some
// more.
func laidOver(files map[string][]byte, more []patch.Change) map[string][]byte {
	if len(more) == 0 {
		return files
	}
	if files = maps.Clone(files); files == nil {
		files = map[string][]byte{}
	}
	for _, c := range more {
		files[c.Path] = []byte(c.Text)
	}
	return files
}

// changed are changes with later ones: of a file that both change, the text is the
// later one, and each keeps its own difference.
func changed(earlier, later []patch.Change) []patch.Change {
	out := slices.Clone(earlier)
	for _, c := range later {
		at := slices.IndexFunc(out, func(e patch.Change) bool { return e.Path == c.Path })
		if at < 0 {
			out = append(out, c)
			continue
		}
		out[at].Text, out[at].Diff = c.Text, out[at].Diff+c.Diff
	}
	return out
}

// Write makes in a project's folder the changes that repairs kept, what is replaced
// stays as NAME.bak-1. A file that has changed since is left alone, and with it all
// others: a FILE_EXISTS fault names it.
func Write(dir string, reports ...*prove.Report) ([]export.Written, error) {
	var all []patch.Change
	for _, r := range reports {
		if r.Mending != nil {
			all = changed(all, r.Mending.Files)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fault.OfFile("opening "+dir, err, "Check the folder's name.")
	}
	defer root.Close()
	var files []export.File
	for _, c := range all {
		text, err := root.ReadFile(filepath.FromSlash(c.Path))
		if err != nil && !(errors.Is(err, fs.ErrNotExist) && c.Fits(nil)) {
			return nil, fault.OfFile("reading "+c.Path, err, "Prove the project again.")
		}
		if !c.Fits(text) {
			return nil, &fault.Fault{Code: fault.FileExists, Message: fmt.Sprintf("%s has changed since it was proved", c.Path), Hint: "Prove the project again; nothing was written."}
		}
		files = append(files, export.File{Path: c.Path, Content: c.Text})
	}
	return export.Write(dir, files, export.WriteOptions{Force: true})
}
