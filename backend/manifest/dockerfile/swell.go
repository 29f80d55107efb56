package dockerfile

import "strings"

// Swells finds the first ENV or ARG whose value comes to more than most bytes once
// variables are filled in, as a builder fills them in. Lengths are counted, no value
// is made: forty lines that each name the last one four times come to 10^24 bytes.
// A name has the longest value that any line before gave it.
func Swells(content string, most int) (Var, bool) {
	sizes := map[string]int{}
	for _, in := range instructions(content) {
		if in.name != "ENV" && in.name != "ARG" {
			continue
		}
		for _, v := range vars(in, nil) {
			n := sizeOf(v.Value, sizes, 0)
			if n > most {
				return v, true
			}
			sizes[v.Name] = max(sizes[v.Name], n)
		}
	}
	return Var{}, false
}

// unbounded is more than anybody asks for. Sums and products of such lengths still
// fit an int of 64 bits.
const unbounded = 1 << 30

// deepest is how deep one reference may stand in another until the inner ones are
// only added up.
const deepest = 8

// sizeOf is how long a text can become.
func sizeOf(text string, sizes map[string]int, depth int) int {
	n := 0
	for i := 0; i < len(text) && n < unbounded; i++ {
		if text[i] != '$' || i+1 == len(text) {
			n++
			continue
		}
		braces := text[i+1] == '{'
		at := i + 1
		if braces {
			at++
		}
		end := nameEnd(text, at)
		size := sizes[text[at:end]]
		n += size
		i = end - 1
		if !braces {
			continue
		}
		n-- // the brace that closes it, which is read on to
		for end < len(text) && strings.IndexByte(":-+?#%", text[end]) >= 0 {
			end++
			i = end - 1
		}
		if end == len(text) || text[end] != '/' || depth == deepest {
			continue // what ${name:-word} has behind the name is read on
		}
		closing := closingBrace(text, end)
		if closing < 0 {
			closing = len(text)
		}
		// ${name/pattern/word}: the word stands for each letter of the value at most, and
		// once more where a pattern fits the empty text at its end.
		_, word, _ := strings.Cut(strings.TrimLeft(text[end:closing], "/"), "/")
		n += 1 - size // the brace, and the value that it stands for
		size, one := max(size, 1), sizeOf(word, sizes, depth+1)
		n += size*max(one, 1) + one
		i = closing
	}
	return max(0, min(n, unbounded))
}
