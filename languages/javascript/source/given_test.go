package source

import (
	"regexp"
	"slices"
	"testing"
)

// FuzzGiven holds the search for a key's values against the expression that says
// the same.
func FuzzGiven(f *testing.F) {
	for _, text := range []string{
		"port: 3000, 'port' = 1, exports.port = port = 2", "support: 1\nport : number = 3\nport: numbers", "{port:\n\n 1,port:2}", "port\"' = 1", "portport=1 port port=2", "port",
	} {
		f.Add(text)
	}
	const key = "port"
	said := regexp.MustCompile(`(?:^|[\s{,."'])` + key + `["']?\s*(?::\s*number\s*=|[:=])\s*`)
	f.Fuzz(func(t *testing.T, text string) {
		var want []int
		for _, at := range said.FindAllStringIndex(text, -1) {
			want = append(want, at[1])
		}
		if got := slices.Collect(given(text, key)); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	})
}
