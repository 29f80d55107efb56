//go:build long

package bounded

import (
	"testing"

	"aipack/backend/base/bounded/boundedtest"
)

func TestHostileJSON5(t *testing.T) {
	boundedtest.Endure(t, boundedtest.Notation{
		Head: "{a: 'b', // c\n d: [1, .5, +Infinity, 0xA], e: [", Open: "{a:[", Close: "]}", Pair: "{%s: %s},\n", Quote: "'", Comment: "/*", Refer: "\\u{%s}", Join: ".",
	}, func(text string) {
		text = text[:min(len(text), jsonMostLoose)]
		var v any
		_ = JSON5(text, &v) // a word that says why not is as good
	})
}
