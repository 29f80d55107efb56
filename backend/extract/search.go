package extract

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"

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

// Search runs patterns over the sources: of every language its own. Hits come
// in the order of the files, then of the patterns, then of their places.
func (s *Sources) Search(patterns func(*language.Language) []language.Pattern) []Hit {
	var out []Hit
	files := s.Files()
	for i := range files {
		for _, p := range patterns(files[i].Owner) {
			out = files[i].search(p, out)
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
// service.
func (f *Source) search(p language.Pattern, out []Hit) []Hit {
	m := matcherOf(p)
	if len(m.need) == 0 && !f.Entry {
		return out
	}
	line, counted := 1, 0
	for _, w := range f.windows(m) {
		for _, at := range m.re.FindAllStringSubmatchIndex(f.content[w.from:w.to], maxHitsPerFile) {
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

// windows are the lines around the literals, one before and two after, merged
// where they touch.
func (f *Source) windows(m *matcher) []window {
	if len(m.need) == 0 {
		return []window{{0, len(f.content)}}
	}
	content := f.content
	if m.fold {
		if f.folded == "" {
			f.folded = foldASCII(f.content)
		}
		content = f.folded
	}
	var hits []int
	for _, need := range m.need {
		for from := 0; len(hits) < maxHitsPerFile; {
			at := strings.Index(content[from:], need)
			if at < 0 {
				break
			}
			hits = append(hits, from+at)
			from += at + len(need)
		}
	}
	return f.around(hits)
}

func (f *Source) around(hits []int) []window {
	var out []window
	for _, at := range hits {
		w := window{at, at}
		for i := 0; i < 2; i++ { // the start of this line, then of the one before
			w.from = strings.LastIndexByte(f.content[:max(w.from-i, 0)], '\n') + 1
		}
		for i := 0; i < 3 && w.to < len(f.content); i++ {
			next := strings.IndexByte(f.content[w.to:], '\n')
			if next < 0 {
				w.to = len(f.content)
				break
			}
			w.to += next + 1
		}
		out = append(out, w)
	}
	return merge(out)
}

func merge(ws []window) []window {
	// Few, and nearly sorted: one run per literal.
	for i := 1; i < len(ws); i++ {
		for j := i; j > 0 && ws[j].from < ws[j-1].from; j-- {
			ws[j], ws[j-1] = ws[j-1], ws[j]
		}
	}
	var out []window
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

// matcher is a pattern with the literals of which every match contains one. In
// sources ^ and $ are the ends of a line.
type matcher struct {
	re   *regexp.Regexp
	need []string
	fold bool // the literals are lower case and stand for any case
}

var matchers sync.Map // language.Pattern to *matcher

func matcherOf(p language.Pattern) *matcher {
	if m, ok := matchers.Load(p); ok {
		return m.(*matcher)
	}
	m := &matcher{re: regexp.MustCompile("(?m)" + string(p))}
	if tree, err := syntax.Parse(string(p), syntax.Perl); err == nil {
		m.need = literals(tree)
		m.fold = folds(tree)
		for i := range m.need {
			if m.fold {
				m.need[i] = foldASCII(m.need[i])
			}
		}
	}
	matchers.Store(p, m)
	return m
}

const minLiteral = 3

// literals gives texts of which each match contains at least one; none if
// there is no such set that narrows the search.
func literals(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if len(re.Rune) >= minLiteral {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return literals(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literals(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if found := literals(sub); better(found, best) {
				best = found
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			found := literals(sub)
			if len(found) == 0 {
				return nil
			}
			all = append(all, found...)
		}
		return all
	}
	return nil
}

// better prefers longer literals up to a length at which they are rare, then
// fewer of them.
func better(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) > 0
	}
	const rare = 8
	la, lb := min(shortest(a), rare), min(shortest(b), rare)
	if la != lb {
		return la > lb
	}
	return len(a) < len(b)
}

func shortest(list []string) int {
	n := len(list[0])
	for _, s := range list {
		n = min(n, len(s))
	}
	return n
}

func folds(re *syntax.Regexp) bool {
	if re.Flags&syntax.FoldCase != 0 {
		return true
	}
	for _, sub := range re.Sub {
		if folds(sub) {
			return true
		}
	}
	return false
}
