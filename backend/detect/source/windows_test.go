package source

import (
	"strings"
	"testing"

	"aipack/backend/language"
)

func TestAround(t *testing.T) {
	t.Parallel()
	w, next := around("a\nbb\nccc\nd\ne\n", 6, 2)
	if w != (window{2, 13}) || next != 9 {
		t.Errorf("%+v %d", w, next)
	}
}

// A pattern finds in the windows what it finds in the whole text.
func FuzzWindows(f *testing.F) {
	f.Add("a\nb\nprocess.env.PORT || 80\n\n\nx")
	f.Add("app\n.listen(\n3000)")
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range []language.Pattern{`process\.env\.([A-Z]+)`, `(?i)port\s*=\s*(\d+)`, `listen\([ \t]*(\d+)`} {
			file := File{Name: "x.txt", text: text, Entry: true}
			left := 1 << 20
			hits := file.search(p, Question{}, &left, nil)
			want := 0
			for _, m := range matcherOf(p).re().FindAllString(text, maxHitsPerFile) {
				if !strings.Contains(m, "\n") {
					want++
				}
			}
			if strings.Contains(text, "//") || strings.Contains(text, "/*") || strings.Contains(text, "* ") || strings.Contains(text, "<!--") {
				continue
			}
			if len(hits) < want {
				t.Fatalf("%s: %d of %d in %q", p, len(hits), want, text)
			}
		}
	})
}
