package hackage

import "testing"

func FuzzHaskell(f *testing.F) {
	f.Add("name: a\nexecutables: {b: {main: 1}}\ndependencies: [base >= 4]\n")
	f.Add("name: a\nexecutable b\n  build-depends: base, text\n-- c\n")
	f.Add("resolver: lts-22.0\npackages: [a]\n")
	f.Fuzz(func(t *testing.T, content string) {
		_, _ = ParseHpack(content)
		_, _ = ParseCabal(content)
		_, _ = ParseStack(content)
	})
}
