package gguftest

import (
	"math"
	"strconv"
	"strings"
)

func itoa(n int) string  { return strconv.Itoa(n) }
func sqrt(n int) float64 { return math.Sqrt(float64(n)) }

// Kinds of token (llama.h, llama_token_type).
const (
	normal  = 1
	control = 3
	defined = 4 // by the user: text, but never split
)

// Control tokens and tags of Qwen2.5's tokenizer_config.json.
var (
	controls = []string{
		"<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|object_ref_start|>",
		"<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|fim_pad|>",
	}
	tags = []string{"<tool_call>", "</tool_call>"}
)

// joins are the merges; each names two tokens that exist already. A space is
// written as byteRunes writes it.
var joins = [][2]string{
	{"Ġ", "t"}, {"h", "e"}, {"i", "n"}, {"r", "e"}, {"Ġ", "a"}, {"Ġt", "he"}, {"o", "n"}, {"e", "r"}, {"a", "t"},
	{"Ġ", "s"}, {"e", "n"}, {"Ġ", "c"}, {"o", "r"}, {"l", "l"}, {"he", "ll"}, {"hell", "o"}, {`"`, ":"}, {":", "Ġ"},
	{",", "Ġ"}, {"{", `"`}, {`"`, "}"}, {"}", "Ċ"}, {"Ġ", `"`},
}

type vocabulary struct {
	tokens []string
	kinds  []int32
	merges []string
	first  int // the first control token
}

// vocabulary makes a byte-level vocabulary: all 256 bytes, some merges, words
// that only fill, control tokens and tags.
func (s Shape) vocabulary() vocabulary {
	if s.Architecture == bert {
		return wordPieces()
	}
	var v vocabulary
	add := func(text string, kind int32) {
		v.tokens, v.kinds = append(v.tokens, text), append(v.kinds, kind)
	}
	for _, r := range byteRunes() {
		add(string(r), normal)
	}
	for _, j := range joins {
		v.merges = append(v.merges, j[0]+" "+j[1])
		add(j[0]+j[1], normal)
	}
	for i := 0; len(v.tokens)+len(controls)+len(tags) < s.Words; i++ {
		add(filler(i), normal)
	}
	v.first = len(v.tokens)
	for _, c := range controls {
		if s.OtherMarks {
			c = strings.ReplaceAll(c, "im_", "turn_")
		}
		add(c, control)
	}
	for _, t := range tags {
		add(t, defined)
	}
	if s.DoubledTokens {
		v.tokens[1] = v.tokens[0]
	}
	return v
}

// filler makes the i-th word that no merge leads to: half of them with a
// space before, three to twelve letters.
func filler(i int) string {
	x := uint64(i)*0x9E3779B97F4A7C15 + 1
	word := ""
	if x>>63 == 0 {
		word = "Ġ"
	}
	for n := i + 26*26*26; n > 0; n /= 26 {
		word += string(rune('a' + n%26))
	}
	word += "'"
	for range x >> 20 % 7 {
		x = x*6364136223846793005 + 1442695040888963407
		word += string(rune('a' + x>>33%26))
	}
	return word
}

// byteRunes is GPT-2's way of writing bytes as printable characters.
func byteRunes() [256]rune {
	var table [256]rune
	next := rune(256)
	for b := range table {
		printable := b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE
		if table[b] = rune(b); !printable {
			table[b] = next
			next++
		}
	}
	return table
}
