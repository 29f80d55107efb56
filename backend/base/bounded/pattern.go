package bounded

import (
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
)

// What is read of patterns. Each choice in braces is tried with all that follows,
// and each line of a .dockerignore is held against each file.
const (
	globMostBytes   = 2000
	globMostChoices = 1000 // {a,b}/{c,d} has four

	ignoreMostBytes = 256 << 10
	ignoreMostLines = 5000
	ignoreMostLine  = 1000    // bytes
	ignoreMostWork  = 1 << 30 // of one matcher: bytes of patterns that are held against a path; 4 KB, and a quarter of a million paths
)

// Glob reads a pattern of paths with **, * and {a,b}, and reports of paths whether
// they match. One that is refused or malformed matches nothing.
func Glob(pattern string) (func(name string) bool, error) {
	none := func(string) bool { return false }
	if len(pattern) > globMostBytes {
		return none, tooLong("the pattern", len(pattern), globMostBytes)
	}
	if !doublestar.ValidatePattern(pattern) {
		return none, doublestar.ErrBadPattern
	}
	if choices(pattern) > globMostChoices {
		return none, &Refusal{"the pattern", 0, fmt.Sprintf("it stands for more than %d patterns, and no more are tried", globMostChoices)}
	}
	return func(name string) bool { return doublestar.MatchUnvalidated(pattern, name) }, nil
}

// GlobBase is the folder of a pattern: what stands before its first wildcard.
func GlobBase(pattern string) string {
	base, _ := doublestar.SplitPattern(pattern)
	return base
}

// choices is for how many patterns without braces one stands, at most.
func choices(pattern string) int {
	product, within := 1, []int(nil) // the choices of each brace that is open
	for i := 0; i < len(pattern) && product <= globMostChoices; i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			within = append(within, 1)
		case ',':
			if n := len(within); n > 0 {
				within[n-1]++
			}
		case '}':
			if n := len(within); n > 0 {
				product *= within[n-1]
				within = within[:n-1]
			}
		}
	}
	return product
}

// Ignored reads the text of a .dockerignore and reports of paths, relative to the
// build's folder, whether the build does not get them. Where so many were asked
// about that a stranger's lines would take minutes, the others come with an error.
func Ignored(content string) (func(file string) (bool, error), error) {
	if len(content) > ignoreMostBytes {
		return nil, tooLong(".dockerignore", len(content), ignoreMostBytes)
	}
	patterns, err := ignorefile.ReadAll(strings.NewReader(content))
	if err != nil {
		return nil, err
	}
	if len(patterns) > ignoreMostLines {
		return nil, &Refusal{".dockerignore", 0, fmt.Sprintf("it has %d patterns, and no more than %d are read", len(patterns), ignoreMostLines)}
	}
	for _, p := range patterns {
		if len(p) > ignoreMostLine {
			return nil, &Refusal{".dockerignore", 0, fmt.Sprintf("a pattern has %d bytes, and no more than %d are read", len(p), ignoreMostLine)}
		}
	}
	m, err := patternmatcher.New(patterns)
	if err != nil {
		return nil, err
	}
	return (&ignoring{matcher: m, bytes: len(content)}).matches, nil
}

type ignoring struct {
	mutex   sync.Mutex // the library compiles a pattern when it first needs it
	matcher *patternmatcher.PatternMatcher
	bytes   int // of all patterns
	work    int
	above   []folder // those of the path that was asked about last: the next one has most of them
}

// folder is one that a path lies in, and which patterns match it.
type folder struct {
	name string
	info patternmatcher.MatchInfo
}

func (g *ignoring) matches(file string) (bool, error) {
	file = path.Clean(file)
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for len(g.above) > 0 && !strings.HasPrefix(file, g.above[len(g.above)-1].name+"/") {
		g.above = g.above[:len(g.above)-1]
	}
	from := 0 // where the name of the next folder begins
	if n := len(g.above); n > 0 {
		from = len(g.above[n-1].name) + 1
	}
	for {
		at := strings.IndexByte(file[from:], '/')
		if at < 0 {
			out, _, err := g.match(file)
			return out, err
		}
		name := file[:from+at]
		_, info, err := g.match(name)
		if err != nil {
			return false, err
		}
		g.above = append(g.above, folder{name, info})
		from += at + 1
	}
}

// match holds one name against the patterns as a build does that goes from folder to
// folder: what a pattern says of a folder it says of all in it.
func (g *ignoring) match(name string) (bool, patternmatcher.MatchInfo, error) {
	if g.work += g.bytes; g.work > ignoreMostWork {
		return false, patternmatcher.MatchInfo{}, &Refusal{".dockerignore", 0, "it has too many patterns for so many files"}
	}
	var above patternmatcher.MatchInfo
	if n := len(g.above); n > 0 {
		above = g.above[n-1].info
	}
	return g.matcher.MatchesUsingParentResults(name, above)
}
