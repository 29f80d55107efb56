package codefind

import (
	"cmp"
	"math"
	"slices"
)

// words counts what stands in texts.
type words struct {
	in    map[string][]use // by word
	size  []int            // words of each text
	usual float64          // mean of size
}

type use struct{ text, times int }

// The constants of BM25 as Lucene has them.
const (
	saturation = 1.2
	lengthy    = .75
)

func count(texts []string) *words {
	w := &words{in: map[string][]use{}, size: make([]int, len(texts))}
	for i, t := range texts {
		times := map[string]int{}
		for _, word := range split(t) {
			times[word]++
			w.size[i]++
		}
		for word, n := range times {
			w.in[word] = append(w.in[word], use{i, n})
		}
		w.usual += float64(w.size[i]) / float64(len(texts))
	}
	return w
}

// ByWords ranks the symbols of which a word of the question is said, by BM25.
func (x *Index) ByWords(question string) Ranking {
	w := x.words
	score := map[int]float64{}
	asked := split(question)
	slices.Sort(asked)
	for _, word := range slices.Compact(asked) {
		with := float64(len(w.in[word]))
		rare := math.Log(1 + (float64(len(w.size))-with+.5)/(with+.5))
		for _, u := range w.in[word] {
			n := float64(u.times)
			score[u.text] += rare * n * (saturation + 1) / (n + saturation*(1-lengthy+lengthy*float64(w.size[u.text])/w.usual))
		}
	}
	out := make(Ranking, 0, len(score))
	for i := range score {
		out = append(out, i)
	}
	slices.SortFunc(out, func(a, b int) int { return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a, b)) })
	return out
}
