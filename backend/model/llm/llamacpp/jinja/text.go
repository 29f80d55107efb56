package jinja

import (
	"slices"
	"strings"
	"unicode"
)

// Text is a text whose characters are told apart: those of the template, and those
// that it was given.
type Text []rune

// given marks a character that a template was given. Unicode ends far below.
const given rune = 1 << 24

// textOf is a text of the template's own.
func textOf(s string) Text { return Text([]rune(s)) }

// givenText is a text that a template is given.
func givenText(s string) Text {
	t := Text([]rune(s))
	for i := range t {
		t[i] |= given
	}
	return t
}

// String is the text alone.
func (t Text) String() string {
	var b strings.Builder
	b.Grow(len(t))
	for _, r := range t {
		b.WriteRune(r &^ given)
	}
	return b.String()
}

// Own is how many characters from i on are the template's own and equal to word,
// all of its characters or 0.
func (t Text) Own(i int, word []rune) int {
	if len(word) == 0 || i+len(word) > len(t) || !slices.Equal(t[i:i+len(word)], word) {
		return 0
	}
	return len(word)
}

// is compares texts by their characters alone.
func (t Text) is(other Text) bool {
	if len(t) != len(other) {
		return false
	}
	for i := range t {
		if t[i]&^given != other[i]&^given {
			return false
		}
	}
	return true
}

// index finds a text in another, from a place on; -1 where it is not.
func (t Text) index(other Text, from int) int {
	for i := from; i+len(other) <= len(t); i++ {
		if t[i : i+len(other)].is(other) {
			return i
		}
	}
	return -1
}

func (t Text) lastIndex(other Text) int {
	for i := len(t) - len(other); i >= 0; i-- {
		if t[i : i+len(other)].is(other) {
			return i
		}
	}
	return -1
}

func (t Text) begins(other Text) bool { return len(other) <= len(t) && t[:len(other)].is(other) }

func (t Text) ends(other Text) bool { return len(other) <= len(t) && t[len(t)-len(other):].is(other) }

// trimmed takes characters away at its beginning, its end or both.
func (t Text) trimmed(left, right bool, away func(rune) bool) Text {
	for left && len(t) > 0 && away(t[0]&^given) {
		t = t[1:]
	}
	for right && len(t) > 0 && away(t[len(t)-1]&^given) {
		t = t[:len(t)-1]
	}
	return t
}

// mapped changes each character and leaves whose it is.
func (t Text) mapped(f func(i int, r rune) rune) Text {
	out := make(Text, len(t))
	for i, r := range t {
		out[i] = f(i, r&^given) | r&given
	}
	return out
}

// split splits at a separator, at most so often where most is not negative.
func (t Text) split(by Text, most int) []value {
	var out []value
	for most < 0 || len(out) < most {
		i := t.index(by, 0)
		if i < 0 {
			break
		}
		out, t = append(out, t[:i:i]), t[i+len(by):]
	}
	return append(out, t)
}

// words splits at blanks, as Python's split without a separator does.
func (t Text) words() []value {
	out := []value{}
	for {
		t = t.trimmed(true, false, unicode.IsSpace)
		if len(t) == 0 {
			return out
		}
		end := 0
		for end < len(t) && !unicode.IsSpace(t[end]&^given) {
			end++
		}
		out, t = append(out, t[:end:end]), t[end:]
	}
}

// replaced puts one text for another, at most so often where most is not negative.
func (t Text) replaced(old, with Text, most int) Text {
	if len(old) == 0 {
		return t
	}
	var out Text
	for n := 0; most < 0 || n < most; n++ {
		i := t.index(old, 0)
		if i < 0 || len(out) > mostText {
			break
		}
		out, t = append(append(out, t[:i]...), with...), t[i+len(old):]
	}
	return append(out, t...)
}
