package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aipack/build/bench/real/label"
)

// folder is one application on disk. Where nobody has labelled it, its label
// names it and says no more.
type folder struct {
	label label.Application
	dir   string // that is proved
}

func (f folder) labelled() bool { return f.label.Commit != "" }

// find gives the applications that lie below a folder, or in the sets that lie
// there, in the order of their names. An application with several labels, of
// several of its folders, is as many.
func find(dir string, labels []label.Application) ([]folder, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []folder
	for _, e := range entries {
		whole := filepath.Join(dir, e.Name())
		owner, name, ok := strings.Cut(e.Name(), "+")
		switch {
		case !e.IsDir() || strings.HasPrefix(e.Name(), "."):
		case ok:
			all = append(all, labelled(whole, owner+"/"+name, labels)...)
		default:
			set, err := os.ReadDir(whole)
			if err != nil {
				return nil, err
			}
			for _, e := range set {
				if owner, name, ok := strings.Cut(e.Name(), "+"); ok && e.IsDir() {
					all = append(all, labelled(filepath.Join(whole, e.Name()), owner+"/"+name, labels)...)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b folder) int { return strings.Compare(a.label.Name(), b.label.Name()) })
	return all, nil
}

func labelled(dir, repo string, labels []label.Application) []folder {
	var all []folder
	for _, l := range labels {
		if strings.EqualFold(l.Repo, repo) {
			all = append(all, folder{l, filepath.Join(dir, filepath.FromSlash(l.Dir))})
		}
	}
	if len(all) == 0 {
		all = append(all, folder{label.Application{Repo: repo}, dir})
	}
	return all
}
