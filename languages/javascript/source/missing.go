package source

import (
	"path"
	"strings"

	"aipack/backend/language"
)

// EntersMissing reports whether a script goes first into a folder that is not there:
// it was written for another place, as one that a repository was split from.
func EntersMissing(f *language.Folder, script string) bool {
	words := strings.Fields(script)
	if len(words) < 3 || words[0] != "cd" || words[2] != "&&" {
		return false
	}
	dir := path.Clean(strings.Trim(words[1], `"'`))
	return language.SafeFolder(dir) && dir != "." && !f.HasDir(dir)
}
