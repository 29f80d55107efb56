package conversation

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// CountAll counts several texts, as many at once as there are processors.
func CountAll(c Counter, texts []string) []int {
	out := make([]int, len(texts))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(texts)) {
		wait.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(texts); i = next.Add(1) - 1 {
				out[i] = c.Count(texts[i])
			}
		})
	}
	wait.Wait()
	return out
}

// WouldExceed reports whether texts have together more than so many tokens. What
// is certainly too much is not counted to its end.
func WouldExceed(c Counter, tokens int, texts ...string) bool {
	letters := 0
	for _, t := range texts {
		letters += len(t)
	}
	if letters <= tokens && c.Exact() {
		return false // a token is at least a byte
	}
	for _, t := range texts {
		if tokens -= c.Count(t); tokens < 0 {
			return true
		}
	}
	return false
}

// Truncate is the longest beginning of a text that has at most so many tokens, cut
// between letters.
func Truncate(c Counter, text string, tokens int) string {
	if tokens <= 0 {
		return ""
	}
	if c.Count(text) <= tokens {
		return text
	}
	low, high := 0, len(text) // fits; does not
	for high-low > 1 {
		middle := boundary(text, (low+high)/2)
		if middle <= low {
			// No letter ends between: look for the next that does.
			if middle = after(text, (low+high)/2); middle >= high {
				break
			}
		}
		if c.Count(text[:middle]) <= tokens {
			low = middle
		} else {
			high = middle
		}
	}
	return text[:low]
}

// boundary is the last place up to i where a letter begins.
func boundary(text string, i int) int {
	for i > 0 && i < len(text) && !utf8.RuneStart(text[i]) {
		i--
	}
	return i
}

// after is the first place from i on where a letter begins.
func after(text string, i int) int {
	for i < len(text) && !utf8.RuneStart(text[i]) {
		i++
	}
	return i
}
