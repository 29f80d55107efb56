// Package checkout says which files git knows of and did not fetch: submodules
// (git-scm.com/docs/gitmodules) and the files of Git LFS, in whose place pointers
// stand (github.com/git-lfs/git-lfs, docs/spec.md, "The Pointer").
package checkout

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/universalbuild"
)

// FixSubmodules is what brings submodules.
const FixSubmodules = "run git submodule update --init --recursive"

// Lacks is what a checkout does not have.
type Lacks struct {
	submodules []string // folders that hold nothing, sorted
	pointers   []string // files, sorted
}

// Lack is one of them.
type Lack struct {
	Path string // a submodule's folder; "" for what is of several files
	universalbuild.Warning
}

// Of reads it once for a repository.
func Of(r *language.Reader) *Lacks {
	return language.Once(r.Folder("."), "checkout.lacks", func() *Lacks {
		return &Lacks{submodules: submodules(r.Folder(".")), pointers: pointers(r)}
	})
}

func submodules(root *language.Folder) (out []string) {
	sections, _ := language.Parse(root, ".gitmodules", keyvalue.ParseGitConfig)
	for name, values := range sections {
		at := strings.TrimSpace(values["path"])
		if !strings.HasPrefix(name, "submodule ") || language.Outside(at) {
			continue
		}
		if root.Absent(at) != "" {
			out = append(out, path.Clean(at))
		}
	}
	slices.Sort(out)
	return out
}

// Of a repository so many files are held against the patterns, and so many that
// match are looked into.
const (
	mostAttributes = 20
	mostLooked     = 500
	pointerBegins  = "version https://git-lfs.github.com/spec/v1\n"
	mostPointer    = 1024 // bytes, by the specification
)

func pointers(r *language.Reader) (out []string) {
	looked := 0
	for i, name := range r.Index.Named(".gitattributes") {
		if i == mostAttributes {
			break
		}
		f := r.Folder(path.Dir(name))
		text, _ := f.Text(".gitattributes")
		patterns := lfsPatterns(text)
		if len(patterns) == 0 {
			continue
		}
		last, err := bounded.Globs(patterns)
		if err != nil {
			continue
		}
		for _, file := range r.Index.Under(f.Path) {
			if last(f.Rel(file.Path)) < 0 {
				continue
			}
			if looked++; looked > mostLooked {
				break
			}
			if isPointer(r, file.Path) {
				out = append(out, file.Path)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// lfsPatterns are those that .gitattributes gives to the filter: one without a slash
// matches a name at any depth (git-scm.com/docs/gitattributes).
func lfsPatterns(text string) (out []string) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 2 || strings.HasPrefix(fields[0], "#") || !slices.Contains(fields[1:], "filter=lfs") {
			continue
		}
		pattern := strings.Trim(fields[0], `"`)
		if !strings.Contains(strings.TrimSuffix(pattern, "/"), "/") {
			pattern = "**/" + pattern
		}
		out = append(out, strings.TrimPrefix(pattern, "/"))
	}
	return out
}

func isPointer(r *language.Reader, name string) bool {
	size, err := r.Repo.Size(name)
	if err != nil || size > mostPointer {
		return false
	}
	head, err := r.Repo.ReadHead(name, int64(len(pointerBegins)))
	return err == nil && string(head) == pointerBegins
}

// Submodule gives the submodule that was not fetched and that a path lies in.
func (l *Lacks) Submodule(at string) (string, bool) {
	for _, m := range l.submodules {
		if within(path.Clean(at), m) {
			return m, true
		}
	}
	return "", false
}

// mostNamed is how many files are named.
const mostNamed = 3

// Below is what lies in any of some folders.
func (l *Lacks) Below(dirs ...string) (out []Lack) {
	in := func(at string) bool {
		return slices.ContainsFunc(dirs, func(dir string) bool { return within(at, dir) })
	}
	for _, m := range l.submodules {
		if in(m) {
			out = append(out, Lack{m, universalbuild.Warning{
				Code: "submodule_missing", Path: ".gitmodules",
				Message: m + " is a submodule that is not checked out", Fix: FixSubmodules,
			}})
		}
	}
	var here []string
	for _, p := range l.pointers {
		if in(p) {
			here = append(here, p)
		}
	}
	if len(here) == 0 {
		return out
	}
	names := strings.Join(here[:min(len(here), mostNamed)], ", ")
	message := names + " is a pointer of Git LFS, not the file itself"
	switch {
	case len(here) > mostNamed:
		message = fmt.Sprintf("%d files are pointers of Git LFS, not the files themselves: %s and %d more", len(here), names, len(here)-mostNamed)
	case len(here) > 1:
		message = fmt.Sprintf("%d files are pointers of Git LFS, not the files themselves: %s", len(here), names)
	}
	return append(out, Lack{"", universalbuild.Warning{Code: "lfs_pointers", Path: here[0], Message: message, Fix: "run git lfs pull"}})
}

func within(p, dir string) bool { return dir == "." || p == dir || strings.HasPrefix(p, dir+"/") }
