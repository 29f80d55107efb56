package source

import (
	"strings"

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

// Question is what is asked of the files.
type Question struct {
	Patterns func(*language.Language) []language.Pattern
	Files    int                     // how many are asked, the likeliest first; 0: all; or EntriesOnly
	Anchors  []string                // texts of which an answer's line holds one; nil: those of the pattern will do
	Maybe    func(lines string) bool // cheap: could a match in these lines be an answer? nil: yes
}

// EntriesOnly asks the files where programs start.
const EntriesOnly = -1

// These are the same patterns for every language.
func These(patterns ...language.Pattern) func(*language.Language) []language.Pattern {
	return func(*language.Language) []language.Pattern { return patterns }
}

// Ask runs a question's patterns over the files: over every file those of its
// language. Hits come in the order of the files, then of the patterns, then of
// their places.
func (s *Set) Ask(q Question) []Hit {
	var out []Hit
	files := s.Files()
	if q.Files > 0 {
		files = files[:min(len(files), q.Files)]
	}
	left := s.lines
	for _, f := range files {
		if q.Files == EntriesOnly && !f.Entry {
			continue
		}
		for _, p := range f.spelt(q.Patterns(f.Owner)) {
			out = f.search(p, q, &left, out)
		}
	}
	return out
}

// Grep asks for patterns of the caller's own, whatever the language.
func (s *Set) Grep(patterns ...language.Pattern) []Hit {
	return s.Ask(Question{Patterns: These(patterns...)})
}

// GrepIn asks only the files of one language, told by their extension.
func (s *Set) GrepIn(ext string, patterns ...language.Pattern) []Hit {
	var out []Hit
	left := s.lines
	for _, f := range s.Files() {
		if strings.HasSuffix(f.Name, ext) {
			for _, p := range f.spelt(patterns) {
				out = f.search(p, Question{}, &left, out)
			}
		}
	}
	return out
}

// Find asks one file, all of it.
func (f *File) Find(p language.Pattern) []Hit {
	left := len(f.text)
	return f.search(p, Question{}, &left, nil)
}

const maxHitsPerFile = 200

// search looks at the lines around the literals that a match must contain, and
// at the whole file only where the pattern has none, and then only where
// programs start: regular expressions are too slow to run over every line of a
// service. left is how many bytes they may still be run over.
func (f *File) search(p language.Pattern, q Question, left *int, out []Hit) []Hit {
	m := matcherOf(p)
	if len(m.need) == 0 && len(q.Anchors) == 0 && !f.Entry {
		return out
	}
	line, counted := 1, 0
	for _, w := range f.windows(m, q) {
		if *left -= w.to - w.from; *left < 0 {
			return out
		}
		for _, at := range m.re().FindAllStringSubmatchIndex(f.text[w.from:w.to], maxHitsPerFile) {
			h := f.hit(w.from, at)
			line += strings.Count(f.text[counted:w.from+at[0]], "\n")
			counted = w.from + at[0]
			h.Line += line
			if !f.ofAnother(h, w.from+at[0]) && !IsComment(strings.TrimSpace(h.Text), f.Name) {
				out = append(out, h)
			}
		}
	}
	return out
}

// hit describes a match; its Line counts from the line where the match begins,
// which may lie before its first visible character.
func (f *File) hit(base int, at []int) Hit {
	h := Hit{Name: f.Name, Entry: f.Entry, Match: f.text[base+at[0] : base+at[1]]}
	blank := len(h.Match) - len(strings.TrimLeft(h.Match, " \t\r\n"))
	h.Line = strings.Count(h.Match[:blank], "\n")
	h.Text = lineAround(f.text, base+at[0]+blank)
	h.After, _, _ = strings.Cut(f.text[base+at[1]:], "\n")
	for g := 0; g < len(at); g += 2 {
		group := ""
		if at[g] >= 0 {
			group = f.text[base+at[g] : base+at[g+1]]
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

// Group is the first group of a pattern's first match in a text, "" for none.
func Group(p language.Pattern, text string) string {
	if m := p.Regexp().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}
