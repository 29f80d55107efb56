package tool

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"aipack/backend/repo"
)

//go:embed get_file_tree.md
var fileTreeAbout string

type fileTreeArgs struct {
	Path          string `json:"path"`
	MaxDepth      int    `json:"max_depth"`
	IncludeFiles  bool   `json:"include_files"`
	IncludeHidden bool   `json:"include_hidden"`
	Format        string `json:"format"`
}

// treeOut is the root of a tree in JSON.
type treeOut struct {
	Name      string           `json:"name"`
	Type      repo.EntryType   `json:"type"`
	Children  []*repo.TreeNode `json:"children"`
	Truncated bool             `json:"truncated,omitempty"`
}

func fileTree() Tool {
	return define(Tool{
		Name: "get_file_tree", About: fileTreeAbout,
		Aliases: []string{"get_tree", "tree", "file_tree"},
		Synonyms: map[string]string{
			"dir": "path", "directory": "path", "folder": "path", "root": "path", "depth": "max_depth",
			"files": "include_files", "hidden": "include_hidden",
		},
		Schema: func(l Limits) json.RawMessage {
			return json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{`+
				`"path":{"type":"string","default":"."},`+
				`"max_depth":{"type":"integer","minimum":1,"description":"At most %d","default":%d},`+
				`"include_files":{"type":"boolean","default":true},`+
				`"include_hidden":{"type":"boolean"},`+
				`"format":{"type":"string","enum":["ascii","json"],"default":"ascii"}}}`, l.TreeDepth, min(4, l.TreeDepth)))
		},
	}, runFileTree)
}

func runFileTree(ctx context.Context, in room, a fileTreeArgs) (answer, error) {
	if !in.repo.IsDir(a.Path) {
		_, err := in.repo.Children(ctx, a.Path, filter(false))
		return answer{}, in.miss(ctx, a.Path, err)
	}
	grow := func(entries int) (*repo.TreeNode, error) {
		return in.repo.Tree(ctx, a.Path, repo.TreeOptions{
			MaxDepth: min(a.MaxDepth, in.limits.TreeDepth), MaxEntries: max(entries, 1),
			NoFiles: !a.IncludeFiles, Hidden: a.IncludeHidden, Closed: true,
		})
	}
	whole, err := grow(in.limits.Entries)
	if err != nil {
		return answer{}, in.miss(ctx, a.Path, err)
	}
	return answer{items: size(whole), render: func(keep int) rendering {
		tree := whole
		if keep < size(whole) {
			// The same tree with fewer entries: a limit takes the deepest first.
			if tree, err = grow(keep); err != nil {
				return rendering{text: "the folder cannot be read any more"}
			}
		}
		cut, deeper := tree.Truncated()
		r := rendering{cut: cut || deeper, notes: treeNotes(tree, cut, deeper)}
		if a.Format == "json" {
			r.body = treeOut{tree.Name, tree.Type, append([]*repo.TreeNode{}, tree.Children...), r.cut}
		} else {
			r.text = tree.String()
		}
		return r
	}}, nil
}

func treeNotes(tree *repo.TreeNode, cut, deeper bool) []string {
	var notes []string
	if deeper {
		notes = append(notes, "... deeper directories omitted; set path to one of them to see more")
	}
	if cut {
		notes = append(notes, "... some folders hold more than is shown; set path to one of them to see more")
	}
	if closed(tree) {
		notes = append(notes, "folders of dependencies and outputs are shown closed; list_files with their path shows what is in them")
	}
	return notes
}

// closed reports whether a folder is shown without being looked into.
func closed(n *repo.TreeNode) bool {
	return slices.ContainsFunc(n.Children, func(c *repo.TreeNode) bool {
		return c.Closed || closed(c)
	})
}

func size(n *repo.TreeNode) int {
	count := len(n.Children)
	for _, c := range n.Children {
		count += size(c)
	}
	return count
}
