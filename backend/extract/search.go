package extract

import (
	"slices"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// Hit is one place in a source file that a pattern matches.
type Hit struct {
	Name   string // file, relative to the service's folder
	Line   int    // from 1
	Entry  bool   // in a file where programs start
	Groups []string
	Match  string // the whole match
	After  string // the rest of its last line
	Text   string // its first line
}

// question is what is asked of the sources.
type question struct {
	patterns func(*language.Language) []language.Pattern
	files    int                     // how many are asked, the likeliest first; or entriesOnly
	anchors  []string                // texts of which an answer's line holds one; nil: those of the pattern will do
	maybe    func(lines string) bool // cheap: could a match in these lines be an answer? nil: yes
}

// entriesOnly asks the files where programs start.
const entriesOnly = -1

// ask runs a question's patterns over the sources: over every file those of its
// language. Hits come in the order of the files, then of the patterns, then of
// their places.
func (s *Sources) ask(q question) []Hit {
	var out []Hit
	files := s.Files()
	if q.files >= 0 {
		files = files[:min(len(files), q.files)]
	}
	left := s.lines
	for i := range files {
		if q.files == entriesOnly && !files[i].Entry {
			continue
		}
		for _, p := range q.patterns(files[i].Owner) {
			out = files[i].search(p, q, &left, out)
		}
	}
	return out
}

// grep asks for patterns of our own, whatever the language.
func (s *Sources) grep(patterns ...language.Pattern) []Hit {
	return s.ask(question{func(*language.Language) []language.Pattern { return patterns }, maxSourceFiles, nil, nil})
}

// find asks one file, all of it.
func (f *Source) find(p language.Pattern) []Hit {
	left := len(f.content)
	return f.search(p, question{}, &left, nil)
}

// grepIn asks only the files of one language, told by their extension.
func (s *Sources) grepIn(ext string, patterns ...language.Pattern) []Hit {
	var out []Hit
	files, left := s.Files(), s.lines
	for i := range files {
		if strings.HasSuffix(files[i].Name, ext) {
			for _, p := range patterns {
				out = files[i].search(p, question{}, &left, out)
			}
		}
	}
	return out
}

func (s *Sources) evidence(rule string, h Hit) finding.Evidence {
	return s.folder.Evidence(rule, h.Name, h.Line, h.Text)
}

const maxHitsPerFile = 200

// search looks at the lines around the literals that a match must contain, and
// at the whole file only where the pattern has none, and then only where
// programs start: regular expressions are too slow to run over every line of a
// service. left is how many bytes they may still be run over.
func (f *Source) search(p language.Pattern, q question, left *int, out []Hit) []Hit {
	m := matcherOf(p)
	if len(m.need) == 0 && len(q.anchors) == 0 && !f.Entry {
		return out
	}
	line, counted := 1, 0
	for _, w := range f.windows(m, q) {
		if *left -= w.to - w.from; *left < 0 {
			return out
		}
		for _, at := range m.re().FindAllStringSubmatchIndex(f.content[w.from:w.to], maxHitsPerFile) {
			h := f.hit(w.from, at)
			line += strings.Count(f.content[counted:w.from+at[0]], "\n")
			counted = w.from + at[0]
			h.Line += line
			if !isComment(strings.TrimSpace(h.Text), f.Name) {
				out = append(out, h)
			}
		}
	}
	return out
}

// hit describes a match; its Line counts from the line where the match begins,
// which may lie before its first visible character.
func (f *Source) hit(base int, at []int) Hit {
	h := Hit{Name: f.Name, Entry: f.Entry, Match: f.content[base+at[0] : base+at[1]]}
	blank := len(h.Match) - len(strings.TrimLeft(h.Match, " \t\r\n"))
	h.Line = strings.Count(h.Match[:blank], "\n")
	h.Text = lineAround(f.content, base+at[0]+blank)
	h.After, _, _ = strings.Cut(f.content[base+at[1]:], "\n")
	for g := 0; g < len(at); g += 2 {
		group := ""
		if at[g] >= 0 {
			group = f.content[base+at[g] : base+at[g+1]]
		}
		h.Groups = append(h.Groups, group)
	}
	return h
}

func lineAround(s string, at int) string {
	begin := strings.LastIndexByte(s[:min(at, len(s))], '\n') + 1
	line, _, _ := strings.Cut(s[begin:], "\n")
	return strings.TrimRight(line, "\r")
}

// isComment reports whether a line that begins so is a comment. "#" is one
// only where the language says so: elsewhere it is an attribute or a macro.
func isComment(lead, name string) bool {
	switch {
	case strings.HasPrefix(lead, "//"), strings.HasPrefix(lead, "/*"), strings.HasPrefix(lead, "* "), strings.HasPrefix(lead, "<!--"):
		return true
	case strings.HasPrefix(lead, "#"):
		// Rackup reads options from a line that begins with "#\".
		return hashComments[name[strings.LastIndexByte(name, '.')+1:]] && !strings.HasPrefix(lead, `#\`)
	case strings.HasPrefix(lead, "--"):
		return strings.HasSuffix(name, ".hs") || strings.HasSuffix(name, ".lua")
	case strings.HasPrefix(lead, ";"):
		return strings.HasSuffix(name, ".clj") || strings.HasSuffix(name, ".scm")
	}
	return false
}

var hashComments = words("py rb ru ex exs sh pl r R jl cr nim yml yaml toml")

type window struct{ from, to int }

// windows are the lines around the literals, merged where they overlap.
func (f *Source) windows(m *matcher, q question) []window {
	anchors, rest := q.anchors, m.need
	if len(anchors) == 0 && len(rest) == 0 {
		return []window{{0, len(f.content)}}
	}
	if len(anchors) == 0 {
		anchors, rest = rest[0], rest[1:]
	}
	content := f.content
	if m.fold {
		if f.folded == "" {
			f.folded = foldASCII(f.content)
		}
		content = f.folded
	}
	var out []window
	for _, literal := range anchors {
		for _, at := range f.linesWith(content, literal, m.fold) {
			if len(out) >= maxHitsPerFile {
				break
			}
			w, _ := around(content, at, m.span)
			if holdsEach(content[w.from:w.to], rest) && (q.maybe == nil || q.maybe(f.content[w.from:w.to])) {
				out = append(out, w)
			}
		}
	}
	return merge(out)
}

// maxLines bounds the lines of one file that hold a literal.
const maxLines = 4000

// linesWith gives the first place of a literal in each line that holds it. A file
// is searched for it once: many patterns share their literals.
func (f *Source) linesWith(content, literal string, fold bool) []int {
	key := anchor{literal, fold}
	known, ok := f.anchors[key]
	if ok {
		return known
	}
	for from := 0; len(known) < maxLines; {
		at := strings.Index(content[from:], literal)
		if at < 0 {
			break
		}
		known = append(known, from+at)
		from = lineEnd(content, from+at)
	}
	if f.anchors == nil {
		f.anchors = map[anchor][]int{}
	}
	f.anchors[key] = known
	return known
}

// anchor is a literal as it stands, or in lower case.
type anchor struct {
	literal string
	fold    bool
}

// around gives the line of a place with the one before and span lines after,
// and where the line after it begins.
func around(s string, at, span int) (w window, next int) {
	w.from = strings.LastIndexByte(s[:at], '\n') + 1
	w.from = strings.LastIndexByte(s[:max(w.from-1, 0)], '\n') + 1
	next = lineEnd(s, at)
	w.to = next
	for range span {
		w.to = lineEnd(s, w.to)
	}
	return w, next
}

func lineEnd(s string, from int) int {
	if i := strings.IndexByte(s[from:], '\n'); i >= 0 {
		return from + i + 1
	}
	return len(s)
}

// merge joins windows that overlap and sorts them.
func merge(ws []window) []window {
	slices.SortFunc(ws, func(a, b window) int { return a.from - b.from })
	out := ws[:0]
	for _, w := range ws {
		if n := len(out); n > 0 && w.from < out[n-1].to {
			out[n-1].to = max(out[n-1].to, w.to)
			continue
		}
		out = append(out, w)
	}
	return out
}

func foldASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
