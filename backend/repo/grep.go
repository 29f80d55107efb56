package repo

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"aipack/backend/base/bounded"
)

// GrepOptions bounds and filters Grep. Zero numbers mean the defaults.
type GrepOptions struct {
	Path            string // file or folder to search; the root
	Files           string // pattern of the name or, with a slash, of the path
	CaseInsensitive bool
	MaxMatches      int // 100
	MaxPerFile      int // no limit
	Context         int // lines before and after a match
	Binary          bool
	Hidden          bool
	Ignored         bool

	// Shown gives what the lines of a file are shown as; nil: as they are. A line that
	// matches for what is not shown alone is no match, and counts as none.
	Shown func(name string) func(number int, line string) string
}

// GrepResult is what Grep found, in the order of the paths.
type GrepResult struct {
	Files     []GrepMatch
	Matches   int // in all of them
	Searched  int // files read
	Truncated bool
}

// GrepMatch is the matches of one file.
type GrepMatch struct {
	Path    string
	Matches []LineMatch
}

// LineMatch is one line that matches. Lines longer than Config.MaxLineLength
// are searched and shown up to there.
type LineMatch struct {
	Line    int // from 1
	Content string
	Before  []string
	After   []string
}

// Grep searches lines for a regular expression in RE2's syntax. Files of over
// 64 MiB are searched up to there.
func (r *Tree) Grep(ctx context.Context, pattern string, o GrepOptions) (GrepResult, error) {
	var out GrepResult
	if o.CaseInsensitive {
		pattern = "(?i)" + pattern
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return out, fmt.Errorf("searching: %w: %w", ErrPattern, err)
	}
	matches, err := bounded.Glob(o.Files)
	if err != nil {
		return out, fmt.Errorf("searching %q: %w: %w", o.Files, ErrPattern, err)
	}
	if o.MaxMatches <= 0 {
		o.MaxMatches = 100
	}
	if r.IsFile(o.Path) {
		err := r.grepInto(&out, o.Path, re, o)
		return out, err
	}
	f := DefaultDirFilter()
	f.Dirs, f.Hidden, f.Ignored = false, o.Hidden || hiddenIn(o.Files), o.Ignored
	err = r.walk(ctx, o.Path, WalkOptions{MaxDepth: 64, Filter: f}, func(v visited) bool {
		if v.kind != kindFile || o.Files != "" && !matches(o.covered(v)) {
			return true
		}
		if out.Matches == o.MaxMatches {
			out.Truncated = true
			return false
		}
		// A file that cannot be read, or is binary, holds no match.
		_ = r.grepInto(&out, v.path, re, o)
		return true
	})
	return out, err
}

// covered is what of a file the pattern of files is held against: its path where that has
// a slash, else its name.
func (o GrepOptions) covered(v visited) string {
	if strings.Contains(o.Files, "/") {
		return v.path
	}
	return v.name
}

// GrepFile searches one file without limits of number or context.
func (r *Tree) GrepFile(name, pattern string) ([]LineMatch, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("searching: %w: %w", ErrPattern, err)
	}
	g := grepper{re: re}
	err = r.eachLine(name, mostScanned, g.line)
	return g.matches, err
}

func (r *Tree) grepInto(out *GrepResult, name string, re *regexp.Regexp, o GrepOptions) error {
	g := grepper{re: re, context: o.Context, most: o.MaxMatches - out.Matches}
	if o.Shown != nil {
		g.shown = sync.OnceValue(func() func(int, string) string { return o.Shown(name) })
	}
	if o.MaxPerFile > 0 {
		g.most = min(g.most, o.MaxPerFile)
	}
	read := r.eachLine
	if o.Binary {
		read = r.eachLineOfAny
	}
	err := read(name, mostScanned, g.line)
	if errors.Is(err, ErrTooLarge) {
		err = nil
		out.Truncated = true
	}
	if err != nil {
		return err
	}
	out.Searched++
	out.Truncated = out.Truncated || g.more
	if len(g.matches) > 0 {
		out.Files = append(out.Files, GrepMatch{name, g.matches})
		out.Matches += len(g.matches)
	}
	return nil
}

// mostUnshown bounds the lines of a file that match for what is not shown.
const mostUnshown = 10_000

// grepper collects the matches of one file.
type grepper struct {
	re      *regexp.Regexp
	context int
	most    int                             // 0 for all
	shown   func() func(int, string) string // see GrepOptions; nil: lines are shown as they are
	matches []LineMatch
	before  []string // lines as they are
	unshown int      // lines that match for what is not shown
	more    bool     // there may be matches beyond those
}

func (g *grepper) line(number int, line string) bool {
	for i := len(g.matches) - 1; i >= 0 && number-g.matches[i].Line <= g.context; i-- {
		g.matches[i].After = append(g.matches[i].After, g.show(number, line))
	}
	if g.re.MatchString(line) {
		content := g.show(number, line)
		if content != line && !g.re.MatchString(content) {
			g.unshown++
			g.more = g.more || g.unshown == mostUnshown
		} else if g.most > 0 && len(g.matches) == g.most {
			g.more = true
		} else {
			g.matches = append(g.matches, LineMatch{Line: number, Content: content, Before: g.above(number)})
		}
		if g.more {
			return false
		}
	}
	if g.context > 0 {
		g.before = append(g.before, line)
		if len(g.before) > g.context {
			g.before = g.before[1:]
		}
	}
	return true
}

// show is a line as it is shown.
func (g *grepper) show(number int, line string) string {
	if g.shown == nil {
		return line
	}
	return g.shown()(number, line)
}

// above are the lines before one as they are shown.
func (g *grepper) above(number int) (lines []string) {
	for i, line := range g.before {
		lines = append(lines, g.show(number-len(g.before)+i, line))
	}
	return lines
}
