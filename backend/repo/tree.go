package repo

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

// TreeOptions bounds and filters Tree. Zero numbers mean the defaults.
type TreeOptions struct {
	MaxDepth   int // 4
	MaxEntries int // 500
	NoFiles    bool
	Hidden     bool
	Ignored    bool
	Closed     bool // name folders that tools fill, which are never gone into
}

// TreeNode is a file or folder with what it holds.
type TreeNode struct {
	Name     string
	Path     string
	Type     EntryType
	Size     int64 // bytes, of files
	Children []*TreeNode
	Deeper   bool // a folder below the depth that was asked for: not looked into
	Cut      bool // a folder that holds more than is shown
	Closed   bool // a folder that tools fill: not looked into
}

// Tree draws a folder. A limit on entries takes the deepest first, so that
// every folder near the root is seen.
func (r *Tree) Tree(ctx context.Context, dir string, o TreeOptions) (*TreeNode, error) {
	if o.MaxDepth <= 0 {
		o.MaxDepth = 4
	}
	if o.MaxEntries <= 0 {
		o.MaxEntries = 500
	}
	f := DefaultDirFilter()
	f.Hidden, f.Ignored, f.Files, f.Closed = o.Hidden, o.Ignored, !o.NoFiles, o.Closed
	start, err := clean(dir)
	if err != nil {
		return nil, fmt.Errorf("listing %w", err)
	}
	root := &TreeNode{Name: path.Base(start), Path: start, Type: TypeDir}
	left := o.MaxEntries
	level := []*TreeNode{root}
	for depth := 0; depth < o.MaxDepth && len(level) > 0; depth++ {
		if err := r.growLevel(ctx, level, f, &left); err != nil && depth == 0 {
			return nil, err
		}
		var next []*TreeNode
		for _, n := range level {
			for _, c := range n.Children {
				if c.Type == TypeDir && !c.Closed {
					next = append(next, c)
				}
			}
		}
		level = next
	}
	for _, n := range level {
		n.Deeper = true
	}
	return root, ctx.Err()
}

// growLevel adds the entries of folders that lie equally deep. Where not all
// can be shown, each folder gets its share: a full one hides no other.
func (r *Tree) growLevel(ctx context.Context, level []*TreeNode, f DirFilter, left *int) error {
	var first error
	found := make([][]visited, len(level))
	sizes := make([]int, len(level))
	for i, n := range level {
		err := r.walk(ctx, n.Path, WalkOptions{MaxDepth: 1, Filter: f}, func(v visited) bool {
			if f.names(v) {
				found[i] = append(found[i], v)
			}
			return len(found[i]) <= *left
		})
		if first == nil {
			first = err
		}
		sizes[i] = len(found[i])
	}
	shares := fairShares(sizes, *left)
	for i, n := range level {
		n.Cut = shares[i] < sizes[i]
		*left -= shares[i]
		for _, v := range found[i][:shares[i]] {
			if e, ok := r.entry(v); ok {
				n.Children = append(n.Children, &TreeNode{Name: e.Name, Path: e.Path, Type: e.Type, Size: e.Size, Closed: v.closed})
			}
		}
	}
	return first
}

// fairShares divides so many among those who want some: nobody gets more than
// it wants, and what small ones leave goes to the others in turn.
func fairShares(wants []int, among int) []int {
	shares := make([]int, len(wants))
	for among > 0 {
		hungry := 0
		for i, w := range wants {
			if shares[i] < w {
				hungry++
			}
		}
		if hungry == 0 {
			break
		}
		each := max(among/hungry, 1)
		for i, w := range wants {
			n := min(each, w-shares[i], among)
			shares[i] += n
			among -= n
		}
	}
	return shares
}

// Truncated reports whether any folder holds more than is shown, and whether
// any lies too deep.
func (n *TreeNode) Truncated() (cut, deeper bool) {
	cut, deeper = n.Cut, n.Deeper
	for _, c := range n.Children {
		a, b := c.Truncated()
		cut, deeper = cut || a, deeper || b
	}
	return cut, deeper
}

// String draws the tree with lines. Names that would break a line are quoted.
func (n *TreeNode) String() string {
	var b strings.Builder
	b.WriteString(shownName(n.Name) + "\n")
	n.draw(&b, "")
	return b.String()
}

func (n *TreeNode) draw(b *strings.Builder, indent string) {
	for i, c := range n.Children {
		branch, below := "├── ", "│   "
		if i == len(n.Children)-1 && !n.Cut {
			branch, below = "└── ", "    "
		}
		b.WriteString(indent + branch + shownName(c.Name))
		if c.Type == TypeDir {
			b.WriteByte('/')
		}
		b.WriteByte('\n')
		c.draw(b, indent+below)
	}
	if n.Cut {
		b.WriteString(indent + "└── …\n")
	}
}

func shownName(name string) string {
	if q := fmt.Sprintf("%q", name); q != `"`+name+`"` {
		return q
	}
	return name
}

// MarshalJSON gives the form of the specification's get_tree.
func (n *TreeNode) MarshalJSON() ([]byte, error) {
	if n.Type != TypeDir {
		return json.Marshal(struct {
			Name string    `json:"name"`
			Type EntryType `json:"type"`
			Size int64     `json:"size"`
		}{n.Name, n.Type, n.Size})
	}
	children := n.Children
	if children == nil {
		children = []*TreeNode{}
	}
	return json.Marshal(struct {
		Name      string      `json:"name"`
		Type      EntryType   `json:"type"`
		Children  []*TreeNode `json:"children"`
		Truncated bool        `json:"truncated,omitempty"`
	}{n.Name, n.Type, children, n.Cut || n.Deeper})
}
