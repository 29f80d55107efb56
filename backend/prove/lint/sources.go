package lint

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/shell"

	"aipack/backend/base/bounded"
)

// Source is what COPY or ADD takes from the build context.
type Source struct {
	Path string `json:"path"` // relative to the context, with the wildcards of COPY
	Line int    `json:"line"` // of the instruction, from 1
}

// mostSources are kept of a file.
const mostSources = 2000

// sources lists what the instructions take from the context. One with a variable in
// it is taken to be right, and so is the whole context, empty or not.
func sources(all []instructions.Stage) []Source {
	var out []Source
	lex := shell.NewLex('\\')
	for _, s := range all {
		for _, c := range s.Commands {
			for _, written := range fromContext(c) {
				result, err := lex.ProcessWordWithMatches(written, shell.EnvsFromSlice(nil))
				if err != nil || len(result.Unmatched) > 0 {
					continue
				}
				if name := strings.TrimPrefix(path.Clean("/"+result.Result), "/"); name != "" && len(out) < mostSources {
					out = append(out, Source{name, lineOf(c)})
				}
			}
		}
	}
	return out
}

// Missing checks what a Dockerfile takes from the build context: that it is there,
// and that .dockerignore leaves it in. files are the context's files, relative to
// it; ignore is its .dockerignore, empty for none.
func Missing(taken []Source, files []string, ignore []byte) []Finding {
	leftOut, err := ignored(ignore)
	if err != nil {
		return []Finding{{Rule: "IgnoreFile", Message: "reading .dockerignore: " + err.Error(), Error: true}}
	}
	var found []Finding
	for _, s := range taken {
		if f, missing := check(s.Path, files, leftOut); missing {
			f.Line = s.Line
			found = append(found, f)
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

// ignored makes the test for what .dockerignore leaves out. It is asked only
// of files that an instruction names: matching all files of a large project
// takes seconds.
func ignored(ignore []byte) (func(file string) bool, error) {
	matches, err := bounded.Ignored(string(ignore))
	if err != nil {
		return nil, err
	}
	return func(file string) bool {
		out, err := matches(file)
		var refused *bounded.Refusal // what nobody knows is not said
		return out || err != nil && !errors.As(err, &refused)
	}, nil
}

func check(name string, files []string, leftOut func(string) bool) (Finding, bool) {
	seen := false
	for _, f := range files {
		if !means(name, f) {
			continue
		}
		if !leftOut(f) {
			return Finding{}, false
		}
		seen = true
	}
	if seen {
		return Finding{Rule: "IgnoredSource", Error: true, Message: fmt.Sprintf("%s is left out of the context by .dockerignore", name)}, true
	}
	return Finding{Rule: "MissingSource", Error: true, Message: fmt.Sprintf("%s is not in the context", name)}, true
}

// means reports whether a source, with the wildcards of COPY, is a file or a
// folder around it.
func means(name, file string) bool {
	if rest, ok := strings.CutPrefix(file, name); ok && (rest == "" || rest[0] == '/') {
		return true
	}
	if !strings.ContainsAny(name, `*?[\`) {
		return false
	}
	head := file
	for at, left := 0, strings.Count(name, "/"); at < len(file); at++ {
		if file[at] != '/' {
			continue
		}
		if left == 0 {
			head = file[:at]
			break
		}
		left--
	}
	ok, err := path.Match(name, head)
	return err == nil && ok
}
