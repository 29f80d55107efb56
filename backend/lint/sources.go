package lint

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/shell"
	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
)

// Sources checks what COPY and ADD take from the build context: that it is
// there, and that .dockerignore leaves it in. files are the context's files,
// relative to it; ignore is its .dockerignore, empty for none. A source with
// a variable in it is taken to be right.
func Sources(dockerfile []byte, files []string, ignore []byte) []Finding {
	left, err := sent(files, ignore)
	if err != nil {
		return []Finding{{Rule: "IgnoreFile", Message: "reading .dockerignore: " + err.Error(), Error: true}}
	}
	var found []Finding
	for _, s := range parse(dockerfile) {
		for _, c := range s.Commands {
			for _, source := range fromContext(c) {
				if f, missing := check(source, files, left); missing {
					f.Line = lineOf(c)
					found = append(found, f)
				}
			}
		}
	}
	sortFindings(found)
	return found
}

// fromContext gives the paths that an instruction takes from the context.
func fromContext(c instructions.Command) []string {
	switch c := c.(type) {
	case *instructions.CopyCommand:
		if c.From == "" {
			return c.SourcePaths
		}
	case *instructions.AddCommand:
		var paths []string
		for _, p := range c.SourcePaths {
			if !strings.Contains(p, "://") && !strings.HasPrefix(p, "git@") {
				paths = append(paths, p)
			}
		}
		return paths
	}
	return nil
}

// sent gives the files that .dockerignore leaves in.
func sent(files []string, ignore []byte) ([]string, error) {
	patterns, err := ignorefile.ReadAll(bytes.NewReader(ignore))
	if err != nil || len(patterns) == 0 {
		return files, err
	}
	m, err := patternmatcher.New(patterns)
	if err != nil {
		return nil, err
	}
	var left []string
	for _, f := range files {
		if out, err := m.MatchesOrParentMatches(f); err == nil && !out {
			left = append(left, f)
		}
	}
	return left, nil
}

func check(source string, files, left []string) (Finding, bool) {
	lex := shell.NewLex('\\')
	result, err := lex.ProcessWordWithMatches(source, shell.EnvsFromSlice(nil))
	if err != nil || len(result.Unmatched) > 0 {
		return Finding{}, false
	}
	name := strings.TrimPrefix(path.Clean("/"+result.Result), "/")
	if there(name, left) {
		return Finding{}, false
	}
	if there(name, files) {
		return Finding{Rule: "IgnoredSource", Error: true, Message: fmt.Sprintf("%s is left out of the context by .dockerignore", name)}, true
	}
	return Finding{Rule: "MissingSource", Error: true, Message: fmt.Sprintf("%s is not in the context", name)}, true
}

// there reports whether a path, with the wildcards of COPY, means a file or a
// folder.
func there(name string, files []string) bool {
	if name == "" {
		return true // the whole context, empty or not
	}
	segments := strings.Count(name, "/") + 1
	for _, f := range files {
		parts := strings.SplitN(f, "/", segments+1)
		if len(parts) < segments {
			continue
		}
		head := strings.Join(parts[:segments], "/")
		if ok, err := path.Match(name, head); head == name || err == nil && ok {
			return true
		}
	}
	return false
}
