package source

import "math/bits"

// trigrams says which three bytes stand side by side in a text, in any case of
// its letters. Most literals stand in no file: that they do not is seen by their
// first bytes, without searching the text. It may say yes of what is not there.
type trigrams struct {
	seen  []uint64 // a bit for each number of three bytes
	shift int
}

// A text has a bit for each of its bytes, within bounds.
const minTrigramBits, maxTrigramBits = 10, 16

func trigramsOf(text string) trigrams {
	size := min(max(bits.Len(uint(len(text))), minTrigramBits), maxTrigramBits)
	t := trigrams{make([]uint64, 1<<size/64), 32 - size}
	var last uint32
	for i := range len(text) {
		last = last<<8 | uint32(text[i])
		n := number(last) >> t.shift
		t.seen[n/64] |= 1 << (n % 64)
	}
	return t
}

// number spreads the lower three bytes over the numbers of 32 bits; letters have
// the same in upper and lower case.
func number(last uint32) uint32 { return (last | 0x202020) << 8 * 0x9E3779B1 }

// mayHold reports whether a text may stand in the one that was looked at.
func (t trigrams) mayHold(text string) bool {
	var last uint32
	for i := range len(text) {
		last = last<<8 | uint32(text[i])
		if n := number(last) >> t.shift; i >= 2 && t.seen[n/64]&(1<<(n%64)) == 0 {
			return false
		}
	}
	return true
}
