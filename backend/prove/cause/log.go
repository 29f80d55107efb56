package cause

import (
	"regexp"
	"strings"
	"sync"
)

const (
	// lineBytes is how much of one line is looked at and shown.
	lineBytes = 2 << 10
	// searchBytes is how much text may be matched against rules for one
	// failure, so that a hostile log costs a second and not a minute.
	searchBytes = 24 << 20
)

// transcript is a log made ready to be searched.
type transcript struct {
	lines  []string // as they are shown: without colours, not endless
	lower  []string // in small letters; "" for a line that only repeats a command
	text   string   // all of lower, to see quickly what does not occur at all
	budget int      // bytes that may still be matched
}

// read makes a log ready. Lines that repeat the command say what was tried, not
// what went wrong: they are shown, and not searched.
func read(log []string, command string) *transcript {
	t := &transcript{lines: make([]string, len(log)), lower: make([]string, len(log)), budget: searchBytes}
	for i, line := range log {
		t.lines[i] = plain(line)
	}
	for i, line := range t.lines {
		if !echo(t.lines, i, command) {
			t.lower[i] = strings.ToLower(line)
		}
	}
	t.text = strings.Join(t.lower, "\n")
	return t
}

// escapes are the colours and movements of terminals (ECMA-48).
var escapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("\x1b(?:\\[[0-9;:?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|[@-_])")
})

// plain is a line without colours, as a terminal would leave it, and of a
// length that can be shown.
func plain(line string) string {
	line = strings.ToValidUTF8(strings.TrimRight(line, "\r\n"), "?")
	if len(line) > 4*lineBytes {
		line = line[:2*lineBytes] + " … " + line[len(line)-2*lineBytes:]
	}
	if i := strings.LastIndexByte(line, '\r'); i >= 0 {
		line = line[i+1:]
	}
	if strings.IndexByte(line, '\x1b') >= 0 {
		line = escapes().ReplaceAllString(line, "")
	}
	if len(line) > lineBytes {
		line = line[:lineBytes*3/4] + " … " + line[len(line)-lineBytes/4+5:]
	}
	return strings.ToValidUTF8(line, "?")
}

// repeats are lines in which a shell or a package manager says which command it
// runs: sh -x, yarn, npm's and pnpm's own, Python's and Node's of a child; and
// those in which Poetry quotes its own source.
var repeats = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\++ |\$ |\S+(?: [\w:.-]+)?\$ |npm (?:error|ERR!) command |(?:\S+: )?Error: Command failed: |npm ERR! \S+@\S+ [\w:.-]+: \x60|.*Command '.*' returned non-zero|\s*Running command |\s*(?:→ +)?\d+│ )`)
})

// HealthCheck begins what the health check printed: it asked the program, and what
// it says is no word of the program's.
const HealthCheck = "health check: "

// echo reports whether a line only repeats a command.
func echo(lines []string, i int, command string) bool {
	line := lines[i]
	switch {
	case repeats().MatchString(line), strings.HasPrefix(line, HealthCheck):
		return true
	case strings.HasPrefix(line, "> "): // npm and pnpm: the script's name, then the script
		return i > 0 && strings.HasPrefix(lines[i-1], "> ") || i+1 < len(lines) && strings.HasPrefix(lines[i+1], "> ")
	}
	line = strings.TrimSpace(line)
	return len(line) >= 8 && strings.Contains(line, " ") && strings.Contains(command, line)
}

// refusal turns down a match: what looks like it and is not.
type refusal func(m []string, line string) bool

// search finds a line that says it, from the given one on: the last one or the
// first. m is nil where none does.
func (t *transcript) search(p *pattern, after, from int, first bool, refuse ...refusal) (m []string, at int) {
	literals := p.present(t.text)
	if len(literals) == 0 {
		return nil, -1
	}
	n := len(t.lines) - from
	for k := range n {
		i := from + k
		if !first {
			i = len(t.lines) - 1 - k
		}
		if !p.hit(t.lower, i, after, literals) {
			continue
		}
		window := t.window(i, after)
		if t.budget -= len(window); t.budget < 0 {
			return nil, -1
		}
		if m := p.re.FindStringSubmatch(window); m != nil && (len(refuse) == 0 || !refuse[0](m, t.lines[i])) {
			return m, i
		}
	}
	return nil, -1
}

// window is a line and those after it that a rule may take in.
func (t *transcript) window(i, after int) string {
	if after == 0 {
		return t.lines[i]
	}
	return strings.Join(t.lines[i:min(len(t.lines), i+after+1)], "\n")
}

// around are the lines to be shown: those round the one that says it, in their
// order, or the last ones where none does; shown is that line's place in them.
func (t *transcript) around(at int) (lines []string, shown int) {
	from := len(t.lines) - logLines
	if at >= 0 {
		from = min(from, at-logLines/2)
	}
	from = max(0, from)
	return t.lines[from:min(len(t.lines), from+logLines)], at - from
}
