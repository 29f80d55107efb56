package literal

import (
	"slices"
	"strings"
	"testing"
)

func TestFinder(t *testing.T) {
	t.Parallel()
	const in = "bind(listen(bind( axum::serve(axum::Server::bind"
	for _, texts := range [][]string{
		nil,
		{""},
		{"bind("},
		{"bind(", "listen("},
		{"bind(", "listen(", "axum::serve(", "::Server::bind", "nowhere"},
		{"ax", "se", "nd", "::"},
		{"a", "b", "("},
		{"bind", "bind(", "bind( axum"},
		{in, in + "x", in[1:]},
		{strings.Repeat("long", 100), strings.Repeat("long", 90), strings.Repeat("long", 80)},
	} {
		for _, text := range []string{in, "", "b", in + strings.Repeat("long", 95)} {
			got := map[int][]int{}
			NewFinder(texts).Each(text, func(n, at int) Enough { got[n] = append(got[n], at); return More })
			for n, want := range texts {
				if !slices.Equal(got[n], places(text, want)) {
					t.Errorf("%q: %v, want %v", want, got[n], places(text, want))
				}
			}
		}
	}
}

// places looks byte by byte.
func places(in, text string) (out []int) {
	for at := range len(in) {
		if text != "" && strings.HasPrefix(in[at:], text) {
			out = append(out, at)
		}
	}
	return out
}

func TestFinderStops(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("abc ", 50)
	for _, texts := range [][]string{{"abc", "bc "}, {"abc", "bc ", "nowhere"}} {
		counts := make([]int, len(texts))
		NewFinder(texts).Each(text, func(n, _ int) Enough {
			if counts[n]++; counts[n] == 7 {
				return Next
			}
			return More
		})
		if counts[0] != 7 || counts[1] != 7 {
			t.Errorf("%v: %v places, want 7 of each", texts, counts)
		}
		if f := NewFinder(texts); !f.In(text) || f.In("ab c") || f.In("") {
			t.Errorf("%v: in", texts)
		}
		count := 0
		NewFinder(texts).Each(text, func(int, int) Enough { count++; return Done })
		if count != 1 {
			t.Errorf("%v: %d places, want 1", texts, count)
		}
	}
}
