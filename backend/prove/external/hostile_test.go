//go:build long

package external

import (
	"testing"

	"aipack/backend/base/bounded/boundedtest"
)

// TestHostilePages are longer than what is read of an answer.
func TestHostilePages(t *testing.T) {
	pages := boundedtest.Notation{
		Head: "<!doctype html><title>a</title><table><a href=/b><svg><select>", Open: "<div><a href=x><b>", Close: "</b></a></div>",
		Pair: "<meta %s=%s><form action=/a>\n", Quote: `"`, Comment: "<!--", Refer: "&%s;", Join: "/",
	}
	boundedtest.Endure(t, pages, func(text string) {
		a := Answer{Status: 200, Type: "text/html", Body: text}
		a.Odd()
		a.Links()
	})
}
