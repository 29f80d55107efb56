package tokens

import (
	"unicode"
	"unicode/utf8"
)

// class says what the encodings' patterns tell apart, as bits.
type class uint8

const (
	space  class = 1 << iota
	letter       // \p{L}
	number       // \p{N}
	upper        // \p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}
	lower        // \p{Ll}\p{Lm}\p{Lo}\p{M}
	breaks       // \r\n
)

func classOf(r rune) class {
	if r < utf8.RuneSelf {
		switch {
		case r >= 'a' && r <= 'z':
			return letter | lower
		case r >= 'A' && r <= 'Z':
			return letter | upper
		case r >= '0' && r <= '9':
			return number
		case r == '\r', r == '\n':
			return space | breaks
		case r == ' ', r >= '\t' && r <= '\r':
			return space
		}
		return 0
	}
	switch {
	case unicode.IsLetter(r):
		switch {
		case unicode.Is(unicode.Ll, r):
			return letter | lower
		case unicode.Is(unicode.Lu, r), unicode.Is(unicode.Lt, r):
			return letter | upper
		}
		return letter | upper | lower
	case unicode.IsMark(r):
		return upper | lower
	case unicode.IsNumber(r):
		return number
	case unicode.IsSpace(r):
		return space
	}
	return 0
}

// at gives the class of the character at i and where the next one begins; at
// the end of the text both are 0 and i.
func at(text string, i int) (class, int) {
	if i >= len(text) {
		return 0, i
	}
	if c := text[i]; c < utf8.RuneSelf {
		return classOf(rune(c)), i + 1
	}
	r, n := utf8.DecodeRuneInString(text[i:])
	return classOf(r), i + n
}

// run is where a run of characters ends that have any of the bits.
func run(text string, i int, any class) int {
	for i < len(text) {
		c, next := at(text, i)
		if c&any == 0 {
			break
		}
		i = next
	}
	return i
}

// splitter gives the end of the piece that begins at i, as the encoding's
// pattern cuts texts (openai_public.py of tiktoken).
type splitter func(text string, i int) int

// contraction is where 's, 't, 're, 've, 'm, 'll or 'd at i ends, in any case;
// i where there is none.
func contraction(text string, i int) int {
	if i+1 >= len(text) || text[i] != '\'' {
		return i
	}
	low := func(at int) byte {
		if at >= len(text) {
			return 0
		}
		return text[at] | 0x20
	}
	switch a, b := low(i+1), low(i+2); {
	case a == 's', a == 't', a == 'm', a == 'd':
		return i + 2
	case (a == 'r' || a == 'v') && b == 'e', a == 'l' && b == 'l':
		return i + 3
	}
	return i
}

// rest is what both patterns have in common, after words: numbers of up to
// three digits, signs with a blank before them, and white space, of which the
// last character goes with the word behind it. tail reports what may follow signs.
func rest(text string, i int, tail func(byte) bool) int {
	c, next := at(text, i)
	if c&number != 0 {
		for range 2 {
			if c, after := at(text, next); c&number != 0 {
				next = after
			}
		}
		return next
	}
	from := i
	if text[i] == ' ' {
		from++
	}
	if end := signs(text, from); end > from {
		for end < len(text) && tail(text[end]) {
			end++
		}
		return end
	}
	return blank(text, i)
}

// signs is where a run of what is neither white space, letter nor number ends.
func signs(text string, i int) int {
	for i < len(text) {
		c, next := at(text, i)
		if c&(space|letter|number) != 0 {
			break
		}
		i = next
	}
	return i
}

// blank is where white space that begins at i is cut.
func blank(text string, i int) int {
	end, last, broken := i, i, 0
	for end < len(text) {
		c, next := at(text, end)
		if c&space == 0 {
			break
		}
		if c&breaks != 0 {
			broken = next
		}
		last, end = end, next
	}
	switch {
	case broken > 0:
		return broken
	case end < len(text) && last > i:
		return last
	case end == i: // no white space: nothing of the pattern; one character, so that it ends
		_, next := at(text, i)
		return next
	}
	return end
}

// cl100k is the pattern of GPT-4 and GPT-3.5.
func cl100k(text string, i int) int {
	if end := contraction(text, i); end > i {
		return end
	}
	c, next := at(text, i)
	from := i
	if c&(letter|number|breaks) == 0 {
		from = next
	}
	if end := run(text, from, letter); end > from {
		return end
	}
	return rest(text, i, func(c byte) bool { return c == '\r' || c == '\n' })
}

// o200k is the pattern of GPT-4o and what came after it: it cuts words where a
// capital follows a small letter.
func o200k(text string, i int) int {
	c, next := at(text, i)
	for _, pattern := range []func(string, int) int{capitalised, capitals} {
		if c&(letter|number|breaks) == 0 {
			if end := pattern(text, next); end > next {
				return contraction(text, end)
			}
		}
		if end := pattern(text, i); end > i {
			return contraction(text, end)
		}
	}
	return rest(text, i, func(c byte) bool { return c == '\r' || c == '\n' || c == '/' })
}

// capitalised is [upper]*[lower]+: where small letters follow the capitals,
// they end it; else the last that is both.
func capitalised(text string, i int) int {
	end, both := i, i
	for end < len(text) {
		c, next := at(text, end)
		if c&upper == 0 {
			break
		}
		if c&lower != 0 {
			both = next
		}
		end = next
	}
	if small := run(text, end, lower); small > end {
		return small
	}
	return both
}

// capitals is [upper]+[lower]*, where no lower follows.
func capitals(text string, i int) int { return run(text, i, upper) }
