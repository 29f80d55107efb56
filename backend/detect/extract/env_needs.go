package extract

import "strings"

// nameWords are the words of the project's names, with which programs begin the
// names of their variables.
func (f *Facts) nameWords() map[string]bool {
	out := map[string]bool{}
	for _, name := range append(f.Called(), f.Project.Reader().Folder(".").Name()) {
		for _, w := range strings.FieldsFunc(strings.ToUpper(name), func(c rune) bool { return strings.ContainsRune("-_.+/", c) }) {
			out[w] = true
		}
	}
	return out
}
