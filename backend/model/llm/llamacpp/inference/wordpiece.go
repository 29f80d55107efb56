package inference

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// longestWord is how many characters of a word are looked up; a longer one is
// unknown (max_input_chars_per_word of BERT's tokenizer).
const longestWord = 100

// unknown is a word that no vocabulary of word pieces has: an ideograph of a plane
// that they leave out.
const unknown = " 𠀀 "

// cleaned prepares a text for word pieces as BERT's own tokenizer does (BertNormalizer
// of huggingface/tokenizers): without marks above and below letters, Hangul in its
// parts, without control characters. llama.cpp does so for few scripts, and spells
// words out that are too long. It also leaves out the vowel signs of Indic scripts
// that take room of their own, which cannot be undone here.
func cleaned(text string) string {
	var out []byte
	word, begin := 0, 0 // characters of the word, and where it begins in out
	end := func() {
		if word > longestWord {
			out = append(out[:begin], unknown...)
		}
		word = 0
	}
	for _, r := range norm.NFD.String(text) {
		switch {
		case unicode.IsSpace(r):
			end()
			out = append(out, ' ')
		case r == unicode.ReplacementChar || unicode.In(r, unicode.Mn, unicode.C):
		case unicode.IsPunct(r) || unicode.In(r, unicode.Han) || r < 0x80 && unicode.IsSymbol(r):
			end()
			out = utf8.AppendRune(out, r)
		default:
			if word == 0 {
				begin = len(out)
			}
			word++
			out = utf8.AppendRune(out, r)
		}
	}
	end()
	return string(out)
}
