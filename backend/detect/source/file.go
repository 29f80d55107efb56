package source

import (
	"slices"
	"strings"
	"sync"

	"aipack/backend/language"
)

// File is one source file.
type File struct {
	Name    string // relative to the set's folder
	Entry   bool   // its name or place says that the program starts here
	Owner   *language.Language
	text    string
	folded  string // the text in lower case, made when first needed
	trigram trigrams
	lines   []string
	anchors map[anchor][]int // the lines that literals stand in, as far as they were asked for

	renamedOnce sync.Once
	renamedTo   string // see renamed
}

// Text is all that the file holds.
func (f *File) Text() string { return f.text }

// Lines are the file's lines, split once.
func (f *File) Lines() []string {
	if f.lines == nil {
		f.lines = strings.Split(f.text, "\n")
	}
	return f.lines
}

// lowered is the text with its ASCII letters in lower case.
func (f *File) lowered() string {
	if f.folded == "" {
		f.folded = foldASCII(f.text)
	}
	return f.folded
}

// Contains reports whether the file holds a text.
func (f *File) Contains(text string) bool { return f.mayHold(text) && strings.Contains(f.text, text) }

// ContainsFold reports whether the file holds a text in any case of its letters.
func (f *File) ContainsFold(text string) bool {
	return f.mayHold(text) && strings.Contains(f.lowered(), foldASCII(text))
}

// MayMatch reports whether the file holds what stands in each match of a pattern.
func (f *File) MayMatch(p language.Pattern) bool {
	m := matcherOf(p)
	holds := f.Contains
	if m.fold {
		holds = f.ContainsFold
	}
	for _, set := range m.need {
		if !slices.ContainsFunc(set, holds) {
			return false
		}
	}
	return true
}

// PlacesFold finds all places of some texts, in any case of their letters; none may
// begin with another.
func (f *File) PlacesFold(texts []string) (places []int) {
	for _, text := range texts {
		if !f.mayHold(text) {
			continue
		}
		in, folded := f.lowered(), foldASCII(text)
		for from := 0; ; from += len(folded) {
			at := strings.Index(in[from:], folded)
			if at < 0 {
				break
			}
			from += at
			places = append(places, from)
		}
	}
	slices.Sort(places)
	return places
}

// smallText is up to where searching a text costs less than remembering what was
// found, in bytes.
const smallText = 1 << 10

// mayHold is false of most texts that the file does not hold, in any case of
// their letters.
func (f *File) mayHold(text string) bool {
	if len(f.text) < smallText {
		return true
	}
	if f.trigram.seen == nil {
		f.trigram = trigramsOf(f.text)
	}
	return f.trigram.mayHold(text)
}

// mayHoldEach is false where the file holds no literal of one of the sets.
func (f *File) mayHoldEach(sets [][]string) bool {
	for _, set := range sets {
		if !slices.ContainsFunc(set, f.mayHold) {
			return false
		}
	}
	return true
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

// IsComment reports whether a line that begins so is a comment. "#" is one
// only where the language says so: elsewhere it is an attribute or a macro.
func IsComment(lead, name string) bool {
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

var hashComments = language.Words("py rb ru ex exs sh pl r R jl cr nim yml yaml toml")

// Indent is how many bytes a line is indented by.
func Indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// LineEnd is where the line after the one of a place begins.
func LineEnd(s string, from int) int {
	if i := strings.IndexByte(s[from:], '\n'); i >= 0 {
		return from + i + 1
	}
	return len(s)
}
