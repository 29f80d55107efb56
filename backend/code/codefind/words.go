package codefind

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// words counts what stands in texts.
type words struct {
	in    map[string]*uses
	size  []uint16 // words of each text
	usual float64  // mean of size

	times map[string]uint16 // of the text that is being read
}

// uses are the texts that a word stands in, and how often: numbers of a few bits
// each, of a text that after the one before.
type uses struct {
	packed []byte
	texts  int // how many
	last   int
}

// The constants of BM25 as Lucene has them.
const (
	saturation = 1.2
	lengthy    = .75
)

func newWords() *words {
	return &words{in: map[string]*uses{}, times: map[string]uint16{}}
}

// add counts the next text.
func (w *words) add(text string) {
	clear(w.times)
	size := uint16(0)
	eachWord(text, func(word []byte) {
		if size < math.MaxUint16 {
			size++
			w.times[string(word)]++
		}
	})
	for word, n := range w.times {
		u := w.in[word]
		if u == nil {
			u = &uses{}
			w.in[word] = u
		}
		u.packed = binary.AppendUvarint(u.packed, uint64(len(w.size)-u.last))
		u.packed = binary.AppendUvarint(u.packed, uint64(n))
		u.last = len(w.size)
		u.texts++
	}
	w.size = append(w.size, size)
}

func (w *words) done() {
	w.times = nil
	for _, n := range w.size {
		w.usual += float64(n) / float64(len(w.size))
	}
}

// each tells in which texts a word stands, and how often.
func (u *uses) each(tell func(text, times int)) {
	text := 0
	for rest := u.packed; len(rest) > 0; {
		step, n := binary.Uvarint(rest)
		times, m := binary.Uvarint(rest[n:])
		text += int(step)
		tell(text, int(times))
		rest = rest[n+m:]
	}
}

// ByWords ranks the symbols of which a word of the question is said, by BM25.
func (x *Index) ByWords(question string) Ranking {
	w := x.words
	score := map[int]float64{}
	asked := split(question)
	slices.Sort(asked)
	for _, word := range slices.Compact(asked) {
		u := w.in[word]
		if u == nil {
			continue
		}
		with := float64(u.texts)
		rare := math.Log(1 + (float64(len(w.size))-with+.5)/(with+.5))
		u.each(func(text, times int) {
			n := float64(times)
			score[text] += rare * n * (saturation + 1) / (n + saturation*(1-lengthy+lengthy*float64(w.size[text])/w.usual))
		})
	}
	out := make(Ranking, 0, len(score))
	for i := range score {
		out = append(out, i)
	}
	slices.SortFunc(out, func(a, b int) int { return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a, b)) })
	return out
}
