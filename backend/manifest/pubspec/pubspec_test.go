package pubspec

import "testing"

func FuzzPubspec(f *testing.F) {
	f.Add("name: a\ndependencies:\n  b: {path: [1]}\n")
	f.Fuzz(func(t *testing.T, content string) {
		_, _ = Parse(content)
	})
}
