package validate

import (
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/universalbuild"
)

// paths checks the form of every path.
func paths(c *Check) {
	b, r := c.Doc.Build, c.Doc.Runtime
	c.absolute("/build/workdir", b.Workdir)
	c.absolute("/runtime/workdir", r.Workdir)
	c.inside("/metadata/path", c.Doc.Metadata.Path, "repository")
	if b.Context != "" {
		c.inside("/build/context", b.Context, "repository")
	}
	for i, m := range b.Manifests {
		c.inside(at("/build/manifests", i), m, "build context")
	}
	for i, a := range b.Artifacts {
		c.source(at("/build/artifacts", i), a)
	}
	for i, p := range r.Copy {
		c.source(at("/runtime/copy", i)+"/from", p.From)
		if p.To == "" || escapes(p.To) || odd(p.To) {
			c.Fail(at("/runtime/copy", i)+"/to", fmt.Sprintf("%q is not a place in the image.", p.To), "Give a path below the workdir, or an absolute one.")
		}
	}
	for i, f := range r.Files {
		if !path.IsAbs(f.Path) || strings.HasSuffix(f.Path, "/") || odd(f.Path) {
			c.Fail(at("/runtime/files", i)+"/path", fmt.Sprintf("%q is not the absolute path of a file.", f.Path), "Give a path such as /etc/nginx/conf.d/default.conf.")
		}
	}
}

func (c *Check) absolute(at, p string) {
	if p != "" && (!path.IsAbs(p) || odd(p) || slices.Contains(strings.Split(p, "/"), "..")) {
		c.Fail(at, fmt.Sprintf("%q is not an absolute path.", p), "Set it to /app.")
	}
}

// inside wants a relative path that stays in its folder.
func (c *Check) inside(at, p, where string) {
	switch {
	case p == "" || odd(p):
		c.Fail(at, fmt.Sprintf("%q is not a path.", p), `Give a path relative to the `+where+`, "." for all of it.`)
	case path.IsAbs(p):
		c.Fail(at, fmt.Sprintf("%q is absolute.", p), "Give it relative to the "+where+".")
	case escapes(p):
		c.Fail(at, fmt.Sprintf("%q leaves the %s.", p, where), "Give a path inside it.")
	}
}

// source wants a path of the build stage; without one, of the context.
func (c *Check) source(at, p string) {
	if path.IsAbs(p) && c.Doc.HasBuild() && !odd(p) {
		return
	}
	c.inside(at, p, "build's workdir")
}

// escapes reports whether a relative path leaves the folder it starts in.
func escapes(p string) bool {
	clean := path.Clean(p)
	return clean == ".." || strings.HasPrefix(clean, "../")
}

// odd reports characters that stand in no sensible path.
func odd(p string) bool {
	return strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// exist compares with the repository's files what is copied before anything
// is built.
func exist(c *Check) {
	if c.all.files == nil {
		return
	}
	if len(c.context.files) == 0 {
		at := "/build/context"
		if c.Doc.Build.Context == "" {
			at = "/metadata/path"
		}
		c.Fail(at, "The repository has no file in the folder "+c.Doc.Context()+".", "Name a folder of the repository.")
		return
	}
	for i, m := range c.Doc.Build.Manifests {
		if !escapes(m) && !c.context.has(m) {
			c.Fail(at("/build/manifests", i), "There is no "+m+" in "+where(c.Doc)+".", "Remove it, or give its path relative to the build context.")
		}
	}
	if c.Doc.HasBuild() {
		return
	}
	for i, p := range c.Doc.Runtime.Copy {
		if !path.IsAbs(p.From) && !escapes(p.From) && !c.context.has(p.From) {
			c.Fail(at("/runtime/copy", i)+"/from", "There is no "+p.From+" in "+where(c.Doc)+", and nothing is built that could make it.",
				"Add the command that makes it, or remove it.")
		}
	}
}

func where(d universalbuild.UniversalBuild) string {
	if dir := d.Context(); dir != "." {
		return "the folder " + dir
	}
	return "the repository"
}

// tree knows the files and folders of a place.
type tree struct {
	files []string // sorted, and all below the place
	place string   // with a slash at its end, "" for the root
}

// newTree sorts the files unless they are.
func newTree(files []string) *tree {
	if !slices.IsSorted(files) {
		files = slices.Sorted(slices.Values(files))
	}
	return &tree{files: files}
}

// below gives the tree of a folder.
func (t *tree) below(dir string) *tree {
	if dir == "." {
		return t
	}
	place := t.place + dir + "/"
	return &tree{files: t.startingWith(place), place: place}
}

// startingWith gives the files whose path starts so.
func (t *tree) startingWith(s string) []string {
	from, _ := slices.BinarySearch(t.files, s)
	rest := t.files[from:]
	return rest[:sort.Search(len(rest), func(i int) bool { return !strings.HasPrefix(rest[i], s) })]
}

// has reports whether a file or folder is there; * and ? match within a name.
func (t *tree) has(p string) bool {
	p = path.Clean(p)
	if p == "." {
		return len(t.files) > 0
	}
	if _, file := slices.BinarySearch(t.files, t.place+p); file || len(t.startingWith(t.place+p+"/")) > 0 {
		return true
	}
	wild := strings.IndexAny(p, "*?")
	if wild < 0 {
		return false
	}
	escaped := strings.NewReplacer(`\`, `\\`, "[", `\[`).Replace(p)
	for _, f := range t.startingWith(t.place + p[:wild]) {
		if name, ok := upTo(f[len(t.place):], strings.Count(p, "/")); ok {
			if match, err := path.Match(escaped, name); err == nil && match {
				return true
			}
		}
	}
	return false
}

// upTo gives the file, or the folder above it, with so many slashes in its path.
func upTo(f string, slashes int) (string, bool) {
	for i := range len(f) {
		if f[i] != '/' {
			continue
		}
		if slashes == 0 {
			return f[:i], true
		}
		slashes--
	}
	return f, slashes == 0
}

// artifacts compares what is built with what is taken over.
func artifacts(c *Check) {
	b, r := c.Doc.Build, c.Doc.Runtime
	if len(b.BuildCommands) > 0 && len(b.Artifacts) == 0 && len(r.Copy) == 0 {
		c.Warn("/build/artifacts", "The build names no result, so that everything goes into the image.",
			"List what the program needs to run, and copy it in runtime.copy.")
	}
	for i, a := range b.Artifacts {
		if len(r.Copy) > 0 && !slices.ContainsFunc(r.Copy, func(p universalbuild.Copy) bool { return contains(p.From, a) || contains(a, p.From) }) {
			c.Warn(at("/build/artifacts", i), a+" is built and not taken into the image.", "Add it to runtime.copy, or remove it here.")
		}
	}
	targets := map[string]int{}
	for i, p := range r.Copy {
		to := path.Clean(p.To)
		if first, twice := targets[to]; twice && to != "." && !strings.HasSuffix(p.To, "/") {
			c.Warn(at("/runtime/copy", i)+"/to", fmt.Sprintf("%s and %s go to the same place.", r.Copy[first].From, p.From), "Give each a place of its own.")
		}
		targets[to] = i
	}
}

// caches finds what would be lost: a cache mount is there while a command
// runs and is not part of the image.
func caches(c *Check) {
	b := c.Doc.Build
	for i, p := range b.CachePaths {
		field := at("/build/cache_paths", i)
		full := resolve(b.Workdir, p)
		switch {
		case strings.TrimSpace(p) == "" || odd(p):
			c.Fail(field, fmt.Sprintf("%q is not a path.", p), "Remove it.")
			continue
		case full == "/" || full == path.Clean("/"+b.Workdir):
			c.Fail(field, "The cache would hide the whole folder "+full+".", "Name the folder of the package manager's downloads.")
			continue
		case escapes(p):
			c.Fail(field, fmt.Sprintf("%q leaves the workdir.", p), "Give an absolute path or one below the workdir.")
			continue
		}
		lost := func(what, from string) {
			if contains(full, resolve(b.Workdir, from)) {
				c.Fail(what, from+" lies in the cache "+p+" and is not in the image when the command has ended.",
					"Copy it out of the cache in the command that makes it, and name the copy here.")
			}
		}
		for j, a := range b.Artifacts {
			lost(at("/build/artifacts", j), a)
		}
		for j, p := range c.Doc.Runtime.Copy {
			lost(at("/runtime/copy", j)+"/from", p.From)
		}
	}
}

// resolve gives the absolute path in the build stage.
func resolve(workdir, p string) string {
	if path.IsAbs(p) {
		return path.Clean(p)
	}
	return path.Join("/", workdir, p)
}

// contains reports whether inner is outer or lies in it.
func contains(outer, inner string) bool {
	outer, inner = path.Clean(outer), path.Clean(inner)
	return outer == inner || outer == "." && !path.IsAbs(inner) || outer == "/" || strings.HasPrefix(inner, outer+"/")
}
